package sparkwire.wire.kafka.log

import sparkwire.wire.core.Bytes

/** The sizes of the chunks in which a segment is stored, each compressed by itself, as a manifest of
  * tiered storage has them. Big endian:
  * | int32        | how many there are                                                       |
  * | int32        | the smallest size but for the last one; only if there are several        |
  * | int8         | 1 to 4, the bytes of each value; only if there are several               |
  * | values       | for each but the last one, how much greater than the smallest its size is |
  * | int32        | the size of the last one; only if there are any                          |
  */
object ChunkSizes {
  private final val CountBytes = 4
  private final val HeadBytes = 9
  private final val LastBytes = 4

  /** Returns None for bytes that are not the sizes of chunks. */
  def of(bytes: Array[Byte]): Option[IndexedSeq[Int]] =
    if (bytes.length < CountBytes) None
    else
      Bytes.i32be(bytes, 0) match {
        case 0 => sized(bytes, CountBytes)(IndexedSeq.empty)
        case 1 => sized(bytes, CountBytes + LastBytes)(IndexedSeq(Bytes.i32be(bytes, CountBytes)))
        case count if count > 1 && bytes.length >= HeadBytes => several(bytes, count)
        case _ => None
      }

  private def sized[A](bytes: Array[Byte], length: Long)(sizes: => A): Option[A] =
    Option.when(bytes.length == length)(sizes)

  private def several(bytes: Array[Byte], count: Int): Option[IndexedSeq[Int]] = {
    val least = Bytes.i32be(bytes, CountBytes)
    val each = bytes(HeadBytes - 1).toInt
    if (each < 1 || each > 4) None
    else
      sized(bytes, HeadBytes + (count - 1L) * each + LastBytes) {
        val sizes = new Array[Int](count)
        for (at <- 0 until count - 1)
          sizes(at) = least + number(bytes, HeadBytes + at * each, each)
        sizes(count - 1) = Bytes.i32be(bytes, bytes.length - LastBytes)
        sizes.toIndexedSeq
      }
  }

  private def number(bytes: Array[Byte], at: Int, size: Int): Int = {
    var value = 0
    for (next <- at until at + size) value = value << 8 | bytes(next) & 0xff
    value
  }
}
