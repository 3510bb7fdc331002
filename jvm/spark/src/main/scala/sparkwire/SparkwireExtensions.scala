package sparkwire

import org.apache.spark.sql.{SparkSession, SparkSessionExtensions, SparkSessionExtensionsProvider}
import org.apache.spark.sql.classic

import sparkwire.catalog.FunctionCatalog
import sparkwire.parts.{ColumnHook, OptionalPart, PruningHook, RowsHook}

/** The door for SQL: found by Spark's service loader, or named in `spark.sql.extensions`. */
class SparkwireExtensions extends SparkSessionExtensionsProvider {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    FunctionCatalog.registrations.foreach(extensions.injectFunction)
    if (OptionalPart.Pruning.isAvailable) PruningHook.inject(extensions)
    if (OptionalPart.Rows.isAvailable) RowsHook.inject(extensions)
    if (OptionalPart.Column.isAvailable) ColumnHook.inject(extensions)
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
    if (OptionalPart.Pruning.isAvailable) PruningHook.add(session)
    if (OptionalPart.Rows.isAvailable) RowsHook.add(session)
  }
}
