package sparkwire.wire.places

import sparkwire.wire.core.Shape

/** Adjacent fields of a struct on the wire, each a big-endian number of fixed size for which any
  * bytes are valid. All of them are taken at once, because for most of them asking and giving costs
  * more than reading.
  *
  * @param shape
  *   the shape of the struct; null for a number that is not a field, such as an element
  * @param fields
  *   the positions of the fields in the shape
  * @param codes
  *   the type of each number, one of the constants below
  */
final class NumberRun(val shape: Shape, val fields: Array[Int], val codes: Array[Int]) {

  /** The offset of each number in bytes, from the start of the first. */
  val offsets: Array[Int] = codes.scanLeft(0)((at, code) => at + NumberRun.sizeOf(code)).init
  val size: Int = codes.map(NumberRun.sizeOf).sum
  def count: Int = codes.length
}

object NumberRun {

  /** One byte: 0 is false, anything else is true. */
  final val Bool = 0
  final val Int8 = 1
  final val Int16 = 2

  /** Unsigned 16 bits, stored as a signed 32-bit number. */
  final val UInt16 = 3
  final val Int32 = 4

  /** Unsigned 32 bits, stored as a signed 64-bit number. */
  final val UInt32 = 5
  final val Int64 = 6
  final val Float64 = 7

  /** Returns a run of one number that is not a field, such as an element. */
  def single(code: Int): NumberRun = new NumberRun(null, Array.empty, Array(code))

  /** Returns the bits that a number of this type uses of 64; the bits above are zero. */
  def valueMask(code: Int): Long = code match {
    case Bool | Int8 => 0xffL
    case Int16 | UInt16 => 0xffffL
    case Int32 | UInt32 => 0xffffffffL
    case _ => -1L
  }

  def sizeOf(code: Int): Int = code match {
    case Bool | Int8 => 1
    case Int16 | UInt16 => 2
    case Int32 | UInt32 => 4
    case _ => 8
  }
}
