package sparkwire.wire.ignite

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.ignite.Ignite._

/** The range of bytes that handles count in and cannot leave: the whole value, or the payload of
  * wrapped data.
  */
private[ignite] final class Buffer(rereads: Rereads) {
  private[this] var begins = 0
  private[this] var ends = 0

  def from: Int = begins
  def until: Int = ends

  def begin(from: Int, until: Int): Unit = {
    begins = from
    ends = until
  }

  /** Returns the position of the value that a handle refers to, perhaps through other handles. */
  def targetOf(cursor: Cursor, handle: Int, distance: Int): Int = {
    var target = step(cursor, handle, distance)
    while (cursor.bytes(target) == HandleCode) {
      rereads.leaf(target, target + Buffer.HandleSize)
      target = step(cursor, target, cursor.i32At(target + 1))
    }
    if (nameOf(cursor.bytes(target).toInt) == null) cursor.refuse(UnknownCode)
    target
  }

  /** Gives a cycle mark in place of a value that is still being read. Returns `open`. */
  def giveCycle(sink: Sink, target: Int, open: Int): Int = {
    if (sink.beginStruct(Cycle)) {
      if (sink.wanted(Mark)) sink.int((target - begins).toLong) else sink.skipped()
      sink.endStruct()
    }
    open
  }

  // A handle takes five bytes, so at least five bytes follow the position that it refers back to.
  private def step(cursor: Cursor, from: Int, distance: Int): Int = {
    if (distance <= 0 || distance > from - begins) cursor.refuse(BadHandle)
    from - distance
  }
}

private object Buffer {
  final val HandleSize = 5
}

/** Wrapped data after its code: n, n bytes, offset (4) of the root value within them. */
private[ignite] object Wrapped {

  /** Skips the length and returns the position of the root value. */
  def enter(cursor: Cursor, trace: Sink): Int = {
    val length = Leaves.count(cursor, 1)
    val until = cursor.position + length
    if (cursor.end - until < 4) cursor.refuse(Truncated)
    val root = cursor.i32At(until)
    if (root < 0 || root >= length) {
      cursor.moveTo(until)
      if (trace != null) trace.tracer.moved()
      cursor.refuse(BadWrapped)
    }
    cursor.position + root
  }

  /** Returns the end of the payload that begins at `from`, directly after its length. */
  def end(cursor: Cursor, from: Int): Int = from + cursor.i32At(from - 4)
}
