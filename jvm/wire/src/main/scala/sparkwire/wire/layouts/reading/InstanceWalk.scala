package sparkwire.wire.layouts.reading

import sparkwire.wire.core.{Kind, Malformed, Nowhere, Options, Reason, Sink}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views._

/** Computes and reads instances, for the sink and for expressions. */
private[layouts] abstract class InstanceWalk(options: Options) extends StreamWalk(options) {
  protected def readObject(scope: Scope, view: View, sink: Sink): Unit
  protected def readField(
      plan: MemberPlan, shown: Shown, scope: Scope, sink: Sink, isWanted: Boolean): Unit

  protected final def readInstances(scope: Scope, view: View, sink: Sink): Unit = {
    val instances = view.instances
    var at = 0
    while (at < instances.length) {
      val isWanted = sink.wanted(instances(at).field)
      if (!isWanted && !verifies) sink.skipped()
      else instances(at) match {
        case computed: InstanceView.Computed => showComputed(computed, scope, sink, isWanted)
        case read: InstanceView.Read =>
          readAt(read.plan, read.shown, scope, sink, isWanted)
      }
      at += 1
    }
  }

  private def showComputed(
      view: InstanceView.Computed, scope: Scope, sink: Sink, isWanted: Boolean): Unit = {
    val plan = view.plan
    val into = if (isWanted) sink else Nowhere
    deeper(plan.levels)
    // The value has no bytes of its own, so it is paid for whoever wants it.
    spend(Give.PlainBytes)
    if (isThere(plan, scope)) {
      val ref = if (plan.slot == null) value else loadSlot(plan.slot, scope)
      value = null
      showLoaded(view.shown, ref, into)
    } else into.nothing()
    higher(plan.levels)
    if (!isWanted) sink.skipped()
  }

  // The value of the last instance that is not kept, if it is an object.
  private[this] var value: AnyRef = _

  /** Computes a value instance, into its slot or else into the registers. Returns false if it uses
    * a value that is not there.
    */
  private def isThere(plan: InstancePlan.Computed, scope: Scope): Boolean =
    if (plan.slot != null) {
      if (scope.state(plan.slot) == Scope.Unset) fill(scope, plan)
      scope.state(plan.slot) == Scope.Present
    } else {
      val begin = here
      try
        if (plan.condition != null && !plan.condition.truth(scope, this)) false
        else {
          value = load(plan.value, scope)
          true
        }
      catch {
        case malformed: Malformed if malformed.reason eq Layouts.NoValue =>
          returnTo(begin)
          false
      }
    }

  private def loadSlot(slot: Slot, scope: Scope): AnyRef = slot.kind match {
    case _: ValueType.Whole | _: ValueType.Label =>
      number = scope.longs(slot.at)
      isHigh = Keep.isWide(slot.kind) && scope.longs(slot.at + 1) != 0
      null
    case ValueType.Real | ValueType.Truth =>
      number = scope.longs(slot.at)
      null
    case _ => loadRef(scope.refs(slot.at))
  }

  /** Gives the value in the registers, or an object or list. */
  private def showLoaded(shown: Shown, ref: AnyRef, sink: Sink): Unit = shown match {
    case leaf: Shown.Leaf =>
      if (leaf.kind == Kind.Binary || leaf.kind == Kind.Text) spend((until - from).toLong)
      leaf.give.give(this, sink)
    case struct: Shown.Struct => showAgain(ref.asInstanceOf[Scope], struct.view, sink)
    case alias: Shown.Alias => showAlias(alias, ref.asInstanceOf[Scope], sink)
    case items: Shown.Items => showItems(items, ref.asInstanceOf[ListElements], sink)
    case switch: Shown.Switch => throw new IllegalStateException(s"$switch is no value")
  }

  protected final def showAlias(alias: Shown.Alias, of: Scope, sink: Sink): Unit = {
    val begin = here
    val ref =
      try load(alias.value, of)
      catch {
        case malformed: Malformed if malformed.reason eq Layouts.NoValue =>
          returnTo(begin)
          StreamWalk.Missing
      }
    if (ref eq StreamWalk.Missing) sink.nothing() else showLoaded(alias.shown, ref, sink)
    struct = of
  }

  private def showItems(items: Shown.Items, elements: ListElements, sink: Sink): Unit = {
    val into = if (sink.beginArray(elements.size)) sink else Nowhere
    sink.tracer.beginAbsent()
    spend(8L * elements.size)
    val isNumber = items.elementKind match {
      case whole: ValueType.Whole => !whole.isWide
      case label: ValueType.Label => !label.number.isWide
      case ValueType.Real | ValueType.Truth => true
      case _ => false
    }
    var at = 0
    while (at < elements.size) {
      into.element()
      val ref =
        if (isNumber) {
          number = elements.long(at)
          isHigh = false
          null
        } else if (Keep.isWide(items.elementKind)) {
          number = WideElements.get(elements.ref(at), this)
          null
        } else loadRef(elements.ref(at))
      showLoaded(items.element, ref, into)
      at += 1
    }
    sink.tracer.endAbsent()
    if (into ne Nowhere) sink.endArray()
  }

  /** Shows an object that has been read before: its bytes are read once more. */
  private def showAgain(scope: Scope, view: View, sink: Sink): Unit = {
    deeper(1)
    val begin = here
    switchTo(scope.stream)
    val there = here
    cursor.moveTo(scope.start)
    stream.bitsLeft = scope.startBits
    sink.tracer.beginAbsent()
    val wasComplete = scope.isComplete
    scope.isComplete = true
    readObject(scope, view, sink)
    scope.isComplete = wasComplete
    sink.tracer.endAbsent()
    spend(ObjectWalk.ElementBytes + math.abs(cursor.position - scope.start))
    returnTo(there)
    returnTo(begin)
    higher(1)
  }

  /** Reads an instance at its position, for the sink and for expressions. */
  private def readAt(plan: InstancePlan.Read, shown: Shown, scope: Scope, sink: Sink,
      isWanted: Boolean): Unit = {
    val condition = plan.field.condition
    if (condition != null && !condition.truth(scope, this)) {
      if (plan.slot != null) scope.setState(plan.slot, Scope.Absent)
      if (isWanted) sink.nothing() else sink.skipped()
    } else {
      val target =
        if (plan.stream == null) scope.stream
        else plan.stream.ref(scope, this).asInstanceOf[Stream]
      val at = if (plan.position == null) -1L else keptPositionOf(plan, scope)
      val begin = here
      switchTo(target)
      val there = here
      if (at >= 0) {
        stream.bitsLeft = 0
        // Reading nothing beyond the end is possible, so the position stays at the end.
        cursor.moveTo(target.base + math.min(at, target.size).toInt)
        sink.tracer.moved()
      }
      val from = cursor.position
      deeper(1)
      readField(plan.field, shown, scope, sink, isWanted)
      higher(1)
      spend(ObjectWalk.ElementBytes + math.abs(cursor.position - from))
      returnTo(there)
      returnTo(begin)
    }
  }

  /** The position from which an instance was read first. */
  private def keptPositionOf(plan: InstancePlan.Read, scope: Scope): Long =
    if (plan.slot == null) natural(plan.position, scope)
    else if (scope.state(plan.slot) == Scope.Present) scope.longs(plan.keptPosition)
    else {
      val at = natural(plan.position, scope)
      scope.longs(plan.keptPosition) = at
      at
    }

  /** Computes or reads an instance that an expression uses. The value in the registers stays. */
  def fill(scope: Scope, plan: InstancePlan): Unit = {
    // An instance that needs itself never ends.
    if (scope.state(plan.slot) == Scope.Begun) refuse(Reason.NestingTooDeep)
    scope.setState(plan.slot, Scope.Begun)
    deeper(plan.levels)
    val saved = new StreamWalk.Registers(this)
    plan match {
      case computed: InstancePlan.Computed => compute(computed, scope)
      case read: InstancePlan.Read =>
        readAt(read, null, scope, Nowhere, isWanted = false)
    }
    saved.restore(this)
    higher(plan.levels)
  }

  private def compute(plan: InstancePlan.Computed, scope: Scope): Unit = {
    val begin = here
    try
      if (plan.condition != null && !plan.condition.truth(scope, this))
        scope.setState(plan.slot, Scope.Absent)
      else Keep.value(scope, plan.slot, plan.value, scope, this)
    catch {
      case malformed: Malformed if malformed.reason eq Layouts.NoValue =>
        returnTo(begin)
        scope.setState(plan.slot, Scope.Absent)
    }
  }
}
