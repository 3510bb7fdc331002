package sparkwire.parts

import org.apache.spark.sql.{classic, SparkSessionExtensions}

import sparkwire.execution.{DecodeColumns, PlanDecodedRows}
import sparkwire.optimizer.PruneDecodedFields

// How each optional part gets into a session. They are objects of their own, since a class does not load where one
// that it names is missing.

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
