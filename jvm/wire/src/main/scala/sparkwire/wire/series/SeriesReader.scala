package sparkwire.wire.series

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire.core.{Cursor, Reader, Reason, Sink}

/** Reads values end to end. Malformed bytes are not a fault: the complete values before
  * them are kept, and the tail says where and why reading stopped. If the series resyncs, reading
  * continues with the next value that can be distinguished from other bytes, and a gap describes
  * the bytes in between.
  *
  * The search ends, and with it the reading, when it has looked at each byte
  * [[ValueBounds.LooksAtByte]] times on average.
  *
  * Each value is walked twice, first to check that it is complete and then to give it, because a
  * sink cannot remove an element from an array.
  */
abstract class SeriesReader(series: Series, bounds: ValueBounds) extends Reader {
  private[this] val gaps = new Gaps

  /** Prepares for the values of one input. */
  protected def begin(): Unit = ()

  /** Gives the value at the cursor, which `bounds` has accepted, to the current place. */
  protected def give(cursor: Cursor, sink: Sink): Unit

  /** Refuses a value that the query does not need if [[give]] would refuse it. */
  protected def checkUnneeded(cursor: Cursor): Unit = ()

  final def read(cursor: Cursor, sink: Sink): Unit = {
    begin()
    bounds.begin(cursor)
    gaps.clear()
    bounds.setEffort(SeriesReader.LeastEffort + ValueBounds.LooksAtByte * cursor.left)
    sink.beginStruct(series.shape)
    val into = if (sink.wanted(Series.Items) && sink.beginArray(-1)) sink else null
    val broken = readItems(cursor, into)
    if (into != null) sink.endArray() else sink.skipped()
    if (series.resyncs) {
      if (sink.wanted(Series.Gaps)) gaps.give(sink) else sink.skipped()
    }
    if (broken != null) {
      if (sink.wanted(series.tail)) giveTail(cursor, sink, broken) else sink.skipped()
    }
    sink.endStruct()
  }

  /** Returns why the value at the cursor is malformed, or null at the end of the input. */
  private def readItems(cursor: Cursor, into: Sink): Reason = {
    val end = cursor.end
    var broken: Reason = null
    while (broken == null && cursor.left > 0) {
      val from = cursor.position
      broken = bounds.whyBroken(cursor)
      val until = cursor.position
      if (broken != null) {
        val next = if (series.resyncs) nextAfter(cursor, from) else -1
        if (next < 0) cursor.moveTo(from)
        else {
          cursor.allowance.spend(Gaps.Bytes)
          gaps.add(from, next - from, broken)
          cursor.moveTo(next)
          broken = null
        }
      } else {
        cursor.moveTo(from)
        if (into != null) into.element()
        cursor.allowance.spend(math.max(0L, series.rowBytes - 2L * (until - from)))
        if (into != null) giveItem(cursor, into, until) else checkUnneeded(cursor)
        cursor.setEnd(end)
        cursor.moveTo(until)
      }
    }
    broken
  }

  /** Returns where the next value begins after a broken one, -1 if there is none. */
  private def nextAfter(cursor: Cursor, broken: Int): Int = {
    bounds.spend(bounds.lookedAt(cursor, broken))
    bounds.find(cursor, broken + 1, cursor.end)
  }

  private def giveItem(cursor: Cursor, sink: Sink, until: Int): Unit = {
    sink.beginStruct(series.located)
    if (sink.derives(Series.Offset)) sink.int(cursor.position.toLong)
    if (sink.wanted(Series.Item)) give(cursor, sink)
    else {
      checkUnneeded(cursor)
      cursor.moveTo(until)
      sink.skipped()
    }
    sink.endStruct()
  }

  private def giveTail(cursor: Cursor, sink: Sink, broken: Reason): Unit = {
    sink.beginStruct(Series.TailShape)
    if (sink.derives(Series.TailReason)) sink.word(broken.word.getBytes(US_ASCII))
    if (sink.derives(Series.TailOffset)) sink.int(cursor.position.toLong)
    sink.endStruct()
  }
}

private object SeriesReader {

  /** How many bytes may be looked at in search of values, however short the input is. */
  final val LeastEffort = 1L << 14
}
