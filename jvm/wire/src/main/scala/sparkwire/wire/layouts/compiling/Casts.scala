package sparkwire.wire.layouts.compiling

import sparkwire.wire.layouts.{BadLayout, Layouts}
import sparkwire.wire.layouts.expressions.TypeName
import sparkwire.wire.layouts.model.TypeDef
import sparkwire.wire.layouts.program._

/** Values as values of another type. */
private[compiling] object Casts {

  /** `of.as<to>`. A cast does not change a value: it declares the type that the layout knows. */
  def compile(of: Node, to: TypeName, in: TypeDef, compiler: Compiler, place: String): Node = {
    val kind = kindOf(to, in, compiler, place)
    (of.kind, kind) match {
      case (_: ValueType.Whole, _: ValueType.Whole) => of
      case (a, b) if a == b => of
      case (_: ValueType.Struct, ValueType.AnyStruct) => of
      case (_: ValueType.Struct | ValueType.AnyStruct, struct: ValueType.Struct) =>
        new MemberNodes.AsStruct(of, struct.of)
      case (_: ValueType.Whole, ValueType.Real) => widened(of, ValueType.Real)
      case (ValueType.Any, _) => new MemberNodes.AsKind(of, kind)
      case (ValueType.Listed(_: ValueType.Whole), ValueType.Listed(_: ValueType.Whole)) => of
      case (ValueType.Listed(whole: ValueType.Whole), ValueType.Bytes) if !whole.isWide =>
        new BytesOfList(of)
      case (a, b) => throw new BadLayout(place, s"cannot cast $a to $b")
    }
  }

  /** The type that a cast names. */
  def kindOf(to: TypeName, in: TypeDef, compiler: Compiler, place: String): ValueType = {
    val one = Names.builtin(to).getOrElse(
      ValueType.Struct(compiler.planOf(Names.typeOf(to, in, place))))
    if (to.isList) ValueType.Listed(one) else one
  }

  /** Returns a node for the same value as one of a type that holds it. */
  def widened(node: Node, to: ValueType): Node = (node.kind, to) match {
    case (_: ValueType.Whole, ValueType.Real) => new OtherNodes.RealOfWhole(node)
    case (ValueType.Any, ValueType.Any) => node
    case (_, ValueType.Any) => new BoxedNode(node)
    case _ => node
  }

  /** Whether a value of the one type may stand for a parameter of the other. */
  def isAccepted(kind: ValueType, by: ValueType): Boolean = (kind, by) match {
    case (_, ValueType.Any) => true
    case (_: ValueType.Whole, _: ValueType.Whole | ValueType.Real) => true
    case (a: ValueType.Label, b: ValueType.Label) => a.of eq b.of
    case (_: ValueType.Struct | ValueType.AnyStruct, ValueType.AnyStruct) => true
    case (ValueType.Listed(a), ValueType.Listed(b)) => isAccepted(a, b)
    case (a, b) => a == b
  }
}

/** A list of numbers as bytes. */
private[compiling] final class BytesOfList(of: Node) extends Node(ValueType.Bytes) {
  override def ref(scope: Scope, walk: Walk): AnyRef = {
    val elements = of.elements(scope, walk)
    val out = walk.newBytes(elements.size)
    var at = 0
    while (at < out.length) {
      val value = elements.long(at)
      if (value < 0 || value > 255) walk.refuse(Layouts.Overflow)
      out(at) = value.toByte
      at += 1
    }
    new Span(out, 0, out.length)
  }
}

/** A value of any kind as an object. */
private[compiling] final class BoxedNode(of: Node) extends Node(ValueType.Any) {
  override def ref(scope: Scope, walk: Walk): AnyRef = of.kind match {
    case _: ValueType.Whole | _: ValueType.Label =>
      walk.isHigh = false
      val bits = of.whole(scope, walk)
      WideElements.put(bits, of.isWide && walk.isHigh)
    case ValueType.Real => java.lang.Double.valueOf(of.real(scope, walk))
    case ValueType.Truth => java.lang.Boolean.valueOf(of.truth(scope, walk))
    case _ => of.ref(scope, walk)
  }
}
