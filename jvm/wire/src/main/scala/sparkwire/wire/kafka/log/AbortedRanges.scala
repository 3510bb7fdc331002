package sparkwire.wire.kafka.log

import java.util.Arrays

/** The offsets at which the batches of producers were aborted, for many look-ups: the ranges of a
  * producer are apart and ascend, and the ranges of all producers are together in arrays.
  *
  * @param producers
  *   the producers, ascending
  * @param ends
  *   for each producer, the end of its ranges
  * @param from
  *   the first offset of each range
  * @param until
  *   the last offset of each range
  */
final class AbortedRanges private (producers: Array[Long], ends: Array[Int], from: Array[Long],
    until: Array[Long])
    extends Serializable {

  /** Whether a batch of a producer, at this offset, belongs to an aborted transaction. */
  def contains(producer: Long, offset: Long): Boolean = {
    val found = Arrays.binarySearch(producers, producer)
    found >= 0 && {
      val begin = if (found == 0) 0 else ends(found - 1)
      val place = Arrays.binarySearch(from, begin, ends(found), offset)
      // Without an equal start, the range that begins before.
      val range = if (place >= 0) place else -place - 2
      range >= begin && offset <= until(range)
    }
  }

  def isEmpty: Boolean = producers.isEmpty
}

object AbortedRanges {
  def of(aborted: Seq[Aborted]): AbortedRanges = {
    val all = aborted.filter(range => range.after < range.marker && range.after + 1 < range.marker)
      .toArray
    Arrays.sort(all,
      (one: Aborted, other: Aborted) =>
        if (one.producerId != other.producerId) one.producerId.compareTo(other.producerId)
        else one.after.compareTo(other.after))
    val producers = Array.newBuilder[Long]
    val ends = Array.newBuilder[Int]
    val from = new Array[Long](all.length)
    val until = new Array[Long](all.length)
    var count = 0
    var at = 0
    while (at < all.length) {
      val producer = all(at).producerId
      val begin = count
      while (at < all.length && all(at).producerId == producer) {
        val last = all(at).marker - 1
        // Offsets that do not ascend in the file make ranges that overlap.
        if (count > begin && all(at).after < until(count - 1))
          until(count - 1) = math.max(until(count - 1), last)
        else {
          from(count) = all(at).after + 1
          until(count) = last
          count += 1
        }
        at += 1
      }
      producers += producer
      ends += count
    }
    new AbortedRanges(
      producers.result(), ends.result(), Arrays.copyOf(from, count), Arrays.copyOf(until, count))
  }
}
