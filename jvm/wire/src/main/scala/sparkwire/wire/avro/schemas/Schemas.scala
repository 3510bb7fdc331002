package sparkwire.wire.avro
package schemas

import java.nio.charset.StandardCharsets.UTF_8

import scala.annotation.nowarn

import org.apache.avro.{AvroRuntimeException, NameValidator, Schema}

import sparkwire.wire.core.{Reason, Sink, Utf8}
import sparkwire.wire.trace.Show

/** A schema that cannot be, or cannot be what it is asked to be; the message says why. */
final class InvalidSchema(message: String) extends RuntimeException(message, null, false, false)

/** Texts of schemas. Names are taken as Avro's reader of files takes them, whatever characters they
  * have: other software writes empty names, hyphens, and namespaces that end in `$`.
  */
private[wire] object Schemas {

  // Anything but no text at all, as which Avro's parser hands on a symbol that is a number.
  private val anyName: NameValidator = new NameValidator {
    override def validate(name: String): NameValidator.Result =
      if (name == null) new NameValidator.Result("a name is no text") else NameValidator.OK
  }

  /** A schema that data were written by. Defaults mean nothing for it, so they are not judged: old
    * software wrote some that are none.
    */
  def ofWriter(text: String): Schema = parse(text, validateDefaults = false)

  def ofReader(text: String): Schema = parse(text, validateDefaults = true)

  /** The last of several texts, each of which may use the types of those before it. */
  def ofSeveral(texts: Seq[String]): Schema = guarded {
    val parser = new Schema.Parser(anyName).setValidateDefaults(false)
    texts.map(text => parser.parse(text)).last
  }

  /** A writer's schema from bytes; null if they are none. */
  def ofWriter(bytes: Array[Byte], from: Int, until: Int): Schema =
    if (!Utf8.isValid(bytes, from, until)) null
    else
      try ofWriter(new String(bytes, from, until - from, UTF_8))
      catch { case _: InvalidSchema => null }

  /** The reason why bytes are no schema; where a fault is explained, with what Avro says of them. */
  def refusal(sink: Sink, bytes: Array[Byte], from: Int, until: Int): Reason =
    if (sink.tracer.isOn)
      Avro.BadSchema.because(s"${Avro.BadSchema.explanation}: ${whyNone(bytes, from, until)}")
    else Avro.BadSchema

  private def whyNone(bytes: Array[Byte], from: Int, until: Int): String =
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

  /** Runs code of Avro's that makes schemas from others, whose names are what they are. Avro has no other
    * way to say so than the thread's, which it deprecates.
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

  // Avro's parser means to throw AvroRuntimeException only, but falls over some texts.
  private def guarded(parse: => Schema): Schema =
    try parse
    catch {
      case error: AvroRuntimeException => refuse(error.getMessage)
      case error: IllegalArgumentException => refuse(error.getMessage)
      case _: NullPointerException | _: ClassCastException => refuse("it is no Avro schema")
      case _: StackOverflowError => refuse("it is nested too deep")
    }

  private def refuse(why: String): Nothing = throw new InvalidSchema(why)
}
