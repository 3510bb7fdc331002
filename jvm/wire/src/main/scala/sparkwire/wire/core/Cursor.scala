package sparkwire.wire.core

/** A position in a byte array. Each task has one and wraps it around value after value.
  *
  * Every read is checked against [[end]] and refuses with the reason it is given. Lengths are
  * `long`, so that the sum of two lengths cannot overflow.
  */
final class Cursor {
  private[this] var array: Array[Byte] = Array.emptyByteArray
  private[this] var at = 0
  private[this] var limit = 0
  private[this] var whole = 0
  private[this] var big = true
  private[this] var depth = 0
  private[this] var deepest = 0
  private[this] var maxDepth = Options.none.maxDepth
  private[this] val own = new Allowance
  private[this] var costs = own

  def wrap(bytes: Array[Byte]): Cursor = wrap(bytes, 0, bytes.length)

  /** Wraps the `size` bytes that begin at `from`. `from` may differ from 0 only for a reader with
    * [[Reader.readsAnywhere]].
    */
  def wrap(bytes: Array[Byte], from: Int, size: Int): Cursor = {
    array = bytes
    at = from
    limit = from + size
    whole = size
    depth = 0
    own.begin()
    costs = own
    this
  }

  /** Wraps a further input of the value that was wrapped last. */
  def wrapNext(bytes: Array[Byte]): Cursor = {
    val spent = costs.mark
    wrap(bytes)
    costs.goBack(spent)
    this
  }

  /** Wraps the first `size` bytes of an array that were unpacked from the value that `outer` reads.
    * That value is charged for their cost.
    */
  def wrapUnpacked(bytes: Array[Byte], size: Int, outer: Cursor): Cursor = {
    wrap(bytes, 0, size)
    costs = outer.allowance
    this
  }

  /** The cost that the value may have beyond its bytes. */
  def allowance: Allowance = costs

  /** The size of the whole value in bytes, independent of the current limits. */
  def size: Int = whole

  def setMaxDepth(depth: Int): Unit = maxDepth = depth
  def setMaxSize(bytes: Int): Unit = own.setLimit(bytes)

  /** Enters a container, one level deeper. */
  def enter(): Unit = {
    depth += 1
    if (depth > deepest) deepest = depth
    if (depth > maxDepth) refuse(Reason.NestingTooDeep)
  }
  def leave(): Unit = depth -= 1

  /** The deepest level that the reader has reached since the last [[forgetDepth]], over all inputs
    * of a value.
    */
  def deepestContainer: Int = deepest
  def forgetDepth(): Unit = deepest = 0

  /** How many further levels of containers may be nested inside the current one. */
  def room: Int = maxDepth - depth

  /** Goes back to the level at which [[room]] had this value. */
  def leaveTo(room: Int): Unit = depth = maxDepth - room
  def hasRoom(containers: Int): Boolean = containers <= room

  def bytes: Array[Byte] = array
  def position: Int = at
  def end: Int = limit
  def left: Int = limit - at
  def isBigEndian: Boolean = big
  def setBigEndian(value: Boolean): Unit = big = value

  /** Moves to an absolute position within the limits. */
  def moveTo(position: Int): Unit = at = position

  /** Sets the end of the readable bytes, for a frame inside the value. The caller restores it. */
  def setEnd(until: Int): Unit = limit = until

  def refuse(reason: Reason): Nothing = throw reason.signal

  /** Refuses bytes because of a checksum.
    *
    * @param expected
    *   the checksum of the bytes
    * @param found
    *   the one that is stored, both as the number of the field
    */
  def refuseChecksum(reason: Reason, expected: Long, found: Long): Nothing = {
    expectedSum = expected
    foundSum = found
    sumReason = reason
    refuse(reason)
  }

  // The last checksums that were refused, and the reason.
  private[this] var expectedSum = 0L
  private[this] var foundSum = 0L
  private[this] var sumReason: Reason = _

  /** Returns the checksums that were refused for this reason, for people; null if it is another one. */
  def checksums(reason: Reason): String =
    if (sumReason eq reason) s"expected $expectedSum, found $foundSum" else null

