package sparkwire.wire.ignite

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.ignite.types.IgniteLayout

/** A container that is being read. Kept on a stack of our own, never on that of the thread, which a
  * value could exhaust; made once for each depth.
  */
private[ignite] final class Frame {
  var kind = 0

  /** Where its code is. */
  var start = 0

  /** How many parts are to come; of a map keys and values. */
  var left = 0L

  /** Who takes its parts; null if nobody does, and they are only checked. */
  var sink: Sink = _

  /** Whether the sink outside is to be told that this was passed over. */
  var isSkipped = false

  /** Where the cursor's limit was outside. */
  var outerEnd = 0

  /** Where to go on behind it, if a handle led here; else -1. */
  var returnTo = -1
  var asked: Asked = _

  // Of a map.
  var valueAsked: Asked = _

  // Of an object.
  val head = new ObjectHead
  var layout: IgniteLayout = _
  var field = 0
  var order: Array[Long] = _

  /** The field that stands at this place among the data. */
  def fieldAt(place: Int): Int = if (order == null) place else order(place).toInt

  /** A bit for each of the first 64 fields whose value goes somewhere. */
  var needed = 0L

  /** Whether the field at this position is asked for. The sink knows of those behind the first 64. */
  def needs(field: Int): Boolean =
    if (field < 64) (needed & (1L << field)) != 0 else sink != null

  /** Goes on to the next field that is needed. Only where the fields are in order. */
  def skipUnneeded(): Unit =
    if (field < 64) {
      val rest = needed >>> field
      field =
        if (rest != 0) field + java.lang.Long.numberOfTrailingZeros(rest)
        else if (sink != null) 64
        else head.count
    }

  /** Goes over fields that nobody asks for, up to one that is more than a leaf. False if there are none. */
  def skipFields(cursor: Cursor, rereads: Rereads): Boolean = {
    val bytes = cursor.bytes
    val end = cursor.end
    val count = head.count
    val first = field
    var place = first
    var past = 0
    while (past >= 0 && place < count) {
      val next = fieldAt(place)
      val from = head.position(next)
      past = if (needs(next)) -1 else Leaves.past(bytes, from, end)
      if (past >= 0) {
        rereads.leaf(from, past)
        place += 1
      }
    }
    field = place
    place > first
  }

  def giveRaw(cursor: Cursor): Unit = {
    cursor.moveTo(head.rawFrom)
    val wantRaw = sink.wanted(layout.rawMark)
    cursor.moveTo(head.footerFrom)
    if (wantRaw) sink.binary(cursor.bytes, head.rawFrom, head.footerFrom) else sink.skipped()
  }

  // Of wrapped data: the buffer outside of it.
  var root = 0
  var outerBase = 0
  var outerBufferEnd = 0
}

private[ignite] object Frame {
  final val List = 0
  final val Enums = 1
  final val Map = 2
  final val Object = 3
  final val Wrapped = 4
  final val Proxy = 5
}

/** The containers that are open, from 1 on. */
private[ignite] final class FrameStack(maxDepth: Int) {
  // One more than may be open: that is where the cursor refuses.
  private[this] val frames = new Array[Frame](maxDepth + 2)

  def apply(depth: Int): Frame = frames(depth)

  def open(cursor: Cursor, depth: Int, kind: Int, start: Int, left: Long, sink: Sink,
      asked: Asked): Frame = {
    cursor.enter()
    if (frames(depth) == null) frames(depth) = new Frame
    val frame = frames(depth)
    frame.kind = kind
    frame.start = start
    frame.left = left
    frame.isSkipped = false
    frame.outerEnd = cursor.end
    frame.returnTo = -1
    // Mostly they are what they were, and each store of a reference tells the collector.
    if (frame.sink ne sink) frame.sink = sink
    if (frame.asked ne asked) frame.asked = asked
    frame
  }

  /** Whether a container that begins here is being read. */
  def isOpen(start: Int, depth: Int): Boolean = {
    var at = depth
    while (at > 0 && frames(at).start != start) at -= 1
    at > 0
  }
}
