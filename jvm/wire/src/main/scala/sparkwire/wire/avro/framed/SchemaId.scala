package sparkwire.wire.avro.framed

import java.util.{Locale, UUID}

import sparkwire.wire.core.Bytes
import sparkwire.wire.trace.Show

/** The id of a schema: the bytes by which a value refers to the schema it was written with, as two
  * numbers. Ids of Confluent's registry have 4 bytes, fingerprints 8, UUIDs and the ids of Databus
  * 16.
  *
  * @param high
  *   the bytes before the last 8, 0 if there are none
  */
final case class SchemaId(length: Int, high: Long, low: Long) extends Comparable[SchemaId] {

  // Ids with equal hashes form a tree in Java's maps.
  override def compareTo(that: SchemaId): Int =
    if (length != that.length) Integer.compare(length, that.length)
    else if (high != that.high) java.lang.Long.compare(high, that.high)
    else java.lang.Long.compare(low, that.low)

  /** Returns the form that people know: a number, a UUID, or the bytes in hex. */
  def text(kind: Int): String = kind match {
    case FrameKind.Confluent => low.toInt.toString
    case FrameKind.Glue => new UUID(high, low).toString
    case _ => Show.hex(bytes, 0, length)
  }

  /** The id big endian, as it precedes a value. */
  private[framed] def bytes: Array[Byte] = Array.tabulate(length) { at =>
    val below = length - 1 - at
    (if (below < 8) low >>> (8 * below) else high >>> (8 * (below - 8))).toByte
  }
}

object SchemaId {
  final val IntBytes = 4
  final val FingerprintBytes = 8
  final val UuidBytes = 16

  /** The length of the text of a UUID. */
  final val UuidLetters = 36

  def ofInt(id: Int): SchemaId = SchemaId(IntBytes, 0, id & 0xffffffffL)

  /** Returns the id for a UUID; None if the text is not in canonical form, in either letter case. */
  def ofUuid(text: String): Option[SchemaId] =
    try {
      val uuid = UUID.fromString(text)
      // Java also accepts groups with fewer digits.
      if (uuid.toString != text.toLowerCase(Locale.ROOT)) None
      else Some(
        SchemaId(UuidBytes, uuid.getMostSignificantBits, uuid.getLeastSignificantBits))
    } catch { case _: IllegalArgumentException => None }

  /** Returns the id in the bytes; None if no kind of id has this number of bytes. */
  def ofBytes(bytes: Array[Byte]): Option[SchemaId] = bytes.length match {
    case IntBytes | FingerprintBytes | UuidBytes => Some(at(bytes, 0, bytes.length))
    case _ => None
  }

  /** Returns the id in the next `length` bytes, which must be present. */
  private[avro] def at(bytes: Array[Byte], from: Int, length: Int): SchemaId =
    SchemaId(length, high(bytes, from, length), low(bytes, from, length))

  private[avro] def high(bytes: Array[Byte], from: Int, length: Int): Long =
    if (length == UuidBytes) Bytes.i64be(bytes, from) else 0

  private[avro] def low(bytes: Array[Byte], from: Int, length: Int): Long = length match {
    case IntBytes => Bytes.i32be(bytes, from) & 0xffffffffL
    case FingerprintBytes => Bytes.i64be(bytes, from)
    case _ => Bytes.i64be(bytes, from + 8)
  }
}
