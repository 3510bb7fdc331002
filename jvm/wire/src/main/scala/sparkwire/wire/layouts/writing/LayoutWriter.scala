package sparkwire.wire.layouts.writing

import sparkwire.wire.core.{Malformed, Options}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.reading.LayoutProgram
import sparkwire.wire.writing._

/** Writes values of a layout. */
private[layouts] final class LayoutWriter(
    program: LayoutProgram, coded: CodedWriter, options: Options, output: Output)
    extends SourceWriter {
  private[this] val walk = new WritingWalk(options, output)
  private[this] val code = new PlainWrite(coded)

  def write(source: Source): Unit =
    if (!code.tryWrite(source.plain, output, options.maxDepth)) writeByWalk(source)

  // An expression uses a value that is not given.
  private def writeByWalk(source: Source): Unit =
    try walk.write(program.root, program.view, source)
    catch {
      case malformed: Malformed if malformed.reason eq Layouts.NoValue =>
        throw new Unencodable(Unencodable.MissingField)
    }
}
