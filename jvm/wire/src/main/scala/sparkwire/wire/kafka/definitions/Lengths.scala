package sparkwire.wire.kafka.definitions

import sparkwire.wire.core.Cursor
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.Varints

/** Reads lengths and counts before values, -1 for null. */
private[kafka] object Lengths {
  final val LongestText = 32767

  def ofText(plan: ValuePlan, cursor: Cursor): Int =
    if (plan.code == Code.Text) classic(plan, cursor, cursor.i16(Truncated).toInt)
    else {
      val length = compact(plan, cursor)
      if (length > LongestText) cursor.refuse(StringTooLong)
      if (length == 0 && plan.code == Code.NonEmptyText) -1 else length
    }

  def ofBytes(plan: ValuePlan, cursor: Cursor): Int =
    if (plan.code == Code.Bytes) classic(plan, cursor, cursor.i32(Truncated))
    else compact(plan, cursor)

  def ofList(plan: ValuePlan, cursor: Cursor): Int =
    if (plan.code == Code.List) classic(plan, cursor, cursor.i32(Truncated))
    else compact(plan, cursor)

  private def classic(plan: ValuePlan, cursor: Cursor, length: Int): Int = {
    if (length < 0) checkNull(plan, cursor, length)
    length
  }

  private def checkNull(plan: ValuePlan, cursor: Cursor, length: Int): Unit = {
    if (length < -1) cursor.refuse(NegativeLength)
    if (!plan.isNullable) cursor.refuse(NullRefused)
  }

  /** Reads a length plus one, a signed number of 32 bits: half of its values are negative. */
  private def compact(plan: ValuePlan, cursor: Cursor): Int = {
    val next = Varints.unsignedInt(cursor)
    if (next > Int.MaxValue) cursor.refuse(NegativeLength)
    if (next == 0 && !plan.isNullable) cursor.refuse(NullRefused)
    next.toInt - 1
  }
}
