package sparkwire.wire.layouts.program

/** Nodes for lists: the elements of a field that repeats. */
private[layouts] object ListNodes {

  /** Returns an index that is within a list, or refuses. */
  def index(node: Node, size: Int, scope: Scope, walk: Walk): Int = {
    walk.isHigh = false
    val at = node.whole(scope, walk)
    if (at < 0 || at >= size || (node.isWide && walk.isHigh)) walk.noValue()
    at.toInt
  }

  final class Size(of: Node) extends Node(ValueType.Whole(0, Int.MaxValue)) {
    override def whole(scope: Scope, walk: Walk): Long = of.elements(scope, walk).size.toLong
    override def code(in: CodeScope): String = s"((long) ${of.codeOfList(in)}.size())"
  }

  /** An element by an index. */
  final class At(of: Node, index: Node, element: ValueType) extends Picked(element) {
    def pick(elements: ListElements, scope: Scope, walk: Walk): Int =
      ListNodes.index(index, elements.size, scope, walk)
    def list(scope: Scope, walk: Walk): ListElements = of.elements(scope, walk)
    override def code(in: CodeScope): String = picked("elementAt", of, in, index.code(in))
  }

  final class First(of: Node, element: ValueType) extends Picked(element) {
    def pick(elements: ListElements, scope: Scope, walk: Walk): Int =
      if (elements.size == 0) walk.noValue() else 0
    def list(scope: Scope, walk: Walk): ListElements = of.elements(scope, walk)
    override def code(in: CodeScope): String = picked("elementAt", of, in, 0)
  }

  final class Last(of: Node, element: ValueType) extends Picked(element) {
    def pick(elements: ListElements, scope: Scope, walk: Walk): Int =
      if (elements.size == 0) walk.noValue() else elements.size - 1
    def list(scope: Scope, walk: Walk): ListElements = of.elements(scope, walk)
    override def code(in: CodeScope): String = picked("lastElement", of, in)
  }

  /** The smallest or largest element. */
  final class Extreme(of: Node, isMax: Boolean, element: ValueType) extends Picked(element) {
    def list(scope: Scope, walk: Walk): ListElements = of.elements(scope, walk)
    def pick(elements: ListElements, scope: Scope, walk: Walk): Int = {
      if (elements.size == 0) walk.noValue()
      walk.spend(elements.size.toLong)
      var found = 0
      var at = 1
      while (at < elements.size) {
        val order = compare(elements, at, found)
        if (if (isMax) order > 0 else order < 0) found = at
        at += 1
      }
      found
    }
    override def code(in: CodeScope): String = picked(
      if (isMax) "largestElement" else "smallestElement", of, in,
      s"spend((long) ${of.codeOfList(in)}.size())")

    private def compare(elements: ListElements, a: Int, b: Int): Int = element match {
      case ValueType.Real => java.lang.Double.compare(
          java.lang.Double.longBitsToDouble(elements.long(a)),
          java.lang.Double.longBitsToDouble(elements.long(b)))
      case ValueType.Text => TextNodes.compare(
          elements.ref(a).asInstanceOf[String], elements.ref(b).asInstanceOf[String])
      case _ if isWide => WideElements.compare(elements.ref(a), elements.ref(b))
      case _ => java.lang.Long.compare(elements.long(a), elements.long(b))
    }
  }

  /** One element of a list. */
  abstract class Picked(element: ValueType) extends Node(element) {

    /** Returns Java for an element that is a number. */
    protected final def picked(
        method: String, of: Node, in: CodeScope, arguments: Any*): String = element match {
      case _: ValueType.Whole | _: ValueType.Label if !isWide =>
        CodeMath.call(method, of.codeOfList(in) +: arguments: _*)
      case _ => CodeScope.refuse()
    }
    protected def list(scope: Scope, walk: Walk): ListElements
    protected def pick(elements: ListElements, scope: Scope, walk: Walk): Int

    override def whole(scope: Scope, walk: Walk): Long = {
      val elements = list(scope, walk)
      val at = pick(elements, scope, walk)
      if (isWide) WideElements.get(elements.ref(at), walk) else elements.long(at)
    }
    override def real(scope: Scope, walk: Walk): Double = {
      val elements = list(scope, walk)
      java.lang.Double.longBitsToDouble(elements.long(pick(elements, scope, walk)))
    }
    override def truth(scope: Scope, walk: Walk): Boolean = {
      val elements = list(scope, walk)
      elements.long(pick(elements, scope, walk)) != 0
    }
    override def ref(scope: Scope, walk: Walk): AnyRef = {
      val elements = list(scope, walk)
      elements.ref(pick(elements, scope, walk))
    }
  }

  /** `[a, b]`, where not all are constants of a byte. */
  final class Literal(items: Array[Node], element: ValueType)
      extends Node(ValueType.Listed(element)) {
    override def ref(scope: Scope, walk: Walk): AnyRef = {
      val elements = new ListElements
      walk.spend(16L * items.length)
      var at = 0
      while (at < items.length) {
        Keep.element(elements, items(at), element, scope, walk)
        at += 1
      }
      elements
    }
  }
}

/** Elements of lists of numbers that may be above 2^63 - 1: a Long, or a [[HighWhole]]. */
private[layouts] object WideElements {
  def put(bits: Long, isHigh: Boolean): AnyRef =
    if (isHigh) new HighWhole(bits) else java.lang.Long.valueOf(bits)

  def get(element: AnyRef, walk: Walk): Long = element match {
    case high: HighWhole =>
      walk.isHigh = true
      high.bits
    case low: java.lang.Long =>
      walk.isHigh = false
      low.longValue
    case other => throw new IllegalStateException(s"$other is not a number")
  }

  def compare(a: AnyRef, b: AnyRef): Int = (a, b) match {
    case (x: HighWhole, y: HighWhole) => java.lang.Long.compareUnsigned(x.bits, y.bits)
    case (_: HighWhole, _) => 1
    case (_, _: HighWhole) => -1
    case (x: java.lang.Long, y: java.lang.Long) => x.compareTo(y)
    case _ => throw new IllegalStateException("not numbers")
  }
}
