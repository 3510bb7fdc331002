package sparkwire.expressions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.types.DataType

/** The expression behind all encoding functions: it turns a value into the bytes of a format.
  *
  * @param children
  *   the value, followed by the other inputs of the plan's writer, if any
  */
final case class Encode(children: Seq[Expression], plan: EncodePlan) extends Expression {
  private def source = EncoderSource(plan, children.head.dataType)

  @transient private[this] lazy val encoders = new OneThread(() => source.newEncoder())

  override def dataType: DataType = plan.resultType
  override def nullable: Boolean = true
  override lazy val foldable: Boolean = children.forall(_.foldable)
  override def prettyName: String = plan.function

  // An encoder gives new bytes for each value, so Spark may hold them.
  override def eval(input: InternalRow): Any = {
    val value = children.head.eval(input)
    if (value == null) null
    else {
      val encoder = if (foldable) source.newEncoder() else encoders.own()
      var number = 1
      while (number < children.length) {
        encoder.setInput(number, children(number).eval(input))
        number += 1
      }
      encoder.encode(value)
    }
  }

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val inputs = children.map(_.genCode(ctx))
    val made = ctx.addReferenceObj("encoderSource", source)
    val encoder = ctx.addMutableState(
      classOf[Encoder].getName, "encoder", name => s"$name = $made.newEncoder();")
    val value = inputs.head
    val result = ctx.freshName("encoded")
    // As in `eval`, the other inputs of a value that is NULL are not evaluated: they may fail.
    val others = inputs.zip(children).zipWithIndex.tail.map { case ((input, child), number) =>
      code"""
        ${input.code}
        $encoder.setInput($number, ${InputCode.orNull(input, child)});
      """
    }
    ev.copy(
      code = code"""
      ${value.code}
      Object $result = null;
      if (!${value.isNull}) {
        ${others.foldLeft(code"")(_ + _)}
        $result = $encoder.encode((${CodeGenerator.boxedType(
          children.head.dataType)}) (${value.value}));
      }
      boolean ${ev.isNull} = $result == null;
      ${CodeGenerator.javaType(dataType)} ${ev.value} = (${CodeGenerator.boxedType(
          dataType)}) $result;
    """)
  }

  override def toString: String = s"$prettyName(${children.mkString(", ")})"
  override def sql: String = s"$prettyName(${children.map(_.sql).mkString(", ")})"
  override protected def withNewChildrenInternal(changed: IndexedSeq[Expression]): Expression =
    copy(children = changed)
}
