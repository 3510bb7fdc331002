package sparkwire.errors

import java.util.{HashMap => JavaMap}

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.trees.Origin

import sparkwire.wire.trace.Fault
import sparkwire.wire.writing.Refusal

/** Creates all errors with a condition `SPARKWIRE_…`. */
object SparkwireErrors {

  def malformed(format: String, fault: Fault, function: String,
      twins: Twins): MalformedInputException =
    malformed(format, fault, fault.offset.toLong, s". ${advice(twins)}", "function" -> function)

  /** Returns the error for a malformed part of a file that a table reads.
    *
    * @param offset
    *   the offset of the fault in the file
    */
  def malformedFile(format: String, file: String, fault: Fault,
      offset: Long): MalformedInputException =
    malformed(format, fault, offset,
      s", in $file. Set the option mode to permissive to get a row with the fault instead.",
      "file" -> file)

  /** @param where the parameter that names the function that refused the bytes, or their place
    */
  private def malformed(format: String, fault: Fault, offset: Long, advice: String,
      where: (String, String)): MalformedInputException = {
    val field = if (fault.path.isEmpty) "" else s" (${fault.path})"
    val text =
      s"[SPARKWIRE_MALFORMED] $format: ${fault.reason.word} at byte $offset$field: " +
        s"${fault.message}$advice"
    val parameters = new JavaMap[String, String]
    parameters.put("format", format)
    parameters.put("reason", fault.reason.word)
    parameters.put("offset", offset.toString)
    parameters.put("path", fault.path)
    parameters.put(where._1, where._2)
    atRunTime("SPARKWIRE_MALFORMED", text, parameters)
  }

  def unencodable(format: String, refusal: Refusal, function: String,
      twins: Twins): MalformedInputException = {
    val field = if (refusal.path.isEmpty) "" else s" (${refusal.path})"
    val text = s"[SPARKWIRE_UNENCODABLE] $format: ${refusal.reason.word}$field: " +
      s"${refusal.detail}. ${advice(twins)}"
    val parameters = new JavaMap[String, String]
    parameters.put("format", format)
    parameters.put("reason", refusal.reason.word)
    parameters.put("path", refusal.path)
    parameters.put("function", function)
    atRunTime("SPARKWIRE_UNENCODABLE", text, parameters)
  }

  /** Returns the error for a row that cannot be written to a file of values.
    *
    * @param format
    *   the name of the format of the files
    */
  def nullInFile(format: String): MalformedInputException = {
    val text =
      s"[SPARKWIRE_UNENCODABLE] $format: missing-field (value): the value of a row is NULL, " +
        "which a file of values cannot hold. Leave such rows out: WHERE value IS NOT NULL."
    val parameters = new JavaMap[String, String]
    parameters.put("format", format)
    parameters.put("reason", "missing-field")
    parameters.put("path", "value")
    parameters.put("function", s"sparkwire-$format")
    atRunTime("SPARKWIRE_UNENCODABLE", text, parameters)
  }

  /** Returns the error for a file that a stream has read, and that has not only grown since.
    *
    * @param change the change: the former state of the file, and its current state
    */
  def changedFile(format: String, file: String, change: String): MalformedInputException =
    changed(format, file, change,
      "A stream follows files that grow. It does not read compressed files again, nor files that are " +
        "written anew.")

  /** Returns the error for a file that became shorter while a query read it. */
  def shrunkFile(file: String, length: Long): MalformedInputException =
    changed("files", file, s"had $length bytes when it was listed, and has fewer now",
      "Run the query again when the file is complete.")

  private def changed(format: String, file: String, change: String,
      advice: String): MalformedInputException = {
    val text = s"[SPARKWIRE_FILE_CHANGED] $format: $file $change. $advice"
    val parameters = new JavaMap[String, String]
    parameters.put("format", format)
    parameters.put("file", file)
    parameters.put("change", change)
    atRunTime("SPARKWIRE_FILE_CHANGED", text, parameters)
  }

  private def atRunTime(condition: String, text: String,
      parameters: JavaMap[String, String]): MalformedInputException =
    new MalformedInputException(condition, text, parameters, Map("errorMessage" -> text))

  private def advice(twins: Twins): String =
    s"Use ${twins.attempt} to get NULL instead, ${twins.fault} to see why."

  /** Returns the error for an invalid schema that is found when the query runs. */
  def invalidSchemaAtRunTime(function: String, fault: Fault,
      twins: Twins): MalformedInputException = {
    val text = s"[SPARKWIRE_INVALID_SCHEMA] $function: ${fault.message}. ${advice(twins)}"
    val parameters = new JavaMap[String, String]
    parameters.put("function", function)
    parameters.put("message", fault.message)
    atRunTime("SPARKWIRE_INVALID_SCHEMA", text, parameters)
  }

  def invalidOption(function: String, message: String): AnalysisException =
    new InvalidArgument("SPARKWIRE_INVALID_OPTION", function, message, None, None)

  def invalidSchema(function: String, message: String): AnalysisException =
    new InvalidArgument("SPARKWIRE_INVALID_SCHEMA", function, message, None, None)

  /** Returns the error for a wrong number or type of arguments. */
  def wrongArguments(function: String, message: String): AnalysisException =
    new InvalidArgument("SPARKWIRE_WRONG_ARGUMENTS", function, message, None, None)
}

/** The names of the functions that do the same without failing. */
final case class Twins(attempt: String, fault: String)

/** An error at analysis. `withPosition` is overridden because Spark's version would create a plain
  * AnalysisException with a query context, which PySpark cannot show.
  */
private final class InvalidArgument(
    condition: String, function: String, text: String, line: Option[Int], position: Option[Int])
    extends AnalysisException(
      s"[$condition] $function: $text", line, position, None, Some(condition),
      Map("function" -> function, "message" -> text), Array.empty) {
  override def getSqlState: String = "22023"
  override def withPosition(origin: Origin): AnalysisException =
    new InvalidArgument(condition, function, text, origin.line, origin.startPosition)
}
