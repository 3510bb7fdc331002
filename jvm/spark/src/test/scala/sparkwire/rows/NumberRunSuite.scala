package sparkwire.rows

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

import sparkwire.expressions.Types
import sparkwire.wire.{StepByStep, Vectors}
import sparkwire.wire.core._
import sparkwire.wire.kafka.definitions.Layout
import sparkwire.wire.kafka.messages.OneValue
import sparkwire.wire.places.NumberRun

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Numbers taken as a run give the same rows as numbers given one by one. */
class NumberRunSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private val kinds: Map[Int, Kind] = Map(
    NumberRun.Bool -> Kind.Bool,
    NumberRun.Int8 -> Kind.Int8,
    NumberRun.Int16 -> Kind.Int16,
    NumberRun.UInt16 -> Kind.Int32,
    NumberRun.Int32 -> Kind.Int32,
    NumberRun.UInt32 -> Kind.Int64,
    NumberRun.Int64 -> Kind.Int64,
    NumberRun.Float64 -> Kind.Float64
  )

  // Some runs have more fields than a word has bits, and bytes are often 0 or negative.
  private val runs: Gen[NumberRun] =
    Gen.choose(1, 70).flatMap(Gen.listOfN(_, Gen.oneOf(kinds.keys.toSeq))).map { codes =>
      val fields = codes.zipWithIndex.map { case (code, at) => Field(s"f$at", kinds(code), "") }
      new NumberRun(
        Shape("numbers", fields.toVector), codes.indices.toArray, codes.toArray)
    }
  private def bytes(count: Int): Gen[Array[Byte]] = {
    val any = Gen.frequency(3 -> Gen.choose(-128, 127), 1 -> Gen.const(0), 1 -> Gen.const(-1))
    Gen.listOfN(count, any).map(_.map(_.toByte).toArray)
  }

  private def give(code: Int, bytes: Array[Byte], at: Int, sink: Sink): Unit = {
    val cursor = new Cursor().wrap(bytes)
    cursor.moveTo(at)
    val end = Reason.TooLarge
    code match {
      case NumberRun.Bool => sink.bool(cursor.u8(end) != 0)
      case NumberRun.Int8 => sink.int(cursor.u8(end).toByte.toLong)
      case NumberRun.Int16 => sink.int(cursor.i16(end).toLong)
      case NumberRun.UInt16 => sink.int(cursor.u16(end).toLong)
      case NumberRun.Int32 => sink.int(cursor.i32(end).toLong)
      case NumberRun.UInt32 => sink.int(cursor.u32(end))
      case NumberRun.Int64 => sink.int(cursor.i64(end))
      case NumberRun.Float64 =>
        sink.double(java.lang.Double.longBitsToDouble(cursor.i64(end)))
    }
  }

  private def giveFields(run: NumberRun, bytes: Array[Byte], from: Int, sink: Sink): Unit =
    for (at <- 0 until run.count if sink.wanted(run.fields(at)))
      give(run.codes(at), bytes, from + run.offsets(at), sink)

  // The value under test is a field of a row, followed by a number that must not change.
  private def within(kind: Kind, required: DataType)(write: RowSink => Any): Seq[Any] = {
    val outer =
      Shape("outer", Vector(Field("a", kind, ""), Field("behind", Kind.Int32, "")))
    val asked =
      StructType(Seq(StructField("a", required), StructField("behind", IntegerType)))
    val sink = new RowSink(Kind.Struct(outer), asked, Options.none)
    sink.begin()
    sink.beginStruct(outer)
    sink.wanted(0)
    val _ = write(sink)
    sink.wanted(1)
    sink.int(-7)
    sink.endStruct()
    sink.result.asInstanceOf[InternalRow].copy().toSeq(asked)
  }

  test("fields of a struct, all of them or some") {
    forAll(runs.flatMap(run => bytes(run.size + 3).map(run -> _)), Gen.long) {
      case ((run, bytes), some) =>
        val kind = Kind.Struct(run.shape)
        val whole = Types.of(kind).asInstanceOf[StructType]
        val part = StructType(
          whole.zipWithIndex.collect {
            case (field, at) if (some >> (at & 63) & 1) == 1 => field
          })
        for (required <- Seq(whole, part); from <- Seq(0, 3)) {
          val taken = within(kind, required) { sink =>
            sink.beginStruct(run.shape)
            sink.offers.direct.target(run).copy(bytes, from)
            sink.endStruct()
          }
          val one = within(kind, required) { sink =>
            sink.beginStruct(run.shape)
            giveFields(run, bytes, from, sink)
            sink.endStruct()
          }
          assert(taken === one)
        }
    }
  }

  test("arrays of structs and of numbers") {
    val arrays = for {
      run <- Gen.oneOf(runs, Gen.oneOf(kinds.keys.toSeq).map(NumberRun.single))
      count <- Gen.choose(0, 130)
      gap <- Gen.choose(0, 2)
      bytes <- bytes(count * (run.size + gap))
    } yield (run, count, run.size + gap, bytes)
    forAll(arrays) { case (run, count, stride, bytes) =>
      val element = if (run.shape == null) kinds(run.codes(0)) else Kind.Struct(run.shape)
      val kind = Kind.Sequence(element)
      val taken = within(kind, Types.of(kind))(sink =>
        assert(sink.offers.directList.tryNumbers(run, count, stride, bytes, 0)))
      val one = within(kind, Types.of(kind)) { sink =>
        sink.beginArray(count)
        for (index <- 0 until count) {
          sink.element()
          if (run.shape == null) give(run.codes(0), bytes, index * stride, sink)
          else {
            sink.beginStruct(run.shape)
            giveFields(run, bytes, index * stride, sink)
            sink.endStruct()
          }
        }
        sink.endArray()
      }
      assert(taken === one)
    }
  }

  test("each struct of a list is a container") {
    val root = OneValue(Layout.Types("a ARRAY<STRUCT<b INT8>>"))
    val oneStruct = Vectors.bytes("00000001 07")
    def isTooDeep(maxDepth: Int, around: Sink => Sink): Boolean = {
      val sink = new RowSink(root.kind, Types.of(root.kind), Options.none)
      sink.begin()
      val cursor = new Cursor
      cursor.setMaxDepth(maxDepth)
      try {
        root.newReader(Options.none).read(cursor.wrap(oneStruct), around(sink))
        false
      } catch { case malformed: Malformed => malformed.reason eq Reason.NestingTooDeep }
    }
    for (around <- Seq[Sink => Sink](identity, new StepByStep(_)))
      assert((1 to 4).map(isTooDeep(_, around)) === Seq(true, true, false, false))
  }

  test("what is wanted as another type, or as a VARIANT, is given one by one") {
    val run = NumberRun.single(NumberRun.Int32)
    val kind = Kind.Sequence(Kind.Int32)
    for (other <- Seq("ARRAY<BIGINT>", "ARRAY<VARIANT>"))
      within(kind, DataType.fromDDL(other))(sink =>
        assert(!sink.offers.directList.tryNumbers(run, 1, 4, new Array[Byte](4), 0)))
    within(kind, DataType.fromDDL("VARIANT"))(sink => assert(sink.offers.directList == null))
  }
}
