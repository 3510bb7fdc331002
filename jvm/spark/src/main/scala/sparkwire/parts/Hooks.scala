package sparkwire.parts

import org.apache.spark.sql.{classic, SparkSessionExtensions}

import sparkwire.execution.{DecodeColumns, PlanDecodedRows}
import sparkwire.optimizer.PruneDecodedFields

// Each hook adds one optional part to a session. The hooks are separate objects, because a class
// does not load if a class that it names is missing.

private[sparkwire] object PruningHook {
  def inject(extensions: SparkSessionExtensions): Unit =
    extensions.injectOptimizerRule(_ => PruneDecodedFields)

  def add(session: classic.SparkSession): Unit = {
    val rules = session.experimental.extraOptimizations
    if (!rules.contains(PruneDecodedFields))
      session.experimental.extraOptimizations = rules :+ PruneDecodedFields
  }
}

private[sparkwire] object RowsHook {
  def inject(extensions: SparkSessionExtensions): Unit =
    extensions.injectPlannerStrategy(_ => PlanDecodedRows)

  def add(session: classic.SparkSession): Unit = {
    val strategies = session.experimental.extraStrategies
    if (!strategies.contains(PlanDecodedRows))
      session.experimental.extraStrategies = strategies :+ PlanDecodedRows
  }
}

private[sparkwire] object ColumnHook {
  def inject(extensions: SparkSessionExtensions): Unit =
    extensions.injectColumnar(_ => DecodeColumns.AfterTransitions)
}
