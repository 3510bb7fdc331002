package sparkwire.wire.kafka.definitions

/** A range of versions, both ends included; empty if the lowest is above the highest.
  * | written       | means             |
  * | `3`           | only 3            |
  * | `1-4`         | 1 to 4            |
  * | `2+`          | 2 to 32767        |
  * | `none`, empty | no version at all |
  */
private[kafka] final case class Versions(lowest: Int, highest: Int) {
  def isEmpty: Boolean = lowest > highest
  def isOpenEnded: Boolean = highest == Versions.Highest
  def has(version: Int): Boolean = lowest <= version && version <= highest
  def meets(other: Versions): Boolean = !and(other).isEmpty
  def isWithin(other: Versions): Boolean =
    isEmpty || (other.lowest <= lowest && highest <= other.highest)
  def and(other: Versions): Versions =
    Versions.of(math.max(lowest, other.lowest), math.min(highest, other.highest))

  /** The range as definitions write it. */
  override def toString: String =
    if (isEmpty) "none"
    else if (lowest == highest) lowest.toString
    else if (isOpenEnded) s"$lowest+"
    else s"$lowest-$highest"
}

private[kafka] object Versions {
  final val Highest = 32767
  val None: Versions = Versions(0, -1)

  def from(lowest: Int): Versions = Versions(lowest, Highest)
  def below(version: Int): Versions = of(0, version - 1)

  private def of(lowest: Int, highest: Int): Versions =
    if (lowest > highest) None else Versions(lowest, highest)

  private val Written = "(\\d{1,5})(?:(\\+)|-(\\d{1,5}))?".r

  /** Returns null if the text is not a range. */
  def parse(text: String): Versions = text.trim match {
    case "" | "none" => None
    case Written(from, plus, to) =>
      val lowest = from.toInt
      val highest = if (plus != null) Highest else if (to != null) to.toInt else lowest
      if (lowest > highest || highest > Highest) null else Versions(lowest, highest)
    case _ => null
  }
}
