package sparkwire.wire.kafka.messages

import sparkwire.wire.core.Cursor
import sparkwire.wire.places.{CodeOnTrial, PlainFiller, PlainSlots, PlainStruct}

/** Generated code that reads the plain structs of one place. */
private[kafka] final class PlainCode(plain: PlainStruct, slots: PlainSlots) {
  private[this] val trial = new CodeOnTrial[PlainFiller](() => slots.filler(plain))
  private[this] val depth = plain.depth

  /** Fills the struct, or `count` elements, and moves the cursor after them. If it returns false,
    * it has done nothing, and the cursor has not moved.
    */
  def tryFill(cursor: Cursor, count: Int): Boolean = {
    val filler = trial.next(count)
    filler != null && cursor.hasRoom(depth) && {
      val end = filler.fill(cursor.bytes, cursor.position, cursor.end, count, cursor.allowance.left)
      if (end >= 0) {
        cursor.allowance.spend(filler.spent)
        cursor.moveTo(end)
        trial.taken()
      } else trial.declined()
      end >= 0
    }
  }
}
