package sparkwire.files.capture

import org.apache.spark.sql.Row

import sparkwire.wire.capture.Talk
import sparkwire.wire.cernan.captures.Conversations._

/** Captures as tables of Cernan's packets and answers. */
class CernanCaptureSuite extends ProtocolSuite("cernan") {
  private val talk = new Talk().open().up(packet(7), packet(8)).down(answer(7)).said

  test("a row for each packet and each answer") {
    assert(load(talk).selectExpr("unix_micros(timestamp)", "src", "src_port", "dst", "dst_port",
      "stream", "hex(value)", "fault").collect().toSeq === Seq(
      Row(3L, "10.0.0.1", 40000, "10.0.0.2", 9092, 0L, hex(packet(7)), null),
      Row(3L, "10.0.0.1", 40000, "10.0.0.2", 9092, 0L, hex(packet(8)), null),
      Row(4L, "10.0.0.2", 9092, "10.0.0.1", 40000, 0L, hex(answer(7)), null)))
  }

  private def hex(bytes: Array[Byte]): String = bytes.map(byte => f"$byte%02X").mkString

  test("the functions decode what the table gives") {
    val packets = load(talk).where("dst_port = 9092")
    assert(packets.selectExpr("cast(cernan_decode(value).id as long)",
      "cernan_decode(value).records").collect().toSeq.map(_.getLong(0)) === Seq(7, 8))
    assert(packets.selectExpr("hex(cernan_ack(value))").head() === Row(hex(answer(7))))
  }

  test("what is missing is a row without a value, and any columns may be asked for") {
    val table = load(new Talk().open().up(packet(7).dropRight(1)).said)
    assert(table.selectExpr("fault.reason", "cernan_decode(value)").collect().toSeq ===
      Seq(Row("cut-off", null)))
    assert(table.count() === 1)
    assert(table.select("src").head() === Row("10.0.0.1"))
  }

  test("no byte of a file makes a query fail") {
    noByteFails(talk, mostRows = 6)
  }
}
