package sparkwire.wire.variant

import java.math.BigInteger
import java.util.Arrays

import sparkwire.wire.core.{Bytes, Reason}
import sparkwire.wire.sinks.Decimals

/** Builds the bytes of a VARIANT. The header of a container can be written only when the container
  * has ended. So room is left for it, as much as it will probably take. If that guess was wrong,
  * the header is kept apart until the end.
  *
  * A *place* is an index of the buffer. A *position* counts only the bytes that are certain:
  * content, and the headers of containers that have ended.
  *
  * Measured for a nested value: Spark's `VariantBuilder` costs 8.7 times the floor, this class 1.8.
  * A Spark builder within a factor of 1.5 would replace it.
  */
private[sparkwire] final class VariantWriter(maxSize: Int) {
  private[this] var out = new Array[Byte](256)
  private[this] var end = 0
  private[this] val apart = new VariantHeaders
  // A position minus its place: the bytes of headers written minus the room left for headers.
  private[this] var ahead = 0
  // The place up to which bytes may be written: a word before the end of the buffer, or the limit.
  private[this] var fullAt = 0

  /** Begins a VARIANT. The memory of one large value is released once values are small again. */
  def begin(): Unit = {
    if (out.length > VariantWriter.MaxKept && end < out.length / 4) out = new Array[Byte](256)
    end = 0
    apart.begin()
    moveAhead(-ahead)
  }

  def position: Int = end + ahead

  /** Returns the complete value in the first [[position]] bytes of an array, which is valid until
    * the next value begins.
    */
  def content: Array[Byte] = if (apart.isEmpty) out else apart.joined(out, end, position)

  def place: Int = end

  /** The buffer, for callers that write content from [[place]] on and then set the end with
    * [[goTo]]. The array stays the same as long as nothing else is written.
    */
  def bytes: Array[Byte] = out
  def goTo(place: Int): Unit = end = place

  /** Grows the buffer for `size` bytes. Returns false if they exceed the limit. */
  def tryReserve(size: Int): Boolean =
    position.toLong + size <= maxSize && {
      if (end + size > out.length - 8) grow(end.toLong + size)
      true
    }

  /** Leaves room for a header and returns its place. */
  def leave(room: Int): Int = {
    val place = end
    if (end + room > out.length - 8) grow(end.toLong + room)
    end = place + room
    moveAhead(-room)
    place
  }

  private def moveAhead(size: Int): Unit = {
    ahead += size
    // Neither value is near the ends of an Int: see `Options.MaxSize`.
    fullAt = math.min(out.length - 8, maxSize - ahead)
  }

  private def makeRoom(size: Int): Unit = {
    if (end.toLong + ahead + size > maxSize) throw Reason.TooLarge.signal
    grow(end.toLong + size)
  }

  // Numbers are written as eight bytes, and the next value overwrites the surplus: hence the 8
  // spare bytes.
  private def grow(until: Long): Unit = {
    // Usually at most the limit. More is needed only if the room left for headers turns out too
    // large.
    val most = if (until <= maxSize) maxSize + 8L else Int.MaxValue - 8L
    out = Arrays.copyOf(out, math.min(math.max(until + 8, out.length * 2L), most).toInt)
    moveAhead(0)
  }

  def primitive(code: Int): Unit = {
    if (end >= fullAt) makeRoom(1)
    out(end) = (code << 2).toByte
    end += 1
  }

  def int(value: Long): Unit = {
    val code = Variant.intCode(value)
    number(code, value, Variant.intSize(code))
  }

  def number(code: Int, bits: Long, size: Int): Unit = {
    if (end + size >= fullAt) makeRoom(1 + size)
    out(end) = (code << 2).toByte
    Bytes.putI64le(out, end + 1, bits)
    end += 1 + size
  }

  /** @param unscaled
    *   a number of at most 38 digits
    */
  def decimal(unscaled: BigInteger, scale: Int): Unit = {
    val digits = Decimals.digits(unscaled)
    if (digits <= 9 && scale <= 9) scaled(Variant.Decimal4, scale, unscaled.longValue, 4)
    else {
      val isSmall = digits <= 18 && scale <= 18
      scaled(if (isSmall) Variant.Decimal8 else Variant.Decimal16, scale,
        unscaled.longValue, 8)
      if (!isSmall) raw(unscaled.shiftRight(64).longValue, 8)
    }
  }

  private def scaled(code: Int, scale: Int, unscaled: Long, size: Int): Unit = {
    number(code, scale, 1)
    raw(unscaled, size)
  }

  private def raw(bits: Long, size: Int): Unit = {
    if (end + size > fullAt) makeRoom(size)
    Bytes.putI64le(out, end, bits)
    end += size
  }

  def string(bytes: Array[Byte], from: Int, until: Int): Unit = {
    val length = until - from
    if (length <= Variant.MaxShortString) {
      if (end + length >= fullAt) makeRoom(1 + length)
      out(end) = (1 | (length << 2)).toByte
      end += 1
      copy(bytes, from, length)
    } else {
      number(Variant.LongString, length, 4)
      content(bytes, from, length)
    }
  }

  def binary(bytes: Array[Byte], from: Int, until: Int): Unit = {
    number(Variant.Binary, until - from, 4)
    content(bytes, from, until - from)
  }

  private def content(bytes: Array[Byte], from: Int, length: Int): Unit = {
    if (length > fullAt - end) makeRoom(length)
    copy(bytes, from, length)
  }

  /** Copies short content as words: to copy a name, a call costs as much as all other work for it.
    */
  private def copy(bytes: Array[Byte], from: Int, length: Int): Unit = {
    if (length > VariantWriter.ShortCopy || from > bytes.length - length - 8)
      System.arraycopy(bytes, from, out, end, length)
    else {
      var at = 0
      while (at < length) {
        Bytes.putI64le(out, end + at, Bytes.i64le(bytes, from + at))
        at += 8
      }
    }
    end += length
  }

  // Headers.

  // The header being written: its array, the next index in it, and its size.
  private[this] var head: Array[Byte] = _
  private[this] var at = 0
  private[this] var headerSize = 0
  // The sizes of offsets and ids in the header written last.
  private[this] var offsetBytes = 0
  private[this] var idBytes = 0
  def offsetSize: Int = offsetBytes
  def idSize: Int = idBytes
  def size: Int = headerSize

  /** Makes an array of the values from position `start` on. */
  def wrapArray(place: Int, room: Int, start: Int, entries: VariantEntries, first: Int): Unit = {
    val count = entries.count - first
    val size = position - start
    offsetBytes = Variant.sizeOf(size)
    idBytes = 0
    val isLarge = Variant.isLarge(count)
    val countSize = if (isLarge) 4 else 1
    beginHeader(place, room, 1L + countSize + (count + 1L) * offsetBytes)
    put(Variant.arrayHead(offsetBytes, isLarge), 1)
    put(count, countSize)
    at = entries.putStarts(first, start, head, at, offsetBytes)
    put(size, offsetBytes)
    moveAhead(headerSize)
  }

  /** Makes an object of the values from position `start` on. The entries must be sorted by key. */
  def wrapObject(place: Int, room: Int, start: Int, entries: VariantEntries, first: Int): Unit = {
    val count = entries.count - first
    val size = position - start
    offsetBytes = Variant.sizeOf(size)
    idBytes = Variant.sizeOf(entries.maxKey(first))
    val isLarge = Variant.isLarge(count)
    val countSize = if (isLarge) 4 else 1
    beginHeader(place, room, 1L + countSize + count.toLong * idBytes + (count + 1L) * offsetBytes)
    put(Variant.objectHead(offsetBytes, idBytes, isLarge), 1)
    put(count, countSize)
    at = entries.putSorted(count, start, head, at, idBytes, offsetBytes)
    put(size, offsetBytes)
    moveAhead(headerSize)
  }

  /** Makes an object of a key and a value. Both have been written, except for a text key.
    *
    * @param keySize
    *   the size in bytes of a key that has been written, 0 for a text key
    * @param keyText
    *   the key if it is text, else null
    */
  def wrapPair(place: Int, room: Int, keyId: Int, valueId: Int, keySize: Int,
      keyText: Array[Byte], valueSize: Int): Unit = {
    val isShort = keyText != null && keyText.length <= Variant.MaxShortString
    val textSize = if (keyText == null) 0 else keyText.length + (if (isShort) 1 else 5)
    val size = keySize + textSize + valueSize
    offsetBytes = Variant.sizeOf(size)
    idBytes = Variant.sizeOf(math.max(keyId, valueId))
    beginHeader(place, room, 2L + 2 * idBytes + 3 * offsetBytes + textSize)
    put(Variant.objectHead(offsetBytes, idBytes, isLarge = false), 1)
    put(2, 1)
    put(keyId, idBytes)
    put(valueId, idBytes)
    put(0, offsetBytes)
    put(keySize + textSize, offsetBytes)
    put(size, offsetBytes)
    if (keyText != null) {
      if (isShort) put(1 | (keyText.length << 2), 1)
      else {
        put(Variant.LongString << 2, 1)
        put(keyText.length, 4)
      }
      System.arraycopy(keyText, 0, head, at, keyText.length)
    }
    moveAhead(headerSize)
  }

  /** Removes the room left at `place`, because there is no header. */
  def close(place: Int, room: Int): Unit = if (room > 0) apart.add(place, room, 0)

  /** Begins a header in the room left for it if that has exactly the right size, else apart. */
  private def beginHeader(place: Int, room: Int, size: Long): Unit = {
    if (position + size > maxSize) throw Reason.TooLarge.signal
    headerSize = size.toInt
    if (size == room) {
      head = out
      at = place
    } else {
      at = apart.position
      apart.add(place, room, headerSize)
      head = apart.bytes
    }
  }

  private def put(value: Int, size: Int): Unit = {
    Variant.put(head, at, value, size)
    at += size
  }
}

private object VariantWriter {
  private final val ShortCopy = 32
  private final val MaxKept = 4 << 20
}
