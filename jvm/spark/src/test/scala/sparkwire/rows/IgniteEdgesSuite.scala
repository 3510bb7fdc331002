package sparkwire.rows

import java.math.BigDecimal

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.{DataType, VariantType}

import sparkwire.Decoders
import sparkwire.expressions.{Decoder, Ending}
import sparkwire.wire.Tree._
import sparkwire.wire.Vectors
import sparkwire.wire.ignite.Ignite
import sparkwire.wire.ignite.IgniteBytes._
import sparkwire.wire.ignite.values.OneHeader

/** Values at the edges of the types that they are read as. */
class IgniteEdgesSuite extends IgniteTyped {
  test("a decimal of many digits that is exactly a double") {
    for (number <- Seq(0.1, 19.99, 1e-10, 1 / 3d, 1e100)) {
      val exact = new BigDecimal(number)
      fits(decimal(exact.unscaledValue.toString, exact.scale), "DOUBLE", Real(number))
      misfits(decimal(exact.unscaledValue.toString + "1", exact.scale + 1), "DOUBLE")
    }
    val smallest = new BigDecimal(Double.MinPositiveValue)
    assert(typed(decimal(smallest.unscaledValue.toString, smallest.scale), "DOUBLE") ===
      Real(Double.MinPositiveValue))
    // An object has no room for these, as it has offsets of one byte in these tests.
    for ((zeros, ddl, expected) <- Seq((80, "DOUBLE", Real(10)), (2000, "DOUBLE", Real(10)),
        (2000, "INT", Whole(10)), (2000, "DECIMAL(10,2)", Results.decimal("10"))))
      assert(typed(decimal("1" + "0" * zeros, zeros - 1), ddl) === expected)
    for (ddl <- Seq("DOUBLE", "INT", "DECIMAL(10,2)"))
      assert(fault(decimal("1" + "0" * 5000, 5000), ddl) === (("type-mismatch", "")))
  }

  private def micros(bytes: Encoded): Option[Long] =
    Option(decoder(Ending.Attempt, "TIMESTAMP", Map.empty).decode(bytes)).map {
      case number: java.lang.Long => number.longValue
      case other => fail(s"$other")
    }

  test("instants at the first and the last microsecond of 64 bits") {
    assert(micros(timestamp(9223372036854775L, 807000)) === Some(Long.MaxValue))
    assert(micros(timestamp(9223372036854775L, 807999)) === Some(Long.MaxValue))
    assert(micros(timestamp(9223372036854775L, 808000)) === None)
    assert(micros(timestamp(9223372036854776L, 0)) === None)
    assert(micros(date(9223372036854775L)) === Some(9223372036854775000L))
    assert(micros(date(-9223372036854775L)) === Some(-9223372036854775000L))
    assert(micros(date(-9223372036854776L)) === None)
    assert(micros(timestamp(-9223372036854776L, 192000)) === Some(Long.MinValue))
    assert(micros(timestamp(-9223372036854776L, 191999)) === None)
    assert(micros(timestamp(-9223372036854777L, 999999)) === None)
  }

  test("instants in seconds at the first and the last millisecond and microsecond of 64 bits") {
    def decoded(seconds: Long, nanos: Int, ddl: String): Option[Any] = {
      val bytes = Vectors.bytes(f"c70cff$nanos%08x$seconds%016x")
      Option(Decoders.decoder(Ending.Attempt, DataType.fromDDL(ddl)).decode(bytes))
    }
    def read(seconds: Long, nanos: Int, ddl: String): Option[Long] =
      decoded(seconds, nanos, ddl).map(_.asInstanceOf[java.lang.Long].longValue)
    def parts(seconds: Long, nanos: Int): Option[Long] =
      decoded(seconds, nanos, "STRUCT<ms: BIGINT>")
        .map(_.asInstanceOf[InternalRow].getLong(0))
    assert(read(9223372036854L, 775807000, "TIMESTAMP") === Some(Long.MaxValue))
    assert(read(9223372036854L, 775808000, "TIMESTAMP") === None)
    assert(read(-9223372036855L, 224192000, "TIMESTAMP") === Some(Long.MinValue))
    assert(read(-9223372036855L, 224191999, "TIMESTAMP") === None)
    // Milliseconds in 64 bits hold a thousand times as much.
    assert(parts(9223372036854775L, 807000000) === Some(Long.MaxValue))
    assert(parts(9223372036854775L, 808000000) === None)
    assert(parts(-9223372036854776L, 192000000) === Some(Long.MinValue))
    assert(parts(-9223372036854776L, 191999999) === None)
  }

  test("a column finds a field by the hash of its name, also beside types that spell it otherwise") {
    for ((spelled, asked) <- Seq("\u0130D" -> "id",
        "\u039f\u0394\u039f\u03a3" ->
          "\u03bf\u03b4\u03bf\u03c3")) {
      val bytes = fields(asked -> int(5)).bytes
      val types = "types" -> s"""[{"type_name": "T", "schemas": [["$spelled"]]}]"""
      assert(typed(bytes, s"`$asked` INT", types) === struct(asked -> Whole(5)))
      assert(typed(bytes, s"`$asked` INT") === struct(asked -> Whole(5)))
    }
  }

  test("the header of a wrapped object to which the root of the wrapper refers") {
    val inner = fields("id" -> int(1))
    val bytes = wrapped(inner.bytes ++ handle(inner.bytes.length), root = inner.bytes.length)
    val plan = Decoders.plan(Ending.Strict, VariantType, Map.empty, Ignite, OneHeader)
    val header = new Decoder(plan, plan.resultType).decode(bytes).asInstanceOf[InternalRow]
    assert(header.getInt(0) === inner.id("T"))
  }

  test("handles that lead to handles are charged to the value that they are in") {
    val inner = fields("id" -> int(1)).bytes
    val bytes = wrapped(inner ++ handle(inner.length) ++ handle(5), root = inner.length + 5)
    val options = Map("maxSize" -> "1000")
    val plan = Decoders.plan(Ending.Strict, VariantType, options, Ignite, OneHeader)
    val decoder = new Decoder(plan, plan.resultType)
    for (_ <- 1 to 1000) assert(decoder.decode(bytes) != null)
  }
}
