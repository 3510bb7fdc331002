package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._

import org.scalatest.funsuite.AnyFunSuite

/** Definitions of messages: what each key means, and what is refused with which words. */
class DefinitionParserSuite extends AnyFunSuite with ReaderChecks {
  private def quoted(text: String): String = text.replace('\'', '"')

  private def message(fields: String, more: String = ""): String =
    s"{'name': 'M', 'validVersions': '0-3', 'flexibleVersions': '2+', 'fields': [$fields]$more}"

  private def field(name: String, more: String): String = s"{'name': '$name', $more}"
  private def parse(text: String): MessageDefinition = DefinitionParser.parse(quoted(text))

  private def read(text: String, version: Int, hex: String, absent: String = "null"): Tree = {
    val root =
      OneMessage(Layout.Message(quoted(text), isName = false), VersionSource.Constant(version))
    val bytes = Vectors.bytes(hex.replace(" ", ""))
    tiles(root)(bytes)
    Views.without(
      walk(root, bytes, Options(Map("absent" -> absent))).fold(why => fail(why.word), identity),
      Views.unknownTags)
  }

  // What is understood.

  test("a field is on the wire at its versions") {
    val text = message(
      Seq(field("A", "'type': 'int8', 'versions': '0+'"),
        field("B", "'type': 'int8', 'versions': '1-2'"),
        field("C", "'type': 'int8', 'versions': '3'"),
        field("D", "'type': 'int8', 'versions': ' 4+ '"),
        field("E", "'type': 'int8', 'versions': 'none'")).mkString(","))
    assert(read(text, 0, "01") === struct("a" -> Whole(1)))
    assert(read(text, 1, "01 02") === struct("a" -> Whole(1), "b" -> Whole(2)))
    assert(read(text, 3, "01 03 00") === struct("a" -> Whole(1), "c" -> Whole(3)))
    // What is at no valid version is no field at all.
    assert(parse(text).shape.results.map(_.name) === Seq("a", "b", "c", Views.unknownTags))
  }

  test("without versions a field has those at which it is tagged") {
    val text =
      message(field("a", "'type': 'int8', 'taggedVersions': '2+', 'tag': 0, 'default': '7'"))
    assert(read(text, 2, "01 00 01 05") === struct("a" -> Whole(5)))
    assert(read(text, 2, "00") === struct("a" -> Whole(7)))
    assert(read(text, 1, "") === Struct(Map.empty))
    assert(read(text, 1, "", "default") === struct("a" -> Whole(7)))
  }

  test("a field can be in the sequence first and tagged later, and tags need not be in order") {
    val text = message(
      Seq(field("a", "'type': 'int8', 'versions': '0+', 'taggedVersions': '3+', 'tag': 1"),
        field("b", "'type': 'int8', 'versions': '3+', 'taggedVersions': '3+', 'tag': 0"))
        .mkString(","))
    assert(read(text, 2, "09 00") === struct("a" -> Whole(9)))
    assert(read(text, 3, "02 000108 010109") === struct("a" -> Whole(9), "b" -> Whole(8)))
  }

  test("every type in both its forms") {
    val types = Seq(
      ("bool", "01", "01", Flag(true)),
      ("int8", "80", "80", Whole(-128)),
      ("int16", "8000", "8000", Whole(-32768)),
      ("uint16", "ffff", "ffff", Whole(65535)),
      ("int32", "80000000", "80000000", Whole(Int.MinValue)),
      ("uint32", "ffffffff", "ffffffff", Whole(0xffffffffL)),
      ("int64", "8000000000000000", "8000000000000000", Whole(Long.MinValue)),
      ("float64", "8000000000000000", "8000000000000000", Real(-0.0)),
      ("uuid", "00" * 16, "00" * 16, Text("A" * 22)),
      ("string", "000161", "0261", Text("a")),
      ("bytes", "0000000161", "0261", Hex("61")),
      ("records", "0000000161", "0261", Hex("61")),
      ("[]int8", "0000000161", "0261", Items(Vector(Whole(0x61)))),
      (" [] string ", "00000001000161", "020261", Items(Vector(Text("a"))))
    )
    for ((name, classic, flexible, value) <- types) {
      val text = message(field("f", s"'type': '$name', 'versions': '0+'"))
      assert(read(text, 0, classic) === struct("f" -> value), name)
      assert(read(text, 2, flexible + "00") === struct("f" -> value), name)
    }
  }

