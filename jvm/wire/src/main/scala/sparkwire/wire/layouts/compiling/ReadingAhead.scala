package sparkwire.wire.layouts.compiling

import sparkwire.wire.layouts.model.{Member, TypeDef}
import sparkwire.wire.layouts.program._

/** A type uses a member.
  *
  * @param isLate
  *   whether the expression is evaluated after the fields of its type, like the expressions of
  *   instances
  */
private[compiling] final case class Use(in: TypeDef, isLate: Boolean, member: Member)

/** Finds the types whose fields must all be read before anything is shown: an instance of an object
  * within uses a field that follows the object.
  */
private[compiling] final class ReadingAhead(plans: Map[TypeDef, TypePlan], uses: Seq[Use]) {

  def mark(): Unit = {
    // Data that is read for an instance is read as late as the instance.
    val late = plans.values.flatMap(_.instances).collect {
      case read: InstancePlan.Read => reach(nested(read.field.data))
    }.foldLeft(Set.empty[TypePlan])(_ ++ _)
    for {
      use <- uses
      owner = plans(use.member.of)
      if use.in ne owner.definition
      if use.isLate || late(plans(use.in))
      last <- lastField(use.member, Set.empty)
    } if (firstWithin(owner, plans(use.in)).exists(_ <= last)) owner.readsAhead = true
  }

  /** The index of the last field that a member needs of its own object. */
  private def lastField(member: Member, seen: Set[Member]): Option[Int] =
    member.of.seq.indexWhere(_ eq member) match {
      case -1 if seen(member) => None
      // Too long a chain to follow. To read ahead is always right, if slower.
      case -1 if seen.size > ReadingAhead.MostSteps => Some(Int.MaxValue)
      case -1 => uses.filter(use =>
          (use.in eq member.of) && (use.member.of eq member.of) && use.isLate)
          .flatMap(use => lastField(use.member, seen + member)).maxOption
      case at => Some(at)
    }

  /** The index of the first field in which a type may stand. */
  private def firstWithin(owner: TypePlan, of: TypePlan): Option[Int] =
    owner.fields.indices.find(at => reach(nested(owner.fields(at).data)).contains(of))

  private def reach(from: Seq[TypePlan]): Set[TypePlan] = {
    var found = Set.empty[TypePlan]
    var open = from
    while (open.nonEmpty) {
      val next = open.head
      open = open.tail
      if (!found(next)) {
        found += next
        open = open ++ next.fields.flatMap(field => nested(field.data)) ++
          next.instances.collect { case read: InstancePlan.Read => read.field.data }
            .flatMap(nested)
      }
    }
    found
  }

  private def nested(data: DataPlan): Seq[TypePlan] = data match {
    case struct: DataPlan.Struct => Seq(struct.of)
    case switch: DataPlan.Switch => switch.cases.toSeq.flatMap(nested)
    case _ => Nil
  }
}

private object ReadingAhead {
  private final val MostSteps = 100
}
