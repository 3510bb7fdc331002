package sparkwire.wire.aerospike

import scala.annotation.switch

import sparkwire.wire.aerospike.Aerospike._
import sparkwire.wire.msgpack.{Heads, Msgpack}
import sparkwire.wire.places.EntryHeads

/** What stands in front of the values of bins, as it nearly always is: a byte each for the array, the length of the
  * name, the type and the flags.
  */
private[aerospike] object BinHeads extends EntryHeads {

  /** An array of four parts. */
  private final val FirstByte = 0x94.toByte

  /** Of a number that is refused if it is above 2^63-1. */
  private final val UInt64 = 0xcf.toByte

  override def valueAt(bytes: Array[Byte], at: Int, until: Int): Int =
    if (until - at < Least || bytes(at) != FirstByte) -1
    else {
      val value = at + Least - 1 + (bytes(at + 1) & 0x1f)
      val isUsual = (bytes(at + 1) & 0xe0) == Msgpack.FirstFixStr && value < until &&
        bytes(value - 1) >= 0 && takes(bytes(value - 2).toInt, bytes(value) & 0xff) &&
        (bytes(value) != UInt64 || value + 1 < until && bytes(value + 1) >= 0)
      if (isUsual) value else -1
    }

  override def nameFrom(at: Int): Int = at + 2
  override def nameUntil(valueAt: Int): Int = valueAt - 2

  /** Bytes of a bin with no name and a value of one byte. */
  private final val Least = 5

  /** Whether values of a type of bins are of this family; a nil always is. */
  def fits(kind: Int, family: Int): Boolean = (kind: @switch) match {
    case IntegerBin => Heads.isInt(family)
    case DoubleBin => Heads.isFloat(family)
    case StringBin | GeoJsonBin => Heads.isText(family)
    case BooleanBin => Heads.isBool(family)
    case MapBin => Heads.isMap(family)
    case ListBin => Heads.isArray(family)
    case NullBin => false
    case _ => Heads.isBinary(family)
  }

  // For each type, of those that there are, and each first byte of a value.
  private[this] val taken: Array[Array[Boolean]] = Array.tabulate(typeNames.length, 256) {
    (kind, first) =>
      val family = Msgpack.familyOf(first)
      typeNames(kind) != null && (family == Msgpack.Nil || fits(kind, family))
  }

  private def takes(kind: Int, first: Int): Boolean =
    kind >= 0 && kind < taken.length && taken(kind)(first)
}
