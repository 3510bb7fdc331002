package sparkwire.wire.writing

import sparkwire.wire.core.Reason

/** The only exception that a writer, or a source that it asks, throws because of the value. It has
  * neither stack nor text: a second walk over the value finds the path.
  */
final class Unencodable(val reason: Reason)
    extends RuntimeException(reason.word, null, false, false)

/** The reasons that several formats share. The explanation names the values that fit. */
object Unencodable {
  val MissingField = new Reason("missing-field", "the format needs a value here")
  val UnknownField = new Reason("unknown-field", "the format has no such field here")
  val TypeMismatch = new Reason("type-mismatch", "the format has no form for such a value")
  val OutOfRange = new Reason("out-of-range", "the number is too large or too small for its field")
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
