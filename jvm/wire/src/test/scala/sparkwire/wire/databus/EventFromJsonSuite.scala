package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode
import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import sparkwire.wire.databus.Databus._

/** JSON lines that others wrote, good and bad. */
class EventFromJsonSuite extends AnyFunSuite with ScalaCheckPropertyChecks {
  import JsonLines._

  private def event(text: String): Map[String, Any] = fields(FromJson, text.getBytes(UTF_8))

  private def fault(bytes: Array[Byte]): Option[(String, Int, String)] =
    read(FromJson, bytes).left.toOption.map(found => (found.reason.word, found.offset, found.path))

  // The peer's reader has no key bytes, and forgets what others keep.
  of("json-read.jsonl").foreach { vector =>
    val text = vector.get("json").asText
    test(vector.get("name").asText) {
      if (vector.has("fails") && vector.get("name").asText != "json-bytes-key")
        assert(fault(text.getBytes(UTF_8)).map(_._1) === Some(vector.get("fails").asText))
      else {
        if (vector.has("view")) hasWhatThePeerHas(event(text), vector.get("view").get("events").get(0))
        hasWhatTheLineHas(event(text), parse(text))
      }
    }
  }

  private def hasWhatThePeerHas(event: Map[String, Any], view: JsonNode): Assertion = {
    val names = Map("value" -> "payload", "end_of_period" -> "is_end_of_period")
    view.fieldNames.asScala.foreach { name =>
      val value = view.get(name)
      val expected =
        if (value.isObject) value.get("$hex").asText else if (value.isBoolean) value.asBoolean else value.asLong
      assert(event(names.getOrElse(name, name)) === expected, name)
    }
    succeed
  }

  private def hasWhatTheLineHas(event: Map[String, Any], line: JsonNode): Assertion = {
    assert(event("version") === 0L)
    assert(event("sequence") === line.get("sequence").asLong)
    assert(event.get("opcode") === Option(line.get("opcode")).map(_.asText))
    assert(event.get("physical_partition_id") === Option(line.get("physicalPartitionId")).map(_.asLong))
    assert(event.get("key_bytes") === Option(line.get("keyBytes")).map(key => toHex(key.binaryValue)))
    assert(event("is_trace") === (line.has("traceEnabled") && line.get("traceEnabled").asBoolean))
    assert(event("is_ext_replicated") === false)
  }

  // Lines by their fields, values as JSON. A '^' is not part of a text: it marks where a fault is.

  private val version1 = Seq("opcode" -> "\"DELETE\"", "key" -> "-7", "sequence" -> "777", "logicalPartitionId" -> "2",
    "physicalPartitionId" -> "-1", "timestampInNanos" -> "1384000000123456789", "srcId" -> "15",
    "schemaId" -> "\"ABEiM0RVZneImaq7zN3u/w==\"", "valueEnc" -> "\"JSON\"", "value" -> "\"aGVsbG8=\"")
  private val version2 = Seq("version" -> "2", "magicByte" -> "-889266451", "headerCrc" -> "4294967295", "bodyCrc" -> "0",
    "opcode" -> "null", "keyType" -> "\"Number\"", "key" -> "5", "valueEnc" -> "\"JSON\"", "isReplicated" -> "true",
    "traceOn" -> "false", "hasPayloadMetadata" -> "true", "hasPayload" -> "true", "timestampInNanos" -> "-1",
    "srcId" -> "70000", "logicalPartitionId" -> "1", "physicalPartitionId" -> "1", "sequence" -> "9",
    "metadataLength" -> "1", "metadataSchemaVersion" -> "-3", "metadataSchemaId" -> "\"AAAAAA==\"",
    "metadataValue" -> "\"/w==\"", "payloadLength" -> "0", "payloadSchemaVersion" -> "1",
    "payloadSchemaId" -> "\"ABEiM0RVZneImaq7zN3u/w==\"", "payloadValue" -> "\"\"")
  private val partKey = "\"Length=3;SchemaVersion=-2;SchemaId=0x0a0B0c0d;Value=0x616263\""

