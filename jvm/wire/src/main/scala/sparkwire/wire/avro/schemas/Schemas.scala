package sparkwire.wire.avro.schemas

import java.nio.charset.StandardCharsets.UTF_8

import scala.annotation.nowarn

import org.apache.avro.{AvroRuntimeException, NameValidator, Schema}
import org.apache.avro.util.SchemaResolver

import sparkwire.wire.avro.Avro
import sparkwire.wire.core.{Malformed, Reason, Sink, Utf8}
import sparkwire.wire.trace.Show

import com.fasterxml.jackson.core.JsonProcessingException

/** An invalid schema, or one that cannot be used as requested; the message says why. */
final class InvalidSchema(message: String) extends RuntimeException(message, null, false, false)

/** Parses schemas. Names may contain any characters, as in Avro's reader of files: other software
  * writes empty names, hyphens, and namespaces that end in `$`.
  *
  * Avro's parser takes JSON of up to 1,000 levels, for which a stack of 1 MiB is large enough. On a
  * smaller stack, a deep schema is refused.
  */
private[wire] object Schemas {

  // Accepts any name except null, which Avro's parser passes on for a symbol that is a number.
  private val anyName: NameValidator = new NameValidator {
    override def validate(name: String): NameValidator.Result =
      if (name == null) new NameValidator.Result("a name is not text") else NameValidator.OK
  }

  /** Parses the schema that data was written with. Its defaults are never used, so they are not
    * validated: old software wrote invalid ones.
    */
  def ofWriter(text: String): Schema = parse(text, validateDefaults = false)

  def ofReader(text: String): Schema = parse(text, validateDefaults = true)

  /** Parses several texts, each of which may use the types of the earlier ones, and returns the
    * last schema.
    */
  def ofSeveral(texts: Seq[String]): Schema = guarded {
    val all = parser(validateDefaults = false)
    texts.map(text => all.parse(text)).last
  }

  /** Parses a writer's schema that comes with data; returns null if the bytes are not a schema.
    * Refuses one that exceeds [[SchemaLimits]].
    */
  def ofData(bytes: Array[Byte], from: Int, until: Int): Schema = {
    if (until - from > SchemaLimits.MaxBytes) throw SchemaLimits.Text.signal
    if (!Utf8.isValid(bytes, from, until)) null
    else
      try ofData(new String(bytes, from, until - from, UTF_8))
      catch { case _: InvalidSchema => null }
  }

  /** Like the other method, but throws [[InvalidSchema]]. */
  def ofData(text: String): Schema = guarded {
    val plain = new PlainSchema(text)
    val rewritten = plain.rewritten
    val schema = parser(validateDefaults = false).parseInternal(rewritten)
    // To find types that are defined after their use, Avro's parser takes time that is quadratic in
    // the size of the schema.
    var isComplete = true
    SchemaTypes.foreach(schema)(part => isComplete &&= !SchemaResolver.isUnresolvedSchema(part))
    if (isComplete) schema
    else {
      plain.count.forward()
      parser(validateDefaults = false).parse(rewritten)
    }
  }

  /** Returns the reason why bytes are not a schema; in a trace, with Avro's explanation. */
  def refusal(sink: Sink, bytes: Array[Byte], from: Int, until: Int): Reason =
    if (sink.tracer.isOn)
      Avro.BadSchema.because(s"${Avro.BadSchema.explanation}: ${explain(bytes, from, until)}")
    else Avro.BadSchema

  private def explain(bytes: Array[Byte], from: Int, until: Int): String =
    if (!Utf8.isValid(bytes, from, until)) "it is not well-formed UTF-8"
    else
      try {
        ofData(new String(bytes, from, until - from, UTF_8))
        "it is nested too deep"
      } catch {
        case invalid: InvalidSchema =>
          val why = String.valueOf(invalid.getMessage).getBytes(UTF_8)
          Show.text(why, 0, why.length)
      }

  /** Runs code of Avro that derives schemas from others, without checks of their names. Avro offers
    * only a thread-local setting for this, which is deprecated.
    */
  @nowarn("cat=deprecation")
  def withAnyNames[A](make: => A): A = {
    val before = Schema.getNameValidator
    Schema.setNameValidator(anyName)
    try make
    finally Schema.setNameValidator(before)
  }

  private def parser(validateDefaults: Boolean): Schema.Parser =
    new Schema.Parser(anyName).setValidateDefaults(validateDefaults)

  private def parse(text: String, validateDefaults: Boolean): Schema =
    guarded(parser(validateDefaults).parse(text))

  // Avro's parser is meant to throw only AvroRuntimeException, but fails in other ways on some
  // texts: a name that consists of dots, for example, is an index out of bounds.
  private def guarded(parse: => Schema): Schema =
    try parse
    catch {
      case malformed: Malformed => throw malformed
      case json: JsonProcessingException => refuse(explanation(json))
      case error: AvroRuntimeException => refuse(explanation(error))
      case error: IllegalArgumentException => refuse(error.getMessage)
      case _: NullPointerException | _: ClassCastException | _: IndexOutOfBoundsException |
          _: IllegalStateException | _: UnsupportedOperationException | _: ArithmeticException |
          _: NoSuchElementException =>
        refuse("it is not an Avro schema")
      case _: StackOverflowError => refuse("it is nested too deep")
    }

  private def explanation(error: AvroRuntimeException): String = error.getCause match {
    case json: JsonProcessingException => explanation(json)
    case _ => error.getMessage
  }

  private def explanation(json: JsonProcessingException): String = json.getLocation match {
    case null => json.getMessage
    case at => s"it is not valid JSON (line ${at.getLineNr}, column ${at.getColumnNr})"
  }

  private def refuse(why: String): Nothing = throw new InvalidSchema(why)
}
