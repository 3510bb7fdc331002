package sparkwire.wire.core

/** A position in a byte array. One for each task, wrapped around value after value.
  *
  * Every read is held against [[end]] and refuses with the reason it is given. Lengths are `long`,
  * so that no sum of two of them wraps round.
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

  def wrap(bytes: Array[Byte]): Cursor = wrap(bytes, 0, bytes.length)

  /** The value is `size` bytes of them. From elsewhere than 0 only for a reader that [[Reader.readsAnywhere]]. */
  def wrap(bytes: Array[Byte], from: Int, size: Int): Cursor = {
    array = bytes
    at = from
    limit = from + size
    whole = size
    depth = 0
    this
  }

  /** How many bytes the value has, whatever the limits are. */
  def size: Int = whole

  def setMaxDepth(depth: Int): Unit = maxDepth = depth

  /** Goes one container deeper. */
  def enter(): Unit = {
    depth += 1
    if (depth > deepest) deepest = depth
    if (depth > maxDepth) refuse(Reason.NestingTooDeep)
  }
  def leave(): Unit = depth -= 1

  /** How deep the reader has been since the last [[forgetDepth]], in all inputs of a value. */
  def deepestContainer: Int = deepest
  def forgetDepth(): Unit = deepest = 0

  /** How many containers may be in this one, in one another. */
  def room: Int = maxDepth - depth

  /** Goes back to a level at which [[room]] was this. */
  def leaveTo(room: Int): Unit = depth = maxDepth - room
  def hasRoom(containers: Int): Boolean = containers <= room

  def bytes: Array[Byte] = array
  def position: Int = at
  def end: Int = limit
  def left: Int = limit - at
  def isBigEndian: Boolean = big
  def setBigEndian(value: Boolean): Unit = big = value

  /** Moves to an absolute position inside the limits. */
  def moveTo(position: Int): Unit = at = position

  /** Sets the end of what may be read, for a frame inside the value; the caller puts it back. */
  def setEnd(until: Int): Unit = limit = until

  def refuse(reason: Reason): Nothing = throw reason.signal

  // Whether the walk explains a fault, and the first reason that it has put off.
  private[this] var explains = false
  private[this] var putOff: Reason = _

  /** Refuses a value for something that is known before all of it was read. A walk that explains a fault
    * goes on to where the value ends or breaks off, so that it shows all that is there: see [[Trace]].
    */
  def refuseLater(reason: Reason): Unit = {
    if (!explains) refuse(reason)
    if (putOff == null) putOff = reason
  }

  /** Refuses in this way if fewer bytes follow than the least that a length or a count promises. */
  def need(bytes: Long, reason: Reason): Unit = if (bytes > limit - at) refuseLater(reason)

  /** Whether [[refuseLater]] goes on. A reader that looks ahead, to see whether it would refuse, says no for as
    * long.
    */
  def isExplaining: Boolean = explains
  def setExplaining(value: Boolean): Unit = explains = value

  /** The reason for which the walk is going to end, if there is one. */
  def owed: Reason = putOff
  def forgive(): Unit = putOff = null

  /** Goes over `length` bytes and returns where they begin. */
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

  // Absolute reads, for looking ahead: the caller knows that the bytes are there.

  def i16At(at: Int): Short = if (big) Bytes.i16be(array, at) else Bytes.i16le(array, at)
  def i32At(at: Int): Int = if (big) Bytes.i32be(array, at) else Bytes.i32le(array, at)
  def i64At(at: Int): Long = if (big) Bytes.i64be(array, at) else Bytes.i64le(array, at)
}