  private def text(fields: Seq[(String, String)]): String =
    fields.map { case (name, value) => s""""$name":$value""" }.mkString("{", ",", "}")

  private def but(fields: Seq[(String, String)], changes: (String, String)*): String =
    text(changes.foldLeft(fields) { case (all, (name, value)) =>
      if (all.exists(_._1 == name)) all.map(field => if (field._1 == name) name -> value else field)
      else all :+ (name -> value)
    })

  private def without(fields: Seq[(String, String)], names: String*): Seq[(String, String)] =
    fields.filterNot(field => names.contains(field._1))

  test("version 1, every field") {
    assert(event(text(version1)) === Map[String, Any]("version" -> 0L, "opcode" -> "DELETE", "key_type" -> "LONG", "key" -> -7L,
      "sequence" -> 777L, "logical_partition_id" -> 2L, "physical_partition_id" -> -1L,
      "timestamp" -> 1384000000123456L, "timestamp_nanos" -> 1384000000123456789L, "src_id" -> 15L,
      "source_kind" -> "DATA", "is_control" -> false, "is_private_control" -> false, "is_checkpoint" -> false,
      "is_end_of_period" -> false, "is_scn_regress" -> false, "is_error" -> false, "is_trace" -> false,
      "is_ext_replicated" -> false, "schema_id" -> "00112233445566778899aabbccddeeff", "payload" -> "68656c6c6f"))
  }

  test("version 2, every field") {
    assert(event(text(version2)) === Map[String, Any]("version" -> 2L, "key_type" -> "LONG", "key" -> 5L, "sequence" -> 9L,
      "logical_partition_id" -> 1L, "physical_partition_id" -> 1L, "timestamp" -> -1L, "timestamp_nanos" -> -1L,
      "src_id" -> 70000L, "source_kind" -> "DATA", "is_control" -> false, "is_private_control" -> false,
      "is_checkpoint" -> false, "is_end_of_period" -> false, "is_scn_regress" -> false, "is_error" -> false,
      "is_trace" -> false, "is_ext_replicated" -> true, "schema_id" -> "00112233445566778899aabbccddeeff",
      "schema_digest_type" -> "MD5", "schema_version" -> 1L, "header_crc" -> 4294967295L, "body_crc" -> 0L,
      "metadata" -> Map[String, Any]("digest_type" -> "CRC32", "digest" -> "00000000", "schema_version" -> -3L, "data" -> "ff"),
      "payload" -> ""))
  }