  test("null is where nullableVersions say so, in each form") {
    val nulls = Seq(
      ("string", "ffff", "00"), ("bytes", "ffffffff", "00"), ("records", "ffffffff", "00"),
      ("[]int8", "ffffffff", "00"), ("S", "ff", "ff"))
    for ((name, classic, flexible) <- nulls) {
      val inner = if (name == "S") ", 'fields': []" else ""
      def text(nullable: String): String = message(
        field("f", s"'type': '$name', 'versions': '0+', 'nullableVersions': '$nullable'$inner"))
      assert(read(text("0+"), 0, classic) === Struct(Map.empty), name)
      assert(read(text("0+"), 2, flexible + "00") === Struct(Map.empty), name)
      if (name != "S") {
        val root =
          OneMessage(Layout.Message(quoted(text("2+")), isName = false), VersionSource.Constant(0))
        assert(
          walk(root, Vectors.bytes(classic)).left.map(_.word) ===
            Left("null-in-non-nullable"),
          name)
      }
    }
  }

  test("a string or bytes can have flexible versions of its own") {
    val text = message(
      field("s", "'type': 'string', 'versions': '0+', 'flexibleVersions': 'none'") + "," +
        field("b", "'type': 'bytes', 'versions': '0+', 'flexibleVersions': '3+'"))
    val value = struct("s" -> Text("a"), "b" -> Hex("62"))
    assert(read(text, 2, "000161 0000000162 00") === value)
    assert(read(text, 3, "000161 0262 00") === value)
  }

  test("structs: inline, common, in arrays, nullable and tagged") {
    val inline = "'type': 'S', 'versions': '0+', 'fields': [" +
      "{'name': 'x', 'type': 'int8', 'versions': '0+'}]"
    assert(read(message(field("f", inline)), 0, "07") ===
      struct("f" -> struct("x" -> Whole(7))))
    assert(read(message(field("f", inline)), 2, "07 00 00") ===
      struct("f" -> struct("x" -> Whole(7))))
    val common = message(
      Seq(field("one", "'type': 'C', 'versions': '0+', 'nullableVersions': '0+'"),
        field("many", "'type': '[]C', 'versions': '0+'"),
        field("last",
          "'type': 'C', 'versions': '2+', 'nullableVersions': '2+'," +
            "'taggedVersions': '2+', 'tag': 0, 'default': 'null'"))
        .mkString(","),
      ", 'commonStructs': [{'name': 'C', 'versions': '0+', 'fields': [" +
        "{'name': 'x', 'type': 'int8', 'versions': '0+'}]}]")
    val seven = struct("x" -> Whole(7))
    assert(read(common, 0, "01 07 00000001 07") === struct("one" -> seven,
      "many" -> Items(Vector(seven))))
    assert(read(common, 2, "ff 02 0700 01 00 03 010700") === struct(
      "many" -> Items(Vector(seven)), "last" -> seven))
    assert(read(common, 2, "ff 01 01 00 01 00") === struct("many" -> Items(Vector.empty)))
    assert(read(common, 2, "ff 01 00") === struct("many" -> Items(Vector.empty)))
  }

  test("a common struct may be read at its own versions only") {
    val text = message(field("f", "'type': 'C', 'versions': '0+'"),
      ", 'commonStructs': [{'name': 'C', 'versions': '1+', 'fields': []}]")
    val root = OneMessage(Layout.Message(quoted(text), isName = false), VersionSource.Constant(0))
    assert(walk(root, Array.empty[Byte]).left.map(_.word) === Left("unsupported-version"))
    assert(read(text, 1, "") === struct("f" -> Struct(Map.empty)))
  }

