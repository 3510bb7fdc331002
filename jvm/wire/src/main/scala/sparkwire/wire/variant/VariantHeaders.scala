package sparkwire.wire.variant

import java.util.Arrays

/** The headers of a VARIANT that differ in size from the room left for them. They are kept apart
  * from the content until the value is complete, so that each byte of the content is moved once at
  * any depth.
  */
private[sparkwire] final class VariantHeaders {
  private[this] var out = new Array[Byte](256)
  private[this] var end = 0
  // The place of each header in the content, the room left for it there, and where it starts here.
  private[this] var places = new Array[Int](16)
  private[this] var rooms = new Array[Int](16)
  private[this] var froms = new Array[Int](16)
  private[this] var count = 0

  def begin(): Unit = {
    if (out.length > VariantHeaders.MaxKept && end < out.length / 4) out = new Array[Byte](256)
    if (places.length > VariantHeaders.MaxPlaces && count < places.length / 4) {
      places = new Array[Int](16)
      rooms = new Array[Int](16)
      froms = new Array[Int](16)
    }
    end = 0
    count = 0
  }

  def isEmpty: Boolean = count == 0

  /** The array of the headers. A header begins at the [[position]] before its [[add]]. */
  def bytes: Array[Byte] = out
  def position: Int = end

  /** Reserves space for a header. */
  def add(place: Int, room: Int, size: Int): Unit = {
    val needed = end.toLong + size
    if (needed > out.length)
      out = Arrays.copyOf(out, math.min(math.max(needed, out.length * 2L), Int.MaxValue - 8L).toInt)
    if (count + 1 >= places.length) grow()
    places(count) = place
    rooms(count) = room
    froms(count) = end
    end += size
    count += 1
    froms(count) = end
  }

  private def grow(): Unit = {
    places = Arrays.copyOf(places, count * 2)
    rooms = Arrays.copyOf(rooms, count * 2)
    froms = Arrays.copyOf(froms, count * 2)
  }

  /** Returns the content with the headers in their places; `size` is the size of the result in
    * bytes.
    */
  def joined(content: Array[Byte], length: Int, size: Int): Array[Byte] = {
    val all = new Array[Byte](size)
    val order = inOrder
    var from = 0
    var to = 0
    var i = 0
    while (i < count) {
      val header = VariantHeaders.number(order(i))
      val before = places(header) - from
      val headerSize = froms(header + 1) - froms(header)
      System.arraycopy(content, from, all, to, before)
      System.arraycopy(out, froms(header), all, to + before, headerSize)
      from += before + rooms(header)
      to += before + headerSize
      i += 1
    }
    System.arraycopy(content, from, all, to, length - from)
    all
  }

  /** Sorts the headers by their places. A container ends after the containers inside it, but begins
    * before them. If a pair begins with a container, and no room was left for the pair, both have
    * the same place: the pair, which ended later, goes first.
    */
  private def inOrder: Array[Long] = {
    val order = new Array[Long](count)
    var i = 0
    while (i < count) {
      order(i) = (places(i).toLong << 32) | (Int.MaxValue - i)
      i += 1
    }
    Arrays.sort(order)
    order
  }
}

private object VariantHeaders {
  // More is released once values are small again.
  private final val MaxKept = 4 << 20
  private final val MaxPlaces = 1 << 18

  private def number(ordered: Long): Int = Int.MaxValue - ordered.toInt
}
