package sparkwire.wire.variant.reading

import sparkwire.wire.core._
import sparkwire.wire.variant.Variant
import sparkwire.wire.writing.{Source, Written}

/** Makes sources for one kind of values, one VARIANT after another.
  *
  * @param costs the cost limit for looking at all VARIANTs of one value
  */
final class VariantSources(kind: Kind, format: Written, options: Options, costs: Allowance) {
  private[this] val value = new VariantBytes(format, options.maxSize, costs)
  private[this] val source = new VariantSource(value, 0)
  private[this] val one = Shape("", Vector(Field("", kind, "")))

  /** Returns a source whose field 0 is the VARIANT at `from` in one array, with its dictionary in
    * another.
    */
  def of(bytes: Array[Byte], from: Int, until: Int, dictionary: Array[Byte], namesFrom: Int,
      namesUntil: Int): Source = {
    // First, so that the source has no path into the last VARIANT if this one is refused.
    source.beginOne(from, one)
    value.begin(bytes, from, until, dictionary, namesFrom, namesUntil)
    source
  }
}

/** Which numbers of a VARIANT a field of a kind takes. */
private[reading] object NumberKinds {

  /** Whether a value with this code may be of a kind. */
  def fits(kind: Kind, code: Int): Boolean = kind match {
    case _: Kind.SelfDescribing => true
    case Kind.Date => code == Variant.Date
    case Kind.Timestamp => code == Variant.Timestamp
    case Kind.LocalTimestamp => code == Variant.TimestampNtz
    case _ =>
      code != Variant.Date && code != Variant.Timestamp && code != Variant.TimestampNtz
  }

  /** Returns the least number that a kind has; the greatest one is its complement. */
  def least(kind: Kind): Long = kind match {
    case Kind.Int8 => Byte.MinValue.toLong
    case Kind.Int16 => Short.MinValue.toLong
    case Kind.Int32 => Int.MinValue.toLong
    case _ => Long.MinValue
  }
}
