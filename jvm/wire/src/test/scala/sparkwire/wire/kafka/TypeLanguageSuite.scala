package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.kafka.definitions.{DefinitionParser, KafkaLayout, TypeLanguage}
import sparkwire.wire.kafka.messages.OneKafkaValue

import org.scalatest.funsuite.AnyFunSuite

/** Layouts written as types, and the difference between a layout and a name. */
class TypeLanguageSuite extends AnyFunSuite with ReaderChecks {
  private def read(layout: String, hex: String): Tree = {
    val root = OneKafkaValue(KafkaLayout.Types(layout))
    val bytes = Vectors.bytes(hex.replace(" ", ""))
    tiles(root)(bytes)
    walk(root, bytes).fold(why => fail(why.word), identity)
  }

  private def list(layout: String, hex: String): Tree =
    Views.without(read(layout, hex), Views.unknownTags)

  private val types = Seq(
    ("BOOLEAN", "02", Flag(true)),
    ("INT8", "ff", Whole(-1)),
    ("INT16", "ffff", Whole(-1)),
    ("UINT16", "ffff", Whole(65535)),
    ("INT32", "ffffffff", Whole(-1)),
    ("UINT32", "ffffffff", Whole(0xffffffffL)),
    ("INT64", "ffffffffffffffff", Whole(-1)),
    ("FLOAT64", "3ff8000000000000", Real(1.5)),
    ("UUID", "00" * 15 + "01", Text("AAAAAAAAAAAAAAAAAAAAAQ")),
    ("UNSIGNED_VARINT", "ffffffff0f", Whole(0xffffffffL)),
    ("UNSIGNED_VARLONG", "ac02", Whole(300)),
    ("VARINT", "ffffffff0f", Whole(Int.MinValue)),
    ("VARLONG", "ffffffffffffffffff01", Whole(Long.MinValue)),
    ("STRING", "000161", Text("a")),
    ("NULLABLE_STRING", "ffff", NoValue),
    ("COMPACT_STRING", "0261", Text("a")),
    ("COMPACT_NULLABLE_STRING", "00", NoValue),
    ("BYTES", "0000000161", Hex("61")),
    ("NULLABLE_BYTES", "ffffffff", NoValue),
    ("COMPACT_BYTES", "0261", Hex("61")),
    ("COMPACT_NULLABLE_BYTES", "00", NoValue),
    ("RECORDS", "ffffffff", NoValue),
    ("COMPACT_RECORDS", "0261", Hex("61")),
    ("ARRAY<INT8>", "0000000107", Items(Vector(Whole(7)))),
    ("NULLABLE_ARRAY<INT8>", "ffffffff", NoValue),
    ("COMPACT_ARRAY<INT8>", "0207", Items(Vector(Whole(7)))),
    ("COMPACT_NULLABLE_ARRAY<INT8>", "00", NoValue),
    ("NULLABLE_COMPACT_ARRAY<INT8>", "00", NoValue),
    ("ARRAY<COMPACT_ARRAY<INT8>>", "00000001 0207", Items(Vector(Items(Vector(Whole(7)))))),
    ("STRUCT<a INT8, b INT8>", "0102", struct("a" -> Whole(1), "b" -> Whole(2))),
    ("ARRAY<STRUCT<a STRUCT<b INT8>>>", "0000000107",
      Items(Vector(struct("a" -> struct("b" -> Whole(7)))))),
    ("STRUCT<a INT8, TAGGED_FIELDS(3 b INT8)>", "01 01 03 01 02",
      struct("a" -> Whole(1), "b" -> Whole(2)))
  )

  for ((written, hex, value) <- types)
    test(s"$written, in any case and with blanks anywhere") {
      assert(Views.plain(read(written, hex)) === value)
      assert(Views.plain(read(written.toLowerCase, hex)) === value)
      val wide = written.replaceAll("([<>(),])", " $1\n ")
      assert(Views.plain(read(s" $wide ", hex)) === value)
    }