  for ((what, line, field, value) <- Seq[(String, String, String, Any)](
      ("a source id of 32 bits, all of them", but(version1, "srcId" -> "131070"), "is_end_of_period", false),
      ("a private control id", but(version1, "srcId" -> "-2147483648"), "source_kind", "PRIVATE_SYSTEM"),
      ("flags of version 1", but(version1, "isReplicated" -> "true"), "is_ext_replicated", true),
      ("endOfPeriod false", but(version1, "endOfPeriod" -> "false"), "src_id", 15L),
      ("endOfPeriod true before the source id", but(version1, "endOfPeriod" -> "true"), "src_id", -2L),
      ("endOfPeriod with a key", but(version1, "endOfPeriod" -> "\"true\""), "key", -7L),
      ("a version 0", but(version1, "version" -> "0"), "version", 0L),
      ("a version that stands last", but(version2.tail, "version" -> "2"), "version", 2L),
      ("fields in any order", text(version2.reverse), "payload", ""),
      ("fields of the other version, whatever they are", but(version1, "traceOn" -> "1", "payloadValue" -> "{}"), "key", -7L),
      ("unknown fields, whatever they hold",
        but(version1, "x" -> "{\"key\":[1,{},[],\"\\u12ab\\\\ \\/\",-0.5e+7,true,null]}", "" -> "1"), "key", -7L),
      ("unknown fields that come twice", but(version1, "x" -> "1,\"x\":2"), "key", -7L),
      ("escapes in names", text(version1).replace("\"key\"", "\"\\u006bey\""), "key", -7L),
      ("escapes in base64", but(version1, "value" -> "\"aGVs\\u0062G8\\u003d\""), "payload", "68656c6c6f"),
      ("white space in base64", but(version1, "value" -> "\" aG\\nVs\\r\\n\\tbG8 = \""), "payload", "68656c6c6f"),
      ("blanks between tokens", " " + text(version1).replace(",", "\t , ").replace(":", " : ") + " \t", "key", -7L),
      ("the end of the line", text(version1) + "\n", "key", -7L),
      ("the end of the line elsewhere", text(version1) + " \r\n", "key", -7L),
      ("zero with a sign", but(version1, "sequence" -> "-0"), "sequence", 0L),
      ("the least of numbers", but(version1, "sequence" -> Long.MinValue.toString), "sequence", Long.MinValue),
      ("the greatest of numbers", but(version1, "sequence" -> Long.MaxValue.toString), "sequence", Long.MaxValue),
      ("null as not there", but(version1, "opcode" -> "null", "keyBytes" -> "null"), "key", -7L),
      ("plain text", but(version1, "valueEnc" -> "\"JSON_PLAIN_VALUE\"", "value" -> "\"é\\u00e9\\ud83d\\ude00\\b/\""),
        "payload", "c3a9c3a9f09f9880082f"),
      ("a gzip member, as it is", but(version1, "value" -> "\"H4sIAAAAAAAAAAMAAAAAAAAAAAA=\""), "payload",
        "1f8b080000000000000003000000000000000000"),
      ("no payload", but(without(version2, "payloadLength", "payloadSchemaVersion", "payloadSchemaId", "payloadValue"),
        "hasPayload" -> "false"), "schema_version", 0L),
      ("plain text of another length", but(version2, "valueEnc" -> "\"JSON_PLAIN_VALUE\"", "payloadValue" -> "\"\uFFFD\""),
        "payload", "efbfbd"),
      ("a part as key", but(version2, "keyType" -> "\"Schema\"", "key" -> partKey), "key_part",
        Map[String, Any]("digest_type" -> "CRC32", "digest" -> "0a0b0c0d", "schema_version" -> -2L, "data" -> "616263")),
      ("a part of 64 bytes as key", but(version2, "keyType" -> "\"Schema\"",
        "key" -> partKey.replace("=3", "=64").replace("616263", "ab" * 64)), "key_part",
        Map[String, Any]("digest_type" -> "CRC32", "digest" -> "0a0b0c0d", "schema_version" -> -2L, "data" -> "ab" * 64)),
      ("a part of 65 bytes as key, of which the text has 64", but(version2, "keyType" -> "\"Schema\"",
        "key" -> partKey.replace("=3", "=65").replace("616263", "ab" * 64)), "key_part",
        Map[String, Any]("digest_type" -> "CRC32", "digest" -> "0a0b0c0d", "schema_version" -> -2L)))) {
    test(s"a line may have $what")(assert(event(line)(field) === value))
  }

  test("the end of a period needs no more than timestamp and sequence") {
    val bare = event("""{"timestampInNanos":1,"sequence":2,"endOfPeriod":true}""")
    assert(bare === event("""{"endOfPeriod":"true","sequence":2,"timestampInNanos":1}"""))
    assert(bare.keySet === Set("version", "sequence", "timestamp", "timestamp_nanos", "src_id", "source_kind",
      "is_control", "is_private_control", "is_checkpoint", "is_end_of_period", "is_scn_regress", "is_error", "is_trace",
      "is_ext_replicated"))
    assert((bare("src_id"), bare("is_end_of_period"), bare("is_control")) === ((-2L, true, true)))
    val second = event("""{"version":2,"timestampInNanos":1,"sequence":2,"endOfPeriod":true}""")
    assert(second -- Set("version", "schema_version") === bare -- Set("version", "is_trace", "is_ext_replicated"))
  }

