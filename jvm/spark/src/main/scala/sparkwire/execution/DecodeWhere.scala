package sparkwire.execution

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{Complete, Partial}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{
  ColumnarRule, FilterExec, ProjectExec, SparkPlan, UnaryExecNode
}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec

import sparkwire.expressions.Decode
import sparkwire.optimizer.FieldChains
import sparkwire.rows.RowForm

/** Lets a filter and the operator above it share one decoding. Spark's optimizer moves each filter
  * below the projections, where it decodes a value once more:
  * {{{
  * Project [decode(v).a, decode(v).b]        Project [d.a, d.b]
  * +- Filter n > 0 AND decode(v).a = 1   =>  +- DecodeRows decode(v) AS d where a = 1
  *                                              +- Filter n > 0
  * }}}
  * Conditions before the first one on the decoded value stay below: rows that they drop are not
  * decoded, and so are not refused.
  *
  * The rule changes physical plans, because every rule of the optimizer that moves filters would
  * undo it in a logical one.
  */
object DecodeWhere extends Rule[SparkPlan] {

  /** The hook through which Spark runs the rule. */
  object BeforeTransitions extends ColumnarRule {
    override def preColumnarTransitions: Rule[SparkPlan] = DecodeWhere
  }

  override def apply(plan: SparkPlan): SparkPlan = plan.transformUp {
    case rows @ DecodeRows(decode, _, filter: FilterExec, None, Seq()) if fits(decode, filter) =>
      handingOn(rows, filter).getOrElse(projection(rows))
    case parent: UnaryExecNode => widened(parent)
  }.transformUp {
    case above @ (_: ProjectExec | _: BaseAggregateExec) if computesOfInput(above) =>
      val node = above.asInstanceOf[UnaryExecNode]
      filterBelow(node.child).flatMap(sharing(node, _)).getOrElse(above)
  }

  /** Whether the expressions of a node are over its input: of an aggregate, not over the buffers of
    * another one.
    */
  private def computesOfInput(node: SparkPlan): Boolean = node match {
    case aggregate: BaseAggregateExec =>
      aggregate.aggregateExpressions.forall(part => part.mode == Partial || part.mode == Complete)
    case _ => true
  }

  private def filterBelow(node: SparkPlan): Option[FilterExec] = node match {
    case filter: FilterExec => Some(filter)
    case ProjectExec(columns, filter: FilterExec) if columns.forall(_.isInstanceOf[Attribute]) =>
      Some(filter)
    case _ => None
  }

  // Without `verify`, a value may be refused for a field that is decoded, and not otherwise: rows that the
  // filter drops would be refused. For streams, see [[PlanDecodedRows]].
  private def fits(decode: Decode, filter: FilterExec): Boolean =
    decode.plan.isPrunable && decode.deterministic && decode.plan.isNullAlike &&
      !filter.logicalLink.exists(_.isStreaming)

  // The rows of a decoder that are handed on unchanged.

  private def handingOn(rows: DecodeRows, filter: FilterExec): Option[SparkPlan] = {
    val parts = new Conditions(filter, rows.decode)
    val isColumn = rows.decode.form == RowForm.Column
    if (parts.after.nonEmpty) None
    else if (parts.onValue.isEmpty) Some(rows)
    else
      (if (isColumn) parts.where(rows.decode.required)
       else parts.whereBeside(rows.decode.required))
        // The column may have more fields, if whoever takes it takes only some of them.
        .filterNot(isColumn && _.onAll.isEmpty)
        .map(where => rows.copy(child = parts.filtered, where = Some(where)))
  }

  private def projection(rows: DecodeRows): SparkPlan = {
    val value = rows.decode.copy(form = RowForm.Apart)
    val columns = rows.made.zipWithIndex.map { case (column, at) =>
      val field = if (rows.decode.form == RowForm.Column) value else GetStructField(value, at)
      Alias(field, column.name)(column.exprId, column.qualifier)
    }
    ProjectExec(columns, rows.child)
  }

  /** Lets a projected decoding have the fields that the conditions below need, if the node above
    * only takes fields of it, and does not hand it on.
    */
  private def widened(parent: UnaryExecNode): SparkPlan = parent.child match {
    case project @ ProjectExec(columns, filter: FilterExec) =>
      val hidden = columns.collect {
        case alias @ Alias(decode: Decode, _)
            if fits(decode, filter) && !parent.outputSet.contains(alias.toAttribute) =>
          alias -> decode
      }
      hidden match {
        case Seq((alias, decode)) if takesFields(parent, alias) =>
          val required = new Conditions(filter, decode).requiredWith(decode.required)
          if (required == decode.required) parent
          else widened(parent, project, alias, decode.copy(required = required))
        case _ => parent
      }
    case _ => parent
  }

  private def takesFields(parent: SparkPlan, alias: Alias): Boolean =
    parent.expressions.forall(expression =>
      !FieldChains.rebuild(expression,
        {
          case attribute: AttributeReference if attribute.exprId == alias.exprId =>
            Literal(null, attribute.dataType)
        }).references.contains(alias.toAttribute))

  private def widened(parent: UnaryExecNode, project: ProjectExec, alias: Alias,
      decode: Decode): SparkPlan = {
    val renewed = Alias(decode, alias.name)(qualifier = alias.qualifier)
    val columns = project.projectList.map(column => if (column eq alias) renewed else column)
    parent.withNewChildren(Seq(project.copy(projectList = columns))).mapExpressions(
      FieldChains.rebuild(_,
        {
          case attribute: AttributeReference if attribute.exprId == alias.exprId =>
            renewed.toAttribute
        }))
  }

  // A decoded column.

  private def sharing(above: UnaryExecNode, filter: FilterExec): Option[SparkPlan] =
    decodingsIn(Seq(filter.condition)).filter(fits(_, filter)).iterator.flatMap { decode =>
      val parts = new Conditions(filter, decode)
      if (parts.onValue.isEmpty || !decodingsIn(above.expressions).exists(parts.isSame)) None
      else sharing(above, parts)
    }.nextOption()

  private def sharing(above: UnaryExecNode, parts: Conditions): Option[SparkPlan] = {
    val using = above.expressions ++ parts.after
    for {
      required <- parts.requiredBy(using)
      where <- parts.where(required)
    } yield {
      val value = AttributeReference(parts.decode.prettyName, required)()
      val used = AttributeSet(using.map(parts.replaced(_, value)))
      val rows = DecodeRows(parts.decode.copy(required = required, form = RowForm.Column),
        Seq(value), parts.filtered, Some(where), parts.filtered.output.filter(used.contains))
      val below = parts.after.reduceOption(And).fold[SparkPlan](rows)(condition =>
        FilterExec(parts.replaced(condition, value), rows))
      above.withNewChildren(Seq(below)).mapExpressions(parts.replaced(_, value))
    }
  }

  private def decodingsIn(expressions: Seq[Expression]): Seq[Decode] =
    expressions.flatMap(_.collect { case decode: Decode => decode })
}
