package sparkwire.wire.ignite

import java.io.ByteArrayOutputStream
import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID

/** Writes values byte for byte, as Ignite does and as it never would. It follows the description of
  * the format and does not use our own constants.
  */
object IgniteBytes {
  type Encoded = Array[Byte]

  def raw(bytes: Int*): Encoded = bytes.map(_.toByte).toArray
  def le(size: Int, value: Long): Encoded =
    Array.tabulate(size)(at => (if (at < 8) value >> (8 * at) else 0L).toByte)
  def i32(value: Int): Encoded = le(4, value.toLong)
  def all(parts: Seq[Encoded]): Encoded = {
    val out = new ByteArrayOutputStream
    parts.foreach(out.writeBytes)
    out.toByteArray
  }
  private def join(parts: Encoded*): Encoded = all(parts)

  val nothing: Encoded = raw(101)
  def byte(value: Int): Encoded = raw(1, value)
  def short(value: Int): Encoded = join(raw(2), le(2, value.toLong))
  def int(value: Int): Encoded = join(raw(3), i32(value))
  def long(value: Long): Encoded = join(raw(4), le(8, value))
  def float(value: Float): Encoded =
    join(raw(5), i32(java.lang.Float.floatToRawIntBits(value)))
  def double(value: Double): Encoded =
    join(raw(6), le(8, java.lang.Double.doubleToRawLongBits(value)))
  def char(unit: Int): Encoded = join(raw(7), le(2, unit.toLong))
  def bool(value: Boolean): Encoded = raw(8, if (value) 1 else 0)
  def text(value: String): Encoded = utf8(value.getBytes(UTF_8))
  def utf8(bytes: Encoded): Encoded = join(raw(9), i32(bytes.length), bytes)
  def uuid(value: String): Encoded = {
    val known = UUID.fromString(value)
    join(raw(10), le(8, known.getMostSignificantBits), le(8, known.getLeastSignificantBits))
  }
  def date(ms: Long): Encoded = join(raw(11), le(8, ms))
  def time(ms: Long): Encoded = join(raw(36), le(8, ms))
  def timestamp(ms: Long, nanos: Int): Encoded = join(raw(33), le(8, ms), i32(nanos))

  /** Sign and magnitude. The sign is the highest bit of the magnitude, which gets one more byte if
    * that bit is in use.
    */
  def decimal(unscaled: String, scale: Int): Encoded = {
    val number = new BigInteger(unscaled)
    val magnitude = number.abs.toByteArray
    if (number.signum < 0) magnitude(0) = (magnitude(0) | 0x80).toByte
    join(raw(30), i32(scale), i32(magnitude.length), magnitude)
  }

  /** An array of payloads without type codes. */
  def payloads(code: Int, size: Int, values: Long*): Encoded =
    join(raw(code), i32(values.length), all(values.map(le(size, _))))

  /** An array of values with type codes. */
  def values(code: Int, values: Encoded*): Encoded =
    join(raw(code), i32(values.length), all(values))

  /** A type, given by its id or by the name of its class. */
  def typeOf(id: Int): Encoded = i32(id)
  def typeOf(className: String): Encoded = join(i32(0), text(className))

  def enumeration(code: Int, of: Encoded, ordinal: Int): Encoded = join(raw(code), of, i32(ordinal))
  def typedArray(code: Int, of: Encoded, values: Encoded*): Encoded =
    join(raw(code), of, i32(values.length), all(values))
  def list(values: Encoded*): Encoded = collection(1, values: _*)
  def collection(kind: Int, values: Encoded*): Encoded =
    join(raw(24), i32(values.length), raw(kind), all(values))
  def map(entries: (Encoded, Encoded)*): Encoded = mapOf(1, entries: _*)
  def mapOf(kind: Int, entries: (Encoded, Encoded)*): Encoded =
    join(raw(25), i32(entries.length), raw(kind),
      all(entries.flatMap { case (key, value) => Seq(key, value) }))
  def wrapped(payload: Encoded, root: Int = 0): Encoded =
    join(raw(27), i32(payload.length), payload, i32(root))
  def classOf(of: Encoded): Encoded = join(raw(32), of)
  def proxy(handler: Encoded, interfaces: Encoded*): Encoded =
    join(raw(35), i32(interfaces.length), all(interfaces), handler)
  def optimized(blob: Encoded): Encoded = join(raw(-2), i32(blob.length), blob)
  def handle(distance: Int): Encoded = join(raw(102), i32(distance))

  /** Nested values: each of the `depth` levels begins with `head`. */
  def nested(head: Encoded, depth: Int, inmost: Encoded): Encoded =
    join(all(Seq.fill(depth)(head)), inmost)

  def fields(named: (String, Encoded)*): ObjectBytes = ObjectBytes(fields = named)
}

/** An object in which every part can be malformed.
  *
  * @param width
  *   the size of an offset in bytes
  * @param className
  *   the class name of a type without an id
  * @param offsets
  *   returns the offset that the footer gives, for the position of a field and its real offset
  */
final case class ObjectBytes(
    typeName: String = "T",
    fields: Seq[(String, Array[Byte])] = Nil,
    isCompact: Boolean = false,
    width: Int = 1,
    rawData: Option[Array[Byte]] = None,
    className: Option[String] = None,
    moreFlags: Int = 0,
    hasSchema: Boolean = true,
    offsets: (Int, Int) => Int = (_, at) => at) {
  import IgniteBytes._

  def id(name: String): Int =
    name.foldLeft(0)((hash, unit) => 31 * hash + Character.toLowerCase(unit))

  private def schemaId: Int = fields.foldLeft(0x811c9dc5) { case (hash, (name, _)) =>
    le(4, id(name).toLong).foldLeft(hash)((h, b) => (h ^ (b & 0xff)) * 0x01000193)
  }

  def bytes: Array[Byte] = {
    val name = className.fold(Array.emptyByteArray)(text)
    val data = all(fields.map(_._2))
    val starts = fields.scanLeft(24 + name.length)((at, field) => at + field._2.length).init
    val footer =
      if (!hasSchema) Array.emptyByteArray
      else all(
        fields.zip(starts).zipWithIndex.flatMap { case (((field, _), start), at) =>
          Seq(if (isCompact) Array.emptyByteArray else i32(id(field)),
            le(width, offsets(at, start).toLong))
        })
    val rawOffset = 24 + name.length + data.length
    val footerOffset = rawOffset + rawData.fold(0)(_.length)
    val end = if (hasSchema && rawData.isDefined) i32(rawOffset) else Array.emptyByteArray
    val flags = 1 | (if (hasSchema) 2 else 0) | (if (rawData.isDefined) 4 else 0) |
      (if (width == 1) 8 else if (width == 2) 16 else 0) | (if (isCompact) 32 else 0) | moreFlags
    val last = if (hasSchema) footerOffset else if (rawData.isDefined) rawOffset else 24
    val hashed = all(Seq(data, rawData.getOrElse(Array.emptyByteArray)))
    val hash = hashed.foldLeft(1)((h, b) => 31 * h + b)
    all(
      Seq(raw(103, 1), le(2, flags.toLong), i32(if (className.isDefined) 0 else id(typeName)),
        i32(hash), i32(footerOffset + footer.length + end.length), i32(schemaId), i32(last), name,
        hashed, footer, end))
  }
}
