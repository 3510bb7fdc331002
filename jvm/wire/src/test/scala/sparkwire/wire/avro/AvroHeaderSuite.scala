package sparkwire.wire.avro

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.framed.{AvroHeader, SchemaId}

import org.scalatest.funsuite.AnyFunSuite

/** The id of a schema in the header of a Kafka record. */
class AvroHeaderSuite extends AnyFunSuite with ReaderChecks {
  private val guid = "00112233445566778899aabbccddeeff"
  private val whole = Seq("00 0000002a", s"01 $guid").map(Vectors.bytes)

  test("an id, and a GUID") {
    assert(walk(AvroHeader.OneHeader, whole.head) === Right(
      struct("frame" -> Text("confluent-header"), "schema_id" -> Whole(42), "offset" -> Whole(0))))
    assert(walk(AvroHeader.OneHeader, whole(1)) === Right(
      struct("frame" -> Text("confluent-header"),
        "schema_uuid" -> Text("00112233-4455-6677-8899-aabbccddeeff"), "offset" -> Whole(0))))
  }

  test("what is refused, and where") {
    for ((hex, reason, offset, path) <- Seq(
        ("", "truncated-frame", 0, "frame"), ("02 0000002a", "bad-frame", 0, "frame"),
        ("03", "bad-frame", 0, "frame"), ("00", "truncated-frame", 1, "schema_id"), ("00 0000",
          "truncated-frame", 1, "schema_id"), ("01 00112233", "truncated-frame", 1, "schema_uuid"),
        ("00 0000002a 00", "trailing-bytes", 5, ""), (s"01 $guid 00", "trailing-bytes", 17, ""))) {
      val fault = faultOf(AvroHeader.OneHeader, Vectors.bytes(hex)).get
      assert((fault.reason.word, fault.offset, fault.path) === ((reason, offset, path)), hex)
    }
  }

  test("dissections tile, pruned is unpruned, whatever the bytes") {
    for (bytes <- whole) {
      tiles(AvroHeader.OneHeader)(bytes)
      everyCutIsAFault(AvroHeader.OneHeader)(bytes)
      everyFlipIsValueOrFault(AvroHeader.OneHeader)(bytes)
      prunedIsUnpruned(AvroHeader.OneHeader)(bytes)
    }
    succeed
  }

  test("the header of an id is the one that is read") {
    assert(AvroHeader.of(SchemaId.ofInt(42)) === whole.head)
    assert(
      AvroHeader.of(SchemaId.ofUuid("00112233-4455-6677-8899-aabbccddeeff").get) === whole(1))
    assert(AvroHeader.of(SchemaId.ofInt(-2)) === Vectors.bytes("00 fffffffe"))
    // A fingerprint is not the id of a registry.
    assert(AvroHeader.of(SchemaId.ofBytes(new Array[Byte](8)).get) === null)
  }
}