  test("defaults: of each type, given and not") {
    val defaults = Seq[(String, Seq[(String, Tree)])](
      ("bool",
        Seq("" -> Flag(false), "'true'" -> Flag(true), "'False'" -> Flag(false),
          "true" -> Flag(true))),
      ("int8", Seq("" -> Whole(0), "'-128'" -> Whole(-128), "5" -> Whole(5), "'+5'" -> Whole(5))),
      ("uint16", Seq("'0xffff'" -> Whole(65535))),
      ("uint32", Seq("'4294967295'" -> Whole(0xffffffffL))),
      ("int64", Seq("'0x7fffffffffffffff'" -> Whole(Long.MaxValue), "null" -> Whole(0))),
      ("float64", Seq("" -> Real(0.0), "'-1.5'" -> Real(-1.5), "2e3" -> Real(2000.0))),
      ("uuid",
        Seq("" -> Text("A" * 22),
          "'4L6g3nShT-eMCtK--X86sw'" -> Text(
            "4L6g3nShT-eMCtK--X86sw"))),
      ("string",
        Seq("" -> Text(""), "'null'" -> NoValue, "null" -> Text(""), "'x'" -> Text("x"),
          "7" -> Text("7"))),
      ("bytes", Seq("" -> Hex(""), "'null'" -> NoValue)),
      ("records", Seq("" -> NoValue, "''" -> Hex(""), "'null'" -> NoValue)),
      ("[]int32", Seq("" -> Items(Vector.empty), "'null'" -> NoValue)),
      ("S",
        Seq("" -> struct("x" -> Whole(3)), "null" -> struct("x" -> Whole(3)),
          "'null'" -> NoValue))
    )
    for ((name, cases) <- defaults; (written, value) <- cases) {
      val canBeNull = Set("string", "bytes", "records", "[]int32", "S")(name)
      val nullable = if (canBeNull) ", 'nullableVersions': '0+'" else ""
      val default = if (written.isEmpty) "" else s", 'default': $written"
      val inner =
        if (name == "S")
          ", 'fields': [{'name': 'x', 'type': 'int8', 'versions': '0+', 'default': '3'}]"
        else ""
      val text = message(field("f", s"'type': '$name', 'versions': '1+'$nullable$default$inner"))
      assert(read(text, 0, "", "default") === struct("f" -> value), s"$name $written")
      assert(read(text, 0, "") === Struct(Map.empty))
    }
  }

  test("what says nothing of the bytes may be there, comments too") {
    val text = "// a comment\n" + message(
      field("f",
        "'type': 'int8', 'versions': '0+', 'ignorable': true, 'mapKey': true, " +
          "'entityType': 'topicName', 'about': 'f', 'zeroCopy': false") + " // another\n",
      ", 'listeners': ['broker'], 'latestVersionUnstable': true, 'deprecatedVersions': '0', " +
        "'about': 'M', 'type': 'request', 'apiKey': 7")
    val parsed = parse(text)
    assert((parsed.name, parsed.messageType, parsed.apiKey) === (("M", "request", Some(7))))
    assert((parsed.validVersions.toString, parsed.flexibleVersions.toString) === (("0-3", "2+")))
    assert(read(text, 0, "01") === struct("f" -> Whole(1)))
  }

  test("ranges of versions") {
    for ((written, range) <- Seq("3" -> "3", "1-4" -> "1-4", "2+" -> "2+", "none" -> "none",
        "" -> "none", " 0+ " -> "0+", "5-5" -> "5", "32767" -> "32767"))
      assert(Versions.parse(written).toString === range)
    for (written <- Seq("x", "-1", "1-", "+", "4-1", "32768", "0-99999", "1 - 4", "1,2"))
      assert(Versions.parse(written) === null, written)
  }

  test("a removed message has no fields, and cannot be read by") {
    val text = "{'name': 'Gone', 'type': 'request', 'apiKey': 4, 'validVersions': 'none'}"
    assert(parse(text).isRemoved)
    assert(
      intercept[BadLayout](Layout.of(quoted(text))).getMessage === "Gone was removed from Kafka")
  }

  // What is refused.

