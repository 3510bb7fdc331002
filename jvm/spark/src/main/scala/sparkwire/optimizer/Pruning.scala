package sparkwire.optimizer

import org.apache.spark.sql.{classic, SparkSessionExtensions}

import sparkwire.linkage.OptionalPart

/** The optimizer rule that limits a decoding to the fields that the query uses. */
private[sparkwire] case object Pruning
    extends OptionalPart("its optimizer rule", "every field of a value is decoded",
      Seq(PruneDecodedFields.getClass, PruningHook.getClass))

/** Adds the rule to sessions. A hook is an object of its own, because a class does not load if a
  * class that it names is missing.
  */
private[sparkwire] object PruningHook {
  def inject(extensions: SparkSessionExtensions): Unit =
    extensions.injectOptimizerRule(_ => PruneDecodedFields)

  def add(session: classic.SparkSession): Unit = {
    val rules = session.experimental.extraOptimizations
    if (!rules.contains(PruneDecodedFields))
      session.experimental.extraOptimizations = rules :+ PruneDecodedFields
  }
}
