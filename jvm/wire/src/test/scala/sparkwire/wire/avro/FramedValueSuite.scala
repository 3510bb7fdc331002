package sparkwire.wire.avro

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.util.UUID
import java.util.zip.DeflaterOutputStream

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.avro.{Schema, SchemaNormalization}
import org.apache.avro.generic.GenericData
import org.apache.avro.message.BinaryMessageEncoder

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.framed.{
  AvroFrame, AvroValue, FrameKind, SchemaId, SchemaKeys, WriterSchema
}
import sparkwire.wire.core.{Cursor, Malformed, MapInput, Options, Reason}
import sparkwire.wire.trace.Trace

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Values preceded by the id of their schema. Three versions resolve to the reader's schema, one
  * does not, and one id leads to a text that is not a schema.
  */
class FramedValueSuite extends AnyFunSuite with ReaderChecks {
  import FramedValueSuite._

  private val texts = Map(1 -> first, 2 -> second, 3 -> third, 4 -> other, 5 -> "none")
  private val byId = WriterSchema.ById(texts.map { case (id, text) => SchemaId.ofInt(id) -> text })
  private val resolved = AvroValue.Resolved(byId, third)

  private def named(id: Int, datum: String): Array[Byte] =
    Vectors.bytes(f"00 $id%08x $datum")

  private def hit(path: String, ms: Long, user: String): Tree =
    struct("path" -> Text(path), "ms" -> Whole(ms), "user" -> Text(user))

  // {"path": "/a", "ms": 42}, as each version writes it, with the user "u" in the last one.
  private val values = Seq(
    named(1, "04 2f61 54") -> hit("/a", 42, "nobody"),
    named(2, "54 04 2f61 01") -> hit("/a", 42, "nobody"),
    named(3, "04 2f61 54 02 75") -> hit("/a", 42, "u"))

  test("each version is read by its own schema") {
    for ((bytes, value) <- values) assert(walk(resolved, bytes) === Right(value))
    // One reader reads all versions in any order: each has a plan of its own.
    val reader = resolved.newReader(Options.none)
    for ((bytes, value) <- values ++ values.reverse ++ values) {
      val sink = new CollectingSink()
      reader.read(new Cursor().wrap(bytes), sink)
      assert(sink.result === value)
    }
  }

  test("what is refused, and where") {
    for ((what, bytes, reason, offset) <- Seq(
        ("an id that is not in the map", named(9, "04 2f61 54"), "unknown-schema", 1),
        ("a text that is not a schema", named(5, "04 2f61 54"), "bad-schema", 1),
        ("a schema that does not resolve", named(4, "54"), "incompatible-schema", 5),
        ("a bare value", Vectors.bytes("04 2f61 54"), "bad-frame", 0),
        ("a cut id", Vectors.bytes("00 0000"), "truncated-frame", 1),
        ("a cut value", named(1, "04 2f"), "truncated-datum", 5),
        ("bytes behind the value", named(1, "04 2f61 54 00"), "trailing-bytes", 9),
        ("no bytes", Array.emptyByteArray, "bad-frame", 0))) {
      val fault = faultOf(resolved, bytes)
      assert(fault.map(found => (found.reason.word, found.offset)) === Some((reason, offset)), what)
      tiles(resolved)(bytes)
    }
    assert(faultOf(resolved, named(9, "")).get.message.contains("no schema is known for the id 9"))
    val fingerprint = Vectors.bytes("c301 0102030405060708 00")
    assert(faultOf(resolved, fingerprint).get.message.contains("the id 0102030405060708"))
    val uuid = Vectors.bytes("03 00 00112233445566778899aabbccddeeff 00")
    assert(
      faultOf(resolved, uuid).get.message.contains("the id 00112233-4455-6677-8899-aabbccddeeff"))
  }

  test("one text for all values that is not a schema") {
    val writer = WriterSchema.One("none")
    for (root <- Seq(AvroValue.Resolved(writer, "\"int\""), AvroValue.Variant(writer))) {
      assert(walk(root, named(1, "02")) === Left(Avro.BadSchema))
      assert(
        faultOf(root, named(1, "02")).get.message.contains(
          // The column depends on the version of Jackson.
          "it is not valid JSON (line 1, column "))
    }
  }

