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
  private def source = EncoderSource(plan, children.map(_.dataType))

  // As in `Decode`: several threads may evaluate this object, and an encoder belongs to one of them.
  @transient @volatile private[this] var last: OwnedEncoder = _
  private def ownEncoder(): Encoder = {
    val thread = Thread.currentThread
    val found = last
    if (found != null && found.thread == thread) found.encoder
    else {
      val made = new OwnedEncoder(thread, source.newEncoder())
      last = made
      made.encoder
    }
  }

  override def dataType: DataType = plan.resultType
  override def nullable: Boolean = true
  override lazy val foldable: Boolean = children.forall(_.foldable)
  override def prettyName: String = plan.function

  // An encoder gives new bytes for each value, so Spark may hold them.
  override def eval(input: InternalRow): Any = {
    val value = children.head.eval(input)
    if (value == null) null
    else {
      val encoder = if (foldable) source.newEncoder() else ownEncoder()
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
    val others = inputs.zip(children).zipWithIndex.tail.map { case ((input, child), number) =>
      code"$encoder.setInput($number, ${orNull(input, child)});"
    }
    val result = ctx.freshName("encoded")
    val value = inputs.head
    val before = (inputs.map(_.code) ++ others).reduce(_ + _)
    ev.copy(
      code = code"""
      $before
      Object $result = ${value.isNull} ? null : $encoder.encode((${CodeGenerator.boxedType(
          children.head.dataType)}) (${value.value}));
      boolean ${ev.isNull} = $result == null;
      ${CodeGenerator.javaType(dataType)} ${ev.value} = (${CodeGenerator.boxedType(
          dataType)}) $result;
    """)
  }

  // The parentheses are for negative constants.
  private def orNull(input: ExprCode, child: Expression): Block =
    code"${input.isNull} ? null : (Object) (${CodeGenerator.boxedType(child.dataType)}) (${input.value})"

  override def toString: String = s"$prettyName(${children.mkString(", ")})"
  override def sql: String = s"$prettyName(${children.map(_.sql).mkString(", ")})"
  override protected def withNewChildrenInternal(changed: IndexedSeq[Expression]): Expression =
    copy(children = changed)
}

private final class OwnedEncoder(val thread: Thread, val encoder: Encoder)
