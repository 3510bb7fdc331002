package sparkwire.files.kafka

/** The cost of the broken batches in a part of a file. A compressed batch of a few hundred bytes
  * can unpack to `maxSize` before it turns out to be broken, and then it has no rows. So after many
  * of them a batch may unpack only to a multiple of its own size, which is far beyond usual
  * records.
  */
private[sparkwire] final class BrokenBatches(maxSize: Int) {
  import BrokenBatches._

  private[this] var spent = 0L

  /** @param unpacked
    *   the most bytes that the batch can have become
    */
  def add(unpacked: Long): Unit = spent += math.min(unpacked, maxSize.toLong)

  /** Returns `maxSize` for a batch.
    *
    * @param passed
    *   the number of bytes before it
    */
  def maxSizeOf(size: Int, passed: Long): Int =
    if (spent <= Free * maxSize + Each * passed) maxSize
    else math.min(maxSize.toLong, Least + Each * size).toInt
}

private object BrokenBatches {
  private final val Free = 16L
  private final val Each = 256L
  private final val Least = 4096L
}