  test("dissections tile, pruned is unpruned, whatever the bytes") {
    for (root <- Seq(resolved, AvroValue.Variant(byId)); (bytes, _) <- values) {
      tiles(root)(bytes)
      everyCutIsAFault(root)(bytes)
      everyFlipIsValueOrFault(root)(bytes)
    }
    for ((bytes, _) <- values) prunedIsUnpruned(resolved)(bytes)
    val rows = dissect(resolved, values.head._1).tiles
    assert(rows.map(row => (row.offset, row.length, row.path, row.kind, row.value)).take(3) === Seq(
      (0, 1, "", "magic", "00"), (1, 4, "", "schema id", "00000001"),
      (5, 3, "path", "string", "\"/a\"")))
    val Vector(magic, id, number) =
      dissect(AvroValue.Variant(byId), named(4, "54")).tiles.toVector: @unchecked
    assert((magic.length, id.length, number.length, number.kind) === ((1, 4, 1, "int")))
  }

  test("a frame that is named is the one that is there") {
    for ((frame, hex, reason) <- Seq(
        ("confluent", "c301 0102030405060708 54", "bad-frame"), ("confluent", "54", "bad-frame"),
        ("single-object", "00 00000001 54", "bad-frame"), ("glue", "00 00000001 54", "bad-frame"),
        ("glue", "", "truncated-frame"), ("confluent", "00", "truncated-frame"),
        ("glue", "03 01", "bad-frame")))
      assert(
        walk(resolved, Vectors.bytes(hex), Options(Map("frame" -> frame))).left.map(_.word) ===
          Left(reason))
    succeed
  }

  test("a single schema reads values with any frame in front, where one is asked for") {
    for {
      root <-
        Seq(AvroValue.Typed("\"int\""), AvroValue.Resolved(WriterSchema.One("\"int\""), "\"long\""))
      (frame, head) <- Seq("none" -> "", "confluent" -> "00 00000009",
        "single-object" -> "c301 0102030405060708",
        "glue" -> "03 00 00112233445566778899aabbccddeeff")
      asked <- Seq("auto", frame)
    }
      assert(walk(root, Vectors.bytes(s"$head 54"), Options(Map("frame" -> asked))) ===
        Right(Whole(42)))
    assert(walk(AvroValue.Typed("\"int\""), Vectors.bytes("00 00000009 54")) ===
      Left(Avro.TrailingBytes))
  }

  test("Avro's own message encoder writes what is read by fingerprint") {
    val writers = Seq(first, second, third).map(new Schema.Parser().parse(_))
    def key(schema: Schema) =
      SchemaId.ofBytes(SchemaNormalization.parsingFingerprint("CRC-64-AVRO", schema)).get
    val root =
      AvroValue.Resolved(
        WriterSchema.ById(writers.map(schema => key(schema) -> schema.toString).toMap), third)
    val written = writers.map { schema =>
      val record = new GenericData.Record(schema)
      schema.getFields.asScala.foreach(field =>
        record.put(
          field.name,
          if (field.name == "ms" && field.schema.getType == Schema.Type.INT) 42
          else if (field.name == "ms") 42L
          else if (field.name == "ok") true
          else "x"))
      bytesOf(
        new BinaryMessageEncoder[GenericData.Record](GenericData.get(), schema).encode(record))
    }
    assert(written.map(walk(root, _)) ===
      Seq(hit("x", 42, "nobody"), hit("x", 42, "nobody"), hit("x", 42, "x")).map(Right(_)))
    assert(written.map(bytes => walk(AvroFrame.OneFrame, bytes).map(Tree.only(_, _ == "frame"))) ===
      Seq.fill(3)(Right(struct("frame" -> Text("single-object")))))
  }

