package sparkwire.wire.layouts.compiling

import sparkwire.wire.core.Nearest
import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.expressions.TypeName
import sparkwire.wire.layouts.model.{EnumDef, TypeDef}
import sparkwire.wire.layouts.program.ValueType

/** Finds the meaning of a name: first in the type where it is used, then in the types around it. */
private[compiling] object Names {

  def typeOf(name: TypeName, in: TypeDef, place: String): TypeDef =
    find(name.path, in, name.isAbsolute).getOrElse {
      val known = in.around.flatMap(of => of.types.keys ++ Seq(of.id)).toSeq.distinct
      throw new BadLayout(place,
        s"there is no type '${name.path.mkString("::")}'.${Nearest.hint(name.path.last, known ++ Builtin)}")
    }

  private def find(path: Seq[String], in: TypeDef, isAbsolute: Boolean): Option[TypeDef] = {
    val places = if (isAbsolute) Iterator(in.around.toSeq.last) else in.around
    places.flatMap { of =>
      val first = of.types.get(path.head).orElse(Option.when(of.id == path.head)(of))
      path.tail.foldLeft(first)((found, name) => found.flatMap(_.types.get(name)))
    }.nextOption()
  }

  /** @param path
    *   the types around an enum, and its name
    */
  def enumOf(path: Seq[String], in: TypeDef, place: String, isAbsolute: Boolean = false): (TypeDef,
      EnumDef) = {
    def within(of: TypeDef): Option[(TypeDef, EnumDef)] =
      if (path.length == 1) of.enums.get(path.head).map(of -> _)
      else
        of.types.get(path.head).orElse(Option.when(of.id == path.head)(of)).flatMap { first =>
          path.tail.init.foldLeft(Option(first))((found, name) => found.flatMap(_.types.get(name)))
            .flatMap(owner => owner.enums.get(path.last).map(owner -> _))
        }
    val places = if (isAbsolute) Iterator(in.around.toSeq.last) else in.around
    places.flatMap(within).nextOption().getOrElse {
      val known = in.around.flatMap(_.enums.keys).toSeq.distinct
      throw new BadLayout(
        place, s"there is no enum '${path.mkString("::")}'.${Nearest.hint(path.last, known)}")
    }
  }

  private val Builtin = Seq("u1", "u2", "u4", "u8", "s1", "s2", "s4", "s8", "f4", "f8", "u2le",
    "u2be", "u4le", "u4be", "str", "strz", "b1", "b4")
  private val Whole = "([us])([1248])(le|be)?".r
  private val Bits = "b([0-9]+)(le|be)?".r

  /** Returns the type that a name of the language stands for, None for the name of a type. */
  def builtin(name: TypeName): Option[ValueType] =
    if (name.path.length > 1 || name.isAbsolute) None
    else name.path.head match {
      case Whole(sign, size, _) =>
        Some(ValueType.Whole.bits(size.toInt * 8, isSigned = sign == "s"))
      case Bits("1", _) => Some(ValueType.Truth)
      case Bits(width, _) if width.toIntOption.exists(n => n >= 1 && n <= 64) =>
        Some(ValueType.Whole.bits(width.toInt, isSigned = false))
      case "f4" | "f8" | "f4le" | "f4be" | "f8le" | "f8be" => Some(ValueType.Real)
      case "str" | "strz" => Some(ValueType.Text)
      case "bytes" => Some(ValueType.Bytes)
      case "bool" => Some(ValueType.Truth)
      case "struct" => Some(ValueType.AnyStruct)
      case "io" => Some(ValueType.Stream)
      case "any" => Some(ValueType.Any)
      case _ => None
    }
}
