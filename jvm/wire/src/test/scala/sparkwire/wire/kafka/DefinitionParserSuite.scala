package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.WrittenDefinitions._
import sparkwire.wire.kafka.definitions.{KafkaLayout, Versions}
import sparkwire.wire.kafka.messages.{OneMessage, VersionSource}

import org.scalatest.funsuite.AnyFunSuite

/** The meaning of each key in the definition of a message. */
class DefinitionParserSuite extends AnyFunSuite with ReaderChecks {
  private def read(text: String, version: Int, hex: String, absent: String = "null"): Tree = {
    val root =
      OneMessage(KafkaLayout.Message(quoted(text), isName = false), VersionSource.Constant(version))
    val bytes = Vectors.bytes(hex.replace(" ", ""))
    tiles(root)(bytes)
    Views.without(
      walk(root, bytes, Options(Map("absent" -> absent))).fold(why => fail(why.word), identity),
      Views.unknownTags)
  }

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
    // A field of no valid version is not a field at all.
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
          OneMessage(
            KafkaLayout.Message(quoted(text("2+")), isName = false), VersionSource.Constant(0))
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
    val root =
      OneMessage(KafkaLayout.Message(quoted(text), isName = false), VersionSource.Constant(0))
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
      intercept[BadKafkaLayout](
        KafkaLayout.of(quoted(text))).getMessage === "Gone was removed from Kafka")
  }
}
