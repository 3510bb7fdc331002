package sparkwire.wire.places

import sparkwire.wire.core.Cursor

/** Generated code that reads the plain structs of one place.
  *
  * @param rowBytes
  *   the charge of each against `maxSize` in bytes
  */
final class PlainCode private (depthOfValues: => Int, rowBytes: Int, newFiller: => PlainFiller)
    extends CodeOnTrial[PlainFiller] {

  def this(plain: PlainStruct, slots: PlainSlots) =
    this(plain.depth, plain.rowBytes, slots.filler(plain))

  /** Values that are read by code of their own, which charges for itself. */
  def this(reader: CodedReader, slots: PlainSlots) = this(reader.depth, 0, slots.filler(reader))

  private[this] lazy val depth = depthOfValues

  protected override def generate(): PlainFiller = newFiller

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

  /** Returns the row of a whole value; null if the value must be read in the general way.
    *
    * @param maxSize
    *   the most that the value may cost, in bytes
    */
  def tryWhole(bytes: Array[Byte], from: Int, until: Int, maxDepth: Int, maxSize: Int): AnyRef = {
    val filler = next(1)
    if (filler == null || depth > maxDepth || rowBytes > maxSize) null
    else {
      val row = filler.fillWhole(bytes, from, until, (maxSize - rowBytes).toLong)
      if (row != null) taken() else declined()
      row
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

  /** Whether code that fills a row is so much faster than the general reader that a row is wanted even
    * where fields are read at once.
    */
  def prefersRows: Boolean = false
}

/** The generated code of a reader whose values are all read by the same code. */
final class WholeCode(reader: => CodedReader) {
  private[this] var slots: PlainSlots = _
  private[this] var code: PlainCode = _

  def of(slots: PlainSlots): PlainCode = {
    if (slots ne this.slots) {
      this.slots = slots
      code = new PlainCode(reader, slots)
    }
    code
  }
}
