package sparkwire.wire.layouts.program

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.Options
import sparkwire.wire.layouts.Layouts

/** The part that reading and writing share: the objects that they create, and the values that these
  * keep for expressions.
  */
private[layouts] abstract class ObjectWalk(options: Options) extends Walk {
  final val texts: LayoutTexts =
    new LayoutTexts(replaces = options.word(Options.InvalidUtf8) == "replace")

  /** Refuses the value in the registers, which is not valid. */
  protected def refuseInvalid(kind: ValueType): Nothing

  /** @param kind
    *   the type of the value; the type of the field may be wider
    * @param kept
    *   the list that it belongs to, null if it is the value of the field
    */
  protected final def settle(
      plan: MemberPlan, kind: ValueType, scope: Scope, kept: ListElements): Unit = {
    if (isKept(plan, scope)) {
      if (kept == null) keep(plan, kind, scope) else keepElement(plan, kind, kept)
    }
    if (plan.usesItem) {
      setItem(plan.element, kind)
      if (plan.valid != null && !plan.valid.truth(scope, this)) refuseInvalid(kind)
    }
  }

  /** Whether the value of a field goes to a slot. Instances are read again to be shown. */
  protected final def isKept(plan: MemberPlan, scope: Scope): Boolean =
    plan.slot != null && (plan.isInstance || !scope.isComplete)

  private def keep(plan: MemberPlan, kind: ValueType, scope: Scope): Unit = {
    val slot = plan.slot
    plan.element match {
      case _: ValueType.Whole | _: ValueType.Label => Keep.whole(scope, slot, number, isHigh)
      case ValueType.Real => scope.longs(slot.at) = realBits(kind)
      case ValueType.Truth => scope.longs(slot.at) = number
      case other => scope.refs(slot.at) = keptRef(other, kind)
    }
    scope.setState(slot, Scope.Present)
  }

  private def keepElement(plan: MemberPlan, kind: ValueType, kept: ListElements): Unit =
    plan.element match {
      case _: ValueType.Whole | _: ValueType.Label =>
        Keep.addWhole(kept, number, isHigh, Keep.isWide(plan.element))
      case ValueType.Real => kept.addLong(realBits(kind))
      case ValueType.Truth => kept.addLong(number)
      case other =>
        val ref = keptRef(other, kind)
        spend(
          ref match {
            case scope: Scope => ObjectWalk.ScopeBytes + 8L * (scope.of.longs + scope.of.refs)
            case _ => ObjectWalk.ElementBytes
          })
        kept.addRef(ref)
    }

  private def realBits(kind: ValueType): Long =
    if (kind == ValueType.Real) number else java.lang.Double.doubleToRawLongBits(number.toDouble)

  private def keptRef(element: ValueType, kind: ValueType): AnyRef = kind match {
    case ValueType.Text =>
      spend((until - from).toLong)
      new String(bytes, from, until - from, UTF_8)
    case ValueType.Bytes => span()
    case _: ValueType.Struct | ValueType.AnyStruct => struct
    case _: ValueType.Whole | _: ValueType.Label => WideElements.put(number, isHigh)
    case ValueType.Real =>
      java.lang.Double.valueOf(java.lang.Double.longBitsToDouble(number))
    case ValueType.Truth => java.lang.Boolean.valueOf(number != 0)
    case other => throw new IllegalStateException(s"$other is not kept as $element")
  }

  private def setItem(element: ValueType, kind: ValueType): Unit = element match {
    case _: ValueType.Whole | _: ValueType.Label =>
      itemNumber = number
      itemIsHigh = isHigh
    case ValueType.Real => itemNumber = realBits(kind)
    case ValueType.Truth => itemNumber = number
    case other => item = keptRef(other, kind)
  }

  /** Begins the list of the elements of a field. Returns null if no expression uses it. */
  protected final def beginElements(plan: MemberPlan, scope: Scope): ListElements =
    if (!isKept(plan, scope)) null
    else {
      val elements = new ListElements
      scope.refs(plan.slot.at) = elements
      scope.setState(plan.slot, Scope.Present)
      elements
    }

  /** Loads the value of an expression into the registers; an object or list is returned instead. */
  protected final def load(node: Node, scope: Scope): AnyRef = node.kind match {
    case _: ValueType.Whole | _: ValueType.Label =>
      isHigh = false
      number = node.whole(scope, this)
      if (!node.isWide) isHigh = false
      null
    case ValueType.Real =>
      number = java.lang.Double.doubleToRawLongBits(node.real(scope, this))
      null
    case ValueType.Truth =>
      number = if (node.truth(scope, this)) 1L else 0L
      null
    case _ => loadRef(node.ref(scope, this))
  }

  protected final def loadRef(ref: AnyRef): AnyRef = ref match {
    case text: String =>
      spend(text.length.toLong)
      val utf8 = text.getBytes(UTF_8)
      setBytes(utf8, 0, utf8.length)
      null
    case span: Span =>
      setBytes(span.bytes, span.from, span.until)
      null
    case other => other
  }

  // Objects.

  /** Prepares an object: the order of its bytes, if data decide it. */
  protected final def chooseOrder(scope: Scope, around: Scope): Unit = {
    val order = scope.of.order
    if (order != null) {
      var at = 0
      while (at < order.keys.length && !(order.keys(at) == null || order.keys(at).truth(
          scope, this)))
        at += 1
      if (at == order.keys.length) refuse(Layouts.InvalidValue)
      scope.isBig = order.areBig(at)
    } else if (scope.of.inheritsOrder && around != null) scope.isBig = around.isBig
  }

  private def parentOf(data: DataPlan.Struct, scope: Scope): Scope =
    if (!data.hasParent) null
    else if (data.parent == null) scope
    else data.parent.struct(scope, this)

  private def rootOf(of: TypePlan, scope: Scope): Scope =
    // Within itself, a type that is a root goes on with the root that is there.
    if (of.definition.isRoot && (scope.of.definition.root ne of.definition)) null else scope.root

  /** Returns an object that begins in a stream, with its arguments. */
  protected final def childOf(data: DataPlan.Struct, scope: Scope, in: Stream): Scope = {
    val child = new Scope(data.of, parentOf(data, scope), rootOf(data.of, scope), in)
    pass(data, child, scope)
    child
  }

  private def pass(data: DataPlan.Struct, child: Scope, scope: Scope): Unit = {
    val params = data.of.params
    var at = 0
    while (at < params.length) {
      if (params(at) != null) Keep.value(child, params(at), data.arguments(at), scope, this)
      at += 1
    }
  }
}

private[layouts] object ObjectWalk {

  // The charge for an object that takes no bytes of its own: about its size on the heap.
  final val ElementBytes = 16L
  final val ScopeBytes = 96L
}
