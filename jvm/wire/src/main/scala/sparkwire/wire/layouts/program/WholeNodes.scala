package sparkwire.wire.layouts.program

import java.math.BigInteger

import scala.annotation.switch

import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.program.ValueType.Whole

/** Nodes for whole numbers. The bounds of each are known when a layout is compiled: where operands
  * and result fit in 64 signed bits, a node is one machine operation without a check.
  */
private[layouts] object WholeNodes {
  final class Constant(value: BigInt) extends Node(ValueType.Whole.of(value)) {
    val bits: Long = value.toLong
    override def whole(scope: Scope, walk: Walk): Long = {
      if (isWide) walk.isHigh = true
      bits
    }
    override def code(in: CodeScope): String =
      if (isWide) CodeScope.refuse() else CodeMath.constant(bits)
  }

  // The operators of `Narrow` and `Wide`.
  final val Add = 0
  final val Subtract = 1
  final val Multiply = 2
  final val Divide = 3
  final val Modulo = 4
  final val And = 5
  final val Or = 6
  final val Xor = 7
  final val ShiftLeft = 8
  final val ShiftRight = 9
  private[layouts] val Operators: Seq[String] =
    Seq("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")

  /** Returns the node of an operator. */
  def arithmetic(operator: Int, left: Node, right: Node): Node = {
    val of = WholeBounds.of(operator, bounds(left), bounds(right))
    val isShift = operator == ShiftLeft || operator == ShiftRight
    if (left.isWide || right.isWide || of.mayOverflow || (isShift && WholeBounds.isLongShift(
        bounds(right))))
      new Wide(operator, left, right, of.result)
    else new Narrow(operator, left, right, of.result)
  }

  private def bounds(node: Node): ValueType.Whole = node.kind.asInstanceOf[ValueType.Whole]

  private final class Narrow(operator: Int, left: Node, right: Node, of: ValueType.Whole)
      extends Node(of) {
    override def whole(scope: Scope, walk: Walk): Long = {
      val a = left.whole(scope, walk)
      val b = right.whole(scope, walk)
      (operator: @switch) match {
        case Add => a + b
        case Subtract => a - b
        case Multiply => a * b
        case Divide => if (b == 0) walk.refuse(Layouts.DivisionByZero) else Math.floorDiv(a, b)
        case Modulo => if (b == 0) walk.refuse(Layouts.DivisionByZero) else Math.floorMod(a, b)
        case And => a & b
        case Or => a | b
        case Xor => a ^ b
        case ShiftLeft => a << b
        case ShiftRight => a >> b
      }
    }
    override def code(in: CodeScope): String = operator match {
      case Divide | Modulo => CodeMath.exact(operator, left.code(in), right.code(in))
      case _ => s"(${left.code(in)} ${Operators(operator)} ${right.code(in)})"
    }
  }

  /** Computes with numbers of any size, and refuses a result that expressions cannot hold. */
  private final class Wide(operator: Int, left: Node, right: Node, of: ValueType.Whole)
      extends Node(of) {
    override def whole(scope: Scope, walk: Walk): Long = {
      walk.isHigh = false
      val a = left.whole(scope, walk)
      val aIsHigh = left.isWide && walk.isHigh
      walk.isHigh = false
      val b = right.whole(scope, walk)
      val bIsHigh = right.isWide && walk.isHigh
      walk.isHigh = false
      if (aIsHigh || bIsHigh) exact(big(a, aIsHigh), big(b, bIsHigh), walk)
      else (operator: @switch) match {
        case Add =>
          val sum = a + b
          if (((a ^ sum) & (b ^ sum)) < 0) exact(big(a, false), big(b, false), walk) else sum
        case Subtract =>
          val difference = a - b
          if (((a ^ b) & (a ^ difference)) < 0) exact(big(a, false), big(b, false), walk)
          else difference
        case And => a & b
        case Or => a | b
        case Xor => a ^ b
        case _ => exact(big(a, false), big(b, false), walk)
      }
    }

    override def code(in: CodeScope): String =
      CodeMath.exact(operator, left.code(in), right.code(in))

    private def exact(a: BigInteger, b: BigInteger, walk: Walk): Long = {
      val result = (operator: @switch) match {
        case Add => a.add(b)
        case Subtract => a.subtract(b)
        case Multiply => a.multiply(b)
        case Divide => floorDivide(a, b, walk)
        case Modulo => a.subtract(floorDivide(a, b, walk).multiply(b))
        case And => a.and(b)
        case Or => a.or(b)
        case Xor => a.xor(b)
        case ShiftLeft =>
          if (b.signum < 0) walk.refuse(Layouts.NegativeSize)
          if (a.signum == 0) a
          else if (b.bitLength > 7) walk.refuse(Layouts.Overflow)
          else a.shiftLeft(b.intValue)
        case ShiftRight =>
          if (b.signum < 0) walk.refuse(Layouts.NegativeSize)
          a.shiftRight(if (b.bitLength > 7) 128 else b.intValue)
      }
      put(result, walk)
    }

    private def floorDivide(a: BigInteger, b: BigInteger, walk: Walk): BigInteger = {
      if (b.signum == 0) walk.refuse(Layouts.DivisionByZero)
      val parts = a.divideAndRemainder(b)
      if (parts(1).signum != 0 && parts(1).signum != b.signum) parts(0).subtract(BigInteger.ONE)
      else parts(0)
    }
  }

  /** Returns the number that 64 bits stand for. */
  def big(bits: Long, isHigh: Boolean): BigInteger = {
    val signed = BigInteger.valueOf(bits)
    if (isHigh) signed.add(TwoTo64) else signed
  }

  /** Returns the bits of a number and sets whether it is high, or refuses it. */
  def put(value: BigInteger, walk: Walk): Long = {
    val isHigh = value.bitLength > 63
    if (isHigh && (value.signum < 0 || value.bitLength > 64)) walk.refuse(Layouts.Overflow)
    walk.isHigh = isHigh
    value.longValue
  }

  private val TwoTo64 = BigInteger.ONE.shiftLeft(64)

  final class Negated(of: Node) extends Node(WholeBounds.negated(bounds(of))) {
    private[this] val isPlain = !of.isWide && bounds(of).min > ValueType.Whole.MinLong
    override def whole(scope: Scope, walk: Walk): Long = {
      walk.isHigh = false
      val value = of.whole(scope, walk)
      if (isPlain) -value else put(big(value, of.isWide && walk.isHigh).negate, walk)
    }
    override def code(in: CodeScope): String = s"Math.negateExact(${of.code(in)})"
  }

  final class Inverted(of: Node) extends Node(WholeBounds.inverted(bounds(of))) {
    override def whole(scope: Scope, walk: Walk): Long = {
      walk.isHigh = false
      val value = of.whole(scope, walk)
      if (of.isWide && walk.isHigh) walk.refuse(Layouts.Overflow)
      ~value
    }
    override def code(in: CodeScope): String = s"(~${of.code(in)})"
  }

  final class OfTruth(of: Node) extends Node(ValueType.Whole(0, 1)) {
    override def whole(scope: Scope, walk: Walk): Long = if (of.truth(scope, walk)) 1L else 0L
    override def code(in: CodeScope): String = s"(${of.code(in)} ? 1L : 0L)"
  }

  /** The number of an enum. */
  final class OfLabel(of: Node, number: ValueType.Whole) extends Node(number) {
    override def whole(scope: Scope, walk: Walk): Long = of.whole(scope, walk)
    override def code(in: CodeScope): String = of.code(in)
  }

  /** Cuts a float toward zero. */
  final class OfReal(of: Node) extends Node(ValueType.Whole.Any) {
    override def whole(scope: Scope, walk: Walk): Long = {
      val value = of.real(scope, walk)
      walk.isHigh = false
      if (value.isNaN || value.isInfinite) walk.refuse(Layouts.Overflow)
      else if (value > -9.2e18 && value < 9.2e18) value.toLong
      else put(new java.math.BigDecimal(value).toBigInteger, walk)
    }
  }

  /** Reads the digits of a text. */
  final class OfText(of: Node, radix: Node) extends Node(ValueType.Whole.Any) {
    override def whole(scope: Scope, walk: Walk): Long = {
      val text = of.text(scope, walk)
      val base = if (radix == null) 10L else radix.whole(scope, walk)
      walk.isHigh = false
      walk.spend(text.length.toLong)
      val digits = if (text.startsWith("-") || text.startsWith("+")) text.substring(1) else text
      if (base < 2 || base > 36 || digits.isEmpty) walk.refuse(Layouts.BadDigits)
      var at = 0
      while (at < digits.length) {
        val c = digits.charAt(at)
        if (c > 0x7f || Character.digit(c, base.toInt) < 0) walk.refuse(Layouts.BadDigits)
        at += 1
      }
      val first = math.max(0, digits.indexWhere(_ != '0'))
      // More digits than 64 bits have in base 2 cannot fit in any base.
      if (digits.length - first > 64) walk.refuse(Layouts.Overflow)
      val value = new BigInteger(digits.substring(first), base.toInt)
      put(if (text.startsWith("-")) value.negate else value, walk)
    }
  }
}

