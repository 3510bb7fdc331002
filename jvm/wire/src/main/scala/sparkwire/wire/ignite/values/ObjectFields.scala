package sparkwire.wire.ignite.values

import sparkwire.wire.core.{Cursor, Options, Reader, Sink}
import sparkwire.wire.ignite.{Rereads, TypeDescriptions}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.types.Asked

/** Reads the fields of objects. Each field is a complete value at the offset that the footer gives,
  * and is read by [[ValueReader]].
  */
private[ignite] abstract class ObjectFields(options: Options) extends Reader {
  protected[this] final val types: TypeDescriptions =
    options.text(Types).fold(TypeDescriptions.none)(TypeDescriptions.of)
  protected[this] final val anything: Asked = Asked.anything
  protected[this] final val frames: FrameStack = new FrameStack(options.maxDepth)
  protected[this] final val rereads: Rereads = new Rereads
  protected[this] final var tracing: Boolean = false
  // Whether parts that no sink needs are read as well.
  protected[this] final var looksAtAll: Boolean = false

  /** Reads one value, or only the head of a container. Returns how many containers are open. */
  protected def give(cursor: Cursor, sink: Sink, asked: Asked, open: Int): Int

  /** Skips a value that is not needed. Returns how many containers are open. */
  protected def passOver(cursor: Cursor, sink: Sink, open: Int): Int

  /** Closes the innermost container. Returns how many containers are open. */
  protected def close(cursor: Cursor, frame: Frame, open: Int): Int

  protected[this] final def giveObject(cursor: Cursor, sink: Sink, asked: Asked, open: Int): Int = {
    val start = cursor.position - 1
    val trace = if (tracing) sink else null
    val frame = frames.open(cursor, open + 1, Frame.Object, start, 0, sink, asked)
    val head = frame.head
    head.read(cursor, trace)
    rereads.head(start, head.size)
    val layout = asked.layouts.of(head, types, asked, rereads)
    if (!layout.hasItsFields) head.refuseFooter(cursor, trace, BadFieldCount)
    if (!layout.isResolved && asked.needsNames) head.refuseSchema(cursor, trace, NoSchema)
    // If `verify` is `none`, an offset is checked only when its field is read.
    val isInOrder = !looksAtAll || head.checkOffsets(cursor, trace)
    if (frame.layout ne layout) frame.layout = layout
    frame.field = 0
    if (!isInOrder) frame.order = head.order else if (frame.order != null) frame.order = null
    if (layout.isHeavy) frames.holdHeavy()
    if (sink != null) {
      if (!sink.beginObject(layout)) frame.sink = null
      else if (sink.derives(layout.typeMark)) layout.giveType(sink)
    }
    frame.needed = if (frame.sink == null) 0L else sink.needed
    cursor.setEnd(head.dataUntil)
    open + 1
  }

  protected[this] final def nextField(cursor: Cursor, frame: Frame, open: Int): Int = {
    val now = if (looksAtAll) allFields(cursor, frame, open) else neededFields(cursor, frame, open)
    if (now == open) {
      if (frame.sink != null && frame.head.hasRaw) frame.giveRaw(cursor)
      close(cursor, frame, open)
    } else now
  }

  /** Reads or skips fields, up to and including the head of one that has parts. */
  private def allFields(cursor: Cursor, frame: Frame, open: Int): Int = {
    var now = open
    while (now == open && frame.field < frame.head.count) {
      val field = frame.fieldAt(frame.field)
      if (frame.needs(field)) {
        frame.field += 1
        now = neededField(cursor, frame, field, open)
      } else if (!frame.skipFields(cursor, rereads)) {
        frame.field += 1
        cursor.moveTo(frame.head.position(field))
        now = give(cursor, null, anything, open)
      }
    }
    now
  }

  /** Like [[allFields]], but passes over fields that are not needed without reading them. Each
    * offset is checked when its field is read.
    */
  private def neededFields(cursor: Cursor, frame: Frame, open: Int): Int = {
    var now = open
    frame.skipUnneeded()
    while (now == open && frame.field < frame.head.count) {
      val field = frame.field
      frame.head.checkOffset(cursor, null, field)
      now = neededField(cursor, frame, field, open)
      frame.field = field + 1
      frame.skipUnneeded()
    }
    now
  }

  private def neededField(cursor: Cursor, frame: Frame, field: Int, open: Int): Int = {
    cursor.moveTo(frame.head.position(field))
    if (frame.sink.wanted(field)) give(cursor, frame.sink, frame.layout.askedOf(field), open)
    else if (looksAtAll) passOver(cursor, frame.sink, open)
    else skipped(frame.sink, open)
  }

  protected[this] final def skipped(sink: Sink, open: Int): Int = {
    sink.skipped()
    open
  }
}
