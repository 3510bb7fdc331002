package sparkwire.wire.layouts.compiling

import sparkwire.wire.core.Nearest
import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.expressions.Expression
import sparkwire.wire.layouts.expressions.Expression._
import sparkwire.wire.layouts.model.{Encodings, Member, TypeDef}
import sparkwire.wire.layouts.program.{Node, ValueType}
import sparkwire.wire.layouts.program.ListNodes
import sparkwire.wire.layouts.program.MemberNodes
import sparkwire.wire.layouts.program.OtherNodes
import sparkwire.wire.layouts.program.TextNodes
import sparkwire.wire.layouts.program.WholeNodes

/** Compiles the expressions of one type.
  *
  * One file: every form of an expression is a few lines.
  *
  * @param place
  *   the position of the expression in the text
  * @param item
  *   the type of `_`, None where there is none
  * @param isForKind
  *   whether only the type of the result is asked for
  */
private[compiling] final class ExpressionCompiler(
    compiler: Compiler, in: TypeDef, place: String, item: Option[ValueType],
    isForKind: Boolean = false) {

  private def refuse(why: String): Nothing = throw new BadLayout(place, why)

  private def isLate: Boolean = place.startsWith(s"${in.place}/instances/")

  /** Returns the same compiler with a type for `_`. */
  def withItem(kind: ValueType): ExpressionCompiler =
    new ExpressionCompiler(compiler, in, place, Some(kind), isForKind)

  /** Returns the same compiler for expressions of which only the type counts: the content of casts
    * and joined texts is not looked at.
    */
  def statedOnly: ExpressionCompiler =
    new ExpressionCompiler(compiler, in, place, item, isForKind = true)

  def whole(expression: Expression): Node = compile(expression) match {
    case node if node.kind.isInstanceOf[ValueType.Whole] => node
    case other => refuse(s"expected a whole number, found ${other.kind}")
  }

  def truth(expression: Expression): Node = compile(expression) match {
    case node if node.kind == ValueType.Truth => node
    case other => refuse(s"expected a boolean, found ${other.kind}")
  }

  def stream(expression: Expression): Node = compile(expression) match {
    case node if node.kind == ValueType.Stream => node
    case other => refuse(s"expected a stream, found ${other.kind}")
  }

  def compile(expression: Expression): Node = expression match {
    case Whole(value) =>
      if (value < ValueType.Whole.MinLong || value > ValueType.Whole.MaxUnsigned)
        refuse(s"$value is not between -2^63 and 2^64-1")
      new WholeNodes.Constant(value)
    case Real(value) => new OtherNodes.RealConstant(value)
    case Text(value) => new TextNodes.Constant(value)
    case Truth(value) => new OtherNodes.TruthConstant(value)
    case Items(items) => list(items)
    case Name(name) => named(name)
    case Attribute(of, name) => attribute(of, name)
    case Element(of, index) => element(compile(of), whole(index))
    case Call(of, name, arguments) => call(compile(of), name, arguments)
    case Label(path, isAbsolute) => label(path, isAbsolute)
    case Negated(of) => compile(of) match {
        case node if node.kind == ValueType.Real => new OtherNodes.RealNegated(node)
        case node => new WholeNodes.Negated(requireWhole(node, "-"))
      }
    case Inverted(of) => new WholeNodes.Inverted(requireWhole(compile(of), "~"))
    case Not(of) => new OtherNodes.Not(truth(of))
    case Arithmetic(operator, left, right) =>
      arithmetic(operator, compile(left), compile(right))
    case Comparison(operator, left, right) => compare(operator, compile(left), compile(right))
    case And(left, right) => new OtherNodes.And(truth(left), truth(right))
    case Or(left, right) => new OtherNodes.Or(truth(left), truth(right))
    case Choice(condition, ifTrue, ifFalse) =>
      choice(truth(condition), compile(ifTrue), compile(ifFalse))
    case Cast(_, to) if isForKind =>
      new MemberNodes.Item(
        Casts.kindOf(to, in, compiler, place) match {
          // A cast does not change the number.
          case _: ValueType.Whole => ValueType.Whole.Any
          case other => other
        })
    case Joined(_) if isForKind => new TextNodes.Constant("")
    case Cast(of, to) => Casts.compile(compile(of), to, in, compiler, place)
    case SizeOf(name, inBits) => Sizes.ofName(name, inBits, in, place)
    case Joined(parts) => new TextNodes.Join(
        parts.map(part =>
          compile(part) match {
            case node if node.kind == ValueType.Text => node
            case node if node.kind.isInstanceOf[ValueType.Whole] => new TextNodes.OfWhole(node)
            case other => refuse(s"only texts and whole numbers can be joined, not ${other.kind}")
          }).toArray)
  }

  private def requireWhole(node: Node, operator: String): Node =
    if (node.kind.isInstanceOf[ValueType.Whole]) node
    else refuse(s"'$operator' needs a whole number, found ${node.kind}")

  // Names.

  private def self: Node = new MemberNodes.Self(compiler.planOf(in))

  private def named(name: String): Node = name match {
    case "_" => new MemberNodes.Item(
        item.getOrElse(
          refuse(
            "there is no `_` here: it is the value in `valid`, or the element in `repeat-until`")))
    case "_index" => MemberNodes.Index
    case "_sizeof" => Sizes.ofType(in, place)
    case other => of(self, ValueType.Struct(compiler.planOf(in)), other)
  }

  private def attribute(of: Expression, name: String): Node =
    if (name == "_sizeof") Sizes.ofExpression(of, in, place, compiler)
    else {
      val owner = compile(of)
      owner.kind match {
        case struct: ValueType.Struct => this.of(owner, struct, name)
        case ValueType.AnyStruct => name match {
            case "_io" => new MemberNodes.StreamOf(owner)
            case "_root" =>
              refuse("`_root` of one of several types: cast it with `.as<type>` first")
            case "_parent" => new MemberNodes.Parent(owner, ValueType.AnyStruct)
            case other =>
              refuse(s"'$other' of one of several types: cast it with `.as<type>` first")
          }
        case _ => Methods.property(owner, name).getOrElse(
            refuse(
              s"${owner.kind} has no '$name'.${Nearest.hint(name, Methods.propertiesOf(owner.kind))}"))
      }
    }

  /** A member of an object. */
  private def of(owner: Node, kind: ValueType.Struct, name: String): Node = {
    val definition = kind.of.definition
    name match {
      case "_root" =>
        new MemberNodes.Root(owner, ValueType.Struct(compiler.planOf(definition.root)))
      case "_parent" => new MemberNodes.Parent(owner, compiler.parentKind(definition))
      case "_io" => new MemberNodes.StreamOf(owner)
      case other =>
        val member = definition.member(other).getOrElse {
          val known = definition.members.flatMap(one => Option(one.id)).toSeq
          refuse(s"the type $definition has no field '$other'.${Nearest.hint(other, known)}")
        }
        compiler.use(in, isLate, member)
        get(owner, member)
    }
  }

  private def get(owner: Node, member: Member): Node =
    new MemberNodes.Get(owner, compiler.slotOf(member), compiler.instanceOf(member))

  private def label(path: Seq[String], isAbsolute: Boolean): Node = {
    val of = compiler.enumPlan(path.init, in, place, isAbsolute)
    val number = of.numbers.getOrElse(path.last,
      refuse(
        s"the enum ${of.name} has no label '${path.last}'.${Nearest.hint(path.last, of.numbers.keys.toSeq)}"))
    new LabelNode(
      new WholeNodes.Constant(number), ValueType.Label(of, ValueType.Whole.of(number)))
  }

  // Lists.

  private def list(items: Seq[Expression]): Node = {
    val bytes = items.map {
      case Whole(value) if value >= 0 && value <= 255 => Some(value.toByte)
      case _ => None
    }
    if (bytes.forall(_.isDefined)) new TextNodes.BytesConstant(bytes.flatten.toArray)
    else {
      val nodes = items.map(compile)
      val isBytes = items.zip(nodes).forall {
        case (Whole(value), _) => value >= 0 && value <= 255
        case (_: Name | _: Attribute, node) => node.kind == ValueType.Whole(0, 255)
        case _ => false
      }
      val kind = nodes.map(_.kind).reduceLeft((found, next) =>
        ValueType.common(found, next).getOrElse(refuse(s"a list of $found and $next")))
      val list = new ListNodes.Literal(nodes.map(Casts.widened(_, kind)).toArray, kind)
      if (isBytes) new BytesOfList(list) else list
    }
  }

  private def element(of: Node, index: Node): Node = of.kind match {
    case ValueType.Listed(kind) => new ListNodes.At(of, index, kind)
    case ValueType.Bytes => new TextNodes.ByteAt(of, index)
    case other => refuse(s"$other has no elements")
  }

  private def call(of: Node, name: String, arguments: Seq[Expression]): Node =
    (of.kind, name, arguments) match {
      case (ValueType.Text, "to_i", Seq(radix)) => new WholeNodes.OfText(of, whole(radix))
      case (ValueType.Text, "substring", Seq(from, until)) =>
        new TextNodes.Substring(of, whole(from), whole(until))
      case (ValueType.Bytes, "to_s", Seq(Text(encoding))) =>
        new TextNodes.OfBytes(of, Encodings.of(encoding, place))
      case (_, other, Seq()) => Methods.property(of, other).getOrElse(
          refuse(s"${of.kind} has no method '$other'"))
      case (kind, other, _) =>
        refuse(s"$kind has no method '$other' with ${arguments.length} such arguments")
    }

  // Operators.

  private def arithmetic(operator: String, left: Node, right: Node): Node = {
    val code = WholeNodes.Operators.indexOf(operator)
    (left.kind, right.kind) match {
      case (_: ValueType.Whole, _: ValueType.Whole) => WholeNodes.arithmetic(code, left, right)
      case (ValueType.Real | _: ValueType.Whole, ValueType.Real | _: ValueType.Whole)
          if code <= WholeNodes.Modulo =>
        new OtherNodes.RealArithmetic(
          code, Casts.widened(left, ValueType.Real), Casts.widened(right, ValueType.Real))
      case (ValueType.Text, ValueType.Text) if operator == "+" =>
        new TextNodes.Join(Array(left, right))
      case (a, b) => refuse(s"cannot apply '$operator' to $a and $b")
    }
  }

  def compare(operator: String, left: Node, right: Node): Node = {
    val code = OtherNodes.Comparisons.indexOf(operator)
    val isEquality = code <= OtherNodes.Unequal
    (left.kind, right.kind) match {
      case (_: ValueType.Whole, _: ValueType.Whole) =>
        new OtherNodes.CompareWhole(code, left, right)
      case (ValueType.Real | _: ValueType.Whole, ValueType.Real | _: ValueType.Whole) =>
        new OtherNodes.CompareReal(
          code, Casts.widened(left, ValueType.Real), Casts.widened(right, ValueType.Real))
      case (a: ValueType.Label, b: ValueType.Label) if isEquality && (a.of eq b.of) =>
        new OtherNodes.CompareWhole(code, left, right)
      case (ValueType.Truth, ValueType.Truth) => new OtherNodes.CompareTruth(code, left, right)
      case (ValueType.Text, ValueType.Text) => new OtherNodes.CompareText(code, left, right)
      case (ValueType.Bytes, ValueType.Bytes) => new OtherNodes.CompareBytes(code, left, right)
      case (a, b) => refuse(s"cannot compare $a and $b by '$operator'")
    }
  }

  private def choice(condition: Node, ifTrue: Node, ifFalse: Node): Node = {
    val kind = ValueType.common(ifTrue.kind, ifFalse.kind).getOrElse(
      refuse(s"the results are of different types: ${ifTrue.kind} and ${ifFalse.kind}"))
    new OtherNodes.Choice(
      condition, Casts.widened(ifTrue, kind), Casts.widened(ifFalse, kind), kind)
  }
}
