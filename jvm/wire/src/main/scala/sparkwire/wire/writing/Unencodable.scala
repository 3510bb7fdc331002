package sparkwire.wire.writing

import sparkwire.wire.core.Reason

/** The only exception that a writer, or a source that it asks, throws because of the value. It has
  * neither stack nor text: a second walk over the value finds the path.
  */
final class Unencodable private (val reason: Reason, saying: () => String)
    extends RuntimeException(reason.word, null, false, false) {
  def this(reason: Reason) = this(reason, null)

  /** Returns the value that was given and what fits, in words; null if that is not known. */
  def comparison: String = if (saying == null) null else saying()
}

/** The reasons that several formats share. The explanation names the values that fit. */
object Unencodable {

  /** @param value
    *   the value, and not more of a long one than a message shows
    * @param fits
    *   what fits, such as a range
    */
  def apply(reason: Reason, value: => String, fits: => String): Unencodable =
    new Unencodable(reason, () => s"given: $value, fits: $fits")

  def outOfRange(value: Long, least: Long, most: Long): Unencodable =
    Unencodable(OutOfRange, value.toString, s"$least to $most")

  /** @param value
    *   the number of bytes
    */
  def tooLong(value: Long, most: Long): Unencodable =
    Unencodable(TooLong, s"$value bytes", s"at most $most")

  val MissingField = new Reason("missing-field", "the format needs a value here")
  val UnknownField = new Reason("unknown-field", "the format has no such field here")
  val TypeMismatch = new Reason("type-mismatch", "the format has no form for such a value")
  val OutOfRange = new Reason("out-of-range", "the number is too large or too small for its field")
  val TooManyDigits: Reason = OutOfRange.because("the number has more digits than its field")
  val Inexact: Reason = OutOfRange.because("the field would hold another number than this one")
  val TooPrecise: Reason = OutOfRange.because(
    "the time of day has more digits of the second than its field")
  val TooLong = new Reason("too-long", "the value is longer than its field allows")
  val DerivedMismatch = new Reason(
    "derived-mismatch", "the value given differs from the one that follows from the other fields")
  val ConflictingField = new Reason("conflicting-field", "another field says something else")
  val NotText = new Reason(
    "not-text", "the text is not well-formed UTF-8; as BINARY, any bytes can be written")
  val UnknownType = new Reason("unknown-type", "nothing describes the type")
  val BadVariant = new Reason("bad-variant", "the bytes of the VARIANT are malformed")

  val shared: Seq[Reason] =
    Seq(MissingField, UnknownField, TypeMismatch, OutOfRange, TooLong, DerivedMismatch,
      ConflictingField, NotText, UnknownType, BadVariant, Reason.TooLarge, Reason.NestingTooDeep)
}
