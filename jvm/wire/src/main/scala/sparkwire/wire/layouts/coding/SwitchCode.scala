package sparkwire.wire.layouts.coding

import sparkwire.wire.core.Kind
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views.Shown
import sparkwire.wire.places.{PlaceText, RowText}

/** Writes code that chooses one of several types and reads it. */
private[coding] abstract class SwitchCode(self: ObjectCode, level: Int)
    extends ListCode(self, level) {

  protected final def switch(
      plan: MemberPlan, switch: DataPlan.Switch, shown: Shown, place: PlaceText): String = {
    if (plan.valid != null) CodeScope.refuse()
    val subject = unit.name("subject")
    val typeName = switch.subject.kind match {
      case _: ValueType.Whole | _: ValueType.Label => "long"
      case ValueType.Truth => "boolean"
      case _ => CodeScope.refuse()
    }
    val seen = shown.asInstanceOf[Shown.Switch]
    if (seen != null && place != null && seen.kind == Kind.Dynamic) CodeScope.refuse()
    bytes.apart {
      val code = switch.subject.code(self)
      def cases(inRow: RowText): String = {
        val (defaults, others) = switch.keys.indices.partition(switch.keys(_) == null)
        val written = others.map { at =>
          val key = self.withItem(subject)(switch.keys(at).code(self))
          s"if ($key) {\n${oneCase(plan, switch, at, seen, place, inRow)}\n}"
        }
        val last = defaults.headOption match {
          case Some(at) => oneCase(plan, switch, at, seen, place, inRow)
          case None if switch.other != null => otherCase(switch, seen, place, inRow)
          case None => if (place == null) "" else if (inRow != null) "return -1;" else place.nothing
        }
        (written :+ s"{\n$last\n}").mkString(" else ")
      }
      val body =
        if (place == null || seen.shape == null) cases(null)
        else place.struct(row => s"${row.beginEmpty}\n${cases(row)}")
      s"final $typeName $subject = $code;\n$body"
    }
  }

  /** Whether expressions use the number that is read for a case. */
  private def isKept(plan: MemberPlan): Boolean =
    plan.slot != null && (plan.slot.kind match {
      case _: ValueType.Whole | _: ValueType.Label => true
      case _ => false
    })

  private def oneCase(plan: MemberPlan, switch: DataPlan.Switch, at: Int, seen: Shown.Switch,
      place: PlaceText, inRow: RowText): String = {
    unit.count()
    val into = if (inRow == null) place else placeOf(inRow, seen.shape, seen.fields(at))
    val shown = if (seen == null) null else seen.cases(at)
    val present = if (inRow == null || into == null) "" else into.present
    val code = switch.cases(at) match {
      case leaf: LeafPlan =>
        val read = bytes.read(leaf)
        val kept = if (isKept(plan)) keep(plan, read, isSure = false, leaf) else ""
        s"${read.ready}\n${read.load}\n$kept\n${shows(shown, read, switch.kinds(at), leaf, into)}"
      case struct: DataPlan.Struct => this.struct(struct, shown, into)
      case _ => CodeScope.refuse()
    }
    val moved = bytes.sync()
    if (self.bitsLeft != 0) CodeScope.refuse()
    s"$present\n$code\n$moved"
  }

  private def otherCase(
      switch: DataPlan.Switch, seen: Shown.Switch, place: PlaceText, inRow: RowText): String = {
    // Its bytes are not trimmed.
    if (switch.other.padding >= 0 || switch.other.terminator != null) CodeScope.refuse()
    val into = if (inRow == null) place else placeOf(inRow, seen.shape, seen.otherField)
    val read = bytes.extent(switch.other)
    val present = if (inRow == null || into == null) "" else into.present
    val shows = if (into == null) "" else into.bytes(read.from, read.until)
    s"$present\n${read.ready}\n$shows\n${bytes.sync()}"
  }
}
