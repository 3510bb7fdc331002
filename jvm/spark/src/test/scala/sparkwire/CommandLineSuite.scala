package sparkwire

import org.scalatest.funsuite.AnyFunSuite

/** The requests that `sparkwire dissect` sends, one a line, and their answers. */
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

  test("what the command line never asks is a bug, not an answer") {
    assertThrows[IllegalArgumentException](request("databus_gather", """"value": null"""))
    assertThrows[IllegalArgumentException](request("msgpack_decode", value("01")))
    ()
  }
}
