package sparkwire.wire.kafka.messages

import sparkwire.wire.core.Cursor
import sparkwire.wire.places.{CodeOnTrial, PlainFiller, PlainSlots, PlainStruct}

/** Generated code that reads the plain structs of one place. */
private[kafka] final class PlainCode(plain: PlainStruct, slots: PlainSlots)
    extends CodeOnTrial[PlainFiller] {
  private[this] val depth = plain.depth

  protected override def generate(): PlainFiller = slots.filler(plain)

  /** Fills the struct, or `count` elements, and moves the cursor after them. If it returns false,
    * it has done nothing, and the cursor has not moved.
    */
  def tryFill(cursor: Cursor, count: Int): Boolean = {
    val filler = next(count)
    filler != null && cursor.hasRoom(depth) && {
      val end = filler.fill(cursor.bytes, cursor.position, cursor.end, count, cursor.allowance.left)
      if (end >= 0) {
        cursor.allowance.spend(filler.spent)
        cursor.moveTo(end)
        taken()
      } else declined()
      end >= 0
    }
  }
}
