package sparkwire.files.capture

/** The order of names in which `trace.pcap9` comes before `trace.pcap10`: tools that divide a capture
  * count its files, and not all of them with leading zeros.
  */
private[capture] object NameOrder extends Ordering[String] {
  private val Part = "[0-9]+|[^0-9]+".r

  def compare(one: String, other: String): Int = {
    val parts = Part.findAllIn(one).zip(Part.findAllIn(other)).map((compareParts _).tupled)
    val found = parts.find(_ != 0)
    found.getOrElse {
      // One of them begins with the other, or they differ in zeros.
      val lengths = Part.findAllIn(one).length.compare(Part.findAllIn(other).length)
      if (lengths != 0) lengths else one.compareTo(other)
    }
  }

  private def compareParts(one: String, other: String): Int =
    if (isNumber(one) && isNumber(other)) BigInt(one).compare(BigInt(other))
    else one.compareTo(other)

  private def isNumber(part: String): Boolean = part.head >= '0' && part.head <= '9'
}