  private def refused(what: String, marked: String, path: String): Unit =
    test(s"a line is refused with $what") {
      val offset = marked.substring(0, marked.indexOf('^')).getBytes(UTF_8).length
      assert(fault(marked.replace("^", "").getBytes(UTF_8)) === Some(("bad-json-event", offset, path)))
    }

  for ((what, marked, path) <- Seq(
      ("no text", "^", ""),
      ("blanks for text", "  ^", ""),
      ("another value than an object", "^[]", ""),
      ("a byte order mark", "^\ufeff" + text(version1), ""),
      ("another line", text(version1) + "\n^" + text(version1), ""),
      ("an empty line behind it", text(version1) + "\n^\n", ""),
      ("another object", text(version1) + " ^{}", ""),
      ("a line end inside", "{^\n" + text(version1).tail, ""),
      ("a line end in a string", but(version1, "value" -> "^\"aGVs\nbG8=\""), "payload"),
      ("a comma at the end", text(version1).init + ",^}", ""),
      ("no comma", "{\"é\":1 ^\"a\":2}", ""),
      ("no name", "{^1:2}", ""),
      ("no colon", "{^\"key\" 1}", ""),
      ("no value", "{\"sequence\":^}", "sequence"),
      ("no end", "{\"key\":1,^", ""),
      ("no end of a value", "{\"key\":1,\"value\":^\"aGVs", "payload"),
      ("no end of the object", text(version1).init + "^", ""),
      ("a word that JSON does not have", but(version1, "x" -> "^nil"), ""),
      ("a control character", but(version1, "x" -> "^\"\u0001\""), ""),
      ("an escape that JSON does not have", but(version1, "value" -> "^\"\\x41\""), "payload"),
      ("an escape cut short", but(version1, "x" -> "^\"\\u12g4\""), ""),
      ("a number with a zero in front", but(version1, "key" -> "01").replace("01", "0^1"), ""),
      ("a number without digits", but(version1, "key" -> "^-"), "key"),
      ("a number that ends in a dot", but(version1, "key" -> "^1."), "key"),
      ("a fraction", but(version1, "key" -> "^1.9"), "key"),
      ("an exponent", but(version1, "sequence" -> "^1e3"), "sequence"),
      ("a number for text", but(version1, "opcode" -> "^1"), "opcode"),
      ("text for a number", but(version1, "sequence" -> "^\"1\""), "sequence"),
      ("text for a flag", but(version1, "traceEnabled" -> "^\"true\""), "is_trace"),
      ("a number for a flag", but(version1, "isReplicated" -> "^1"), "is_ext_replicated"),
      ("a number for endOfPeriod", but(version1, "endOfPeriod" -> "^1"), "is_end_of_period"),
      ("another word for endOfPeriod", but(version1, "endOfPeriod" -> "^\"yes\""), "is_end_of_period"),
      ("an object for text", but(version1, "value" -> "^{}"), "payload"),
      ("a partition past 16 bits", but(version1, "logicalPartitionId" -> "^32768"), "logical_partition_id"),
      ("a partition before 16 bits", but(version1, "physicalPartitionId" -> "^-32769"), "physical_partition_id"),
      ("a source id past 32 bits", but(version1, "srcId" -> "^2147483648"), "src_id"),
      ("a source id past 32 bits where a period ends", but(version1, "srcId" -> "^2147483648", "endOfPeriod" -> "true"), "src_id"),
      ("a number past 64 bits", but(version1, "timestampInNanos" -> "^9223372036854775808"), "timestamp_nanos"),
      ("a number before 64 bits", but(version1, "sequence" -> "^-9223372036854775809"), "sequence"),
      ("a number of many digits", but(version1, "key" -> ("^1" + "0" * 99)), "key"),
      ("a checksum before 0", but(version2, "headerCrc" -> "^-1"), "header_crc"),
      ("a checksum past 32 bits", but(version2, "bodyCrc" -> "^4294967296"), "body_crc"),
      ("another opcode", but(version1, "opcode" -> "^\"INSERT\""), "opcode"),
      ("another case of opcode", but(version1, "opcode" -> "^\"upsert\""), "opcode"),
      ("another encoding", but(version1, "valueEnc" -> "^\"JSON_PLAIN\""), ""),
      ("a version 1", but(version1, "version" -> "^1"), "version"),
      ("a version 3", but(version2, "version" -> "^3"), "version"),
      ("another magic", but(version2, "magicByte" -> "^1"), "magic"),
      ("base64 of other letters", but(version1, "value" -> "^\"aGVs-G8=\""), "payload"),
      ("base64 without padding", but(version1, "value" -> "^\"aGVsbG8\""), "payload"),
      ("base64 of one letter too many", but(version1, "value" -> "^\"aGVsb\""), "payload"),
      ("base64 that goes on behind padding", but(version1, "value" -> "^\"aGU=aGU=\""), "payload"),
      ("base64 with too much padding", but(version1, "value" -> "^\"aGVs====\""), "payload"),
      ("base64 that holds part of a byte", but(version1, "value" -> "^\"aGVsbG9=\""), "payload"),
      ("a schema id of 15 bytes", but(version1, "schemaId" -> "^\"ABEiM0RVZneImaq7zN3u\""), "schema_id"),
      ("a schema id of 4 bytes in version 1", but(version1, "schemaId" -> "^\"AAAAAA==\""), "schema_id"),
      ("a digest of 5 bytes", but(version2, "payloadSchemaId" -> "^\"AAAAAAA=\""), "schema_id"),
      ("a digest of metadata of no bytes", but(version2, "metadataSchemaId" -> "^\"\""), "metadata.digest"),
      ("a field twice", but(version1, "sequence" -> "1,\"sequence\":^1"), "sequence"),
      ("key and key bytes", but(version1, "key" -> "^1", "keyBytes" -> "\"\""), "key"),
      ("half a pair in plain text", but(version1, "valueEnc" -> "\"JSON_PLAIN_VALUE\"", "value" -> "^\"\\ud83d\""), "payload"),
      ("another type of key", but(version2, "keyType" -> "^\"Long\""), "key_type"),
      ("a long key in a line that says bytes", but(version2, "keyType" -> "\"String\"", "key" -> "^1"), "key"),
      ("a long key in a line that says a part", but(version2, "keyType" -> "\"Schema\"", "key" -> "^1"), "key_part"),
      ("a part as key of another length", but(version2, "keyType" -> "\"Schema\"", "key" -> ("^" + partKey.replace("=3", "=4"))), "key_part"),
      ("a part as key with half a byte", but(version2, "keyType" -> "\"Schema\"", "key" -> ("^" + partKey.replace("63\"", "6\""))), "key_part"),
      ("a part as key with another digest", but(version2, "keyType" -> "\"Schema\"", "key" -> ("^" + partKey.replace("0d;", ";"))), "key_part"),
      ("a part as key with a great version", but(version2, "keyType" -> "\"Schema\"", "key" -> ("^" + partKey.replace("-2", "32768"))), "key_part"),
      ("a part as key that goes on", but(version2, "keyType" -> "\"Schema\"", "key" -> ("^" + partKey.replace("63\"", "63;\""))), "key_part"),
      ("a payload of another length", but(version2, "payloadValue" -> "^\"AA==\""), "payload"),
      ("metadata of another length", but(version2, "metadataValue" -> "^\"\""), "metadata.data"),
      ("a length before 0", but(version2, "payloadLength" -> "^-1"), "payload"),
      ("a payload that it says it has not", but(version2, "hasPayload" -> "false", "payloadLength" -> "^0"), "payload"),
      ("metadata that it says it has not", but(version2, "hasPayloadMetadata" -> "false", "metadataLength" -> "^1"), "metadata"),
      ("a value of no encoding where a period ends",
        """{"timestampInNanos":1,"sequence":2,"endOfPeriod":true,"value":""^}""", ""))) refused(what, marked, path)

