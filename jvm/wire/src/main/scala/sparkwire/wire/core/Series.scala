package sparkwire.wire.core

import java.nio.charset.StandardCharsets.US_ASCII

/** The result of reading values that stand end to end: the complete values with their offsets, the
  * gaps between them if the reader goes on after a broken value, and the tail, which says where and
  * why reading stopped.
  *
  * @param items
  *   the name of the field that holds the values
  * @param item
  *   the name of one value
  * @param rowBytes
  *   the approximate size of one value in the result in bytes, without its own bytes. A value may
  *   be a single byte on the wire, so the excess over twice its bytes is charged
  * @param resyncs
  *   whether the reader looks for the next value after a broken one
  */
final class Series(items: String, item: String, kind: Kind, wire: String, val rowBytes: Long,
    val resyncs: Boolean = false) {
  val located: Shape = Shape(s"located $item",
    Vector(
      Field("offset", Kind.Int32, ""),
      Field(item, kind, wire)
    ))
  val shape: Shape = Shape(items,
    Vector(Field(items, Kind.Sequence(Kind.Struct(located)), items)) ++
      Option.when(resyncs)(Field("gaps", Kind.Sequence(Kind.Struct(Gaps.GapShape)), "gaps")) :+
      Field("tail", Kind.Struct(Series.TailShape), "tail"))
  private[core] val tail: Int = shape.fields.length - 1
}

object Series {
  val Resync: OptionSpec.Words = OptionSpec.Words("resync", Seq("false", "true"),
    "`true`: after a broken value the next one is looked for, and `gaps` has what lies between")

  // Positions in `shape`, `located` and `TailShape`.
  private[core] final val Items = 0
  private[core] final val Gaps = 1
  private[core] final val Offset = 0
  private[core] final val Item = 1
  private[core] final val TailReason = 0
  private[core] final val TailOffset = 1

  private[core] val TailShape: Shape = Shape("tail",
    Vector(
      Field("reason", Kind.Text, ""),
      Field("offset", Kind.Int32, "")
    ))
}

/** Reads values that stand end to end. Malformed bytes are not a fault: the complete values before
  * them are kept, and the tail says where and why reading stopped. If the series resyncs, reading
  * goes on with the next value that can be told from other bytes, and a gap says what lies between.
  *
  * Trap: broken values may overlap. Each of them costs what it announces, so the search ends, and
  * with it the reading, when it has looked at each byte [[SeriesReader.LooksAtByte]] times on average.
  *
  * Each value is walked twice, first to check that it is complete and then to give it, because a
  * sink cannot remove an element from an array.
  */
abstract class SeriesReader(series: Series) extends Reader {

  /** Prepares for the values of one input. */
  protected def begin(cursor: Cursor): Unit

  /** Skips the value at the cursor, or refuses. It may move the end of the cursor. */
  protected def check(cursor: Cursor): Unit

  /** Gives the value at the cursor, which [[check]] has accepted, to the current place. */
  protected def give(cursor: Cursor, sink: Sink): Unit

  /** Whether the bytes at the cursor are the head of a value, and of nothing else. Asked at one
    * position after the other, so each byte that it looks at is charged with [[spendEffort]].
    */
  protected def begins(cursor: Cursor): Boolean = false

  /** Returns how many bytes [[check]] has looked at before it refused the value at `from`. */
  protected def lookedAt(cursor: Cursor, from: Int): Long = cursor.position.toLong - from

  protected final def spendEffort(bytes: Long): Unit = effort -= bytes

  // How many bytes may still be looked at for the next value.
  private[this] var effort = 0L
  private[this] val gaps = new Gaps

  /** Refuses a value that the query does not need if [[give]] would refuse it. */
  protected def pass(cursor: Cursor): Unit = ()

  final def read(cursor: Cursor, sink: Sink): Unit = {
    begin(cursor)
    gaps.clear()
    effort = SeriesReader.LeastEffort + SeriesReader.LooksAtByte * cursor.left
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
      broken = whyBroken(cursor)
      val until = cursor.position
      cursor.setEnd(end)
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
        if (into != null) giveItem(cursor, into, until) else pass(cursor)
        cursor.setEnd(end)
        cursor.moveTo(until)
      }
    }
    broken
  }

  /** Returns where the next value begins after a broken one, -1 if there is none. */
  private def nextAfter(cursor: Cursor, broken: Int): Int = {
    spendEffort(lookedAt(cursor, broken))
    var at = broken + 1
    cursor.moveTo(at)
    while (at < cursor.end && effort > 0 && !begins(cursor)) {
      at += 1
      cursor.moveTo(at)
    }
    if (at < cursor.end && effort > 0) at else -1
  }

  private def whyBroken(cursor: Cursor): Reason = {
    val explains = cursor.isExplaining
    cursor.setExplaining(false)
    try {
      check(cursor)
      null
    } catch { case malformed: Malformed => malformed.reason }
    finally cursor.setExplaining(explains)
  }

  private def giveItem(cursor: Cursor, sink: Sink, until: Int): Unit = {
    sink.beginStruct(series.located)
    if (sink.derives(Series.Offset)) sink.int(cursor.position.toLong)
    if (sink.wanted(Series.Item)) give(cursor, sink)
    else {
      pass(cursor)
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

private[core] object SeriesReader {

  /** How often each byte may be looked at in search of values. */
  final val LooksAtByte = 16L

  /** How many bytes may be looked at however short the input is. */
  final val LeastEffort = 1L << 14
}
