package sparkwire.rows

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

import sparkwire.{Decoders, SparkSuite}
import sparkwire.errors.MalformedInputException
import sparkwire.expressions.{Decoder, Ending}
import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.msgpack.MsgpackGenerator
import sparkwire.wire.msgpack.series.ManyValues

import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Several values in one input, some of which do not fit the requested type: each gives the result
  * of `try_msgpack_decode` for the value alone.
  */
class MsgpackStreamSuite extends AnyFunSuite with ScalaCheckPropertyChecks with SparkSuite {

  /** Decoders of one type, kept from value to value. */
  private class Stream(asked: DataType, options: Map[String, String] = Map.empty) {
    private val many = {
      val plan = Decoders.plan(Ending.Strict, asked, options, root = ManyValues())
      new Decoder(plan, plan.resultType)
    }
    private val one = Decoders.decoder(Ending.Attempt, asked, options)

    /** Returns the values and the tail. */
    def of(bytes: Array[Byte]): (Seq[Tree], Tree) = {
      val row = many.decode(bytes).asInstanceOf[InternalRow]
      val located = ArrayType(StructType.fromDDL("offset INT").add("value", asked))
      val Items(items) = Results.of(row.getArray(0), located): @unchecked
      val tail = row.getStruct(1, 2)
      (items.map(_.at("value")),
        if (tail == null) NoValue else Text(tail.getUTF8String(0).toString))
    }

    def isEach(values: Seq[Array[Byte]]): Assertion = {
      val alone = values.map(bytes => Results.of(one.decode(bytes), asked))
      assert(of(values.flatten.toArray) === ((alone, NoValue)),
        s"$asked of ${values.map(Vectors.hex).mkString(" ")}")
    }
  }

  private def hex(values: String*): Seq[Array[Byte]] = values.map(Vectors.bytes)

  private val typed = Seq(
    "INT" -> hex("01", "a161", "cf0000000100000000", "05", "90", "c0"),
    "a INT, b STRING" -> hex("82a16101a162a178", "82a162a178a161a178", "01", "81a16102",
      "82a16101a16102", "80"),
    "ARRAY<INT>" -> hex("920102", "9201a161", "93010203", "90", "dc0003010203", "81a16101"),
    "ARRAY<ARRAY<STRING>>" -> hex(
      "9291a16190", "9291a16191a162", "9191c0", "9291a1619101", "9191a161"),
    "ARRAY<STRUCT<a INT, b ARRAY<STRING>>>" -> hex("9282a16101a16291a178 80",
      "9282a16101a16291a178 81a161a178", "9282a16101a16291a178 81a16205", "9181a16107"),
    "MAP<STRING, INT>" -> hex("82a16101a16202", "82a16101a16102", "82a16101a162a178", "81a17805"),
    "MAP<INT, ARRAY<INT>>" -> hex("82019101029102", "820191010291a161", "820191010102", "81059105"),
    "a STRUCT<b STRUCT<c STRING, d BINARY>>, e VARIANT" -> hex(
      "82a16181a16282a163a178a164c40100a1659101", "82a165820102a17803a16181a16282a163a178a16405",
      "82a165810101a16101", "81a165910a"),
    "VARIANT" -> hex("01", "820102a161a162", "9191c0", "a161", "d40761"),
    "BINARY" -> hex("c40161", "d40761", "c40162")
  )
  for ((ddl, values) <- typed) test(s"a value that is no $ddl is NULL, and the next are read") {
    val asked = DataType.fromDDL(ddl)
    for (mismatch <- Seq("fail", "null"); verify <- Seq("full", "none")) {
      val stream = new Stream(asked, Map("mismatch" -> mismatch, "verify" -> verify))
      stream.isEach(values)
      for (first <- values; second <- values; third <- values)
        stream.isEach(Seq(first, second, third))
    }
  }

  test("any values, as any type") {
    val some = Gen.choose(0, 5).flatMap(Gen.listOfN(_, MsgpackGenerator.values))
    for ((ddl, _) <- typed) {
      val stream = new Stream(DataType.fromDDL(ddl))
      forAll(some)(values => stream.isEach(values.map(MsgpackGenerator.write)))
    }
  }

  test("a long array that does not fit at its end is taken back") {
    val count = 70000
    val head = f"dd$count%08x"
    val fits = Vectors.bytes(head + "05" * count)
    val not = Vectors.bytes(head + "05" * (count - 1) + "c2")
    new Stream(ArrayType(IntegerType)).isEach(Seq(fits, not, fits))
  }

  test("one byte that becomes a row is counted: the result is bounded by maxSize") {
    val wide = (1 to 100).map(n => s"f$n BIGINT").mkString(", ")
    for (ddl <- Seq(wide, "VARIANT", "INT")) {
      val stream = new Stream(DataType.fromDDL(ddl), Map("maxSize" -> "1000000"))
      val head = if (ddl == wide) 0x80.toByte else 1.toByte
      assert(stream.of(Array.fill(500)(head))._1.length === 500)
      val error =
        intercept[MalformedInputException](stream.of(Array.fill(100000)(head)))
      assert(error.getMessageParameters.get("reason") === "too-large", ddl)
    }
  }

  // As queries.

  test("through SQL: offsets, values and the tail, pruned and whole") {
    view("streams", "v BINARY",
      Seq(
        org.apache.spark.sql.Row(
          Vectors.bytes("82a16101a162a178 01 81a161a178 81a16105 91c1"))))
    val call = "msgpack_decode_all(v, 'a INT, b STRING')"
    assert(rows(s"SELECT inline($call.values) FROM streams").map(_.toString) ===
      Seq("[0,[1,x]]", "[8,null]", "[9,null]", "[14,[5,null]]"))
    assert(one(s"SELECT to_json($call.tail) FROM streams") ===
      "{\"reason\":\"reserved-byte-c1\",\"offset\":18}")
    // The value does not fit because of its field `a`, which is not asked for here.
    val others = "82a161a178a162a179"
    val query = s"SELECT msgpack_decode_all(X'$others', 'a INT, b STRING').values.value.b"
    assert(unfolded(one(query)) === unpruned(one(query)))
    assert(unfolded(one(query)) === Seq(null))
  }
}
