package sparkwire.fuzz

/** How a field writes a number as bytes. */
private[fuzz] sealed abstract class NumberForm {

  /** Returns the number as bytes; a form of fixed width keeps `width` and cuts the number. */
  def write(number: Long, width: Int): Array[Byte]
}

private[fuzz] object NumberForm {
  private case object BigEndian extends NumberForm {
    def write(number: Long, width: Int): Array[Byte] =
      Array.tabulate(width)(at => (number >> 8 * math.min(width - 1 - at, 7)).toByte)
  }

  private case object LittleEndian extends NumberForm {
    def write(number: Long, width: Int): Array[Byte] = BigEndian.write(number, width).reverse
  }

  private case object Varint extends NumberForm {
    def write(number: Long, width: Int): Array[Byte] = {
      val groups = Iterator.iterate(number)(_ >>> 7).takeWhile(_ != 0).map(_ & 0x7f).toArray
      val all = if (groups.isEmpty) Array(0L) else groups
      all.zipWithIndex.map { case (group, at) =>
        (if (at < all.length - 1) group | 0x80 else group).toByte
      }
    }
  }

  private case object ZigZag extends NumberForm {
    def write(number: Long, width: Int): Array[Byte] =
      Varint.write((number << 1) ^ (number >> 63), width)
  }

  /** The lengths of Kafka's compact types. */
  private case object VarintOfOneMore extends NumberForm {
    def write(number: Long, width: Int): Array[Byte] = Varint.write(number + 1, width)
  }

  /** The length of a short string of MessagePack, whose upper bits are its type. */
  private case object LowBits extends NumberForm {
    def write(number: Long, width: Int): Array[Byte] = Array((0xa0 | (number & 0x1f)).toByte)
  }

  private val all = Seq(BigEndian, LittleEndian, Varint, ZigZag, VarintOfOneMore, LowBits)

  /** Returns the form in which these bytes are this number. */
  def of(bytes: Array[Byte], number: Long): Option[NumberForm] =
    if (bytes.isEmpty || bytes.length > 10) None
    else all.find(_.write(number, bytes.length).sameElements(bytes))

  /** Numbers at which a reader may change its mind. */
  val borders: IndexedSeq[Long] =
    (IndexedSeq(
      7, 8, 15, 16, 31, 32, 53, 63).map(1L << _).flatMap(one => Seq(one - 1, one, -one)) ++
      Seq(0L, 1L, -1L, 2L, -2L, 3L, 100L, 1000000L)).distinct
}
