package sparkwire.wire.layouts.coding.writing

import sparkwire.wire.core.Kind
import sparkwire.wire.layouts.coding.{ObjectCode, SumCode}
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views._
import sparkwire.wire.writing.{GivenPlace, GivenRow}

/** Writes the method that writes an object, field by field as the walk does. For an unusual
  * row the method returns false, and the walk writes or refuses the value.
  *
  * One file: objects, fields, elements and cases are written by each other.
  *
  * @param level
  *   how many levels of containers are around the object
  */
private[writing] final class ObjectOutput(self: ObjectCode, level: Int, made: MadeFields)
    extends MadeOutput(self, made) {
  unit.reach(level)

  /** Writes the method and returns its name. It takes the row, and where the positions of the object's
    * stream count from.
    *
    * @param row
    *   null for an object that is not shown: its fields are zeros
    */
  def method(view: View, row: GivenRow): String = {
    self.begin()
    self.here = run.here
    val name = unit.name("write")
    val fields = view.fields.zipWithIndex.map { case (field, at) =>
      run.follow(self.of.fields.drop(at))
      s"${this.field(field, view, row)}\n${checksums(at)}"
    }.mkString("\n")
    run.follow(Array.empty)
    val finished = if (self.of.made > 0) finishMade(view, row) else ""
    unit.add(
      s"""private boolean $name(final ${typeOf(row)} row, final int base) {
         |  int at = 0;
         |  byte[] to = bytes();
         |  final int begin = position();
         |  ${self.forget}();
         |  $fields
         |  $finished
         |  return true;
         |}""".stripMargin)
    name
  }

  private def typeOf(row: GivenRow): String = if (row == null) "Object" else row.typeName

  // Fields.

  private def field(field: FieldView, view: View, row: GivenRow): String = {
    unit.count()
    val plan = field.plan
    val place = placeOf(row, view.shape, field.field)
    val mark = if (plan.mark < 0) "" else s"final int ${SumCode.markOf(plan.mark)} = ${run.here};"
    if (plan.condition == null) s"$mark\n${present(field, view, row, place, isSure = true)}"
    else {
      if (plan.checksum != null) CodeScope.refuse()
      run.requireEnd()
      val condition = plan.condition.code(self)
      val there =
        if (isShown(field, view, row) && place == null && plan.made == null) "return false;"
        else present(field, view, row, place, isSure = false)
      run.requireEnd()
      val absent = if (place == null) "" else s"else if (!${place.isNull}) return false;"
      val isThere = unit.name("isThere")
      s"""$mark
         |${isTrue(condition, isThere, place)}
         |if ($isThere) {
         |$there
         |} $absent""".stripMargin
    }
  }

  /** Sets a variable. A condition that depends on what is not known yet is true if there is a value. */
  private def isTrue(condition: String, variable: String, place: GivenPlace): String = {
    val isGiven = if (place == null) "false" else s"!${place.isNull}"
    s"boolean $variable; try { $variable = $condition; } " +
      s"catch (${classOf[NotThere].getName} exception) { $variable = $isGiven; }"
  }

  private def present(field: FieldView, view: View, row: GivenRow, place: GivenPlace,
      isSure: Boolean): String = {
    val plan = field.plan
    if (plan.checksum != null) checksum(plan, place)
    else if (plan.made != null) makes(field, view, row, place)
    else {
      if (isShown(field, view, row) && place == null) CodeScope.refuse()
      if (plan.repeat != MemberPlan.Once) list(plan, field.shown, place)
      else value(plan, field.shown, place, isSure)
    }
  }

  /** Whether a field must be given. The row may not have it at all. */
  private def isShown(field: FieldView, view: View, row: GivenRow): Boolean =
    row != null && !view.shape.fields(field.field).isFrame

  private def value(
      plan: MemberPlan, shown: Shown, place: GivenPlace, isSure: Boolean): String =
    plan.data match {
      case leaf: LeafPlan => requireGiven(place) + this.leaf(plan, leaf, shown, place, isSure)
      case struct: DataPlan.Struct =>
        requireGiven(place) + this.struct(struct, shown, place) + validStruct(plan, struct)
      case switch: DataPlan.Switch => this.switch(plan, switch, shown, place)
    }

  private def requireGiven(place: GivenPlace): String =
    if (place == null) "" else s"if (${place.isNull}) return false;\n"

  private def validStruct(plan: MemberPlan, data: DataPlan.Struct): String =
    if (plan.valid == null) ""
    else "\n" + self.withItemObject(self.innerOf(data))(ensure(plan.valid))

  // Checksums: zeros until all of their bytes are written.

  private def checksum(plan: MemberPlan, place: GivenPlace): String = {
    if (plan.slot != null || plan.valid != null || (made.checks && place != null))
      CodeScope.refuse()
    self.bitsLeft = 0
    val (room, at) = run.take(plan.checksum.size)
    s"$room java.util.Arrays.fill(to, $at, $at + ${plan.checksum.size}, (byte) 0); " +
      spend(plan.checksum.size.toString)
  }

  private def checksums(after: Int): String =
    SumCode.after(after, self, "return false;")((sums, bytes) => s"$sums.store(bytes(), $bytes);")

  // Objects.

  private def struct(data: DataPlan.Struct, shown: Shown, place: GivenPlace): String = {
    val view = shown match {
      case one: Shown.Struct if !one.isVariant => one.view
      case _ => CodeScope.refuse()
    }
    val inner = self.innerOf(data)
    val arguments = data.of.params.zip(data.arguments).collect {
      case (slot, argument) if slot != null =>
        inner.keep(slot, argument.code(self), isSure = false)
    }.mkString("\n")
    if (data.extent == null) run.requireEnd()
    else if (data.extent.process != null) CodeScope.refuse()
    self.bitsLeft = 0
    val row = if (place == null) null else place.fields("row")
    val method = new ObjectOutput(inner, level + 1, made).method(view, row)
    if (data.extent == null && inner.bitsLeft != 0) CodeScope.refuse()
    val values = if (place == null) "null" else place.struct
    val call = (base: String) => s"if (!$method($values, $base)) return false;"
    if (data.extent == null) s"$arguments\n${call("base")}"
    else {
      val from = unit.name("from")
      val length = unit.name("length")
      s"""$arguments
         |final int $from = position();
         |${call(from)}
         |final int $length = position() - $from;
         |${finish(data.extent, length, isStruct = true)}""".stripMargin
    }
  }

  // Lists.

  private def list(plan: MemberPlan, shown: Shown, place: GivenPlace): String = {
    if (place == null) CodeScope.refuse()
    plan.data match {
      case switch: DataPlan.Switch if switch.mayBeNothing => CodeScope.refuse()
      case _: DataPlan.Bits => CodeScope.refuse()
      case _ => ()
    }
    run.requireEnd()
    unit.reach(level + 1)
    val array = unit.name("array")
    val count = unit.name("count")
    val index = unit.name("i")
    val kept = if (plan.slot == null) "" else self.beginList(plan)
    val counted = plan.repeat match {
      case MemberPlan.Count if plan.countOf != null =>
        s"if (!${made.agrees(plan.countOf, count, self)}) return false;"
      case MemberPlan.Count => s"if ($count != ${plan.bound.code(self)}) return false;"
      case MemberPlan.Until => s"if ($count == 0) return false;"
      case _ => ""
    }
    val element = self.withIndex(index)(
      value(plan, shown, place.element(array, index), isSure = false))
    run.requireEnd()
    val last = if (plan.repeat == MemberPlan.Until) isLast(plan, index, count) else ""
    s"""if (${place.isNull}) return false;
       |final ${place.arrayType} $array = ${place.array};
       |final int $count = $array.numElements();
       |$counted
       |$kept
       |for (int $index = 0; $index < $count; $index++) {
       |  if (!spend(${ObjectWalk.ElementBytes}L)) return false;
       |  $element
       |  $last
       |}""".stripMargin
  }

  /** A list ends with the first element for which its condition holds. */
  private def isLast(plan: MemberPlan, index: String, count: String): String = {
    val isLast = s"($index == $count - 1)"
    def bound: String = self.withLast(isLast)(self.withIndex(index)(plan.bound.code(self)))
    val holds = plan.data match {
      case struct: DataPlan.Struct => self.withItemObject(self.innerOf(struct))(bound)
      case _: LeafPlan => lastItem(() => bound)
      case _ => bound
    }
    s"if ($holds != $isLast) return false;"
  }

  // Switches.

  private def switch(plan: MemberPlan, switch: DataPlan.Switch, shown: Shown,
      place: GivenPlace): String = {
    val seen = shown match {
      case seen: Shown.Switch if seen.kind != Kind.Dynamic && plan.valid == null => seen
      case _ => CodeScope.refuse()
    }
    if (place == null) CodeScope.refuse()
    run.requireEnd()
    val subject = unit.name("subject")
    val typeName = switch.subject.kind match {
      case _: ValueType.Whole | _: ValueType.Label => "long"
      case ValueType.Truth => "boolean"
      case _ => CodeScope.refuse()
    }
    val code = switch.subject.code(self)
    val row = unit.name("cases")
    val inRow = if (seen.shape == null) null else place.fields(row)
    val (defaults, others) = switch.keys.indices.partition(switch.keys(_) == null)
    val written = others.map { at =>
      val key = self.withItem(subject)(switch.keys(at).code(self))
      s"if ($key) {\n${oneCase(plan, switch, at, seen, place, inRow, row)}\n}"
    }
    val last = defaults.headOption match {
      case Some(at) => oneCase(plan, switch, at, seen, place, inRow, row)
      case None if switch.other != null => otherCase(switch, seen, place, inRow, row)
      case None => s"if (!${place.isNull}) return false;"
    }
    s"""final $typeName $subject = $code;
       |${(written :+ s"{\n$last\n}").mkString(" else ")}""".stripMargin
  }

  /** Statements after which only one case is given. */
  private def onlyCase(seen: Shown.Switch, taken: Int, place: GivenPlace, inRow: GivenRow,
      row: String): String =
    if (inRow == null) ""
    else {
      val others = seen.shape.fields.indices.filter(_ != taken).map(placeOf(inRow, seen.shape, _))
        .filter(_ != null)
      val refused = others.map(other => s"!${other.isNull}")
      val check = if (refused.isEmpty) "" else s"if (${refused.mkString(" || ")}) return false;"
      s"final ${inRow.typeName} $row = ${place.struct};\n$check\n"
    }

  private def intoCase(seen: Shown.Switch, taken: Int, place: GivenPlace,
      inRow: GivenRow): GivenPlace = {
    val into = if (inRow == null) place else placeOf(inRow, seen.shape, taken)
    if (into == null) CodeScope.refuse()
    into
  }

  private def oneCase(plan: MemberPlan, switch: DataPlan.Switch, at: Int, seen: Shown.Switch,
      place: GivenPlace, inRow: GivenRow, row: String): String = {
    unit.count()
    val taken = if (inRow == null) -1 else seen.fields(at)
    val into = intoCase(seen, taken, place, inRow)
    val code = switch.cases(at) match {
      // Expressions may use the value of a case as another type than its own.
      case leaf: LeafPlan =>
        if (plan.slot != null || plan.usesItem) CodeScope.refuse()
        this.leaf(plan, leaf, seen.cases(at), into, isSure = false)
      case struct: DataPlan.Struct => this.struct(struct, seen.cases(at), into)
      case _ => CodeScope.refuse()
    }
    run.requireEnd()
    requireGiven(place) + onlyCase(seen, taken, place, inRow, row) +
      (if (inRow == null) "" else requireGiven(into)) + code
  }

  private def otherCase(switch: DataPlan.Switch, seen: Shown.Switch, place: GivenPlace,
      inRow: GivenRow, row: String): String = {
    val extent = switch.other
    // Its bytes have neither padding nor terminator.
    if (extent.padding >= 0 || extent.terminator != null || extent.process != null)
      CodeScope.refuse()
    val into = intoCase(seen, seen.otherField, place, inRow)
    val length = unit.name("length")
    requireGiven(place) + onlyCase(seen, seen.otherField, place, inRow, row) +
      s"""${if (inRow == null) "" else requireGiven(into)}
         |if (!${into.binary}) return false;
         |final int $length = foundSize();
         |out().put(found(), foundFrom(), foundUntil());
         |${finish(extent, length, isStruct = false)}""".stripMargin
  }
}
