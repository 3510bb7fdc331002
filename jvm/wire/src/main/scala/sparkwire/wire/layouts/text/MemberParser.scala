package sparkwire.wire.layouts.text

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.layouts.BadLayout
import sparkwire.wire.layouts.expressions.{Expression, ExpressionParser}
import sparkwire.wire.layouts.model._

/** Reads the fields, instances and parameters of one type. */
private[text] final class MemberParser(of: TypeDef) {
  import MemberParser._

  private def member(
      id: String, entries: MapEntries, spec: MemberSpec, spark: SparkSpec): Member =
    new Member(id, of, entries.place, spec, spark, docOf(entries))

  private def docOf(entries: MapEntries): String = entries.get("doc") match {
    case Some(scalar: Yaml.Scalar) => scalar.text.trim
    case _ => ""
  }

  def param(entries: MapEntries): Member = {
    entries.requireKnown(Seq("id", "type", "doc", "doc-ref", "enum"))
    val id = idOf(entries).getOrElse(entries.refuseHere("a parameter needs an id"))
    val written = entries.text("type").getOrElse("bytes")
    val (name, arguments) =
      new ExpressionParser(written, entries.placeOf("type")).parseTypeCall()
    if (arguments.nonEmpty) entries.refuse("type", "the type of a parameter takes no arguments")
    member(id, entries, MemberSpec.Param(name, enumOf(entries)), NoSpark)
  }

  def attribute(entries: MapEntries): Member =
    member(idOf(entries).orNull, entries, read(entries, Nil), SparkParser.parse(entries))

  private def idOf(entries: MapEntries): Option[String] =
    entries.text("id").map(MapEntries.id(_, entries.placeOf("id"), "a field"))

  def instance(id: String, entries: MapEntries): Member = {
    val spec =
      if (entries.has("value")) {
        entries.requireKnown(Seq("value", "if", "enum", "doc", "doc-ref"))
        MemberSpec.Computed(
          entries.expression("value").get, entries.expression("if"), enumOf(entries))
      } else {
        val found = read(entries, Seq("pos", "io"))
        // Without a position it would be read where the stream happens to be.
        found.copy(
          position = entries.expression("pos"), stream = entries.expression("io"))
      }
    member(id, entries, spec, SparkParser.parse(entries))
  }

  private def enumOf(entries: MapEntries): Option[Seq[String]] =
    entries.text("enum").map(_.split("::", -1).toSeq)

  private def read(entries: MapEntries, further: Seq[String]): MemberSpec.Read = {
    val (repeat, repeatKeys) = repeatOf(entries)
    val known = Seq("id", "doc", "doc-ref", "type", "if", "repeat", "valid", "consume", "include",
      "eos-error", "terminator") ++ repeatKeys ++ further ++ formOf(entries)
    entries.requireKnown(known)
    val constant = entries.get("contents").map(contents(_, entries.placeOf("contents")))
    if (constant.isDefined && entries.has("valid"))
      entries.refuseHere("`contents` and `valid` cannot be used together")
    val data = constant match {
      case Some(bytes) if !entries.has("type") => DataSpec.Constant(bytes)
      case Some(_) => entries.refuse("contents", "only a field without a type has contents")
      case None => new DataParser(of, entries).parse()
    }
    MemberSpec.Read(data, entries.expression("if"), repeat, validOf(entries), enumOf(entries),
      None, None)
  }

  /** The keys that the type of a field brings with it. */
  private def formOf(entries: MapEntries): Seq[String] = entries.get("type") match {
    case None => ByteKeys
    case Some(scalar: Yaml.Scalar) => scalar.text match {
        case "str" | "strz" => TextKeys
        case number if DataParser.isNumber(number) => Seq("enum")
        case _ => ByteKeys
      }
    // The enum of a switch is the enum of its numbers.
    case Some(_) =>
      if (DataParser.hasOnlyNumbers(entries)) ByteKeys.filterNot(_ == "enum") else ByteKeys
  }

  private def repeatOf(entries: MapEntries): (RepeatSpec, Seq[String]) =
    entries.text("repeat") match {
      case None => (RepeatSpec.Once, Nil)
      case Some("eos") => (RepeatSpec.ToEnd, Nil)
      case Some("expr") =>
        val count = entries.expression("repeat-expr").getOrElse(
          entries.refuse("repeat", "`repeat: expr` needs `repeat-expr`"))
        (RepeatSpec.Count(count), Seq("repeat-expr"))
      case Some("until") =>
        val condition = entries.expression("repeat-until").getOrElse(
          entries.refuse("repeat", "`repeat: until` needs `repeat-until`"))
        (RepeatSpec.Until(condition), Seq("repeat-until"))
      case Some(other) => entries.refuse("repeat", s"expected eos, expr or until, found '$other'")
    }

  private def contents(yaml: Yaml, place: String): Vector[Byte] = yaml match {
    case list: Yaml.Listing => list.items.zipWithIndex.flatMap {
        case (item: Yaml.Scalar, index) => constantBytes(item, s"$place/$index")
        case (other, index) =>
          throw new BadLayout(s"$place/$index", s"expected a text or a byte, found ${other.what}")
      }.toVector
    case scalar: Yaml.Scalar => constantBytes(scalar, place)
    case other =>
      throw new BadLayout(place, s"expected a text or a list of bytes, found ${other.what}")
  }

  private def constantBytes(scalar: Yaml.Scalar, place: String): Vector[Byte] =
    scalar.asWhole match {
      case Some(number) if number >= 0 && number <= 255 => Vector(number.toByte)
      case Some(number) => throw new BadLayout(place, s"expected a byte, 0 to 255, found $number")
      case None => scalar.text.getBytes(UTF_8).toVector
    }

  private def validOf(entries: MapEntries): Option[ValidSpec] = entries.get("valid").map {
    case _: Yaml.Scalar => ValidSpec.Equals(entries.expression("valid").get, "")
    case map: Yaml.Mapping =>
      val valid = new MapEntries(map, entries.placeOf("valid"))
      valid.requireKnown(Seq("eq", "min", "max", "any-of", "expr", "in-enum"))
      def only(keys: String*): Unit = valid.requireKnown(keys)
      if (valid.has("eq")) {
        only("eq")
        ValidSpec.Equals(valid.expression("eq").get, "/eq")
      } else if (valid.has("any-of")) {
        only("any-of")
        ValidSpec.AnyOf(
          valid.items("any-of").get.zipWithIndex.map {
            case (item: Yaml.Scalar, index) =>
              ExpressionParser.parse(item.asText, s"${valid.placeOf("any-of")}/$index")
            case (other, index) =>
              throw new BadLayout(
                s"${valid.placeOf("any-of")}/$index", s"expected a value, found ${other.what}")
          })
      } else if (valid.has("expr")) {
        only("expr")
        ValidSpec.Holds(valid.expression("expr").get)
      } else if (valid.has("in-enum")) {
        only("in-enum")
        if (!valid.boolean("in-enum").get)
          valid.refuse("in-enum", "only true is possible, leave it out otherwise")
        ValidSpec.InEnum
      } else if (valid.has("min") || valid.has("max"))
        ValidSpec.Between(valid.expression("min"), valid.expression("max"))
      else valid.refuseHere("expected one of eq, min, max, any-of, expr, in-enum")
    case other => entries.refuse("valid", s"expected a value or a map, found ${other.what}")
  }
}

private[text] object MemberParser {
  private val ByteKeys =
    Seq("size", "size-eos", "pad-right", "process", "parent", "contents", "enum")
  private val TextKeys = Seq("size", "size-eos", "pad-right", "encoding", "enum")
  private[text] val NoSpark = SparkSpec(isHidden = false, SparkForm.Plain)

  /** Returns the key of a case, None for `_`. */
  def caseKey(key: Yaml.Scalar, place: String): Option[Expression] =
    if (key.text == "_") None else Some(ExpressionParser.parse(key.asText, place))
}
