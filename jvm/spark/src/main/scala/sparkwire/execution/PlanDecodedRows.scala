package sparkwire.execution

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}
import org.apache.spark.sql.types.StructType

import sparkwire.expressions.Decode
import sparkwire.sinks.RowForm

/** Finds projections that [[DecodeRows]] can do: all fields of one decoding, in any order, or its value as it is. */
object PlanDecodedRows extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case Project(fields, Project(Seq(named @ Alias(decode: Decode, _)), child)) =>
      planned(fields, child,
        { case attribute: Attribute if attribute.exprId == named.exprId => decode })
    case Project(fields, child) => planned(fields, child, PartialFunction.empty)
    case _ => Nil
  }

  private def planned(fields: Seq[NamedExpression], child: LogicalPlan,
      below: PartialFunction[Expression, Decode]): Seq[SparkPlan] =
    decodingOf(fields, below).filter(fits).map { decode =>
      DecodeRows(decode, fields.map(_.toAttribute), planLater(onlyInputs(decode, child)))
    }.toSeq

  private def fits(decode: Decode): Boolean = decode.plan.isPrunable && decode.deterministic

  private def decodingOf(fields: Seq[NamedExpression],
      below: PartialFunction[Expression, Decode]): Option[Decode] = fields match {
    case Seq(Alias(decode: Decode, _)) => Some(decode.copy(form = RowForm.Column))
    case _ =>
      val isDecode: PartialFunction[Expression, Decode] =
        below.orElse { case decode: Decode => decode }
      val found = fields.collect {
        case Alias(GetStructField(root, ordinal, _), _) if isDecode.isDefinedAt(root) =>
          isDecode(root) -> ordinal
      }
      if (found.length < fields.length || found.map(_._1.canonicalized).distinct.length != 1) None
      else inOrder(found.head._1, found.map(_._2))
  }

  /** The decoding with its fields in the order of the projection, if that has each of them once. */
  private def inOrder(decode: Decode, ordinals: Seq[Int]): Option[Decode] = decode.required match {
    case struct: StructType if ordinals.sorted == struct.indices =>
      Some(decode.copy(required = StructType(ordinals.map(struct(_))), form = RowForm.Fields))
    case _ => None
  }

  // What reads a table drops its other columns only if a projection says so.
  private def onlyInputs(decode: Decode, child: LogicalPlan): LogicalPlan = {
    val inputs = child.output.filter(decode.references.contains)
    if (inputs.length == child.output.length) child else Project(inputs, child)
  }
}
