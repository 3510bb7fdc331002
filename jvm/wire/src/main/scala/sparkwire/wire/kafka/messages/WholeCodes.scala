package sparkwire.wire.kafka.messages

import java.util.Arrays

import sparkwire.wire.kafka.definitions.StructPlan
import sparkwire.wire.places.{PlainCode, PlainSlots}

/** The generated code for messages that are the whole value, one for each version. It is a table,
  * because to find the code by plan takes as long as to read some fields of a small message.
  */
private[messages] final class WholeCodes(highest: Int, planOf: Int => StructPlan) {
  private[this] val codes = new Array[PlainCode](highest + 1)
  private[this] var place: PlainSlots = _

  /** Returns null if the version is not valid, or messages of this version are not plain.
    *
    * @param place
    *   the place of the whole value, which is mostly the same as for the last one
    */
  def of(version: Int, place: PlainSlots): PlainCode =
    if (version < 0 || version >= codes.length) null
    else {
      if (place ne this.place) moveTo(place)
      val known = codes(version)
      if (known != null) known else make(version)
    }

  private def moveTo(place: PlainSlots): Unit = {
    Arrays.fill(codes.asInstanceOf[Array[AnyRef]], null)
    this.place = place
  }

  private def make(version: Int): PlainCode = {
    val plan = planOf(version)
    if (plan != null && plan.plain != null) codes(version) = new PlainCode(plan.plainWhole, place)
    codes(version)
  }
}
