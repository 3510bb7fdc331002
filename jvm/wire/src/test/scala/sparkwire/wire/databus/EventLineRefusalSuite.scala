package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.Vectors
import sparkwire.wire.databus.json.FromJson

import org.scalatest.funsuite.AnyFunSuite

/** JSON lines that are refused, with the place of the fault. A '^' marks the offset of the fault
  * and is not part of the text.
  */
class EventLineRefusalSuite extends AnyFunSuite with EventLines {
  private def refused(what: String, marked: String, path: String): Unit =
    test(s"a line is refused with $what") {
      val offset = marked.substring(0, marked.indexOf('^')).getBytes(UTF_8).length
      assert(fault(quoted(marked.replace("^", "")).getBytes(UTF_8)) === Some(
        ("bad-json-event", offset, path)))
    }

  refused("no text", "^", "")
  refused("blanks for text", "  ^", "")
  refused("another value than an object", "^[]", "")
  refused("a byte order mark", "^\ufeff" + text(version1), "")
  refused("another line", text(version1) + "\n^" + text(version1), "")
  refused("an empty line behind it", text(version1) + "\n^\n", "")
  refused("another object", text(version1) + " ^{}", "")
  refused("a line end inside", "{^\n" + text(version1).tail, "")
  refused("a line end in a string", but(version1, "value" -> "^'aGVs\nbG8='"), "payload")
  refused("a comma at the end", text(version1).init + ",^}", "")
  refused("no comma", "{'é':1 ^'a':2}", "")
  refused("no name", "{^1:2}", "")
  refused("no colon", "{^'key' 1}", "")
  refused("no value", "{'sequence':^}", "sequence")
  refused("no end", "{'key':1,^", "")
  refused("no end of a value", "{'key':1,'value':^'aGVs", "payload")
  refused("no end of the object", text(version1).init + "^", "")
  refused("a word that JSON does not have", but(version1, "x" -> "^nil"), "")
  refused("a control character", but(version1, "x" -> "^'\u0001'"), "")
  refused("an escape that JSON does not have", but(version1, "value" -> "^'\\x41'"), "payload")
  refused("an escape cut short", but(version1, "x" -> "^'\\u12g4'"), "")
  refused("a number with a zero in front", but(version1, "key" -> "01").replace("01", "0^1"), "")
  refused("a number without digits", but(version1, "key" -> "^-"), "key")
  refused("a number that ends in a dot", but(version1, "key" -> "^1."), "key")
  refused("a fraction", but(version1, "key" -> "^1.9"), "key")
  refused("an exponent", but(version1, "sequence" -> "^1e3"), "sequence")
  refused("a number for text", but(version1, "opcode" -> "^1"), "opcode")
  refused("text for a number", but(version1, "sequence" -> "^'1'"), "sequence")
  refused("text for a flag", but(version1, "traceEnabled" -> "^'true'"), "is_trace")
  refused("a number for a flag", but(version1, "isReplicated" -> "^1"), "is_ext_replicated")
  refused("a number for endOfPeriod", but(version1, "endOfPeriod" -> "^1"), "is_end_of_period")
  refused(
    "another word for endOfPeriod", but(version1, "endOfPeriod" -> "^'yes'"), "is_end_of_period")
  refused("an object for text", but(version1, "value" -> "^{}"), "payload")
  refused("a partition past 16 bits", but(version1, "logicalPartitionId" -> "^32768"),
    "logical_partition_id")
  refused("a partition before 16 bits", but(version1, "physicalPartitionId" -> "^-32769"),
    "physical_partition_id")
  refused("a source id past 32 bits", but(version1, "srcId" -> "^2147483648"), "src_id")
  refused("a source id past 32 bits where a period ends",
    but(version1, "srcId" -> "^2147483648", "endOfPeriod" -> "true"), "src_id")
  refused("a number past 64 bits", but(version1, "timestampInNanos" -> "^9223372036854775808"),
    "timestamp_nanos")
  refused(
    "a number before 64 bits", but(version1, "sequence" -> "^-9223372036854775809"), "sequence")
  refused("a number of many digits", but(version1, "key" -> ("^1" + "0" * 99)), "key")
  refused("a checksum before 0", but(version2, "headerCrc" -> "^-1"), "header_crc")
  refused("a checksum past 32 bits", but(version2, "bodyCrc" -> "^4294967296"), "body_crc")
  refused("another opcode", but(version1, "opcode" -> "^'INSERT'"), "opcode")
  refused("another case of opcode", but(version1, "opcode" -> "^'upsert'"), "opcode")
  refused("another encoding", but(version1, "valueEnc" -> "^'JSON_PLAIN'"), "")
  refused("a version 1", but(version1, "version" -> "^1"), "version")
  refused("a version 3", but(version2, "version" -> "^3"), "version")
  refused("another magic", but(version2, "magicByte" -> "^1"), "")
  refused("base64 of other letters", but(version1, "value" -> "^'aGVs-G8='"), "payload")
  refused("base64 without padding", but(version1, "value" -> "^'aGVsbG8'"), "payload")
  refused("base64 of one letter too many", but(version1, "value" -> "^'aGVsb'"), "payload")
  refused("base64 that goes on behind padding", but(version1, "value" -> "^'aGVs=aA='"), "payload")
  refused("base64 with too much padding", but(version1, "value" -> "^'aGVs===='"), "payload")
  refused("base64 that holds part of a byte", but(version1, "value" -> "^'aGVsbG9='"), "payload")
  refused(
    "a schema id of 15 bytes", but(version1, "schemaId" -> "^'ABEiM0RVZneImaq7zN3u'"), "schema_id")
  refused(
    "a schema id of 4 bytes in version 1", but(version1, "schemaId" -> "^'AAAAAA=='"), "schema_id")
  refused("a digest of 5 bytes", but(version2, "payloadSchemaId" -> "^'AAAAAAA='"), "schema_id")
  refused("a digest of metadata of no bytes", but(version2, "metadataSchemaId" -> "^''"),
    "metadata.digest")
  refused("a field twice", but(version1, "sequence" -> "1,'sequence':^1"), "sequence")
  refused("key and key bytes", but(version1, "key" -> "^1", "keyBytes" -> "''"), "key")
  refused("half a pair in plain text",
    but(version1, "valueEnc" -> "'JSON_PLAIN_VALUE'", "value" -> "^'\\ud83d'"), "payload")
  refused("another type of key", but(version2, "keyType" -> "^'Long'"), "key_type")
  refused("a long key in a line that says bytes",
    but(version2, "keyType" -> "'String'", "key" -> "^1"), "key")
  refused("a long key in a line that says a part",
    but(version2, "keyType" -> "'Schema'", "key" -> "^1"), "key_part")
  refused("a part as key of another length",
    but(version2, "keyType" -> "'Schema'", "key" -> ("^" + partKey.replace("=3", "=4"))),
    "key_part")
  refused("a part as key with half a byte",
    but(version2, "keyType" -> "'Schema'", "key" -> ("^" + partKey.replace("63'", "6'"))),
    "key_part")
  refused("a part as key with another digest",
    but(version2, "keyType" -> "'Schema'", "key" -> ("^" + partKey.replace("0d;", ";"))),
    "key_part")
  refused("a part as key with a great version",
    but(version2, "keyType" -> "'Schema'", "key" -> ("^" + partKey.replace("-2", "32768"))),
    "key_part")
  refused("a part as key that goes on",
    but(version2, "keyType" -> "'Schema'", "key" -> ("^" + partKey.replace("63'", "63;'"))),
    "key_part")
  refused("a payload of another length", but(version2, "payloadValue" -> "^'AA=='"), "payload")
  refused("metadata of another length", but(version2, "metadataValue" -> "^''"), "metadata.data")
  refused("a length before 0", but(version2, "payloadLength" -> "^-1"), "payload")
  refused("a payload that it says it has not",
    but(version2, "hasPayload" -> "false", "payloadLength" -> "^0"), "payload")
  refused("metadata that it says it has not",
    but(version2, "hasPayloadMetadata" -> "false", "metadataLength" -> "^1"), "metadata")
  refused("a value of no encoding where a period ends",
    "{'timestampInNanos':1,'sequence':2,'endOfPeriod':true,'value':''^}", "")

