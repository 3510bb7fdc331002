package sparkwire.wire.kafka.definitions

import java.util.IdentityHashMap

/** Something for each plan of a struct and each place where such structs are.
  *
  * A message has another plan at each version. A table of recent plans is searched before the map:
  * if each value has its own version, a lookup in the map takes as long as reading a small message.
  */
private[kafka] final class ByPlan[Place <: AnyRef, Made >: Null <: AnyRef](
    make: (StructPlan, Place) => Made) {
  import ByPlan._

  private[this] val known = new IdentityHashMap[Place, IdentityHashMap[StructPlan, Made]]
  private[this] val recent = new Array[Entry[Made]](Recent)

  def of(plan: StructPlan, place: Place): Made = {
    val at = plan.number & (Recent - 1)
    val entry = recent(at)
    if (entry != null && (entry.plan eq plan) && (entry.place eq place)) entry.made
    else {
      val made = known.computeIfAbsent(place, _ => new IdentityHashMap)
        .computeIfAbsent(plan, make(_, place))
      recent(at) = new Entry(plan, place, made)
      made
    }
  }
}

private object ByPlan {

  /** Enough for the structs of one message at all its versions: plans have consecutive numbers. */
  private final val Recent = 64

  private final class Entry[Made](val plan: StructPlan, val place: AnyRef, val made: Made)
}
