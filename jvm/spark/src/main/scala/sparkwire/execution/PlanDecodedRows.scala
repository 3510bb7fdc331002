package sparkwire.execution

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.{ProjectExec, SparkPlan, SparkStrategy}
import org.apache.spark.sql.types.StructType

import sparkwire.expressions.Decode
import sparkwire.rows.RowForm

/** Plans [[DecodeRows]] for a projection that needs only one decoding: its value, or all of its
  * fields in any order. The logical plan has one of two forms:
  * {{{
  * Project [d.key, d.payload]          Project [decode(v).key, decode(v).payload]
  * +- Project [decode(v) AS d]
  * }}}
  * Spark itself plans the projection that holds the decoding: it knows which columns to read, and
  * adaptive execution finds its query stages by the nodes of the logical plan. Only the
  * `ProjectExec` of that result is replaced.
  *
  * Streaming plans are left to Spark. Some modes check operators by name (real-time mode accepts a
  * fixed list of Spark's own), and a strategy cannot tell which mode it plans for.
  */
object PlanDecodedRows extends SparkStrategy {
  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case projection: Project if !projection.isStreaming =>
      overDecoding(projection).orElse(planned(projection, projection.projectList, decodingIn)).toSeq
    case _ => Nil
  }

  /** Plans a projection that takes the fields of a decoding in the projection below. */
  private def overDecoding(projection: Project): Option[SparkPlan] = projection match {
    case Project(fields, below @ Project(Seq(Alias(_: Decode, _)), _)) =>
      planned(below, fields, fieldsBelow(fields, _))
    case _ => None
  }

  /** Returns the decoding whose fields the upper projection takes. A projection must compute
    * anything else, including a decoding of the decoding.
    */
  private def fieldsBelow(
      fields: Seq[NamedExpression], below: Seq[NamedExpression]): Option[Decode] = below match {
    case Seq(named @ Alias(decode: Decode, _)) =>
      allFieldsOf(fields) { case field: Attribute if field.exprId == named.exprId => decode }
    case _ => None
  }

  private def decodingIn(fields: Seq[NamedExpression]): Option[Decode] = fields match {
    case Seq(Alias(decode: Decode, _)) => Some(decode.copy(form = RowForm.Column))
    case _ => allFieldsOf(fields) { case decode: Decode => decode }
  }

  /** Replaces the `ProjectExec` that Spark plans for `projection`.
    *
    * @param output
    *   the output of the new operator
    * @param find
    *   returns the decoding in a project list that contains nothing else; also called for the list
    *   that Spark has planned
    */
  private def planned(projection: Project, output: Seq[NamedExpression],
      find: Seq[NamedExpression] => Option[Decode]): Option[SparkPlan] =
    for {
      _ <- find(projection.projectList).filter(fits)
      ProjectExec(projectList, child) <- plannedBySpark(projection)
      decode <- find(projectList)
    } yield DecodeRows(decode, output.map(_.toAttribute), child)

  private def plannedBySpark(projection: LogicalPlan): Option[SparkPlan] =
    SparkSession.getActiveSession.collect { case session: classic.SparkSession =>
      session.sessionState.planner.strategies.iterator.filterNot(_ eq this)
        .flatMap(_(projection)).nextOption()
    }.flatten

  private def fits(decode: Decode): Boolean = decode.plan.isPrunable && decode.deterministic

  /** Returns the one decoding whose fields these are, with its fields in this order, if each of
    * them occurs once.
    */
  private def allFieldsOf(fields: Seq[NamedExpression])(
      isDecoding: PartialFunction[Expression, Decode]): Option[Decode] = {
    val found = fields.collect {
      case Alias(GetStructField(root, ordinal, _), _) if isDecoding.isDefinedAt(root) =>
        isDecoding(root) -> ordinal
    }
    if (found.length < fields.length || found.map(_._1.canonicalized).distinct.length != 1) None
    else inOrder(found.head._1, found.map(_._2))
  }

  private def inOrder(decode: Decode, ordinals: Seq[Int]): Option[Decode] = decode.required match {
    case struct: StructType if ordinals.sorted == struct.indices =>
      Some(decode.copy(required = StructType(ordinals.map(struct(_))), form = RowForm.Fields))
    case _ => None
  }
}
