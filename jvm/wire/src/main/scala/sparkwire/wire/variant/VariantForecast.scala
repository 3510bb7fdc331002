package sparkwire.wire.variant

/** Predicts how much room to leave for the header of a container, from the last container that
  * began at the same position of a similar container, after the same key. A wrong guess costs time
  * and changes nothing else: its header is kept apart until the value is complete.
  */
private[sparkwire] final class VariantForecast {
  // By index:
  // | bits | what                                                                          |
  // | 0-2  | size of offsets                                                               |
  // | 3-5  | size of the numbers of keys, 0 for arrays                                     |
  // | 6-10 | room before each key of a map, for the header of a pair                       |
  // | 11-  | number of entries, at most [[VariantForecast.MaxCount]] + 1                   |
  private[this] val known = new Array[Int](VariantForecast.Size)

  /** @param outer
    *   the index of the enclosing container
    */
  def indexOf(outer: Int, place: Int, key: Int): Int = {
    val hash =
      ((outer * 31 + math.min(place, VariantForecast.MaxPlace)) * 31 + key) * VariantForecast.Mix
    hash >>> VariantForecast.Shift
  }

  /** Returns the room for the header of an array. */
  def roomOfArray(index: Int, count: Int): Int = {
    val last = known(index)
    room(last, count, math.max(1, last & 7))
  }

  /** Returns the room for the header of a map or struct. */
  def roomOfObject(index: Int, count: Int): Int = {
    val last = known(index)
    if (last == 0) room(last, count, 1 + 1)
    else room(last, count, math.max(1, last & 7) + ((last >>> 3) & 7))
  }

  // The count comes from the data, which may nest containers with false counts, so a large count
  // does not reserve room.
  private def room(last: Int, count: Int, each: Int): Int = {
    val entries = if (count < 0) last >>> 11 else count
    if (entries > VariantForecast.MaxCount) VariantForecast.MinRoom
    else 2 + entries * each + math.max(1, last & 7)
  }

  /** Returns the room before each key of a map. */
  def pairRoom(index: Int): Int = (known(index) >>> 6) & 0x1f

  def learn(index: Int, count: Int, offsetSize: Int, idSize: Int, pairRoom: Int): Unit =
    known(index) = (math.min(count, VariantForecast.MaxCount + 1) << 11) |
      (if (pairRoom > VariantForecast.MaxPairRoom) 0
       else pairRoom << 6) | (idSize << 3) | offsetSize
}

private object VariantForecast {
  private final val Size = 2048
  private final val Shift = 21
  private final val Mix = 0x9e3779b1

  // Later entries share one position.
  private final val MaxPlace = 30
  // The largest count that takes one byte.
  private final val MaxCount = 255
  // The largest header of a pair whose key is not text.
  private final val MaxPairRoom = 22

  // Each container gets at least this room, so that no two begin at the same place.
  private final val MinRoom = 1
}
