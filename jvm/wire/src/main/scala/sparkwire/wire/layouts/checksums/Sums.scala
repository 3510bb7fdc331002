package sparkwire.wire.layouts.checksums

import java.util.zip.{Adler32, Checksum, CRC32, CRC32C}

import sparkwire.wire.core.Bytes
import sparkwire.wire.layouts.program.{ChecksumPlan, DataPlan, Scope, Walk}

/** Computes the checksums of layouts. Inside of the bytes that it covers, a checksum counts as zeros. */
private[layouts] object Sums {

  def matches(sum: ChecksumPlan, scope: Scope, walk: Walk): Boolean =
    computed(sum, scope, walk.cursor.bytes, walk.cursor.position, walk) == stored(sum, scope, walk)

  /** Stores a checksum over its zeros. */
  def store(sum: ChecksumPlan, scope: Scope, bytes: Array[Byte], value: Long): Unit =
    store(sum, bytes, scope.marks(sum.own), isBig(sum, scope), value)

  def store(
      sum: ChecksumPlan, bytes: Array[Byte], own: Int, isBig: Boolean, value: Long): Unit = {
    var at = 0
    while (at < sum.size) {
      val shift = 8 * (if (isBig) sum.size - 1 - at else at)
      bytes(own + at) = (value >> shift).toByte
      at += 1
    }
  }

  private def isBig(sum: ChecksumPlan, scope: Scope): Boolean =
    sum.order == DataPlan.Big || (sum.order == DataPlan.Chosen && scope.isBig)

  /** The checksum that is stored, as an unsigned number. */
  def stored(sum: ChecksumPlan, scope: Scope, walk: Walk): Long =
    stored(sum, walk.cursor.bytes, scope.marks(sum.own), isBig(sum, scope))

  def stored(sum: ChecksumPlan, bytes: Array[Byte], at: Int, isBig: Boolean): Long =
    sum.size match {
      case 1 => bytes(at) & 0xffL
      case 2 => (if (isBig) Bytes.i16be(bytes, at) else Bytes.i16le(bytes, at)) & 0xffffL
      case _ => (if (isBig) Bytes.i32be(bytes, at) else Bytes.i32le(bytes, at)) & 0xffffffffL
    }

  /** The checksum of the bytes that have been read.
    *
    * @param end
    *   where the last field ends
    */
  def computed(
      sum: ChecksumPlan, scope: Scope, bytes: Array[Byte], end: Int, walk: Walk): Long = {
    val from = if (sum.from < 0) scope.start else position(scope.marks(sum.from))
    val until = if (sum.until < 0) end else position(scope.marks(sum.until))
    val own = scope.marks(sum.own)
    // Sums within sums go over the same bytes, once for each level.
    walk.spend((math.max(0, until - from) >> 4).toLong)
    computed(sum, bytes, from, until, own)
  }

  /** @param own
    *   where the checksum itself is
    */
  def computed(sum: ChecksumPlan, bytes: Array[Byte], from: Int, until: Int, own: Int): Long = {
    val of = newSum(sum.kind)
    if (until <= from) of.getValue
    else if (from <= own && own + sum.size <= until) {
      of.update(bytes, from, own - from)
      of.update(new Array[Byte](sum.size), 0, sum.size)
      of.update(bytes, own + sum.size, until - own - sum.size)
      of.getValue
    } else {
      of.update(bytes, from, until - from)
      of.getValue
    }
  }

  /** A mark of a field that is not there is inverted. */
  private def position(mark: Int): Int = if (mark < 0) ~mark else mark

  def newSum(kind: String): Checksum = kind match {
    case "crc32" => new CRC32
    case "crc32c" => new CRC32C
    case "adler32" => new Adler32
    case "crc16-arc" => new Crc16(0, arc, isReflected = true)
    case "crc16-ccitt-false" => new Crc16(0xffff, ccitt, isReflected = false)
    case "sum8" => new ByteSum(isXor = false)
    case "xor8" => new ByteSum(isXor = true)
  }

  /** @param table
    *   the remainder of each byte
    */
  private final class Crc16(first: Int, table: Array[Char], isReflected: Boolean) extends Checksum {
    private[this] var value = first
    def getValue: Long = value.toLong
    def reset(): Unit = value = first
    def update(byte: Int): Unit =
      value =
        if (isReflected) (value >>> 8) ^ table((value ^ byte) & 0xff)
        else ((value << 8) & 0xffff) ^ table(((value >>> 8) ^ byte) & 0xff)
    def update(bytes: Array[Byte], from: Int, length: Int): Unit = {
      var at = from
      while (at < from + length) {
        update(bytes(at).toInt)
        at += 1
      }
    }
  }

  private val arc = Array.tabulate(256) { byte =>
    (0 until 8).foldLeft(byte) { (value, _) =>
      if ((value & 1) != 0) (value >>> 1) ^ 0xa001 else value >>> 1
    }.toChar
  }
  private val ccitt = Array.tabulate(256) { byte =>
    (0 until 8).foldLeft(byte << 8) { (value, _) =>
      (if ((value & 0x8000) != 0) (value << 1) ^ 0x1021 else value << 1) & 0xffff
    }.toChar
  }

  private final class ByteSum(isXor: Boolean) extends Checksum {
    private[this] var value = 0
    def getValue: Long = value.toLong
    def reset(): Unit = value = 0
    def update(byte: Int): Unit =
      value = (if (isXor) value ^ byte else value + byte) & 0xff
    def update(bytes: Array[Byte], from: Int, length: Int): Unit = {
      var at = from
      while (at < from + length) {
        update(bytes(at).toInt)
        at += 1
      }
    }
  }
}