  // Whether this walk explains a fault, and the first reason that it has deferred.
  private[this] var explains = false
  private[this] var deferred: Reason = _

  /** Refuses a value for a reason that is known before all of it has been read. A walk that
    * explains a fault defers the refusal and goes on until the value ends or breaks off, so that it
    * shows everything that is present: see [[sparkwire.wire.trace.Trace]].
    */
  def refuseLater(reason: Reason): Unit = {
    if (!explains) refuse(reason)
    if (deferred == null) deferred = reason
  }

  /** Refuses with [[refuseLater]] if fewer bytes are left than a length or count promises at least. */
  def need(bytes: Long, reason: Reason): Unit = if (bytes > limit - at) refuseLater(reason)

  /** Whether [[refuseLater]] defers. A reader that looks ahead, to see whether it would refuse,
    * turns this off meanwhile.
    */
  def isExplaining: Boolean = explains
  def setExplaining(value: Boolean): Unit = explains = value

  /** The deferred reason with which the walk is going to end, or null. */
  def deferredReason: Reason = deferred
  def clearReasons(): Unit = {
    deferred = null
    sumReason = null
  }

  /** Skips `length` bytes and returns the position of the first. */
  def take(length: Long, reason: Reason): Int = {
    if (length < 0 || length > limit - at) refuse(reason)
    val from = at
    at += length.toInt
    from
  }

  def skip(length: Long, reason: Reason): Unit = {
    if (length < 0 || length > limit - at) refuse(reason)
    at += length.toInt
  }

  def u8(reason: Reason): Int = array(take(1, reason)) & 0xff

  def i16(reason: Reason): Short = i16At(take(2, reason))
  def u16(reason: Reason): Int = i16(reason) & 0xffff
  def i32(reason: Reason): Int = i32At(take(4, reason))
  def u32(reason: Reason): Long = i32(reason) & 0xffffffffL
  def i64(reason: Reason): Long = i64At(take(8, reason))

  // Absolute reads, for looking ahead. The caller has checked that the bytes are present.

  def i16At(at: Int): Short = if (big) Bytes.i16be(array, at) else Bytes.i16le(array, at)
  def i32At(at: Int): Int = if (big) Bytes.i32be(array, at) else Bytes.i32le(array, at)
  def i64At(at: Int): Long = if (big) Bytes.i64be(array, at) else Bytes.i64le(array, at)
}

/** The cost that one value may have beyond reading each of its bytes once, in bytes: bytes that are
  * read again, bytes that are unpacked, and whatever a reader makes of a few bytes that is larger
  * than they are. A walk whose length the bytes choose pays for each step that takes no bytes of
  * its own, or more time than they.
  *
  * The limit is `maxSize`. Without it, a handle, a count or a shared offset of a few bytes could
  * hold a task for minutes.
  *
  * A cursor has one for the walk, and a sink one for the values that it builds: the space that rows
  * and arrays take beyond the bytes of their values. A single byte of input can be an empty
  * element, and that element a row of a hundred fields.
  */
final class Allowance(maxSize: Int = Options.none.maxSize) {
  private[this] var limit = maxSize.toLong
  private[this] var spent = 0L

  def setLimit(bytes: Int): Unit = limit = bytes.toLong

  /** Begins the next value. */
  def begin(): Unit = spent = 0

  /** Charges the value, or refuses it.
    *
    * @param cost
    *   in bytes, not negative; any `long`
    */
  def spend(cost: Long): Unit = {
    if (cost > limit - spent) throw Reason.TooLarge.signal
    spent += cost
  }

  /** Lets the value cost so much more. */
  def grant(more: Long): Unit = spent -= more

  def left: Long = limit - spent

  /** Returns the amount spent so far, for [[goBack]]. */
  def mark: Long = spent

  /** Forgets the amount spent since `mark`: the same bytes are walked again for another purpose,
    * and only one of the walks is charged.
    */
  def goBack(mark: Long): Unit = spent = mark
}