  test("a list of fields is a struct; their names may be those of types") {
    assert(list("a INT8, b COMPACT_STRING", "07 0261") ===
      struct("a" -> Whole(7), "b" -> Text("a")))
    assert(list("int8 INT8", "07") === struct("int8" -> Whole(7)))
    assert(list("struct INT8, array INT8", "0708") ===
      struct("struct" -> Whole(7), "array" -> Whole(8)))
    assert(list("tagged_fields INT8", "07") === struct("tagged_fields" -> Whole(7)))
    assert(list("Ab_1 INT8", "07") === struct("Ab_1" -> Whole(7)))
  }

  test("tagged fields stand last, in any order, and are NULL when they are not there") {
    assert(list("a INT8, TAGGED_FIELDS(5 c INT8, 0 b INT8)", "07 02 000101 050102") ===
      struct("a" -> Whole(7), "b" -> Whole(1), "c" -> Whole(2)))
    assert(list("a INT8, TAGGED_FIELDS(5 c INT8)", "07 00") === struct("a" -> Whole(7)))
    assert(list("TAGGED_FIELDS(4294967295 a INT8)", "01 ffffffff0f 01 07") ===
      struct("a" -> Whole(7)))
    assert(read("TAGGED_FIELDS()", "01 07 01 61").at(Views.unknownTags) ===
      Items(Vector(struct("path" -> Text(""), "tag" -> Whole(7), "data" -> Hex("61")))))
  }

  test("lists of lists, as fields too") {
    val lists = Items(Vector(Items(Vector(Whole(1), Whole(2))), NoValue, Items(Vector.empty)))
    val bytes = "00000003 030102 00 01"
    val layout = "ARRAY<NULLABLE_COMPACT_ARRAY<INT8>>"
    assert(read(layout, bytes) === lists)
    assert(list(s"a $layout", bytes) === struct("a" -> lists))
    assert(list(s"TAGGED_FIELDS(0 a $layout)", "01 00 09" + bytes) === struct("a" -> lists))
    assert(read(s"ARRAY<$layout>", "00000001" + bytes) === Items(Vector(lists)))
    val texts = Items(Vector(Items(Vector(Text("a"))), Items(Vector.empty)))
    assert(list("s STRUCT<a COMPACT_ARRAY<COMPACT_ARRAY<STRING>>>", "03 02 000161 01") ===
      struct("s" -> struct("a" -> texts)))
  }

  test("unknown tags have the way to their struct as path") {
    val layout =
      "a ARRAY<COMPACT_ARRAY<STRUCT<b STRUCT<c INT8, TAGGED_FIELDS()>>>>, TAGGED_FIELDS()"
    assert(read(layout, "00000001 03 01 00 02 01 07 01 61 01 08 00").at(Views.unknownTags) ===
      Items(
        Vector(
          struct("path" -> Text(""), "tag" -> Whole(8), "data" -> Hex("")),
          struct("path" -> Text("a[0][1].b"), "tag" -> Whole(7), "data" -> Hex("61")))))
  }

  private val known = "ARRAY<..>, BOOLEAN, BYTES, COMPACT_ARRAY<..>, COMPACT_BYTES, " +
    "COMPACT_NULLABLE_ARRAY<..>, COMPACT_NULLABLE_BYTES, COMPACT_NULLABLE_STRING, COMPACT_RECORDS, " +
    "COMPACT_STRING, FLOAT64, INT16, INT32, INT64, INT8, NULLABLE_ARRAY<..>, NULLABLE_BYTES, " +
    "NULLABLE_COMPACT_ARRAY<..>, NULLABLE_STRING, RECORDS, STRING, STRUCT<..>, TAGGED_FIELDS(..), " +
    "UINT16, UINT32, UNSIGNED_VARINT, UNSIGNED_VARLONG, UUID, VARINT, VARLONG"

