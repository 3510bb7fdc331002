package sparkwire.execution

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.{ProjectExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.types.StructType

import sparkwire.expressions.Decode
import sparkwire.sinks.RowForm

/** Finds projections that [[DecodeRows]] can do: all fields of one decoding, in any order, or its value as it is. What is
  * below is left to Spark's own planning of the projection, which knows which columns to read and, where it plans again as
  * it goes, finds its stages by the nodes of the logical plan.
  */
object PlanDecodedRows extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case Project(fields, below @ Project(Seq(Alias(_: Decode, _)), _)) =>
      planned(below, fields)(fieldsOf(fields, _))
    case projection @ Project(fields, _) =>
      planned(projection, fields)(decodingOf(_, PartialFunction.empty))
    case _ => Nil
  }

  /** Where fields are taken of what the projection below decodes. */
  private def fieldsOf(
      fields: Seq[NamedExpression], below: Seq[NamedExpression]): Option[Decode] = below match {
    case Seq(named @ Alias(decode: Decode, _)) =>
      decodingOf(fields, { case field: Attribute if field.exprId == named.exprId => decode })
    case _ => None
  }

  private def planned(projection: Project, fields: Seq[NamedExpression])(
      find: Seq[NamedExpression] => Option[Decode]): Seq[SparkPlan] =
    if (find(projection.projectList).exists(fits)) {
      plannedBySpark(projection).toSeq.collect { case ProjectExec(projected, child) =>
        find(projected).map(DecodeRows(_, fields.map(_.toAttribute), child))
      }.flatten
    } else Nil

  private def plannedBySpark(projection: LogicalPlan): Option[SparkPlan] =
    SparkSession.getActiveSession.collect { case session: classic.SparkSession =>
      session.sessionState.planner.strategies.iterator.filterNot(_ eq this)
        .flatMap(_(projection)).nextOption()
    }.flatten

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
}
