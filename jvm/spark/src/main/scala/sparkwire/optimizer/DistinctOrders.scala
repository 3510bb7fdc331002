package sparkwire.optimizer

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import sparkwire.errors.SparkwireErrors
import sparkwire.expressions.{Encode, OrderedAgg}
import sparkwire.linkage.OptionalPart

/** The check of orders beside DISTINCT. */
private[sparkwire] case object OrderChecks
    extends OptionalPart("the check of orders beside DISTINCT",
      "values may come twice if they are ordered by something else",
      Seq(DistinctOrders.getClass, OrderChecksHook.getClass))

/** Adds the check to sessions: see [[PruningHook]]. */
private[sparkwire] object OrderChecksHook {
  def inject(extensions: SparkSessionExtensions): Unit =
    extensions.injectCheckRule(_ => DistinctOrders)
}

/** Refuses to order distinct values by something that does not follow from them, as Spark does for
  * `listagg`: it is not clear which row of equal values decides their place.
  */
private[sparkwire] object DistinctOrders extends (LogicalPlan => Unit) {
  override def apply(plan: LogicalPlan): Unit = plan.foreach(
    _.expressions.foreach(
      _.foreach {
        case AggregateExpression(agg: OrderedAgg, _, true, _, _)
            if !agg.keys.forall(follows(_, agg)) =>
          throw SparkwireErrors.wrongArguments(agg.prettyName,
            "DISTINCT values are ordered by themselves. In WITHIN GROUP (ORDER BY …), name the value, or what " +
              "is computed from it.")
        case _ =>
      }))

  /** Whether the value of a row determines the key. */
  private def follows(key: Expression, agg: OrderedAgg): Boolean = {
    val value = agg.child match {
      case encoded: Encode => encoded.children.head
      case other => other
    }
    key.deterministic && key.transform {
      case part if part.semanticEquals(value) => Literal.create(null, part.dataType)
    }.references.isEmpty
  }
}
