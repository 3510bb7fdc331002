package sparkwire.wire.layouts.expressions

/** An expression as it is written. */
private[layouts] sealed abstract class Expression

private[layouts] object Expression {
  final case class Whole(value: BigInt) extends Expression
  final case class Real(value: Double) extends Expression
  final case class Text(value: String) extends Expression
  final case class Truth(value: Boolean) extends Expression
  final case class Items(items: Seq[Expression]) extends Expression
  final case class Name(name: String) extends Expression
  final case class Attribute(of: Expression, name: String) extends Expression
  final case class Element(of: Expression, index: Expression) extends Expression
  final case class Call(of: Expression, name: String, arguments: Seq[Expression]) extends Expression

  /** A label of an enum. The path ends with the enum and the label. */
  final case class Label(path: Seq[String], isAbsolute: Boolean) extends Expression
  final case class Negated(of: Expression) extends Expression
  final case class Inverted(of: Expression) extends Expression
  final case class Not(of: Expression) extends Expression
  final case class Arithmetic(operator: String, left: Expression, right: Expression)
      extends Expression
  final case class Comparison(operator: String, left: Expression, right: Expression)
      extends Expression
  final case class And(left: Expression, right: Expression) extends Expression
  final case class Or(left: Expression, right: Expression) extends Expression
  final case class Choice(condition: Expression, ifTrue: Expression, ifFalse: Expression)
      extends Expression
  final case class Cast(of: Expression, to: TypeName) extends Expression
  final case class SizeOf(of: TypeName, inBits: Boolean) extends Expression

  /** `f"…"`: texts and numbers, joined. */
  final case class Joined(parts: Seq[Expression]) extends Expression
}

/** The name of a type in an expression: `a::b`, `u4`, `str[]`. */
private[layouts] final case class TypeName(path: Seq[String], isAbsolute: Boolean,
    isList: Boolean) {
  override def toString: String =
    (if (isAbsolute) "::" else "") + path.mkString("::") + (if (isList) "[]" else "")
}
