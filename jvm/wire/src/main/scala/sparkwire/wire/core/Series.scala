package sparkwire.wire.core

import java.nio.charset.StandardCharsets.US_ASCII

/** The result of reading values that stand end to end: the complete values with their offsets, and
  * the tail, which says where and why reading stopped.
  *
  * @param items
  *   the name of the field that holds the values
  * @param item
  *   the name of one value
  * @param rowBytes
  *   the approximate size of one value in the result in bytes, without its own bytes. A value may
  *   be a single byte on the wire, so the excess over twice its bytes is charged
  */
final class Series(items: String, item: String, kind: Kind, wire: String, val rowBytes: Long) {
  val located: Shape = Shape(s"located $item",
    Vector(
      Field("offset", Kind.Int32, ""),
      Field(item, kind, wire)
    ))
  val shape: Shape = Shape(items,
    Vector(
      Field(items, Kind.Sequence(Kind.Struct(located)), items),
      Field("tail", Kind.Struct(Series.TailShape), "tail")
    ))
}

private object Series {
  // Positions in `shape`, `located` and `TailShape`.
  final val Items = 0
  final val Tail = 1
  final val Offset = 0
  final val Item = 1
  final val TailReason = 0
  final val TailOffset = 1

  val TailShape: Shape = Shape("tail",
    Vector(
      Field("reason", Kind.Text, ""),
      Field("offset", Kind.Int32, "")
    ))
}

/** Reads values that stand end to end. Malformed bytes are not a fault: the complete values before
  * them are kept, and the tail says where and why reading stopped.
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

  /** Refuses a value that the query does not need if [[give]] would refuse it. */
  protected def pass(cursor: Cursor): Unit = ()

  final def read(cursor: Cursor, sink: Sink): Unit = {
    begin(cursor)
    sink.beginStruct(series.shape)
    val into = if (sink.wanted(Series.Items) && sink.beginArray(-1)) sink else null
    val broken = readItems(cursor, into)
    if (into != null) sink.endArray() else sink.skipped()
    if (broken != null) {
      if (sink.wanted(Series.Tail)) giveTail(cursor, sink, broken) else sink.skipped()
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
      if (broken != null) cursor.moveTo(from)
      else {
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
