package sparkwire.rows

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.catalyst.util.{ArrayBasedMapData, ArrayData, GenericArrayData, MapData}
import org.apache.spark.sql.types._

import sparkwire.Decoders
import sparkwire.wire.Tree
import sparkwire.wire.Tree._
import sparkwire.wire.msgpack.MsgpackGenerator

import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Typed values: the values that fit a type, their results, and the values that do not fit. */
class RowSinkSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private def typed(hex: String, ddl: String, options: Map[String, String] = Map.empty): Tree = {
    val asked = DataType.fromDDL(ddl)
    Results.of(Decoders.value(Results.bytes(hex), asked, options), asked)
  }

  private def fits(name: String, cases: (String, String, Tree)*): Unit =
    test(s"$name: what fits") {
      for ((hex, ddl, expected) <- cases) withClue(s"$hex as $ddl: ") {
        assert(typed(hex, ddl) === expected)
        assert(typed(hex, ddl, Map("mismatch" -> "null")) === expected)
        assert(typed(s"82 a161 $hex a162 01", s"a $ddl, b INT") === struct(
          "a" -> expected, "b" -> Whole(1)))
        assert(typed(s"92 $hex $hex", s"ARRAY<$ddl>") === Items(Vector(expected, expected)))
        assert(typed(s"81 01 $hex", s"MAP<INT, $ddl>") === Entries(Vector(Whole(1) -> expected)))
      }
    }

  private def doesNot(name: String, cases: (String, String)*): Unit =
    test(s"$name: what does not fit") {
      for ((hex, ddl) <- cases) withClue(s"$hex as $ddl: ") {
        val asked = DataType.fromDDL(ddl)
        assert(Decoders.fault(Results.bytes(hex), asked) === (("type-mismatch", "")))
        assert(typed(hex, ddl, Map("mismatch" -> "null")) === NoValue)
        val inside = DataType.fromDDL(s"a ARRAY<$ddl>, b INT")
        val bytes = Results.bytes(s"82 a161 91 $hex a162 01")
        assert(Decoders.fault(bytes, inside) === (("type-mismatch", "a[0]")))
        assert(
          typed(s"82 a161 91 $hex a162 01", s"a ARRAY<$ddl>, b INT", Map("mismatch" -> "null")) ===
            struct("a" -> Items(Vector(NoValue)), "b" -> Whole(1)))
      }
    }

  fits("null",
    Seq("BOOLEAN", "INT", "DOUBLE", "DECIMAL(9,2)", "DECIMAL(38,9)", "STRING", "BINARY",
      "TIMESTAMP", "ARRAY<INT>",
      "MAP<INT,INT>", "STRUCT<x INT>").map(ddl => ("c0", ddl, NoValue: Tree)): _*)

  fits("boolean and text", ("c3", "BOOLEAN", Flag(true)), ("c2", "BOOLEAN", Flag(false)), ("a0",
      "STRING", Text("")), ("a2c3a9", "STRING", Text("é")), ("c40201ff", "BINARY", Hex("01ff")))

  fits("integers", ("7f", "TINYINT", Whole(127)), ("d080", "TINYINT", Whole(-128)),
    ("cd7fff", "SMALLINT", Whole(32767)), ("d28000 0000", "INT", Whole(Int.MinValue.toLong)),
    ("cf7fffffffffffffff", "BIGINT", Whole(Long.MaxValue)), ("05", "DOUBLE", Real(5)),
    ("05", "FLOAT", Real(5)), ("cf0020000000000000", "DOUBLE", Real(9007199254740992.0)),
    ("05", "DECIMAL(3,2)", Results.decimal("5")),
    ("cfffffffffffffffff", "DECIMAL(20,0)", Results.decimal("18446744073709551615")),
    ("cf8000000000000000", "DOUBLE", Real(9223372036854775808.0)))

  doesNot("integers", ("cc80", "TINYINT"), ("cd8000", "SMALLINT"), ("ce80000000", "INT"),
    ("cf8000000000000000", "BIGINT"), ("cf0020000000000001", "DOUBLE"), ("cf7fffffffffffffff",
      "DOUBLE"), ("ce01000001", "FLOAT"), ("0a", "DECIMAL(3,2)"), ("05", "STRING"),
    ("05", "BOOLEAN"), ("05", "BINARY"), ("05", "TIMESTAMP"), ("05", "ARRAY<INT>"),
    ("05", "STRUCT<x INT>"), ("05", "MAP<INT,INT>"), ("cf7fffffffffffffff", "FLOAT"))

  fits("floats", ("ca3fc00000", "DOUBLE", Real(1.5)), ("cb3ff8000000000000", "FLOAT", Real(1.5)),
    ("cb7ff8000000000000", "FLOAT", Real(Double.NaN)), ("cb8000000000000000", "FLOAT", Real(-0.0)),
    ("cb7ff0000000000000", "FLOAT", Real(Double.PositiveInfinity)),
    ("cb4014000000000000", "INT", Whole(5)), ("cb4014000000000000", "TINYINT", Whole(5)),
    ("cb3fb999999999999a", "DECIMAL(3,1)", Results.decimal("0.1")))

  // 61 is "a", 41 is "A", a178 "x".
  test("a name that fits by case alone gives way to the very name, whatever its value is") {
    val five = struct("a" -> Whole(5))
    assert(typed("82 a141 a178 a161 05", "a INT") === five)
    assert(typed("82 a161 05 a141 a178", "a INT") === five)
    assert(typed("82 a141 92 a178 06 a161 05", "a INT") === five)
    assert(typed("82 a141 81 a162 a178 a161 81 a162 05", "a STRUCT<b INT>") ===
      struct("a" -> struct("b" -> Whole(5))))
    assert(typed("82 a141 91 a178 a161 91 05", "a ARRAY<INT>") ===
      struct("a" -> Items(Vector(Whole(5)))))
    // If two names fit by case alone, neither is taken, whatever their values are.
    assert(typed("82 a24142 a178 a24162 05", "ab INT") === struct())
  }

  test("a value that does not fit is at fault under the name that it has") {
    val asked = DataType.fromDDL("a INT, s STRUCT<a INT>")
    assert(Decoders.fault(Results.bytes("81 a141 a178"), asked) === (("type-mismatch", "A")))
    assert(Decoders.fault(Results.bytes("81 a173 81 a141 a178"), asked) ===
      (("type-mismatch", "s.A")))
    assert(Decoders.fault(Results.bytes("81 a153 81 a161 a178"), asked) ===
      (("type-mismatch", "S")))
    assert(typed("81 a141 a178", "a INT", Map("mismatch" -> "null")) === struct())
  }

  doesNot("floats", ("cb3fb999999999999a", "FLOAT"), ("cb3ff8000000000000", "INT"),
    ("cb43e0000000000000", "BIGINT"), ("cb7ff8000000000000", "INT"),
    ("cb7ff8000000000000", "DECIMAL(9,2)"), ("cb3fb999999999999a", "DECIMAL(3,0)"),
    ("cb7ff0000000000000", "BIGINT"), ("cb3ff8000000000000", "STRING"))

  fits("instants", ("d6ff00000001", "TIMESTAMP", Micros(1000000)), ("d7ff 00001f40 00000001",
      "TIMESTAMP", Micros(1000002)), ("c70cff 000f4240 ffffffffffffffff", "STRUCT<ms BIGINT>",
      struct("ms" -> Whole(-999))), ("c70cff 3b9ac9ff ffffffffffffffff", "TIMESTAMP", Micros(-1)),
    ("c70cff 3b9ac9ff ffffffffffffffff", "STRUCT<ms BIGINT, nanos INT>",
      struct("ms" -> Whole(-1), "nanos" -> Whole(999999))),
    ("c70cff 00000000 0000008000000000", "TIMESTAMP", Micros(549755813888000000L)))

  doesNot("instants", ("c70cff 00000000 7fffffffffffffff", "TIMESTAMP"),
    ("c70cff 00000000 7fffffffffffffff", "STRUCT<ms BIGINT>"), ("d6ff00000001", "BIGINT"),
    ("d6ff00000001", "STRING"), ("d6ff00000001", "INT"), ("d6ff00000001", "DOUBLE"),
    ("d6ff00000001", "STRUCT<a INT>"), ("d6ff00000001", "STRUCT<ms BIGINT, other INT>"))

  doesNot("other kinds", ("a161", "INT"), ("a131", "INT"), ("a161", "BINARY"), ("c40161", "STRING"),
    ("c3", "INT"), ("c3", "STRING"), ("d42a00", "BINARY"), ("d42a00", "STRING"),
    ("d42a00", "STRUCT<`@type` INT>"), ("d40700", "STRING"), ("90", "STRUCT<x INT>"),
    ("90", "MAP<INT,INT>"), ("90", "STRING"), ("80", "ARRAY<INT>"), ("80", "STRING"))

  fits("structs", ("80", "STRUCT<x INT>", struct()), ("81a17805", "STRUCT<x INT, y INT>",
      struct("x" -> Whole(5))), ("82a17805a17901", "STRUCT<y INT>", struct("y" -> Whole(1))),
    ("81a15805", "STRUCT<x INT>", struct("x" -> Whole(5))), ("82a17801a15802", "STRUCT<x INT>",
      struct("x" -> Whole(1))), ("82a15801a17802", "STRUCT<x INT>", struct("x" -> Whole(2))),
    ("82a15801a178c0", "STRUCT<x INT>", struct()), ("81a17801", "STRUCT<x INT, X INT>",
      struct("x" -> Whole(1))), ("82 a3414141 01 a3616141 02", "STRUCT<aaa INT>", struct()),
    ("83 a3414141 01 a3616161 03 a3616141 02", "STRUCT<aaa INT>", struct("aaa" -> Whole(3))),
    ("81 a3416161 01", "STRUCT<aaa INT, AAA INT>", struct()),
    ("d42a00", "STRUCT<`@ext` INT, data BINARY>", struct("@ext" -> Whole(42), "data" -> Hex("00"))),
    ("d42a00", "STRUCT<x INT, `@ext` BIGINT>", struct("@ext" -> Whole(42))))

  doesNot("structs", ("8201020304", "STRUCT<x INT>"), ("82a17801a17802", "STRUCT<x INT>"),
    ("82a17901a17902", "STRUCT<x INT>"), ("81c001", "STRUCT<x INT>"), ("819001", "STRUCT<x INT>"),
    ("818001", "STRUCT<x INT>"), ("81d4177b01", "STRUCT<x INT>"),
    ("81d6ff0000000101", "STRUCT<x INT>"), ("81d42a0001", "STRUCT<x INT>"))

  fits("maps", ("80", "MAP<STRING,INT>", Entries(Vector())), ("82a16101a16202", "MAP<STRING,INT>",
      Entries(Vector(Text("a") -> Whole(1), Text("b") -> Whole(2)))), ("8201a161cc8002",
      "MAP<SMALLINT,VARIANT>", Entries(Vector(Whole(1) -> Text("a"), Whole(128) -> Whole(2)))),
    ("81c4016101", "MAP<BINARY,INT>", Entries(Vector(Hex("61") -> Whole(1)))), ("819101 a161",
      "MAP<ARRAY<INT>,STRING>", Entries(Vector(Items(Vector(Whole(1))) -> Text("a")))),
    ("8101c0", "MAP<INT,INT>", Entries(Vector(Whole(1) -> NoValue))),
    ("82a16101a16102", "ARRAY<STRUCT<key STRING, value INT>>",
      Items(
        Vector(
          struct("key" -> Text("a"), "value" -> Whole(1)),
          struct("key" -> Text("a"), "value" -> Whole(2))))),
    ("82 c001 9102 03", "ARRAY<STRUCT<key VARIANT, value INT>>", typedPairs),
    ("8101a162", "ARRAY<STRUCT<value STRING>>", Items(Vector(struct("value" -> Text("b"))))),
    ("819101 a162", "ARRAY<STRUCT<value STRING>>", Items(Vector(struct("value" -> Text("b"))))),
    ("8101 02", "ARRAY<STRUCT<key INT>>", Items(Vector(struct("key" -> Whole(1))))),
    ("80", "ARRAY<STRUCT<key INT, value INT>>", Items(Vector())))

  private def typedPairs: Tree = Items(
    Vector(
      struct("value" -> Whole(1)), struct("key" -> Items(Vector(Whole(2))), "value" -> Whole(3))))

  doesNot("maps", ("82a16101a16102", "MAP<STRING,INT>"), ("81c001", "MAP<INT,INT>"),
    ("8201010102", "MAP<INT,INT>"), ("8201010cc0", "ARRAY<STRUCT<key INT, other INT>>"))

  // A value that does not fit is at fault itself; for a container as a whole, the container is.
  test("the path of what does not fit") {
    val asked = DataType.fromDDL("a STRUCT<b ARRAY<MAP<STRING, INT>>>")
    assert(Decoders.fault(Results.bytes("81 a161 81 a162 92 80 81 a163 a178"), asked) === ((
      "type-mismatch", "a.b[1].c")))
    assert(Decoders.fault(Results.bytes("81 a161 81 a162 92 80 82 a16301 a16301"), asked) === ((
      "type-mismatch", "a.b[1]")))
    assert(Decoders.fault(
      Results.bytes("81 a161 81 a162 91 81 c0 01"), asked) === (("type-mismatch", "a.b[0]")))
  }

  test("a VARIANT inside a type takes anything, whole or in parts") {
    val ddl = "id INT, rest VARIANT, list ARRAY<VARIANT>, map MAP<STRING, VARIANT>"
    assert(typed(
      "84 a26964 01 a472657374 81 a161 92 01 c0 a46c697374 93 01 80 c0 a36d6170 81 a178 81 01 02",
      ddl) === struct(
      "id" -> Whole(1), "rest" -> Results.record("a" -> Items(Vector(Whole(1), NoValue))),
      "list" -> Items(Vector(Whole(1), Entries(Vector()), NoValue)),
      "map" -> Entries(
        Vector(
          Text("x") -> Items(Vector(Results.record("key" -> Whole(1), "value" -> Whole(2))))))))
  }

  test("a VARIANT null is a value, not SQL's NULL") {
    assert(Decoders.value(Results.bytes("c0")) !== null)
    assert(Decoders.value(Results.bytes("c0"), IntegerType) === null)
  }

  test("rows that hold the same are the same bytes, whatever was written before them") {
    val asked = DataType.fromDDL("a INT, b STRING, c ARRAY<INT>, d DECIMAL(30,3)")
    val decoder = Decoders.decoder(asked = asked)
    def bytesOf(hex: String): Seq[Byte] =
      decoder.decode(Results.bytes(hex)).asInstanceOf[UnsafeRow].getBytes.toSeq
    val empty = bytesOf("80")
    val full = "84 a161 cc80 a162 a3787878 a163 92 01 02 a164 05"
    val first = bytesOf(full)
    assert(bytesOf("80") === empty)
    assert(bytesOf(full) === first)
    assert(bytesOf("84 a161 c0 a162 c0 a163 c0 a164 c0") === empty)
  }

  test("of what is neither a struct nor a map, after all nothing stays in the row") {
    val asked =
      DataType.fromDDL("a STRUCT<x STRING, y ARRAY<INT>>, m MAP<STRING, STRING>, b ARRAY<INT>")
    val decoder = Decoders.decoder(asked = asked, options = Map("mismatch" -> "null"))
    def bytesOf(struct: String, map: String): Seq[Byte] =
      decoder.decode(Results.bytes(s"83 a161 $struct a16d $map a162 91 01")).asInstanceOf[
        UnsafeRow].getBytes.toSeq
    val none = bytesOf("c0", "c0")
    assert(bytesOf("82 a178 a3787878 a178 a3787878", "c0") === none)
    assert(bytesOf("83 a178 a3787878 a179 920102 05 06", "c0") === none)
    assert(bytesOf("c0", "82 a178 a3787878 a178 a3787878") === none)
  }

  test(
    "rows are the bytes that Spark makes of the same values, in whatever order the data has them") {
    val decimals = Gen.oneOf[(DataType, Gen[Tree])](
      (DecimalType(20, 0), Gen.choose(Long.MinValue, Long.MaxValue).map(Whole)),
      (DecimalType(38, 0), Gen.oneOf(Gen.const(NoValue), Gen.choose(-9L, 9L).map(Whole))))
    val some = Gen.oneOf(typesAndValues(2), decimals,
      decimals.map { case (dataType, values) =>
        (ArrayType(dataType), Gen.listOf(values).map(list => Items(list.toVector)))
      })
    val structs = Gen.choose(1, 5).flatMap(Gen.listOfN(_, some)).flatMap { fields =>
      val asked = StructType(
        fields.zipWithIndex.map { case ((dataType, _), at) =>
          StructField(s"f$at", dataType)
        })
      for {
        values <- Gen.sequence[Vector[Tree], Tree](fields.map(_._2))
        named = values.zipWithIndex.map { case (value, at) => (Text(s"f$at"): Tree) -> value }
        shuffled <- Gen.long.map(new scala.util.Random(_).shuffle(named))
        given <- Gen.oneOf(named, named.reverse, shuffled, named.tail)
      } yield (asked, Entries(given): Tree)
    }
    forAll(structs) { case (struct, value) =>
      val asked = StructType(Seq(StructField("s", struct), StructField("list", ArrayType(struct))))
      val bytes = MsgpackGenerator.write(
        Entries(Vector(Text("list") -> Items(Vector(value, value)), Text("s") -> value)))
      val row = Decoders.decoder(asked = asked).decode(bytes).asInstanceOf[UnsafeRow]
      val same = UnsafeProjection.create(asked).apply(
        loose(row, asked).asInstanceOf[InternalRow])
      assert(row.getBytes.toSeq === same.getBytes.toSeq, asked.sql)
    }
  }

  /** Returns the value in rows and arrays that are not binary, so that Spark writes it again. */
  private def loose(value: Any, dataType: DataType): Any = (value, dataType) match {
    case (row: InternalRow, struct: StructType) =>
      new GenericInternalRow(
        struct.fields.zipWithIndex.map { case (field, at) =>
          if (row.isNullAt(at)) null else loose(row.get(at, field.dataType), field.dataType)
        }.toArray[Any])
    case (array: ArrayData, ArrayType(element, _)) =>
      new GenericArrayData(
        (0 until array.numElements()).map(at =>
          if (array.isNullAt(at)) null else loose(array.get(at, element), element)).toArray[Any])
    case (map: MapData, MapType(key, item, _)) =>
      new ArrayBasedMapData(
        loose(map.keyArray(), ArrayType(key)).asInstanceOf[ArrayData],
        loose(map.valueArray(), ArrayType(item)).asInstanceOf[ArrayData])
    case _ => value
  }

  // A type, and a value that fits it.
  private def typesAndValues(depth: Int): Gen[(DataType, Gen[Tree])] = {
    def orNull(gen: Gen[Tree]): Gen[Tree] = Gen.frequency(5 -> gen, 1 -> Gen.const(NoValue))
    val scalars = Gen.oneOf[(DataType, Gen[Tree])](
      (BooleanType, orNull(Gen.oneOf(true, false).map(Flag))),
      (ByteType, orNull(Gen.choose(-128L, 127L).map(Whole))),
      (IntegerType, orNull(Gen.choose(Int.MinValue.toLong, Int.MaxValue.toLong).map(Whole))),
      (LongType, orNull(Gen.choose(Long.MinValue, Long.MaxValue).map(Whole))),
      (DoubleType, orNull(Gen.choose(-1e9, 1e9).map(Real(_)))),
      (StringType, orNull(Gen.alphaNumStr.map(Text))), (BinaryType, orNull(Gen.const(Hex("00ff")))))
    if (depth == 0) scalars
    else {
      val inner = typesAndValues(depth - 1)
      Gen.oneOf(
        scalars,
        inner.map { case (element, values) =>
          (ArrayType(element),
            orNull(
              Gen.choose(0, 5).flatMap(Gen.listOfN(_, values)).map(list => Items(list.toVector))))
        },
        inner.map { case (value, values) =>
          (MapType(StringType, value),
            orNull(
              Gen.choose(0, 5).flatMap(Gen.listOfN(_, values))
                .map(list =>
                  Entries(
                    list.zipWithIndex.map { case (item, i) => Text(s"k$i") -> item }.toVector))))
        },
        Gen.choose(1, 5).flatMap(Gen.listOfN(_, inner)).map { parts =>
          val fields = parts.zipWithIndex.map { case ((dataType, _), i) =>
            StructField(s"f$i", dataType)
          }
          val values = parts.zipWithIndex.foldLeft(Gen.const(Vector.empty[(Tree, Tree)])) {
            case (before, ((_, gen), i)) =>
              for { done <- before; value <- gen } yield done :+ (Text(s"f$i") -> value)
          }
          (StructType(fields), orNull(values.map(Entries(_))))
        })
    }
  }

  test("typed is what the VARIANT is, read as the type") {
    forAll(
      typesAndValues(3).flatMap { case (dataType, values) =>
        Gen.listOfN(5, values).map(dataType -> _)
      }) {
      case (dataType, values) =>
        val decoder = Decoders.decoder(asked = dataType)
        values.foreach { value =>
          val bytes = MsgpackGenerator.write(value)
          val row = Results.of(decoder.decode(bytes), dataType)
          assert(row === shaped(value, dataType), dataType.sql)
          val variant = Decoders.value(bytes).asInstanceOf[org.apache.spark.unsafe.types.VariantVal]
          assert(row === shaped(Results.ofVariant(variant), dataType), dataType.sql)
        }
    }
  }

  /** Converts an object with text keys to the form that the type gives it. */
  private def shaped(tree: Tree, dataType: DataType): Tree = (tree, dataType) match {
    case (Entries(entries), StructType(fields)) =>
      val found = entries.toMap
      struct(
        fields.map(field =>
          field.name -> shaped(
            found.getOrElse(Text(field.name), NoValue), field.dataType)).toSeq: _*)
    case (Entries(entries), MapType(_, value, _)) =>
      Entries(entries.map { case (key, item) => key -> shaped(item, value) })
    case (Items(items), ArrayType(element, _)) => Items(items.map(shaped(_, element)))
    case (other, _) => other
  }

  test("a million empty maps as rows of a hundred fields are refused before they cost anything") {
    val bytes = Array[Byte](0xdd.toByte, 0, 0x10, 0, 0) ++ Array.fill(1 << 20)(0x80.toByte)
    val ddl = s"ARRAY<STRUCT<${(0 until 100).map(i => s"f$i INT").mkString(", ")}>>"
    val refused: Assertion = assert(Decoders.fault(bytes, DataType.fromDDL(ddl))._1 === "too-large")
    refused
  }
}
