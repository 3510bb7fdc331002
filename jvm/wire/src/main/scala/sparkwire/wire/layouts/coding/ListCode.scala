package sparkwire.wire.layouts.coding

import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views.Shown
import sparkwire.wire.places.PlaceText

/** Writes code that reads fields that repeat. */
private[coding] abstract class ListCode(self: ObjectCode, level: Int)
    extends ValueCode(self, level) {

  protected final def list(plan: MemberPlan, shown: Shown, place: PlaceText): String = {
    val kept = if (plan.slot == null) "" else self.beginList(plan)
    unit.reach(level + 1)
    bytes.apart {
      if (place == null) s"$kept\n${loop(plan, shown, null, unit.name("i"))}"
      else if (plan.repeat == MemberPlan.Count) counted(plan, shown, place, kept)(countOf(plan, _))
      else if (plan.repeat == MemberPlan.ToEnd && LeafCode.fixedSize(plan.data) > 0)
        counted(plan, shown, place, kept) { count =>
          val size = LeafCode.fixedSize(plan.data)
          s"final int $count = (end - at) / $size; if ($count * $size != end - at) return -1;"
        }
      else {
        val open = place.open(loop(plan, shown, _, unit.name("i")))
        if (open != null) s"$kept\n$open"
        // An array of numbers must know how many there are before the first of them.
        else counted(plan, shown, place, kept) { count =>
          val method = countMethod(plan, shown)
          s"final int $count = $method(at, base, end); if ($count < 0) return -1;"
        }
      }
    }
  }

  /** An array whose number of elements the statements say that come first. */
  private def counted(plan: MemberPlan, shown: Shown, place: PlaceText, kept: String)(
      statements: String => String): String = {
    val count = unit.name("count")
    val first = statements(count)
    val elements = place.array(count)((place, index) => element(plan, shown, place, index))
    s"$first\n$kept\n$elements"
  }

  private def countOf(plan: MemberPlan, count: String): String = {
    val bound = unit.name("bound")
    s"""final long $bound = ${plan.bound.code(self)};
       |if ($bound < 0 || $bound > end - at) return -1;
       |final int $count = (int) $bound;""".stripMargin
  }

  /** Writes a loop over elements. Afterwards their number is in a variable.
    *
    * @param place
    *   null if nobody wants them
    */
  private def loop(plan: MemberPlan, shown: Shown, place: PlaceText, index: String): String = {
    lazy val one = element(plan, shown, place, index)
    plan.repeat match {
      case MemberPlan.Count =>
        val count = unit.name("count")
        s"""${countOf(plan, count)}
           |int $index = 0;
           |while ($index < $count) {
           |  $one
           |  $index++;
           |}""".stripMargin
      case MemberPlan.ToEnd =>
        s"""int $index = 0;
           |while (at < end) {
           |  $one
           |  $index++;
           |}""".stripMargin
      case _ =>
        val more = unit.name("more")
        // The element first: its end is the end of the list, or not.
        val element = one
        val checked = if (plan.data.isInstanceOf[LeafPlan]) narrow(lastRead, plan.element) else ""
        s"""int $index = 0;
           |boolean $more = true;
           |while ($more) {
           |  $element
           |  $checked
           |  $more = !${isLast(plan, index)};
           |  $index++;
           |}""".stripMargin
    }
  }

  /** Whether the element that has been read is the last one. */
  private def isLast(plan: MemberPlan, index: String): String = {
    def bound = self.withIndex(index)(plan.bound.code(self))
    plan.data match {
      case struct: DataPlan.Struct => self.withItemObject(self.innerOf(struct))(bound)
      case leaf: LeafPlan => withItem(lastRead, plan.element, leaf)(bound)
      case _ => bound
    }
  }

  /** Writes a method that says how many elements there are, -1 if they are not plain. */
  private def countMethod(plan: MemberPlan, shown: Shown): String = {
    val name = unit.name("count")
    val index = unit.name("i")
    val kept = if (plan.slot == null) "" else self.beginList(plan)
    unit.add(
      s"""private int $name(int at, final int base, final int end) {
         |  final byte[] in = in();
         |  $kept
         |  ${loop(plan, shown, null, index)}
         |  return $index;
         |}""".stripMargin)
    name
  }

  /** An element. Afterwards the variable `at` is where it ends. */
  private def element(plan: MemberPlan, shown: Shown, place: PlaceText, index: String): String = {
    plan.data match {
      case switch: DataPlan.Switch if switch.mayBeNothing => CodeScope.refuse()
      case _: DataPlan.Bits => CodeScope.refuse()
      case _ => ()
    }
    val before = unit.name("before")
    nestedLevel = level + 2
    val read = self.withIndex(index)(
      value(plan, plan.data, plan.element, shown, place, isSure = false))
    nestedLevel = level + 1
    val moved = bytes.sync()
    val charge =
      if (LeafCode.fixedSize(plan.data) > 0) ""
      else s"if (at == $before && !spend(${ObjectWalk.ElementBytes}L)) return -1;"
    s"final int $before = at;\n$read\n$moved\n$charge"
  }
}