  private val int8 = "'type': 'int8', 'versions': '0+'"
  private val refused = Seq(
    "" -> "a message definition is a JSON object",
    "[]" -> "a message definition is a JSON object",
    "{'name': 'M'" -> "no JSON",
    "{'name': 'M', 'name': 'N'}" -> "no JSON: Duplicate field 'name'",
    message("") + "{}" -> "no JSON",
    "{}" -> "the message has no name",
    "{'name': 7}" -> "the name of the message is no text",
    "{'name': 'M'}" -> "M has no validVersions",
    "{'name': 'M', 'validVersions': 0}" -> "the validVersions of M is no text",
    "{'name': 'M', 'validVersions': 'x'}" ->
      "the validVersions of M are 'x', which is no range such as 3, 1-4, 2+ or none",
    "{'name': 'M 1', 'validVersions': '0'}" -> "'M 1' is no name of a message",
    message(
      "", ", 'apikey': 1") -> ("M has the key 'apikey'. Known: about, apiKey, commonStructs, " +
      "deprecatedVersions, fields, flexibleVersions, latestVersionUnstable, listeners, name, type, " +
      "validVersions"),
    message("", ", 'apiKey': 'x'") -> "the apiKey of M is no number",
    message("", ", 'apiKey': 1.5") -> "the apiKey of M is no number",
    message("", ", 'type': 'reply'") -> ("M has the type 'reply'. Known: coordinator-key, " +
      "coordinator-value, data, header, metadata, request, response"),
    "{'name': 'M', 'validVersions': '0', 'fields': {}}" -> "the fields of M are no list of objects",
    message("7") -> "the fields of M are no list of objects",
    message("{'type': 'int8'}") -> "a part of M has no name",
    message(field("_a", int8)) -> "'_a' in M is no name: letters and digits, a letter first",
    message(field("f", "'versions': '0+'")) -> "M.f has no type",
    message(field("f", "'type': 'int8'")) -> "M.f has no versions",
    message(
      field("f", s"$int8, 'nullable': '0+'")) -> ("M.f has the key 'nullable'. Known: about, " +
      "default, entityType, fields, flexibleVersions, ignorable, mapKey, name, nullableVersions, " +
      "tag, taggedVersions, type, versions, zeroCopy"),
    message(field("f", "'type': 'int7', 'versions': '0+'")) ->
      ("M.f has the type 'int7'. Known: bool, bytes, float64, int16, int32, int64, int8, records, " +
        "string, uint16, uint32, uuid, the name of a struct, and [] with one of these"),
    message(field("f", "'type': '[][]int8', 'versions': '0+'")) -> "M.f has the type '[][]int8'",
    message(field("f", "'type': '', 'versions': '0+'")) -> "M.f has the type ''",
    message(field("f", s"$int8, 'fields': []")) -> "M.f is no struct, but has fields",
    message(field("f", s"$int8, 'nullableVersions': '0+'")) -> "M.f is a int8, which is never null",
    message(s"${field("f", int8)}, ${field("F", int8)}") -> "M has two fields 'f'",
    // Structs.
    message(field("f", "'type': 'S', 'versions': '0+'")) ->
      "M.f is of the struct S, which is not there",
    message(field("f", "'type': 'S-1', 'versions': '0+', 'fields': []")) ->
      "M.f has the type 'S-1', which is no name of a struct",
    message(
      s"${field("f", "'type': 'S', 'versions': '0+', 'fields': []")}, ${field("g", "'type': '[]S', 'versions': '0+', 'fields': []")}") ->
      "the struct S is there twice",
    message(field("f", "'type': 'C', 'versions': '0+', 'fields': []"),
      ", 'commonStructs': [{'name': 'C', 'fields': []}]") ->
      "M.f is of the common struct C and has fields of its own",
    message(field("f", "'type': 'C', 'versions': '0+'"),
      ", 'commonStructs': [{'name': 'C', " +
        "'versions': '0+', 'fields': [{'name': 'g', 'type': '[]C', 'versions': '0+'}]}]") ->
      "the struct C contains itself",
    message("", ", 'commonStructs': [{'name': 'C'}, {'name': 'C'}]") -> "M has two structs C",
    message("", ", 'commonStructs': [{'name': 'C', 'type': 'x'}]") ->
      "a common struct of M has the key 'type'. Known: about, fields, name, versions",
    // Tags.
    message(field("f", s"$int8, 'tag': 0")) -> "M.f has a tag, but no taggedVersions",
    message(field("f", s"$int8, 'taggedVersions': '2+'")) -> "M.f has taggedVersions, but no tag",
    message(field("f", s"$int8, 'taggedVersions': '2+', 'tag': -1")) ->
      "the tag of M.f is no number from 0",
    message(field("f", s"$int8, 'taggedVersions': '2+', 'tag': '0'")) ->
      "the tag of M.f is no number from 0",
    message(field("f", s"$int8, 'taggedVersions': '2-3', 'tag': 0")) ->
      "the taggedVersions of M.f must end with +",
    message(field("f", "'type': 'int8', 'versions': '3+', 'taggedVersions': '2+', 'tag': 0")) ->
      "the taggedVersions of M.f are not within its versions",
    message(field("f", s"$int8, 'taggedVersions': '1+', 'tag': 0")) ->
      "the taggedVersions of M.f are not within the flexibleVersions of the message",
    message(
      field("f", "'type': 'records', 'versions': '2+', 'taggedVersions': '2+', 'tag': 0")) ->
      "M.f: records cannot be tagged",
    message(
      field("f",
        "'type': 'string', 'versions': '2+', 'taggedVersions': '2+', 'tag': 0, " +
          "'nullableVersions': '3+'")) -> "either all taggedVersions of M.f are nullable, or none",
    message(
      Seq("f", "g").map(field(_, s"$int8, 'taggedVersions': '2+', 'tag': 5")).mkString(",")) ->
      "M has two fields with tag 5",
    message(field("f", s"$int8, 'flexibleVersions': 'none'")) ->
      "M.f is a int8: only a string or bytes has flexibleVersions of its own",
    // Defaults.
    message(field("f", s"$int8, 'default': '128'")) ->
      "the default of M.f is '128', which is no number from -128 to 127",
    message(field("f", s"$int8, 'default': '0x'")) -> "the default of M.f is '0x'",
    message(field("f", s"$int8, 'default': {}")) ->
      "the default of M.f is neither text nor number",
    message(field("f", "'type': 'uint16', 'versions': '0+', 'default': '-1'")) ->
      "the default of M.f is '-1', which is no number from 0 to 65535",
    message(field("f", "'type': 'bool', 'versions': '0+', 'default': 'yes'")) ->
      "the default of M.f is 'yes', which is neither true nor false",
    message(field("f", "'type': 'float64', 'versions': '0+', 'default': 'x'")) ->
      "the default of M.f is 'x', which is no number",
    message(field("f", "'type': 'uuid', 'versions': '0+', 'default': 'x'")) ->
      "the default of M.f is 'x', which is no uuid",
    message(field("f", "'type': 'string', 'versions': '0+', 'default': 'null'")) ->
      "the default of M.f is null, but not all its versions are nullable",
    message(field("f", "'type': 'bytes', 'versions': '0+', 'default': '61'")) ->
      "the default of M.f is '61', but it can be empty or null only",
    message(field("f", "'type': '[]int8', 'versions': '0+', 'default': '[]'")) ->
      "the default of M.f is '[]', but it can be empty or null only"
  )

