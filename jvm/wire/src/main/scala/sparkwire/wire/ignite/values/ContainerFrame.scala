package sparkwire.wire.ignite.values

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.ignite.{Leaves, ObjectHead, Rereads}
import sparkwire.wire.ignite.types.{Asked, IgniteLayout}

/** A container that is being read. Frames are kept on a stack of our own, because a deeply nested
  * value could overflow the stack of the thread. Each frame is created once for its depth.
  */
private[ignite] final class ContainerFrame {
  var kind = 0

  /** The position of its code. */
  var start = 0

  /** The number of parts still to come. In a map, keys and values count separately. */
  var left = 0L

  /** The sink that takes its parts. Null if the parts are only checked. */
  var sink: Sink = _

  /** Whether the enclosing sink must be told `skipped()` when this container ends. */
  var isSkipped = false

  /** The cursor's end outside of this container. */
  var outerEnd = 0

  /** The position after the handle that led here, where reading goes on; -1 if no handle did. */
  var returnTo = -1
  var asked: Asked = _

  // Maps only.
  var valueAsked: Asked = _

  // Objects only.
  val head = new ObjectHead
  var layout: IgniteLayout = _
  var field = 0
  var order: Array[Long] = _

  def forgetLayout(): Unit = {
    layout = null
    order = null
  }

  /** Returns the field at this index in the order of the data. */
  def fieldAt(place: Int): Int = if (order == null) place else order(place).toInt

  /** A bit for each of the first 64 fields, set if the sink needs the field. */
  var needed = 0L

  /** Whether this field may be needed. Of fields after the first 64, only the sink knows. */
  def needs(field: Int): Boolean =
    if (field < 64) (needed & (1L << field)) != 0 else sink != null

  /** Advances to the next field that is needed. Valid only if [[order]] is null. */
  def skipUnneeded(): Unit =
    if (field < 64) {
      val rest = needed >>> field
      field =
        if (rest != 0) field + java.lang.Long.numberOfTrailingZeros(rest)
        else if (sink != null) 64
        else head.count
    }

  /** Skips fields, up to one that is needed or not a leaf. Returns false if it skipped none. */
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

  // Wrapped data only: the position of the root value, and the buffer outside.
  var root = 0
  var outerBase = 0
  var outerBufferEnd = 0
}

private[ignite] object ContainerFrame {
  final val List = 0
  final val Enums = 1
  final val Map = 2
  final val Object = 3
  final val Wrapped = 4
  final val Proxy = 5
}

/** The stack of open containers, numbered from 1. */
private[ignite] final class FrameStack(maxDepth: Int) {
  // Room for one container more than may be open: opening that one is refused by the cursor.
  private[this] val frames = new Array[ContainerFrame](maxDepth + 2)

  // Whether a frame refers to a layout of which only this value should keep the memory.
  private[this] var isHeavy = false

  def apply(depth: Int): ContainerFrame = frames(depth)

  /** Begins the next value. */
  def begin(): Unit = if (isHeavy) {
    frames.foreach(frame => if (frame != null) frame.forgetLayout())
    isHeavy = false
  }
  def holdHeavy(): Unit = isHeavy = true

  def open(cursor: Cursor, depth: Int, kind: Int, start: Int, left: Long, sink: Sink,
      asked: Asked): ContainerFrame = {
    cursor.enter()
    if (frames(depth) == null) frames(depth) = new ContainerFrame
    val frame = frames(depth)
    frame.kind = kind
    frame.start = start
    frame.left = left
    frame.isSkipped = false
    frame.outerEnd = cursor.end
    frame.returnTo = -1
    // Both are usually unchanged, and each store of a reference costs the garbage collector time.
    if (frame.sink ne sink) frame.sink = sink
    if (frame.asked ne asked) frame.asked = asked
    frame
  }

  /** Whether the container that begins at `start` is still open. */
  def isOpen(start: Int, depth: Int): Boolean = {
    var at = depth
    while (at > 0 && frames(at).start != start) at -= 1
    at > 0
  }
}
