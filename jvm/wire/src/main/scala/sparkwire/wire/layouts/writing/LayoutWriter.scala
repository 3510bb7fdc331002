package sparkwire.wire.layouts.writing

import sparkwire.wire.core.{Malformed, Options}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.reading.LayoutProgram
import sparkwire.wire.writing.{Output, Source, SourceWriter, Unencodable}

/** Writes values of a layout. */
private[layouts] final class LayoutWriter(program: LayoutProgram, options: Options, output: Output)
    extends SourceWriter {
  private[this] val walk = new WritingWalk(options, output)

  // An expression uses a value that is not given.
  def write(source: Source): Unit =
    try walk.write(program.root, program.view, source)
    catch {
      case malformed: Malformed if malformed.reason eq Layouts.NoValue =>
        throw new Unencodable(Unencodable.MissingField)
    }
}
