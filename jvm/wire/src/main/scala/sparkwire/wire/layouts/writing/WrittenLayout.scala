package sparkwire.wire.layouts.writing

import sparkwire.wire.core.{Kind, Options}
import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.coding.writing.LayoutWriterCode
import sparkwire.wire.layouts.reading.OneLayout
import sparkwire.wire.writing.{CodedWriter, Output, Writer, Written}

/** One value of a layout that is written. */
final case class WrittenLayout(one: OneLayout) extends Written {
  def kind: Kind = one.kind
  def newWriter(options: Options, output: Output): Writer =
    new LayoutWriter(one.program, code(options), options, output)

  /** The layout as the text of a class that writes rows. */
  private[sparkwire] def code(options: Options): CodedWriter = {
    val checks = options.word(Written.Derived) == "check"
    new LayoutWriterCode(one.program.root, one.program.view, checks, options.maxSize)
  }
}

object WrittenLayout {

  /** @throws sparkwire.wire.layouts.BadLayout
    *   if no value of the layout can be written
    */
  def apply(one: OneLayout): WrittenLayout = {
    one.program.whyNotWritten.foreach { case (place, why) => throw new BadLayout(place, why) }
    new WrittenLayout(one)
  }
}
