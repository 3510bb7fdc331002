package sparkwire

import org.apache.spark.sql.{SparkSession, SparkSessionExtensions, SparkSessionExtensionsProvider}
import org.apache.spark.sql.classic

import sparkwire.catalog.FunctionCatalog
import sparkwire.execution.{ColumnHook, ColumnOperator, RowHook, RowOperator, WhereHook, WhereRule}
import sparkwire.formats.{PathQueries, PathQueriesHook}
import sparkwire.optimizer.{OrderChecks, OrderChecksHook, Pruning, PruningHook}

/** The entry for SQL. Spark's service loader finds it, or `spark.sql.extensions` names it. */
class SparkwireExtensions extends SparkSessionExtensionsProvider {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    FunctionCatalog.registrations.foreach(extensions.injectFunction)
    if (Pruning.isAvailable) PruningHook.inject(extensions)
    if (RowOperator.isAvailable) RowHook.inject(extensions)
    if (ColumnOperator.isAvailable) ColumnHook.inject(extensions)
    if (WhereRule.isAvailable) WhereHook.inject(extensions)
    if (PathQueries.isAvailable) PathQueriesHook.inject(extensions)
    if (OrderChecks.isAvailable) OrderChecksHook.inject(extensions)
  }
}

object SparkwireExtensions {

  /** Adds the functions and the rule to a running session, as is needed after `ADD JAR`. A running
    * session accepts no further columnar rules, so values of columnar files become rows before they
    * are decoded; nor rules of the analysis, so a query cannot name files by their path.
    */
  def register(spark: SparkSession): Unit = {
    val session = spark.asInstanceOf[classic.SparkSession]
    val extensions = new SparkSessionExtensions
    FunctionCatalog.registrations.foreach(extensions.injectFunction)
    LiveSession.registerFunctions(extensions, session.sessionState.functionRegistry)
    if (Pruning.isAvailable) PruningHook.add(session)
    if (RowOperator.isAvailable) RowHook.add(session)
  }
}
