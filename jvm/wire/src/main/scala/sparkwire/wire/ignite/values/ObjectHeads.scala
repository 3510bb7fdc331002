package sparkwire.wire.ignite.values

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.TypeDescriptions
import sparkwire.wire.ignite.types.Asked

/** Opens objects: reads the head, and determines the fields and which of them are needed. */
private[values] final class ObjectHeads(walk: IgniteWalk, types: TypeDescriptions) {
  private[this] val frames = walk.frames
  private[this] val rereads = walk.rereads

  /** Opens the object whose code has been read. Returns how many containers are open. */
  def open(cursor: Cursor, sink: Sink, asked: Asked, open: Int): Int = {
    val start = cursor.position - 1
    val trace = if (walk.isTraced) sink else null
    val frame = frames.open(cursor, open + 1, ContainerFrame.Object, start, 0, sink, asked)
    val head = frame.head
    head.read(cursor, trace)
    rereads.head(start, head.size)
    val layout = asked.layouts.of(head, types, asked, rereads)
    if (!layout.hasItsFields) head.refuseFooter(cursor, trace, BadFieldCount)
    if (!layout.isResolved && asked.needsNames) head.refuseSchema(cursor, trace, NoSchema)
    // If `verify` is `none`, an offset is checked only when its field is read.
    val isInOrder = !walk.looksAtAll || head.checkOffsets(cursor, trace)
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
}
