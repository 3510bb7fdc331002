package sparkwire.wire.avro

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.avro.container.AvroContainer.OneContainer
import sparkwire.wire.avro.framed.{AvroValue, WriterSchema}
import sparkwire.wire.core._

import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Times of day as a TIME. Its nanoseconds are seen through a sink that has no type for it, which gets
  * the number.
  */
class TimeOfDaySuite extends AnyFunSuite with ScalaCheckPropertyChecks with ReaderChecks {
  private val millis = """{"type": "int", "logicalType": "time-millis"}"""
  private val micros = """{"type": "long", "logicalType": "time-micros"}"""
  private def day(time: String) =
    s"""{"type": "record", "name": "Day", "fields": [{"name": "id", "type": "int"},
       |  {"name": "time", "type": $time}]}""".stripMargin
  private def typed(schema: String) = AvroValue.Typed(schema, hasTimes = true)
  private def kindOf(root: Root): Kind = root.kind

  test("the kind has the digits of the unit, and is a number without the option") {
    assert(kindOf(typed(millis)) === Kind.Time(3))
    assert(kindOf(typed(micros)) === Kind.Time(6))
    assert(kindOf(AvroValue.Typed(millis)) === Kind.Int32)
    assert(kindOf(AvroValue.Typed(micros)) === Kind.Int64)
    // Two numbers become the wider one, whatever they mean.
    assert(kindOf(typed(s"[$millis, $micros]")) === Kind.Int64)
    assert(walk(typed(s"[$millis, $micros]"), Vectors.bytes("00 01")) === Right(Whole(-1)))
    // Where the logical type has no meaning, there is none.
    assert(kindOf(typed("""{"type": "long", "logicalType": "time-millis"}""")) === Kind.Int64)
    assert(kindOf(OneContainer(Some(millis), hasTimes = true)) !==
      kindOf(OneContainer(Some(millis))))
  }

  private val inDay = Seq(millis -> Seq(0L, 1L, 86399999L), micros -> Seq(0L, 86399999999L))
  private val notInDay =
    Seq(millis -> Seq(-1L, 86400000L, Int.MinValue.toLong, Int.MaxValue.toLong),
      micros -> Seq(-1L, 86400000000L, Long.MinValue, Long.MaxValue))

  for ((schema, numbers) <- inDay; number <- numbers)
    test(s"$number is a time of day of $schema") {
      val bytes = Array(2.toByte) ++ zigzag(number)
      val root = typed(day(schema))
      assert(walk(root, bytes).map(_.at("time")) === Right(Whole(number)))
      prunedIsUnpruned(root)(bytes)
      tiles(root)(bytes)
      everyCutIsAFault(root)(bytes)
    }

  for ((schema, numbers) <- notInDay; number <- numbers)
    test(s"$number is no time of day of $schema") {
      val bytes = Array(2.toByte) ++ zigzag(number)
      val root = typed(day(schema))
      val fault = faultOf(root, bytes).get
      assert((fault.reason.word, fault.offset, fault.path) === (("type-mismatch", 1, "time")))
      assert(fault.message.contains("at least 0 and less than 24 hours"))
      prunedIsUnpruned(root)(bytes)
      assert(walk(AvroValue.Typed(day(schema)), bytes).isRight)
    }

  test("a time of day is resolved to the unit of the reader, and keeps its meaning") {
    def resolved(writer: String, reader: String, number: Long) =
      walk(AvroValue.Resolved(WriterSchema.One(writer), reader, hasTimes = true), zigzag(number))
    assert(kindOf(AvroValue.Resolved(WriterSchema.One(millis), micros, hasTimes = true)) ===
      Kind.Time(6))
    assert(resolved(millis, micros, 86399999) === Right(Whole(86399999)))
    assert(resolved(millis, micros, 86400000) === Left(Avro.NotInDay))
    // The number as it was written, in the unit of the reader.
    assert(resolved("\"int\"", micros, 86400000) === Right(Whole(86400000)))
    assert(resolved("\"int\"", millis, 86400000) === Left(Avro.NotInDay))
    assert(resolved(millis, "\"long\"", 86400000) === Right(Whole(86400000)))
  }

  test("any number is a time of day or a fault") {
    forAll { (number: Long) =>
      val isTime = number >= 0 && number < 86400000000L
      assert(walk(typed(micros), zigzag(number)).isRight === isTime)
    }
  }

  private def zigzag(number: Long): Array[Byte] = {
    var left = (number << 1) ^ (number >> 63)
    val bytes = Array.newBuilder[Byte]
    while ((left & ~0x7fL) != 0) {
      bytes += (left & 0x7f | 0x80).toByte
      left >>>= 7
    }
    (bytes += left.toByte).result()
  }
}
