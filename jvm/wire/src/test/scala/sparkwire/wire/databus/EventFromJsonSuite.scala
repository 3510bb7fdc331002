package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._

import sparkwire.wire.databus.Databus._

import com.fasterxml.jackson.databind.JsonNode
import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** JSON lines that others wrote, and lines that no one wrote yet. What is refused is in
  * [[EventLineRefusalSuite]].
  */
class EventFromJsonSuite extends AnyFunSuite with EventLines with ScalaCheckPropertyChecks {
  import JsonLines._

  // The peer's reader has no key bytes, and forgets what others keep.
  of("json-read.jsonl").foreach { vector =>
    val text = vector.get("json").asText
    test(vector.get("name").asText) {
      if (vector.has("fails") && vector.get("name").asText != "json-bytes-key")
        assert(fault(text.getBytes(UTF_8)).map(_._1) === Some(vector.get("fails").asText))
      else {
        if (vector.has("view")) hasWhatThePeerHas(
          fields(FromJson, text.getBytes(UTF_8)), vector.get("view").get("events").get(0))
        hasWhatTheLineHas(fields(FromJson, text.getBytes(UTF_8)), parse(text))
      }
    }
  }

  private def hasWhatThePeerHas(event: Map[String, Any], view: JsonNode): Assertion = {
    val names = Map("value" -> "payload", "end_of_period" -> "is_end_of_period")
    view.fieldNames.asScala.foreach { name =>
      val value = view.get(name)
      val expected =
        if (value.isObject) value.get("$hex").asText
        else if (value.isBoolean) value.asBoolean else value.asLong
      assert(event(names.getOrElse(name, name)) === expected, name)
    }
    succeed
  }

  private def hasWhatTheLineHas(event: Map[String, Any], line: JsonNode): Assertion = {
    assert(event("version") === 0L)
    assert(event("sequence") === line.get("sequence").asLong)
    assert(event.get("opcode") === Option(line.get("opcode")).map(_.asText))
    assert(
      event.get("physical_partition_id") === Option(line.get("physicalPartitionId")).map(_.asLong))
    assert(
      event.get("key_bytes") === Option(line.get("keyBytes")).map(key => toHex(key.binaryValue)))
    assert(event("is_trace") === (line.has("traceEnabled") && line.get("traceEnabled").asBoolean))
    assert(event("is_ext_replicated") === false)
  }

  test("version 1, every field") {
    assert(event(text(version1)) === Map[String, Any](
      "version" -> 0L, "opcode" -> "DELETE", "key_type" -> "LONG", "key" -> -7L,
      "sequence" -> 777L, "logical_partition_id" -> 2L, "physical_partition_id" -> -1L,
      "timestamp" -> 1384000000123456L, "timestamp_nanos" -> 1384000000123456789L, "src_id" -> 15L,
      "source_kind" -> "DATA", "is_control" -> false, "is_private_control" -> false,
      "is_checkpoint" -> false,
      "is_end_of_period" -> false, "is_scn_regress" -> false, "is_error" -> false,
      "is_trace" -> false,
      "is_ext_replicated" -> false, "schema_id" -> "00112233445566778899aabbccddeeff",
      "payload" -> "68656c6c6f"))
  }

  test("version 2, every field") {
    assert(event(text(version2)) === Map[String, Any](
      "version" -> 2L, "key_type" -> "LONG", "key" -> 5L, "sequence" -> 9L,
      "logical_partition_id" -> 1L, "physical_partition_id" -> 1L, "timestamp" -> -1L,
      "timestamp_nanos" -> -1L,
      "src_id" -> 70000L, "source_kind" -> "DATA", "is_control" -> false,
      "is_private_control" -> false,
      "is_checkpoint" -> false, "is_end_of_period" -> false, "is_scn_regress" -> false,
      "is_error" -> false,
      "is_trace" -> false, "is_ext_replicated" -> true,
      "schema_id" -> "00112233445566778899aabbccddeeff",
      "schema_digest_type" -> "MD5", "schema_version" -> 1L, "header_crc" -> 4294967295L,
      "body_crc" -> 0L,
      "metadata" -> Map[String, Any](
        "digest_type" -> "CRC32", "digest" -> "00000000", "schema_version" -> -3L, "data" -> "ff"),
      "payload" -> ""))
  }

  private def allowed(what: String, line: String, field: String, value: Any): Unit =
    test(s"a line may have $what")(assert(event(line)(field) === value))

