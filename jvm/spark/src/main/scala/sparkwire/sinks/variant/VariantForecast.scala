package sparkwire.sinks
package variant

/** How much room to leave for the headers of containers, going by those that came before: by the last one
  * that began at the same place of such a container, behind the same key. A wrong guess costs time and changes
  * nothing else: its header is kept apart until the value is complete.
  */
private[sinks] final class VariantForecast {
  // By index:
  // | bits | what                                                                          |
  // | 0-2  | size of offsets                                                               |
  // | 3-5  | size of numbers of keys, 0 of arrays                                          |
  // | 6-10 | what to leave in front of each key of a map, for the headers of pairs         |
  // | 11-  | how many entries, [[VariantForecast.MaxCount]] + 1 where they are more        |
  private[this] val known = new Array[Int](VariantForecast.Size)

  /** @param outer
    *   that of the container it is in
    */
  def indexOf(outer: Int, place: Int, key: Int): Int = {
    val hash =
      ((outer * 31 + math.min(place, VariantForecast.MaxPlace)) * 31 + key) * VariantForecast.Mix
    hash >>> VariantForecast.Shift
  }

  /** What an array may need. */
  def roomOfArray(index: Int, count: Int): Int = {
    val last = known(index)
    room(last, count, math.max(1, last & 7))
  }

  /** What a map or struct may need. */
  def roomOfObject(index: Int, count: Int): Int = {
    val last = known(index)
    if (last == 0) room(last, count, 1 + 1)
    else room(last, count, math.max(1, last & 7) + ((last >>> 3) & 7))
  }

  // The number of entries is what the bytes say it is, in containers in containers: not to be believed where
  // it would take much.
  private def room(last: Int, count: Int, each: Int): Int = {
    val entries = if (count < 0) last >>> 11 else count
    if (entries > VariantForecast.MaxCount) VariantForecast.LeastRoom
    else 2 + entries * each + math.max(1, last & 7)
  }

  /** What to leave in front of each key of a map. */
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

  // Of those further behind one is as good as another.
  private final val MaxPlace = 30
  // The number takes one byte.
  private final val MaxCount = 255
  // That of a pair whose key is no text.
  private final val MaxPairRoom = 22

  // Something is left for each container, so that no two begin at the same place.
  private final val LeastRoom = 1
}
