package sparkwire.wire.variant.reading

import java.math.{BigDecimal, BigInteger}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.UUID

import sparkwire.wire.core.Bytes
import sparkwire.wire.variant.Variant

/** Reads numbers of a VARIANT. The caller has checked that their bytes are present. */
private[reading] object Variants {

  /** Returns the size in bytes of a primitive with this code, without its first byte and without
    * the bytes that a length announces.
    */
  def sizeOf(code: Int): Int = code match {
    case Variant.Int1 => 1
    case Variant.Int2 => 2
    case Variant.Int4 | Variant.Float | Variant.Date | Variant.Binary | Variant.LongString => 4
    case Variant.Int8 | Variant.Double | Variant.Timestamp | Variant.TimestampNtz => 8
    case Variant.Decimal4 => 5
    case Variant.Decimal8 => 9
    case Variant.Decimal16 => 17
    case Variant.Uuid => 16
    case _ => 0
  }

  def isInt(code: Int): Boolean = code >= Variant.Int1 && code <= Variant.Int8

  def int(code: Int, bytes: Array[Byte], at: Int): Long = code match {
    case Variant.Int1 => bytes(at).toLong
    case Variant.Int2 => Bytes.i16le(bytes, at).toLong
    case Variant.Int4 => Bytes.i32le(bytes, at).toLong
    case _ => Bytes.i64le(bytes, at)
  }

  /** Returns a whole number or decimal, null for any other primitive. */
  def decimal(code: Int, bytes: Array[Byte], at: Int): BigDecimal = code match {
    case _ if isInt(code) => BigDecimal.valueOf(int(code, bytes, at))
    case Variant.Decimal4 =>
      BigDecimal.valueOf(Bytes.i32le(bytes, at + 1).toLong, bytes(at) & 0xff)
    case Variant.Decimal8 => BigDecimal.valueOf(Bytes.i64le(bytes, at + 1), bytes(at) & 0xff)
    case Variant.Decimal16 => new BigDecimal(unscaled(bytes, at + 1), bytes(at) & 0xff)
    case _ => null
  }

  /** Returns the unscaled value of the largest decimals: 16 bytes, little endian. */
  def unscaled(bytes: Array[Byte], at: Int): BigInteger =
    new BigInteger(Array.tabulate(16)(i => bytes(at + 15 - i)))

  def uuid(bytes: Array[Byte], at: Int): Array[Byte] =
    new UUID(Bytes.i64be(bytes, at), Bytes.i64be(bytes, at + 8)).toString.getBytes(ISO_8859_1)

  /** Returns an unsigned number of 1 to 4 bytes. */
  def number(bytes: Array[Byte], at: Int, size: Int): Long =
    if (at <= bytes.length - 4) Bytes.i32le(bytes, at) & (0xffffffffL >>> (32 - 8 * size))
    else {
      var number = 0L
      var i = size
      while (i > 0) {
        i -= 1
        number = (number << 8) | (bytes(at + i) & 0xff)
      }
      number
    }
}
