package sparkwire.wire.aerospike

import scala.annotation.switch

import sparkwire.wire.aerospike.Aerospike._
import sparkwire.wire.msgpack.{ByteFamily, FirstByte}
import sparkwire.wire.places.EntryHeads

/** The head of a bin in its usual form: one byte each for the array, the length of the name, the
  * type and the flags.
  */
private[aerospike] object BinHeads extends EntryHeads {

  /** The head of an array of four parts. */
  private final val FourParts = (FirstByte.FixArray | 4).toByte

  /** The head of a number that is refused if it is above 2^63-1. */
  private final val UInt64 = FirstByte.UInt64.toByte

  override def valueAt(bytes: Array[Byte], at: Int, until: Int): Int =
    if (until - at < MinSize || bytes(at) != FourParts) -1
    else {
      val value = at + MinSize - 1 + FirstByte.fixStrLength(bytes(at + 1).toInt)
      val isUsual = FirstByte.isFixStr(bytes(at + 1).toInt) && value < until &&
        bytes(value - 1) >= 0 && takes(bytes(value - 2).toInt, bytes(value) & 0xff) &&
        (bytes(value) != UInt64 || value + 1 < until && bytes(value + 1) >= 0)
      if (isUsual) value else -1
    }

  override def nameFrom(at: Int): Int = at + 2
  override def nameUntil(valueAt: Int): Int = valueAt - 2

  /** The size in bytes of a bin with an empty name and a value of one byte. */
  private final val MinSize = 5

  /** Whether a bin of this type may have a value of this family. Nil, which always fits, is not
    * included.
    */
  def fits(kind: Int, family: Int): Boolean = (kind: @switch) match {
    case IntegerBin => ByteFamily.isInt(family)
    case DoubleBin => ByteFamily.isFloat(family)
    case StringBin | GeoJsonBin => ByteFamily.isText(family)
    case BooleanBin => ByteFamily.isBool(family)
    case MapBin => ByteFamily.isMap(family)
    case ListBin => ByteFamily.isArray(family)
    case NullBin => false
    case _ => ByteFamily.isBinary(family)
  }

  // Whether each type of bin accepts each first byte of a value; false for types that do not exist.
  private[this] val taken: Array[Array[Boolean]] = Array.tabulate(typeNames.length, 256) {
    (kind, first) =>
      val family = ByteFamily.of(first)
      typeNames(kind) != null && (family == ByteFamily.Nil || fits(kind, family))
  }

  private def takes(kind: Int, first: Int): Boolean =
    kind >= 0 && kind < taken.length && taken(kind)(first)
}
