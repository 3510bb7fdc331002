package sparkwire.wire.places

import sparkwire.wire.core.Shape

/** Fields of a struct that stand one behind the other on the wire, each a big-endian number of fixed
  * size, of which any bytes are one. All of them are taken at once: for most of them, asking and
  * giving costs more than reading.
  *
  * @param shape
  *   of the struct; null for a number that is no field, such as an element
  * @param fields
  *   their positions in the shape
  * @param codes
  *   what each is
  */
final class NumberRun(val shape: Shape, val fields: Array[Int], val codes: Array[Int]) {

  /** Where each begins, from the start of the first. */
  val offsets: Array[Int] = codes.scanLeft(0)((at, code) => at + NumberRun.sizeOf(code)).init
  val size: Int = codes.map(NumberRun.sizeOf).sum
  def count: Int = codes.length
}

object NumberRun {

  /** 0 is false, anything else true. */
  final val Bool = 0
  final val Int8 = 1
  final val Int16 = 2

  /** Without a sign, into 32 bits with one. */
  final val UInt16 = 3
  final val Int32 = 4

  /** Without a sign, into 64 bits with one. */
  final val UInt32 = 5
  final val Int64 = 6
  final val Float64 = 7

  /** One number that is no field. */
  def single(code: Int): NumberRun = new NumberRun(null, Array.empty, Array(code))

  /** The bits that a number of this kind has of the 8 bytes of a field; those above are zero. */
  def slotMask(code: Int): Long = code match {
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