  for (((text, said), number) <- refused.zipWithIndex)
    test(s"refused, ${number + 1}: $said, in $text") {
      val message = intercept[BadLayout](parse(text)).getMessage
      assert(message.startsWith(said))
    }

  test("structs that contain one another, and too many or too deep ones, are refused") {
    def common(name: String, types: String*): String =
      s"{'name': '$name', 'versions': '0+', 'fields': [${types.zipWithIndex.map {
          case (of, at) => field(s"f$at", s"'type': '$of', 'versions': '0+'")
        }.mkString(",")}]}"
    def refusal(structs: Seq[String]): String = intercept[BadLayout](
      parse(
        message(
          field("f", "'type': 'C0', 'versions': '0+'"),
          structs.mkString(", 'commonStructs': [", ",", "]"))))
      .getMessage
    assert(refusal(Seq(common("C0", "C1"), common("C1", "C2"), common("C2", "C0"))) ===
      "the struct C0 contains itself")
    // Each struct twice in the one before: 2^40 fields.
    val doubling =
      (0 until 40).map(n => common(s"C$n", s"C${n + 1}", s"C${n + 1}")) :+ common("C40")
    assert(refusal(doubling) === "the message has more than 20000 fields")
    val deep = (0 until 101).map(n => common(s"C$n", s"C${n + 1}")) :+ common("C101")
    assert(refusal(deep) === "structs are nested deeper than 100")
    assert(refusal(deep :+ common("C9999", "C0")) === "structs are nested deeper than 100")
  }
}
