package sparkwire.wire.ignite.values

import sparkwire.wire.core.Cursor

/** Reads the fields of an open object. Each field is a complete value at the offset that the footer
  * gives.
  */
private[values] final class ObjectFields(walk: IgniteWalk, heads: ValueHeads) {
  private[this] val rereads = walk.rereads

  /** Reads fields, up to and including the head of one that has parts. Returns how many containers
    * are open.
    */
  def read(cursor: Cursor, frame: ContainerFrame, open: Int): Int =
    if (walk.looksAtAll) all(cursor, frame, open) else needed(cursor, frame, open)

  private def all(cursor: Cursor, frame: ContainerFrame, open: Int): Int = {
    var now = open
    while (now == open && frame.field < frame.head.count) {
      val field = frame.fieldAt(frame.field)
      if (frame.needs(field)) {
        frame.field += 1
        now = one(cursor, frame, field, open)
      } else if (!frame.skipFields(cursor, rereads)) {
        frame.field += 1
        cursor.moveTo(frame.head.position(field))
        now = heads.read(cursor, null, walk.anything, open)
      }
    }
    now
  }

  /** Like [[all]], but skips fields that are not needed without reading them. Each offset is
    * checked when its field is read.
    */
  private def needed(cursor: Cursor, frame: ContainerFrame, open: Int): Int = {
    var now = open
    frame.skipUnneeded()
    while (now == open && frame.field < frame.head.count) {
      val field = frame.field
      frame.head.checkOffset(cursor, null, field)
      now = one(cursor, frame, field, open)
      frame.field = field + 1
      frame.skipUnneeded()
    }
    now
  }

  private def one(cursor: Cursor, frame: ContainerFrame, field: Int, open: Int): Int = {
    cursor.moveTo(frame.head.position(field))
    if (frame.sink.wanted(field))
      heads.read(cursor, frame.sink, frame.layout.askedOf(field), open)
    else if (walk.looksAtAll) heads.passOver(cursor, frame.sink, open)
    else {
      frame.sink.skipped()
      open
    }
  }
}
