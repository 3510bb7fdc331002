package sparkwire.wire.layouts.program

import scala.annotation.switch

import sparkwire.wire.layouts.Layouts

/** Nodes for floats and booleans, and comparisons. */
private[layouts] object OtherNodes {
  final class RealConstant(value: Double) extends Node(ValueType.Real) {
    override def real(scope: Scope, walk: Walk): Double = value
    override def code(in: CodeScope): String = CodeMath.constant(value)
  }

  /** A whole number as a float. */
  final class RealOfWhole(of: Node) extends Node(ValueType.Real) {
    override def real(scope: Scope, walk: Walk): Double = {
      walk.isHigh = false
      val value = of.whole(scope, walk)
      if (of.isWide && walk.isHigh) WholeNodes.big(value, isHigh = true).doubleValue
      else value.toDouble
    }
    override def code(in: CodeScope): String = s"((double) ${of.code(in)})"
  }

  final class RealArithmetic(operator: Int, left: Node, right: Node) extends Node(ValueType.Real) {
    override def real(scope: Scope, walk: Walk): Double = {
      val a = left.real(scope, walk)
      val b = right.real(scope, walk)
      (operator: @switch) match {
        case WholeNodes.Add => a + b
        case WholeNodes.Subtract => a - b
        case WholeNodes.Multiply => a * b
        case WholeNodes.Divide => if (b == 0) walk.refuse(Layouts.DivisionByZero) else a / b
        case _ =>
          if (b == 0) walk.refuse(Layouts.DivisionByZero)
          val rest = a % b
          if (rest != 0 && (rest < 0) != (b < 0)) rest + b else rest
      }
    }
    override def code(in: CodeScope): String = operator match {
      case WholeNodes.Add | WholeNodes.Subtract | WholeNodes.Multiply =>
        s"(${left.code(in)} ${WholeNodes.Operators(operator)} ${right.code(in)})"
      case WholeNodes.Divide => CodeMath.call("divideReal", left.code(in), right.code(in))
      case _ => CodeScope.refuse()
    }
  }

  final class RealNegated(of: Node) extends Node(ValueType.Real) {
    override def real(scope: Scope, walk: Walk): Double = -of.real(scope, walk)
    override def code(in: CodeScope): String = s"(-${of.code(in)})"
  }

  final class TruthConstant(value: Boolean) extends Node(ValueType.Truth) {
    override def truth(scope: Scope, walk: Walk): Boolean = value
    override def code(in: CodeScope): String = value.toString
  }
  final class Not(of: Node) extends Node(ValueType.Truth) {
    override def truth(scope: Scope, walk: Walk): Boolean = !of.truth(scope, walk)
    override def code(in: CodeScope): String = s"(!${of.code(in)})"
  }
  final class And(left: Node, right: Node) extends Node(ValueType.Truth) {
    override def truth(scope: Scope, walk: Walk): Boolean =
      left.truth(scope, walk) && right.truth(scope, walk)
    override def code(in: CodeScope): String = s"(${left.code(in)} && ${right.code(in)})"
  }
  final class Or(left: Node, right: Node) extends Node(ValueType.Truth) {
    override def truth(scope: Scope, walk: Walk): Boolean =
      left.truth(scope, walk) || right.truth(scope, walk)
    override def code(in: CodeScope): String = s"(${left.code(in)} || ${right.code(in)})"
  }

  // The operators of comparisons.
  final val Equal = 0
  final val Unequal = 1
  final val Less = 2
  final val Greater = 3
  final val AtMost = 4
  final val AtLeast = 5
  val Comparisons: Seq[String] = Seq("==", "!=", "<", ">", "<=", ">=")

  private def comparison(operator: Int, left: Node, right: Node, in: CodeScope): String =
    s"(${left.code(in)} ${Comparisons(operator)} ${right.code(in)})"

  private def equality(operator: Int, code: String): String = operator match {
    case Equal => code
    case Unequal => s"(!$code)"
    case _ => CodeScope.refuse()
  }

  private def holds(operator: Int, order: Int): Boolean = (operator: @switch) match {
    case Equal => order == 0
    case Unequal => order != 0
    case Less => order < 0
    case Greater => order > 0
    case AtMost => order <= 0
    case AtLeast => order >= 0
  }

  final class CompareWhole(operator: Int, left: Node, right: Node) extends Node(ValueType.Truth) {
    private[this] val isNarrow = !left.isWide && !right.isWide
    override def truth(scope: Scope, walk: Walk): Boolean = if (isNarrow)
      holds(operator, java.lang.Long.compare(left.whole(scope, walk), right.whole(scope, walk)))
    else {
      walk.isHigh = false
      val a = left.whole(scope, walk)
      val aIsHigh = left.isWide && walk.isHigh
      walk.isHigh = false
      val b = right.whole(scope, walk)
      val bIsHigh = right.isWide && walk.isHigh
      // Two high numbers have the order of their bits.
      holds(
        operator, if (aIsHigh == bIsHigh) java.lang.Long.compare(a, b) else if (aIsHigh) 1 else -1)
    }
    override def code(in: CodeScope): String = comparison(operator, left, right, in)
  }

  final class CompareReal(operator: Int, left: Node, right: Node) extends Node(ValueType.Truth) {
    override def truth(scope: Scope, walk: Walk): Boolean = {
      val a = left.real(scope, walk)
      val b = right.real(scope, walk)
      (operator: @switch) match {
        case Equal => a == b
        case Unequal => a != b
        case Less => a < b
        case Greater => a > b
        case AtMost => a <= b
        case AtLeast => a >= b
      }
    }
    override def code(in: CodeScope): String = comparison(operator, left, right, in)
  }

  final class CompareTruth(operator: Int, left: Node, right: Node) extends Node(ValueType.Truth) {
    override def truth(scope: Scope, walk: Walk): Boolean =
      holds(operator, java.lang.Boolean.compare(left.truth(scope, walk), right.truth(scope, walk)))
    override def code(in: CodeScope): String =
      if (operator == Equal || operator == Unequal) comparison(operator, left, right, in)
      else CodeScope.refuse()
  }

  final class CompareText(operator: Int, left: Node, right: Node) extends Node(ValueType.Truth) {
    override def truth(scope: Scope, walk: Walk): Boolean = {
      val a = left.text(scope, walk)
      val b = right.text(scope, walk)
      walk.spend((math.min(a.length, b.length) >> 4).toLong)
      holds(operator, TextNodes.compare(a, b))
    }
    override def code(in: CodeScope): String = (left, right) match {
      case (span, text: TextNodes.Constant) =>
        equality(operator, span.codeOfSpan(in).is(text.value, in))
      case (text: TextNodes.Constant, span) =>
        equality(operator, span.codeOfSpan(in).is(text.value, in))
      case _ => CodeScope.refuse()
    }
  }

  final class CompareBytes(operator: Int, left: Node, right: Node) extends Node(ValueType.Truth) {
    override def truth(scope: Scope, walk: Walk): Boolean = {
      val a = left.span(scope, walk)
      val b = right.span(scope, walk)
      walk.spend((math.min(a.length, b.length) >> 4).toLong)
      holds(operator, a.compare(b))
    }
    override def code(in: CodeScope): String = (left, right) match {
      case (span, bytes: TextNodes.BytesConstant) =>
        equality(operator, span.codeOfSpan(in).is(bytes.value, in))
      case _ => CodeScope.refuse()
    }
  }

  /** `condition ? a : b`. Both have been brought to one type. */
  final class Choice(condition: Node, ifTrue: Node, ifFalse: Node, of: ValueType) extends Node(of) {
    override def whole(scope: Scope, walk: Walk): Long = {
      val taken = if (condition.truth(scope, walk)) ifTrue else ifFalse
      val value = taken.whole(scope, walk)
      if (!taken.isWide) walk.isHigh = false
      value
    }
    override def real(scope: Scope, walk: Walk): Double =
      if (condition.truth(scope, walk)) ifTrue.real(scope, walk) else ifFalse.real(scope, walk)
    override def truth(scope: Scope, walk: Walk): Boolean =
      if (condition.truth(scope, walk)) ifTrue.truth(scope, walk) else ifFalse.truth(scope, walk)
    override def ref(scope: Scope, walk: Walk): AnyRef =
      if (condition.truth(scope, walk)) ifTrue.ref(scope, walk) else ifFalse.ref(scope, walk)
    override def code(in: CodeScope): String =
      s"(${condition.code(in)} ? ${ifTrue.code(in)} : ${ifFalse.code(in)})"
  }
}
