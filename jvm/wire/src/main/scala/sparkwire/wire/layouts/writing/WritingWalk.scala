package sparkwire.wire.layouts.writing

import sparkwire.wire.core.{Malformed, Options}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views.{FieldView, Give, Shown, View}
import sparkwire.wire.writing.{Output, Source, Unencodable}

/** Writes objects as their plans say: asks the source for each field in the order of the bytes.
  * Sizes and counts are filled in when the data that they measure has been written, or at once if
  * they are known.
  *
  * One file: objects, fields, elements and cases are written by each other.
  */
private[writing] final class WritingWalk(options: Options, output: Output)
    extends Making(options, output) {

  def write(plan: TypePlan, view: View, source: Source): Unit = {
    begin()
    kept = null
    val scope = new Scope(plan, null, null, stream)
    chooseOrder(scope, null)
    writeObject(scope, view, source)
  }

  // Objects.

  /** @param source
    *   null for an object that is not shown: its fields are zeros
    */
  private def writeObject(scope: Scope, view: View, source: Source): Unit = {
    scope.start = output.position
    if (scope.of.made > 0) scope.made = new Array[MadeField](scope.of.made)
    val fields = view.fields
    var at = 0
    while (at < fields.length) {
      writeField(fields(at), view, scope, source)
      if (scope.of.checksAfter != null) fillChecksums(scope, view, at, source)
      at += 1
    }
    if (scope.made != null) finishMade(scope, view, source)
  }

  private def writeField(field: FieldView, view: View, scope: Scope, source: Source): Unit = {
    val plan = field.plan
    val isHidden = source == null || view.shape.fields(field.field).isFrame
    val isGiven = !isHidden && source.has(field.field)
    if (plan.mark >= 0) scope.marks(plan.mark) = output.position
    if (!isThere(plan, scope, isGiven)) {
      if (isGiven) refused(Unencodable.ConflictingField)
      if (plan.slot != null) scope.setState(plan.slot, Scope.Absent)
      if (plan.checksum != null) scope.marks(plan.mark) = ~output.position
    } else if (plan.checksum != null) putZeros(plan, scope)
    else if (plan.made != null) writeMade(field, view, scope, source, isGiven)
    else if (isHidden) writeHidden(field, scope)
    else if (plan.repeat != MemberPlan.Once) {
      if (!isGiven) refused(Unencodable.MissingField)
      writeList(field, scope, source.list(field.field))
    } else writeOne(plan, field.shown, scope, source, field.field, isGiven)
  }

  /** Whether a field is present. Where that depends on values that are not known yet, its own value
    * decides.
    */
  private def isThere(plan: MemberPlan, scope: Scope, isGiven: Boolean): Boolean =
    plan.condition == null || {
      try plan.condition.truth(scope, this)
      catch { case malformed: Malformed if malformed.reason eq Layouts.NoValue => isGiven }
    }

  private def writeOne(plan: MemberPlan, shown: Shown, scope: Scope, source: Source, field: Int,
      isGiven: Boolean): Unit = plan.data match {
    case leaf: LeafPlan =>
      if (!isGiven) refused(Unencodable.MissingField)
      val give = shown.asInstanceOf[Shown.Leaf].give
      load(give, source, field)
      put(leaf, give, plan, scope)
    case struct: DataPlan.Struct =>
      if (!isGiven) refused(Unencodable.MissingField)
      val view = shown.asInstanceOf[Shown.Struct]
      writeStruct(struct, view.view, plan, scope, structOf(view, source, field))
    case switch: DataPlan.Switch =>
      val number = index
      val chosen = switch.choose(scope, this)
      index = number
      writeCase(
        plan, switch, chosen, shown.asInstanceOf[Shown.Switch], scope, source, field, isGiven)
  }

  private def structOf(shown: Shown.Struct, source: Source, field: Int): Source =
    if (shown.isVariant) source.struct(field, shown.view.shape) else source.struct(field)

  /** Each level of objects passes here, as in the walk that reads: everything that can be done
    * without a further call is done here.
    */
  private def writeStruct(data: DataPlan.Struct, view: View, plan: MemberPlan, scope: Scope,
      source: Source): Unit = {
    enter(1)
    val list = kept
    kept = null
    val number = index
    if (data.extent != null) align()
    val from = output.position
    val outer = if (data.extent == null) null else openStream()
    val child = childOf(data, scope, stream)
    chooseOrder(child, scope)
    writeObject(child, view, source)
    if (outer != null) {
      closeStream(outer)
      outer.bitsLeft = 0
      finishStruct(data.extent, from, scope)
    }
    struct = child
    kept = list
    index = number
    settle(plan, ValueType.Struct(data.of), scope, kept)
    leave(1)
  }

  /** Processes the bytes of an object that has a stream of its own, and brings them to their size. */
  private def finishStruct(extent: ExtentPlan, start: Int, scope: Scope): Unit = {
    if (extent.process != null) {
      val content = java.util.Arrays.copyOfRange(output.bytes, start, output.position)
      setBytes(content, 0, content.length)
      extent.process.undo(scope, this)
      output.goBack(start)
      output.put(bytes, from, until)
    }
    val length = output.position - start
    if (extent.size == null) {
      if (extent.isSearched && !extent.includes && extent.consumes) putTerminator(extent)
    } else if (isMade(extent, scope)) resolve(extent.sizeOf, length.toLong, scope)
    else {
      val size = sizeOf(extent, scope)
      if (length > size) throw Unencodable.tooLong(length.toLong, size.toLong)
      fillUp(extent, size - length, isStruct = true)
    }
  }

  // Lists.

  private def writeList(field: FieldView, scope: Scope, list: Source): Unit = {
    enter(1)
    val plan = field.plan
    val count = list.count
    val elements = beginElements(plan, scope)
    val rounds = if (plan.repeat == MemberPlan.Count) roundsOf(plan, scope, count) else -1L
    var round = 0L
    var at = 0
    while (if (rounds >= 0) round < rounds else at < count) {
      index = round
      kept = elements
      spend(ObjectWalk.ElementBytes)
      if (!isSkipped(plan, scope)) {
        if (at == count) refused(Unencodable.MissingField)
        index = round
        writeOne(plan, field.shown, scope, list, at, list.has(at))
        at += 1
      }
      kept = null
      index = round
      // The list ends with the first element for which the condition holds.
      if (plan.repeat == MemberPlan.Until && isEnd(plan, scope, at == count) != (at == count))
        refused(Layouts.InvalidValue)
      round += 1
    }
    if (plan.repeat == MemberPlan.Until && count == 0) refused(Unencodable.MissingField)
    if (at < count) refused(Unencodable.ConflictingField)
    leave(1)
  }

  /** Whether the condition of a list holds after an element. Whether the stream ends there is known
    * only if another element follows; otherwise the number of elements decides.
    */
  private def isEnd(plan: MemberPlan, scope: Scope, isLast: Boolean): Boolean = {
    goesOn = !isLast
    try plan.bound.truth(scope, this)
    catch { case malformed: Malformed if malformed.reason eq Layouts.NoValue => isLast }
    finally goesOn = false
  }

  private def roundsOf(plan: MemberPlan, scope: Scope, count: Int): Long =
    if (plan.countOf != null && plan.countOf.owner.struct(scope, this).made != null) {
      resolve(plan.countOf, count.toLong, scope)
      count.toLong
    } else natural(plan.bound, scope)

  /** Whether a round has no element: no case fits, and there are no bytes. */
  private def isSkipped(plan: MemberPlan, scope: Scope): Boolean = plan.data match {
    case switch: DataPlan.Switch if switch.mayBeNothing => switch.choose(scope, this) < 0
    case _ => false
  }

  // Switches.

  private def writeCase(plan: MemberPlan, switch: DataPlan.Switch, chosen: Int, shown: Shown.Switch,
      scope: Scope, source: Source, field: Int, isGiven: Boolean): Unit =
    if (chosen < 0 && switch.other == null) {
      if (isGiven) refused(Unencodable.ConflictingField)
      if (plan.slot != null && kept == null) scope.setState(plan.slot, Scope.Absent)
    } else {
      if (!isGiven) refused(Unencodable.MissingField)
      val of = if (chosen < 0) shown.other else shown.cases(chosen)
      val taken =
        if (shown.shape == null) field
        else if (chosen < 0) shown.otherField
        else shown.fields(chosen)
      val from = if (shown.shape == null) source else casesOf(source.struct(field), shown, taken)
      val data = if (chosen < 0) null else switch.cases(chosen)
      if (data.isInstanceOf[DataPlan.Struct]) {
        val view = of.asInstanceOf[Shown.Struct]
        writeStruct(data.asInstanceOf[DataPlan.Struct], view.view, plan, scope,
          structOf(view, from, taken))
      } else writeLeafOf(switch, chosen, plan, of.asInstanceOf[Shown.Leaf].give, scope, from, taken)
    }

  /** Checks that only one of all cases is given. */
  private def casesOf(cases: Source, shown: Shown.Switch, taken: Int): Source = {
    var at = 0
    while (at < shown.shape.fields.length) {
      if (at != taken && cases.has(at)) refused(Unencodable.ConflictingField)
      at += 1
    }
    if (!cases.has(taken)) refused(Unencodable.MissingField)
    cases
  }

  private def writeLeafOf(switch: DataPlan.Switch, chosen: Int, plan: MemberPlan, give: Give,
      scope: Scope, source: Source, field: Int): Unit =
    if (chosen < 0) {
      source.binary(field)
      setBytes(source.bytes, source.from, source.until)
      settle(plan, ValueType.Bytes, scope, kept)
      putOther(switch.other, scope)
    } else switch.cases(chosen) match {
      case leaf: LeafPlan =>
        load(give, source, field)
        put(leaf, give, plan, scope)
      case nested => throw new IllegalStateException(s"$nested is in a switch")
    }

  /** Writes bytes that no case takes. They have neither padding nor terminator. */
  private def putOther(extent: ExtentPlan, scope: Scope): Unit = {
    align()
    if (extent.process != null) extent.process.undo(scope, this)
    val length = until - from
    if (extent.size != null) {
      if (isMade(extent, scope)) resolve(extent.sizeOf, length.toLong, scope)
      else if (sizeOf(extent, scope) != length) refused(Layouts.InvalidValue)
    }
    output.put(bytes, from, until)
    if (extent.isSearched && !extent.includes && extent.consumes) putTerminator(extent)
  }

  // A value that is not given.

  private def writeHidden(field: FieldView, scope: Scope): Unit = {
    val plan = field.plan
    if (plan.repeat == MemberPlan.Once) writeZero(plan, field.shown, scope)
    else if (plan.repeat != MemberPlan.ToEnd) {
      val elements = beginElements(plan, scope)
      val rounds = if (plan.repeat == MemberPlan.Count) roundsOf(plan, scope, 0) else 1L
      var round = 0L
      while (round < rounds) {
        index = round
        kept = elements
        spend(ObjectWalk.ElementBytes)
        writeZero(plan, field.shown, scope)
        kept = null
        round += 1
      }
    }
  }

  /** Writes zeros, or the only value that is valid. */
  private def writeZero(plan: MemberPlan, shown: Shown, scope: Scope): Unit = plan.data match {
    case leaf: LeafPlan =>
      if (plan.expected == null) loadZero(leaf, scope)
      else {
        val _ = load(plan.expected, scope)
      }
      put(leaf, null, plan, scope)
    case struct: DataPlan.Struct =>
      writeStruct(struct, shown.asInstanceOf[Shown.Struct].view, plan, scope, null)
    case switch: DataPlan.Switch =>
      val chosen = switch.choose(scope, this)
      if (chosen >= 0) switch.cases(chosen) match {
        case leaf: LeafPlan =>
          loadZero(leaf, scope)
          put(leaf, null, plan, scope)
        case struct: DataPlan.Struct => writeStruct(struct,
            shown.asInstanceOf[Shown.Switch].cases(chosen).asInstanceOf[Shown.Struct].view, plan,
            scope, null)
        case nested => throw new IllegalStateException(s"$nested is in a switch")
      }
      else if (switch.other != null) {
        val size = if (switch.other.size == null) 0 else sizeOf(switch.other, scope)
        setBytes(newBytes(size), 0, size)
        putOther(switch.other, scope)
      }
  }

  private def loadZero(leaf: LeafPlan, scope: Scope): Unit = {
    number = 0
    isHigh = false
    val size = leaf match {
      case raw: DataPlan.Raw
          if raw.extent.size != null && raw.extent.padding < 0 &&
            raw.extent.terminator == null => sizeOf(raw.extent, scope)
      case _ => 0
    }
    setBytes(newBytes(size), 0, size)
  }

  private def putZeros(plan: MemberPlan, scope: Scope): Unit = {
    val leaf = plan.data.asInstanceOf[LeafPlan]
    loadZero(leaf, scope)
    val size = plan.checksum.size
    align()
    val at = output.reserve(size)
    java.util.Arrays.fill(output.bytes, at, at + size, 0.toByte)
  }
}
