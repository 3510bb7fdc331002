package sparkwire.wire.layouts.program

import java.lang.Double.longBitsToDouble

/** Nodes that go to objects, and to the values that objects keep. */
private[layouts] object MemberNodes {

  /** The object whose expression it is. */
  final class Self(of: TypePlan) extends Node(ValueType.Struct(of)) {
    override def ref(scope: Scope, walk: Walk): AnyRef = scope
    override def codeOfObject(in: CodeScope): CodeScope = in
  }

  final class Root(of: Node, kind: ValueType) extends Node(kind) {
    override def ref(scope: Scope, walk: Walk): AnyRef = of.struct(scope, walk).root
    override def codeOfObject(in: CodeScope): CodeScope = of.codeOfObject(in).root
  }

  final class Parent(of: Node, kind: ValueType) extends Node(kind) {
    override def ref(scope: Scope, walk: Walk): AnyRef = {
      val parent = of.struct(scope, walk).parent
      if (parent == null) walk.noValue()
      parent
    }
    override def codeOfObject(in: CodeScope): CodeScope = of.codeOfObject(in).parent
  }

  final class StreamOf(of: Node) extends Node(ValueType.Stream) {
    override def ref(scope: Scope, walk: Walk): AnyRef = of.struct(scope, walk).stream
    override def codeOfObject(in: CodeScope): CodeScope = of.codeOfObject(in)
  }

  final class StreamSize(of: Node) extends Node(ValueType.Whole(0, Int.MaxValue)) {
    override def whole(scope: Scope, walk: Walk): Long =
      walk.sizeOf(of.ref(scope, walk).asInstanceOf[Stream])
    override def code(in: CodeScope): String = in.streamSize(of.codeOfObject(in))
  }

  final class StreamPosition(of: Node) extends Node(ValueType.Whole(0, Int.MaxValue)) {
    override def whole(scope: Scope, walk: Walk): Long =
      walk.positionIn(of.ref(scope, walk).asInstanceOf[Stream])
    override def code(in: CodeScope): String = in.streamPosition(of.codeOfObject(in))
  }

  final class StreamIsAtEnd(of: Node) extends Node(ValueType.Truth) {
    override def truth(scope: Scope, walk: Walk): Boolean =
      walk.isAtEnd(of.ref(scope, walk).asInstanceOf[Stream])
    override def code(in: CodeScope): String = in.isAtEnd(of.codeOfObject(in))
  }

  /** The value of a field, parameter or instance.
    *
    * @param instance
    *   how to get it if it is an instance, else null
    */
  final class Get(of: Node, val slot: Slot, instance: InstancePlan) extends Node(slot.kind) {
    private[this] val isOwn = of.isInstanceOf[Self]

    private def owner(scope: Scope, walk: Walk): Scope = {
      val owner = if (isOwn) scope else of.struct(scope, walk)
      val state = owner.state(slot)
      if (state != Scope.Present) {
        if (instance == null || state == Scope.Absent) walk.noValue()
        walk.fill(owner, instance)
        if (owner.state(slot) != Scope.Present) walk.noValue()
      }
      owner
    }

    override def whole(scope: Scope, walk: Walk): Long = {
      val owner = this.owner(scope, walk)
      if (isWide) walk.isHigh = owner.longs(slot.at + 1) != 0
      owner.longs(slot.at)
    }
    override def real(scope: Scope, walk: Walk): Double =
      longBitsToDouble(owner(scope, walk).longs(slot.at))
    override def truth(scope: Scope, walk: Walk): Boolean = owner(scope, walk).longs(slot.at) != 0
    override def ref(scope: Scope, walk: Walk): AnyRef = owner(scope, walk).refs(slot.at)
    override def code(in: CodeScope): String =
      of.codeOfObject(in).value(slot, instance, isOwn)
    override def codeOfObject(in: CodeScope): CodeScope =
      if (instance == null) of.codeOfObject(in).inner(slot) else CodeScope.refuse()
    override def codeOfSpan(in: CodeScope): CodeSpan =
      if (instance == null) of.codeOfObject(in).span(slot, isOwn) else CodeScope.refuse()
    override def codeOfList(in: CodeScope): String =
      if (instance == null) of.codeOfObject(in).list(slot) else CodeScope.refuse()
  }

  /** `_index`. */
  object Index extends Node(ValueType.Whole(0, Int.MaxValue)) {
    override def whole(scope: Scope, walk: Walk): Long = walk.index
    override def code(in: CodeScope): String = in.index
  }

  /** `_`, the element or value that has been read last. */
  final class Item(of: ValueType) extends Node(of) {
    override def whole(scope: Scope, walk: Walk): Long = {
      if (isWide) walk.isHigh = walk.itemIsHigh
      walk.itemNumber
    }
    override def real(scope: Scope, walk: Walk): Double = longBitsToDouble(walk.itemNumber)
    override def truth(scope: Scope, walk: Walk): Boolean = walk.itemNumber != 0
    override def ref(scope: Scope, walk: Walk): AnyRef =
      if (walk.item == null) walk.noValue() else walk.item
    override def code(in: CodeScope): String = in.item
    override def codeOfSpan(in: CodeScope): CodeSpan = in.itemSpan
    override def codeOfObject(in: CodeScope): CodeScope = in.itemObject
  }

  /** A struct as one of a certain type, where the layout says so but the data decide. */
  final class AsStruct(of: Node, to: TypePlan) extends Node(ValueType.Struct(to)) {
    override def ref(scope: Scope, walk: Walk): AnyRef = of.ref(scope, walk) match {
      case struct: Scope if struct.of eq to => struct
      case _ => walk.noValue()
    }
    override def codeOfObject(in: CodeScope): CodeScope = {
      val found = of.codeOfObject(in)
      if (found.of eq to) found else CodeScope.refuse()
    }
  }

  /** A value of several kinds as one of a certain kind. */
  final class AsKind(of: Node, to: ValueType) extends Node(to) {
    override def whole(scope: Scope, walk: Walk): Long = of.ref(scope, walk) match {
      case low: java.lang.Long =>
        walk.isHigh = false
        low.longValue
      case high: HighWhole if isWide =>
        walk.isHigh = true
        high.bits
      case _ => walk.noValue()
    }
    override def real(scope: Scope, walk: Walk): Double = of.ref(scope, walk) match {
      case double: java.lang.Double => double.doubleValue
      case _ => walk.noValue()
    }
    override def truth(scope: Scope, walk: Walk): Boolean = of.ref(scope, walk) match {
      case truth: java.lang.Boolean => truth.booleanValue
      case _ => walk.noValue()
    }
    override def ref(scope: Scope, walk: Walk): AnyRef = (of.ref(scope, walk), to) match {
      case (text: String, ValueType.Text) => text
      case (span: Span, ValueType.Bytes) => span
      case (struct: Scope, ValueType.Struct(plan)) if struct.of eq plan => struct
      case _ => walk.noValue()
    }
  }
}
