package sparkwire.wire.avro

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.avro.{AvroRuntimeException, Schema}

import sparkwire.wire.Utf8

/** A schema that cannot be, or cannot be what it is asked to be; the message says why. */
final class InvalidSchema(message: String) extends RuntimeException(message, null, false, false)

/** Texts of schemas. */
private[wire] object Schemas {

  /** A schema that data were written by. Defaults mean nothing for it, so they are not judged: old
    * software wrote some that are none.
    */
  def ofWriter(text: String): Schema = parse(text, validateDefaults = false)

  def ofReader(text: String): Schema = parse(text, validateDefaults = true)

  /** The same from bytes; null if they are none. */
  def ofWriter(bytes: Array[Byte], from: Int, until: Int): Schema =
    if (!Utf8.isValid(bytes, from, until)) null
    else
      try ofWriter(new String(bytes, from, until - from, UTF_8))
      catch { case _: InvalidSchema => null }

  // Avro's parser means to throw AvroRuntimeException only, but falls over some texts.
  private def parse(text: String, validateDefaults: Boolean): Schema =
    try new Schema.Parser().setValidateDefaults(validateDefaults).parse(text)
    catch {
      case error: AvroRuntimeException => refuse(error.getMessage)
      case error: IllegalArgumentException => refuse(error.getMessage)
      case _: NullPointerException | _: ClassCastException => refuse("it is no Avro schema")
      case _: StackOverflowError => refuse("it is nested too deep")
    }

  private def refuse(why: String): Nothing = throw new InvalidSchema(why)
}
