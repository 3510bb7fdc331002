package sparkwire.wire.avro
package schemas

import java.nio.charset.StandardCharsets.UTF_8

import scala.annotation.nowarn

import org.apache.avro.{AvroRuntimeException, NameValidator, Schema}

import sparkwire.wire.core.{Reason, Sink, Utf8}
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
    val parser = new Schema.Parser(anyName).setValidateDefaults(false)
    texts.map(text => parser.parse(text)).last
  }

  /** Parses a writer's schema from bytes; returns null if they are not a schema. */
  def ofWriter(bytes: Array[Byte], from: Int, until: Int): Schema =
    if (!Utf8.isValid(bytes, from, until)) null
    else
      try ofWriter(new String(bytes, from, until - from, UTF_8))
      catch { case _: InvalidSchema => null }

  /** Returns the reason why bytes are not a schema; in a trace, with Avro's explanation. */
  def refusal(sink: Sink, bytes: Array[Byte], from: Int, until: Int): Reason =
    if (sink.tracer.isOn)
      Avro.BadSchema.because(s"${Avro.BadSchema.explanation}: ${explain(bytes, from, until)}")
    else Avro.BadSchema

  private def explain(bytes: Array[Byte], from: Int, until: Int): String =
    if (!Utf8.isValid(bytes, from, until)) "it is not well-formed UTF-8"
    else
      try {
        ofWriter(new String(bytes, from, until - from, UTF_8))
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

  private def parse(text: String, validateDefaults: Boolean): Schema =
    guarded(new Schema.Parser(anyName).setValidateDefaults(validateDefaults).parse(text))

  // Avro's parser is meant to throw only AvroRuntimeException, but fails in other ways on some
  // texts: a name that consists of dots, for example, is an index out of bounds.
  private def guarded(parse: => Schema): Schema =
    try parse
    catch {
      case error: AvroRuntimeException => refuse(explanation(error))
      case error: IllegalArgumentException => refuse(error.getMessage)
      case _: NullPointerException | _: ClassCastException | _: IndexOutOfBoundsException =>
        refuse("it is not an Avro schema")
      case _: StackOverflowError => refuse("it is nested too deep")
    }

  private def explanation(error: AvroRuntimeException): String = error.getCause match {
    case json: JsonProcessingException if json.getLocation != null =>
      val at = json.getLocation
      s"it is not valid JSON (line ${at.getLineNr}, column ${at.getColumnNr})"
    case _ => error.getMessage
  }

  private def refuse(why: String): Nothing = throw new InvalidSchema(why)
}
