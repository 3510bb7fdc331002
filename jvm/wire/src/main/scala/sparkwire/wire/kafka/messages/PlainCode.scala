package sparkwire.wire.kafka.messages

import sparkwire.wire.core.Cursor
import sparkwire.wire.places.{PlainFiller, PlainSlots, PlainStruct}

/** Generated code for one place of plain structs. It is generated after `Many` structs have been
  * read there, and dropped if more than one in five does not match the plan.
  */
private[kafka] final class PlainCode(plain: => PlainStruct, slots: PlainSlots) {
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
    val struct = if (seen > Many) plain else null
    if (struct != null) {
      filler = slots.filler(struct)
      depth = struct.depth
    }
  }
}

private object PlainCode {
  // Generating code takes as long as reading some ten thousand structs.
  private final val Many = 4096L
  private final val MaxCredit = 100
  private final val DeclineCost = 4
}
