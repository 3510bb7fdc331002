package sparkwire.parts

import sparkwire.execution.{DecodeColumn, DecodeColumns, DecodeRows, PlanDecodedRows}
import sparkwire.expressions.{Decode, StaticCall}
import sparkwire.optimizer.PruneDecodedFields
import sparkwire.sinks.generated.FillerCode

import org.slf4j.LoggerFactory

/** A part of Sparkwire that makes queries faster and changes none of their results. It is left out
  * if Spark lacks what it needs, so that the functions decode on every platform.
  *
  * @param name
  *   the name of the part in the log
  * @param without
  *   the consequence of leaving it out, for the log
  * @param classes
  *   the classes of the part; the classes that they use in their packages belong to it, too. A
  *   by-name parameter, because loading them may already fail
  */
sealed abstract class OptionalPart(val name: String, without: String, classes: => Seq[Class[_]]) {

  /** Whether Spark has what the part needs. Determined once in a JVM; if something is missing, one
    * line of the log says so.
    */
  final def isAvailable: Boolean = OptionalPart.available(this)

  private def probe(linkage: Linkage): Boolean = {
    val lacking = missing(linkage)
    if (lacking.nonEmpty)
      OptionalPart.log.warn(
        "Sparkwire runs without {} on this Spark: {}. Missing in Spark: {}", name, without,
        lacking.mkString(", "))
    lacking.isEmpty
  }

  private[parts] final def missing(linkage: Linkage): Seq[String] =
    try {
      val found = classes
      linkage.missing(found.map(_.getName.replace('.', '/')))
    } catch { case error: LinkageError => Seq(String.valueOf(error.getMessage)) }
}

object OptionalPart {
  private val log = LoggerFactory.getLogger(classOf[OptionalPart])

  /** The optimizer rule that limits a decoding to what the query uses. */
  case object Pruning
      extends OptionalPart("its optimizer rule", "every field of a value is decoded",
        Seq(PruneDecodedFields.getClass, PruningHook.getClass))

  /** The operator that hands on the rows of a decoder. */
  case object Rows
      extends OptionalPart(
        "DecodeRows", "Spark's own projections copy the fields of decoded rows",
        Seq(classOf[DecodeRows], PlanDecodedRows.getClass, RowsHook.getClass))

  /** The operator that decodes values where the columns of a file hold them. */
  case object Column
      extends OptionalPart(
        "DecodeColumn", "values of columnar files become rows before they are decoded",
        Seq(classOf[DecodeColumn], DecodeColumns.getClass, ColumnHook.getClass))

  /** The generated code of the expressions. */
  case object ExpressionCode
      extends OptionalPart(
        "generated code for its expressions", "functions are evaluated without code generation",
        Seq(classOf[Decode], classOf[StaticCall]))

  /** The generated code for arrays of small structs. */
  case object FillerCodes
      extends OptionalPart(
        "generated code for structs", "they are read field by field",
        Seq(FillerCode.getClass))

  val all: Seq[OptionalPart] = Seq(Pruning, Rows, Column, ExpressionCode, FillerCodes)

  // Probed together: the parts use the same classes of Spark, whose class files are read once and
  // not kept.
  private lazy val available: Set[OptionalPart] = {
    val linkage = new Linkage(getClass.getClassLoader)
    all.filter(_.probe(linkage)).toSet
  }
}
