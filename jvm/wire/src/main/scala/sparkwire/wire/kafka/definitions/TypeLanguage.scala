package sparkwire.wire.kafka.definitions

import java.util.Locale

import scala.collection.mutable.ArrayBuffer

import sparkwire.wire.core.{Field, Kind, Shape}
import sparkwire.wire.kafka.{BadKafkaLayout, Kafka}

/** Layouts that users define, with the names of types in Kafka's protocol guide, in any case.
  * {{{
  *   layout = type | fields
  *   fields = field {"," field} ["," tagged] | tagged
  *   field  = name type
  *   tagged = TAGGED_FIELDS "(" [number field {"," number field}] ")"
  *   type   = INT32 | COMPACT_STRING | ..
  *          | (ARRAY | NULLABLE_ARRAY | COMPACT_ARRAY | COMPACT_NULLABLE_ARRAY) "<" type ">"
  *          | STRUCT "<" fields ">"
  * }}}
  */
private[kafka] object TypeLanguage {

  /** The result for a text: a single value, or the struct of a list of fields. */
  final case class Parsed(value: ValuePlan, kind: Kind, isList: Boolean)

  def parse(text: String): Parsed = new TypeLanguage(text).layout

  /** The names of all types. [[isType]] tells whether a text is a type and not a message. */
  def names: Seq[String] = types.keys.toSeq.sorted
  def isType(word: String): Boolean = types.contains(word.toUpperCase(Locale.ROOT))

  private val types: Map[String, (Int, Boolean)] = Map(
    "BOOLEAN" -> Code.Bool,
    "INT8" -> Code.Int8,
    "INT16" -> Code.Int16,
    "UINT16" -> Code.UInt16,
    "INT32" -> Code.Int32,
    "UINT32" -> Code.UInt32,
    "INT64" -> Code.Int64,
    "FLOAT64" -> Code.Float64,
    "UUID" -> Code.Uuid,
    "UNSIGNED_VARINT" -> Code.UnsignedVarint,
    "UNSIGNED_VARLONG" -> Code.UnsignedVarlong,
    "VARINT" -> Code.Varint,
    "VARLONG" -> Code.Varlong,
    "STRING" -> Code.Text,
    "COMPACT_STRING" -> Code.CompactText,
    "BYTES" -> Code.Bytes,
    "COMPACT_BYTES" -> Code.CompactBytes
  ).map { case (name, code) => name -> (code -> false) } ++ Map(
    "NULLABLE_STRING" -> Code.Text,
    "COMPACT_NULLABLE_STRING" -> Code.CompactText,
    "NULLABLE_BYTES" -> Code.Bytes,
    "COMPACT_NULLABLE_BYTES" -> Code.CompactBytes,
    "RECORDS" -> Code.Bytes,
    "COMPACT_RECORDS" -> Code.CompactBytes
  ).map { case (name, code) => name -> (code -> true) }

  // Kafka's own code calls the last of them NULLABLE_COMPACT_ARRAY.
  private val lists: Map[String, (Int, Boolean)] = Map("ARRAY" -> (Code.List -> false),
    "NULLABLE_ARRAY" -> (Code.List -> true), "COMPACT_ARRAY" -> (Code.CompactList -> false),
    "COMPACT_NULLABLE_ARRAY" -> (Code.CompactList -> true),
    "NULLABLE_COMPACT_ARRAY" -> (Code.CompactList -> true))

  private val Struct = "STRUCT"
  private val Tagged = "TAGGED_FIELDS"
  private val known: String =
    (types.keys ++ lists.keys.map(_ + "<..>") ++ Seq(
      "STRUCT<..>", "TAGGED_FIELDS(..)")).toSeq.sorted
      .mkString(", ")

  // Names that the result itself uses.
  private val taken = Set(Kafka.UnknownTagsField.name, Kafka.VersionField.name)

  private val Token = "\\s*([A-Za-z_][A-Za-z_0-9]*|[0-9]+|[<>(),]|\\S)".r
}

private final class TypeLanguage(text: String) {
  import TypeLanguage._

  private val tokens: IndexedSeq[String] = Token.findAllMatchIn(text).map(_.group(1)).toIndexedSeq
  private var at = 0
  private var depth = 0

  private def refuse(message: String): Nothing = throw new BadKafkaLayout(message)
  private def peek: String = if (at < tokens.length) tokens(at) else ""
  private def ahead: String = if (at + 1 < tokens.length) tokens(at + 1) else ""
  private def isNext(word: String): Boolean = peek.equalsIgnoreCase(word)

  private def next(): String = {
    val token = peek
    at += 1
    token
  }

