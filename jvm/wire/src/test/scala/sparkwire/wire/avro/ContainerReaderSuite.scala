package sparkwire.wire.avro

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.util.zip.Deflater

import scala.jdk.CollectionConverters._
import scala.util.Random

import org.apache.avro.Schema
import org.apache.avro.file.{CodecFactory, DataFileWriter}
import org.apache.avro.generic.GenericDatumWriter

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.container.AvroContainer
import sparkwire.wire.avro.container.AvroContainer.OneContainer
import sparkwire.wire.core.{Options, Reason}

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class ContainerReaderSuite extends AnyFunSuite with ScalaCheckPropertyChecks with ReaderChecks {
  import ContainerReaderSuite._

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 60)
  private val root = OneContainer(None)
  private val unverified = Options(Map("verify" -> "none"))

  private def wordAndPath(bytes: Array[Byte], options: Options = Options.none): Option[
    (String,
        String)] = faultOf(root, bytes, options).map(fault => (fault.reason.word, fault.path))

  // The header.

  for ((what, hex, reason, offset, path) <- Seq(
      ("nothing at all", "", "empty-avro", 0, ""),
      ("half a magic number", "4f62", "truncated-avro-header", 0, ""),
      ("a wrong magic number, cut", "4f63", "bad-avro-magic", 0, ""),
      ("no metadata", "4f626a01", "truncated-avro-header", 4, "avro_metadata"),
      ("more entries than bytes", "4f626a01 ffffffffffffffffff01", "truncated-avro-header", 4,
        "avro_metadata"),
      ("an entry of 2^38 bytes", "4f626a01 02 026b 808080808020", "truncated-avro-header", 7,
        "avro_metadata.k"),
      ("metadata of 2^61 entries", "4f626a01 80808080808080804000", "truncated-avro-header", 14,
        "avro_metadata"),
      ("a sync marker of 15 bytes", s"4f626a01 00 ${"00" * 15}", "truncated-avro-header", 5, ""),
      ("no schema", s"4f626a01 00 ${"00" * 16}", "no-schema", 4, "avro_schema")
    ))
    test(s"$what is refused") {
      val fault = faultOf(root, Vectors.bytes(hex)).get
      assert((fault.reason.word, fault.offset, fault.path) === ((reason, offset, path)))
      tiles(root)(Vectors.bytes(hex))
    }

  // Blocks.

  private val ints = "\"int\""

  private val refused = Seq(
    ("a negative number of records", block(-1, Array(2)), "negative-record-count", "records[2]"),
    ("a block of negative size", Array[Byte](2, 1) ++ marker, "negative-block-size", "records[2]"),
    ("a number of records that is cut", Array[Byte](-128), "truncated-block", "records[2]"),
    ("a number of records of eleven bytes", Array.fill[Byte](11)(-128), "bad-block", "records[2]"),
    ("a block longer than the input", Array[Byte](2, 100), "truncated-block", "records[2]"),
    ("a block of 2^62 bytes", Array[Byte](2) ++ Vectors.bytes("80808080808080808001"),
      "truncated-block", "records[2]"),
    ("2^62 records", Vectors.bytes("80808080808080808001 02 02") ++ marker, "record-past-block",
      "records[3]"),
    ("a record past its block", block(2, Array[Byte](2)), "record-past-block", "records[3]"),
    ("a record cut by its block", block(1, Array[Byte](-128)), "record-past-block", "records[2]"),
    ("bytes behind the records", block(1, Array[Byte](2, 2)), "bytes-left-in-block", "records[2]"),
    ("bytes without records", block(0, Array[Byte](2)), "bytes-left-in-block", "records[2]"),
    ("a wrong sync marker", block(1, Array[Byte](2)).dropRight(1) :+ 7.toByte, "bad-sync-marker",
      "records[2]"),
    ("a bad record", block(2, Vectors.bytes("02 ffffffff1f")), "bad-varint", "records[3]")
  )
  for ((what, blocks, reason, path) <- refused)
    test(s"$what is refused") {
      val bytes = header(ints) ++ block(2, Array[Byte](2, 4)) ++ blocks
      assert(wordAndPath(bytes) === Some((reason, path)))
      tiles(root)(bytes)
      prunedIsUnpruned(root)(bytes)
      // Without verification, the blocks are not read if only header fields are wanted.
      assert(walk(root, bytes, unverified, _ == "avro_codec") ===
        Right(struct("avro_codec" -> Text("null"))))
    }

  test("empty blocks are no end") {
    val bytes =
      header(ints) ++ block(0, Array()) ++ block(1, Array[Byte](2)) ++ block(0, Array()) ++
        block(1, Array[Byte](4))
    assert(walk(root, bytes).map(_.at("records")) === Right(Items(Vector(Whole(1), Whole(2)))))
    for (codec <- Seq("deflate", "bzip2", "xz", "zstandard")) {
      val packed = header(ints, codec) ++ block(0, Array())
      assert(walk(root, packed).map(_.at("record_count")) ===
        (if (codec == "bzip2" || codec == "xz") Left(AvroContainer.BadBlock) else Right(Whole(0))))
    }
  }

  test("a count is there without its records, also where nothing is verified") {
    val bytes = header(ints) ++ block(2, Array[Byte](2, 4)) ++ block(1, Array[Byte](-1))
    assert(walk(root, bytes, unverified, _ == "record_count") ===
      Right(struct("record_count" -> Whole(3))))
  }

  test("of a key that comes twice the last one counts") {
    val bytes = magic ++ varint(3) ++ entry("avro.schema", "no schema") ++
      entry("avro.codec", "nosuch") ++ entry("avro.schema", ints) ++ varint(1) ++
      entry("avro.codec", "null") ++ varint(0) ++ marker ++ block(1, Array[Byte](2))
    assert(walk(root, bytes).map(_.at("records")) === Right(Items(Vector(Whole(1)))))
  }

  // Decompression.

  test("a deflate bomb is refused as soon as it is too large") {
    val bomb = deflated(new Array[Byte](20 << 20))
    assert(bomb.length < 30000)
    val bytes = header("\"bytes\"", "deflate") ++ block(1, bomb)
    assert(wordAndPath(bytes) === Some(("too-large", "records[0]")))
    assert(walk(root, bytes, keep = _ => false) === Left(Reason.TooLarge))
    assert(walk(root, bytes, unverified, _ => false).isRight)
    // Many small blocks add up to a large one.
    val piece = deflated(varint(1 << 20) ++ new Array[Byte](1 << 20))
    val pieces =
      (0 until 20).foldLeft(header("\"bytes\"", "deflate"))((all, _) => all ++ block(1, piece))
    assert(wordAndPath(pieces) === Some(("too-large", "records[15]")))
    assert(walk(root, pieces, Options(Map("maxSize" -> (64 << 20).toString))).isRight)
  }

  test("snappy data that claim any size are not believed") {
    for (claim <- Seq("ffffffff0f", "ffffff7f", "8080808008")) {
      val bytes = header(ints, "snappy") ++ block(1, Vectors.bytes(s"$claim 00 00 00000000"))
      assert(wordAndPath(bytes).map(_._1) === Some("bad-snappy"))
    }
    assert(wordAndPath(header(ints, "snappy") ++ block(1, Array[Byte](1, 2, 3))).map(_._1) ===
      Some("bad-snappy"))
  }

  test("packed data that are none are refused, whatever the codec") {
    for ((codec, word) <- Seq("deflate" -> "bad-deflate", "snappy" -> "bad-snappy",
        "bzip2" -> "bad-block", "xz" -> "bad-block", "zstandard" -> "bad-block"))
      for (junk <- Seq("deadbeefdeadbeef", "00", "ffffffffffffffffffff")) {
        val bytes = header(ints, codec) ++ block(1, Vectors.bytes(junk))
        assert(wordAndPath(bytes) === Some((word, "records[0]")), s"$codec $junk")
        tiles(root)(bytes)
      }
    succeed
  }

  test("a fault in packed data is where the data are, its path is that of the record") {
    val bytes =
      header("[\"null\",\"int\"]", "deflate") ++ block(3, deflated(Vectors.bytes("00 0202 04")))
    val fault = faultOf(root, bytes).get
    assert((fault.reason.word, fault.path) === (("bad-union-index", "records[2]")))
    assert(fault.offset === header("[\"null\",\"int\"]", "deflate").length + 2)
    val rows = dissect(root, header(ints, "deflate") ++ block(1, deflated(Array[Byte](2)))).tiles
    assert(rows.filter(_.path.startsWith("records")).map(row => (row.path, row.kind)) === Seq(
      ("records[0]", "record count"), ("records[0]", "block size"), ("records[0]", "deflate"),
      ("records[0]", "sync marker")))
  }

  test("records without bytes are bounded") {
    val bytes = header("\"null\"") ++ varint(1L << 40) ++ varint(0) ++ marker
    assert(wordAndPath(bytes) === Some(("too-large", "records[0]")))
    val empty = header("""{"type":"record","name":"E","fields":[]}""") ++ block(1000, Array())
    assert(walk(root, empty).map(_.at("record_count")) === Right(Whole(1000)))
  }

  // Compared with Avro's own library.

  private val codecs = Seq("null", "deflate", "snappy", "bzip2", "xz", "zstandard")

  for (codec <- codecs)
    test(s"what Avro writes with $codec is read back, whole, cut and broken") {
      forAll(Gen.choose(0L, Long.MaxValue)) { seed =>
        val random = new Random(seed)
        val generator = new AvroGenerator(seed)
        val schema = generator.schema(2)
        val values = Seq.fill(random.nextInt(30))(generator.value(schema))
        val bytes = written(schema, values, codec, syncInterval = 32 + random.nextInt(200))
        withClue(s"seed $seed, $schema: ") {
          val said = Items(values.map(AvroGenerator.tree(schema, _, isTyped = false)).toVector)
          assert(
            walk(root, bytes).map(found => sorted(found.at("records"))) === Right(sorted(said)))
          val typed = OneContainer(Some(schema.toString))
          val saidTyped = Items(values.map(AvroGenerator.tree(schema, _, isTyped = true)).toVector)
          assert(walk(typed, bytes).map(found => sorted(found.at("records"))) ===
            Right(sorted(saidTyped)))
          for (one <- Seq(root, typed)) {
            tiles(one)(bytes)
            prunedIsUnpruned(one)(bytes)
            tiles(one)(bytes.take(random.nextInt(bytes.length)))
            val flipped = bytes.clone()
            (0 to random.nextInt(3)).foreach { _ =>
              val at = random.nextInt(bytes.length)
              flipped(at) = (flipped(at) ^ (1 << random.nextInt(8))).toByte
            }
            tiles(one)(flipped)
            prunedIsUnpruned(one)(flipped)
          }
          succeed
        }
      }
    }

  private def sorted(tree: Tree): Tree = tree match {
    case Entries(entries) =>
      Entries(entries.map { case (key, value) => (key, sorted(value)) }.sortBy(_._1.toString))
    case Items(items) => Items(items.map(sorted))
    case Struct(fields) => Struct(fields.map { case (name, value) => name -> sorted(value) })
    case other => other
  }
}

