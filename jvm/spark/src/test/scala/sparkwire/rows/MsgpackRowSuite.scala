package sparkwire.rows

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.BoundReference
import org.apache.spark.sql.types._

import sparkwire.Decoders
import sparkwire.expressions.{Decode, Decoder, Ending}
import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.aerospike.Aerospike
import sparkwire.wire.core._
import sparkwire.wire.msgpack.{Msgpack, MsgpackGenerator, MsgpackWhole}
import sparkwire.wire.variant.VariantTranscoding

import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Values transcoded to rows, compared with the same values given part by part. */
class MsgpackRowSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private class Both(asked: DataType, options: Map[String, String], format: Format = Msgpack,
      root: Root = Msgpack.OneValue) {
    private val plan = Decoders.plan(Ending.Strict, asked, options, format, root)
    private val both = new BothWays(
      Decode(Seq(BoundReference(0, BinaryType, nullable = true)), plan, plan.resultType))

    def areSame(bytes: Array[Byte]): Assertion = withClue(s"${Vectors.hex(bytes)}: ") {
      both.areSame(InternalRow(bytes))
      succeed
    }
  }

  private def isTaken(asked: DataType, bytes: Array[Byte]): Boolean = {
    val sink = new RowSink(Kind.Asked, asked, Options.none)
    sink.begin()
    new MsgpackWhole().tryValue(new Cursor().wrap(bytes), sink)
  }

  // A type, and values that mostly fit it.
  private type Typed = (DataType, Gen[Tree])

  private val whole = Gen.oneOf(
    Gen.oneOf(0L, 1L, -1L, -33L, 127L, 128L, 200L, 65535L, 1L << 31,
      1L << 40, Long.MinValue, Long.MaxValue),
    Gen.choose(-100L, 100L)).map(Whole(_): Tree)
  private val small = Gen.choose(-50L, 120L).map(Whole(_): Tree)
  private val text =
    Gen.oneOf("", "a", "é", "word", "x" * 31, "x" * 32, "y" * 300).map(Text(_): Tree)

  private val leaf: Gen[Typed] = Gen.oneOf[Typed](
    LongType -> whole,
    IntegerType -> small,
    ShortType -> small,
    ByteType -> small,
    DecimalType(20, 0) -> whole,
    DoubleType -> Gen.oneOf(Gen.oneOf(0.5, -0.0, 1e300).map(Real(_): Tree), small),
    FloatType -> Gen.const(Real(0.25)),
    BooleanType -> Gen.oneOf(true, false).map(Flag(_)),
    StringType -> text,
    BinaryType -> Gen.oneOf("", "00ff", "ab" * 300).map(Hex(_)),
    VariantType -> Gen.oneOf(whole, text, Gen.const(Items(Vector(Whole(1), Text("in")))),
      Gen.const(Entries(Vector(Text("k") -> Whole(1), Text("b") -> NoValue))))
  )

  private val stray: Gen[Tree] =
    Gen.oneOf(NoValue, Whole(7), Text("stray"), Items(Vector(Text("a"))), Real(0.5), Flag(true),
      Entries(Vector(Text("a") -> Whole(1))), Entries(Vector(Whole(1) -> NoValue)))

  private def mostly(values: Gen[Tree], often: Int): Gen[Tree] =
    if (often == 0) values else Gen.frequency(often -> values, 1 -> stray)

  private def typed(levels: Int, often: Int): Gen[Typed] =
    if (levels == 0) leaf
    else {
      val inner = Gen.lzy(typed(levels - 1, often))
      Gen.oneOf(
        inner.map { case (element, values) =>
          ArrayType(element) -> Gen.choose(0, 20).flatMap(Gen.listOfN(_, mostly(values, often)))
            .map(list => Items(list.toVector): Tree)
        },
        Gen.zip(Gen.oneOf[Typed](LongType -> whole, StringType -> text), inner).map {
          case ((key, keys), (value, values)) =>
            MapType(key, value) -> Gen.listOf(Gen.zip(keys, mostly(values, often)))
              .map(list => Entries(distinct(list).toVector): Tree)
        },
        Gen.choose(1, 5).flatMap(Gen.listOfN(_, inner)).map(struct(_, often))
      )
    }

  private def distinct(entries: List[(Tree, Tree)]): List[(Tree, Tree)] = entries.distinctBy(_._1)

  private def struct(fields: List[Typed], often: Int): Typed = {
    val named = fields.zipWithIndex.map { case (field, at) => (s"field$at", field) }
    val values = named.map { case (name, (_, values)) =>
      Gen.zip(fieldName(name, often), mostly(values, often)).map(List(_))
    }
    val all = Gen.sequence[List[List[(Tree, Tree)]], List[(Tree, Tree)]](values).map(_.flatten)
    val others =
      Gen.listOf(Gen.zip(Gen.oneOf("other", "p", "q").map(Text(_): Tree), deep)).map(_.take(2))
    StructType(named.map { case (name, (dataType, _)) => StructField(name, dataType) }) ->
      Gen.zip(all, others, Gen.oneOf(true, false)).map { case (own, more, isBehind) =>
        Entries((if (isBehind) own ++ distinct(more) else distinct(more) ++ own).toVector): Tree
      }
  }

  private def fieldName(name: String, often: Int): Gen[Tree] =
    if (often == 0) Text(name)
    else Gen.frequency(20 -> name, 1 -> name.toUpperCase, 1 -> "field0").map(Text(_))

  // Values of fields that are not requested.
  private val deep: Gen[Tree] = Gen.oneOf(whole, text, stray,
    Gen.const(Items(Vector(Items(Vector(Whole(1), Items(Vector.empty))), Text("b"), Real(2.5)))))

  private val settings: Gen[Map[String, String]] = Gen.oneOf(
    Map.empty[String, String], Map("mismatch" -> "null"), Map("verify" -> "none"),
    Map("invalidUtf8" -> "replace"), Map("maxSize" -> "600"))

  test("values of their type are taken, and the rows are the same") {
    forAll(typed(3, 0).flatMap { case (asked, values) => Gen.zip(asked, values) },
      minSuccessful(300)) { case (asked, value) =>
      val bytes = MsgpackGenerator.write(value)
      new Both(asked, Map.empty).areSame(bytes)
      assert(isTaken(asked, bytes), s"$asked of ${Vectors.hex(bytes)}")
    }
  }

  test("values of which some are of another type: rows and refusals are the same") {
    val cases = for {
      (asked, values) <- typed(3, 30)
      several <- Gen.listOfN(4, values)
      options <- settings
    } yield (asked, several, options)
    forAll(cases, minSuccessful(500)) { case (asked, several, options) =>
      val both = new Both(asked, options)
      several.foreach(value => both.areSame(MsgpackGenerator.write(value)))
    }
  }

  test("bytes that are cut or changed") {
    val cases = for {
      (asked, values) <- typed(2, 50)
      value <- values
      options <- settings
      at <- Gen.choose(0, 1 << 20)
      byte <- Gen.choose(0, 255)
    } yield (asked, MsgpackGenerator.write(value), options, at, byte)
    forAll(cases, minSuccessful(1000)) { case (asked, bytes, options, at, byte) =>
      val both = new Both(asked, options)
      both.areSame(bytes.updated(at % bytes.length, byte.toByte))
      both.areSame(bytes.take(at % bytes.length))
      both.areSame(bytes)
    }
  }

  test("as deep as it goes, and deeper: asked for and passed over") {
    val lists = (1 to 31).foldLeft[DataType](IntegerType)((inner, _) => ArrayType(inner))
    val deep = Vectors.bytes("91" * 31 + "01")
    assert(isTaken(lists, deep))
    assert(!isTaken(ArrayType(ArrayType(lists)), Vectors.bytes("91" * 33 + "01")))
    val other = StructType(Seq(StructField("a", IntegerType)))
    for (levels <- Seq(31, 32, 400)) {
      val passed = Vectors.bytes("81a162" + "91" * levels + "01")
      assert(isTaken(other, passed) === (levels < VariantTranscoding.MaxLevels))
      assert(Decoders.value(passed, other) != null)
    }
    val tooDeep = Vectors.bytes("81a162" + "91" * 500 + "01")
    assert(Decoders.fault(tooDeep, other)._1 === "nesting-too-deep")
  }

  test("counts that promise more than there is") {
    val asked = DataType.fromDDL("a ARRAY<BIGINT>, b MAP<INT, INT>")
    for (head <- Seq("9f", "8f", "dcffff", "deffff", "dd7fffffff", "ddffffffff", "df7fffffff");
      name <- Seq("a161", "a162", "a163"); behind <- Seq("", "01", "0102")) {
      val bytes = Vectors.bytes("81" + name + head + behind)
      assert(!isTaken(asked, bytes))
      new Both(asked, Map.empty).areSame(bytes)
    }
  }

  // Messages of Aerospike, whose bins are taken as a whole.

  private val Bins =
    "user_id BIGINT, name STRING, email STRING, score DOUBLE, active BOOLEAN, tags ARRAY<STRING>, " +
      "prefs STRUCT<lang STRING, page INT>, visits VARIANT, counters MAP<INT, BIGINT>, " +
      "a INT, b STRING, m MAP<STRING, VARIANT>, l ARRAY<VARIANT>, Bin STRING"
  private val askedOfBins: Seq[DataType] =
    Seq(VariantType, DataType.fromDDL(Bins), DataType.fromDDL("MAP<STRING, VARIANT>"),
      DataType.fromDDL("other INT"))

  private def bothOfBins(options: Map[String, String]): Seq[Both] =
    askedOfBins.map(new Both(_, options, Aerospike, Aerospike.OneMessage))

  test("messages of the vectors, as they are and cut and changed") {
    val random = new scala.util.Random(7)
    val all = Seq(Map.empty[String, String], Map("mismatch" -> "null"), Map("verify" -> "none"))
      .flatMap(bothOfBins)
    for (bytes <- Vectors.bytesOf("aerospike") if bytes.nonEmpty) {
      val changed = Seq.fill(10)(
        bytes.updated(random.nextInt(bytes.length), random.nextInt(256).toByte))
      val cut = Seq.fill(3)(bytes.take(random.nextInt(bytes.length)))
      for (each <- bytes +: (changed ++ cut); both <- all) both.areSame(each)
    }
  }

  test("bins as deep as it goes, and deeper: asked for and passed over") {
    for (asked <- askedOfBins; levels <- Seq(1, 29, 30, 31, 32, 33, 34, 35, 100, 400)) {
      val value = "91" * levels + "01"
      val bytes = message(s"94a16c1400$value")
      val plan = Decoders.plan(Ending.Strict, asked, Map.empty, Aerospike, Aerospike.OneMessage)
      assert(new Decoder(plan, plan.resultType).decode(bytes) != null)
    }
  }

  private def message(bins: String*): Array[Byte] = Vectors.bytes(
    "93010195" + "94a16ec0c414" + "00" * 20 + "c0" + "010203" + "9" + bins.size.toHexString + bins.mkString)

  test("heads of bins that are longer than usual, or of another family") {
    val usual = "94a16101" + "00" + "05"
    val others = Seq("dc0004a1610100" + "05", "94d901610100" + "05", "94a161cc0100" + "05",
      "94a16101cc00" + "05", "94a1610100c0", "94a1610100a178", "94a1610300" + "05",
      "94a1610600" + "05",
      "94a161ff00" + "05", "94a1ff0100" + "05", "94c0010005", "93a1610105", "94a16101ff" + "05",
      "94a1610100cf8000000000000000", "94a16101", "94a1")
    for (other <- usual +: others; many <- Seq(Seq(other), Seq(usual, other), Seq(other, other));
      both <- bothOfBins(Map.empty))
      both.areSame(message(many: _*))
  }

  test("an ext fits BINARY or STRING only where it has Aerospike's meaning") {
    val aerospike = Map("ext" -> "aerospike")
    def typed(hex: String, asked: DataType): Tree =
      Results.of(Decoders.value(Vectors.bytes(hex), asked, aerospike), asked)
    for ((hex, asked, expected) <- Seq[(String, DataType, Tree)](
        ("d4177b", StringType, Text("{")), ("d40701", BinaryType, Hex("01")),
        ("d41201", BinaryType, Hex("01")))) {
      assert(typed(hex, asked) === expected)
      assert(typed(s"91 $hex", ArrayType(asked)) === Items(Vector(expected)))
      assert(
        typed(s"81 a161 $hex", new StructType().add("a", asked)) === Tree.struct("a" -> expected))
      assert(Decoders.fault(Vectors.bytes(hex), asked) === (("type-mismatch", "")))
    }
  }
}
