package sparkwire.expressions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.types.DataType

/** The one expression: bytes become what the plan says, or the part `required` of it.
  *
  * @param children
  *   the bytes, and the other inputs that the plan's reader looks at, if any
  */
final case class Decode(children: Seq[Expression], plan: DecodePlan, required: DataType)
    extends Expression {
  @transient private[this] lazy val decoder = new Decoder(plan, required, children.length)
  private def isAlone: Boolean = children.length == 1

  override def dataType: DataType = required
  override def nullable: Boolean = true
  override lazy val foldable: Boolean = children.forall(_.foldable)
  override def prettyName: String = plan.function

  // A constant is kept in the plan, and what is decoded only until the next value comes.
  override def eval(input: InternalRow): Any =
    if (foldable) InternalRow.copyValue(decoded(input)) else decoded(input)

  private def decoded(input: InternalRow): Any = {
    val value = children.head.eval(input)
    if (isAlone) { if (value == null) null else decoder.decode(value) }
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
    val source = ctx.addReferenceObj(
      "decoderSource", DecoderSource(plan, required, children.length))
    val decoder = ctx.addMutableState(
      classOf[Decoder].getName, "decoder", name => s"$name = $source.newDecoder();")
    val inputs = children.map(_.genCode(ctx))
    val result = ctx.freshName("decoded")
    val javaType = CodeGenerator.javaType(dataType)
    ev.copy(
      code = code"""
      ${inputs.map(_.code).reduce(_ + _)}
      ${decoding(decoder, result, inputs)}
      boolean ${ev.isNull} = $result == null;
      $javaType ${ev.value} = ${ev.isNull} ? ${CodeGenerator.defaultValue(dataType)} : (${CodeGenerator.boxedType(dataType)}) $result;
    """)
  }

  private def decoding(decoder: String, result: String, inputs: Seq[ExprCode]): Block =
    if (isAlone) {
      val value = inputs.head
      code"Object $result = ${value.isNull} ? null : $decoder.decode(${value.value});"
    } else {
      val others = inputs.zip(children).zipWithIndex.tail.map { case ((input, child), number) =>
        code"$decoder.setInput($number, ${orNull(input, child)});"
      }
      val value = orNull(inputs.head, children.head)
      others.reduce(_ + _) + code"Object $result = $decoder.decodeAmong($value);"
    }

  private def orNull(input: ExprCode, child: Expression): Block =
    code"${input.isNull} ? null : (Object) (${CodeGenerator.boxedType(child.dataType)}) ${input.value}"

  // Options are long and the result type longer: a plan shows what the query wrote.
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
