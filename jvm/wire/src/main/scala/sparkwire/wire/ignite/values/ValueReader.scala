package sparkwire.wire.ignite.values

import scala.annotation.switch

import sparkwire.wire.core._
import sparkwire.wire.ignite.{Buffer, LeafValues, Leaves, Wrapped}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.optimized.OptimizedReader
import sparkwire.wire.ignite.types.{Asked, TypeNames}

/** Reads one value: a code (int8) and its payload. Simple values are [[Leaves]], objects begin with
  * their [[ObjectHead]], and these are all others:
  * | code   | value        | payload                                                              |
  * | 23     | object array | type, n, n values                                                    |
  * | 24     | collection   | n, kind int8 (-1 to 5), n values                                     |
  * | 25     | map          | n, kind int8 (0, 1, 2), n keys and values in turn                    |
  * | 27     | wrapped      | n, n bytes, offset (4) of the root value in them                     |
  * | 28 38  | enum         | type, ordinal (4)                                                    |
  * | 29     | enum array   | type, n, n values of code 28, 38 or 101                              |
  * | 32     | class        | type                                                                 |
  * | 35     | proxy        | n, n types, a value: the handler                                     |
  * | 101    | null         |                                                                      |
  * | 102    | handle       | distance (4) back to the code of the value that it refers to         |
  * | fe     | optimized    | n, n bytes of serialized Java: see [[OptimizedReader]]               |
  *
  * A type is its id (4) and, if the id is 0, a string: the class name. n is an int32.
  *
  * Traps: handles count back within their buffer, which is the whole value or the payload of
  * wrapped data. Handles, and fields that share an offset, can turn a few bytes into gigabytes, so
  * [[Rereads]] limits what is read again. A value can contain itself.
  *
  * [[ContainerReader]] reads the parts of these values, and [[ObjectFields]] the fields of objects.
  */
final class ValueReader(askedKind: Kind, options: Options) extends ContainerReader(options) {
  private[this] val verifies = options.verifies
  private[this] val names = new TypeNames(types)
  private[this] val asked = Asked.of(askedKind)
  private[this] val buffer = new Buffer(rereads)
  private[this] val optimized = new OptimizedReader(options, buffer, rereads, types)

  /** @param sink
    *   the receiver of the value, or null if the value is only checked
    */
  def read(cursor: Cursor, sink: Sink): Unit = {
    if (cursor.left == 0) cursor.refuse(EmptyInput)
    readNext(cursor, sink, cursor.position)
    Reader.requireEnd(cursor, if (sink == null) Nowhere else sink, TrailingBytes)
  }

  /** Counts bytes once more for each handle that led to them. */
  override def mayBecome(length: Long): Long =
    Reader.mostOf(length + rereads.inAll)

  /** Reads the value at the cursor, regardless of what follows it.
    *
    * @param from
    *   how far back handles may lead
    */
  private[ignite] def readNext(cursor: Cursor, sink: Sink, from: Int): Unit = {
    cursor.setBigEndian(false)
    tracing = sink != null && sink.tracer.isOn
    looksAtAll = verifies || tracing
    buffer.begin(from, cursor.end)
    rereads.begin(cursor)
    frames.begin()
    var open = give(cursor, sink, asked, 0)
    while (open > 0) open = next(cursor, open)
  }

  // Values.

  /** Reads one value, or only the head of a container. Returns how many containers are open. */
  protected def give(cursor: Cursor, sink: Sink, asked: Asked, open: Int): Int = {
    val start = cursor.position
    val past =
      if (start < cursor.end && cursor.bytes(start) == ObjectCode && !tracing) -1
      else if (sink == null) Leaves.past(cursor.bytes, start, cursor.end)
      else if (tracing) giveTraced(cursor, sink)
      else LeafValues.give(cursor.bytes, start, cursor.end, sink)
    if (past < 0) giveOther(cursor, sink, asked, open, start)
    else {
      cursor.moveTo(past)
      rereads.leaf(start, past)
      open
    }
  }

  /** Like [[LeafValues.give]], but the cursor is after the value when the value is given. */
  private def giveTraced(cursor: Cursor, sink: Sink): Int = {
    val start = cursor.position
    val code = cursor.u8(Truncated).toByte.toInt
    sink.tracer.wire(nameOf(code))
    val past = Leaves.past(cursor.bytes, start, cursor.end)
    if (past < 0 || Leaves.isArray(code)) -1
    else {
      cursor.moveTo(past)
      LeafValues.give(cursor.bytes, start, past, sink)
    }
  }

