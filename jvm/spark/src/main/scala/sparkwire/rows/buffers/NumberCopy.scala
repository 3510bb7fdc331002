package sparkwire.rows.buffers

import java.nio.ByteOrder

import scala.annotation.switch

import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.{Bytes, Kind}
import sparkwire.wire.places.{NumberRun, NumberTarget}

/** Copies the numbers of one [[NumberRun]] to their places in a row.
  *
  * @param codes
  *   the codes of the numbers that are needed; `sources` and `targets` have the same order
  * @param sources
  *   the offset of each number from the start of the run
  * @param targets
  *   the offset of each number's field from the frame's base
  * @param filled
  *   a bit for each field that receives a number, as in [[Frame.filled]]
  */
private[sparkwire] final class NumberCopy(codes: Array[Int], sources: Array[Int],
    targets: Array[Int], filled: Array[Long], frame: RowFrame)
    extends NumberTarget {

  // How many bits the 8 bytes at each number are shifted to the right to leave the number. Booleans
  // cannot be read like this.
  private[this] val shifts = codes.map(code => 64 - 8 * NumberRun.sizeOf(code))
  private[this] val isShifted = !codes.contains(NumberRun.Bool)
  private[this] val reach = if (sources.isEmpty) 0 else sources.last + 8

  override def copy(bytes: Array[Byte], from: Int): Unit = {
    copyNumbers(bytes, from, frame.base)
    var word = 0
    while (word < filled.length) {
      frame.filled(word) |= filled(word)
      word += 1
    }
  }

  private def copyNumbers(bytes: Array[Byte], from: Int, to: Long): Unit = {
    val row = frame.buffer.bytes
    // The fast path, for all but the last bytes of a value: it does not check the code of each
    // number.
    val isShort = isShifted && from <= bytes.length - reach
    var at = 0
    while (at < codes.length) {
      val source = from + sources(at)
      val number =
        if (isShort) Bytes.i64be(bytes, source) >>> shifts(at)
        else NumberCopy.word(codes(at), bytes, source)
      Platform.putLong(row, to + targets(at), number)
      at += 1
    }
  }

  /** Writes a row with only these numbers for each element of an array that has just begun. */
  def copyAll(bytes: Array[Byte], from: Int, stride: Int, count: Int, array: ArrayFrame): Unit = {
    val to = RowBuffer.address(frame.reserveRows(count, filled, array))
    val size = frame.fixedSize
    // Column by column, as far as 8 bytes can be read at each number.
    val short =
      if (!isShifted || from > bytes.length - reach) 0
      else math.min(count, (bytes.length - reach - from) / stride + 1)
    var number = 0
    while (number < codes.length) {
      copyColumn(bytes, from + sources(number), stride, shifts(number), short, to + targets(number))
      number += 1
    }
    var row = short
    while (row < count) {
      copyNumbers(bytes, from + row * stride, to + row.toLong * size)
      row += 1
    }
  }

  private def copyColumn(bytes: Array[Byte], from: Int, stride: Int, shift: Int, count: Int,
      to: Long): Unit = {
    val rows = frame.buffer.bytes
    val size = frame.fixedSize
    var source = from
    var target = to
    var left = count
    while (left > 0) {
      Platform.putLong(rows, target, Bytes.i64be(bytes, source) >>> shift)
      source += stride
      target += size
      left -= 1
    }
  }
}