  allowed("a source id of 32 bits, all of them", but(version1, "srcId" -> "131070"),
    "is_end_of_period", false)
  allowed("a private control id", but(version1, "srcId" -> "-2147483648"), "source_kind",
    "PRIVATE_SYSTEM")
  allowed("flags of version 1", but(version1, "isReplicated" -> "true"), "is_ext_replicated", true)
  allowed("endOfPeriod false", but(version1, "endOfPeriod" -> "false"), "src_id", 15L)
  allowed(
    "endOfPeriod true before the source id", but(version1, "endOfPeriod" -> "true"), "src_id", -2L)
  allowed("endOfPeriod with a key", but(version1, "endOfPeriod" -> "'true'"), "key", -7L)
  allowed("a version 0", but(version1, "version" -> "0"), "version", 0L)
  allowed("a version that stands last", but(version2.tail, "version" -> "2"), "version", 2L)
  allowed("fields in any order", text(version2.reverse), "payload", "")
  allowed("fields of the other version, whatever they are",
    but(version1, "traceOn" -> "1", "payloadValue" -> "{}"), "key", -7L)
  allowed("unknown fields, whatever they hold",
    but(version1, "x" -> "{'key':[1,{},[],'\\u12ab\\\\ \\/',-0.5e+7,true,null]}", "" -> "1"), "key",
    -7L)
  allowed("unknown fields that come twice", but(version1, "x" -> "1,'x':2"), "key", -7L)
  allowed("escapes in names", text(version1).replace("'key'", "'\\u006bey'"), "key", -7L)
  allowed("escapes in base64", but(version1, "value" -> "'aGVs\\u0062G8\\u003d'"), "payload",
    "68656c6c6f")
  allowed("white space in base64", but(version1, "value" -> "' aG\\nVs\\r\\n\\tbG8 = '"), "payload",
    "68656c6c6f")
  allowed("blanks between tokens",
    " " + text(version1).replace(",", "\t , ").replace(":", " : ") + " \t", "key", -7L)
  allowed("the end of the line", text(version1) + "\n", "key", -7L)
  allowed("the end of the line elsewhere", text(version1) + " \r\n", "key", -7L)
  allowed("zero with a sign", but(version1, "sequence" -> "-0"), "sequence", 0L)
  allowed("the least of numbers", but(version1, "sequence" -> Long.MinValue.toString), "sequence",
    Long.MinValue)
  allowed("the greatest of numbers", but(version1, "sequence" -> Long.MaxValue.toString),
    "sequence", Long.MaxValue)
  allowed("null as not there", but(version1, "opcode" -> "null", "keyBytes" -> "null"), "key", -7L)
  allowed("plain text",
    but(version1, "valueEnc" -> "'JSON_PLAIN_VALUE'", "value" -> "'é\\u00e9\\ud83d\\ude00\\b/'"),
    "payload", "c3a9c3a9f09f9880082f")
  allowed("a gzip member, as it is", but(version1, "value" -> "'H4sIAAAAAAAAAAMAAAAAAAAAAAA='"),
    "payload",
    "1f8b080000000000000003000000000000000000")
  allowed("no payload",
    but(
      without(version2, "payloadLength", "payloadSchemaVersion", "payloadSchemaId", "payloadValue"),
      "hasPayload" -> "false"),
    "schema_version", 0L)
  allowed("plain text of another length",
    but(version2, "valueEnc" -> "'JSON_PLAIN_VALUE'", "payloadValue" -> "'\uFFFD'"),
    "payload", "efbfbd")
  allowed("a part as key", but(version2, "keyType" -> "'Schema'", "key" -> partKey), "key_part",
    Map[String, Any]("digest_type" -> "CRC32", "digest" -> "0a0b0c0d", "schema_version" -> -2L,
      "data" -> "616263"))
  allowed("a part of 64 bytes as key",
    but(version2, "keyType" -> "'Schema'",
      "key" -> partKey.replace("=3", "=64").replace("616263", "ab" * 64)),
    "key_part",
    Map[String, Any]("digest_type" -> "CRC32", "digest" -> "0a0b0c0d", "schema_version" -> -2L,
      "data" -> "ab" * 64))
  allowed("a part of 65 bytes as key, of which the text has 64",
    but(version2, "keyType" -> "'Schema'",
      "key" -> partKey.replace("=3", "=65").replace("616263", "ab" * 64)),
    "key_part",
    Map[String, Any]("digest_type" -> "CRC32", "digest" -> "0a0b0c0d", "schema_version" -> -2L))

  test("the end of a period needs no more than timestamp and sequence") {
    val bare = event("{'timestampInNanos':1,'sequence':2,'endOfPeriod':true}")
    assert(bare === event("{'endOfPeriod':'true','sequence':2,'timestampInNanos':1}"))
    assert(bare.keySet === Set(
      "version", "sequence", "timestamp", "timestamp_nanos", "src_id", "source_kind",
      "is_control", "is_private_control", "is_checkpoint", "is_end_of_period", "is_scn_regress",
      "is_error", "is_trace",
      "is_ext_replicated"))
    assert((bare("src_id"), bare("is_end_of_period"), bare("is_control")) === ((-2L, true, true)))
    val second = event("{'version':2,'timestampInNanos':1,'sequence':2,'endOfPeriod':true}")
    assert(second -- Set("version", "schema_version") === bare -- Set(
      "version", "is_trace", "is_ext_replicated"))
  }

  test("unknown values may be deep, but not deeper than maxDepth") {
    def nested(
        depth: Int) = but(version1, "x" -> ("[{'a':" * (depth / 2) + "0" + "}]" * (depth / 2)))
    assert(event(nested(498))("key") === -7L)
    assert(fault(quoted(nested(500)).getBytes(UTF_8)).map(_._1) === Some("nesting-too-deep"))
    assert(fault(quoted(nested(2000000)).getBytes(UTF_8)).map(_._1) === Some("nesting-too-deep"))
  }

  private val anyLine = for {
    bytes <- RandomEvents.any
    plain <- Gen.oneOf(true, false)
  } yield read(ToJson(plain), bytes).fold(found => fail(found.toString), _.toString).getBytes(UTF_8)

  test("a line cut anywhere is a fault inside of it") {
    forAll(anyLine, minSuccessful(20)) { line =>
      line.indices.foreach { length =>
        val found = fault(line.take(length))
        assert(
          found.exists { case (word, offset, path) =>
            word == "bad-json-event" && offset <= length && path != null
          })
      }
    }
  }

  test("a line with any byte changed is an event or a fault") {
    forAll(anyLine, Gen.choose(0, 255)) { (line, byte) =>
      line.indices.foreach { at =>
        val found = fault(line.updated(at, byte.toByte))
        assert(
          found.forall { case (word, offset, _) =>
            word == "bad-json-event" && offset <= line.length
          })
      }
    }
  }
}
