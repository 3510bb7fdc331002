package sparkwire.wire.avro

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.framed.AvroFrame

import org.scalatest.funsuite.AnyFunSuite

/** The frame before a value: each kind of frame, and bytes that are not a frame. */
class FrameReaderSuite extends AnyFunSuite with ReaderChecks {
  private val uuid = "00112233445566778899aabbccddeeff"

  private def frame(hex: String): Tree = {
    val Right(found) = walk(AvroFrame.OneFrame, Vectors.bytes(hex)): @unchecked
    found
  }

  test("each kind of frame") {
    assert(frame("00 00000007 0261") ===
      struct("frame" -> Text("confluent"), "schema_id" -> Whole(7), "offset" -> Whole(5)))
    assert(frame("00 80000001") ===
      struct("frame" -> Text("confluent"), "schema_id" -> Whole(Int.MinValue + 1),
        "offset" -> Whole(5)))
    assert(frame("c301 0102030405060708 0261") ===
      struct("frame" -> Text("single-object"), "fingerprint" -> Hex("0102030405060708"),
        "offset" -> Whole(10)))
    for ((byte, compression) <- Seq("00" -> "none", "05" -> "zlib"))
      assert(frame(s"03 $byte $uuid 0261") ===
        struct("frame" -> Text("glue"), "compression" -> Text(compression),
          "schema_uuid" -> Text("00112233-4455-6677-8899-aabbccddeeff"), "offset" -> Whole(18)))
  }

  test("what is no frame is none") {
    for (hex <- Seq("", "02", "0261", "c302", "0301", "03ff", "01", "ff"))
      assert(frame(hex) === struct("frame" -> Text("none"), "offset" -> Whole(0)), hex)
  }

  private val whole =
    Seq("00 00000007", "c301 0102030405060708", s"03 00 $uuid", s"03 05 $uuid").map(Vectors.bytes)

  test("a frame that is cut is a fault, in its field") {
    whole.foreach(bytes =>
      for (length <- 1 until bytes.length) {
        val cut = bytes.take(length)
        assert(walk(AvroFrame.OneFrame, cut) === Left(Avro.TruncatedFrame), Vectors.hex(cut))
      })
    def placeOf(hex: String) =
      faultOf(AvroFrame.OneFrame, Vectors.bytes(hex)).map(fault => (fault.offset, fault.path))
    assert(placeOf("00 0000") === Some((1, "schema_id")))
    assert(placeOf("c301 01") === Some((2, "fingerprint")))
    assert(placeOf("03 00 01") === Some((2, "schema_uuid")))
    assert(placeOf("03") === Some((0, "")))
  }

  test("dissections tile, pruned is unpruned, whatever the bytes") {
    for (bytes <- whole.map(_ ++ Array[Byte](2, 97)) :+ Array[Byte](2, 97)) {
      tiles(AvroFrame.OneFrame)(bytes)
      everyCutIsValueOrFault(AvroFrame.OneFrame)(bytes)
      everyFlipIsValueOrFault(AvroFrame.OneFrame)(bytes)
      prunedIsUnpruned(AvroFrame.OneFrame)(bytes)
    }
    val rows = dissect(AvroFrame.OneFrame, Vectors.bytes(s"03 00 $uuid 0261")).tiles
    assert(rows.map(row => (row.offset, row.length, row.path, row.kind)) === Seq(
      (0, 1, "frame", "magic"), (1, 1, "compression", "compression"), (2, 16, "schema_uuid",
        "uuid"), (18, 0, "offset", "int"), (18, 2, "", "datum")).filter(_._2 > 0))
  }
}
