package sparkwire.wire.layouts.text

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import sparkwire.wire.layouts.BadLayout

/** The text of a layout together with the files that it imports. */
object OneText {
  private final val Ending = ".ksy"

  /** Reads a local file. */
  def ofFile(file: Path): String = {
    val there = file.toAbsolutePath.normalize
    of(there.toString.replace('\\', '/'),
      path =>
        Option.when(Files.isRegularFile(Path.of(path)))(Files.readString(Path.of(path), UTF_8)))
  }

  /** Returns one text without imports.
    *
    * An import is relative to the file that names it. One that begins with `/` is relative to the
    * folder of all layouts: the nearest folder above the first file that has it.
    *
    * @param file
    *   the path of the first file, with `/` between folders
    * @param read
    *   returns the text of a file, None if there is no such file
    * @throws sparkwire.wire.layouts.BadLayout
    *   if a file is missing, or is not a layout
    */
  def of(file: String, read: String => Option[String]): String = {
    val (folder, name) = file.splitAt(file.lastIndexOf('/') + 1)
    val first = name.stripSuffix(Ending)
    Imports.resolve(first,
      path =>
        if (path == first) checked(file, read(file).getOrElse(missing("", file)))
        else imported(folder, path, read))
  }

  private def imported(folder: String, path: String, read: String => Option[String]): String = {
    val tried =
      if (path.startsWith("/")) above(folder).map(_ + path.drop(1) + Ending)
      else LazyList(Imports.plain(folder + path + Ending))
    tried.flatMap(file => read(file).map(checked(file, _))).headOption
      .getOrElse(missing("/meta/imports", tried.head))
  }

  /** A folder and the folders above it, each with a `/` at its end. */
  private def above(folder: String): LazyList[String] = LazyList.iterate(folder)(lower =>
    lower.take(lower.dropRight(1).lastIndexOf('/') + 1)).takeWhile(_.nonEmpty)

  /** Lets an error in the YAML of a file name the file. */
  private def checked(file: String, text: String): String =
    try {
      val _ = YamlParser.parse(text)
      text
    } catch { case bad: BadLayout => throw new BadLayout(bad.place, s"${bad.why} (in $file)") }

  private def missing(place: String, file: String): Nothing =
    throw new BadLayout(place, s"there is no file $file")
}
