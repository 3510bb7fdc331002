package sparkwire.wire.layouts.reading

import sparkwire.wire.core.{Cursor, Malformed, Nowhere, Options, Sink}
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views._

/** Reads objects as their plans say: asks the sink, reads and checks, keeps the values that
  * expressions need, and gives.
  *
  * One file: objects, fields, elements and cases are read by each other.
  *
  * Where `shown` is null, an object is read only as far as expressions need it: its fields, and
  * only the instances that are requested.
  */
private[layouts] final class LayoutWalk(options: Options) extends InstanceWalk(options) {

  /** Reads one value, up to the end of its last field. */
  private[reading] def read(cursor: Cursor, plan: TypePlan, view: View, sink: Sink): Unit = {
    begin(cursor)
    pending = null
    val scope = new Scope(plan, null, null, stream)
    chooseOrder(scope, null)
    struct = scope
    readObject(scope, view, sink)
  }

  // Objects.

  /** Reads the object that begins here. */
  protected def readObject(scope: Scope, view: View, sink: Sink): Unit = {
    val into = if (sink.beginStruct(view.shape)) sink else Nowhere
    scope.start = cursor.position
    scope.startBits = stream.bitsLeft
    val failed =
      if (scope.of.readsAhead && !scope.isComplete && pending == null) readAhead(scope) else null
    val fields = view.fields
    var at = 0
    while (at < fields.length) {
      val field = fields(at)
      val isWanted = into.wanted(field.field)
      if (beginField(field.plan, scope, into, isWanted))
        readField(field.plan, field.shown, scope, into, isWanted)
      if (scope.of.checksAfter != null) compareChecksums(scope, at, view, into)
      at += 1
    }
    // The space that a row takes beyond the bytes of its fields.
    spend(
      math.max(0L,
        view.rowBytes - Give.PlainBytes * math.max(0, cursor.position - scope.start)))
    if (failed != null) throw failed
    if (pending == null) readInstances(scope, view, into)
    if (into eq sink) sink.endStruct()
  }

  // Why the fields of an object could not be read ahead. They will be refused again, in their place,
  // and until then no instance is read.
  private[this] var pending: Malformed = _

  /** Reads all fields of the object that begins here, and returns to its begin. Returns why they are
    * refused, null if they are not.
    */
  private def readAhead(scope: Scope): Malformed = {
    val begin = here
    try {
      readPlain(scope)
      scope.isComplete = true
    } catch { case malformed: Malformed => pending = malformed }
    spend(math.abs(cursor.position - begin.position).toLong)
    returnTo(begin)
    pending
  }

  /** Reads the fields of the object that begins here, for expressions alone. */
  private def readPlain(scope: Scope): Unit = {
    scope.start = cursor.position
    scope.startBits = stream.bitsLeft
    val fields = scope.of.fields
    var at = 0
    while (at < fields.length) {
      if (beginField(fields(at), scope, Nowhere, isWanted = false))
        readField(fields(at), null, scope, Nowhere, isWanted = false)
      if (scope.of.checksAfter != null) compareChecksums(scope, at, null, Nowhere)
      at += 1
    }
  }

  /** Each level of objects passes here, so everything that can be done without a further call is
    * done here: the depth of the stack limits the nesting of a layout.
    *
    * @param shown
    *   null for a struct that only expressions need
    */
  private def readStruct(data: DataPlan.Struct, shown: Shown, scope: Scope, sink: Sink): Unit = {
    deeper(1)
    val outer = stream
    val in = if (data.extent == null) outer else streamOf(data.extent, scope, sink)
    val child = childOf(data, scope, in)
    switchTo(in)
    chooseOrder(child, scope)
    shown match {
      case struct: Shown.Struct => readObject(child, struct.view, sink)
      case alias: Shown.Alias =>
        readHidden(child, sink)
        showAlias(alias, child, sink)
      case _ => readPlain(child)
    }
    struct = child
    if (in ne outer) {
      switchTo(outer)
      if (data.extent.isProcessed) sink.tracer.endAbsent()
    }
    higher(1)
  }

  /** Returns the stream of an object that has one of its own. */
  private def streamOf(extent: ExtentPlan, scope: Scope, sink: Sink): Stream = {
    extent.read(scope, this)
    // Nested searches for terminators look at the same bytes again and again.
    if (extent.isSearched) spend((until - from).toLong)
    if (!extent.isProcessed) new Stream(cursor, from, until)
    else {
      if (sink.tracer.isOn) sink.tracer.framedBytes(extent.processName)
      sink.tracer.beginAbsent()
      new Stream(new Cursor().wrapUnpacked(bytes, until, cursor), from, until)
    }
  }

  /** Reads an object of which the sink sees only a value, but a fault has the place of its field. */
  private def readHidden(child: Scope, sink: Sink): Unit =
    if (!sink.tracer.isOn) readPlain(child)
    else
      try readPlain(child)
      catch {
        case malformed: Malformed =>
          pointTo(fieldStart, sink)
          throw malformed
      }

  // Fields.

  /** Returns whether a field is present. An absent one is NULL. */
  private def beginField(plan: MemberPlan, scope: Scope, sink: Sink, isWanted: Boolean): Boolean = {
    fieldStart = cursor.position
    if (plan.mark >= 0) scope.marks(plan.mark) = cursor.position
    val isPresent = plan.condition == null || plan.condition.truth(scope, this)
    if (!isPresent) {
      if (plan.slot != null && !scope.isComplete) scope.setState(plan.slot, Scope.Absent)
      // Marked as absent, but still as a place for other checksums.
      if (plan.checksum != null) scope.marks(plan.mark) = ~cursor.position
      if (isWanted) sink.nothing() else sink.skipped()
    }
    isPresent
  }

  protected def readField(plan: MemberPlan, shown: Shown, scope: Scope, sink: Sink,
      isWanted: Boolean): Unit = {
    // Without checks, unwanted fields are read only for expressions.
    val seen = if (isWanted || verifies) shown else null
    if (plan.repeat != MemberPlan.Once) readList(plan, seen, scope, sink, isWanted)
    else {
      val into = if (isWanted) sink else Nowhere
      plan.data match {
        case leaf: LeafPlan =>
          leaf.read(scope, this)
          settle(plan, plan.element, scope, null)
          if (into ne Nowhere) seen.asInstanceOf[Shown.Leaf].give.give(this, into)
          else if (seen != null) check(seen.asInstanceOf[Shown.Leaf].give)
        case struct: DataPlan.Struct =>
          readStruct(struct, seen, scope, into)
          fieldSink = into
          settle(plan, plan.element, scope, null)
        case switch: DataPlan.Switch =>
          readCase(plan, switch, switch.choose(scope, this), seen.asInstanceOf[Shown.Switch], scope,
            into, null)
      }
      if (!isWanted) sink.skipped()
    }
  }

  /** Refuses everything that would be refused if the value were wanted. */
  private def check(give: Give): Unit = if (give.mayRefuse) give.give(this, Nowhere)

  private def readList(plan: MemberPlan, shown: Shown, scope: Scope, sink: Sink,
      isWanted: Boolean): Unit = {
    deeper(1)
    val kept = beginElements(plan, scope)
    val count = if (plan.repeat == MemberPlan.Count) natural(plan.bound, scope) else -1L
    val partial = plan.data match {
      case switch: DataPlan.Switch if switch.mayBeNothing => switch
      case _ => null
    }
    val claim = if (partial == null && count >= 0 && count <= cursor.left) count.toInt else -1
    val into = if (isWanted && sink.beginArray(claim)) sink else Nowhere
    val home = stream
    var number = 0L
    var goesOn = plan.repeat match {
      case MemberPlan.Count => count > 0
      case MemberPlan.ToEnd => !isAtEnd(home)
      case _ => true
    }
    while (goesOn) {
      fieldStart = cursor.position
      val before = 8L * cursor.position - stream.bitsLeft
      index = number
      readElement(plan, partial, shown, scope, into, kept)
      // Even an element without bytes has a cost: otherwise a few bytes could ask for
      // elements without end.
      val bits = 8L * cursor.position - stream.bitsLeft - before
      if (bits <= 0) spend(ObjectWalk.ElementBytes)
      else if (bits < 8) spend(if (kept == null) 1L else Give.PlainBytes)
      index = number
      number += 1
      goesOn = plan.repeat match {
        case MemberPlan.Count => number < count
        case MemberPlan.ToEnd => !isAtEnd(home)
        case _ => !plan.bound.truth(scope, this)
      }
    }
    if (into ne Nowhere) sink.endArray() else sink.skipped()
    higher(1)
  }

  private def readElement(plan: MemberPlan, partial: DataPlan.Switch, shown: Shown, scope: Scope,
      into: Sink, kept: ListElements): Unit = plan.data match {
    case leaf: LeafPlan =>
      into.element()
      leaf.read(scope, this)
      settle(plan, plan.element, scope, kept)
      if (into ne Nowhere) shown.asInstanceOf[Shown.Leaf].give.give(this, into)
      else if (shown != null) check(shown.asInstanceOf[Shown.Leaf].give)
    case struct: DataPlan.Struct =>
      into.element()
      val number = index
      readStruct(struct, shown, scope, into)
      index = number
      fieldSink = into
      settle(plan, plan.element, scope, kept)
    case switch: DataPlan.Switch =>
      val number = index
      val chosen = switch.choose(scope, this)
      // A value with neither a case nor bytes is not an element.
      if (chosen >= 0 || partial == null) {
        into.element()
        index = number
        readCase(plan, switch, chosen, shown.asInstanceOf[Shown.Switch], scope, into, kept)
      }
      index = number
  }

  // Switches.

  private def readCase(plan: MemberPlan, switch: DataPlan.Switch, chosen: Int, shown: Shown.Switch,
      scope: Scope, sink: Sink, kept: ListElements): Unit =
    if (chosen < 0 && switch.other == null) {
      if (kept == null && isKept(plan, scope)) scope.setState(plan.slot, Scope.Absent)
      sink.nothing()
    } else {
      val isInStruct = shown != null && shown.shape != null && sink.beginStruct(shown.shape)
      val field =
        if (!isInStruct) -1 else if (chosen < 0) shown.otherField else shown.fields(chosen)
      val into = if (isInStruct && !sink.wanted(field)) Nowhere else sink
      val of = if (shown == null) null else if (chosen < 0) shown.other else shown.cases(chosen)
      val number = index
      val data = if (chosen < 0) null else switch.cases(chosen)
      if (data.isInstanceOf[DataPlan.Struct]) {
        readStruct(data.asInstanceOf[DataPlan.Struct], of, scope, into)
        index = number
        settle(plan, switch.kinds(chosen), scope, kept)
      } else readLeafOf(switch, chosen, plan, of.asInstanceOf[Shown.Leaf], scope, into, kept)
      if (isInStruct) {
        if (into eq Nowhere) sink.skipped()
        sink.endStruct()
      }
    }

  private def readLeafOf(switch: DataPlan.Switch, chosen: Int, plan: MemberPlan, shown: Shown.Leaf,
      scope: Scope, sink: Sink, kept: ListElements): Unit = {
    if (chosen < 0) {
      switch.other.readWhole(scope, this)
      settle(plan, ValueType.Bytes, scope, kept)
    } else switch.cases(chosen) match {
      case leaf: LeafPlan =>
        leaf.read(scope, this)
        settle(plan, switch.kinds(chosen), scope, kept)
      case nested => throw new IllegalStateException(s"$nested is in a switch")
    }
    if (shown != null) shown.give.give(this, sink)
  }
}
