package sparkwire.wire.avro

import java.io.ByteArrayOutputStream
import java.util.zip.DeflaterOutputStream

import scala.util.Using

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.framed.RegistryFrame
import sparkwire.wire.core.{Options, Reason}

import org.scalatest.funsuite.AnyFunSuite

/** The frame of a registry before JSON and Protobuf. */
class RegistryFrameSuite extends AnyFunSuite with ReaderChecks {
  private val uuid = "00112233445566778899aabbccddeeff"
  private val uuidText = Text("00112233-4455-6677-8899-aabbccddeeff")
  private val json = Options.none
  private val protobuf = Options(Map("payload" -> "protobuf"))

  private def read(hex: String, options: Options): Either[Reason, Tree] =
    walk(RegistryFrame.OneFrame, Vectors.bytes(hex), options)
  private def indexes(all: Int*): Tree = Items(all.map(index => Whole(index.toLong)).toVector)

  private def zlib(hex: String): String = {
    val out = new ByteArrayOutputStream
    Using.resource(new DeflaterOutputStream(out))(_.write(Vectors.bytes(hex)))
    Vectors.hex(out.toByteArray)
  }

  test("JSON behind each kind of frame") {
    assert(read("00 00000007 7b7d", json) === Right(
      struct("frame" -> Text("confluent"),
        "schema_id" -> Whole(7), "offset" -> Whole(5), "payload" -> Hex("7b7d"))))
    assert(read(s"01 $uuid 7b7d", json) === Right(
      struct("frame" -> Text("confluent"),
        "schema_uuid" -> uuidText, "offset" -> Whole(17), "payload" -> Hex("7b7d"))))
    for (hex <- Seq(s"03 00 $uuid 7b7d", s"03 05 $uuid ${zlib("7b7d")}"))
      assert(read(hex, json) === Right(
        struct("frame" -> Text("glue"),
          "schema_uuid" -> uuidText, "offset" -> Whole(18), "payload" -> Hex("7b7d"))))
  }

  test("what has no frame is the payload") {
    for (hex <- Seq("", "7b7d", "c301 0102030405060708 54", "0301", "02");
      options <- Seq(json, protobuf))
      assert(
        read(hex, options) === Right(
          struct("frame" -> Text("none"), "offset" -> Whole(0),
            "payload" -> Hex(hex.replace(" ", "")))),
        hex)
  }

  test("the indexes of a message") {
    for ((hex, found, offset) <- Seq(
        ("00 00000007 00 0807", indexes(0), 6), ("00 00000007 02 00 0807", indexes(0), 7),
        ("00 00000007 02 02 0807", indexes(1), 7),
        ("00 00000007 06 02 00 8002 0807", indexes(1, 0, 128), 10)))
      assert(
        read(hex, protobuf) === Right(
          struct("frame" -> Text("confluent"),
            "schema_id" -> Whole(7), "message_indexes" -> found, "offset" -> Whole(offset),
            "payload" -> Hex("0807"))),
        hex)
    // Glue's index is not zigzag, and is compressed with the payload.
    for ((hex, offset) <- Seq(
        s"03 00 $uuid 8001 0807" -> 20, s"03 05 $uuid ${zlib("8001 0807")}" -> 18))
      assert(
        read(hex, protobuf) === Right(
          struct("frame" -> Text("glue"),
            "schema_uuid" -> uuidText, "message_indexes" -> indexes(128),
            "offset" -> Whole(offset.toLong), "payload" -> Hex("0807"))),
        hex)
  }

  test("what is refused, and where") {
    for ((hex, options, reason, offset, path) <- Seq(
        ("00", json, "truncated-frame", 1, "schema_id"), ("01 00", json, "truncated-frame", 1,
          "schema_uuid"), ("03", json, "truncated-frame", 0, ""),
        ("03 00 0011", json, "truncated-frame", 2, "schema_uuid"),
        ("00 00000007", protobuf, "truncated-frame", 5, "message_indexes"),
        ("00 00000007 01", protobuf, "bad-message-indexes", 5, "message_indexes"),
        ("00 00000007 808080808020", protobuf, "bad-message-indexes", 5, "message_indexes"),
        ("00 00000007 04 00", protobuf, "truncated-frame", 7, "message_indexes[1]"),
        ("00 00000007 feffffff0f 00", protobuf, "truncated-frame", 11, "message_indexes[1]"),
        ("00 00000007 02 01", protobuf, "bad-message-indexes", 6, "message_indexes[0]"),
        (s"03 00 $uuid", protobuf, "truncated-frame", 18, "message_indexes[0]"),
        (s"03 00 $uuid ffffffff0f", protobuf, "bad-message-indexes", 18, "message_indexes[0]"),
        (s"03 05 $uuid ffff", json, "bad-deflate", 18, ""),
        (s"03 05 $uuid ${zlib("7b7d")} 00", json, "trailing-bytes", 18 + zlib("7b7d").length / 2,
          ""))) {
      val fault = faultOf(RegistryFrame.OneFrame, Vectors.bytes(hex), options).get
      assert((fault.reason.word, fault.offset, fault.path) === ((reason, offset, path)), hex)
    }
  }

  test("indexes count against maxSize") {
    val bytes = Vectors.bytes("00 00000007 d00f") ++ new Array[Byte](1000)
    for ((maxSize, fault) <- Seq("8000" -> None, "7999" -> Some("too-large" -> 5))) {
      val options = Options(Map("payload" -> "protobuf", "maxSize" -> maxSize))
      assert(faultOf(RegistryFrame.OneFrame, bytes, options)
        .map(found => (found.reason.word, found.offset)) === fault)
      assert(walk(RegistryFrame.OneFrame, bytes, options).isLeft === fault.isDefined)
    }
  }

  test("a payload is decompressed within limits") {
    // 40 MiB of zeros take 40 KiB.
    val bomb = Vectors.bytes(s"03 05 $uuid") ++ Vectors.bytes(zlib("00" * (40 << 20)))
    assert(walk(RegistryFrame.OneFrame, bomb) === Left(Reason.TooLarge))
  }

  test("dissections tile, pruned is unpruned, whatever the bytes") {
    val framed = Seq("00 00000007 06 02 00 8002 0807", "00 00000007 00 0807", s"01 $uuid 00 0807",
      s"03 00 $uuid 01 0807", s"03 05 $uuid ${zlib("01 0807")}", "0807")
    for (hex <- framed; options <- Seq(json, protobuf)) {
      val bytes = Vectors.bytes(hex)
      tiles(RegistryFrame.OneFrame, options)(bytes)
      everyCutIsValueOrFault(RegistryFrame.OneFrame, options)(bytes)
      everyFlipIsValueOrFault(RegistryFrame.OneFrame, options)(bytes)
      prunedIsUnpruned(RegistryFrame.OneFrame, options)(bytes)
    }
    val rows = dissect(RegistryFrame.OneFrame, Vectors.bytes(framed.head), protobuf).tiles
    assert(
      rows.filter(_.length > 0).map(row => (row.offset, row.path, row.kind, row.value)) === Seq(
        (0, "frame", "magic", "\"confluent\""), (1, "schema_id", "int32", "7"),
        (5, "message_indexes", "count varint", "3"), (6, "message_indexes[0]", "varint", "1"),
        (7, "message_indexes[1]", "varint", "0"), (8, "message_indexes[2]", "varint", "128"),
        (10, "payload", "bytes", "0807")))
  }
}
