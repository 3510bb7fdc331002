package sparkwire.files.capture

import org.apache.spark.sql.Row

import sparkwire.wire.Vectors.hex
import sparkwire.wire.capture.Talk
import sparkwire.wire.databus.captures.Relay._

/** Captures as tables of a relay's events. */
class DatabusCaptureSuite extends ProtocolSuite("databus") {
  private val talk =
    new Talk().open().up(stream).down(chunked(some(0, 1), 100)).up(get("/sources"))
      .down(sized(some(2))).said

  test("a row for each event") {
    assert(load(talk).selectExpr("unix_micros(timestamp)", "src", "src_port", "dst", "dst_port",
      "stream", "lower(hex(value))", "fault").collect().toSeq === Seq(
      Row(4L, "10.0.0.2", 9092, "10.0.0.1", 40000, 0L, hex(event(0)), null),
      Row(4L, "10.0.0.2", 9092, "10.0.0.1", 40000, 0L, hex(event(1)), null)))
  }

  test("the functions decode what the table gives") {
    assert(load(talk).selectExpr("databus_fault(value)", "databus_decode(value).size").collect()
      .toSeq === Seq(Row(null, event(0).length), Row(null, event(1).length)))
  }

  test("what is missing is a row without a value, and any columns may be asked for") {
    val table = load(new Talk().open().up(stream).down(sized(some(0)).dropRight(1)).said)
    assert(table.selectExpr("fault.reason", "databus_decode(value)").collect().toSeq ===
      Seq(Row("cut-off", null)))
    assert(table.count() === 1)
    assert(table.select("src").head() === Row("10.0.0.2"))
  }

  test("no byte of a file makes a query fail") {
    noByteFails(talk, mostRows = 6)
  }
}