  private def expect(token: String): Unit =
    if (!isNext(token)) refuse(s"'$token' is missing before ${here()}")
    else at += 1

  private def here(): String = if (peek.isEmpty) "the end" else s"'$peek'"

  def layout: Parsed = {
    if (tokens.isEmpty) refuse("the layout is empty")
    // A list begins with the name and type of a field, a type with its own name.
    val isList = isWord(ahead) || (isNext(Tagged) && ahead == "(")
    val parsed =
      if (isList) {
        val struct = fields(Seq(Kafka.UnknownTagsField), "")
        Parsed(new ValuePlan(Code.Struct, false, struct = struct), Kind.Struct(struct.shape), true)
      } else {
        val (value, kind, _) = valueType()
        Parsed(value, kind, isList = false)
      }
    if (at < tokens.length) refuse(s"${here()} is left over")
    parsed
  }

  private def isWord(token: String): Boolean = token.headOption.exists(c => c.isLetter || c == '_')

  private def valueType(): (ValuePlan, Kind, String) = {
    val name = next().toUpperCase(Locale.ROOT)
    if (name == Struct) {
      expect("<")
      deeper()
      val struct = fields(Nil, ">")
      depth -= 1
      expect(">")
      (new ValuePlan(Code.Struct, false, struct = struct), Kind.Struct(struct.shape), "struct")
    } else if (lists.contains(name)) {
      val (code, isNullable) = lists(name)
      expect("<")
      deeper()
      val (element, kind, _) = valueType()
      depth -= 1
      expect(">")
      (new ValuePlan(code, isNullable, element = element), Kind.Sequence(kind), name.toLowerCase)
    } else {
      val (code, isNullable) =
        types.getOrElse(
          name, refuse(s"'${tokens.lift(at - 1).getOrElse("")}' is not a type. Known: $known"))
      (new ValuePlan(code, isNullable), Code.kind(code), name.toLowerCase)
    }
  }

  private def deeper(): Unit = {
    depth += 1
    if (depth > Kind.MaxLevels) refuse(Kind.TooManyLevels)
  }

  /** Parses the fields of a struct up to `end`. */
  private def fields(more: Seq[Field], end: String): StructPlan = {
    val sequence = ArrayBuffer.empty[FieldPlan]
    val shapes = ArrayBuffer.empty[Field]
    var tagged = Seq.empty[FieldPlan]
    var hasTags = false
    var isFirst = true
    while (isFirst || isNext(",")) {
      if (!isFirst) expect(",")
      isFirst = false
      if (hasTags) refuse(s"$Tagged stands last")
      if (isNext(Tagged) && ahead == "(") {
        hasTags = true
        tagged = taggedFields(shapes)
      } else sequence += field(shapes, -1)
    }
    if (end.isEmpty && peek.nonEmpty) refuse(s"${here()} stands where , or the end is expected")
    val names = shapes.map(_.name.toLowerCase(Locale.ROOT)).toSeq
    names.diff(names.distinct).headOption.foreach(twice =>
      refuse(s"two fields are called '$twice'"))
    val frames = if (hasTags) TagFrames.all else Nil
    val shape = Shape("struct", shapes.toVector ++ more ++ frames)
    new StructPlan(shape, sequence.toArray, hasTags, tagged.sortBy(_.tag).toArray, Array.empty,
      Array.empty, isSupported = true, results = shapes.length + more.length)
  }

  private def field(shapes: ArrayBuffer[Field], tag: Long): FieldPlan = {
    val name = next()
    if (!isWord(name))
      refuse(
        if (name.isEmpty) "a field is missing at the end"
        else s"'$name' is not the name of a field")
    if (taken(name.toLowerCase(Locale.ROOT))) refuse(s"'$name' is what the result itself has")
    if (!isWord(peek)) refuse(s"the field '$name' has no type before ${here()}")
    val (value, kind, wire) = valueType()
    if (shapes.length >= DefinitionParser.MaxFields) refuse("the layout has too many fields")
    shapes += Field(name, kind, wire)
    new FieldPlan(name, shapes.length - 1, value, DefaultValue.None, tag)
  }

  private def taggedFields(shapes: ArrayBuffer[Field]): Seq[FieldPlan] = {
    expect(Tagged)
    expect("(")
    val found = ArrayBuffer.empty[FieldPlan]
    while (!isNext(")")) {
      if (found.nonEmpty) expect(",")
      val number = next()
      if (!number.matches("[0-9]{1,10}") || number.toLong > 0xffffffffL)
        refuse(s"'$number' is not the number of a tag")
      if (found.exists(_.tag == number.toLong)) refuse(s"two fields have the tag $number")
      found += field(shapes, number.toLong)
    }
    expect(")")
    found.toSeq
  }
}
