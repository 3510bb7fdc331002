package sparkwire.wire.ignite.values

import scala.annotation.switch

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.Leaves

/** Reads the parts of open containers one after another, and closes the containers. */
private[values] final class ContainerParts(walk: IgniteWalk, heads: ValueHeads) {
  private[this] val frames = walk.frames
  private[this] val fields = new ObjectFields(walk, heads)
  private[this] val anything = walk.anything

  /** Reads the next parts of the innermost container, or closes it. Returns how many are open. */
  def next(cursor: Cursor, open: Int): Int = {
    val frame = frames(open)
    val sink = frame.sink
    if (frame.kind == ContainerFrame.Object) {
      val now = fields.read(cursor, frame, open)
      if (now == open) close(cursor, frame, open) else now
    } else if (frame.left == 0) close(cursor, frame, open)
    else (frame.kind: @switch) match {
      case ContainerFrame.List =>
        if (sink == null) skipParts(cursor, frame, open) else elements(cursor, frame, open)
      case ContainerFrame.Map =>
        if (sink == null) skipParts(cursor, frame, open) else entries(cursor, frame, open)
      case ContainerFrame.Enums => enumerated(cursor, frame, open)
      case ContainerFrame.Wrapped =>
        frame.left = 0
        cursor.moveTo(frame.root)
        if (walk.isTraced && sink != null) sink.tracer.moved()
        heads.read(cursor, sink, frame.asked, open)
      case _ =>
        frame.left = 0
        handler(cursor, sink, open)
    }
  }

  private def close(cursor: Cursor, frame: ContainerFrame, open: Int): Int = {
    val sink = frame.sink
    (frame.kind: @switch) match {
      case ContainerFrame.Object => closeObject(cursor, frame)
      case ContainerFrame.Wrapped => heads.leaveWrapped(cursor, frame)
      case ContainerFrame.Map => if (sink != null) sink.endMap()
      case ContainerFrame.Proxy => if (sink != null) sink.endStruct()
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

  private def closeObject(cursor: Cursor, frame: ContainerFrame): Unit = {
    val sink = frame.sink
    if (sink != null) {
      if (frame.head.hasRaw) frame.giveRaw(cursor)
      sink.endStruct()
    }
    cursor.setEnd(frame.outerEnd)
    cursor.moveTo(frame.head.until)
    if (walk.isTraced && sink != null) frame.head.traceEnd(cursor, sink)
  }

  private def elements(cursor: Cursor, frame: ContainerFrame, open: Int): Int = {
    val sink = frame.sink
    val asked = frame.asked.element
    var now = open
    while (now == open && frame.left > 0) {
      frame.left -= 1
      sink.element()
      now = heads.read(cursor, sink, asked, open)
    }
    now
  }

  private def enumerated(cursor: Cursor, frame: ContainerFrame, open: Int): Int = {
    frame.left -= 1
    if (frame.sink != null) frame.sink.element()
    if (cursor.left > 0) {
      val code = cursor.bytes(cursor.position).toInt
      if (code != EnumCode && code != BinaryEnumCode && code != NullCode) cursor.refuse(BadElement)
    }
    heads.read(cursor, frame.sink, anything, open)
  }

  /** Skips parts that no sink takes, up to and including the head of one that has parts itself. */
  private def skipParts(cursor: Cursor, frame: ContainerFrame, open: Int): Int = {
    frame.left = Leaves.skipAll(cursor, frame.left, walk.rereads)
    if (frame.left == 0) open
    else {
      frame.left -= 1
      heads.read(cursor, null, anything, open)
    }
  }

  private def entries(cursor: Cursor, frame: ContainerFrame, open: Int): Int = {
    var now = open
    while (now == open && frame.left > 0) {
      frame.left -= 1
      now = if ((frame.left & 1) == 1) key(cursor, frame, open) else value(cursor, frame, open)
    }
    now
  }

  private def key(cursor: Cursor, frame: ContainerFrame, open: Int): Int = {
    frame.sink.key()
    val at = cursor.position
    val now = heads.read(cursor, frame.sink, frame.asked.key, open)
    // A map may become a struct, where the key determines the request for the value.
    val asked =
      if (now == open && cursor.bytes(at) == StringCode)
        frame.asked.valueOf(cursor.bytes, at + 5, cursor.position)
      else frame.asked.value
    if (frame.valueAsked ne asked) frame.valueAsked = asked
    now
  }

  private def value(cursor: Cursor, frame: ContainerFrame, open: Int): Int =
    if (frame.sink.value()) heads.read(cursor, frame.sink, frame.valueAsked, open)
    else heads.passOver(cursor, frame.sink, open)

  /** Reads the handler of a proxy. */
  private def handler(cursor: Cursor, sink: Sink, open: Int): Int =
    if (sink == null || sink.wanted(Handler)) heads.read(cursor, sink, anything, open)
    else heads.passOver(cursor, sink, open)
}
