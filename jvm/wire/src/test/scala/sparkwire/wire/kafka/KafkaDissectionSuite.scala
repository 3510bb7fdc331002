package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.core.{Options, Root}
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.{OneKafkaValue, OneRequest}

import org.scalatest.funsuite.AnyFunSuite

/** Dissections of values that promise more than their bytes hold: they show all bytes. */
class KafkaDissectionSuite extends AnyFunSuite with ReaderChecks {
  private def shown(root: Root, hex: String, options: Options = Options.none): Seq[Any] =
    dissect(root, Vectors.bytes(hex), options).tiles.map(row =>
      (row.offset, row.length, row.path, row.value))
  private def types(text: String): Root = OneKafkaValue(KafkaLayout.Types(text))

  test("a list that promises more elements than there are") {
    val hex = "00000003 00000001 00000002 00"
    assert(shown(types("ARRAY<INT32>"), hex) === Seq(
      (0, 4, "", "3"), (4, 4, "[0]", "1"), (8, 4, "[1]", "2"), (12, 1, "[2]", "length-past-end")))
    val fault = faultOf(types("ARRAY<INT32>"), Vectors.bytes(hex)).get
    assert((fault.reason, fault.offset, fault.path) === ((Kafka.LengthPastEnd, 12, "[2]")))
  }

  test("a list of billions takes no room and no time") {
    for (element <- Seq("INT32", "STRUCT<a INT8, b ARRAY<INT64>>", "ARRAY<UUID>")) {
      val rows = dissect(types(s"ARRAY<$element>"), Vectors.bytes("7fffffff0102030405")).tiles
      assert(rows.last.kind === "FAULT" && rows.last.value === "length-past-end")
      assert(rows.map(_.length).sum === 9)
    }
  }

  test("a request whose size promises more than there is") {
    // ApiVersions, version 0, correlation id 7, no client id; the size is two bytes too large.
    val hex = "0000000c" + "0012" + "0000" + "00000007" + "ffff"
    val rows = dissect(OneRequest, Vectors.bytes(hex), Options(Map("sizePrefix" -> "true"))).tiles
    assert(rows.map(_.path).take(5) ===
      Seq("", "api_key", "api_version", "correlation_id", "client_id"))
    assert(rows.last.kind === "FAULT" && rows.last.value === "length-past-end")
  }
}
