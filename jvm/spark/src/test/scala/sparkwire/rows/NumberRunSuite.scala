package sparkwire.rows

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

import sparkwire.expressions.Types
import sparkwire.wire.{StepByStep, Vectors}
import sparkwire.wire.core._
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.OneKafkaValue
import sparkwire.wire.places.NumberRun

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Arrays of numbers taken at once are the same as arrays given number by number. */
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

  test("arrays of numbers") {
    val arrays = for {
      code <- Gen.oneOf(kinds.keys.toSeq)
      count <- Gen.choose(0, 130)
      before <- Gen.choose(0, 3)
      bytes <- bytes(before + count * NumberRun.sizeOf(code))
    } yield (code, count, before, bytes)
    forAll(arrays) { case (code, count, before, bytes) =>
      val kind = Kind.Sequence(kinds(code))
      val taken = within(kind, Types.of(kind))(sink =>
        assert(sink.offers.list.tryBigEndian(code, count, bytes, before)))
      val one = within(kind, Types.of(kind)) { sink =>
        sink.beginArray(count)
        for (index <- 0 until count) {
          sink.element()
          give(code, bytes, before + index * NumberRun.sizeOf(code), sink)
        }
        sink.endArray()
      }
      assert(taken === one)
    }
  }

  test("each struct of a list is a container") {
    val root = OneKafkaValue(KafkaLayout.Types("a ARRAY<STRUCT<b INT8>>"))
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
    val kind = Kind.Sequence(Kind.Int32)
    for (other <- Seq("ARRAY<BIGINT>", "ARRAY<VARIANT>"))
      within(kind, DataType.fromDDL(other))(sink =>
        assert(!sink.offers.list.tryBigEndian(NumberRun.Int32, 1, new Array[Byte](4), 0)))
    within(kind, DataType.fromDDL("VARIANT"))(sink => assert(sink.offers.list == null))
  }
}
