package sparkwire.wire.kafka.log

/** The names of the folders and files in a broker's logs.
  * | `<topic>-<partition>`         | the folder of a partition                                       |
  * | `<20 digits>.log`             | a segment; the digits are its base offset                       |
  * | `.index`, `.timeindex`,       | next to a segment, with the same digits                         |
  * | `.txnindex`, `.snapshot`      |                                                                 |
  * | `<offset>-<epoch>.checkpoint` | a snapshot of the metadata log                                  |
  *
  * Folders that end with `-delete`, `-future` or `-stray` have other names and are ignored: their
  * content exists twice, or is about to be deleted.
  */
object LogNames {
  private val Folder = "(.+)-(\\d{1,10})".r
  private val Segment = "(\\d{20})\\.log".r
  private val discarded = Seq("-delete", "-future", "-stray")
  private val beside = Seq(".index", ".timeindex", ".txnindex", ".snapshot", ".deleted", ".cleaned",
    ".swap", "leader-epoch-checkpoint", "partition.metadata", ".crc", "quorum-state")

  /** Returns the topic and partition. */
  def partitionOf(folder: String): Option[(String, Int)] = folder match {
    case Folder(topic, number) if number.toLong <= Int.MaxValue => Some(topic -> number.toInt)
    case _ => None
  }

  /** Whether a broker is about to delete or replace the folder of this name. */
  def isDiscarded(folder: String): Boolean = discarded.exists(folder.endsWith)

  /** Returns the base offset of a segment. */
  def baseOffset(file: String): Option[Long] = file match {
    case Segment(digits) => digits.toLongOption
    case _ => None
  }

  /** Whether a file with this name contains no batches. */
  def isBeside(file: String): Boolean = file.startsWith(".") || beside.exists(file.endsWith)

  /** Whether a file shows that a broker is replacing segments: it renames the old ones to `.deleted`,
    * and then the new ones, whose names end with `.swap` until then.
    */
  def isReplacing(file: String): Boolean = file.endsWith(".swap")

  /** Whether a file shows that a broker is replacing segments, or has done so shortly before. */
  def isInMotion(file: String): Boolean = isReplacing(file) || file.endsWith(".deleted")

  def indexOf(segment: String): String = segment.stripSuffix(".log") + ".index"
}
