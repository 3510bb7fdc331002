package sparkwire.expressions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.types.{DataType, StructField, StructType}

import sparkwire.rows.RowForm

/** The expression behind all decoding functions: it turns bytes into the value that the plan
  * describes, or into the part `required` of it.
  *
  * @param children
  *   the bytes, followed by the other inputs of the plan's reader, if any
  * @param form
  *   how the row is used; with [[RowForm.Column]], the data type is a struct around the value
  */
final case class Decode(children: Seq[Expression], plan: DecodePlan, required: DataType,
    form: RowForm = RowForm.Apart)
    extends Expression {
  private[sparkwire] def source: DecoderSource =
    DecoderSource(plan, required, children.length, form)
  @transient private[this] lazy val decoders = new OneThread(() => source.newDecoder())
  private def hasOneInput: Boolean = children.length == 1

  override def dataType: DataType =
    if (form == RowForm.Column) StructType(Seq(StructField("value", required))) else required
  override def nullable: Boolean = true
  override lazy val foldable: Boolean = children.forall(_.foldable)
  override def prettyName: String = plan.function

  // Spark may hold a result while it asks for the next: an interpreted ordering evaluates this very
  // object for both of the rows that it compares. A decoder's result is valid only until its next
  // value: hence the copy. Constants are evaluated once, so no decoder is kept for them.
  override def eval(input: InternalRow): Any =
    InternalRow.copyValue(decoded(if (foldable) source.newDecoder() else decoders.own(), input))

  /** Returns a function that decodes row after row with a decoder of `from`. A result is valid until
    * the next call.
    */
  private[sparkwire] def decoding(from: ValueDecoderSource): InternalRow => Any = {
    val decoder = from.newDecoder()
    decoded(decoder, _)
  }

  private def decoded(decoder: ValueDecoder, input: InternalRow): Any = {
    val value = children.head.eval(input)
    if (hasOneInput) { if (value == null) decoder.decodeNull() else decoder.decode(value) }
    else {
      var number = 1
      while (number < children.length) {
        decoder.setInput(number, children(number).eval(input))
        number += 1
      }
      decoder.decodeAmong(value)
    }
  }

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val result = ctx.freshName("decoded")
    taken(ev, decodingCode(ctx, source, result), result)
  }

  /** Generates code that sets `result`, an object, to what a decoder of `from` returns. */
  private[sparkwire] def decodingCode(
      ctx: CodegenContext, from: ValueDecoderSource, result: String): Block = {
    val inputs = children.map(_.genCode(ctx))
    inputs.map(_.code).reduce(_ + _) + decodingOf(inputs, newDecoder(ctx, from), result)
  }

  /** Like [[decodingCode]], for a single input that is a field of an available row. The code
    * allocates no array for the value.
    */
  private[sparkwire] def decodingCodeAt(ctx: CodegenContext, from: ValueDecoderSource,
      row: String, field: Int, result: String): Block = {
    val decoder = newDecoder(ctx, from)
    val input = CodeGenerator.getValue(row, children.head.dataType, field.toString)
    code"""
      Object $result = null;
      if ($row.isNullAt($field)) {
        $result = $decoder.decodeNull();
      } else if ($row instanceof UnsafeRow) {
        $result = $decoder.decodeAt((UnsafeRow) $row, $field);
      } else {
        $result = $decoder.decode($input);
      }
    """
  }

  private def newDecoder(ctx: CodegenContext, from: ValueDecoderSource): String = {
    val made = ctx.addReferenceObj("decoderSource", from)
    ctx.addMutableState(
      from.decoderClass.getName, "decoder", name => s"$name = $made.newDecoder();")
  }

  /** Returns the code of this expression, if `decoding` sets `result` to its value. */
  private[sparkwire] def taken(ctx: CodegenContext, decoding: Block, result: String): ExprCode = {
    val isNull = JavaCode.isNullVariable(ctx.freshName("isNull"))
    val value = JavaCode.variable(ctx.freshName("value"), dataType)
    taken(ExprCode(isNull, value), decoding, result)
  }

  private def taken(ev: ExprCode, decoding: Block, result: String): ExprCode = {
    val javaType = CodeGenerator.javaType(dataType)
    ev.copy(
      code = code"""
      $decoding
      boolean ${ev.isNull} = $result == null;
      $javaType ${ev.value} = ${ev.isNull} ? ${CodeGenerator.defaultValue(dataType)} : (${CodeGenerator.boxedType(dataType)}) $result;
    """)
  }

  private def decodingOf(inputs: Seq[ExprCode], decoder: String, result: String): Block =
    if (hasOneInput) {
      val value = inputs.head
      code"Object $result = ${value.isNull} ? $decoder.decodeNull() : $decoder.decode(${value.value});"
    } else {
      val others = inputs.zip(children).zipWithIndex.tail.map { case ((input, child), number) =>
        code"$decoder.setInput($number, ${InputCode.orNull(input, child)});"
      }
      val value = InputCode.orNull(inputs.head, children.head)
      others.reduce(_ + _) + code"Object $result = $decoder.decodeAmong($value);"
    }

  // Options are long, and the result type is longer, so a plan shows the call as the query wrote
  // it.
  override def toString: String =
    s"$prettyName(${asWritten.mkString(", ")})${shownPart(_.simpleString)}"
  override def sql: String =
    s"$prettyName(${asWritten.map(_.sql).mkString(", ")})${shownPart(_.sql)}"
  private def asWritten: Seq[Expression] = {
    val (front, behind) = children.tail.splitAt(plan.root.inputsInFront)
    front ++ Seq(children.head) ++ behind
  }
  private def shownPart(show: DataType => String): String =
    if (required == plan.resultType) "" else s" as ${show(required)}"

  override protected def withNewChildrenInternal(children: IndexedSeq[Expression]): Expression =
    copy(children = children)
}

private[expressions] object InputCode {

  /** Returns generated code for an input as an object, null if it is NULL. */
  def orNull(input: ExprCode, child: Expression): Block =
    // The inner parentheses are for negative constants.
    code"${input.isNull} ? null : (Object) (${CodeGenerator.boxedType(child.dataType)}) (${input.value})"
}