  for ((name, path) <- Seq(
      "key" -> "key", "sequence" -> "sequence", "logicalPartitionId" -> "logical_partition_id",
      "physicalPartitionId" -> "physical_partition_id", "timestampInNanos" -> "timestamp_nanos",
      "srcId" -> "src_id",
      "schemaId" -> "schema_id", "valueEnc" -> "", "value" -> "payload")) {
    refused(s"no $name in version 1", text(without(version1, name)).init + "^}", path)
    refused(s"null for $name in version 1", but(version1, name -> "null").init + "^}", path)
  }
  for ((name, path) <- Seq(
      "magicByte" -> "", "headerCrc" -> "header_crc", "bodyCrc" -> "body_crc",
      "keyType" -> "key_type", "key" -> "key", "valueEnc" -> "",
      "isReplicated" -> "is_ext_replicated",
      "traceOn" -> "is_trace", "hasPayloadMetadata" -> "metadata", "hasPayload" -> "payload",
      "timestampInNanos" -> "timestamp_nanos", "srcId" -> "src_id",
      "logicalPartitionId" -> "logical_partition_id",
      "physicalPartitionId" -> "physical_partition_id", "sequence" -> "sequence",
      "metadataLength" -> "metadata.data",
      "metadataSchemaVersion" -> "metadata.schema_version", "metadataSchemaId" -> "metadata.digest",
      "metadataValue" -> "metadata.data", "payloadLength" -> "payload",
      "payloadSchemaVersion" -> "schema_version",
      "payloadSchemaId" -> "schema_id", "payloadValue" -> "payload"))
    refused(s"no $name in version 2", text(without(version2, name)).init + "^}", path)

  // These have the reason and the offset in common with other faults of JSON.
  test("the message says what was expected") {
    def message(line: String) = faultOf(FromJson, quoted(line).getBytes(UTF_8)).get.message
    assert(message("  ").startsWith("the text is empty"))
    assert(message("[]").startsWith("the text is not a JSON object"))
    for (field <- Seq("opcode" -> "1", "sequence" -> "'1'", "sequence" -> "true"))
      assert(message(but(version1, field)).startsWith("the value has the wrong type"))
  }

  for ((what, malformed) <-
      Seq("an overlong form" -> "c0af", "a lone continuation" -> "80", "a cut sequence" -> "e282",
        "a surrogate" -> "eda080", "what is past U+10FFFF" -> "f4908080",
        "a long overlong form" -> "f0808080"))
    test(s"a line is refused with $what in a string") {
      val bytes =
        quoted("{'x':'").getBytes(UTF_8) ++ Vectors.bytes(malformed) ++ quoted("'}").getBytes(UTF_8)
      assert(fault(bytes) === Some(("bad-json-event", 5, "")))
    }
}
