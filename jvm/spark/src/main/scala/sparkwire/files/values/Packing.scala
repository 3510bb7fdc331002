package sparkwire.files.values

import java.io.InputStream
import java.util.Locale

import sparkwire.wire.core.OptionSpec
import sparkwire.wire.files.PackedForm

/** How a whole file is compressed. Each of them may be several compressed files end to end, but an
  * archive has one file.
  */
private[sparkwire] object Packing {
  final val None = "none"

  private val endings = Seq(
    PackedForm.Gzip -> Seq("gz", "gzip"),
    PackedForm.Zstd -> Seq("zst", "zstd"),
    PackedForm.Lz4 -> Seq("lz4"),
    PackedForm.Bzip2 -> Seq("bz2"),
    PackedForm.Xz -> Seq("xz"),
    PackedForm.Snappy -> Seq("sz", "snappy"),
    PackedForm.Zip -> Seq("zip"))
  private val forms = endings.map(_._1)

  val Option: OptionSpec.Words = OptionSpec.Words("compression",
    "auto" +: None +: forms.map(_.name),
    "how each file is compressed; `auto`: by the ending of its name")

  /** Returns the compression of a file, as the option or the name of the file says. */
  def of(asked: String, file: String): String =
    if (asked != "auto") asked
    else {
      val name = file.toLowerCase(Locale.ROOT)
      endings.collectFirst {
        case (form, of) if of.exists(ending => name.endsWith(s".$ending")) => form.name
      }.getOrElse(None)
    }

  /** Returns the ending of the names of compressed files, with its dot. */
  def endingOf(packing: String): String =
    endings.collectFirst { case (form, of) if form.name == packing => s".${of.head}" }.getOrElse("")

  def unpack(packing: String, stream: InputStream): InputStream =
    forms.find(_.name == packing).get.unpack(stream)
}
