package sparkwire.wire.layouts.text

import java.nio.charset.Charset

import scala.util.matching.Regex

import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.expressions.{Expression, ExpressionParser}
import sparkwire.wire.layouts.model._

/** Reads which form the bytes of one field have. */
private[text] final class DataParser(of: TypeDef, entries: MapEntries) {
  import DataParser._

  def parse(): DataSpec = entries.get("type") match {
    case None => DataSpec.Raw(
        extent(None).getOrElse(
          entries.refuseHere(
            "a field without a type needs `size`, `size-eos`, `terminator` or `contents`")))
    case Some(scalar: Yaml.Scalar) if !scalar.isNull =>
      ofType(scalar.asText, entries.placeOf("type"))
    case Some(map: Yaml.Mapping) => switch(new MapEntries(map, entries.placeOf("type")))
    case Some(other) =>
      entries.refuse("type", s"expected the name of a type or a map, found ${other.what}")
  }

  private def ofType(written: String, place: String): DataSpec = written match {
    case Number(kind, size, order) => number(kind, size.toInt, order, place)
    case BitField(width, order) => bits(width, order, place)
    case "str" => text(isZeroTerminated = false)
    case "strz" => text(isZeroTerminated = true)
    case _ =>
      val (name, arguments) = new ExpressionParser(written, place).parseTypeCall()
      val own = extent(None)
      if (own.isEmpty && entries.has("process"))
        entries.refuseHere("`process` needs `size`, `size-eos` or `terminator`")
      DataSpec.Nested(name, arguments, own, parent)
  }

  private def number(kind: String, size: Int, written: String, place: String): DataSpec = {
    val order = written match {
      case "le" => Order.Little
      case "be" => Order.Big
      case _ if size == 1 => Order.Big
      case _ =>
        if (of.defaults.order == Order.Unknown)
          throw new BadLayout(place,
            s"'$kind$size' needs an order of bytes: $kind${size}le, $kind${size}be, or `meta/endian`")
        of.defaults.order
    }
    if (kind == "f") DataSpec.Real(size, order)
    else DataSpec.Whole(size, isSigned = kind == "s", order)
  }

  private def bits(width: String, written: String, place: String): DataSpec = {
    val count = width.toIntOption.filter(n => n >= 1 && n <= 64).getOrElse(
      throw new BadLayout(place, s"'b$width': a bit field has 1 to 64 bits here"))
    DataSpec.Bits(
      count, if (written == null || written.isEmpty) of.defaults.bitsAreLittle else written == "le")
  }

  private def text(isZeroTerminated: Boolean): DataSpec = {
    val (name, place) = entries.text("encoding").map(_ -> entries.placeOf("encoding")).orElse(
      of.defaults.encoding.map(_ -> entries.place)).getOrElse(
      entries.refuseHere("text needs an `encoding`, here or in `meta`"))
    val charset = Encodings.of(name, place)
    val zeros =
      if (isZeroTerminated) Some(Vector.fill(unitOf(charset))(0.toByte)) else None
    val found = extent(zeros).getOrElse(
      entries.refuseHere("text needs `size`, `size-eos` or `terminator`"))
    DataSpec.Text(found, charset.name)
  }

  private def parent: ParentSpec = entries.scalar("parent").fold[ParentSpec](ParentSpec.Around)(
    written =>
      if (written.asBoolean.contains(false)) ParentSpec.Nobody
      else ParentSpec.Given(entries.expression("parent").get))

  /** @param zeros
    *   the terminator that the type brings with it
    */
  private def extent(zeros: Option[Vector[Byte]]): Option[Extent] = {
    val size = entries.expression("size")
    val isToEnd = entries.boolean("size-eos").getOrElse(false)
    if (size.isDefined && isToEnd)
      entries.refuseHere("only one of `size` and `size-eos` can be given")
    val terminator = entries.byte("terminator").map(Vector(_)).orElse(zeros)
    if (size.isEmpty && !isToEnd && terminator.isEmpty) None
    else Some(
      Extent(size, isToEnd, terminator, entries.boolean("include").getOrElse(false),
        entries.boolean("consume").getOrElse(true), entries.boolean("eos-error").getOrElse(true),
        entries.byte("pad-right"), process))
  }

  private def process: Option[ProcessSpec] = entries.text("process").map { written =>
    val place = entries.placeOf("process")
    val (name, arguments) = new ExpressionParser(written, place).parseCall()
    def one: Expression = arguments match {
      case Seq(argument) => argument
      case _ => throw new BadLayout(place, s"'$name' takes one argument, found ${arguments.length}")
    }
    name match {
      case "xor" => ProcessSpec.Xor(one)
      case "rol" => ProcessSpec.Rotate(one, toLeft = true)
      case "ror" => ProcessSpec.Rotate(one, toLeft = false)
      case "zlib" =>
        if (arguments.nonEmpty) throw new BadLayout(place, "'zlib' takes no arguments")
        ProcessSpec.Zlib
      case other =>
        throw new BadLayout(
          place,
          s"the processor '$other' is not known here. Accepted: xor(key), rol(bits), ror(bits), zlib")
    }
  }

  private def switch(switch: MapEntries): DataSpec = {
    switch.requireKnown(Seq("switch-on", "cases"))
    val on = switch.expression("switch-on").getOrElse(switch.refuseHere("switch-on is missing"))
    val own = extent(None)
    val cases = switch.entries("cases").getOrElse(switch.refuseHere("cases are missing"))
    if (cases.all.isEmpty) cases.refuseHere("there are no cases")
    val found = cases.all.map { case (key, value) =>
      val place = cases.placeOf(key.asText)
      val written = value match {
        case scalar: Yaml.Scalar if !scalar.isNull => scalar.asText
        case other =>
          throw new BadLayout(place, s"expected the name of a type, found ${other.what}")
      }
      DataSpec.Case(
        MemberParser.caseKey(key, place), ofCase(written, place), nameOf(written), place)
    }
    DataSpec.Switch(on, found, own)
  }

  // The size of a switch is the size of each nested type and text among its cases. Numbers do not
  // use it.
  private def ofCase(written: String, place: String): DataSpec = written match {
    case "str" | "strz" => caseText(written == "strz", place)
    case _ => ofType(written, place)
  }

  private def caseText(isZeroTerminated: Boolean, place: String): DataSpec = {
    val name = of.defaults.encoding.getOrElse(
      throw new BadLayout(place, "text needs an `encoding` in `meta`"))
    val charset = Encodings.of(name, place)
    val zeros = if (isZeroTerminated) Some(Vector.fill(unitOf(charset))(0.toByte)) else None
    val found = extent(zeros).getOrElse(
      throw new BadLayout(place, "text needs `size`, `size-eos` or `terminator`"))
    // Of a text, only the bytes are as the switch says: it is not processed.
    DataSpec.Text(found.copy(process = None), charset.name)
  }
}

private[text] object DataParser {
  private val Number: Regex = "(?:(?=[us])|(?=f[48]))([usf])(1(?![lb])|2|4|8)(le|be)?".r
  private val BitField: Regex = "b([0-9]+)(le|be)?".r

  def isNumber(written: String): Boolean = Number.matches(written) || BitField.matches(written)

  /** Whether all cases of a switch are numbers, which need no bytes of their own. */
  def hasOnlyNumbers(entries: MapEntries): Boolean = entries.get("type") match {
    case Some(map: Yaml.Mapping) =>
      new MapEntries(map, "").get("cases") match {
        case Some(cases: Yaml.Mapping) => cases.entries.forall {
            case (_, scalar: Yaml.Scalar) => isNumber(scalar.text)
            case _ => false
          }
        case _ => false
      }
    case _ => false
  }

  /** Returns the type of a case without its arguments, as the name of a field. */
  private def nameOf(written: String): String =
    written.takeWhile(_ != '(').trim.stripPrefix("::").replace("::", "_")

  private def unitOf(charset: Charset): Int =
    if (charset.name.startsWith("UTF-16")) 2 else if (charset.name.startsWith("UTF-32")) 4 else 1
}