  for ((name, path) <- Seq("key" -> "key", "sequence" -> "sequence", "logicalPartitionId" -> "logical_partition_id",
      "physicalPartitionId" -> "physical_partition_id", "timestampInNanos" -> "timestamp_nanos", "srcId" -> "src_id",
      "schemaId" -> "schema_id", "valueEnc" -> "", "value" -> "payload")) {
    refused(s"no $name in version 1", text(without(version1, name)).init + "^}", path)
    refused(s"null for $name in version 1", but(version1, name -> "null").init + "^}", path)
  }
  for ((name, path) <- Seq("magicByte" -> "magic", "headerCrc" -> "header_crc", "bodyCrc" -> "body_crc",
      "keyType" -> "key_type", "key" -> "key", "valueEnc" -> "", "isReplicated" -> "is_ext_replicated",
      "traceOn" -> "is_trace", "hasPayloadMetadata" -> "metadata", "hasPayload" -> "payload",
      "timestampInNanos" -> "timestamp_nanos", "srcId" -> "src_id", "logicalPartitionId" -> "logical_partition_id",
      "physicalPartitionId" -> "physical_partition_id", "sequence" -> "sequence", "metadataLength" -> "metadata.data",
      "metadataSchemaVersion" -> "metadata.schema_version", "metadataSchemaId" -> "metadata.digest",
      "metadataValue" -> "metadata.data", "payloadLength" -> "payload", "payloadSchemaVersion" -> "schema_version",
      "payloadSchemaId" -> "schema_id", "payloadValue" -> "payload"))
    refused(s"no $name in version 2", text(without(version2, name)).init + "^}", path)

