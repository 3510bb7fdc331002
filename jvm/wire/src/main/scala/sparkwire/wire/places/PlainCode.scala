package sparkwire.wire.places

import sparkwire.wire.core.Cursor

/** Generated code that reads the plain structs of one place. */
final class PlainCode(plain: PlainStruct, slots: PlainSlots) extends CodeOnTrial[PlainFiller] {
  private[this] val depth = plain.depth
  private[this] val rowBytes = plain.rowBytes

  protected override def generate(): PlainFiller = slots.filler(plain)

  /** Fills the struct, or `count` elements, and moves the cursor after them. If it returns false,
    * it has done nothing, and the cursor has not moved.
    */
  private[wire] def tryFill(cursor: Cursor, count: Int): Boolean = {
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

  /** Fills the row of a whole value. If it returns false, the value must be read from the start in
    * the general way.
    *
    * @param maxSize
    *   the most that the value may cost, in bytes
    */
  def tryWhole(bytes: Array[Byte], from: Int, until: Int, maxDepth: Int, maxSize: Int): Boolean = {
    val filler = next(1)
    filler != null && depth <= maxDepth && rowBytes <= maxSize && {
      val isWhole = filler.fill(bytes, from, until, 1, (maxSize - rowBytes).toLong) == until
      if (isWhole) taken() else declined()
      isWhole
    }
  }
}

/** A reader whose values may be plain structs as a whole. Generated code then reads a value without
  * a cursor and without a sink, which take longer than all fields of a small message.
  */
trait PlainReader {

  /** Returns the code for the value that is read next; null if there is none.
    *
    * @param slots
    *   the place of the whole value
    */
  def codeFor(slots: PlainSlots): PlainCode
}
