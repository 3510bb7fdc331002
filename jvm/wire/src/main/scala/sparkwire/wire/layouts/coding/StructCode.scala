package sparkwire.wire.layouts.coding

import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views._
import sparkwire.wire.places.{PlaceText, RowText}

/** Writes the method that reads an object, field by field as the walk does. For a malformed
  * value the method returns -1, and the walk reads the value again and refuses it.
  */
private[coding] final class StructCode(self: ObjectCode, level: Int)
    extends SwitchCode(self, level) {

  /** Writes the method and returns its name. It takes the position of the object, where the positions
    * of its stream count from, where its stream ends and the position of its row, and returns where
    * the object ends.
    *
    * @param view
    *   null if only expressions need the object
    * @param row
    *   null if nobody wants a row
    */
  def method(view: View, row: RowText): String = {
    self.begin()
    val name = unit.name("read")
    val fields = self.of.fields.zipWithIndex.map { case (plan, at) =>
      bytes.follow(self.of.fields.drop(at))
      val shown = if (view == null) null else view.fields(at).shown
      val place = if (view == null) null else placeOf(row, view.shape, at)
      s"${field(plan, shown, place)}\n${checksums(at)}"
    }.mkString("\n")
    bytes.follow(Array.empty)
    val end = bytes.sync()
    val after = if (view == null) "" else instances(view, row)
    val charge =
      if (view == null) ""
      else
        s"if (!spend(Math.max(0L, ${view.rowBytes}L - ${Give.PlainBytes}L * (at - begin)))) return -1;"
    unit.add(
      s"""private int $name(int at, final int base, final int end, final int row) {
         |  final byte[] in = in();
         |  final int begin = at;
         |  ${self.forget}();
         |  ${if (row == null) "" else row.begin}
         |  $fields
         |  $end
         |  $charge
         |  $after
         |  return at;
         |}""".stripMargin)
    name
  }

  // Fields.

  private def mark(plan: MemberPlan): String =
    if (plan.mark < 0) ""
    else {
      if (plan.checksum != null && plan.condition != null) CodeScope.refuse()
      s"final int ${SumCode.markOf(plan.mark)} = ${bytes.here};"
    }

  private def field(plan: MemberPlan, shown: Shown, place: PlaceText): String = {
    unit.count()
    val marked = mark(plan)
    val code =
      if (plan.condition == null) present(plan, shown, place, isSure = true)
      else
        bytes.apart {
          val condition = plan.condition.code(self)
          val there = present(plan, shown, place, isSure = false) + bytes.sync()
          val absent = if (place == null) "" else place.nothing
          s"if ($condition) {\n$there\n} else {\n$absent\n}"
        }
    s"$marked\n$code"
  }

  private def present(plan: MemberPlan, shown: Shown, place: PlaceText, isSure: Boolean): String =
    if (plan.repeat != MemberPlan.Once) list(plan, shown, place)
    else value(plan, plan.data, plan.element, shown, place, isSure)

  // Instances.

  private def instances(view: View, row: RowText): String = view.instances.map {
    case computed: InstanceView.Computed =>
      unit.count()
      instance(computed, placeOf(row, view.shape, computed.field))
    case read: InstanceView.Read =>
      if (unit.verifies || placeOf(row, view.shape, read.field) != null) CodeScope.refuse()
      ""
  }.mkString("\n")

  private def instance(view: InstanceView.Computed, place: PlaceText): String =
    if (place == null && !unit.verifies) ""
    else {
      val plan = view.plan
      val charge = s"if (!spend(${Give.PlainBytes}L)) return -1;"
      val give = view.shown match {
        case leaf: Shown.Leaf => leaf.give
        case _ => CodeScope.refuse()
      }
      val code =
        if (plan.slot == null) plan.value.code(self)
        else self.value(plan.slot, plan, isOwn = true)
      val shows = computed(plan.value.kind, code, give, place)
      unit.reach(level + plan.levels)
      if (plan.condition == null || plan.slot != null) s"$charge\n$shows"
      else {
        val absent = if (place == null) "" else place.nothing
        s"$charge\nif (${plan.condition.code(self)}) {\n$shows\n} else {\n$absent\n}"
      }
    }

  private def checksums(after: Int): String =
    if (!unit.verifies) ""
    else SumCode.after(after, self, "return -1;")((sums, bytes) =>
      s"if (!$sums.matches(in, $bytes)) return -1;")
}
