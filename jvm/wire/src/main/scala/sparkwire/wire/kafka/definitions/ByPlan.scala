package sparkwire.wire.kafka.definitions

import java.util.IdentityHashMap

/** Something for each plan of a struct and each place where such structs are.
  *
  * A message has another plan at each version. In front of the map is a table of recent plans: if
  * each value has its own version, a lookup in the map takes as long as reading a small message.
  */
private[kafka] final class ByPlan[Place <: AnyRef, Made >: Null <: AnyRef](
    make: (StructPlan, Place) => Made) {
  import ByPlan._

  private[this] val known = new IdentityHashMap[Place, IdentityHashMap[StructPlan, Made]]
  private[this] val plans = new Array[StructPlan](Recent)
  private[this] val places = new Array[AnyRef](Recent)
  private[this] val found = new Array[AnyRef](Recent)

  def of(plan: StructPlan, place: Place): Made = {
    val at = plan.number & (Recent - 1)
    if ((plans(at) ne plan) || (places(at) ne place)) {
      plans(at) = plan
      places(at) = place
      found(at) = known.computeIfAbsent(place, _ => new IdentityHashMap)
        .computeIfAbsent(plan, make(_, place))
    }
    found(at).asInstanceOf[Made]
  }
}

private object ByPlan {

  /** Enough for the structs of one message at all its versions: plans have consecutive numbers. */
  private final val Recent = 64
}
