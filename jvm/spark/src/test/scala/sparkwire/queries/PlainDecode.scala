package sparkwire.queries

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenFallback
import org.apache.spark.sql.types.DataType

import sparkwire.expressions.{Decode, DecodePlan}

/** A decoding that neither the optimizer rule nor the planner of Sparkwire recognises. Spark
  * handles it like any expression, so its results are the reference for comparisons.
  */
final case class PlainDecode(children: Seq[Expression], plan: DecodePlan)
    extends Expression with CodegenFallback {
  override def dataType: DataType = plan.resultType
  override def nullable: Boolean = true

  override def eval(input: InternalRow): Any =
    InternalRow.copyValue(Decode(children, plan, plan.resultType).eval(input))

  override protected def withNewChildrenInternal(changed: IndexedSeq[Expression]): Expression =
    copy(children = changed)
}
