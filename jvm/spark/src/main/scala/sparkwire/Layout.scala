package sparkwire

import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Using

import sparkwire.errors.SparkwireErrors
import sparkwire.files.LayoutText
import sparkwire.wire.core.Nearest

/** Layouts for the functions `layout_…`: of formats of your own, and of well-known ones. */
object Layout {

  /** Reads a `.ksy` file of Kaitai Struct and the files that it imports, as one text.
    * {{{
    *   df.select(layout_decode($"value", Layout.read("layouts/order.ksy")))
    * }}}
    *
    * @param path
    *   the file, on any file system that Spark reads. An import is relative to the file that names
    *   it, or if it begins with `/`, to the nearest folder above that has it
    * @throws org.apache.spark.sql.AnalysisException
    *   if a file is missing, or is not a layout
    */
  def read(path: String): String = LayoutText.read("Layout.read", path)

  /** Returns the layout of a well-known format.
    * {{{
    *   df.select(layout_decode($"value", Layout.named("dns")))
    * }}}
    *
    * @param name
    *   one of [[names]]
    * @throws org.apache.spark.sql.AnalysisException
    *   if there is no layout of this name
    */
  def named(name: String): String = {
    if (!names.contains(name))
      throw SparkwireErrors.invalidSchema(
        "Layout.named", s"there is no layout '$name'.${Nearest.hint(name, names)}")
    resource(s"$name.ksy")
  }

  /** The names of the layouts of well-known formats, in alphabetical order. */
  lazy val names: Seq[String] = resource("names.txt").linesIterator.toSeq

  private def resource(file: String): String =
    Using.resource(getClass.getResourceAsStream(s"/sparkwire/layouts/$file"))(in =>
      new String(in.readAllBytes(), UTF_8))
}