/** The bounds of the results of operators, from the bounds of their operands.
  *
  * @param mayOverflow
  *   whether a result may not fit in 64 signed bits
  */
private[program] final case class WholeBounds(result: Whole, mayOverflow: Boolean)

private[program] object WholeBounds {
  import WholeNodes._

  def of(operator: Int, a: Whole, b: Whole): WholeBounds = operator match {
    case Add => between(a.min + b.min, a.max + b.max)
    case Subtract => between(a.min - b.max, a.max - b.min)
    case Multiply =>
      val corners = Seq(a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max)
      between(corners.min, corners.max)
    case Divide =>
      val most = a.min.abs.max(a.max.abs)
      if (a.min >= 0 && b.min >= 0) between(0, a.max) else between(-most, most)
    case Modulo => between((b.min + 1).min(0), (b.max - 1).max(0))
    case And =>
      if (a.min >= 0 && b.min >= 0) between(0, a.max.min(b.max))
      else if (a.min >= 0) between(0, a.max)
      else if (b.min >= 0) between(0, b.max)
      else bits(a, b)
    case Or | Xor =>
      if (a.min >= 0 && b.min >= 0) between(0, (BigInt(1) << a.max.max(b.max).bitLength) - 1)
      else bits(a, b)
    case ShiftLeft =>
      if (isLongShift(b)) WholeBounds(Whole.Any, mayOverflow = true)
      else {
        val by = b.max.toInt
        between((a.min << by).min(a.min), (a.max << by).max(a.max))
      }
    case ShiftRight => between(a.min.min(0), a.max.max(0))
  }

  /** Whether a shift by such a number is not one of the machine's. */
  def isLongShift(by: Whole): Boolean = by.min < 0 || by.max > 63

  def negated(of: Whole): Whole = Whole.within(-of.max, -of.min)
  def inverted(of: Whole): Whole = Whole.within(-of.max - 1, -of.min - 1)

  private def bits(a: Whole, b: Whole): WholeBounds = {
    val width = Seq(a.min, a.max, b.min, b.max).map(_.bitLength).max
    between(-(BigInt(1) << width), (BigInt(1) << width) - 1)
  }

  private def between(min: BigInt, max: BigInt): WholeBounds =
    WholeBounds(Whole.within(min, max), min < Whole.MinLong || max > Whole.MaxLong)
}
