package sparkwire.wire.avro

import scala.util.Random

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.framed.AvroValue
import sparkwire.wire.avro.schemas.InvalidSchema
import sparkwire.wire.core._

import com.fasterxml.jackson.databind.ObjectMapper
import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class DatumReaderSuite
    extends AnyFunSuite with ScalaCheckPropertyChecks with ReaderChecks with VectorTests {
  import DatumReaderSuite.ByColumn

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 300)
  private val unverified = Options(Map("verify" -> "none"))
  private val replacing = Options(Map("invalidUtf8" -> "replace"))

  // The values of Databus events are Avro.

  eachLine("databus", "avro", 9) { line =>
    val schema = line.text("schema")
    if (line.fails.isDefined) isCut(line, schema)
    else if (line.name == "avro-trailing-bytes") isTrailing(line, schema)
    else isRead(line, schema, Options.none)
  }

  // The peer ignores the bytes after the record.
  private def isTrailing(line: Line, schema: String): Assertion = {
    val payload = Vectors.bytes(line.view.get("value").get("$hex").asText)
    assert(walk(AvroValue.Typed(schema), payload) === Left(Avro.TrailingBytes))
    assert(walk(ByColumn(schema), payload) === Left(Avro.TrailingBytes))
    isRead(line, schema, Options(Map("trailing" -> "ignore")))
  }

  // The header of an event with a long key is 61 bytes.
  private def isCut(line: Line, schema: String): Assertion = {
    val payload = line.bytes.drop(61)
    assert(walk(AvroValue.Typed(schema), payload) === Left(Avro.TruncatedDatum))
    assert(walk(ByColumn(schema), payload) === Left(Avro.TruncatedDatum))
  }

  private def isRead(line: Line, schema: String, options: Options): Assertion = {
    val payload = Vectors.bytes(line.view.get("value").get("$hex").asText)
    val typed = AvroValue.Typed(schema)
    val said = new ObjectMapper().readTree(line.view.get("avro_json").asText)
    assert(walk(typed, payload, options) === Right(AvroViews.encoded(said, typed.kind)))
    val Right(dynamic) = walk(ByColumn(schema), payload, options): @unchecked
    assert(AvroViews.plain(dynamic) === AvroViews.plain(AvroViews.encoded(said, typed.kind)))
    for (root <- Seq(typed, ByColumn(schema))) {
      prunedIsUnpruned(root, options)(payload)
      tiles(root, options)(payload)
      everyCutIsValueOrFault(root, options)(payload)
      everyFlipIsValueOrFault(root, options)(payload)
    }
    succeed
  }

  // Refusals and their places.

  private val point = """{"type":"record","name":"P","fields":[
    {"name":"x","type":"int"},{"name":"tags","type":{"type":"array","items":"string"}},
    {"name":"m","type":{"type":"map","values":["null","boolean"]}}]}"""
  private val suit = """{"type":"enum","name":"E","symbols":["A","B"]}"""

  private val refused = Seq(
    ("no bytes where some should be", "\"int\"", "", "truncated-datum", 0, ""),
    ("an int of six bytes", "\"int\"", "808080808001", "bad-varint", 0, ""),
    ("an int of six bytes without a bit in the last one", "\"int\"", "808080808000", "bad-varint",
      0,
      ""),
    ("an int of more than 32 bits", "\"int\"", "ffffffff1f", "bad-varint", 0, ""),
    ("a long of eleven bytes", "\"long\"", "8080808080808080808001", "bad-varint", 0, ""),
    ("a long of more than 64 bits", "\"long\"", "ffffffffffffffffff02", "bad-varint", 0, ""),
    ("a number that is cut", "\"long\"", "80", "truncated-datum", 0, ""),
    ("a negative length", "\"string\"", "01", "negative-length", 0, ""),
    ("a length past the end", "\"bytes\"", "0401", "truncated-datum", 0, ""),
    ("a length of 2^62", "\"bytes\"", "80808080808080808001", "truncated-datum", 0, ""),
    ("text that is not UTF-8", "\"string\"", "02ff", "bad-utf8", 0, ""),
    ("a boolean of 2", "\"boolean\"", "02", "bad-boolean", 0, ""),
    ("a branch that is not there", """["null","int"]""", "04", "bad-union-index", 0, ""),
    ("a negative branch", """["null","int"]""", "01", "bad-union-index", 0, ""),
    ("a symbol that is not there", suit, "04", "bad-enum-index", 0, ""),
    ("a negative symbol", suit, "01", "bad-enum-index", 0, ""),
    ("a double of seven bytes", "\"double\"", "00000000000000", "truncated-datum", 0, ""),
    ("a fixed that is cut", """{"type":"fixed","name":"F","size":4}""", "000000",
      "truncated-datum", 0, ""),
    ("a field's bytes missing", point, "02", "truncated-datum", 1, "tags"),
    ("an item that is cut", point, "02 02 04 61", "truncated-datum", 2, "tags[0]"),
    ("an item that is not UTF-8", point, "02 04 0261 02ff 00 00", "bad-utf8", 4, "tags[1]"),
    ("a block without its end", point, "02 02 0261", "truncated-datum", 4, "tags"),
    ("a key that is not UTF-8", point, "02 00 02 02ff 00 00", "bad-utf8", 3, "m[0].key"),
    ("a fault in an entry", point, "02 00 02 026b 02 07 00", "bad-boolean", 6, "m.k"),
    ("more items than bytes", point, "02 80808080808080808001", "truncated-datum", 11,
      "tags[0]"),
    ("a count of which there is no absolute value", point, "02 ffffffffffffffffff01 00",
      "bad-varint", 1, "tags"),
    ("nulls by the billion", """{"type":"array","items":"null"}""", "80a8d6b90700", "too-large", 0,
      ""),
    ("empty records without end",
      """{"type":"map","values":{"type":"record","name":"E","fields":[]}}""",
      "fefffffffffffffffe01",
      "truncated-datum", 10, "[0].key")
  )
  for ((what, schema, hex, reason, offset, path) <- refused)
    test(s"$what is refused") {
      val bytes = Vectors.bytes(hex)
      for (root <- Seq(ByColumn(schema), AvroValue.Typed(schema))) {
        val fault = faultOf(root, bytes).get
        assert((fault.reason.word, fault.offset, fault.path) === ((reason, offset, path)))
        tiles(root)(bytes)
        prunedIsUnpruned(root)(bytes)
      }
      succeed
    }

  test("what all arrays of a value hold is counted together") {
    val nulls = """{"type":"array","items":{"type":"array","items":"null"}}"""
    val fault = faultOf(ByColumn(nulls), Vectors.bytes("04 c0843d00 c0843d00 00")).get
    assert((fault.reason, fault.offset, fault.path) === ((Reason.TooLarge, 5, "[1]")))
  }

  test("a text that is not a schema is the fault of the value beside it") {
    for (schema <- Seq(
        "", "no schema", "\"nosuch\"", "{}", "[1]", """{"type":"record","name":"R"}""",
        """{"type":"record","name":"..","fields":[]}""",
        """{"type":"enum","name":"E","symbols":[1]}""", """{"type":"fixed","name":"F"}""",
        """{"type":"fixed","name":"F","size":-1}""", """{"type":null}""",
        "[" * 100000))
      assert(
        faultOf(ByColumn(schema), Array[Byte](0)).map(_.reason.word) === Some("bad-schema"), schema)
    succeed
  }

  test("values nest as deep as maxDepth says, and no deeper") {
    val node = """{"type":"record","name":"N","fields":[{"name":"next","type":["null","N"]}]}"""
    def nested(depth: Int): Array[Byte] = Array.fill(depth - 1)(2.toByte) :+ 0.toByte
    assert(walk(ByColumn(node), nested(500)).isRight)
    assert(walk(ByColumn(node), nested(501)) === Left(Reason.NestingTooDeep))
    assert(walk(ByColumn(node), nested(1000), Options(Map("maxDepth" -> "1000"))).isRight)
    // A recursive record needs no bytes for a level.
    val endless = """{"type":"record","name":"N","fields":[{"name":"next","type":"N"}]}"""
    assert(walk(ByColumn(endless), Array.emptyByteArray) === Left(Reason.NestingTooDeep))
  }

  test("a schema whose values take no bytes but exponential time is refused at once") {
    val twice = (0 until 40).foldLeft("\"null\"") { (inner, level) =>
      s"""{"type":"record","name":"R$level","fields":[{"name":"a","type":$inner},
         {"name":"b","type":${if (level == 0) "\"null\"" else s"\"R${level - 1}\""}}]}"""
    }
    assert(walk(ByColumn(twice), Array.emptyByteArray, keep = _ => false) === Left(Reason.TooLarge))
    assert(
      intercept[InvalidSchema](AvroValue.Typed(twice).kind).getMessage.contains("fields in all"))
  }

  test("logical types that mean nothing leave the value as it is") {
    def read(schema: String, hex: String): Tree =
      walk(ByColumn(schema), Vectors.bytes(hex)).fold(reason => Text(reason.word), identity)
    assert(read("""{"type":"int","logicalType":"timestamp-millis"}""", "02") === Whole(1))
    assert(read("""{"type":"string","logicalType":"date"}""", "0261") === Text("a"))
    assert(read("""{"type":"bytes","logicalType":"decimal"}""", "0207") === Hex("07"))
    assert(read("""{"type":"bytes","logicalType":"decimal","precision":2,"scale":3}""", "0207") ===
      Hex("07"))
    assert(read("""{"type":"fixed","name":"D","size":1,"logicalType":"decimal","precision":9}""",
      "07") === Hex("07"))
    assert(read("""{"type":"long","logicalType":"nonsense"}""", "02") === Whole(1))
  }

  test("logical types that mean something") {
    def read(schema: String, hex: String): Tree =
      walk(ByColumn(schema), Vectors.bytes(hex)).fold(reason => Text(reason.word), identity)
    assert(read("""{"type":"bytes","logicalType":"decimal","precision":4,"scale":2}""", "02ff") ===
      Scaled(java.math.BigInteger.valueOf(-1), 2))
    assert(read("""{"type":"bytes","logicalType":"decimal","precision":4,"scale":2}""", "00") ===
      Scaled(java.math.BigInteger.ZERO, 2))
    assert(read("""{"type":"long","logicalType":"timestamp-nanos"}""", "01") === Micros(-1))
    assert(read("""{"type":"long","logicalType":"local-timestamp-millis"}""", "02") ===
      LocalMicros(1000))
    assert(read("""{"type":"string","logicalType":"uuid"}""",
      "48" + Vectors.hex("12345678-ABCD-5678-1234-567812345678".getBytes)) ===
      Text("12345678-abcd-5678-1234-567812345678"))
    assert(read("""{"type":"fixed","name":"U","size":16,"logicalType":"uuid"}""",
      "12345678abcd56781234567812345678") === Text("12345678-abcd-5678-1234-567812345678"))
    assert(read("""{"type":"fixed","name":"D","size":12,"logicalType":"duration"}""",
      "01000000 02000000 ffffffff") ===
      struct("months" -> Whole(1), "days" -> Whole(2), "millis" -> Whole(4294967295L)))
    // No timestamp can hold this number, so it stays a number.
    assert(read("""{"type":"long","logicalType":"timestamp-millis"}""", "feffffffffffffffff01") ===
      Whole(Long.MaxValue))
  }

  test("a typed column refuses what its type cannot hold, wanted or not") {
    val schema = """{"type":"record","name":"R","fields":[{"name":"t","type":
      {"type":"long","logicalType":"timestamp-millis"}},{"name":"d","type":
      {"type":"bytes","logicalType":"decimal","precision":2,"scale":0}}]}"""
    for ((hex, path) <- Seq("feffffffffffffffff01 0201" -> "t", "02 0264" -> "d"))
      for (keep <- Seq((_: String) => true, (_: String) => false)) {
        val root = AvroValue.Typed(schema)
        assert(walk(root, Vectors.bytes(hex), keep = keep) === Left(Reason.TypeMismatch))
        assert(faultOf(root, Vectors.bytes(hex)).map(_.path) === Some(path))
      }
    succeed
  }

  test("malformed text is replaced if that is asked for") {
    assert(
      walk(ByColumn("\"string\""), Vectors.bytes("04 ff61"), replacing) === Right(Text("\ufffda")))
    assert(walk(ByColumn("""{"type":"map","values":"int"}"""), Vectors.bytes("02 02ff 02 00"),
      replacing) === Right(Entries(Vector(Text("\ufffd") -> Whole(1)))))
  }

  test("bytes behind the value are a fault") {
    for (root <- Seq(AvroValue.Typed("\"int\""), ByColumn("\"int\""))) {
      val bytes = Vectors.bytes("02 07 08")
      val fault = faultOf(root, bytes).get
      assert((fault.reason.word, fault.offset, fault.path) === (("trailing-bytes", 1, "")))
      assert(dissect(root, bytes).tiles.map(row => (row.offset, row.length, row.path, row.kind)) ===
        Seq((0, 1, "", "int"), (1, 2, "", "FAULT")))
      tiles(root)(bytes)
    }
  }

  test("bytes behind the value are one row, and no fault, where that is asked for") {
    val ignoring = Options(Map("trailing" -> "ignore"))
    for (root <- Seq(AvroValue.Typed("\"int\""), ByColumn("\"int\""))) {
      val bytes = Vectors.bytes("02 07 08")
      assert(walk(root, bytes, ignoring) === Right(Whole(1)))
      assert(
        dissect(root, bytes, ignoring).tiles.map(row =>
          (row.offset, row.length, row.path, row.kind)) ===
          Seq((0, 1, "", "int"), (1, 2, "", "unread")))
      tiles(root, ignoring)(bytes)
    }
  }

  test("a value that a registry framed is not read as a bare one") {
    // 00, an id of four bytes, and then {"name": "a"}.
    val schema = """{"type":"record","name":"R","fields":[{"name":"name","type":"string"}]}"""
    assert(
      walk(AvroValue.Typed(schema), Vectors.bytes("00 00000007 0261")) === Left(Avro.TrailingBytes))
  }

  test("the rows of a dissection have the names that the schema has") {
    val rows =
      dissect(AvroValue.Typed(point), Vectors.bytes("02 01 04 0261 00 02 026b 02 01 00")).tiles
    assert(rows.map(row => (row.offset, row.length, row.path, row.kind, row.value)) === Seq(
      (0, 1, "x", "int", "1"), (1, 2, "tags", "array", ""), (3, 2, "tags[0]", "string", "\"a\""),
      (5, 1, "tags", "block", "0"), (6, 1, "m", "map", ""), (7, 2, "m.k", "key", "\"k\""),
      (9, 1, "m.k", "union", "1"), (10, 1, "m.k", "bool", "true"), (11, 1, "m", "block", "0")))
  }

  // Compared with Avro's own library.

  private val seeds: Gen[Long] = Gen.choose(0L, Long.MaxValue)

  private def written(seed: Long, blocks: Boolean): (org.apache.avro.Schema, AnyRef,
      Array[Byte]) = {
    val generator = new AvroGenerator(seed)
    val schema = generator.schema()
    val value = generator.value(schema)
    (schema, value, AvroGenerator.write(schema, value, blocks))
  }

  private def sorted(tree: Tree): Tree = tree match {
    case Entries(entries) =>
      Entries(entries.map { case (key, value) => (key, sorted(value)) }.sortBy(_._1.toString))
    case Items(items) => Items(items.map(sorted))
    case Struct(fields) => Struct(fields.map { case (name, value) => name -> sorted(value) })
    case other => other
  }

  for (blocks <-
      Seq(false, true);
    isTyped <- Seq(false, true))
    test(
      s"what Avro writes is read back${if (isTyped) ", typed" else ""}${if (blocks) ", in blocks with sizes" else ""}") {
      forAll(seeds) { seed =>
        val (schema, value, bytes) = written(seed, blocks)
        val root = if (isTyped) AvroValue.Typed(schema.toString) else ByColumn(schema.toString)
        withClue(s"seed $seed, $schema, ${Vectors.hex(bytes)}: ") {
          val said = sorted(AvroGenerator.tree(schema, value, isTyped))
          assert(walk(root, bytes).map(sorted) === Right(said))
          assert(walk(root, bytes, unverified).map(sorted) === Right(said))
        }
      }
    }

  private def sample(check: (Root, Array[Byte]) => Assertion): Assertion =
    forAll(seeds) { seed =>
      val (schema, _, bytes) = written(seed, blocks = new Random(seed).nextBoolean())
      withClue(s"seed $seed, $schema: ") {
        val _ = check(ByColumn(schema.toString), bytes)
        check(AvroValue.Typed(schema.toString), bytes)
      }
    }

  test("items without bytes by the hundred thousand, and a fault behind them") {
    val none = """{"type":"fixed","name":"None","size":0}"""
    val root = ByColumn(s"""{"type":"map","values":{"type":"array","items":$none}}""")
    val bytes = Vectors.bytes("0400070006e2aeba0000")
    assert(dissect(root, bytes).fault.map(_.reason) === Some(Reason.TooLarge))
    assert(faultOf(root, bytes).map(_.reason.word) === Some("truncated-datum"))
    tiles(root)(bytes)
  }
  test("the dissection tiles the value")(sample((root, bytes) => tiles(root)(bytes)))
  test("pruned is unpruned")(sample((root, bytes) => prunedIsUnpruned(root)(bytes)))
  test("a cut anywhere is a value or a fault")(
    sample((root, bytes) =>
      everyCutIsValueOrFault(root)(bytes.take(100))))
  test("any byte may be any other")(
    sample((root, bytes) =>
      everyFlipIsValueOrFault(root)(bytes.take(60))))
  test("any bytes are a value or a fault, the same where nobody wants them")(
    forAll(seeds, Gen.containerOf[Array, Byte](Gen.choose(Byte.MinValue, Byte.MaxValue))) {
      (seed, bytes) =>
        val root = ByColumn(new AvroGenerator(seed).schema().toString)
        val typed = AvroValue.Typed(new AvroGenerator(seed).schema().toString)
        for (one <- Seq(root, typed)) {
          val _ = tiles(one)(bytes)
          tiles(one, replacing)(bytes)
          prunedIsUnpruned(one)(bytes)
        }
        succeed
    })
}

object DatumReaderSuite {

  /** A root that takes the schema of the value as a second input. */
  final case class ByColumn(schema: String) extends Root {
    def kind: Kind = Kind.Dynamic
    def newReader(options: Options): Reader = {
      val reader = AvroValue.Dynamic.newReader(options)
      reader.setOtherInputs(Array(schema.getBytes("UTF-8")))
      reader
    }
  }
}
