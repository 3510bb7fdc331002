package sparkwire.wire.writing

import java.util.Arrays

import sparkwire.wire.core.{Bytes, Options, Reason}

/** The bytes of a value under construction, the counterpart of [[sparkwire.wire.core.Cursor]]. Each
  * task has one and uses it for value after value.
  *
  * The array grows up to `maxSize`; larger values are refused as `too-large`. A length or checksum
  * that is known only later is left out with [[reserve]] and put in its place with the absolute
  * writes.
  */
final class Output {
  private[this] var array = new Array[Byte](Output.Least)
  private[this] var at = 0
  private[this] var limit = Options.none.maxSize
  // How many bytes fit without growing: the array may be larger than the limit.
  private[this] var capacity = Output.Least
  private[this] var big = true

  /** Begins the next value. The memory of a large value is released once values are small again. */
  def begin(): Unit = {
    if (array.length > Output.MostKept && at < array.length / 4)
      array = new Array[Byte](Output.Least)
    capacity = math.min(array.length, limit)
    at = 0
  }

  def setMaxSize(bytes: Int): Unit = {
    limit = bytes
    capacity = math.min(array.length, limit)
  }

  def isBigEndian: Boolean = big
  def setBigEndian(value: Boolean): Unit = big = value

  /** The bytes written so far end here; they begin at 0. The array changes when it grows. */
  def position: Int = at
  def bytes: Array[Byte] = array

  /** Returns a copy of the bytes. */
  def result: Array[Byte] = Arrays.copyOf(array, at)

  /** Makes room for `size` bytes after [[position]], without writing them. */
  def require(size: Long): Unit = if (size > capacity - at) grow(size)

  private def grow(size: Long): Unit = {
    val needed = at + size
    if (needed > limit) throw new Unencodable(Reason.TooLarge)
    array = Arrays.copyOf(array, math.min(math.max(needed, array.length * 2L), limit.toLong).toInt)
    capacity = array.length
  }

  /** Leaves out `size` bytes, to be written later, and returns where they begin. */
  def reserve(size: Int): Int = {
    require(size.toLong)
    val from = at
    at += size
    from
  }

  /** Forgets everything from `position` on. */
  def goBack(position: Int): Unit = at = position

  /** Moves the bytes from `from` on by `size` bytes, which may be negative. This costs as much as
    * writing the bytes that move.
    */
  def shift(from: Int, size: Int): Unit = {
    if (size > 0) require(size.toLong)
    System.arraycopy(array, from, array, from + size, at - from)
    at += size
  }

  def i8(value: Int): Unit = {
    require(1)
    array(at) = value.toByte
    at += 1
  }

  def i16(value: Int): Unit = putI16(reserve(2), value)
  def i32(value: Int): Unit = putI32(reserve(4), value)
  def i64(value: Long): Unit = putI64(reserve(8), value)

  def put(bytes: Array[Byte], from: Int, until: Int): Unit = {
    val size = until - from
    require(size.toLong)
    System.arraycopy(bytes, from, array, at, size)
    at += size
  }

  // Absolute writes to bytes that are reserved.

  def putI8(at: Int, value: Int): Unit = array(at) = value.toByte
  def putI16(at: Int, value: Int): Unit =
    if (big) Bytes.putI16be(array, at, value.toShort) else Bytes.putI16le(array, at, value.toShort)
  def putI32(at: Int, value: Int): Unit =
    if (big) Bytes.putI32be(array, at, value) else Bytes.putI32le(array, at, value)
  def putI64(at: Int, value: Long): Unit =
    if (big) Bytes.putI64be(array, at, value) else Bytes.putI64le(array, at, value)
}

private object Output {
  private final val Least = 256
  private final val MostKept = 4 << 20
}
