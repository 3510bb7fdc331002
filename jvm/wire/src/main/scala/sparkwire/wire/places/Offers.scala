package sparkwire.wire.places

import sparkwire.wire.core.{Cursor, Sink}

/** Shorter ways into a sink, each null or false where it is not open. A reader that takes none of them gives values step
  * by step, and the same comes out to the last byte.
  */
class Offers {

  /** Those of the struct just begun, for a reader that fills them without asking; null where each field is to be
    * asked for. Who goes that way says with [[goTo]] and [[goInto]] where to go on before anything is asked for or
    * given to the sink again.
    */
  def direct: StructSlots = null

  /** The whole value, of which nothing has begun yet, for a reader that has code fill it; null where that cannot
    * be. Who does so says [[wholeIsFilled]].
    */
  def wholeSlots: PlainSlots = null
  def wholeIsFilled(): Unit = ()

  /** The same for a reader that gives all fields of the whole value at once. */
  def wholeFields: WholeFields = null

  /** The same of an array in the current place, which has not begun. */
  def directList: ListSlots = null

  /** The current place, for a value that says itself what it is; null where it is to be given here. */
  def currentSlot: Slot = null

  /** The place of a field of the struct at hand, where nothing goes yet; null where it is to be asked for. */
  def slotOf(field: Int): Slot = null

  /** The next value comes to this place. */
  def goTo(slot: Slot): Unit = ()

  /** What comes next belongs to this struct, which has begun. */
  def goInto(slots: StructSlots): Unit = ()

  /** The sink that takes the whole of the value that comes next in the current place: the one that offers, or another
    * to which that would only hand everything on. If it is another, [[endWhole]] follows behind the value.
    */
  def beginWhole(sink: Sink): Sink = sink
  def endWhole(): Unit = ()

  /** Takes the array or map that begins at the cursor from its bytes. False where it is to be given here part by
    * part: then nothing has happened.
    */
  def tryValue(cursor: Cursor): Boolean = false

  /** The same of `count` entries that stand at the cursor one after the other, as the fields of one object. */
  def tryEntries(cursor: Cursor, count: Int, heads: EntryHeads): Boolean = false
}

object Offers {
  val None: Offers = new Offers
}
