package sparkwire.files.ignite

import java.io.EOFException

import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, Path}

import sparkwire.wire.ignite.wal.Wal

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
    * compressed, it has the same entries.
    */
  def withoutCopies(segments: Seq[FileStatus], hadoop: Configuration): Seq[FileStatus] =
    segments.groupBy(file => nodeOf(file.getPath)).values.toSeq.flatMap { ofNode =>
      // In one folder, only the endings can differ.
      val places = ofNode.map(_.getPath.getParent).distinct
      val isOne = places.length == 1
      ofNode.sortBy(file => rank(file.getPath)).distinctBy { file =>
        val path = file.getPath
        if (isOne) path.getName.takeWhile(_ != '.')
        else segmentOf(path).orElse(segmentIn(file, hadoop)).fold(path.toString)(_.toString)
      }
    }

  private def rank(path: Path): (Int, String) =
    (if (isNumbered(path)) 0 else 1, path.toString)

  /** Returns the number that the head of a file says. */
  private def segmentIn(file: FileStatus, hadoop: Configuration): Option[Long] = {
    val head = new Array[Byte](Wal.HeadSize)
    Using.resource(file.getPath.getFileSystem(hadoop).open(file.getPath)) { in =>
      try {
        in.readFully(0, head)
        Wal.segmentOf(head)
      } catch { case _: EOFException => None }
    }
  }
}
