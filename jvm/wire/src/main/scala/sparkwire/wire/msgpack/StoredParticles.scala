package sparkwire.wire.msgpack

import sparkwire.wire.core.Cursor
import sparkwire.wire.msgpack.Msgpack.Truncated

/** Lists and maps as an Aerospike server stores them. They are MessagePack with two rules of their own:
  *
  *   - The content of each str and bin begins with a byte that says what it is: see [[isString]]. Which of
  *     the two families it has means nothing.
  *   - The first element of a list, or the first key of a map, may be an ext. Its type is how the
  *     container is sorted, and neither it nor the value of such a key belongs to the content.
  */
private[msgpack] object StoredParticles {
  // The types of Aerospike's values.
  private final val String = 3
  private final val GeoJson = 23

  def isString(kind: Byte): Boolean = kind == String
  def isGeoJson(kind: Byte): Boolean = kind == GeoJson

  /** Skips how a list is sorted. Returns how many elements follow. */
  def elements(cursor: Cursor, count: Int): Int =
    if (count > 0 && trySkipOrder(cursor)) count - 1 else count

  /** Skips how a map is sorted: the value of such a key is nil. Returns how many entries follow. */
  def entries(cursor: Cursor, count: Int): Int = {
    val start = cursor.position
    if (count > 0 && trySkipOrder(cursor) && Heads.isNil(cursor)) {
      cursor.skip(1, Truncated)
      count - 1
    } else {
      cursor.moveTo(start)
      count
    }
  }

  private def trySkipOrder(cursor: Cursor): Boolean = {
    val family = Heads.familyNext(cursor)
    val isOrder = ByteFamily.isExt(family)
    if (isOrder) {
      val first = cursor.u8(Truncated)
      cursor.skip(Heads.extLength(cursor, family, first) + 1L, Truncated)
    }
    isOrder
  }
}