object ContainerReaderSuite {
  val magic: Array[Byte] = Vectors.bytes("4f626a01")
  val marker: Array[Byte] = Vectors.bytes("00112233445566778899aabbccddeeff")

  def varint(value: Long): Array[Byte] = {
    val out = new ByteArrayOutputStream
    var rest = (value << 1) ^ (value >> 63)
    while ((rest & ~0x7fL) != 0) {
      out.write(((rest & 0x7f) | 0x80).toInt)
      rest >>>= 7
    }
    out.write(rest.toInt)
    out.toByteArray
  }

  def entry(key: String, value: String): Array[Byte] =
    Seq(key, value).flatMap { text =>
      val bytes = text.getBytes("UTF-8")
      varint(bytes.length.toLong) ++ bytes
    }.toArray

  def header(schema: String, codec: String = "null"): Array[Byte] = magic ++ varint(2) ++
    entry("avro.schema", schema) ++ entry("avro.codec", codec) ++ varint(0) ++ marker

  def block(count: Long, data: Array[Byte]): Array[Byte] =
    varint(count) ++ varint(data.length.toLong) ++ data ++ marker

  /** A packet of Cernan, without pairs, that brings a container. */
  def packet(container: Array[Byte]): Array[Byte] =
    ByteBuffer.allocate(28 + container.length).putInt(24 + container.length).putInt(1).putInt(1)
      .putLong(7).putLong(8).put(container).array

  def deflated(bytes: Array[Byte]): Array[Byte] = {
    val deflater = new Deflater(9, true)
    deflater.setInput(bytes)
    deflater.finish()
    val out = new Array[Byte](bytes.length + 100)
    out.take(deflater.deflate(out))
  }

  def written(schema: Schema, values: Seq[AnyRef], codec: String, syncInterval: Int): Array[
    Byte] = {
    val out = new ByteArrayOutputStream
    val writer = new DataFileWriter[AnyRef](new GenericDatumWriter[AnyRef](schema))
    writer.setCodec(CodecFactory.fromString(codec))
    writer.setSyncInterval(math.max(32, syncInterval))
    writer.create(schema, out)
    values.asJava.forEach(value => writer.append(value))
    writer.close()
    out.toByteArray
  }
}
