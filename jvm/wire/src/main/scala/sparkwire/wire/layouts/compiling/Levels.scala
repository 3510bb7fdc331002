package sparkwire.wire.layouts.compiling

import sparkwire.wire.layouts.expressions.Expression
import sparkwire.wire.layouts.program.{CodeScope, Node, Scope, ValueType, Walk}

/** A number as one of an enum. */
private[compiling] final class LabelNode(of: Node, label: ValueType.Label) extends Node(label) {
  override def whole(scope: Scope, walk: Walk): Long = of.whole(scope, walk)
  override def code(in: CodeScope): String = of.code(in)
}

/** How deep the calls of an expression are nested. */
private[compiling] object Levels {
  import Expression._

  // A chain of operands is nested as deep as it is long, so a level takes a single call here.
  def of(expression: Expression): Int = 1 + (expression match {
    case Items(items) => most(items)
    case Joined(parts) => most(parts)
    case Attribute(owner, _) => of(owner)
    case Element(list, index) => math.max(of(list), of(index))
    case Call(owner, _, arguments) => math.max(of(owner), most(arguments))
    case Negated(part) => of(part)
    case Inverted(part) => of(part)
    case Not(part) => of(part)
    case Arithmetic(_, left, right) => math.max(of(left), of(right))
    case Comparison(_, left, right) => math.max(of(left), of(right))
    case And(left, right) => math.max(of(left), of(right))
    case Or(left, right) => math.max(of(left), of(right))
    case Choice(condition, ifTrue, ifFalse) =>
      math.max(of(condition), math.max(of(ifTrue), of(ifFalse)))
    case Cast(part, _) => of(part)
    case _: Whole | _: Real | _: Text | _: Truth | _: Name | _: Label | _: SizeOf => 0
  })

  private def most(parts: Seq[Expression]): Int = parts.map(of).maxOption.getOrElse(0)
}
