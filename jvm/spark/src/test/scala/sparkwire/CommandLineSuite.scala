package sparkwire

import org.scalatest.funsuite.AnyFunSuite

/** The requests that the command line sends, one a line, and their answers. */
class CommandLineSuite extends AnyFunSuite {
  private def base64(hex: String): String =
    java.util.Base64.getEncoder.encodeToString(java.util.HexFormat.of.parseHex(hex))

  private def request(function: String, arguments: String): String =
    CommandLine.answer(s"""{"function": "$function", "arguments": {$arguments}}""")

  private def value(hex: String): String = s""""value": {"base64": "${base64(hex)}"}"""

  test("a dissection is an array of arrays") {
    assert(
      request("kafka_dissect", value("00000007") + """, "layout": "INT32"""") ===
        """{"result":[[0,4,"","int","7"]]}""")
  }

  test("a fault is an object, and null where there is none") {
    val layout = """, "layout": "INT32""""
    assert(
      request("kafka_fault", value("0000") + layout).startsWith(
        """{"result":{"reason":"truncated","offset":0,"path":"","message":"""))
    assert(request("kafka_fault", value("00000000") + layout) === """{"result":null}""")
  }

  test("options, numbers, bytes and NULL are arguments as in SQL") {
    val options = """, "options": {"byteOrder": "big"}"""
    assert(request("databus_fault", value("") + options).contains("empty-input"))
    val key = s""", "key": {"base64": "${base64("0001000267310001740000000a")}"}"""
    assert(
      request("kafka_record_dissect", s""""topic": "__consumer_offsets", "value": null$key""")
        .contains("""[9,4,"key.partition","int32","10"]"""))
    assert(
      request("kafka_dissect", value("") + """, "layout": "MetadataRequest", "version": 99""")
        .contains("MetadataRequest has the versions"))
  }

  test("a call without a value checks its other arguments") {
    assert(request("msgpack_dissect", """"value": null, "ddl": "INT"""") === """{"result":null}""")
    assert(
      request("msgpack_dissect", """"value": null, "ddl": "INTO"""").startsWith(
        """{"refused":"[SPARKWIRE_INVALID_SCHEMA] msgpack_dissect: 'INTO'"""))
    assert(
      request("databus_dissect", """"value": null, "layout": "x"""").startsWith(
        """{"refused":"[SPARKWIRE_WRONG_ARGUMENTS] databus_dissect: no parameter layout."""))
  }

  private def decode(function: String, arguments: String, more: String = ""): String =
    CommandLine.answer(
      s"""{"function": "$function", "arguments": {$arguments}, "as": "m"$more}""")

  test("a decoded value is JSON as to_json writes it, in a field of the given name") {
    assert(decode("msgpack_decode", value("81a16107")) === """{"result":"{\"m\":{\"a\":7}}"}""")
    assert(decode("try_msgpack_decode", value("c1")) === """{"result":null}""")
    assert(decode("msgpack_decode", value("c0")) === """{"result":"{\"m\":null}"}""")
    val timestamp = value("d6ff00000001") + """, "ddl": "TIMESTAMP""""
    assert(decode("msgpack_decode", timestamp).contains("1970-01-01T00:00:01.000000Z"))
    assert(decode("try_msgpack_decode", """"value": null""") === """{"result":null}""")
  }

  test("messages end to end are texts with their offsets, then offset and reason of the tail") {
    val each = """, "each": true"""
    val ddl = """, "ddl": "INT""""
    assert(
      decode("msgpack_decode_all", value("07a16102c1") + ddl, each) ===
        """{"result":{"messages":[[0,"{\"m\":7}"],[1,null],[3,"{\"m\":2}"]],"tail":[4,"reserved-byte-c1"]}}""")
    assert(
      decode("msgpack_decode_all", value("07"), each) ===
        """{"result":{"messages":[[0,"{\"m\":7}"]]}}""")
    assert(
      decode("kafka_decode",
        value("00000002 0001 0002".replace(" ", "")) + """, "layout": "ARRAY<INT16>"""", each) ===
        """{"result":["{\"m\":1}","{\"m\":2}"]}""")
  }

  test("the second value of a call finds the call compiled, and other arguments do not") {
    val layout = """, "layout": "INT16""""
    assert(decode("kafka_decode", value("0001") + layout).contains("1"))
    assert(decode("kafka_decode", value("0002") + layout).contains("2"))
    assert(decode("kafka_decode", value("02") + """, "layout": "INT8"""").contains("2"))
  }

  test("a map of schemas is an argument") {
    val writers = """, "writer": {"map": [[1, "\"int\""]]}, "reader": "\"long\"""""
    assert(decode("avro_decode", value("000000000114") + writers).contains("10"))
  }

  test("what the command line never asks is a bug, not an answer") {
    assertThrows[IllegalArgumentException](request("databus_gather", """"value": null"""))
    assertThrows[IllegalArgumentException](request("msgpack_decode", value("01")))
    ()
  }

  private def encode(function: String, json: String, of: String, layout: String = ""): String = {
    val schema = if (layout.isEmpty) "" else s""", "layout": "$layout""""
    val decoding = s"""{"function": "$of", "arguments": {"value": null$schema}}"""
    val text = json.replace("\"", "\\\"")
    request(function, s""""value": {"json": "$text", "of": $decoding}$schema""")
  }

  test("a value that is encoded is JSON of the type that decoding gives") {
    assert(
      encode("try_msgpack_encode", """{"a":7}""", "msgpack_decode") ===
        s"""{"result":{"base64":"${base64("81a16107")}"}}""")
    val layout = "id INT16, data BYTES"
    def kafka(function: String, json: String) = encode(function, json, "kafka_decode", layout)
    assert(
      kafka("try_kafka_encode", """{"id":7,"data":"AQI="}""") ===
        s"""{"result":{"base64":"${base64("0007000000020102")}"}}""")
    assert(kafka("try_kafka_encode", """{"id":7}""") === """{"result":null}""")
    assert(
      kafka("kafka_encode_fault", """{"id":7}""").startsWith(
        """{"result":{"reason":"missing-field","path":"data","message":"""))
    assert(kafka("kafka_encode", """{"id":7}""").contains("[SPARKWIRE_UNENCODABLE] kafka: missing"))
  }

  test("a value that is encoded and has another field, or another type") {
    def refused(json: String) =
      encode("try_kafka_encode", json, "kafka_decode", "id INT16, parts ARRAY<STRUCT<n INT32>>")
    assert(
      refused("""{"ids":7}""").contains("kafka_encode: the value has no field ids. Accepted: id,"))
    assert(refused("""{"id":1,"parts":[{"n":1},{"m":2}]}""").contains("no field parts[1].m."))
    assert(refused("""{"id":"x"}""").contains("the value is not of the type struct<id:smallint"))
    assert(refused("""{"id":70000}""").contains("the value is not of the type"))
  }

  test("a record that is encoded has parts") {
    val json = """{"record":"GroupMetadata","record_type":2,"tombstone":true,"key":{"group":"g"}}"""
    val of =
      """{"function": "kafka_record_decode", "arguments": {"value": null, "key": null, "topic": null}}"""
    val text = json.replace("\"", "\\\"")
    assert(
      request("try_kafka_record_encode",
        s""""topic": "__consumer_offsets", "value": {"json": "$text", "of": $of}""") ===
        s"""{"result":{"key":{"base64":"${base64("0002000167")}"},"value":null}}""")
  }
}
