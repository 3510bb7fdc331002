package sparkwire.wire.kafka.messages

import java.util.IdentityHashMap

import sparkwire.wire.kafka.definitions.StructPlan

/** The objects that a reader creates for plans and places, each when the two first occur together.
  * A message has another plan at each version. In front of the map is a table of recent objects, at
  * the index that the plan's number gives: if each value has its own version, a lookup in the map
  * takes as long as reading a small message.
  *
  * @param recent
  *   the size of the table, a power of two
  */
private[kafka] final class ByPlan[S <: AnyRef, Made <: AnyRef](recent: Int)(
    make: (StructPlan, S) => Made) {
  private[this] val known = new IdentityHashMap[S, IdentityHashMap[StructPlan, Made]]
  private[this] val plans = new Array[StructPlan](recent)
  private[this] val slotsOf = new Array[AnyRef](recent)
  private[this] val made = new Array[AnyRef](recent)

  def of(plan: StructPlan, slots: S): Made = {
    val at = plan.number & (recent - 1)
    if ((plans(at) ne plan) || (slotsOf(at) ne slots)) {
      val ofSlots = known.computeIfAbsent(slots, _ => new IdentityHashMap[StructPlan, Made])
      plans(at) = plan
      slotsOf(at) = slots
      made(at) = ofSlots.computeIfAbsent(plan, make(_, slots))
    }
    made(at).asInstanceOf[Made]
  }
}

private[kafka] object ByPlan {

  /** Enough for the structs of one message at all its versions: plans have consecutive numbers. */
  final val AllVersions = 64
}
