package sparkwire.wire.layouts.compiling

import sparkwire.wire.core.Kind
import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.expressions.{Expression, TypeName}
import sparkwire.wire.layouts.model._
import sparkwire.wire.layouts.program.{Node, ValueType, WholeNodes}

/** Sizes that the text alone determines: `sizeof<type>`, `field._sizeof`. */
private[compiling] object Sizes {

  def ofName(name: TypeName, inBits: Boolean, in: TypeDef, place: String): Node = {
    val bits = fixed(name).getOrElse {
      val definition = Names.typeOf(name, in, place)
      bitsOf(definition, Set.empty).getOrElse(refuse(place, s"the type $definition"))
    }
    new WholeNodes.Constant(if (inBits) bits else bytes(bits))
  }

  def ofType(of: TypeDef, place: String): Node =
    new WholeNodes.Constant(bytes(bitsOf(of, Set.empty).getOrElse(refuse(place, s"the type $of"))))

  /** The size of the field or object that an expression names. */
  def ofExpression(of: Expression, in: TypeDef, place: String, compiler: Compiler): Node = {
    val bits = of match {
      case Expression.Name("_root") => bitsOf(in.root, Set.empty)
      case Expression.Name(name) if in.member(name).isDefined =>
        bitsOf(in.member(name).get, Set.empty)
      case Expression.Attribute(owner, name) =>
        compiler.expressions(in, place).compile(owner).kind match {
          case ValueType.Struct(plan) =>
            plan.definition.member(name).flatMap(bitsOf(_, Set.empty))
          case _ => None
        }
      case other => compiler.expressions(in, place).compile(other).kind match {
          case ValueType.Struct(plan) => bitsOf(plan.definition, Set.empty)
          case _ => None
        }
    }
    new WholeNodes.Constant(bytes(bits.getOrElse(refuse(place, "it"))))
  }

  private def refuse(place: String, what: String): Nothing =
    throw new BadLayout(place, s"the size of $what is known only from the data")

  private def bytes(bits: BigInt): BigInt = (bits + 7) / 8

  private val Number = "[usf]([1248])(le|be)?".r
  private val Bits = "b([0-9]+)(le|be)?".r

  private def fixed(name: TypeName): Option[BigInt] =
    if (name.path.length > 1) None
    else name.path.head match {
      case Number(size, _) => Some(BigInt(size) * 8)
      case Bits(width, _) => Some(BigInt(width))
      case _ => None
    }

  private def bitsOf(of: TypeDef, around: Set[TypeDef]): Option[BigInt] =
    if (around(of) || around.size > Kind.MaxLevels) None
    else of.seq.foldLeft(Option(BigInt(0))) { (sum, member) =>
      for (before <- sum; own <- bitsOf(member, around + of))
        yield if (isBits(member)) before + own else bytes(before) * 8 + own
    }

  private def isBits(member: Member): Boolean = member.spec match {
    case read: MemberSpec.Read => read.data.isInstanceOf[DataSpec.Bits]
    case _ => false
  }

  private def bitsOf(member: Member, around: Set[TypeDef]): Option[BigInt] = member.spec match {
    case read @ MemberSpec.Read(
          _, None, RepeatSpec.Count(Expression.Whole(count)), _, _, _, _) if count >= 0 =>
      bitsOfOne(read.data, member, around).map(_ * count)
    case read @ MemberSpec.Read(_, None, RepeatSpec.Once, _, _, _, _) =>
      bitsOfOne(read.data, member, around)
    case _ => None
  }

  private def bitsOfOne(
      data: DataSpec, member: Member, around: Set[TypeDef]): Option[BigInt] = data match {
    case DataSpec.Whole(size, _, _) => Some(BigInt(8 * size))
    case DataSpec.Real(size, _) => Some(BigInt(8 * size))
    case DataSpec.Bits(width, _) => Some(BigInt(width))
    case DataSpec.Constant(bytes) => Some(BigInt(8 * bytes.length))
    case DataSpec.Raw(extent) => sized(extent)
    case DataSpec.Text(extent, _) => sized(extent)
    case DataSpec.Nested(_, _, Some(extent), _) => sized(extent)
    case DataSpec.Nested(name, _, None, _) =>
      bitsOf(Names.typeOf(name, member.of, s"${member.place}/type"), around)
    case DataSpec.Switch(_, _, Some(extent)) => sized(extent)
    case _: DataSpec.Switch => None
  }

  private def sized(extent: Extent): Option[BigInt] = extent.size match {
    case Some(Expression.Whole(size)) if size >= 0 => Some(size * 8)
    case _ => None
  }
}
