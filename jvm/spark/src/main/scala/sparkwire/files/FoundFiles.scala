package sparkwire.files

import java.nio.file.{Path => LocalPath}

import scala.collection.mutable

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, FileSystem, Path}

import sparkwire.errors.SparkwireErrors

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
      .filterNot(status => isPattern && isHidden(status))
      .flatMap(new Listing(written, fileSystem).filesIn)
  }

  // As for Spark's own formats.
  private def isHidden(status: FileStatus): Boolean =
    Seq("_", ".").exists(status.getPath.getName.startsWith)

  // Real folders are not nested that deep, nor have they so many links to them.
  private final val MostLevels = 200
  private final val MostNames = 32

  /** @param around
    *   the real folders around it
    */
  private final case class Folder(path: Path, around: List[LocalPath])

  /** Lists what is in a folder.
    *
    * Trap: the file system of the JVM's own machine follows symbolic links. A link to a folder around it
    * repeats all files some forty times, and several links repeat them in each combination. So a
    * link to a folder that is being listed is not followed: it leads to files that are found anyway. A
    * folder that has very many names in other ways is refused.
    */
  private final class Listing(written: String, fileSystem: FileSystem) {
    private[this] val names = mutable.Map.empty[LocalPath, Int].withDefaultValue(0)
    private[this] val isLocal = fileSystem.getUri.getScheme == "file"

    def filesIn(found: FileStatus): Seq[FileStatus] = {
      val files = mutable.Buffer.empty[FileStatus]
      val waiting = mutable.Queue.empty[Folder]
      def add(status: FileStatus, around: List[LocalPath]): Unit =
        if (status.isDirectory) waiting += Folder(status.getPath, around) else files += status
      add(found, Nil)
      while (waiting.nonEmpty) {
        val next = waiting.dequeue()
        val real = realOf(next.path)
        if (real == null || !next.around.contains(real)) {
          val inside = real :: next.around
          check(next.path, real, inside.length)
          fileSystem.listStatus(next.path).filterNot(isHidden).foreach(add(_, inside))
        }
      }
      files.toSeq
    }

    private def realOf(path: Path): LocalPath =
      if (isLocal) LocalPath.of(path.toUri.getPath).toRealPath() else null

    private def check(path: Path, real: LocalPath, levels: Int): Unit = {
      if (levels > MostLevels)
        refuse(s"$path is nested deeper than $MostLevels levels of folders")
      if (real != null) {
        names(real) += 1
        if (names(real) > MostNames)
          refuse(s"symbolic links give the folder $real more than $MostNames names")
      }
    }

    private def refuse(why: String): Nothing = throw SparkwireErrors.invalidOption(
      "sparkwire", s"path = '$written': $why. Name the folders with the files.")
  }
}
