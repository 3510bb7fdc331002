package sparkwire.wire.ignite.values

import scala.annotation.switch

import sparkwire.wire.core.{Cursor, Options, Sink}
import sparkwire.wire.ignite.{LeafValues, Leaves}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.types.Asked

/** Reads the parts of open containers one after another, and closes the containers. [[ValueReader]]
  * reads the values themselves, and [[ObjectFields]] the fields of objects.
  */
private[ignite] abstract class ContainerReader(options: Options) extends ObjectFields(options) {

  /** Restores the buffer around wrapped data. */
  protected def leaveWrapped(cursor: Cursor, frame: Frame): Unit

  /** Opens a container whose head has been read. Returns how many containers are open. */
  protected[this] final def begin(cursor: Cursor, kind: Int, start: Int, left: Long, sink: Sink,
      asked: Asked,
      open: Int): Int = {
    rereads.head(start, cursor.position - start)
    frames.open(cursor, open + 1, kind, start, left, sink, asked)
    open + 1
  }

  /** Reads the next parts of the innermost container, or closes it. Returns how many are open. */
  protected[this] final def next(cursor: Cursor, open: Int): Int = {
    val frame = frames(open)
    val sink = frame.sink
    if (frame.kind == Frame.Object) nextField(cursor, frame, open)
    else if (frame.left == 0) close(cursor, frame, open)
    else (frame.kind: @switch) match {
      case Frame.List =>
        if (sink == null) skipParts(cursor, frame, open) else nextElement(cursor, frame, open)
      case Frame.Map =>
        if (sink == null) skipParts(cursor, frame, open) else nextEntry(cursor, frame, open)
      case Frame.Enums => nextEnum(cursor, frame, open)
      case Frame.Wrapped =>
        frame.left = 0
        cursor.moveTo(frame.root)
        if (tracing && sink != null) sink.tracer.moved()
        give(cursor, sink, frame.asked, open)
      case _ =>
        frame.left = 0
        giveField(cursor, sink, Handler, anything, open)
    }
  }

  protected final def close(cursor: Cursor, frame: Frame, open: Int): Int = {
    val sink = frame.sink
    (frame.kind: @switch) match {
      case Frame.Object =>
        if (sink != null) sink.endStruct()
        cursor.setEnd(frame.outerEnd)
        cursor.moveTo(frame.head.until)
        if (tracing && sink != null) frame.head.traceEnd(cursor, sink)
      case Frame.Wrapped => leaveWrapped(cursor, frame)
      case Frame.Map => if (sink != null) sink.endMap()
      case Frame.Proxy => if (sink != null) sink.endStruct()
      case _ => if (sink != null) sink.endArray()
    }
    cursor.leave()
    if (frame.returnTo >= 0) {
      cursor.moveTo(frame.returnTo)
      cursor.setEnd(frame.outerEnd)
    }
    if (frame.isSkipped) frames(open - 1).sink.skipped()
    open - 1
  }

  private def nextElement(cursor: Cursor, frame: Frame, open: Int): Int = {
    val sink = frame.sink
    val asked = frame.asked.element
    var now = open
    while (now == open && frame.left > 0) {
      frame.left -= 1
      sink.element()
      now = give(cursor, sink, asked, open)
    }
    now
  }

  private def nextEnum(cursor: Cursor, frame: Frame, open: Int): Int = {
    frame.left -= 1
    if (frame.sink != null) frame.sink.element()
    if (cursor.left > 0) {
      val code = cursor.bytes(cursor.position).toInt
      if (code != EnumCode && code != BinaryEnumCode && code != NullCode) cursor.refuse(BadElement)
    }
    give(cursor, frame.sink, anything, open)
  }

  /** Skips parts that no sink takes, up to and including the head of one that has parts itself. */
  private def skipParts(cursor: Cursor, frame: Frame, open: Int): Int = {
    frame.left = Leaves.skipAll(cursor, frame.left, rereads)
    if (frame.left == 0) open
    else {
      frame.left -= 1
      give(cursor, null, anything, open)
    }
  }

  /** Begins a container whose head has been read and of which no sink takes any part. If all its
    * parts are leaves, it is skipped and closed at once.
    */
  protected[this] final def beginSkipped(cursor: Cursor, kind: Int, start: Int, count: Long,
      open: Int): Int = {
    rereads.head(start, cursor.position - start)
    cursor.enter()
    val left = Leaves.skipAll(cursor, count, rereads)
    cursor.leave()
    if (left == 0) open
    else {
      frames.open(cursor, open + 1, kind, start, left, null, anything)
      open + 1
    }
  }

  private def nextEntry(cursor: Cursor, frame: Frame, open: Int): Int = {
    var now = open
    while (now == open && frame.left > 0) {
      frame.left -= 1
      now =
        if ((frame.left & 1) == 1) giveKey(cursor, frame, open) else giveValue(cursor, frame, open)
    }
    now
  }

  private def giveKey(cursor: Cursor, frame: Frame, open: Int): Int = {
    frame.sink.key()
    val at = cursor.position
    val now = give(cursor, frame.sink, frame.asked.key, open)
    // A map may become a struct, where the key determines what is asked of the value.
    val asked =
      if (now == open && cursor.bytes(at) == StringCode)
        frame.asked.valueOf(cursor.bytes, at + 5, cursor.position)
      else frame.asked.value
    if (frame.valueAsked ne asked) frame.valueAsked = asked
    now
  }

  private def giveValue(cursor: Cursor, frame: Frame, open: Int): Int =
    if (frame.sink.value()) give(cursor, frame.sink, frame.valueAsked, open)
    else passOver(cursor, frame.sink, open)

  /** Skips a value that is not needed. All of it is read, because a value has no length prefix. */
  protected final def passOver(cursor: Cursor, sink: Sink, open: Int): Int = {
    val now = give(cursor, null, anything, open)
    if (now == open) sink.skipped() else frames(now).isSkipped = true
    now
  }

  private def giveField(cursor: Cursor, sink: Sink, field: Int, asked: Asked, open: Int): Int =
    if (sink == null) give(cursor, null, anything, open)
    else if (sink.wanted(field)) give(cursor, sink, asked, open)
    else passOver(cursor, sink, open)

  protected[this] final def beginList(cursor: Cursor, start: Int, count: Int, sink: Sink,
      asked: Asked,
      open: Int): Int =
    if (sink == null || !sink.beginArray(count))
      beginSkipped(cursor, Frame.List, start, count.toLong, open)
    else {
      rereads.head(start, cursor.position - start)
      cursor.enter()
      val left = giveLeaves(cursor, sink, count)
      cursor.leave()
      if (left == 0) {
        sink.endArray()
        open
      } else {
        frames.open(cursor, open + 1, Frame.List, start, left.toLong, sink, asked)
        open + 1
      }
    }

  /** Gives elements up to the first that is not a leaf. Returns how many elements are left. */
  private def giveLeaves(cursor: Cursor, sink: Sink, count: Int): Int = {
    val bytes = cursor.bytes
    val end = cursor.end
    var left = count
    var at = cursor.position
    while (left > 0 && at < end && Leaves.isLeaf(bytes(at).toInt)) {
      sink.element()
      val past = if (tracing) -1 else LeafValues.give(bytes, at, end, sink)
      if (past < 0) {
        cursor.moveTo(at)
        val _ = give(cursor, sink, anything, 0)
        at = cursor.position
      } else {
        rereads.leaf(at, past)
        at = past
      }
      left -= 1
    }
    cursor.moveTo(at)
    left
  }
}
