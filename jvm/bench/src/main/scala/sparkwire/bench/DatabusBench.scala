package sparkwire.bench

import java.util.zip.CRC32

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection
import org.apache.spark.sql.types.StructType

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending, Types}
import sparkwire.rows.RowForm
import sparkwire.wire.core.{Cursor, Nowhere, Options}
import sparkwire.wire.databus.{Checksums, Databus}

import org.openjdk.jmh.annotations._

/** The cost of one event of 200 bytes without Spark: the parts of a query over such events, and a
  * malformed event. `varied` cycles through 1,024 events of both versions, of 100 to 300 bytes;
  * `one` reads one event of version 1 again and again.
  */
class DatabusBench extends TimedBench {
  private val whole = Types.of(Databus.OneEvent.kind).asInstanceOf[StructType]
  private val used = StructType(whole.filter(field => DatabusBench.TenFields(field.name)))
  private val one = StructType(whole.filter(_.name == "sequence"))
  private val unverified = Options(Map("verify" -> "none", "byteOrder" -> "big"))

  @Param(Array("varied", "one")) var records: String = _
  private var events: Array[Array[Byte]] = _
  // Events whose last byte does not match their checksum.
  private var damaged: Array[Array[Byte]] = _
  private val cursor = new Cursor
  private val checksums = new Checksums
  private val reader = Databus.OneEvent.newReader(Options.none)
  private val all = DatabusBench.decoder(Ending.Strict, whole)
  private val ten = DatabusBench.decoder(Ending.Strict, used, form = RowForm.Fields)
  private val tenApart = DatabusBench.decoder(Ending.Strict, used)
  private val justOne = DatabusBench.decoder(Ending.Strict, one, unverified)

  private val crc = new CRC32
  private val copy = UnsafeProjection.create(used)
  private val hand = new EventByHand
  private val attempt = DatabusBench.decoder(Ending.Attempt, used)
  private val fault = DatabusBench.decoder(Ending.FaultRow, whole)

  @Setup
  def makeAndCheck(): Unit = {
    events =
      if (records == "one") Array(Events.version1(200)) else Events.varied(1 << 10, seed = 7)
    damaged = events.map(event => event.updated(event.length - 1, (event.last + 1).toByte))
    for (event <- events) require(fault.decode(event) == null)
    for (_ <- events) {
      val byHand = tenFieldsByHand()
      again()
      require(byHand == tenFieldsCopied())
    }
    for (event <- damaged)
      require(attempt.decode(event) == null && fault.decode(event) != null)
  }

  private def next(from: Array[Array[Byte]]): Array[Byte] = from(next(from.length))

  /** The same work on the bytes as the floor of the queries. */
  @Benchmark def floor(): Long = {
    val event = next(events)
    crc.reset()
    crc.update(event, 0, event.length)
    crc.getValue
  }

  /** Computes Databus's own checksum of all but the first five bytes, in two parts as in an event.
    */
  @Benchmark def checksumsAlone(): Int = {
    val event = next(events)
    checksums.databusCrc(event, 5, 61) + checksums.databusCrc(event, 61, event.length)
  }
  @Benchmark def nothing(): Int = {
    reader.read(cursor.wrap(next(events)), Nowhere)
    cursor.position
  }
  @Benchmark def allFields(): Any = all.decode(next(events))

  /** The row that a query hands on. */
  @Benchmark def tenFields(): Any = ten.decode(next(events))
  @Benchmark def oneFieldUnverified(): Any = justOne.decode(next(events))

  /** The ten fields, copied as in a query that also computes something else. */
  @Benchmark def tenFieldsCopied(): Any =
    copy(tenApart.decode(next(events)).asInstanceOf[InternalRow])

  /** The same fields, by a method that can do nothing else. */
  @Benchmark def tenFieldsByHand(): Any = hand.read(next(events))
  @Benchmark def badIsNull(): Any = attempt.decode(next(damaged))
  @Benchmark def badIsExplained(): Any = fault.decode(next(damaged))
}

object DatabusBench {
  val TenFields: Set[String] = Set("version", "opcode", "key", "sequence", "physical_partition_id",
    "logical_partition_id", "timestamp", "src_id", "schema_id", "payload")

  private def decoder(ending: Ending, required: StructType, options: Options = Options.none,
      form: RowForm = RowForm.Apart): Decoder = new Decoder(
    DecodePlan("databus_decode", Databus, Databus.OneEvent, options, ending,
      Twins("try_databus_decode", "databus_fault")),
    required, form = form)
}
