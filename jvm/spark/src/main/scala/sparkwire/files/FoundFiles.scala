package sparkwire.files

import scala.collection.mutable

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, FileSystem, Path}

/** The files at the paths of a table. A folder stands for all files in it and in the folders below it,
  * without those whose names begin with `_` or `.`.
  */
private[sparkwire] object FoundFiles {

  /** Returns each file once. */
  def at(paths: Seq[String], hadoop: Configuration): Seq[FileStatus] =
    paths.flatMap(filesAt(_, hadoop)).distinctBy(_.getPath)

  private def filesAt(written: String, hadoop: Configuration): Seq[FileStatus] = {
    val path = new Path(written)
    val fileSystem = path.getFileSystem(hadoop)
    val isPattern = FileOptions.isPattern(written)
    Option(fileSystem.globStatus(path)).toSeq.flatten
      .filterNot(status => isPattern && isHidden(status)).flatMap(filesIn(fileSystem, _))
  }

  private def filesIn(fileSystem: FileSystem, found: FileStatus): Seq[FileStatus] = {
    val files = mutable.Buffer.empty[FileStatus]
    val waiting = mutable.Queue(found)
    while (waiting.nonEmpty) {
      val next = waiting.dequeue()
      if (!next.isDirectory) files += next
      else waiting ++= fileSystem.listStatus(next.getPath).filterNot(isHidden)
    }
    files.toSeq
  }

  // As for Spark's own formats.
  private def isHidden(status: FileStatus): Boolean =
    Seq("_", ".").exists(status.getPath.getName.startsWith)
}
