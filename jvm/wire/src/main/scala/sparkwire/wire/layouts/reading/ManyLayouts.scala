package sparkwire.wire.layouts.reading

import sparkwire.wire.core._
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.series.{Series, SeriesReader, ValueBounds}

/** Values of a layout end to end.
  *
  * @param resyncs
  *   whether the next value is looked for after a broken one
  */
final case class ManyLayouts(one: OneLayout, resyncs: Boolean) extends Root {
  @transient private[this] lazy val series =
    new Series("values", "value", one.kind, "", rowBytes = 64, resyncs)
  def kind: Kind = Kind.Struct(series.shape)
  def newReader(options: Options): Reader = {
    val bounds = new LayoutBounds(one.program, options)
    new LayoutSeriesReader(series, bounds, options.verifies)
  }

  /** Whether values can be distinguished from other bytes: the layout begins with constant bytes.
    */
  def areFound: Boolean = one.program.prefix != null
}

object ManyLayouts {

  /** Where values begin and end in a file. */
  def newBounds(one: OneLayout, options: Options): ValueBounds =
    new LayoutBounds(one.program, options)
}

private final class LayoutSeriesReader(series: Series, bounds: LayoutBounds, verifies: Boolean)
    extends SeriesReader(series, bounds) {
  protected def give(cursor: Cursor, sink: Sink): Unit = bounds.read(cursor, sink)

  // A value whose result is too large is refused, whoever needs the result.
  override protected def checkUnneeded(cursor: Cursor): Unit =
    if (verifies) give(cursor, Nowhere)
}

/** Where values of a layout begin and end. */
private final class LayoutBounds(program: LayoutProgram, options: Options) extends ValueBounds {
  private[this] val walk = new LayoutWalk(options)
  private[this] val prefix = program.prefix

  def begin(cursor: Cursor): Unit = cursor.allowance.grant(cursor.left.toLong)

  private[this] val verifies = options.verifies
  // The cost of the last value beyond its bytes.
  private[this] var cost = 0L

  def read(cursor: Cursor, sink: Sink): Unit = program.read(walk, cursor, sink)

  override def lookedAt(cursor: Cursor, from: Int): Long =
    math.max(super.lookedAt(cursor, from), cost)

  def pass(cursor: Cursor, sink: Sink): Unit = {
    val room = cursor.room
    val from = cursor.position
    val spent = cursor.allowance.mark
    try {
      // Instances that are not wanted are not read without checks, but a value is not whole then.
      read(cursor, if ((sink eq Nowhere) && !verifies) Everything else sink)
      // Values of no bytes would follow each other without end.
      if (cursor.position == from) cursor.refuse(Reason.TooLarge)
    } catch {
      case malformed: Malformed =>
        cursor.leaveTo(room)
        cost = cursor.allowance.mark - spent
        throw malformed
    }
  }

  def isCut(reason: Reason): Boolean =
    (reason eq Layouts.Truncated) || (reason eq Layouts.NoTerminator)

  override def mayTakeAll: Boolean = true

  def areFound: Boolean = prefix != null

  def begins(cursor: Cursor): Boolean = areFound && {
    spend(1)
    val at = cursor.position
    val isHere = cursor.left >= prefix.length &&
      java.util.Arrays.equals(cursor.bytes, at, at + prefix.length, prefix, 0, prefix.length)
    if (isHere) spend(prefix.length.toLong)
    isHere
  }
}
