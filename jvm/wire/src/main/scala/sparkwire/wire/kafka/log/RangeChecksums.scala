package sparkwire.wire.kafka.log

import java.util.Arrays
import java.util.zip.Checksum

/** The CRCs of ranges of a file, which may overlap. Each byte is summed about once, however many
  * ranges contain it: the CRC of a long range follows from the sums up to its ends, which are kept
  * for every [[RangeChecksums.Block]] bytes.
  *
  * A CRC is a remainder of polynomials over bits. To append n bytes to a text multiplies its CRC by
  * x to the power of 8n, so sum(ab) = sum(a) * x^(8 * length of b) + sum(b), where + is exclusive
  * or.
  *
  * @param checksum
  *   a CRC of 32 bits whose bits are reversed
  * @param polynomial
  *   the polynomial of that CRC, with reversed bits
  */
private[log] final class RangeChecksums(checksum: Checksum, polynomial: Int) {
  import RangeChecksums._

  // x to the powers 2^0, 2^1, 2^2 ..
  private[this] val powers = {
    val all = new Array[Int](PowerCount)
    all(0) = One >>> 1
    (1 until PowerCount).foreach(at => all(at) = times(all(at - 1), all(at - 1)))
    all
  }
  private[this] val appendsBlock = powerOf(Block.toLong)

  // The sums of 0, 1, 2 .. blocks from `origin` on, and the number of these blocks.
  private[this] var sums = new Array[Int](16)
  private[this] var origin = 0L
  private[this] var blocks = 0

  /** Returns the CRC of a range.
    *
    * @param at
    *   the position in `bytes` of the range, all of which is there
    * @param from
    *   the position in the file of the range
    */
  def of(bytes: Array[Byte], at: Int, from: Long, size: Int): Int =
    if (size < Direct) sumOf(bytes, at, size)
    else {
      if (from < origin || from > origin + blocks.toLong * Block) {
        origin = from
        blocks = 0
      }
      val first = ((from - origin + Block - 1) / Block).toInt
      val last = ((from + size - origin) / Block).toInt
      extend(bytes, at - (from - origin), last)
      val before = (origin + first.toLong * Block - from).toInt
      val middle = (last - first) * Block
      val behind = size - before - middle
      val between = sums(last) ^ times(powerOf(middle.toLong), sums(first))
      val begun = append(sumOf(bytes, at, before), between, middle)
      append(begun, sumOf(bytes, at + size - behind, behind), behind)
    }

  /** @param zero
    *   the position in `bytes` of `origin`, which may be before the array
    */
  private def extend(bytes: Array[Byte], zero: Long, until: Int): Unit = {
    if (until >= sums.length) sums = Arrays.copyOf(sums, math.max(until + 1, 2 * sums.length))
    while (blocks < until) {
      val sum = sumOf(bytes, (zero + blocks.toLong * Block).toInt, Block)
      sums(blocks + 1) = times(appendsBlock, sums(blocks)) ^ sum
      blocks += 1
    }
  }

  private def append(sum: Int, next: Int, size: Int): Int =
    times(powerOf(size.toLong), sum) ^ next

  private def sumOf(bytes: Array[Byte], from: Int, size: Int): Int = {
    checksum.reset()
    checksum.update(bytes, from, size)
    checksum.getValue.toInt
  }

  /** Returns x to the power of 8 * `size`. */
  private def powerOf(size: Long): Int = {
    var found = One
    var left = size
    var at = 3
    while (left > 0) {
      if ((left & 1) != 0) found = times(powers(at), found)
      left >>>= 1
      at += 1
    }
    found
  }

  /** Multiplies two remainders. The highest bit is x to the power of 0. */
  private def times(one: Int, other: Int): Int = {
    var product = 0
    var left = one
    var shifted = other
    while (left != 0) {
      if (left < 0) product ^= shifted
      left <<= 1
      shifted = if ((shifted & 1) != 0) (shifted >>> 1) ^ polynomial else shifted >>> 1
    }
    product
  }
}

private[log] object RangeChecksums {

  /** The distance of the sums that are kept, in bytes. */
  final val Block = 1024

  /** The size in bytes up to which a range is summed by itself. */
  private final val Direct = 4 * Block
  private final val One = 1 << 31
  // Enough for ranges of 2^31 bytes.
  private final val PowerCount = 35

  final val Crc32 = 0xedb88320
  final val Crc32c = 0x82f63b78
}
