package sparkwire.expressions

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.codegen._
import org.apache.spark.sql.catalyst.expressions.codegen.Block._
import org.apache.spark.sql.types.DataType

/** The one expression: bytes become what the plan says, or the part `required` of it. */
final case class Decode(child: Expression, plan: DecodePlan, required: DataType)
    extends Expression {
  @transient private[this] lazy val decoder = new Decoder(plan, required)

  override def children: Seq[Expression] = Seq(child)
  override def dataType: DataType = required
  override def nullable: Boolean = true
  override def foldable: Boolean = child.foldable
  override def prettyName: String = plan.function

  override def eval(input: InternalRow): Any = {
    val value = child.eval(input)
    if (value == null) null else decoder.decode(value)
  }

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val source = ctx.addReferenceObj("decoderSource", DecoderSource(plan, required))
    val decoder = ctx.addMutableState(
      classOf[Decoder].getName, "decoder", name => s"$name = $source.newDecoder();")
    val input = child.genCode(ctx)
    val result = ctx.freshName("decoded")
    val javaType = CodeGenerator.javaType(dataType)
    ev.copy(
      code = code"""
      ${input.code}
      Object $result = ${input.isNull} ? null : $decoder.decode(${input.value});
      boolean ${ev.isNull} = $result == null;
      $javaType ${ev.value} = ${ev.isNull} ? ${CodeGenerator.defaultValue(dataType)} : (${CodeGenerator.boxedType(dataType)}) $result;
    """)
  }

  // Options are long and the result type longer: a plan shows what the query wrote.
  override def toString: String = s"$prettyName($child)${shownPart(_.simpleString)}"
  override def sql: String = s"$prettyName(${child.sql})${shownPart(_.sql)}"
  private def shownPart(show: DataType => String): String =
    if (required == plan.resultType) "" else s" as ${show(required)}"

  override protected def withNewChildrenInternal(children: IndexedSeq[Expression]): Expression =
    copy(child = children.head)
}
