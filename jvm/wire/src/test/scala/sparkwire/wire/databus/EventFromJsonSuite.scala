package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.databus.json.{FromJson, ToJson}

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** JSON lines from other writers, and lines that no known writer produces. The refusals are in
  * [[EventLineRefusalSuite]].
  */
class EventFromJsonSuite
    extends AnyFunSuite with EventLines with ScalaCheckPropertyChecks with VectorTests {

  // The peer's reader does not support byte keys, and drops fields that other readers keep.
  eachLine("databus", "json-read", 17) { line =>
    val text = line.text("json").getBytes(UTF_8)
    if (line.fails.isDefined && line.name != "json-bytes-key")
      assert(fault(text).map(_._1) === line.fails)
    else {
      if (line.view != null) hasWhatThePeerHas(event(text), line.view.get("events").get(0))
      hasWhatTheLineHas(event(text), new ObjectMapper().readTree(text))
    }
  }

  private def hasWhatThePeerHas(event: Tree, view: JsonNode): Assertion = {
    val names = Map("value" -> "payload", "end_of_period" -> "is_end_of_period")
    view.fieldNames.asScala.foreach { name =>
      val value = view.get(name)
      val expected =
        if (value.isObject) Hex(value.get("$hex").asText)
        else if (value.isBoolean) Flag(value.asBoolean)
        else Whole(value.asLong)
      assert(event.at(names.getOrElse(name, name)) === expected, name)
    }
    succeed
  }

  private def hasWhatTheLineHas(event: Tree, line: JsonNode): Assertion = {
    def said(name: String)(tree: JsonNode => Tree): Tree =
      if (line.has(name)) tree(line.get(name)) else NoValue
    assert(event.at("version") === Whole(0))
    assert(event.at("sequence") === said("sequence")(value => Whole(value.asLong)))
    assert(event.at("opcode") === said("opcode")(value => Text(value.asText)))
    assert(event.at("key_bytes") === said("keyBytes")(value => hex(value.binaryValue)))
    assert(event.at("physical_partition_id") ===
      said("physicalPartitionId")(value => Whole(value.asLong)))
    assert(event.at("is_trace") === Flag(line.path("traceEnabled").asBoolean))
    assert(event.at("is_ext_replicated") === Flag(false))
  }

  test("version 1, every field") {
    assert(event(text(version1)) === struct(
      "version" -> Whole(0L), "opcode" -> Text("DELETE"), "key_type" -> Text("LONG"),
      "key" -> Whole(-7L),
      "sequence" -> Whole(777L), "logical_partition_id" -> Whole(2L),
      "physical_partition_id" -> Whole(-1L),
      "timestamp" -> Micros(1384000000123456L), "timestamp_nanos" -> Whole(1384000000123456789L),
      "src_id" -> Whole(15L),
      "source_kind" -> Text("DATA"), "is_control" -> Flag(false),
      "is_private_control" -> Flag(false),
      "is_checkpoint" -> Flag(false),
      "is_end_of_period" -> Flag(false), "is_scn_regress" -> Flag(false), "is_error" -> Flag(false),
      "is_trace" -> Flag(false),
      "is_ext_replicated" -> Flag(false), "schema_id" -> Hex("00112233445566778899aabbccddeeff"),
      "payload" -> Hex("68656c6c6f")))
  }

  test("version 2, every field") {
    assert(event(text(version2)) === struct(
      "version" -> Whole(2L), "key_type" -> Text("LONG"), "key" -> Whole(5L),
      "sequence" -> Whole(9L),
      "logical_partition_id" -> Whole(1L), "physical_partition_id" -> Whole(1L),
      "timestamp" -> Micros(-1L),
      "timestamp_nanos" -> Whole(-1L),
      "src_id" -> Whole(70000L), "source_kind" -> Text("DATA"), "is_control" -> Flag(false),
      "is_private_control" -> Flag(false),
      "is_checkpoint" -> Flag(false), "is_end_of_period" -> Flag(false),
      "is_scn_regress" -> Flag(false),
      "is_error" -> Flag(false),
      "is_trace" -> Flag(false), "is_ext_replicated" -> Flag(true),
      "schema_id" -> Hex("00112233445566778899aabbccddeeff"),
      "schema_digest_type" -> Text("MD5"), "schema_version" -> Whole(1L),
      "header_crc" -> Whole(4294967295L),
      "body_crc" -> Whole(0L),
      "metadata" -> struct(
        "digest_type" -> Text("CRC32"), "digest" -> Hex("00000000"), "schema_version" -> Whole(-3L),
        "data" -> Hex("ff")),
      "payload" -> Hex("")))
  }

  private def allowed(what: String, line: String, field: String, value: Tree): Unit =
    test(s"a line may have $what")(assert(event(line).at(field) === value))

  allowed("a source id of 32 bits, all of them", but(version1, "srcId" -> "131070"),
    "is_end_of_period", Flag(false))
  allowed("a private control id", but(version1, "srcId" -> "-2147483648"), "source_kind",
    Text("PRIVATE_SYSTEM"))
  allowed(
    "flags of version 1", but(version1, "isReplicated" -> "true"), "is_ext_replicated", Flag(true))
  allowed("endOfPeriod false", but(version1, "endOfPeriod" -> "false"), "src_id", Whole(15L))
  allowed(
    "endOfPeriod true before the source id", but(version1, "endOfPeriod" -> "true"), "src_id",
    Whole(-2L))
  allowed("endOfPeriod with a key", but(version1, "endOfPeriod" -> "'true'"), "key", Whole(-7L))
  allowed("endOfPeriod false in any letter case", but(version1, "endOfPeriod" -> "'False'"),
    "src_id", Whole(15L))
  allowed("a version 0", but(version1, "version" -> "0"), "version", Whole(0L))
  allowed("a version that stands last", but(version2.tail, "version" -> "2"), "version", Whole(2L))
  allowed("fields in any order", text(version2.reverse), "payload", Hex(""))
  allowed("fields of the other version, whatever they are",
    but(version1, "traceOn" -> "1", "payloadValue" -> "{}"), "key", Whole(-7L))
  allowed("unknown fields, whatever they hold",
    but(version1, "x" -> "{'key':[1,{},[],'\\u12ab\\\\ \\/',-0.5e+7,true,null]}", "" -> "1"), "key",
    Whole(-7L))
  allowed("unknown fields that come twice", but(version1, "x" -> "1,'x':2"), "key", Whole(-7L))
  allowed("escapes in names", text(version1).replace("'key'", "'\\u006bey'"), "key", Whole(-7L))
  allowed("escapes in base64", but(version1, "value" -> "'aGVs\\u0062G8\\u003d'"), "payload",
    Hex("68656c6c6f"))
  allowed("white space in base64", but(version1, "value" -> "' aG\\nVs\\r\\n\\tbG8 = '"), "payload",
    Hex("68656c6c6f"))
  allowed("blanks between tokens",
    " " + text(version1).replace(",", "\t , ").replace(":", " : ") + " \t", "key", Whole(-7L))
  allowed("the end of the line", text(version1) + "\n", "key", Whole(-7L))
  allowed("the end of the line elsewhere", text(version1) + " \r\n", "key", Whole(-7L))
  allowed("zero with a sign", but(version1, "sequence" -> "-0"), "sequence", Whole(0L))
  allowed("the least of numbers", but(version1, "sequence" -> Long.MinValue.toString), "sequence",
    Whole(Long.MinValue))
  allowed("the greatest of numbers", but(version1, "sequence" -> Long.MaxValue.toString),
    "sequence", Whole(Long.MaxValue))
  allowed(
    "null as not there", but(version1, "opcode" -> "null", "keyBytes" -> "null"), "key", Whole(-7L))
  allowed("plain text",
    but(version1, "valueEnc" -> "'JSON_PLAIN_VALUE'", "value" -> "'é\\u00e9\\ud83d\\ude00\\b/'"),
    "payload", Hex("c3a9c3a9f09f9880082f"))
  allowed("a gzip member, as it is", but(version1, "value" -> "'H4sIAAAAAAAAAAMAAAAAAAAAAAA='"),
    "payload",
    Hex("1f8b080000000000000003000000000000000000"))
  allowed("no payload",
    but(
      without(version2, "payloadLength", "payloadSchemaVersion", "payloadSchemaId", "payloadValue"),
      "hasPayload" -> "false"),
    "schema_version", Whole(0L))
  allowed("plain text of another length",
    but(version2, "valueEnc" -> "'JSON_PLAIN_VALUE'", "payloadValue" -> "'\uFFFD'"),
    "payload", Hex("efbfbd"))
  allowed("a part as key", but(version2, "keyType" -> "'Schema'", "key" -> partKey), "key_part",
    struct(
      "digest_type" -> Text("CRC32"), "digest" -> Hex("0a0b0c0d"), "schema_version" -> Whole(-2L),
      "data" -> Hex("616263")))
  allowed("a part of 64 bytes as key",
    but(version2, "keyType" -> "'Schema'",
      "key" -> partKey.replace("=3", "=64").replace("616263", "ab" * 64)),
    "key_part",
    struct(
      "digest_type" -> Text("CRC32"), "digest" -> Hex("0a0b0c0d"), "schema_version" -> Whole(-2L),
      "data" -> Hex("ab" * 64)))
  allowed("a part of 65 bytes as key, of which the text has 64",
    but(version2, "keyType" -> "'Schema'",
      "key" -> partKey.replace("=3", "=65").replace("616263", "ab" * 64)),
    "key_part",
    struct(
      "digest_type" -> Text("CRC32"), "digest" -> Hex("0a0b0c0d"), "schema_version" -> Whole(-2L)))

  test("the end of a period needs no more than timestamp and sequence") {
    val bare = event("{'timestampInNanos':1,'sequence':2,'endOfPeriod':true}")
    assert(bare === event("{'endOfPeriod':'true','sequence':2,'timestampInNanos':1}"))
    for (word <- Seq("TRUE", "True", "tRuE"))
      assert(bare === event(s"{'timestampInNanos':1,'sequence':2,'endOfPeriod':'$word'}"))
    val common =
      Seq("timestamp" -> Micros(0), "timestamp_nanos" -> Whole(1), "sequence" -> Whole(2),
        "src_id" -> Whole(-2)) ++ EventWriter.ofSource(-2)
    val flags = Seq("is_trace" -> Flag(false), "is_ext_replicated" -> Flag(false))
    assert(bare === struct(common ++ flags :+ ("version" -> Whole(0)): _*))
    assert(event("{'version':2,'timestampInNanos':1,'sequence':2,'endOfPeriod':true}") ===
      struct(common :+ ("version" -> Whole(2)) :+ ("schema_version" -> Whole(0)): _*))
  }

  test("unknown values may be deep, but not deeper than maxDepth") {
    def nested(depth: Int) =
      but(version1, "x" -> ("[{'a':" * (depth / 2) + "0" + "}]" * (depth / 2)))
    assert(event(nested(498)).at("key") === Whole(-7))
    assert(fault(quoted(nested(500)).getBytes(UTF_8)).map(_._1) === Some("nesting-too-deep"))
    assert(fault(quoted(nested(2000000)).getBytes(UTF_8)).map(_._1) === Some("nesting-too-deep"))
  }

  test("pruned is unpruned")(forAll(anyLine, minSuccessful(20))(prunedIsUnpruned(FromJson)(_)))

  test("pruned is unpruned where a line is refused") {
    Seq(text(without(version2, "payloadSchemaId")), but(version2, "metadataSchemaId" -> "''"))
      .foreach(line => prunedIsUnpruned(FromJson)(quoted(line).getBytes(UTF_8)))
    succeed
  }

  test("a line cut anywhere is a fault inside of it") {
    forAll(anyLine, minSuccessful(20)) { line =>
      line.indices.foreach { length =>
        assert(
          fault(line.take(length)).exists { case (word, offset, path) =>
            word == "bad-json-event" && offset <= length && path != null
          })
      }
    }
  }

  test("a line with any byte changed is an event or a fault") {
    forAll(anyLine, Gen.choose(0, 255), minSuccessful(50)) { (line, byte) =>
      line.indices.foreach { at =>
        assert(
          fault(line.updated(at, byte.toByte)).forall { case (word, offset, _) =>
            word == "bad-json-event" && offset <= line.length
          })
      }
    }
  }

  private def anyLine: Gen[Array[Byte]] = for {
    event <- EventJsonSuite.event
    plain <- Gen.oneOf(true, false)
  } yield walk(ToJson(plain), event.bytes) match {
    case Right(Text(line)) => line.getBytes(UTF_8)
    case other => fail(s"$other")
  }
}
