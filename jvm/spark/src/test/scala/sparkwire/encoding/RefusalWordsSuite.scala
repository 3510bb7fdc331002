package sparkwire.encoding

import sparkwire.SparkSuite

import org.scalatest.funsuite.AnyFunSuite

/** What is said of a value that cannot be written: the value, what fits, and all fields that lack. */
class RefusalWordsSuite extends AnyFunSuite with SparkSuite {
  private val session = spark
  private val number = "the number is too large or too small for its field"
  private val digits = "the number has more digits than its field"

  private def said(name: String, call: String, path: String, message: String): Unit =
    test(name) {
      val found = session.sql(s"SELECT $call AS f").select("f.path", "f.message").head()
      assert((found.getString(0), found.getString(1)) === ((path, message)))
    }

  private def avro(value: String, schema: String): String = s"avro_encode_fault($value, '$schema')"

  said("an Avro int", avro("3000000000", "\"int\""), "",
    s"$number (given: 3000000000, fits: -2147483648 to 2147483647)")
  said("an Avro symbol",
    avro("'Z'", """{"type": "enum", "name": "E", "symbols": ["A", "B"]}"""), "",
    "the enum has no such symbol (given: \"Z\", fits: A, B)")
  said("a long and hostile symbol, of many", {
      val symbols = (1 to 40).map(n => s"\"S$n\"").mkString(", ")
      avro("concat(chr(10), repeat('Z', 100))",
        s"""{"type": "enum", "name": "E", "symbols": [$symbols]}""")
    },
    "",
    "the enum has no such symbol (given: \"\\u000a" + "Z" * 63 + "\"... (101 bytes), fits: " +
      (1 to 10).map(n => s"S$n").mkString(", ") + " and 30 more)")

  private val money =
    """{"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}"""
  said("digits after the point", avro("1.005BD", money), "",
    s"$digits (given: 1.005, fits: decimal(4,2))")
  said("digits before the point", avro("123.4BD", money), "",
    s"$digits (given: 123.4, fits: decimal(4,2))")
  said("a decimal in a VARIANT", avro("parse_json('1.005')", money), "",
    s"$digits (given: 1.005, fits: decimal(4,2))")
  said("a double that is not a float", avro("CAST(0.1D AS VARIANT)", "\"float\""), "",
    "the field would hold another number than this one (given: 0.1, fits: a float)")

  said("a number of Cernan", "cernan_encode_fault(named_struct('id', -7))", "id",
    s"$number (given: -7, fits: whole numbers from 0 to 18446744073709551615)")
  said("a value of Cernan that is too long", {
      val metadata = "map('k', CAST(repeat('v', 70000) AS BINARY))"
      s"cernan_encode_fault(named_struct('metadata', $metadata))"
    },
    "metadata.k",
    "the value is longer than its field allows (given: 70000 bytes, fits: at most 65535)")

  said("all that a Databus event lacks",
    "databus_encode_fault(named_struct('key', 1L, 'opcode', 'UPSERT'))", "timestamp_nanos",
    "the format needs a value here, and in src_id, sequence")
  said("all that a request of Kafka lacks",
    "kafka_request_encode_fault(named_struct('client_id', 'c'))", "api_key",
    "the format needs a value here, and in api_version, body")
  said("a number of a Kafka message",
    "kafka_encode_fault(named_struct('a', 70000), 'a INT16')", "a",
    s"$number (given: 70000, fits: -32768 to 32767)")

  private def layout(kind: String): String =
    s"""'{"meta": {"id": "x", "endian": "be"}, "seq": [{"id": "a", $kind}]}'"""
  said("a number of a layout",
    s"layout_encode_fault(named_struct('a', 256), ${layout("\"type\": \"u1\"")})", "a",
    s"$number (given: 256, fits: 0 to 255)")
  said("a text of a layout", {
      val kind = layout("\"type\": \"str\", \"size\": 2, \"encoding\": \"ASCII\"")
      s"layout_encode_fault(named_struct('a', 'abc'), $kind)"
    },
    "a", "the value is longer than its field allows (given: 3 bytes, fits: at most 2)")
}