  /** Reads a value that has parts or is malformed. */
  private def giveOther(cursor: Cursor, sink: Sink, asked: Asked, open: Int, start: Int): Int = {
    if (start == cursor.end) cursor.refuse(Truncated)
    val code = cursor.bytes(start).toInt
    cursor.moveTo(start + 1)
    if (code == ObjectCode) giveObject(cursor, sink, asked, open)
    else if (Leaves.isLeaf(code)) {
      if (sink != null && (Leaves.isArray(code) || Leaves.hasCodes(code)))
        LeafValues.giveArray(cursor, sink, code)
      else Leaves.skip(cursor, code)
      leaf(cursor, start, open)
    } else giveRest(cursor, sink, asked, open, start, code)
  }

  private def leaf(cursor: Cursor, start: Int, open: Int): Int = {
    rereads.leaf(start, cursor.position)
    open
  }

  private def giveRest(cursor: Cursor, sink: Sink, asked: Asked, open: Int, start: Int,
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
        begin(cursor, Frame.Map, start, count * 2L, sink, asked, open)
      else beginSkipped(cursor, Frame.Map, start, count * 2L, open)
    case ObjectArray =>
      names.read(cursor)
      beginList(cursor, start, Leaves.count(cursor, 1), sink, asked, open)
    case EnumArray =>
      names.read(cursor)
      val count = Leaves.count(cursor, 1)
      val isTaken = sink != null && sink.beginArray(count)
      begin(
        cursor, Frame.Enums, start, count.toLong, if (isTaken) sink else null, asked, open)
    case EnumCode | BinaryEnumCode =>
      names.giveEnum(cursor, sink)
      leaf(cursor, start, open)
    case HandleCode => giveHandle(cursor, sink, asked, open, start)
    case WrappedCode => enterWrapped(cursor, sink, asked, open, start)
    case ClassCode =>
      names.giveClass(cursor, sink)
      leaf(cursor, start, open)
    case ProxyCode =>
      val isTaken = names.beginProxy(cursor, sink)
      begin(cursor, Frame.Proxy, start, 1, if (isTaken) sink else null, anything, open)
    case OptimizedCode =>
      optimized.read(cursor, sink, looksAtAll)
      leaf(cursor, start, open)
    case _ => cursor.refuse(if (code == TransformedCode) Transformed else UnknownCode)
  }

  // Wrapped data.

  private def enterWrapped(cursor: Cursor, sink: Sink, asked: Asked, open: Int,
      start: Int): Int = {
    val trace = if (tracing) sink else null
    val root = Wrapped.enter(cursor, trace)
    val from = cursor.position
    val until = Wrapped.end(cursor, from)
    val frame = frames.open(cursor, open + 1, Frame.Wrapped, start, 1, sink, asked)
    if (trace != null) trace.tracer.framed("wrapped", (until - from).toLong)
    frame.root = root
    frame.outerBase = buffer.from
    frame.outerBufferEnd = buffer.until
    buffer.begin(from, until)
    cursor.setEnd(until)
    open + 1
  }

  protected def leaveWrapped(cursor: Cursor, frame: Frame): Unit = {
    val until = buffer.until
    buffer.begin(frame.outerBase, frame.outerBufferEnd)
    cursor.setEnd(frame.outerEnd)
    cursor.moveTo(until + 4)
    if (tracing && frame.sink != null)
      frame.sink.tracer.trailing(until, "root offset", cursor.i32At(until).toString)
  }

  // Handles.

  private def giveHandle(cursor: Cursor, sink: Sink, asked: Asked, open: Int,
      start: Int): Int = {
    val distance = cursor.i32(Truncated)
    val back = cursor.position
    val target = buffer.targetOf(cursor, start, distance)
    val isTaken = sink != null && sink.tracer.takes
    if (isTaken && tracing) {
      sink.tracer.framed("handle", distance.toLong)
      sink.tracer.moved()
    }
    if (!frames.isOpen(target, open)) {
      // Even if no sink takes it, the handle must lead to a valid value.
      if (isTaken) follow(cursor, sink, asked, open, target, back)
      else if (sink != null) skipTarget(cursor, sink, open, target, back)
      else if (looksAtAll) follow(cursor, null, anything, open, target, back)
      else open
    } else if (isTaken) buffer.giveCycle(sink, target, open)
    else if (sink != null) skipped(sink, open)
    else open
  }

  private def skipTarget(cursor: Cursor, sink: Sink, open: Int, target: Int, back: Int): Int = {
    val now = follow(cursor, null, anything, open, target, back)
    if (now == open) sink.skipped() else frames(now).isSkipped = true
    now
  }

  /** Reads the value that a handle refers to, and goes on after the handle. */
  private def follow(cursor: Cursor, sink: Sink, asked: Asked, open: Int, target: Int,
      back: Int): Int = {
    val backEnd = cursor.end
    cursor.setEnd(buffer.until)
    cursor.moveTo(target)
    if (tracing && sink != null) sink.tracer.moved()
    val now = give(cursor, sink, asked, open)
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
