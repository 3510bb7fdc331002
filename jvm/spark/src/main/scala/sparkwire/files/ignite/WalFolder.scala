package sparkwire.files.ignite

import org.apache.hadoop.fs.{FileStatus, Path}

/** Where a segment is in the folder of a cluster: `db/wal/<node>/0000000000000003.wal`. A node has ten
  * such files, which it uses again and again, so their names say nothing. Full segments are copied to
  * `db/wal/archive/<node>` under their own numbers and may be compressed there; where changes are
  * captured, `db/wal/cdc/<node>` has links to them.
  */
private[ignite] object WalFolder {
  private val Segment = """(\d+)\.wal(\.zip)?""".r
  private val numbered = Seq("archive", "cdc")

  def isSegment(path: Path): Boolean = Segment.matches(path.getName)

  /** Returns the folder of the node: the same name in each of the three places. */
  def nodeOf(path: Path): String = path.getParent.getName

  /** Returns the number of a segment, if its name says it. */
  def segmentOf(path: Path): Option[Long] = path.getName match {
    case Segment(number, zip) if zip != null || isNumbered(path) => number.toLongOption
    case _ => None
  }

  private def isNumbered(path: Path): Boolean =
    Option(path.getParent.getParent).exists(folder => numbered.contains(folder.getName))

  /** Returns each segment of a node once. An archived one is whole, and so it is preferred; if it is
    * compressed, it has the same entries. A file that seems to be a copy by its name is one only if
    * its head has the same number.
    *
    * @param numberIn
    *   returns the number that the head of a file says
    */
  def withoutCopies(segments: Seq[FileStatus], numberIn: FileStatus => Option[Long]): Seq[
    FileStatus] =
    segments.groupBy(file => nodeOf(file.getPath)).values.toSeq.flatMap { ofNode =>
      // In one folder, only the endings can differ.
      val isOne = ofNode.map(_.getPath.getParent).distinct.length == 1
      def said(file: FileStatus): String = {
        val path = file.getPath
        if (isOne) path.getName.takeWhile(_ != '.')
        else segmentOf(path).orElse(numberIn(file)).fold(path.toString)(_.toString)
      }
      ofNode.groupBy(said).values.toSeq.flatMap { alike =>
        if (alike.length == 1) alike
        else
          alike.sortBy(file => rank(file.getPath)).distinctBy(file =>
            numberIn(file).fold(file.getPath.toString)(_.toString))
      }
    }

  private def rank(path: Path): (Int, String) =
    (if (isNumbered(path)) 0 else 1, path.toString)
}
