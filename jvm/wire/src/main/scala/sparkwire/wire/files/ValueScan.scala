package sparkwire.wire.files

import java.util.Arrays

import sparkwire.wire.core.{Cursor, Nowhere, Options, Reader, Reason, Sink}
import sparkwire.wire.series.ValueBounds
import sparkwire.wire.trace.{Fault, Trace}

/** Goes from value to value in a file whose values stand end to end.
  * {{{
  *   while (scan.advance())
  *     if (scan.reason == null) … scan.bytes … else … scan.fault …
  * }}}
  * Bytes that are not a value are a piece of their own, up to where the next value begins. The
  * search looks at each byte [[ValueBounds.LooksAtByte]] times on average. Where malformed values
  * overlap so that it would be more, it skips as many bytes as make up for the excess.
  *
  * A value may end after `until`. All of its bytes are in memory, and at most `maxSize` bytes from
  * its beginning; of a piece that is not a value, the first [[ValueScan.MostKept]].
  *
  * @param from
  *   where a value begins
  * @param until
  *   pieces that begin before this position are the scan's
  * @param isOpen
  *   whether the file may go on after the end of the window. Then a piece that may still become a
  *   value, or have one in it, waits: the scan ends before it
  */
final class ValueScan(window: FileWindow, bounds: ValueBounds, from: Long, until: Long,
    options: Options, isOpen: Boolean = false) {
  import ValueScan._

  private[this] val maxSize = options.maxSize
  private[this] val cursor = new Cursor
  cursor.setMaxSize(maxSize)
  cursor.setMaxDepth(options.maxDepth)
  private[this] val tooLarge = Options.MaxSize.exceeded(Reason.TooLarge, maxSize)

  private[this] var start = from
  private[this] var next = from
  private[this] var refused: Reason = _
  private[this] var why: Fault = _
  // The first bytes of a long piece that is not a value, taken before the window leaves them.
  private[this] var kept: Array[Byte] = _

  if (from > 0 && bounds.headSize > 0) {
    wrap(0, math.min(window.ensure(0, bounds.headSize), bounds.headSize))
    bounds.readHead(cursor)
  }
  bounds.setEffort(ValueBounds.LooksAtByte * maxSize)
  // Bytes up to this position have been counted for the effort of the search.
  private[this] var granted = from

  /** The position of the current piece in the file. */
  def position: Long = start

  /** The position after it, where the next piece begins. */
  def end: Long = next

  /** Why the current piece is not a value; null for a value. */
  def reason: Reason = refused

  /** The fault of the current piece, with an offset from [[position]]; null for a value. */
  def fault: Fault = why

  /** Returns a copy of the value, or of the first bytes of what is none. */
  def bytes: Array[Byte] =
    if (refused == null) copy((next - start).toInt)
    else {
      val size = math.min(next - start, MostKept.toLong).toInt
      if (kept == null) copy(size) else Arrays.copyOf(kept, math.min(size, kept.length))
    }

  private def copy(size: Int): Array[Byte] = {
    val there = math.min(size, window.ensure(start, size))
    val at = window.load(start, there)
    Arrays.copyOfRange(window.bytes, at, at + there)
  }

  /** Whether the bytes after the last piece are not a value, whatever follows. Then [[fault]] says
    * why.
    */
  def isBrokenAtEnd: Boolean = next == start && why != null && !bounds.isCut(refused)

  /** Moves to the next piece. Returns false after the last one. */
  def advance(): Boolean = {
    start = next
    kept = null
    why = null
    val isThere = start < until && window.ensure(start, 1) > 0
    if (isThere) take()
    isThere && next > start
  }

  private def take(): Unit = {
    val glance = look(Glance)
    // With all bytes that a value may have, it may be one, or another one.
    val seen = if (glance >= maxSize || refused == null && !tookAll) glance else look(maxSize)
    if (refused == null && tookAll && window.ensure(start, seen + 1) > seen) refused = tooLarge
    if (refused == null) next = start + cursor.position - window.load(start, 1)
    else {
      if (bounds.isCut(refused) && seen == maxSize && window.ensure(start, seen + 1) > seen)
        refused = tooLarge
      val looked = bounds.lookedAt(cursor, window.load(start, 1))
      why = explain(math.min(seen, looked + Beyond).toInt)
      bounds.spend(looked)
      if (isOpen && bounds.isCut(refused)) next = start
      else {
        skipBroken()
        if (bounds.isEnd(refused) && next >= window.length) endHere()
        else if (isOpen && next >= window.length) next = endOfOpen
      }
    }
  }

  /** Ends before the current piece, which is neither a value nor a fault. */
  private def endHere(): Unit = {
    next = start
    why = null
  }

  /** Returns where a piece ends that reaches the end of an open file. A value may begin in its last
    * bytes, unless nothing tells values from other bytes.
    */
  private def endOfOpen: Long =
    if (!bounds.areFound) window.length
    else if (window.length - start > 2L * maxSize) window.length - maxSize
    else start

  /** Whether the value ends where the bytes end that are loaded, and may go on if more are. */
  private def tookAll: Boolean = bounds.mayTakeAll && cursor.left == 0

  /** Looks for a value among `size` bytes, or more if they are loaded. Returns how many. */
  private def look(size: Int): Int = {
    val there = math.min(window.ensure(start, math.min(size, maxSize)), maxSize)
    wrap(start, there)
    refused = bounds.whyBroken(cursor)
    there
  }

  private def wrap(position: Long, size: Int): Unit = {
    val at = window.load(position, size)
    val _ = cursor.wrap(window.bytes, at, size)
    bounds.begin(cursor)
  }

  /** Walks the first bytes of a piece that is not a value, to find the field that is wrong. */
  private def explain(size: Int): Fault =
    Trace.fault(fieldsReader, cursor, copy(size), Nowhere, options)
      .filter(_.reason eq refused)
      .getOrElse(Fault(refused, 0, "", options.explain(refused)))

  private[this] val fieldsReader: Reader = (cursor: Cursor, sink: Sink) => {
    bounds.begin(cursor)
    bounds.pass(cursor, sink)
  }

  /** Finds where the next value begins. */
  private def skipBroken(): Unit = {
    var at = start + bounds.ownBytes
    next = if (bounds.areFound) -1 else Long.MaxValue
    val _ = window.ensure(start, maxSize + Step + 1)
    while (next < 0) {
      if (kept == null && !window.isLoaded(at, maxSize + Step)) kept = copy(MostKept)
      val there = window.ensure(at, maxSize + Step)
      if (there == 0) next = at
      else at = searchIn(at, there)
    }
  }

  /** Looks for the beginning of a value that has all the bytes it may need. Returns where to go on. */
  private def searchIn(at: Long, there: Int): Long = {
    grant(at)
    wrap(at, there)
    val first = cursor.position
    val found =
      bounds.find(cursor, first, first + (if (there < maxSize + Step) there else there - maxSize))
    if (found >= 0) next = at + found - first
    val reached = at + cursor.position - first
    grant(reached)
    if (bounds.effortLeft > 0) reached
    else reached + 1 - bounds.effortLeft / ValueBounds.LooksAtByte
  }

  private def grant(reached: Long): Unit = {
    bounds.spend(-ValueBounds.LooksAtByte * (reached - granted))
    granted = reached
  }
}

object ValueScan {

  /** How many bytes are kept of a piece that is not a value. */
  final val MostKept = 1 << 20

  // What is loaded to look for the end of a value, which usually is near.
  private final val Glance = 64 << 10
  // How far a search goes with the bytes that are loaded.
  private final val Step = 1 << 20
  // The reason may lie a little after the bytes that were looked at.
  private final val Beyond = 256L
}