private[sparkwire] object NumberCopy {

  /** Whether the machine is little endian. In the 8 bytes of a field a shorter number comes first
    * and zeros follow; on a little-endian machine the number is then in the low bytes.
    */
  val isLowFirst: Boolean = ByteOrder.nativeOrder == ByteOrder.LITTLE_ENDIAN

  /** Returns null on a big-endian machine, or if a number and its field differ in type.
    *
    * @param ordinals
    *   the ordinal of each field of the shape in the row, -1 if it is not needed
    * @param tags
    *   the type of each field of the shape
    */
  def of(run: NumberRun, ordinals: Array[Int], tags: Array[Int], frame: RowFrame): NumberCopy = {
    val needed = (0 until run.count).filter(at => ordinals(run.fields(at)) >= 0)
    if (!isLowFirst || needed.exists(at => tags(run.fields(at)) != tagOf(run.codes(at)))) null
    else {
      val filled = new Array[Long](frame.filled.length)
      val found = needed.map(at => ordinals(run.fields(at)))
      found.foreach(ordinal => filled(ordinal >> 6) |= 1L << ordinal)
      new NumberCopy(needed.map(run.codes(_)).toArray, needed.map(run.offsets(_)).toArray,
        found.map(frame.offsetOf).toArray, filled, frame)
    }
  }

  /** Returns the tag of the places that hold numbers of this kind, [[Tag.Nowhere]] for other
    * kinds.
    */
  def tagOf(number: Kind): Int = number match {
    case Kind.Int16 => Tag.Int16
    case Kind.Int32 => Tag.Int32
    case Kind.Int64 => Tag.Int64
    case Kind.Float32 => Tag.Float32
    case Kind.Float64 => Tag.Float64
    case _ => Tag.Nowhere
  }

  /** Returns the tag of the places in an array or row that hold numbers of this code. */
  def tagOf(code: Int): Int = code match {
    case NumberRun.Bool => Tag.Bool
    case NumberRun.Int8 => Tag.Int8
    case NumberRun.Int16 => Tag.Int16
    case NumberRun.UInt16 | NumberRun.Int32 => Tag.Int32
    case NumberRun.UInt32 | NumberRun.Int64 => Tag.Int64
    case NumberRun.Float64 => Tag.Float64
  }

  /** Returns the 8 bytes of the field for one number. */
  private def word(code: Int, bytes: Array[Byte], at: Int): Long = (code: @switch) match {
    case NumberRun.Bool => if (bytes(at) != 0) 1L else 0L
    case NumberRun.Int8 => bytes(at) & 0xffL
    case NumberRun.Int16 | NumberRun.UInt16 => Bytes.i16be(bytes, at) & 0xffffL
    case NumberRun.Int32 | NumberRun.UInt32 => Bytes.i32be(bytes, at) & 0xffffffffL
    case _ => Bytes.i64be(bytes, at)
  }

  /** Writes all elements of an array that has just begun. */
  def fill(code: Int, count: Int, stride: Int, bytes: Array[Byte], from: Int,
      frame: ArrayFrame): Unit = {
    val to = frame.fillAll()
    fillArray(code, count, stride, bytes, from, frame.buffer.bytes, to)
  }

  def fillArray(code: Int, count: Int, stride: Int, bytes: Array[Byte], from: Int,
      array: Array[Byte], to: Long): Unit = {
    var at = 0
    (code: @switch) match {
      case NumberRun.Bool => while (at < count) {
          Platform.putBoolean(array, to + at, bytes(from + at * stride) != 0)
          at += 1
        }
      case NumberRun.Int8 => while (at < count) {
          Platform.putByte(array, to + at, bytes(from + at * stride))
          at += 1
        }
      case NumberRun.Int16 => while (at < count) {
          Platform.putShort(array, to + 2L * at, Bytes.i16be(bytes, from + at * stride))
          at += 1
        }
      case NumberRun.UInt16 => while (at < count) {
          Platform.putInt(array, to + 4L * at, Bytes.i16be(bytes, from + at * stride) & 0xffff)
          at += 1
        }
      case NumberRun.Int32 => while (at < count) {
          Platform.putInt(array, to + 4L * at, Bytes.i32be(bytes, from + at * stride))
          at += 1
        }
      case NumberRun.UInt32 => while (at < count) {
          Platform.putLong(
            array, to + 8L * at, Bytes.i32be(bytes, from + at * stride) & 0xffffffffL)
          at += 1
        }
      case _ => while (at < count) {
          Platform.putLong(array, to + 8L * at, Bytes.i64be(bytes, from + at * stride))
          at += 1
        }
    }
  }
}
