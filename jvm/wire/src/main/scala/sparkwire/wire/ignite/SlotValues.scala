package sparkwire.wire.ignite

import scala.annotation.switch

import sparkwire.wire.core.{Bytes, InstantForm}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.places.Slot

/** The fast path of [[LeafValues]]: writes a value into a slot of its type, without asking the
  * sink. Everything else is left to the sink.
  */
private[ignite] object SlotValues {

  /** Writes the value at `at` to the slot and returns its end. Returns a negative number, and
    * writes nothing, if the slot declines the value, or if the value has parts or is malformed.
    *
    * @param slot
    *   the slot, or null
    */
  def give(bytes: Array[Byte], at: Int, end: Int, slot: Slot): Int = {
    val code = if (slot != null && at < end) bytes(at).toInt else -1
    (code: @switch) match {
      case StringCode => text(bytes, at, end, slot)
      case IntCode =>
        if (end - at >= 5 && slot.tryInt(Bytes.i32le(bytes, at + 1).toLong)) at + 5 else -1
      case LongCode =>
        if (end - at >= 9 && slot.tryInt(Bytes.i64le(bytes, at + 1))) at + 9 else -1
      case DoubleCode =>
        if (end - at >= 9 && slot.tryDouble(double(bytes, at))) at + 9 else -1
      case BoolCode => if (end - at >= 2 && slot.tryBool(bytes(at + 1) != 0)) at + 2 else -1
      case NullCode => if (slot.tryNothing) at + 1 else -1
      case DateCode | TimestampCode | DecimalCode | UuidCode => other(bytes, at, end, slot, code)
      case _ => -1
    }
  }

  private def text(bytes: Array[Byte], at: Int, end: Int, slot: Slot): Int = {
    val past = Leaves.pastCounted(bytes, at, end, 1)
    if (past >= 0 && slot.tryRepaired(bytes, at + 5, past - at - 5)) past else -1
  }

  private def double(bytes: Array[Byte], at: Int): Double =
    java.lang.Double.longBitsToDouble(Bytes.i64le(bytes, at + 1))

  private def other(bytes: Array[Byte], at: Int, end: Int, slot: Slot, code: Int): Int = {
    val past = Leaves.past(bytes, at, end)
    val isTaken = past >= 0 && ((code: @switch) match {
      case DateCode => slot.tryInstant(InstantForm.Date, Bytes.i64le(bytes, at + 1), 0)
      case TimestampCode =>
        slot.tryInstant(
          InstantForm.Timestamp, Bytes.i64le(bytes, at + 1), Bytes.i32le(bytes, at + 9))
      case DecimalCode =>
        past - at <= LeafValues.SmallDecimal &&
        slot.tryDecimal(LeafValues.small(bytes, at + 9, past), Bytes.i32le(bytes, at + 1))
      case _ => slot.tryRepaired(Uuids.text(bytes, at + 1), 0, Uuids.TextSize)
    })
    if (isTaken) past else -1
  }
}
