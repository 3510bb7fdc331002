package sparkwire.wire.ignite.values

import scala.annotation.switch

import sparkwire.wire.core.{Cursor, Options, Sink}
import sparkwire.wire.ignite.{DayZone, LeafValues, Leaves, TypeDescriptions, Wrapped}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.optimized.OptimizedReader
import sparkwire.wire.ignite.types.{Asked, TypeNames}

/** Reads values without parts, and the heads of containers, which are open then: [[IgniteReader]] has the
  * table, and [[ContainerParts]] reads the parts.
  */
private[values] final class ValueHeads(walk: IgniteWalk, options: Options) {
  private[this] val types =
    options.text(Types).fold(TypeDescriptions.none)(TypeDescriptions.of)
  private[this] val names = new TypeNames(types)
  private[this] val objects = new ObjectHeads(walk, types)
  private[this] val frames = walk.frames
  private[this] val rereads = walk.rereads
  private[this] val buffer = walk.buffer
  private[this] val optimized = new OptimizedReader(options, buffer, rereads, types)
  private[this] val anything = walk.anything
  private[this] val zone = DayZone.of(options)
  private[this] val leaves = new LeafParts(walk, this, zone)

  /** Reads one value, or only the head of a container. Returns how many containers are open. */
  def read(cursor: Cursor, sink: Sink, asked: Asked, open: Int): Int = {
    val start = cursor.position
    val past =
      if (start < cursor.end && cursor.bytes(start) == ObjectCode && !walk.isTraced) -1
      else if (sink == null) Leaves.past(cursor.bytes, start, cursor.end)
      else if (walk.isTraced) readTraced(cursor, sink)
      else LeafValues.give(cursor.bytes, start, cursor.end, sink, zone)
    if (past < 0) readOther(cursor, sink, asked, open, start)
    else {
      cursor.moveTo(past)
      rereads.leaf(start, past)
      open
    }
  }

  /** Skips a value that is not needed. All of it is read, because a value has no length prefix. */
  def passOver(cursor: Cursor, sink: Sink, open: Int): Int =
    skipped(sink, open, read(cursor, null, anything, open))

  /** Tells the sink that a value is skipped, as soon as it has been read. Returns `now`. */
  private def skipped(sink: Sink, open: Int, now: Int): Int = {
    if (now == open) sink.skipped() else frames(now).isSkipped = true
    now
  }

  /** Like [[LeafValues.give]], but the cursor is after the value when the value is given. */
  private def readTraced(cursor: Cursor, sink: Sink): Int = {
    val start = cursor.position
    val code = cursor.u8(Truncated).toByte.toInt
    sink.tracer.wire(nameOf(code))
    val past = Leaves.past(cursor.bytes, start, cursor.end)
    if (past < 0 || Leaves.isArray(code)) -1
    else {
      cursor.moveTo(past)
      LeafValues.give(cursor.bytes, start, past, sink, zone)
    }
  }

  /** Reads a value that has parts or is malformed. */
  private def readOther(cursor: Cursor, sink: Sink, asked: Asked, open: Int, start: Int): Int = {
    if (start == cursor.end) cursor.refuse(Truncated)
    val code = cursor.bytes(start).toInt
    cursor.moveTo(start + 1)
    if (code == ObjectCode) objects.open(cursor, sink, asked, open)
    else if (Leaves.isLeaf(code)) {
      if (sink != null && (Leaves.isArray(code) || Leaves.hasCodes(code)))
        LeafValues.giveArray(cursor, sink, code, zone)
      else Leaves.skip(cursor, code)
      leaf(cursor, start, open)
    } else readRest(cursor, sink, asked, open, start, code)
  }

  private def leaf(cursor: Cursor, start: Int, open: Int): Int = {
    rereads.leaf(start, cursor.position)
    open
  }

  private def readRest(cursor: Cursor, sink: Sink, asked: Asked, open: Int, start: Int,
      code: Int): Int = (code: @switch) match {
    case CollectionCode =>
      val count = Leaves.count(cursor)
      val kind = cursor.u8(Truncated).toByte
      if (kind < -1 || kind > 5) cursor.refuse(BadCollectionKind)
      if (kind == 5 && count != 1) cursor.refuse(BadSingleton)
      if (count > cursor.left) cursor.refuse(LengthPastEnd)
      beginList(cursor, start, count, sink, asked, open)
    case MapCode =>
      val count = Leaves.count(cursor)
      val kind = cursor.u8(Truncated)
      if (kind > 2) cursor.refuse(BadMapKind)
      if (count * 2L > cursor.left) cursor.refuse(LengthPastEnd)
      if (sink != null && sink.beginMap(count))
        beginTaken(cursor, ContainerFrame.Map, start, count, sink, asked, open)
      else beginSkipped(cursor, ContainerFrame.Map, start, count * 2L, open)
    case ObjectArray =>
      names.read(cursor)
      beginList(cursor, start, Leaves.count(cursor, 1), sink, asked, open)
    case EnumArray =>
      names.read(cursor)
      val count = Leaves.count(cursor, 1)
      val isTaken = sink != null && sink.beginArray(count)
      begin(
        cursor, ContainerFrame.Enums, start, count.toLong, if (isTaken) sink else null, asked, open)
    case EnumCode | BinaryEnumCode =>
      names.giveEnum(cursor, sink)
      leaf(cursor, start, open)
    case HandleCode => readHandle(cursor, sink, asked, open, start)
    case WrappedCode => enterWrapped(cursor, sink, asked, open, start)
    case ClassCode =>
      names.giveClass(cursor, sink)
      leaf(cursor, start, open)
    case ProxyCode =>
      val isTaken = names.beginProxy(cursor, sink)
      begin(cursor, ContainerFrame.Proxy, start, 1, if (isTaken) sink else null, anything, open)
    case OptimizedCode =>
      optimized.read(cursor, sink, walk.looksAtAll)
      leaf(cursor, start, open)
    case _ => cursor.refuse(if (code == TransformedCode) Transformed else UnknownCode)
  }

  // Containers.

  private def begin(cursor: Cursor, kind: Int, start: Int, left: Long, sink: Sink, asked: Asked,
      open: Int): Int = {
    rereads.head(start, cursor.position - start)
    frames.open(cursor, open + 1, kind, start, left, sink, asked)
    open + 1
  }

  private def beginList(cursor: Cursor, start: Int, count: Int, sink: Sink, asked: Asked,
      open: Int): Int =
    if (sink == null || !sink.beginArray(count))
      beginSkipped(cursor, ContainerFrame.List, start, count.toLong, open)
    else beginTaken(cursor, ContainerFrame.List, start, count, sink, asked, open)

  /** Begins a list or a map that the sink takes. If all its parts are leaves, it is read and closed
    * at once.
    */
  private def beginTaken(cursor: Cursor, kind: Int, start: Int, count: Int, sink: Sink,
      asked: Asked, open: Int): Int = {
    rereads.head(start, cursor.position - start)
    cursor.enter()
    val left =
      if (kind == ContainerFrame.Map) leaves.entries(cursor, sink, count) * 2L
      else leaves.elements(cursor, sink, count).toLong
    cursor.leave()
    if (left == 0) {
      if (kind == ContainerFrame.Map) sink.endMap() else sink.endArray()
      open
    } else {
      frames.open(cursor, open + 1, kind, start, left, sink, asked)
      open + 1
    }
  }

  /** Begins a container of which no sink takes any part. If all its parts are leaves, it is skipped
    * and closed at once.
    */
  private def beginSkipped(cursor: Cursor, kind: Int, start: Int, count: Long, open: Int): Int = {
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

  // Wrapped data.

  private def enterWrapped(cursor: Cursor, sink: Sink, asked: Asked, open: Int,
      start: Int): Int = {
    val trace = if (walk.isTraced) sink else null
    val root = Wrapped.enter(cursor, trace)
    val from = cursor.position
    val until = Wrapped.end(cursor, from)
    val frame = frames.open(cursor, open + 1, ContainerFrame.Wrapped, start, 1, sink, asked)
    if (trace != null) trace.tracer.framed("wrapped", (until - from).toLong)
    frame.root = root
    frame.outerBase = buffer.from
    frame.outerBufferEnd = buffer.until
    buffer.begin(from, until)
    cursor.setEnd(until)
    open + 1
  }

  /** Restores the buffer around wrapped data. */
  def leaveWrapped(cursor: Cursor, frame: ContainerFrame): Unit = {
    val until = buffer.until
    buffer.begin(frame.outerBase, frame.outerBufferEnd)
    cursor.setEnd(frame.outerEnd)
    cursor.moveTo(until + 4)
    if (walk.isTraced && frame.sink != null)
      frame.sink.tracer.trailing(until, "root offset", cursor.i32At(until).toString)
  }

  // Handles.

  private def readHandle(cursor: Cursor, sink: Sink, asked: Asked, open: Int,
      start: Int): Int = {
    val distance = cursor.i32(Truncated)
    val back = cursor.position
    val target = buffer.targetOf(cursor, start, distance)
    val isTaken = sink != null && sink.tracer.takes
    if (isTaken && walk.isTraced) {
      sink.tracer.framed("handle", distance.toLong)
      sink.tracer.moved()
    }
    if (!frames.isOpen(target, open)) {
      // Even if no sink takes it, the handle must lead to a valid value.
      if (isTaken) follow(cursor, sink, asked, open, target, back)
      else if (sink != null)
        skipped(sink, open, follow(cursor, null, anything, open, target, back))
      else if (walk.looksAtAll) follow(cursor, null, anything, open, target, back)
      else open
    } else if (isTaken) buffer.giveCycle(sink, target, open)
    else {
      if (sink != null) sink.skipped()
      open
    }
  }

  /** Reads the value that a handle refers to, and goes on after the handle. */
  private def follow(cursor: Cursor, sink: Sink, asked: Asked, open: Int, target: Int,
      back: Int): Int = {
    val backEnd = cursor.end
    cursor.setEnd(buffer.until)
    cursor.moveTo(target)
    if (walk.isTraced && sink != null) sink.tracer.moved()
    val now = read(cursor, sink, asked, open)
    if (now == open) {
      cursor.moveTo(back)
      cursor.setEnd(backEnd)
    } else {
      frames(now).returnTo = back
      frames(now).outerEnd = backEnd
    }
    now
  }
}
