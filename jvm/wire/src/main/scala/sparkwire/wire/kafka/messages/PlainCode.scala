package sparkwire.wire.kafka.messages

import java.util.IdentityHashMap

import sparkwire.wire.core.Cursor
import sparkwire.wire.kafka.definitions.StructPlan
import sparkwire.wire.places.{PlainFiller, PlainSlots, PlainStruct}

/** Generated code for one place of plain structs. It is generated after `Many` structs have been
  * read there, and dropped if more than one in five does not match the plan.
  */
private[kafka] final class PlainCode(plain: PlainStruct, slots: PlainSlots) {
  import PlainCode._

  private[this] var seen = 0L
  private[this] var filler: PlainFiller = _
  private[this] var depth = 0
  private[this] var credit = MaxCredit

  /** Fills the struct, or `count` elements, and moves the cursor after them. If it returns false,
    * it has done nothing, and the cursor has not moved.
    */
  def tryFill(cursor: Cursor, count: Int): Boolean = {
    if (seen <= Many) countStructs(count)
    filler != null && cursor.hasRoom(depth) && {
      val end = filler.fill(cursor.bytes, cursor.position, cursor.end, count, cursor.allowance.left)
      if (end >= 0) {
        cursor.allowance.spend(filler.spent)
        cursor.moveTo(end)
        if (credit < MaxCredit) credit += 1
      } else {
        credit -= DeclineCost
        if (credit < 0) filler = null
      }
      end >= 0
    }
  }

  private def countStructs(count: Int): Unit = {
    seen += count
    if (seen > Many) {
      filler = slots.filler(plain)
      depth = plain.depth
    }
  }
}

private object PlainCode {
  // Generating code takes as long as reading some ten thousand structs.
  private final val Many = 4096L
  private final val MaxCredit = 100
  private final val DeclineCost = 4
}

/** The generated code of one reader, for each plan and place.
  *
  * A message has another plan at each version. In front of the map is a table of recent plans: if
  * each value has its own version, a lookup in the map takes as long as reading a small message.
  */
private[kafka] final class PlainCodes(plainOf: StructPlan => PlainStruct) {
  import PlainCodes._

  private[this] val known = new IdentityHashMap[PlainSlots, IdentityHashMap[StructPlan, PlainCode]]
  private[this] val plans = new Array[StructPlan](Recent)
  private[this] val slotsOf = new Array[PlainSlots](Recent)
  private[this] val codes = new Array[PlainCode](Recent)

  /** Returns the code of a plain struct, or of an array of such structs. */
  def of(plan: StructPlan, slots: PlainSlots): PlainCode = {
    val at = plan.number & (Recent - 1)
    if ((plans(at) ne plan) || (slotsOf(at) ne slots)) {
      plans(at) = plan
      slotsOf(at) = slots
      codes(at) = known.computeIfAbsent(slots, _ => new IdentityHashMap)
        .computeIfAbsent(plan, _ => new PlainCode(plainOf(plan), slots))
    }
    codes(at)
  }
}

private object PlainCodes {

  /** Enough for the structs of one message at all its versions: plans have consecutive numbers. */
  private final val Recent = 64
}
