package sparkwire.wire.kafka

import sparkwire.wire.core.Cursor
import sparkwire.wire.places.{PlainFiller, PlainSlots, PlainStruct}

/** The generated code for one place of plain structs. It is generated after much was read there,
  * and dropped again if values are seldom as plain as their plan.
  */
private[kafka] final class PlainCode(plain: => PlainStruct, slots: PlainSlots,
    values: ValueReader) {
  import PlainCode._

  private[this] var seen = 0L
  private[this] var filler: PlainFiller = _
  private[this] var depth = 0
  private[this] var luck = MostLuck

  /** Fills the struct, or `count` elements, and moves the cursor after them. If it returns false,
    * it has done nothing, and the cursor has not moved.
    */
  def tryFill(cursor: Cursor, count: Int): Boolean = {
    if (seen <= Many) look(count)
    filler != null && cursor.hasRoom(depth) && {
      val end = filler.fill(cursor.bytes, cursor.position, cursor.end, count, values.budget)
      if (end >= 0) {
        values.spend(cursor, filler.spent)
        cursor.moveTo(end)
        if (luck < MostLuck) luck += 1
      } else {
        luck -= Misfortune
        if (luck < 0) filler = null
      }
      end >= 0
    }
  }

  private def look(count: Int): Unit = {
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
  private final val MostLuck = 100
  private final val Misfortune = 4
}
