package sparkwire.sinks
package variant

import java.util.Arrays

/** Headers of a VARIANT for which not as much room was left as they take, kept apart from the content until
  * all is complete: so that each byte of the content is moved once however deep it is.
  */
private[sinks] final class VariantHeaders {
  private[this] var out = new Array[Byte](256)
  private[this] var end = 0
  // Where in the content a header belongs, what was left for it there, and where it starts here.
  private[this] var places = new Array[Int](16)
  private[this] var rooms = new Array[Int](16)
  private[this] var froms = new Array[Int](16)
  private[this] var count = 0

  def begin(): Unit = {
    end = 0
    count = 0
  }

  def isEmpty: Boolean = count == 0

  /** Where the next header goes, once it is [[add]]ed. */
  def bytes: Array[Byte] = out
  def position: Int = end

  /** Makes place for a header. */
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

  /** The content with the headers in their places, of the size that it has then. */
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

  /** Containers end after those that are in them, but begin before. Where a pair begins with a container,
    * for which no room was left, they have one place: the pair, which ended later, goes first.
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
  private def number(ordered: Long): Int = Int.MaxValue - ordered.toInt
}
