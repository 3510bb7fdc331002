package sparkwire.execution

import org.apache.spark.sql.{classic, SparkSessionExtensions}

import sparkwire.linkage.OptionalPart

/** The operator that hands on the rows of a decoder. */
private[sparkwire] case object RowOperator
    extends OptionalPart(
      "DecodeRows", "Spark's own projections copy the fields of decoded rows",
      Seq(classOf[DecodeRows], PlanDecodedRows.getClass, RowHook.getClass))

/** The operator that decodes values where the columns of a file hold them. */
private[sparkwire] case object ColumnOperator
    extends OptionalPart(
      "DecodeColumn", "values of columnar files become rows before they are decoded",
      Seq(classOf[DecodeColumn], DecodeColumns.getClass, ColumnHook.getClass))

/** The rule that lets a filter and the operator above it share a decoding. */
private[sparkwire] case object WhereRule
    extends OptionalPart("DecodeWhere", "a filter on a decoded value decodes it once more",
      Seq(DecodeWhere.getClass, WhereHook.getClass))

// Hooks add the operators to sessions. They are separate objects, because a class does not load if
// a class that it names is missing.

private[sparkwire] object RowHook {
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

private[sparkwire] object WhereHook {
  def inject(extensions: SparkSessionExtensions): Unit =
    extensions.injectColumnar(_ => DecodeWhere.BeforeTransitions)
}
