package sparkwire.wire.layouts.coding.writing

import java.nio.charset.Charset

import sparkwire.wire.core.Shape
import sparkwire.wire.layouts.coding.ObjectCode
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views.{FieldView, Give, Shown, View}
import sparkwire.wire.writing.{GivenPlace, GivenRow}

/** Writes code for fields that are made from others, as [[sparkwire.wire.layouts.writing.Making]]
  * makes them: from a field of the same object that is given; else by the value that is given for
  * the field itself; else zeros are filled in once the size is known.
  */
private[writing] abstract class MadeOutput(self: ObjectCode, made: MadeFields)
    extends LeafOutput(self, made) {

  protected final def placeOf(row: GivenRow, shape: Shape, field: Int): GivenPlace =
    if (row == null || shape.fields(field).isFrame) null else row.place(shape.fields(field).name)

  protected final def makes(
      field: FieldView, view: View, row: GivenRow, place: GivenPlace): String = {
    val plan = field.plan
    val code = made.add(self, plan.made)
    val value = unit.name("made")
    val isKnown = unit.name("known")
    val data = plan.data.asInstanceOf[LeafPlan]
    val others = plan.made.uses.flatMap(use =>
      valueBy(plan.made, view.fields(use.index), view, row, value, isKnown))
    val asked =
      if (place == null) ""
      else {
        val ownValue = unit.name("asked")
        val get = takes.number(field.shown.asInstanceOf[Shown.Leaf].give, place, ownValue)
        // Numbers above 2^63 - 1 are refused.
        val high =
          if (field.shown.kind == MadeOutput.Unsigned) s"if ($ownValue < 0) return false;" else ""
        val differs = if (made.checks) s"if ($isKnown && $ownValue != $value) return false;" else ""
        val kept = if (plan.slot == null) "" else self.keep(plan.slot, ownValue, isSure = false)
        val taken =
          if (isMeasured(plan.made)) kept else s"$value = $ownValue; $isKnown = true;"
        s"""if (!${place.isNull}) {
           |  $get
           |  $high
           |  $differs
           |  if (!$isKnown) { $taken }
           |}""".stripMargin
      }
    s"""long $value = 0L; boolean $isKnown = false;
       |${others.mkString("\n")}
       |$asked
       |${put(plan, data, code, value, isKnown)}""".stripMargin
  }

  /** Puts the value, or zeros, and adds the methods that fill it in later. */
  private def put(plan: MemberPlan, data: LeafPlan, code: MadeCode, value: String,
      isKnown: String): String = {
    val bitsLeft = self.bitsLeft
    val (put, bits, isSigned) = putNumber(data, value)
    val tooLarge = TakeCode.isTooLarge(bits, isSigned, isAny = false, _)
    val (position, patch) = data match {
      case whole: DataPlan.Whole =>
        (s"${run.here} - ${whole.size}",
          s"final byte[] to = bytes(); ${run.whole(whole, code.at, "value")}")
      case bits: DataPlan.Bits =>
        val bytes = (bits.width - bitsLeft + 7) / 8
        // The bits that are left are in the byte before.
        val first = if (bitsLeft > 0) bytes + 1 else bytes
        val used = if (bitsLeft > 0) 8 - bitsLeft else 0
        (s"${run.here} - $first",
          s"final byte[] to = bytes(); ${RunCode.bits(bits, "to", code.at, used, "value")}")
      case other => throw new IllegalStateException(s"$other is not made")
    }
    val settled = self.apart(settle(plan, "value", isAny = false, isSure = false))
    unit.add(
      s"""private int ${code.state}; private int ${code.at}; private long ${code.value};
         |private boolean ${code.fill}(final long value) {
         |  if (${tooLarge("value")}) return false;
         |  $patch
         |  ${code.state} = ${MadeCode.Known}; ${code.value} = value;
         |  $settled
         |  return true;
         |}
         |private boolean ${code.agree}(final long value) {
         |  return ${code.state} == ${MadeCode.Known} ? ${code.value} == value
         |      : ${code.state} == ${MadeCode.Open} && ${code.fill}(value);
         |}""".stripMargin)
    self.forgets(s"${code.state} = ${MadeCode.NotThere};")
    s"""if (${tooLarge(value)}) return false;
       |$put
       |${code.at} = $position; ${code.value} = $value;
       |${code.state} = $isKnown ? ${MadeCode.Known} : ${MadeCode.Open};
       |if ($isKnown) { ${settle(plan, value, isAny = false, isSure = false)} }""".stripMargin
  }

  /** Whether a field is measured by something that is written later. */
  private def isMeasured(made: Made): Boolean =
    made.uses.isEmpty || made.uses.exists(_.data.isInstanceOf[DataPlan.Struct])

  /** Returns statements that take the value from another field, if that is given. */
  private def valueBy(made: Made, by: FieldView, view: View, row: GivenRow, value: String,
      isKnown: String): Option[String] = {
    val place = placeOf(row, view.shape, by.field)
    val use = by.plan
    def when(found: String): Option[String] =
      Some(s"if (!$isKnown && !${place.isNull}) {\n$found\n}")
    def is(result: String): String = s"$value = $result; $isKnown = true;"
    def isSize(find: String, charset: Charset, extent: ExtentPlan): String = {
      val length = unit.name("length")
      s"if (!$find) return false; ${measure(charset, length)} ${is(extent.sizeOf.code(length))}"
    }
    if (place == null) None
    else if (use.countOf != null && (use.countOf.made eq made))
      when(is(use.countOf.code(s"${place.array}.numElements()")))
    else use.data match {
      case switch: DataPlan.Switch if use.repeat == MemberPlan.Once =>
        val cases = by.shown.asInstanceOf[Shown.Switch]
        if (cases.shape == null) None
        else when(keyOf(switch, cases, place, is))
      case raw: DataPlan.Raw if isPlain(raw.extent, made, by) =>
        when(isSize(place.binary, null, raw.extent))
      case text: DataPlan.Text if isPlain(text.extent, made, by) =>
        when(isSize(place.text, text.charset, text.extent))
      case _ => None
    }
  }

  private def isPlain(extent: ExtentPlan, made: Made, by: FieldView): Boolean =
    by.plan.repeat == MemberPlan.Once && extent.sizeOf != null && (extent.sizeOf.made eq made) && {
      val give = by.shown.asInstanceOf[Shown.Leaf].give
      if (extent.process != null || !(give == Give.Text || give == Give.Binary)) CodeScope.refuse()
      true
    }

  /** Returns statements that take the key of the only case that is set, if it has only one. */
  private def keyOf(switch: DataPlan.Switch, shown: Shown.Switch, place: GivenPlace,
      is: String => String): String = {
    val row = unit.name("cases")
    val fields = place.fields(row)
    val single = shown.fields.indices.filter(at =>
      switch.values(at) != null && shown.fields.count(_ == shown.fields(at)) == 1)
    val keys = single.flatMap { at =>
      val inCase = placeOf(fields, shown.shape, shown.fields(at))
      Option.when(inCase != null)(
        s"if (!${inCase.isNull}) { ${is(switch.values(at).code(self))} }")
    }
    s"final ${fields.typeName} $row = ${place.struct};\n${keys.mkString(" else ")}"
  }

  /** Ends the fields that nothing has determined: they are as given, or zero. */
  protected final def finishMade(view: View, row: GivenRow): String =
    view.fields.toSeq.filter(_.plan.made != null).map { field =>
      val code = made.of(self, field.plan.made)
      val place = placeOf(row, view.shape, field.field)
      val open = s"${code.state} == ${MadeCode.Open}"
      val zero = s"if ($open && !${code.fill}(0L)) return false;"
      if (place == null) zero
      else {
        val ownValue = unit.name("asked")
        val differs =
          if (made.checks)
            s"else if (${code.state} == ${MadeCode.Known} && $ownValue != ${code.value}) return false;"
          else ""
        s"""if (${place.isNull}) {
           |  $zero
           |} else if (${if (made.checks) "true" else open}) {
           |  ${takes.number(field.shown.asInstanceOf[Shown.Leaf].give, place, ownValue)}
           |  if ($open) { if (!${code.fill}($ownValue)) return false; }
           |  $differs
           |}""".stripMargin
      }
    }.mkString("\n")
}

private object MadeOutput {
  private val Unsigned = (new Give.Unsigned).kind
}
