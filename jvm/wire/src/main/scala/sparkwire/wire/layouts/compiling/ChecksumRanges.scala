package sparkwire.wire.layouts.compiling

import sparkwire.wire.core.Nearest
import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.model._
import sparkwire.wire.layouts.program._

/** Finds the bytes that the checksums of one type cover. */
private[compiling] final class ChecksumRanges(plan: TypePlan) {
  private[this] val members = plan.definition.seq

  def compile(): Unit = members.zipWithIndex.foreach { case (member, at) =>
    member.spark.form match {
      case SparkForm.Checksum(kind, from, until) =>
        val first = from.map(indexOf(_, member))
        val last = until.map(indexOf(_, member))
        val after = math.max(at, last.fold(members.length - 1)(_ - 1))
        val (size, order) = widthOf(member)
        plan.fields(at).checksum = new ChecksumPlan(kind, first.fold(-1)(markOf),
          last.fold(-1)(markOf), markOf(at), size, order, after)
      case _ => ()
    }
  }

  /** Says after which field each can be compared. */
  def order(): Unit = {
    val sums = plan.fields.filter(_.checksum != null)
    if (sums.nonEmpty)
      plan.checksAfter = plan.fields.indices.map(at => sums.filter(_.checksum.after == at)).toArray
  }

  private def indexOf(name: String, member: Member): Int =
    members.indexWhere(_.id == name) match {
      case -1 => throw new BadLayout(s"${member.place}/-spark",
          s"there is no field '$name' in ${plan.name}.${Nearest.hint(name, members.flatMap(one => Option(one.id)))}")
      case at => at
    }

  private def markOf(at: Int): Int = {
    val field = plan.fields(at)
    if (field.mark < 0) {
      field.mark = plan.marks
      plan.marks += 1
    }
    field.mark
  }

  private def widthOf(member: Member): (Int, Int) =
    plan.fields(members.indexOf(member)).data match {
      case whole: DataPlan.Whole => (whole.size, whole.order)
      case _ => (SparkForms.sizeOfBytes(member), DataPlan.Big)
    }
}
