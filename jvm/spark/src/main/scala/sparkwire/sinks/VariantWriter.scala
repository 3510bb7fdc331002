package sparkwire.sinks

import java.math.BigInteger
import java.util.Arrays

import sparkwire.wire.{Bytes, Reason}

/** The bytes of one VARIANT value under construction: content as it comes, headers apart. */
private[sinks] final class VariantWriter(maxSize: Int) {
  private[this] var out = new Array[Byte](256)
  private[this] var end = 0
  private[this] val headers = new VariantHeaders

  def begin(): Unit = {
    end = 0
    headers.begin()
  }

  /** Where the next byte will be, as far as is known: headers still to come move it on. */
  def position: Int = end + headers.size
  def toBytes: Array[Byte] = headers.joined(out, end)

  /** A header may have to stand here. */
  def slot(): Int = headers.slotAt(end)

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
    ensure(1 + size)
    out(end) = (code << 2).toByte
    Bytes.putI64le(out, end + 1, bits)
    end += 1 + size
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
      ensure(1 + length)
      out(end) = (1 | (length << 2)).toByte
      System.arraycopy(bytes, from, out, end + 1, length)
      end += 1 + length
    } else {
      number(VariantBytes.LongString, length, 4)
      copy(bytes, from, length)
    }
  }

  def binary(bytes: Array[Byte], from: Int, until: Int): Unit = {
    number(VariantBytes.Binary, until - from, 4)
    copy(bytes, from, until - from)
  }

  private def copy(bytes: Array[Byte], from: Int, length: Int): Unit = {
    ensure(length)
    System.arraycopy(bytes, from, out, end, length)
    end += length
  }

  /** No entry of the container of this slot is a pair. */
  def hasNoPairs(slot: Int): Unit = headers.releaseBehind(slot)

  /** Makes an array of the values from `start` on. */
  def wrapArray(slot: Int, start: Int, starts: Array[Int], first: Int, count: Int): Unit = {
    val size = position - start
    val offsetSize = VariantBytes.sizeOf(size)
    val isLarge = count > 0xff
    val countSize = if (isLarge) 4 else 1
    beginHeader(slot, 1L + countSize + (count + 1L) * offsetSize)
    headers.put(3 | ((offsetSize - 1) << 2) | (if (isLarge) 1 << 4 else 0), 1)
    headers.put(count, countSize)
    offsets(start, starts, first, count, size, offsetSize)
    headers.endPiece(slot)
  }

  /** Makes an object of the values from `start` on; keys and starts are sorted by key. */
  def wrapObject(slot: Int, start: Int, ids: Array[Int], starts: Array[Int], first: Int,
      count: Int): Unit = {
    val size = position - start
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
    beginHeader(slot, 1L + countSize + count.toLong * idSize + (count + 1L) * offsetSize)
    headers.put(
      2 | ((offsetSize - 1) << 2) | ((idSize - 1) << 4) | (if (isLarge) 1 << 6 else 0), 1)
    headers.put(count, countSize)
    i = first
    while (i < first + count) {
      headers.put(ids(i), idSize)
      i += 1
    }
    offsets(start, starts, first, count, size, offsetSize)
    headers.endPiece(slot)
  }

  private def offsets(start: Int, starts: Array[Int], first: Int, count: Int, size: Int,
      offsetSize: Int): Unit = {
    var i = first
    while (i < first + count) {
      headers.put(starts(i) - start, offsetSize)
      i += 1
    }
    headers.put(size, offsetSize)
  }

  /** Makes an object of two values that are written, or of one whose key is text that is not.
    *
    * @param keySize
    *   of the value that is the key, if it is no text
    * @param keyText
    *   the key if it is text, else null
    */
  def wrapPair(slot: Int, keyId: Int, valueId: Int, keySize: Int, keyText: Array[Byte],
      valueSize: Int): Unit = {
    val isShort = keyText != null && keyText.length <= VariantBytes.MaxShortString
    val textSize = if (keyText == null) 0 else keyText.length + (if (isShort) 1 else 5)
    val size = keySize.toLong + textSize + valueSize
    val offsetSize = VariantBytes.sizeOf(size)
    val idSize = VariantBytes.sizeOf(math.max(keyId, valueId))
    beginHeader(slot, 2L + 2 * idSize + 3 * offsetSize + textSize)
    headers.put(2 | ((offsetSize - 1) << 2) | ((idSize - 1) << 4), 1)
    headers.put(2, 1)
    headers.put(keyId, idSize)
    headers.put(valueId, idSize)
    headers.put(0, offsetSize)
    headers.put(keySize + textSize, offsetSize)
    headers.put(size, offsetSize)
    if (keyText != null) {
      if (isShort) headers.put(1 | (keyText.length << 2), 1)
      else {
        headers.put(VariantBytes.LongString << 2, 1)
        headers.put(keyText.length, 4)
      }
      headers.put(keyText)
    }
    headers.endPiece(slot)
  }

  private def beginHeader(slot: Int, size: Long): Unit = {
    if (position + size > maxSize) throw Reason.TooLarge.signal
    headers.beginPiece(slot, size.toInt)
  }

  private def raw(bits: Long, size: Int): Unit = {
    ensure(size)
    Bytes.putI64le(out, end, bits)
    end += size
  }

  private def ensure(more: Int): Unit = {
    val needed = end.toLong + more
    if (needed + headers.size > maxSize) throw Reason.TooLarge.signal
    // A number is written as eight bytes of which the next value covers what is too many.
    if (needed + 8 > out.length)
      out = Arrays.copyOf(out, math.max(needed + 8, out.length * 2L).toInt)
  }
}
