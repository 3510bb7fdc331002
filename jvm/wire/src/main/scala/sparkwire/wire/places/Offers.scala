package sparkwire.wire.places

import sparkwire.wire.core.{Kind, Nowhere, Sink}

/** Shortcuts into a sink. Each is null or false where the sink does not offer it. A reader that
  * takes none of them gives values step by step, with the same result to the last byte.
  */
class Offers {

  /** The slots of the struct just begun, for a reader that fills them without asking; null if the
    * reader must ask for each field. A reader that uses them calls [[goTo]] or [[goInto]] before it
    * asks for or gives anything to the sink again.
    */
  def direct: StructSlots = null

  /** The whole value, of which nothing has begun yet, for a reader that lets generated code fill
    * it; null if that is not possible. The reader then calls [[wholeIsFilled]].
    */
  def wholeSlots: PlainSlots = null
  def wholeIsFilled(): Unit = ()

  /** Like [[wholeSlots]], for a reader that gives all fields of the whole value at once. */
  def wholeFields: WholeFields = null

  /** The slots of an array in the current place, which has not begun; null if not offered. */
  def directList: ListSlots = null

  /** The slot of the current place, for a self-describing value; null if the value must be given to
    * the sink.
    */
  def currentSlot: Slot = null

  /** The slot of a field of the current struct, which has no value yet; null if the reader must ask
    * for the field.
    */
  def slotOf(field: Int): Slot = null

  /** Sets the place of the next value. */
  def goTo(slot: Slot): Unit = ()

  /** Makes this struct, which has begun, the current one. */
  def goInto(slots: StructSlots): Unit = ()

  /** Returns the sink for the whole value that comes next in the current place: this one, or
    * another one to which this one would only forward everything. If it is another, the reader
    * calls [[endWhole]] after the value.
    */
  def beginWhole(sink: Sink): Sink = sink
  def endWhole(): Unit = ()

  /** The current place, for code that writes a whole typed value to it; null if the value must be
    * given to the sink.
    */
  def typed: TypedTarget = null
}

object Offers {
  private val None: Offers = new Offers

  /** Returns the offers of a sink. Only an [[OfferingSink]], and [[Nowhere]], has any. */
  def of(sink: Sink): Offers = sink match {
    case offering: OfferingSink => offering.offers
    case _ => if (sink eq Nowhere) OfNowhere else None
  }

  private object OfNowhere extends Offers {
    override def directList: ListSlots = NowhereList
  }

  private object NowhereList extends ListSlots {
    override def filler(struct: PlainStruct): PlainFiller = null
    // Any bytes are valid numbers.
    override def tryNumbers(run: NumberRun, count: Int, stride: Int, bytes: Array[Byte],
        from: Int): Boolean = true
    override def tryLittleEndian(number: Kind, count: Int, bytes: Array[Byte],
        from: Int): Boolean = true
    override def begin(count: Int): Unit = ()
    override def structSlots: StructSlots = null
    override def next(): Unit = ()
    override def end(): Boolean = true
  }
}

/** A sink with shortcuts for readers that know where a field goes before they read it. The result
  * is the same as step by step.
  */
abstract class OfferingSink extends Sink {
  def offers: Offers
}
