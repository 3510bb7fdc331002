package sparkwire.files.ignite

import org.apache.hadoop.fs.Path

/** Where a file is in a dump: `<dump>/db/<node>/cache-<cache>/part-<n>.dump`, or for the caches of a
  * group `<dump>/db/<node>/cacheGroup-<group>/part-<n>.dump`.
  *
  * @param isShared
  *   whether the group may have several caches
  */
private[ignite] final case class DumpPlace(node: String, group: String, isShared: Boolean,
    partition: Int)

private[ignite] object DumpFolder {
  private val Partition = """part-(\d{1,9})\.dump(?:\.\w+)?""".r
  // Files of a node or of a full snapshot.
  private val Pages = """part-\d+\.bin""".r
  private val Settings = "cache_data.dat"
  private val OneCache = "cache-"
  private val SeveralCaches = "cacheGroup-"

  /** Is there while the dump is being written. */
  final val Lock = "dump.lock"

  def isEntries(path: Path): Boolean = Partition.matches(path.getName)
  def isPages(path: Path): Boolean = Pages.matches(path.getName)

  /** Returns the facts in the path of a file with entries, as far as it is a path in a dump. */
  def placeOf(path: Path): Option[DumpPlace] = path.getName match {
    case Partition(number) =>
      val folder = nameOf(path.getParent)
      val isShared = folder.startsWith(SeveralCaches)
      val group =
        if (isShared) folder.drop(SeveralCaches.length)
        else if (folder.startsWith(OneCache)) folder.drop(OneCache.length)
        else null
      val node = if (group == null) null else nameOf(path.getParent.getParent)
      Some(DumpPlace(node, group, isShared, number.toInt))
    case _ => None
  }

  private def nameOf(folder: Path): String = if (folder == null) "" else folder.getName

  /** Returns the folder of the dump that a file of a node belongs to: it is the same for all nodes. */
  def rootOf(path: Path): Option[Path] =
    Iterator.iterate(path)(_.getParent).takeWhile(_ != null).drop(4).nextOption()

  /** Returns the name of the cache whose settings are in a file, if it is such a file of a group. */
  def cacheOf(path: Path): Option[String] =
    Some(path.getName).filter(_.endsWith(Settings)).map(_.dropRight(Settings.length))
      .filter(_.nonEmpty)
}