  private val refused = Seq(
    "" -> "the layout is empty",
    "  \n" -> "the layout is empty",
    "a INT99" -> s"'INT99' is not a type. Known: $known",
    "<" -> s"'<' is not a type. Known: $known",
    "ARRAY" -> "'<' is missing before the end",
    "ARRAY<INT8" -> "'>' is missing before the end",
    "ARRAY<>" -> s"'>' is not a type. Known: $known",
    "ARRAY<a INT8>" -> s"'a' is not a type. Known: $known",
    "INT8>" -> "'>' is left over",
    "INT8, INT8" -> "',' is left over",
    "a INT8 b" -> "'b' stands where , or the end is expected",
    "a INT8," -> "a field is missing at the end",
    "a INT8, 7 INT8" -> "'7' is not the name of a field",
    "a INT8, b" -> "the field 'b' has no type before the end",
    "a INT8, b, c INT8" -> "the field 'b' has no type before ','",
    "a INT8, A INT16" -> "two fields are called 'a'",
    "a INT8, TAGGED_FIELDS(0 a INT8)" -> "two fields are called 'a'",
    "STRUCT<>" -> "'>' is not the name of a field",
    "STRUCT<a INT8" -> "'>' is missing before the end",
    "STRUCT<a INT8 b INT8>" -> "'>' is missing before 'b'",
    "a INT8, _unknown_tags INT8" -> "'_unknown_tags' is what the result itself has",
    "a INT8, _Version INT8" -> "'_Version' is what the result itself has",
    "TAGGED_FIELDS(0 a INT8), b INT8" -> "TAGGED_FIELDS stands last",
    "a INT8, TAGGED_FIELDS(0 b INT8" -> "',' is missing before the end",
    "a INT8, TAGGED_FIELDS(0 b INT8, 0 c INT8)" -> "two fields have the tag 0",
    "a INT8, TAGGED_FIELDS(b INT8)" -> "'b' is not the number of a tag",
    "a INT8, TAGGED_FIELDS(4294967296 b INT8)" -> "'4294967296' is not the number of a tag",
    "a INT8, TAGGED_FIELDS(0 b INT8,)" -> "')' is not the number of a tag",
    "a INT8, b TAGGED_FIELDS(0 c INT8)" -> s"'TAGGED_FIELDS' is not a type. Known: $known",
    "ARRAY<" * 101 + "INT8" + ">" * 101 -> "types are nested deeper than 100 levels"
  )

  for (((layout, said), number) <- refused.zipWithIndex)
    test(s"refused, ${number + 1}: $said, in '${layout.take(60)}'") {
      assert(intercept[BadKafkaLayout](TypeLanguage.parse(layout)).getMessage === said)
    }

  test("more fields than a layout may have are refused") {
    val layout = (0 to DefinitionParser.MaxFields).map(n => s"f$n INT8").mkString(", ")
    assert(intercept[BadKafkaLayout](TypeLanguage.parse(layout)).getMessage ===
      "the layout has too many fields")
  }

  test("a layout is a definition, the name of a message, or types") {
    assert(KafkaLayout.of(" OffsetCommitValue ") === KafkaLayout.Message(
      "OffsetCommitValue", isName = true))
    assert(KafkaLayout.of("int8") === KafkaLayout.Types("int8"))
    assert(KafkaLayout.of("a INT8").isInstanceOf[KafkaLayout.Types])
    val json = """{"name": "M", "validVersions": "0", "fields": []}"""
    assert(KafkaLayout.of(json) === KafkaLayout.Message(json, isName = false))
    assert(KafkaLayout.of(s"// M\n$json").isInstanceOf[KafkaLayout.Message])
  }

  test("a name that is none is refused with those that are near") {
    def refusal(name: String) = intercept[BadKafkaLayout](KafkaLayout.of(name)).getMessage
    val lists = "kafka_layouts() lists the messages"
    assert(
      refusal("MetadataRequets") === "'MetadataRequets' is neither a type nor one of Kafka's " +
        s"messages. Did you mean MetadataRequest? $lists")
    assert(
      refusal("offsetCommitV").contains(
        " Did you mean OffsetCommitValue or LegacyOffsetCommitValue?"))
    assert(refusal("INT23").contains(" Did you mean INT32"))
    assert(refusal("Nothing") ===
      s"'Nothing' is neither a type nor one of Kafka's messages. $lists")
  }
}
