package sparkwire.wire.layouts.writing

import sparkwire.wire.core.Options
import sparkwire.wire.layouts.checksums.Sums
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views.{FieldView, Give, Shown, View}
import sparkwire.wire.writing.{Output, Source, Unencodable, Written}

/** Computes the fields that follow from others: sizes, counts, the values that select the case of a
  * switch, and checksums.
  */
private[writing] abstract class Making(options: Options, output: Output)
    extends LeafValueWriter(options, output) {
  private[this] val checks = options.word(Written.Derived) == "check"

  protected final def writeMade(
      field: FieldView, view: View, scope: Scope, source: Source, isGiven: Boolean): Unit = {
    val plan = field.plan
    val known = if (source == null) Inverse.None else valueOf(plan.made, view, scope, source)
    val asked = if (isGiven && source.has(field.field)) {
      load(field.shown.asInstanceOf[Shown.Leaf].give, source, field.field)
      if (isHigh) throw Unencodable(Unencodable.OutOfRange,
        java.lang.Long.toUnsignedString(number), s"at most ${Long.MaxValue}")
      number
    } else Inverse.None
    val leaf = plan.data.asInstanceOf[LeafPlan]
    if (known != Inverse.None && checks && isGiven && asked != known)
      refused(Unencodable.DerivedMismatch)
    val isDecided = known != Inverse.None || (isGiven && !isMeasured(plan.made))
    number = if (known != Inverse.None) known else if (isDecided) asked else 0L
    isHigh = false
    val place = leaf match {
      case bits: DataPlan.Bits =>
        val left = stream.bitsLeft
        val begun = if (left > 0) output.position - 1 else output.position
        if (isDecided) put(leaf, null, plan, scope) else putBits(0, bits.width, bits.isLittle)
        new MadeField(begun, left)
      case whole: DataPlan.Whole =>
        align()
        val begun = output.position
        if (isDecided) put(leaf, null, plan, scope)
        else putWholeAt(whole, output.reserve(whole.size), 0, scope)
        new MadeField(begun, 0)
      case other => throw new IllegalStateException(s"$other is not made")
    }
    place.isKnown = isDecided
    if (isDecided) place.value = number
    scope.made(plan.made.number) = place
    // Until it is made, expressions use the value that is given.
    if (!isDecided && isGiven && plan.slot != null)
      Keep.whole(scope, plan.slot, asked, isHigh = false)
  }

  /** Whether a field is measured by something that is written later. */
  private def isMeasured(made: Made): Boolean =
    made.uses.isEmpty || made.uses.exists(_.data.isInstanceOf[DataPlan.Struct])

  /** Returns the value of a field that others of the same object determine now. */
  private def valueOf(made: Made, view: View, scope: Scope, source: Source): Long = {
    var found = Inverse.None
    var uses = made.uses
    while (found == Inverse.None && uses.nonEmpty) {
      val use = uses.head
      val by = view.fields(use.index)
      if (!view.shape.fields(by.field).isFrame && source.has(by.field))
        found = valueBy(made, by, scope, source)
      uses = uses.tail
    }
    found
  }

  private def valueBy(made: Made, by: FieldView, scope: Scope, source: Source): Long = {
    val use = by.plan
    if (use.countOf != null && (use.countOf.made eq made))
      use.countOf(source.list(by.field).count.toLong)
    else use.data match {
      case switch: DataPlan.Switch if use.repeat == MemberPlan.Once =>
        keyOf(switch, by.shown.asInstanceOf[Shown.Switch], source, by.field, scope)
      case raw: DataPlan.Raw if isPlain(raw.extent, made, by) =>
        load(by.shown.asInstanceOf[Shown.Leaf].give, source, by.field)
        raw.extent.sizeOf((until - from).toLong)
      case text: DataPlan.Text if isPlain(text.extent, made, by) =>
        load(by.shown.asInstanceOf[Shown.Leaf].give, source, by.field)
        encode(text.charset)
        text.extent.sizeOf((until - from).toLong)
      case _ => Inverse.None
    }
  }

  private def isPlain(extent: ExtentPlan, made: Made, by: FieldView): Boolean =
    by.plan.repeat == MemberPlan.Once && extent.sizeOf != null && (extent.sizeOf.made eq made) &&
      (extent.process == null || (extent.process ne ProcessPlan.Zlib)) &&
      !by.shown.asInstanceOf[Shown.Leaf].give.isInstanceOf[Give.Digits]

  /** Returns the key of the only case that is set, if it has only one. */
  private def keyOf(switch: DataPlan.Switch, shown: Shown.Switch, source: Source, field: Int,
      scope: Scope): Long =
    if (shown.shape == null) Inverse.None
    else {
      val cases = source.struct(field)
      val set = shown.shape.fields.indices.filter(cases.has)
      if (set.length > 1) refused(Unencodable.ConflictingField)
      val keys = if (set.isEmpty) Nil
      else shown.fields.indices.filter(shown.fields(_) == set.head)
      keys match {
        case Seq(one) if switch.values(one) != null =>
          isHigh = false
          val node = switch.values(one)
          val key = node.whole(scope, this)
          if (node.isWide && isHigh) Inverse.None else key
        case _ => Inverse.None
      }
    }

  /** Ends the fields that nothing has determined: they are as given, or zero. */
  protected final def finishMade(scope: Scope, view: View, source: Source): Unit = {
    val fields = view.fields
    var at = 0
    while (at < fields.length) {
      val made = fields(at).plan.made
      if (made != null) {
        val place = scope.made(made.number)
        if (place != null && source != null &&
          !view.shape.fields(fields(at).field).isFrame && source.has(fields(at).field)) {
          load(fields(at).shown.asInstanceOf[Shown.Leaf].give, source, fields(at).field)
          if (!place.isKnown) fillIn(made, number, scope)
          else if (checks && number != place.value) refused(Unencodable.DerivedMismatch)
        } else if (place != null && !place.isKnown) fillIn(made, 0L, scope)
      }
      at += 1
    }
  }

  // Checksums.

  protected final def fillChecksums(scope: Scope, view: View, after: Int, source: Source): Unit = {
    val sums = scope.of.checksAfter(after)
    var at = 0
    while (at < sums.length) {
      val plan = sums(at)
      val sum = plan.checksum
      val own = scope.marks(sum.own)
      if (own >= 0) {
        val value = Sums.computed(sum, scope, output.bytes, output.position, this)
        Sums.store(sum, scope, output.bytes, value)
        if (checks && source != null)
          compareChecksum(view.fields(plan.index), view, value, source)
        number = signed(plan, value)
        isHigh = false
        if (plan.data.isInstanceOf[DataPlan.Whole]) settle(plan, plan.element, scope, null)
        else {
          setBytes(java.util.Arrays.copyOfRange(output.bytes, own, own + sum.size), 0, sum.size)
          settle(plan, ValueType.Bytes, scope, null)
        }
      }
      at += 1
    }
  }

  private def signed(plan: MemberPlan, value: Long): Long = plan.data match {
    case whole: DataPlan.Whole if whole.isSigned =>
      val unused = 64 - 8 * whole.size
      (value << unused) >> unused
    case _ => value
  }

  private def compareChecksum(field: FieldView, view: View, value: Long, source: Source): Unit =
    if (!view.shape.fields(field.field).isFrame && source.has(field.field)) {
      load(field.shown.asInstanceOf[Shown.Leaf].give, source, field.field)
      val asked = field.plan.data match {
        case _: DataPlan.Whole => number
        case _ => bytesAsNumber
      }
      if (asked != signed(field.plan, value)) refused(Unencodable.DerivedMismatch)
    }

  private def bytesAsNumber: Long = {
    var value = 0L
    var at = from
    while (at < until) {
      value = (value << 8) | (bytes(at) & 0xff)
      at += 1
    }
    value
  }
}
