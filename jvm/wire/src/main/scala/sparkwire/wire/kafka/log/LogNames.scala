package sparkwire.wire.kafka.log

/** The names of the folders and files in a broker's logs, and in tiered storage.
  * | `<topic>-<partition>`         | the folder of a partition                                       |
  * | `<20 digits>.log`             | a segment; the digits are its base offset                       |
  * | `<20 digits>-<id>.log`        | a segment in tiered storage                                     |
  * | `<topic>-<partition>-<id>`    | the folder of a partition in Kafka's `LocalTieredStorage`       |
  * | `<topic>-<id>/<partition>`    | the folder of a partition in a bucket                           |
  * | `<segment>.rsm-manifest`      | next to a segment in a bucket: how it is stored                 |
  * | `.index`, `.timeindex`,       | next to a segment, with the same digits                         |
  * | `.txnindex`, `.snapshot`      |                                                                 |
  * | `<offset>-<epoch>.checkpoint` | a snapshot of the metadata log                                  |
  *
  * An id is 16 bytes in URL-safe Base64, 22 characters, of which the last is one of `AQgw`.
  *
  * Folders that end with `-delete`, `-future` or `-stray` have other names and are ignored: their
  * content exists twice, or is about to be deleted.
  */
object LogNames {
  private val Folder = "(.+)-(\\d{1,10})".r
  private val Segment = "(\\d{20})(-[\\w-]{21}[AQgw])?\\.log".r
  private val TieredFolder = "(.+)-(\\d{1,10})-[\\w-]{21}[AQgw]".r
  private val TopicFolder = "(.+)-[\\w-]{21}[AQgw]".r
  private val discarded = Seq("-delete", "-future", "-stray")
  private val beside = Seq(".index", ".timeindex", ".txnindex", ".snapshot", ".deleted", ".cleaned",
    ".swap", "leader-epoch-checkpoint", "partition.metadata", ".crc", "quorum-state",
    ".indexes", ".rsm-manifest", "leader_epoch_checkpoint")

  /** Returns the topic and partition.
    *
    * @param parent
    *   the name of the folder in which the folder is
    */
  def partitionOf(folder: String, parent: String): Option[(String, Int)] = (folder, parent) match {
    case (Folder(topic, number), _) => numbered(topic, number)
    case (TieredFolder(topic, number), _) => numbered(topic, number)
    case (number, TopicFolder(topic)) if isNumber(number) => numbered(topic, number)
    case _ => None
  }

  private def numbered(topic: String, number: String): Option[(String, Int)] =
    Option.when(number.toLong <= Int.MaxValue)(topic -> number.toInt)

  private def isNumber(name: String): Boolean =
    name.nonEmpty && name.length <= 10 && name.forall(digit => digit >= '0' && digit <= '9')

  /** Whether a folder may have the folders of a topic's partitions in tiered storage. */
  def isTopic(folder: String): Boolean = TopicFolder.matches(folder)

  /** Whether a broker is about to delete or replace the folder of this name. */
  def isDiscarded(folder: String): Boolean = discarded.exists(folder.endsWith)

  /** Returns the base offset of a segment. */
  def baseOffset(file: String): Option[Long] = file match {
    case Segment(digits, _) => digits.toLongOption
    case _ => None
  }

  /** Whether a segment is one in tiered storage, to which nothing is written any more. */
  def isTiered(file: String): Boolean = file match {
    case Segment(_, id) => id != null
    case _ => false
  }

  def manifestOf(segment: String): String = segment.stripSuffix(".log") + ".rsm-manifest"

  /** Whether a file with this name contains no batches. */
  def isBeside(file: String): Boolean = file.startsWith(".") || beside.exists(file.endsWith)

  /** Whether a file shows that a broker is replacing segments: it renames the old ones to `.deleted`,
    * and then the new ones, whose names end with `.swap` until then.
    */
  def isReplacing(file: String): Boolean = file.endsWith(".swap")

  /** Whether a file shows that a broker is replacing segments, or has done so shortly before. */
  def isInMotion(file: String): Boolean = isReplacing(file) || file.endsWith(".deleted")
}
