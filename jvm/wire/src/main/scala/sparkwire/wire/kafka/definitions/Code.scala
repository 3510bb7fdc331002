package sparkwire.wire.kafka.definitions

import sparkwire.wire.core.Kind
import sparkwire.wire.places.NumberRun

/** The wire forms of values, by which a plan tells the reader how to read. All numbers are big
  * endian.
  */
private[kafka] object Code {
  // Numbers of fixed size have the codes of `NumberRun`.
  final val Bool = NumberRun.Bool
  final val Int8 = NumberRun.Int8
  final val Int16 = NumberRun.Int16
  final val UInt16 = NumberRun.UInt16
  final val Int32 = NumberRun.Int32
  final val UInt32 = NumberRun.UInt32
  final val Int64 = NumberRun.Int64
  final val Float64 = NumberRun.Float64
  private final val LastNumber = Float64
  final val Uuid = 8
  final val UnsignedVarint = 9
  final val UnsignedVarlong = 10
  final val Varint = 11
  final val Varlong = 12

  /** Length as INT16. */
  final val Text = 13

  /** Length + 1 as UNSIGNED_VARINT, 0 for null. The other compact forms are alike. */
  final val CompactText = 14

  /** Length as INT32. */
  final val Bytes = 15
  final val CompactBytes = 16

  /** Count as INT32. */
  final val List = 17
  final val CompactList = 18
  final val Struct = 19

  /** After an INT8 that is negative for null. */
  final val NullableStruct = 20

  /** After an UNSIGNED_VARINT that is 0 for null. */
  final val TaggedNullableStruct = 21

  /** A [[CompactText]] whose empty string is also null. */
  final val NonEmptyText = 22

  /** Returns the least number of bytes of a value. As in Kafka's own guard, it is one byte for all
    * structs, however many bytes they take.
    */
  def leastSize(code: Int): Int = code match {
    case Int16 | UInt16 | Text => 2
    case Int32 | UInt32 | Bytes | List => 4
    case Int64 | Float64 => 8
    case Uuid => 16
    case _ => 1
  }

  /** Whether a value is a number of fixed size. */
  def isNumber(code: Int): Boolean = code <= LastNumber

  def kind(code: Int): Kind = code match {
    case Bool => Kind.Bool
    case Int8 => Kind.Int8
    case Int16 => Kind.Int16
    case UInt16 | Int32 | Varint => Kind.Int32
    case UInt32 | Int64 | Varlong | UnsignedVarint => Kind.Int64
    case Float64 => Kind.Float64
    case UnsignedVarlong => Kind.Decimal(20, 0)
    case Uuid | Text | CompactText | NonEmptyText => Kind.Text
    case _ => Kind.Binary
  }
}
