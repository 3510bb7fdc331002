package sparkwire.wire.layouts.writing

import sparkwire.wire.core.{Kind, Options}
import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.reading.OneLayout
import sparkwire.wire.writing.{Output, Writer, Written}

/** One value of a layout that is written. */
final case class WrittenLayout(one: OneLayout) extends Written {
  def kind: Kind = one.kind
  def newWriter(options: Options, output: Output): Writer =
    new LayoutWriter(one.program, options, output)
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
