package sparkwire.wire.layouts.expressions

import scala.annotation.tailrec

import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.expressions.Expression._

/** Parses an expression by descent: one method for each level of precedence, the loosest first.
  * Comparisons bind looser than bit operations, as in Python, and do not chain.
  *
  * @param place
  *   the position of the text in the layout
  */
private[layouts] final class ExpressionParser(text: String, place: String) {
  private[this] val tokens = new Tokens(text, place)
  private[this] var depth = 0
  // The operands and steps after the first ones. Each may make the tree a level deeper.
  private[this] var steps = 0

  /** Parses the whole text. */
  def parse(): Expression = {
    val found = choice()
    if (!tokens.isAtEnd) tokens.refuse("the end of the expression")
    found
  }

  /** Parses a type with its arguments, `name::inner(1, x)`. */
  def parseTypeCall(): (TypeName, Seq[Expression]) = {
    val name = typeName()
    val arguments = if (tokens.accept("(")) listUntil(")") else Nil
    if (!tokens.isAtEnd) tokens.refuse("the end of the type")
    (name, arguments)
  }

  /** Parses a name with arguments, `xor(0x5a)`. */
  def parseCall(): (String, Seq[Expression]) = {
    val path = Seq(tokens.identifier())
    val name = following(path).mkString(".")
    val arguments = if (tokens.accept("(")) listUntil(")") else Nil
    if (!tokens.isAtEnd) tokens.refuse("the end of the call")
    (name, arguments)
  }

  @tailrec
  private def following(path: Seq[String]): Seq[String] =
    if (tokens.accept(".")) following(path :+ tokens.identifier()) else path

  private def deeper[T](parse: => T): T = {
    depth += 1
    if (depth > ExpressionParser.MostLevels)
      throw new BadLayout(
        place, s"the expression is nested deeper than ${ExpressionParser.MostLevels} levels")
    val found = parse
    depth -= 1
    found
  }

  private def countStep(): Unit = {
    steps += 1
    if (steps > ExpressionParser.MostSteps)
      throw new BadLayout(
        place, s"the expression has more than ${ExpressionParser.MostSteps} operands and steps")
  }

  private def choice(): Expression = deeper {
    val condition = either()
    if (!tokens.accept("?")) condition
    else {
      val ifTrue = choice()
      tokens.require(":")
      Choice(condition, ifTrue, choice())
    }
  }

  private def either(): Expression = chain(both(), Seq("or"))(both())((_, left, right) =>
    Or(left, right))
  private def both(): Expression = chain(negation(), Seq("and"))(negation())((_, left, right) =>
    And(left, right))

  private def negation(): Expression =
    if (tokens.accept("not")) deeper(Not(negation())) else comparison()

  private def comparison(): Expression = {
    val left = bitOr()
    tokens.acceptOne(ExpressionParser.Comparisons) match {
      case Some(operator) => Comparison(operator, left, bitOr())
      case None => left
    }
  }

  private def bitOr(): Expression = arithmetic(bitXor(), "|")(bitXor())
  private def bitXor(): Expression = arithmetic(bitAnd(), "^")(bitAnd())
  private def bitAnd(): Expression = arithmetic(shift(), "&")(shift())
  private def shift(): Expression = arithmetic(sum(), "<<", ">>")(sum())
  private def sum(): Expression = arithmetic(product(), "+", "-")(product())
  private def product(): Expression = arithmetic(signed(), "*", "/", "%")(signed())

  private def arithmetic(first: Expression, operators: String*)(next: => Expression): Expression =
    chain(first, operators)(next)(Arithmetic.apply)

  /** Parses operands of one level from left to right. */
  private def chain(first: Expression, operators: Seq[String])(next: => Expression)(
      join: (String, Expression, Expression) => Expression): Expression = {
    var found = first
    var operands = 1
    var operator = tokens.acceptOne(operators)
    while (operator.isDefined) {
      operands += 1
      // Each operand makes the tree one level deeper.
      if (operands > ExpressionParser.MostOperands)
        throw new BadLayout(
          place, s"the expression has more than ${ExpressionParser.MostOperands} operands in a row")
      countStep()
      found = join(operator.get, found, next)
      operator = tokens.acceptOne(operators)
    }
    found
  }

  private def signed(): Expression =
    if (tokens.accept("+")) deeper(signed())
    else if (tokens.accept("-")) deeper {
      signed() match {
        case Whole(value) => Whole(-value)
        case other => Negated(other)
      }
    }
    else if (tokens.accept("~")) deeper(Inverted(signed()))
    else trailers(atom(), 0)

  @tailrec
  private def trailers(of: Expression, count: Int): Expression = {
    if (count > ExpressionParser.MostOperands)
      throw new BadLayout(place, "the expression has too many steps in a row")
    if (count > 0) countStep()
    if (tokens.accept("[")) {
      val index = choice()
      tokens.require("]")
      trailers(Element(of, index), count + 1)
    } else if (tokens.accept(".")) {
      val name = tokens.identifier()
      if (name == "as" && tokens.accept("<")) {
        val to = typeName()
        tokens.require(">")
        trailers(Cast(of, to), count + 1)
      } else if (tokens.accept("(")) trailers(Call(of, name, listUntil(")")), count + 1)
      else trailers(Attribute(of, name), count + 1)
    } else of
  }

  private def listUntil(end: String): Seq[Expression] =
    if (tokens.accept(end)) Nil
    else {
      val items = Vector.newBuilder[Expression]
      items += choice()
      // A list may end with a comma.
      while (tokens.accept(",") && !(end == "]" && tokens.isAt("]"))) items += choice()
      tokens.require(end)
      items.result()
    }

  private def typeName(): TypeName = {
    val isAbsolute = tokens.accept("::")
    val path = Vector.newBuilder[String]
    path += tokens.identifier()
    while (tokens.accept("::")) path += tokens.identifier()
    val isList = tokens.accept("[") && { tokens.require("]"); true }
    TypeName(path.result(), isAbsolute, isList)
  }

  private def atom(): Expression = deeper {
    if (tokens.accept("(")) {
      val inner = choice()
      tokens.require(")")
      inner
    } else if (tokens.accept("[")) {
      val items = listUntil("]")
      if (items.isEmpty) throw new BadLayout(place, "a list needs an element: its type is unknown")
      Items(items)
    } else if (tokens.isAt("f\"")) joined()
    else if (tokens.isAtText) {
      val all = new StringBuilder
      while (tokens.isAtText) all.append(tokens.text())
      Text(all.toString)
    } else tokens.number().getOrElse(named())
  }

  private def joined(): Expression =
    Joined(
      tokens.format().map {
        case Left(literal) => Text(literal)
        case Right(inner) => deeper(new ExpressionParser(inner, place).parse())
      })

  private def named(): Expression = {
    val isAbsolute = tokens.accept("::")
    val name = tokens.identifier()
    if ((name == "sizeof" || name == "bitsizeof") && tokens.accept("<")) {
      val of = typeName()
      tokens.require(">")
      SizeOf(of, inBits = name == "bitsizeof")
    } else if (isAbsolute || tokens.isAt("::")) {
      var path = Vector(name)
      while (tokens.accept("::")) path :+= tokens.identifier()
      if (path.length < 2) tokens.refuse("an enum and its label")
      Label(path, isAbsolute)
    } else name match {
      case "true" => Truth(true)
      case "false" => Truth(false)
      case other => Name(other)
    }
  }
}

private[layouts] object ExpressionParser {
  def parse(text: String, place: String): Expression = new ExpressionParser(text, place).parse()

  private final val MostLevels = 60
  private final val MostOperands = 200
  private final val MostSteps = 500
  private val Comparisons = Seq("==", "!=", "<=", ">=", "<", ">")
}
