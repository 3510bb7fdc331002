package sparkwire.rows.buffers

import java.nio.ByteOrder

import scala.annotation.switch

import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.{Bytes, Kind}
import sparkwire.wire.places.NumberRun

/** Copies numbers of fixed size from the wire into rows and arrays. */
private[sparkwire] object NumberCopy {

  /** Whether the machine is little endian. In the 8 bytes of a field a shorter number comes first
    * and zeros follow; on a little-endian machine the number is then in the low bytes.
    */
  val isLowFirst: Boolean = ByteOrder.nativeOrder == ByteOrder.LITTLE_ENDIAN

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

  /** Writes adjacent big-endian numbers as the elements of an array.
    *
    * @param to
    *   the address of the first element
    */
  def fill(code: Int, count: Int, bytes: Array[Byte], from: Int, array: Array[Byte],
      to: Long): Unit = {
    var at = 0
    (code: @switch) match {
      case NumberRun.Bool => while (at < count) {
          Platform.putBoolean(array, to + at, bytes(from + at) != 0)
          at += 1
        }
      case NumberRun.Int8 => Platform.copyMemory(
          bytes, RowBuffer.address(from), array, to, count.toLong)
      case NumberRun.Int16 => while (at < count) {
          Platform.putShort(array, to + 2L * at, Bytes.i16be(bytes, from + 2 * at))
          at += 1
        }
      case NumberRun.UInt16 => while (at < count) {
          Platform.putInt(array, to + 4L * at, Bytes.i16be(bytes, from + 2 * at) & 0xffff)
          at += 1
        }
      case NumberRun.Int32 => while (at < count) {
          Platform.putInt(array, to + 4L * at, Bytes.i32be(bytes, from + 4 * at))
          at += 1
        }
      case NumberRun.UInt32 => while (at < count) {
          Platform.putLong(array, to + 8L * at, Bytes.i32be(bytes, from + 4 * at) & 0xffffffffL)
          at += 1
        }
      case _ => while (at < count) {
          Platform.putLong(array, to + 8L * at, Bytes.i64be(bytes, from + 8 * at))
          at += 1
        }
    }
  }
}
