package sparkwire.sinks

import java.math.BigInteger
import java.util.Arrays

import sparkwire.wire.Reason

/** The bytes of one VARIANT value under construction. */
private[sinks] final class VariantWriter(maxSize: Int) {
  private[this] var out = new Array[Byte](256)
  private[this] var end = 0

  def begin(): Unit = end = 0
  def position: Int = end
  def buffer: Array[Byte] = out
  def toBytes: Array[Byte] = Arrays.copyOf(out, end)

  def primitive(code: Int): Unit = {
    ensure(1)
    out(end) = (code << 2).toByte
    end += 1
  }

  def int(value: Long): Unit =
    if (value == value.toByte) number(VariantBytes.Int1, value, 1)
    else if (value == value.toShort) number(VariantBytes.Int2, value, 2)
    else if (value == value.toInt) number(VariantBytes.Int4, value, 4)
    else number(VariantBytes.Int8, value, 8)

  def number(code: Int, bits: Long, size: Int): Unit = {
    primitive(code)
    raw(bits, size)
  }

  /** @param unscaled
    *   at most 38 digits
    */
  def decimal(unscaled: BigInteger, scale: Int): Unit = {
    val digits = Decimals.digits(unscaled)
    if (digits <= 9 && scale <= 9) scaled(VariantBytes.Decimal4, scale, unscaled.longValue, 4)
    else {
      val isSmall = digits <= 18 && scale <= 18
      scaled(if (isSmall) VariantBytes.Decimal8 else VariantBytes.Decimal16, scale,
        unscaled.longValue, 8)
      if (!isSmall) raw(unscaled.shiftRight(64).longValue, 8)
    }
  }

  private def scaled(code: Int, scale: Int, unscaled: Long, size: Int): Unit = {
    number(code, scale, 1)
    raw(unscaled, size)
  }

  def string(bytes: Array[Byte], from: Int, until: Int): Unit = {
    val length = until - from
    if (length <= VariantBytes.MaxShortString) {
      ensure(1L + length)
      out(end) = (1 | (length << 2)).toByte
      end += 1
    } else number(VariantBytes.LongString, length, 4)
    copy(bytes, from, length)
  }

  def binary(bytes: Array[Byte], from: Int, until: Int): Unit = {
    number(VariantBytes.Binary, until - from, 4)
    copy(bytes, from, until - from)
  }

  /** Bytes that are a value already. */
  def copy(bytes: Array[Byte], from: Int, length: Int): Unit = {
    ensure(length)
    System.arraycopy(bytes, from, out, end, length)
    end += length
  }

  /** Makes an array of the values from `start` on. */
  def wrapArray(start: Int, starts: Array[Int], first: Int, count: Int): Unit = {
    val size = end - start
    val offsetSize = VariantBytes.sizeOf(size)
    val isLarge = count > 0xff
    val countSize = if (isLarge) 4 else 1
    moveUp(start, 1L + countSize + (count + 1L) * offsetSize)
    out(start) = (3 | ((offsetSize - 1) << 2) | (if (isLarge) 1 << 4 else 0)).toByte
    VariantBytes.put(out, start + 1, count, countSize)
    offsets(start + 1 + countSize, start, starts, first, count, size, offsetSize)
  }

  /** Makes an object of the values from `start` on; keys and starts are sorted by key. */
  def wrapObject(start: Int, ids: Array[Int], starts: Array[Int], first: Int, count: Int): Unit = {
    val size = end - start
    val offsetSize = VariantBytes.sizeOf(size)
    var maxId = 0
    var i = first
    while (i < first + count) {
      maxId = math.max(maxId, ids(i))
      i += 1
    }
    val idSize = VariantBytes.sizeOf(maxId)
    val isLarge = count > 0xff
    val countSize = if (isLarge) 4 else 1
    moveUp(start, 1L + countSize + count.toLong * idSize + (count + 1L) * offsetSize)
    out(start) =
      (2 | ((offsetSize - 1) << 2) | ((idSize - 1) << 4) | (if (isLarge) 1 << 6 else 0)).toByte
    VariantBytes.put(out, start + 1, count, countSize)
    val idsAt = start + 1 + countSize
    i = 0
    while (i < count) {
      VariantBytes.put(out, idsAt + i * idSize, ids(first + i), idSize)
      i += 1
    }
    offsets(idsAt + count * idSize, start, starts, first, count, size, offsetSize)
  }

  private def offsets(at: Int, start: Int, starts: Array[Int], first: Int, count: Int, size: Int,
      offsetSize: Int): Unit = {
    var i = 0
    while (i < count) {
      VariantBytes.put(out, at + i * offsetSize, starts(first + i) - start, offsetSize)
      i += 1
    }
    VariantBytes.put(out, at + count * offsetSize, size, offsetSize)
  }

  /** Takes away all from `start` on and returns a copy of it. */
  def cut(start: Int): Array[Byte] = {
    val taken = Arrays.copyOfRange(out, start, end)
    end = start
    taken
  }

  private def moveUp(start: Int, by: Long): Unit = {
    ensure(by)
    System.arraycopy(out, start, out, start + by.toInt, end - start)
    end += by.toInt
  }

  private def raw(bits: Long, size: Int): Unit = {
    ensure(size)
    VariantBytes.put(out, end, bits, size)
    end += size
  }

  private def ensure(more: Long): Unit = {
    if (end + more > maxSize) throw Reason.TooLarge.signal
    if (end + more > out.length)
      out = Arrays.copyOf(out, math.max((end + more).toInt, out.length * 2))
  }
}
