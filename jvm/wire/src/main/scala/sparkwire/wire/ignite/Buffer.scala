package sparkwire.wire.ignite

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.ignite.Ignite._

/** The bytes that handles count in and cannot leave: the whole value, or the payload of wrapped data. */
private[ignite] final class Buffer(rereads: Rereads) {
  private[this] var begins = 0
  private[this] var ends = 0

  def from: Int = begins
  def until: Int = ends

  def begin(from: Int, until: Int): Unit = {
    begins = from
    ends = until
  }

  /** Where the value is that a handle stands for: a handle may lead to another. */
  def targetOf(cursor: Cursor, handle: Int, distance: Int): Int = {
    var target = step(cursor, handle, distance)
    while (cursor.bytes(target) == HandleCode) {
      rereads.leaf(target, target + Buffer.HandleSize)
      target = step(cursor, target, cursor.i32At(target + 1))
    }
    if (nameOf(cursor.bytes(target).toInt) == null) cursor.refuse(UnknownCode)
    target
  }

  /** In the place of a value that is being read. Returns `open`. */
  def giveCycle(sink: Sink, target: Int, open: Int): Int = {
    if (sink.beginStruct(Cycle)) {
      if (sink.wanted(Mark)) sink.int((target - begins).toLong) else sink.skipped()
      sink.endStruct()
    }
    open
  }

  // A handle takes five bytes, so what it leads to in front of it has them too.
  private def step(cursor: Cursor, from: Int, distance: Int): Int = {
    if (distance <= 0 || distance > from - begins) cursor.refuse(BadHandle)
    from - distance
  }
}

private object Buffer {
  final val HandleSize = 5
}

/** Wrapped data behind its code: n, n bytes, offset (4) of the root value in them. */
private[ignite] object Wrapped {

  /** Goes over the length and returns where the root value is. */
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

  /** Where the payload ends that begins here, behind its length. */
  def end(cursor: Cursor, from: Int): Int = from + cursor.i32At(from - 4)
}