  test("values that Glue has packed are unpacked within limits") {
    val id = "00112233-4455-6677-8899-aabbccddeeff"
    val glued = WriterSchema.ById(Map(SchemaId.ofUuid(id).get -> "\"string\""))
    val root = AvroValue.Resolved(glued, "\"string\"")
    val head = Vectors.bytes(s"03 05 ${id.replace("-", "")}")
    def packed(value: Array[Byte]): Array[Byte] = head ++ zlib(value)
    assert(walk(root, packed(Vectors.bytes("04 2f61"))) === Right(Text("/a")))
    for ((value, reason) <- Seq(
        packed(Vectors.bytes("04 2f")) -> "truncated-datum",
        packed(Vectors.bytes("04 2f61 00")) -> "trailing-bytes",
        packed(Vectors.bytes("04 2f61")).dropRight(8) -> "bad-deflate",
        (head ++ Vectors.bytes("ffff")) -> "bad-deflate")) {
      val fault = faultOf(root, value).get
      assert((fault.reason.word, fault.offset) === ((reason, 18)))
      tiles(root)(value)
    }
    val rows = dissect(root, packed(Vectors.bytes("04 2f61"))).tiles
    assert(rows.map(_.kind) === Seq("magic", "compression", "schema id", "zlib"))
    val longer = packed(Vectors.bytes("04 2f61")) :+ 0.toByte
    assert(faultOf(root, longer).map(fault => (fault.reason.word, fault.offset)) ===
      Some(("trailing-bytes", longer.length - 1)))
    assert(walk(root, longer, Options(Map("trailing" -> "ignore"))) === Right(Text("/a")))
    tiles(root)(longer)
    // 40 MiB of zeros take 40 KiB.
    val bomb = packed(ContainerReaderSuite.varint(40 << 20) ++ new Array[Byte](40 << 20))
    assert(walk(root, bomb) === Left(Reason.TooLarge))
    tiles(root)(bomb)
  }

  test("maps beside the value, of every type of key") {
    val id = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")
    val uuid = id.toString.replace("-", "")
    for ((keys, key, head) <- Seq(
        (SchemaKeys.Ints, 7, "00 00000007"), (SchemaKeys.Longs, 7L, "00 00000007"),
        (SchemaKeys.Uuids, id.toString.toUpperCase, s"03 00 $uuid"),
        (SchemaKeys.Binaries, Vectors.bytes(uuid), s"03 00 $uuid"),
        (SchemaKeys.Binaries, Vectors.bytes("00000007"), "00 00000007"),
        (SchemaKeys.Binaries, Vectors.bytes("0102030405060708"), "c301 0102030405060708"))) {
      val reader = AvroValue.Variant(WriterSchema.MapBeside(keys)).newReader(Options.none)
      def read(entries: (Any, String)*): Either[String, Tree] = {
        reader.setOtherInputs(Array(new Entries(entries)))
        val sink = new CollectingSink()
        try {
          reader.read(new Cursor().wrap(Vectors.bytes(s"$head 54")), sink)
          Right(sink.result)
        } catch { case malformed: Malformed => Left(malformed.reason.word) }
      }
      val absent: Any = key match {
        case _: Int => 8
        case _: Long => 1L << 32 | 7
        case _: String => "no uuid"
        case _ => Array[Byte](1, 2)
      }
      assert(read(absent -> "\"string\"", key -> "\"int\"") === Right(Whole(42)))
      // The next value has another map, which may have another schema for the same id.
      assert(read(key -> "\"boolean\"") === Left("bad-boolean"))
      assert(read(absent -> "\"int\"") === Left("unknown-schema"))
      assert(read() === Left("unknown-schema"))
      assert(read(key -> null) === Left("unknown-schema"))
      assert(read(absent -> "\"string\"", key -> "\"long\"") === Right(Whole(42)))
    }
    succeed
  }

  test("an id beside the value, of each form") {
    val uuid = "00112233-4455-6677-8899-aabbccddeeff"
    val bytes = Vectors.bytes(uuid.replace("-", ""))
    val fingerprint = Vectors.bytes("0102030405060708")
    val map = WriterSchema.ById(
      Map(SchemaId.ofInt(7) -> "\"int\"", SchemaId.ofUuid(uuid).get -> "\"long\"",
        SchemaId.ofBytes(fingerprint).get -> "\"boolean\"", SchemaId.ofInt(8) -> "none"))
    def fault(isText: Boolean, id: AnyRef, hex: String = "01"): Option[(String, Int, String)] = {
      val root = AvroValue.Variant(WriterSchema.IdBeside(map, isText))
      val reader = root.newReader(Options.none)
      // The second value has an equal id, which need not be the same object.
      val ids = Seq(id, id match { case array: Array[Byte] => array.clone(); case same => same })
      val found = ids.map { one =>
        reader.setOtherInputs(Array(one))
        Trace.fault(reader, new Cursor(), Vectors.bytes(hex), new CollectingSink(), Options.none)
          .map(fault => (fault.reason.word, fault.offset, fault.message))
      }
      assert(found.head === found(1))
      found.head
    }
    assert(fault(isText = false, Int.box(7)) === None)
    assert(fault(isText = false, Vectors.bytes("00000007")) === None)
    assert(fault(isText = false, fingerprint) === None)
    assert(fault(isText = true, uuid.toUpperCase.getBytes) === None)
    assert(fault(isText = false, bytes) === None)
    assert(fault(isText = false, Int.box(7), "01 00").map(_._1) === Some("trailing-bytes"))
    assert(fault(isText = false, Int.box(8)).map(_._1) === Some("bad-schema"))
    for ((isText, id, shown) <- Seq[(Boolean, AnyRef, String)](
        (false, Int.box(9), "9"), (false, Int.box(-1), "-1"),
        (false, Vectors.bytes("00000009"), "00000009"), (false, Vectors.bytes("01"), "01"),
        (false, new Array[Byte](1000), "00" * 64 + "... (1000 bytes)"),
        (true, s"${uuid.dropRight(1)}0".getBytes, s"${uuid.dropRight(1)}0"),
        (true, "no\nuuid".getBytes, "\"no\\u000auuid\""), (true, "".getBytes, "\"\""))) {
      val Some((reason, offset, message)) = fault(isText, id): @unchecked
      assert((reason, offset) === (("unknown-schema", 0)))
      assert(message.startsWith(s"no schema is known for the id $shown (found 01"))
    }
  }

