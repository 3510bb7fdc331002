package sparkwire.wire.avro

import java.io.EOFException

import scala.util.{Failure, Success, Try}

import org.apache.avro.{AvroTypeException, Schema}
import org.apache.avro.generic.{GenericData, GenericDatumReader}
import org.apache.avro.io.DecoderFactory

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.data.{DatumReader, Plan}
import sparkwire.wire.avro.schemas.{Schemas, TypedSchema}
import sparkwire.wire.core._

import org.scalacheck.Gen
import org.scalatest.concurrent.TimeLimits._
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.time.SpanSugar._
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Values read with a reader's schema other than the writer's, compared with Avro's own library. */
class ResolutionSuite extends AnyFunSuite with ScalaCheckPropertyChecks with ReaderChecks {
  import ResolutionSuite.Resolved

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 1500)

  private val replacing = Options(Map("invalidUtf8" -> "replace"))

  private def parse(text: String): Schema = new Schema.Parser().parse(text)

  private def read(writer: String, reader: String, hex: String): Either[String, Tree] =
    walk(Resolved(writer, reader), Vectors.bytes(hex)).left.map(_.word)

  private def record(fields: String): String =
    s"""{"type":"record","name":"R","fields":[$fields]}"""
  private def field(name: String, schema: String, more: String = ""): String =
    s"""{"name":"$name","type":$schema$more}"""

  test("numbers are widened, bytes and text become one another") {
    for ((from, to, hex, result) <- Seq(
        ("int", "long", "03", Whole(-2)), ("int", "float", "03", Real(-2)),
        ("int", "double", "03", Real(-2)), ("long", "float", "03", Real(-2)),
        ("long", "double", "03", Real(-2)), ("float", "double", "0000803f", Real(1)),
        ("bytes", "string", "0261", Text("a")), ("string", "bytes", "0261", Hex("61"))))
      assert(read(s"\"$from\"", s"\"$to\"", hex) === Right(result))
    assert(read("\"bytes\"", "\"string\"", "02ff") === Left("bad-utf8"))
  }

  test("an int is an int, whatever it becomes") {
    assert(read("\"int\"", "\"long\"", "ffffffff1f") === Left("bad-varint"))
    assert(read("\"int\"", """{"type":"long","logicalType":"timestamp-millis"}""", "02") ===
      Right(Micros(1000)))
  }

  test("fields that were not written have their defaults, whatever type they are of") {
    val defaults = Seq(
      field("i", "\"int\"", ""","default":7"""), field("t", "\"string\"", ""","default":"x""""),
      field("n", """["null","int"]""", ""","default":null"""),
      field("u", """["string","int"]""", ""","default":"y""""),
      field("b", "\"bytes\"", ""","default":"ÿ""""),
      field("l", """{"type":"array","items":"long"}""", ""","default":[1,2]"""),
      field("m", """{"type":"map","values":"double"}""", ""","default":{"k":1.5}"""),
      field("d", """{"type":"int","logicalType":"date"}""", ""","default":3"""),
      field(
        "r", """{"type":"record","name":"In","fields":[{"name":"z","type":"long","default":5}]}""",
        ""","default":{}"""))
    val reader = record((defaults :+ field("a", "\"int\"")).mkString(","))
    val said = struct("i" -> Whole(7), "t" -> Text("x"), "u" -> struct("member0" -> Text("y")),
      "b" -> Hex("ff"), "l" -> Items(Vector(Whole(1), Whole(2))),
      "m" -> Entries(Vector(Text("k") -> Real(1.5))), "d" -> Days(3),
      "r" -> struct("z" -> Whole(5)), "a" -> Whole(1))
    assert(read(record(field("a", "\"int\"")), reader, "02") === Right(said))
    prunedIsUnpruned(Resolved(record(field("a", "\"int\"")), reader))(Vectors.bytes("02"))
    val rows = dissect(Resolved(record(field("a", "\"int\"")), reader), Vectors.bytes("02")).tiles
    // Defaults are not in the bytes, so they have no rows, nor do the records and arrays in them.
    assert(rows.map(_.path) === Seq("a"))
  }

  test("a field goes by its aliases, and a dropped one is passed over, but looked at") {
    val writer = record(field("old", "\"int\"") + "," + field("gone", "\"string\""))
    val reader = record(field("fresh", "\"int\"", ""","aliases":["old"]"""))
    assert(read(writer, reader, "020261") === Right(struct("fresh" -> Whole(1))))
    assert(read(writer, reader, "0202ff") === Left("bad-utf8"))
    assert(dissect(Resolved(writer, reader), Vectors.bytes("020261")).tiles.map(_.kind) ===
      Seq("int", "gap"))
  }

  test("what the reader does not have is held to Avro's rules, and not to those of a column") {
    val reader = record(field("a", "\"int\""))
    val nested = """{"type":"array","items":{"type":"record","name":"In","fields":[""" +
      field("d", decimal(50, 0)) + "]}}"
    for ((schema, hex) <- Seq(
        // 50 digits, which no column of Spark has.
        decimal(50, 0) -> ("2a" + "44" * 21),
        nested -> ("022a" + "44" * 21 + "00"),
        s"""["null",${decimal(50, 0)}]""" -> ("022a" + "44" * 21),
        // More digits than its own type says: Avro does not compare them.
        decimal(3, 0) -> "0a4444444444",
        """{"type":"fixed","name":"F","size":21,"logicalType":"decimal","precision":50}""" -> "44" * 21,
        logical("long", "timestamp-millis") -> "ffffffffffffffffff01",
        logical("int", "time-millis") -> "01")) {
      val writer = record(field("gone", schema) + "," + field("a", "\"int\""))
      assert(read(writer, reader, hex + "02") === Right(struct("a" -> Whole(1))), schema)
      // Also in a record that nobody wants.
      val outer = """{"type":"record","name":"O","fields":[""" + field("r", writer) + "]}"
      val wanted = """{"type":"record","name":"O","fields":[""" + field("r", reader) + "]}"
      assert(walk(Resolved(outer, wanted), Vectors.bytes(hex + "02"), keep = _ == "x").isRight)
    }
    val long = record(field("gone", "\"string\"") + "," + field("a", "\"int\""))
    assert(read(long, reader, "0402") === Left("truncated-datum"))
  }

  test("what the reader does not have is not charged for the rows that it does not become") {
    val reader = record(field("a", "\"int\""))
    def written(items: String, count: Int, item: Array[Byte]): Either[Reason, Tree] = {
      val head = new java.io.ByteArrayOutputStream
      org.apache.avro.io.EncoderFactory.get.directBinaryEncoder(head, null).writeLong(count.toLong)
      val writer = record(
        field("gone", s"""{"type":"array","items":$items}""") + "," + field("a", "\"int\""))
      walk(Resolved(writer, reader),
        head.toByteArray ++ Array.fill(count)(item).flatten ++ Array[Byte](0, 2))
    }
    val symbol = "s" * 100
    for (items <- Seq("\"int\"", s"""{"type":"enum","name":"E","symbols":["$symbol"]}""",
        """{"type":"record","name":"In","fields":[{"name":"x","type":"int"},{"name":"y","type":"string"}]}"""))
      assert(written(items, 4000000,
        Array.fill[Byte](if (items.contains("In")) 2 else 1)(0)) === Right(struct("a" -> Whole(1))))
    // Nothing pays for items without bytes.
    assert(written("\"null\"", 1 << 30, Array.emptyByteArray) === Left(Reason.TooLarge))
  }

  test("the digits of a decimal that the reader does not have are not computed") {
    val reader = record(field("a", "\"int\""))
    for (megabytes <- Seq(1, 8, 32)) {
      val size = megabytes << 20
      val writer =
        record(field("gone", decimal((size * 2.4).toInt, 0)) + "," + field("a", "\"int\""))
      val head = new java.io.ByteArrayOutputStream
      org.apache.avro.io.EncoderFactory.get.directBinaryEncoder(head, null).writeLong(size.toLong)
      val bytes = head.toByteArray ++ Array.fill[Byte](size)(0x44) ++ Array[Byte](2)
      failAfter(1.second)(
        assert(walk(Resolved(writer, reader), bytes) ===
          Right(struct("a" -> Whole(1)))))
    }
  }

  test("what cannot be resolved is a fault when the data come to it, wanted or not") {
    val writer = record(field("a", """["int","string"]""") + "," + field("b", "\"int\""))
    val reader = record(field("a", "\"int\"") + "," + field("b", "\"int\""))
    assert(read(writer, reader, "000202") === Right(struct("a" -> Whole(1), "b" -> Whole(1))))
    assert(read(writer, reader, "02026102") === Left("incompatible-schema"))
    val fault = faultOf(Resolved(writer, reader), Vectors.bytes("02026102")).get
    assert((fault.offset, fault.path) === ((1, "a")))
    assert(walk(Resolved(writer, reader), Vectors.bytes("02026102"), keep = _ == "b").isLeft)
    assert(read("\"string\"", "\"int\"", "0261") === Left("incompatible-schema"))
    assert(read(record(""), record(field("a", "\"int\"")), "") === Left("incompatible-schema"))
  }

  private def logical(base: String, name: String, more: String = ""): String =
    s"""{"type":"$base","logicalType":"$name"$more}"""

  test("timestamps and times of day are converted to the reader's unit") {
    for {
      (family, tree) <- Seq("timestamp" -> Micros.apply _, "local-timestamp" -> LocalMicros.apply _)
      (from, micros) <- Seq("millis" -> 3000L, "micros" -> 3L, "nanos" -> 0L)
      to <- Seq("millis", "micros", "nanos")
    } assert(
      read(logical("long", s"$family-$from"), logical("long", s"$family-$to"), "06") ===
        Right(tree(micros)),
      s"$family: $from to $to")
    assert(read(logical("int", "time-millis"), logical("long", "time-micros"), "05") ===
      Right(Whole(-3000)))
    assert(read(logical("int", "time-millis"), logical("long", "time-micros"), "ffffffff1f") ===
      Left("bad-varint"))
    assert(read(logical("int", "time-millis"), "\"long\"", "06") === Right(Whole(3)))
    assert(read(logical("long", "timestamp-millis"), "\"long\"", "06") === Right(Whole(3)))
    assert(read("\"long\"", logical("long", "timestamp-micros"), "06") === Right(Micros(3)))
  }

  private def decimal(precision: Int, scale: Int): String =
    logical("bytes", "decimal", s""","precision":$precision,"scale":$scale""")
  private def exact(text: String): Tree = {
    val number = new java.math.BigDecimal(text)
    Scaled(number.unscaledValue, number.scale)
  }
  private def fixed(precision: Int, scale: Int): String =
    """{"type":"fixed","name":"F","size":16,"logicalType":"decimal",""" +
      s""""precision":$precision,"scale":$scale}"""

  test("a decimal is converted to the reader's scale if that holds exactly the same number") {
    val wide = "00" * 14
    for ((writer, reader, hex, result) <- Seq[(String, String, String, Either[String, Tree])](
        (decimal(9, 2), decimal(9, 4), "0404d2", Right(exact("12.3400"))), (decimal(9, 3),
          decimal(9, 2), "0404d2", Left("type-mismatch")), (fixed(9, 2), fixed(9, 4), wide + "04d2",
          Right(exact("12.3400"))), (fixed(9, 3), fixed(9, 2), wide + "04d8", Right(exact("1.24"))),
        (fixed(9, 3), fixed(9, 2), wide + "04d2", Left("type-mismatch")),
        (fixed(9, 0), fixed(4, 2), wide + "0064", Left("type-mismatch")),
        (fixed(9, 0), fixed(4, 2), wide + "0063", Right(exact("99.00"))),
        (fixed(38, 0), fixed(38, 38), "7f" + "ff" * 15, Left("type-mismatch"))))
      assert(read(writer, reader, hex) === result, s"$writer $reader $hex")
    val renamed = fixed(9, 4).replace("\"name\":\"F\"", "\"name\":\"G\",\"aliases\":[\"F\"]")
    assert(read(fixed(9, 2), renamed, wide + "04d2") === Right(exact("12.3400")))
    val huge = decimal(2000000000, 1999999999)
    assert(read(huge, decimal(9, 2), "0204") === Left("incompatible-schema"))
    assert(read(huge, "\"bytes\"", "0204") === Right(Hex("04")))
  }

  test("values of different meanings cannot be resolved, read or skipped") {
    val date = logical("int", "date")
    val instant = logical("long", "timestamp-millis")
    for ((writer, reader) <- Seq(
        (date, instant), (date, logical("int", "time-millis")), (logical("int", "time-millis"),
          instant), (instant, logical("long", "local-timestamp-millis")),
        (logical("long", "time-micros"), instant), ("\"string\"", decimal(9, 2)),
        (decimal(9, 2), "\"string\""), (logical("string", "uuid"), decimal(9, 2)))) {
      assert(read(writer, reader, "0201") === Left("incompatible-schema"), s"$writer $reader")
      val (written, wanted) = (record(field("a", writer)), record(field("a", reader)))
      assert(walk(Resolved(written, wanted), Vectors.bytes("0201"), keep = _ => false).isLeft)
    }
  }

  test("fields that are skipped are checked like fields that are read") {
    val ends = "," + field("z", "\"int\"")
    for ((from, to, hex) <- Seq(
        (fixed(9, 3), fixed(9, 2), "00" * 14 + "04d202"),
        (fixed(9, 3), fixed(9, 2), "00" * 14 + "04d802"),
        (logical("int", "time-millis"), logical("long", "time-micros"), "0602"),
        (logical("long", "timestamp-nanos"), logical("long", "timestamp-millis"), "0602")))
      prunedIsUnpruned(
        Resolved(record(field("a", from) + ends), record(field("a", to) + ends)))(
        Vectors.bytes(hex))
  }

  test("a symbol that the reader does not know is its default, or a fault") {
    val writer = """{"type":"enum","name":"E","symbols":["A","B"]}"""
    assert(
      read(writer, """{"type":"enum","name":"E","symbols":["B"]}""", "02") === Right(Text("B")))
    assert(read(writer, """{"type":"enum","name":"E","symbols":["B"]}""", "00") ===
      Left("incompatible-schema"))
    assert(read(writer, """{"type":"enum","name":"E","symbols":["B"],"default":"B"}""", "00") ===
      Right(Text("B")))
  }

  test("a recursive writer is passed over") {
    val node = """{"type":"record","name":"N","fields":[{"name":"next","type":["null","N"]}]}"""
    val writer = record(field("n", node) + "," + field("a", "\"int\""))
    assert(
      read(writer, record(field("a", "\"int\"")), "02020002") === Right(struct("a" -> Whole(1))))
  }

  test("defaults are counted: a byte may not become a thousand fields a million times") {
    val many = (0 until 1000).map(n => field(s"f$n", "\"long\"", ""","default":1""")).mkString(",")
    val items = (fields: String) => s"""{"type":"array","items":${record(fields)}}"""
    val bytes = Vectors.bytes("80897a") ++ new Array[Byte](1000001)
    assert(walk(Resolved(items(field("a", "\"int\"")), items(field("a", "\"int\"") + "," + many)),
      bytes, keep = _ => false) === Left(Reason.TooLarge))
  }

  test("both agree, also about what does not fit") {
    var fitting = 0
    forAll(Gen.choose(0L, Long.MaxValue)) { seed =>
      val generator = new AvroGenerator(seed)
      val writer = generator.record(3)
      val value = generator.value(writer)
      val bytes = AvroGenerator.write(writer, value)
      val reader = generator.reader(writer)
      withClue(s"seed $seed\n$writer\n$reader\n${Vectors.hex(bytes)}\n") {
        // Avro's own library replaces malformed UTF-8 when bytes become text.
        val ours = walk(Resolved(writer.toString, reader.toString), bytes, replacing)
        val theirs = peer(writer, reader, bytes)
        tiles(Resolved(writer.toString, reader.toString))(bytes)
        theirs match {
          case Success(value) =>
            fitting += 1
            val said = AvroGenerator.tree(parse(reader.toString), value, isTyped = true)
            assert(ours.map(rounded) === Right(rounded(said)))
          // Avro 1.12.2 refuses an array of ints that is read as doubles: it expects as many bytes
          // as the reader's type needs.
          case Failure(error: EOFException) if error.getMessage.startsWith("Collection claims") =>
            assert(ours.isRight || ours === Left(Avro.IncompatibleSchema))
          case Failure(error) =>
            assert(error.isInstanceOf[AvroTypeException], error)
            assert(ours === Left(Avro.IncompatibleSchema))
        }
      }
    }
    assert(fitting > 500)
  }

  /** Reads a value with Avro's own library. The reader of Avro 1.12.0 reads an array of a primitive
    * type by the reader's type alone, so it fails on numbers that it should widen. Its fast reader
    * does not have this bug.
    */
  private def peer(writer: Schema, reader: Schema, bytes: Array[Byte]): Try[AnyRef] =
    Try(peer(writer, reader, bytes, isFast = false)) match {
      case Failure(error) if !error.isInstanceOf[AvroTypeException] =>
        Try(peer(writer, reader, bytes, isFast = true))
      case said => said
    }

  private def peer(writer: Schema, reader: Schema, bytes: Array[Byte], isFast: Boolean): AnyRef = {
    val data = new GenericData
    data.setFastReaderEnabled(isFast)
    val datum = new GenericDatumReader[AnyRef](parse(writer.toString), parse(reader.toString), data)
    datum.read(null, DecoderFactory.get().binaryDecoder(bytes, null))
  }

  /** Rounds doubles in arrays to floats, because Avro 1.12.0 reads them with that precision, and
    * sorts the entries of maps, because maps have no order.
    */
  private def rounded(tree: Tree): Tree = tree match {
    case Items(items) =>
      Items(
        items.map {
          case Real(value) => Real(value.toFloat.toDouble)
          case other => rounded(other)
        })
    case Entries(entries) =>
      Entries(entries.map { case (key, value) => (key, rounded(value)) }.sortBy(_._1.toString))
    case Struct(fields) => Struct(fields.map { case (name, value) => name -> rounded(value) })
    case other => other
  }
}

object ResolutionSuite {

  /** A root that reads a value of the writer's schema with the reader's schema. */
  final case class Resolved(writer: String, reader: String) extends Root {
    private lazy val types = TypedSchema.reading(reader, hasTimes = false)
    def kind: Kind = types.kind
    def newReader(options: Options): Reader = new Reader {
      private val plan = Plan.resolved(Schemas.ofWriter(writer), types, isData = true)
      private val datum = new DatumReader(options, isTyped = true)
      override def read(cursor: Cursor, sink: Sink): Unit = {
        datum.begin(Avro.TruncatedDatum)
        datum.charge(cursor, 1, plan.root.excess)
        datum.read(plan.root, cursor, sink)
      }
    }
  }
}