  for ((what, malformed) <- Seq("an overlong form" -> "c0af", "a lone continuation" -> "80", "a cut sequence" -> "e282",
      "a surrogate" -> "eda080", "what is past U+10FFFF" -> "f4908080", "a long overlong form" -> "f0808080"))
    test(s"a line is refused with $what in a string") {
      val bytes = "{\"x\":\"".getBytes(UTF_8) ++ hex(malformed) ++ "\"}".getBytes(UTF_8)
      assert(fault(bytes) === Some(("bad-json-event", 5, "")))
    }

  test("unknown values may be deep, but not deeper than maxDepth") {
    def nested(depth: Int) = but(version1, "x" -> ("[{\"a\":" * (depth / 2) + "0" + "}]" * (depth / 2)))
    assert(event(nested(498))("key") === -7L)
    assert(fault(nested(500).getBytes(UTF_8)).map(_._1) === Some("nesting-too-deep"))
    assert(fault(nested(2000000).getBytes(UTF_8)).map(_._1) === Some("nesting-too-deep"))
  }

  private val anyLine = for {
    bytes <- RandomEvents.any
    plain <- Gen.oneOf(true, false)
  } yield read(ToJson(plain), bytes).fold(found => fail(found.toString), _.toString).getBytes(UTF_8)

  test("a line cut anywhere is a fault inside of it") {
    forAll(anyLine, minSuccessful(20)) { line =>
      line.indices.foreach { length =>
        val found = fault(line.take(length))
        assert(found.exists { case (word, offset, path) => word == "bad-json-event" && offset <= length && path != null })
      }
    }
  }

  test("a line with any byte changed is an event or a fault") {
    forAll(anyLine, Gen.choose(0, 255)) { (line, byte) =>
      line.indices.foreach { at =>
        val found = fault(line.updated(at, byte.toByte))
        assert(found.forall { case (word, offset, _) => word == "bad-json-event" && offset <= line.length })
      }
    }
  }
}
