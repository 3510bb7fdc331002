package sparkwire.files.values

import sparkwire.errors.SparkwireErrors
import sparkwire.files.{FileWriting, LayoutText}
import sparkwire.wire.core.{Options, OptionSpec}
import sparkwire.wire.layouts.{BadLayout, Layouts}
import sparkwire.wire.layouts.reading.ManyLayouts
import sparkwire.wire.layouts.reading.OneLayout
import sparkwire.wire.series.ValueBounds

/** Values of a layout. */
private[sparkwire] case object LayoutFiles extends ValueKind {
  def name: String = Layouts.name

  private val Layout = OptionSpec.Checked("layout", "the text of a `.ksy` file of Kaitai Struct",
    "the layout of the values", _ => None)
  private val LayoutFile = OptionSpec.Checked("layoutFile", "the path of a `.ksy` file",
    "the file with the layout of the values", _ => None)

  override def writing: FileWriting = FileWriting.Values("bin")

  protected def ofReaders: Seq[OptionSpec] =
    Seq(Layout, LayoutFile, Layouts.Instances, Options.InvalidUtf8, Options.MaxDepth)

  override private[files] def ofFiles: Seq[OptionSpec] = Seq(LayoutFile)

  /** Replaces the path of a layout by its text, which tasks need. */
  override private[files] def completed(options: Options): Options =
    (options.text(Layout), options.text(LayoutFile)) match {
      case (Some(text), None) => checked(text, options)
      case (None, Some(path)) => checked(LayoutText.read(format, path), options)
      case (None, None) =>
        refuse(
          s"${Layout.name}: is missing. Accepted: ${Layout.accepted}, or ${LayoutFile.name}, " +
            s"${LayoutFile.accepted}.")
      case _ =>
        refuse(s"${Layout.name} and ${LayoutFile.name} are both given. Accepted: one of them.")
    }

  private def checked(text: String, options: Options): Options =
    try {
      val _ = OneLayout(text, options)
      Options(options.values - LayoutFile.name + (Layout.name -> text))
    } catch {
      case bad: BadLayout =>
        throw SparkwireErrors.invalidSchema(format, s"${Layout.name}: ${bad.sentence}")
    }

  def newBounds(options: Options): ValueBounds =
    ManyLayouts.newBounds(OneLayout(options.text(Layout).get, options), options)
}
