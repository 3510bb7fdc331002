package sparkwire.wire.places

import sparkwire.wire.core.Sink

/** Shortcuts into a sink. Each is null or false where the sink does not offer it. A reader that
  * takes none of them gives values step by step, with the same result to the last byte.
  */
class Offers {

  /** The struct just begun, for a reader that lets generated code fill it; null if that is not
    * possible.
    */
  def struct: PlainSlots = null

  /** An array in the current place, which has not begun; null if not offered. */
  def list: ListSlots = null

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

  /** Sets the place of the next value, which [[typed]] does not take. */
  def goTo(slot: TypedSlot): Unit = ()
}

object Offers {
  private val None: Offers = new Offers

  /** Returns the offers of a sink. Only an [[OfferingSink]] has any. */
  def of(sink: Sink): Offers = sink match {
    case offering: OfferingSink => offering.offers
    case _ => None
  }
}

/** A sink with shortcuts for readers that know where a field goes before they read it. The result
  * is the same as step by step.
  */
abstract class OfferingSink extends Sink {
  def offers: Offers
}