  test("more schemas than plans are kept") {
    val ids = 0 until 3000
    val root = AvroValue.Resolved(
      WriterSchema.ById(ids.map(id => SchemaId.ofInt(id) -> field(s"f$id")).toMap),
      field("all", s""","aliases":[${ids.map(id => s"\"f$id\"").mkString(",")}]"""))
    val reader = root.newReader(Options.none)
    for (id <- ids ++ ids.reverse) {
      val sink = new CollectingSink()
      reader.read(new Cursor().wrap(named(id, "54")), sink)
      assert(sink.result === struct("all" -> Whole(42)))
    }
    succeed
  }

  private def field(name: String, more: String = ""): String =
    s"""{"type":"record","name":"R","fields":[{"name":"$name","type":"int"$more}]}"""

  test("ids are told apart by all of their bytes") {
    assert(SchemaId.ofUuid("0-0-0-0-0") === None)
    assert(SchemaId.ofUuid("") === None)
    assert(SchemaId.ofBytes(new Array[Byte](5)) === None)
    isAllThere("0102030405060708090a0b0c0d0e0f10", FrameKind.SingleObject)
    isAllThere("0102030405060708", FrameKind.SingleObject)
    isAllThere("fffefdfc", FrameKind.SingleObject)
    assert(SchemaId.ofInt(-7).text(FrameKind.Confluent) === "-7")
  }

  private def isAllThere(hex: String, kind: Int): Assertion =
    assert(SchemaId.ofBytes(Vectors.bytes(hex)).get.text(kind) === hex)
}

object FramedValueSuite {
  private val first =
    """{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"},{"name":"ms","type":"int"}]}"""
  // For the reader of `third`: another order, a number to widen and a field to drop.
  private val second = """{"type":"record","name":"Hit","fields":[{"name":"ms","type":"int"},
    {"name":"path","type":"string"},{"name":"ok","type":"boolean"}]}"""
  private val third = """{"type":"record","name":"Hit","fields":[{"name":"path","type":"string"},
    {"name":"ms","type":"long"},{"name":"user","type":"string","default":"nobody"}]}"""
  private val other = "\"int\""

  private def bytesOf(buffer: ByteBuffer): Array[Byte] = {
    val bytes = new Array[Byte](buffer.remaining)
    buffer.get(bytes)
    bytes
  }

  private def zlib(bytes: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    Using.resource(new DeflaterOutputStream(out))(_.write(bytes))
    out.toByteArray
  }

  private final class Entries(entries: Seq[(Any, String)]) extends MapInput {
    def size: Int = entries.length
    def intKey(entry: Int): Int = entries(entry)._1.asInstanceOf[Int]
    def longKey(entry: Int): Long = entries(entry)._1.asInstanceOf[Long]
    def textKey(entry: Int): Array[Byte] = entries(entry)._1.asInstanceOf[String].getBytes
    def binaryKey(entry: Int): Array[Byte] = entries(entry)._1.asInstanceOf[Array[Byte]]
    def textValue(entry: Int): Array[Byte] = Option(entries(entry)._2).map(_.getBytes).orNull
  }
}
