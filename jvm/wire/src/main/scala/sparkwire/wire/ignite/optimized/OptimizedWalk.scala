package sparkwire.wire.ignite.optimized

import scala.annotation.switch

import sparkwire.wire.core.{Cursor, Malformed, Options, Sink}
import sparkwire.wire.ignite.{Buffer, DayZone, Rereads, TypeDescriptions}
import sparkwire.wire.ignite.optimized.Optimized.NotKnown

/** Walks over an optimized value, without recursion. [[OptimizedReader]] documents the bytes. */
private[ignite] final class OptimizedWalk(options: Options, buffer: Buffer, rereads: Rereads,
    types: TypeDescriptions) {
  import OptimizedLevel._

  private[this] val handles = new OptimizedHandles
  private[this] val leaves = new OptimizedLeaves(types)
  private[this] val scalars =
    new OptimizedScalars(
      DayZone.of(options), handles, rereads)
  // Room for one container more than may be open: opening that one is refused by the cursor.
  private[this] val levels = new Array[OptimizedLevel](options.maxDepth + 2)
  private[this] var open = 0
  // Whether this walk only finds out if the value is known. It charges for bytes that are read
  // again, so the second walk does not.
  private[this] var surveys = false
  // How many open levels are read again, because a handle led there or an element is repeated.
  private[this] var again = 0
  private def isCharged: Boolean = again > 0 && surveys

  /** Whether the bytes from the cursor to its end are one value of known classes. */
  def isKnown(cursor: Cursor): Boolean = {
    handles.begin()
    surveys = true
    try {
      give(cursor, null)
      cursor.left == 0
    } catch {
      case refused: Malformed if refused eq NotKnown.signal =>
        while (open > 0) {
          cursor.leave()
          open -= 1
        }
        false
    } finally surveys = false
  }

  /** Gives a known value to a sink. [[isKnown]] calls it without a sink, to find out. */
  def give(cursor: Cursor, sink: Sink): Unit = {
    open = 0
    again = 0
    value(cursor, sink, isAside = false, WholeValue)
    while (open > 0) next(cursor, levels(open))
  }

  /** Reads one value, or only the head of a container.
    *
    * @param isAside
    *   whether the value says nothing about the content, so that no handle in it is followed
    * @param part
    *   the part of it that is given: [[OptimizedLevel.WholeValue]], only the keys of a map, or so
    *   many elements
    */
  private def value(cursor: Cursor, sink: Sink, isAside: Boolean, part: Int): Unit = {
    val start = cursor.position
    val code = cursor.u8(NotKnown).toByte.toInt
    val traces = sink != null && sink.tracer.isOn
    if (traces) sink.tracer.wire(Optimized.nameOf(code))
    if (code == Optimized.Handle) {
      // Before the handle is followed: then it is charged even if it leads to an open container.
      if (isCharged) rereads.again(Optimized.HandleSize)
      handle(cursor, sink, isAside, part)
    } else {
      if (code >= Optimized.ByteArray && code != Optimized.ClassObject) handles.number(start)
      val form =
        if (code < Optimized.Externalizable) OptimizedForms.ofCode(code)
        else OptimizedForms.read(cursor)
      if (form == null) leaf(cursor, code, sink, part)
      else {
        if (traces) sink.tracer.wire(form.name)
        if (form.isInternal && !isAside) cursor.refuse(NotKnown)
        if (!form.isScalar) enter(cursor, form, start, sink, isAside, part)
        else if (part != WholeValue) cursor.refuse(NotKnown)
        else scalars.read(cursor, form, sink, surveys)
      }
      if (isCharged) rereads.again(cursor.position - start)
    }
  }

  private def leaf(cursor: Cursor, code: Int, sink: Sink, part: Int): Unit = {
    if (part != WholeValue) cursor.refuse(NotKnown)
    leaves.read(cursor, code, sink)
  }

  private def enter(cursor: Cursor, form: OptimizedForm, start: Int, sink: Sink, isAside: Boolean,
      part: Int): Unit = {
    cursor.enter()
    open += 1
    if (levels(open) == null) levels(open) = new OptimizedLevel
    levels(open).begin(form, start, sink, isAside, part)
  }

  private def handle(cursor: Cursor, sink: Sink, isAside: Boolean, part: Int): Unit = {
    val target = handles.target(cursor)
    if (isAside) ()
    else if (!isOpen(target)) follow(cursor, sink, part, target)
    else if (part != WholeValue) cursor.refuse(NotKnown)
    else if (sink != null) { val _ = buffer.giveCycle(sink, target, 0) }
  }

  private def isOpen(start: Int): Boolean = {
    var at = open
    while (at > 0 && levels(at).start != start) at -= 1
    at > 0
  }

  /** Reads the object that a handle refers to, and goes on after the handle. */
  private def follow(cursor: Cursor, sink: Sink, part: Int, target: Int): Unit = {
    val back = cursor.position
    if (sink != null && sink.tracer.isOn)
      sink.tracer.framed("handle", (target - buffer.from).toLong)
    cursor.moveTo(target)
    if (sink != null && sink.tracer.isOn) sink.tracer.moved()
    val outside = open
    again += 1
    value(cursor, sink, isAside = false, part)
    if (open > outside) levels(open).returnTo = back
    else {
      again -= 1
      cursor.moveTo(back)
    }
  }

  // Containers.

  /** Takes the next step or part of the innermost container, or closes it. */
  private def next(cursor: Cursor, level: OptimizedLevel): Unit = (level.parts: @switch) match {
    case Steps =>
      if (level.step < level.form.steps.length) takeStep(cursor, level, level.nextStep())
      else close(cursor, level)
    case Elements =>
      if (level.left > 0) element(cursor, level) else level.endElements()
    case Entries =>
      if (level.left > 0) keyOrValue(cursor, level) else level.endEntries()
    case ElementsUpToNull =>
      if (!skipsNull(cursor)) element(cursor, level) else level.endElements()
    case EntriesUpToNull =>
      if ((level.left & 1) == 0 && skipsNull(cursor)) level.endEntries()
      else keyOrValue(cursor, level)
    case _ =>
      cursor.moveTo(if (level.left > 0) level.repeated else level.behind)
      if (level.left > 0) element(cursor, level)
      else {
        again -= 1
        level.endElements()
      }
  }

  private def skipsNull(cursor: Cursor): Boolean = {
    val isNull = cursor.left > 0 && cursor.bytes(cursor.position) == Optimized.Null
    if (isNull) cursor.skip(1, NotKnown)
    isNull
  }

  private def element(cursor: Cursor, level: OptimizedLevel): Unit = {
    level.left -= 1
    if (level.sink != null) level.sink.element()
    value(cursor, level.sink, level.isAside, WholeValue)
  }

  private def keyOrValue(cursor: Cursor, level: OptimizedLevel): Unit = {
    val isKey = (level.left & 1) == 0
    val sink = level.sink
    level.left -= 1
    if (sink == null) value(cursor, null, level.isAside, WholeValue)
    else if (level.part == KeysOnly) {
      if (isKey) sink.element()
      value(cursor, if (isKey) sink else null, level.isAside, WholeValue)
    } else if (isKey) {
      sink.key()
      value(cursor, sink, level.isAside, WholeValue)
    } else if (sink.value()) value(cursor, sink, level.isAside, WholeValue)
    else passOver(cursor, level)
  }

  private def passOver(cursor: Cursor, level: OptimizedLevel): Unit = {
    val outside = open
    value(cursor, null, level.isAside, WholeValue)
    if (open > outside) levels(open).isSkipped = true else level.sink.skipped()
  }

  private def close(cursor: Cursor, level: OptimizedLevel): Unit = {
    cursor.leave()
    open -= 1
    if (level.returnTo >= 0) {
      again -= 1
      cursor.moveTo(level.returnTo)
    }
    if (level.isSkipped) levels(open).sink.skipped()
  }

  private def takeStep(cursor: Cursor, level: OptimizedLevel, step: Char): Unit =
    (step: @switch) match {
      case '4' => cursor.skip(4, NotKnown)
      case 'b' => cursor.skip(1, NotKnown)
      case 'a' => value(cursor, null, isAside = true, WholeValue)
      case 'n' => level.count = countOf(cursor)
      case 't' => skipType(cursor)
      case 'v' => value(cursor, level.sink, level.isAside, level.part)
      case 'k' => value(cursor, level.sink, level.isAside, KeysOnly)
      case 'w' => value(cursor, level.sink, level.isAside, level.count)
      case 'x' =>
        level.repeated = cursor.position
        value(cursor, null, level.isAside, WholeValue)
      case 'd' =>
        if (cursor.u8(NotKnown) == 0) value(cursor, null, isAside = true, WholeValue)
      case _ => beginContent(cursor, level, step)
    }

  // The name of a class may be as long as the input.
  private def skipType(cursor: Cursor): Unit = {
    val from = cursor.position
    val _ = OptimizedForms.readType(cursor)
    if (isCharged) rereads.more(cursor.position - from)
  }

  private def countOf(cursor: Cursor): Int = {
    val count = cursor.i32(NotKnown)
    if (count < 0 || count > cursor.left) cursor.refuse(NotKnown)
    count
  }

  private def beginContent(cursor: Cursor, level: OptimizedLevel, step: Char): Unit =
    (step: @switch) match {
      case 'e' => level.beginList(cursor, level.count)
      case '0' => level.beginList(cursor, 0)
      case '1' => level.beginList(cursor, 1)
      case 'E' => level.beginList(cursor, -1)
      case 'p' => level.beginMap(cursor, level.count)
      case 'o' => level.beginMap(cursor, 0)
      case '2' => level.beginMap(cursor, 1)
      case 'P' => level.beginMap(cursor, -1)
      case 'u' => texts(cursor, level)
      case 'y' => copies(cursor, level)
      case _ => immutable(cursor, level)
    }

  private def immutable(cursor: Cursor, level: OptimizedLevel): Unit = {
    // The other bytes of the tag are for later versions of Java.
    val tag = cursor.i32(NotKnown) & 0xff
    val count = countOf(cursor)
    if (tag == MapTag && (count & 1) == 0) level.beginMap(cursor, count / 2)
    else if (tag > 0 && tag <= LastTag && tag != MapTag) level.beginList(cursor, count)
    else cursor.refuse(NotKnown)
  }

  private def copies(cursor: Cursor, level: OptimizedLevel): Unit = {
    val count = cursor.i32(NotKnown)
    if (count < 0 || level.part != WholeValue) cursor.refuse(NotKnown)
    level.behind = cursor.position
    level.beginList(cursor, count)
    level.parts = Copies
    again += 1
  }

  /** Reads keys and values that are strings without codes. */
  private def texts(cursor: Cursor, level: OptimizedLevel): Unit = {
    val count = countOf(cursor)
    level.beginMap(cursor, count)
    val from = cursor.position
    var left = level.left
    level.left = 0
    val sink = level.sink
    while (left > 0) {
      val isKey = (left & 1) == 0
      if (sink == null || level.part == KeysOnly && !isKey)
        leaves.read(cursor, Optimized.Text, null)
      else {
        if (level.part == KeysOnly) sink.element()
        else if (isKey) sink.key()
        val isTaken = isKey || sink.value()
        if (sink.tracer.isOn) sink.tracer.wire(Optimized.nameOf(Optimized.Text))
        leaves.read(cursor, Optimized.Text, if (isTaken) sink else null)
        if (!isTaken) sink.skipped()
      }
      left -= 1
    }
    if (isCharged) rereads.more(cursor.position - from)
  }

  private final val MapTag = 3
  private final val LastTag = 4
}
