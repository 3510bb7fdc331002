package sparkwire.wire.layouts.compiling

import sparkwire.wire.layouts.expressions.Expression
import sparkwire.wire.layouts.model._
import sparkwire.wire.layouts.program._

/** Finds the fields that a writer makes: a field that alone, or plus, minus or times a constant, is a
  * size or a number of elements, or that decides a switch.
  */
private[compiling] final class Inverses(compiler: Compiler, in: TypeDef) {

  /** Returns an expression the other way round, None if it is not of such a form. */
  def of(expression: Expression, place: String): Option[Inverse] = expression match {
    case Expression.Arithmetic("+", field, Expression.Whole(c)) => inverse(field, '+', c, place)
    case Expression.Arithmetic("+", Expression.Whole(c), field) => inverse(field, '+', c, place)
    case Expression.Arithmetic("-", field, Expression.Whole(c)) => inverse(field, '-', c, place)
    case Expression.Arithmetic("-", Expression.Whole(c), field) => inverse(field, 'r', c, place)
    case Expression.Arithmetic("*", field, Expression.Whole(c)) => inverse(field, '*', c, place)
    case Expression.Arithmetic("*", Expression.Whole(c), field) => inverse(field, '*', c, place)
    case field => inverse(field, '=', 0, place)
  }

  private def inverse(
      field: Expression, operator: Char, constant: BigInt, place: String): Option[Inverse] =
    for {
      (owner, member) <- named(field, place)
      if constant.isValidLong && isNumber(member)
    } yield new Inverse(owner, compiler.madeOf(member), operator, constant.toLong)

  private def named(field: Expression, place: String): Option[(Node, Member)] = field match {
    case Expression.Name(name) if !name.startsWith("_") =>
      in.member(name).map(new MemberNodes.Self(compiler.planOf(in)) -> _)
    case Expression.Attribute(owner, name) if isAround(owner) =>
      val node = compiler.expressions(in, place).compile(owner)
      node.kind match {
        case ValueType.Struct(plan) => plan.definition.member(name).map(node -> _)
        case _ => None
      }
    case _ => None
  }

  private def isAround(owner: Expression): Boolean = owner match {
    case Expression.Name("_parent" | "_root") => true
    case Expression.Attribute(of, "_parent" | "_root") => isAround(of)
    case _ => false
  }

  private def isNumber(member: Member): Boolean = member.spec match {
    case read: MemberSpec.Read if member.of.seq.exists(_ eq member) =>
      read.repeat == RepeatSpec.Once && (read.data match {
        case _: DataSpec.Whole => true
        case bits: DataSpec.Bits => bits.width > 1 || read.enumName.isDefined
        case _ => false
      })
    case _ => false
  }

  /** Notes for the fields of this type the values that determine them. */
  def note(read: MemberSpec.Read, field: MemberPlan, member: Member): Unit = {
    read.repeat match {
      case RepeatSpec.Count(count) =>
        field.countOf = of(count, s"${member.place}/repeat-expr").orNull
        noteOwn(field.countOf, field)
      case _ => ()
    }
    field.data match {
      case raw: DataPlan.Raw => noteOwn(raw.extent.sizeOf, field)
      case text: DataPlan.Text => noteOwn(text.extent.sizeOf, field)
      case _: DataPlan.Switch => read.data match {
          case DataSpec.Switch(on, _, _) if field.repeat == MemberPlan.Once =>
            noteOwn(inverse(on, '=', 0, s"${member.place}/type/switch-on").orNull, field)
          case _ => ()
        }
      case _ => ()
    }
  }

  private def noteOwn(inverse: Inverse, field: MemberPlan): Unit =
    if (inverse != null && inverse.owner.isInstanceOf[MemberNodes.Self])
      inverse.made.uses = inverse.made.uses :+ field
}
