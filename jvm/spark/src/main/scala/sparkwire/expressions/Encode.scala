package sparkwire.expressions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, UnaryExpression}
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.types.DataType

/** The expression behind all encoding functions: it turns a value into the bytes of a format. */
final case class Encode(child: Expression, plan: EncodePlan) extends UnaryExpression {
  private def source = EncoderSource(plan, child.dataType)

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
  override def prettyName: String = plan.function

  // An encoder gives new bytes for each value, so Spark may hold them.
  override def eval(input: InternalRow): Any = {
    val value = child.eval(input)
    if (value == null) null
    else (if (foldable) source.newEncoder() else ownEncoder()).encode(value)
  }

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val value = child.genCode(ctx)
    val made = ctx.addReferenceObj("encoderSource", source)
    val encoder = ctx.addMutableState(
      classOf[Encoder].getName, "encoder", name => s"$name = $made.newEncoder();")
    val result = ctx.freshName("encoded")
    ev.copy(
      code = code"""
      ${value.code}
      Object $result = ${value.isNull} ? null : $encoder.encode((${CodeGenerator.boxedType(
          child.dataType)}) (${value.value}));
      boolean ${ev.isNull} = $result == null;
      ${CodeGenerator.javaType(dataType)} ${ev.value} = (${CodeGenerator.boxedType(
          dataType)}) $result;
    """)
  }

  override def toString: String = s"$prettyName($child)"
  override def sql: String = s"$prettyName(${child.sql})"
  override protected def withNewChildInternal(changed: Expression): Expression =
    copy(child = changed)
}

private final class OwnedEncoder(val thread: Thread, val encoder: Encoder)
