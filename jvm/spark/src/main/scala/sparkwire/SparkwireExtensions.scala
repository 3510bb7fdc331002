package sparkwire

import org.apache.spark.sql.{SparkSession, SparkSessionExtensions, SparkSessionExtensionsProvider}
import org.apache.spark.sql.classic

import sparkwire.catalog.FunctionCatalog
import sparkwire.execution.{DecodeColumns, PlanDecodedRows}
import sparkwire.optimizer.PruneDecodedFields

/** The door for SQL: found by Spark's service loader, or named in `spark.sql.extensions`. */
class SparkwireExtensions extends SparkSessionExtensionsProvider {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    FunctionCatalog.registrations.foreach(extensions.injectFunction)
    extensions.injectOptimizerRule(_ => PruneDecodedFields)
    extensions.injectPlannerStrategy(_ => PlanDecodedRows)
    extensions.injectColumnar(_ => DecodeColumns.AfterTransitions)
  }
}

object SparkwireExtensions {

  /** Adds functions and rule to a session that runs already, as is needed after `ADD JAR`. Such a session takes no more
    * rules for columns: there values of files become rows before they are decoded.
    */
  def register(spark: SparkSession): Unit = {
    val session = spark.asInstanceOf[classic.SparkSession]
    val extensions = new SparkSessionExtensions
    FunctionCatalog.registrations.foreach(extensions.injectFunction)
    LiveSession.registerFunctions(extensions, session.sessionState.functionRegistry)
    val rules = session.experimental.extraOptimizations
    if (!rules.contains(PruneDecodedFields))
      session.experimental.extraOptimizations = rules :+ PruneDecodedFields
    val strategies = session.experimental.extraStrategies
    if (!strategies.contains(PlanDecodedRows))
      session.experimental.extraStrategies = strategies :+ PlanDecodedRows
  }
}
