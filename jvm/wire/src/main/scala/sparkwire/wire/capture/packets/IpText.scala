package sparkwire.wire.capture.packets

/** Addresses as text: IPv6 as RFC 5952 has it, with `::` for the longest run of zeros. */
object IpText {
  def of(bytes: Array[Byte], from: Int, size: Int): String =
    if (size == 4) (0 until 4).map(i => bytes(from + i) & 0xff).mkString(".")
    else {
      val groups = Array.tabulate(8)(i =>
        (bytes(from + 2 * i) & 0xff) << 8 | (bytes(from + 2 * i + 1) & 0xff))
      val (start, length) = longestZeros(groups)
      if (length < 2) hex(groups)
      else hex(groups.take(start)) + "::" + hex(groups.drop(start + length))
    }

  private def hex(groups: Array[Int]): String = groups.map(_.toHexString).mkString(":")

  /** Returns the first of the longest runs: where it begins, and its length. */
  private def longestZeros(groups: Array[Int]): (Int, Int) = {
    val runs = groups.indices.map(start => (start, groups.drop(start).takeWhile(_ == 0).length))
    runs.maxBy(_._2)
  }
}
