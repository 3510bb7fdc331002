package sparkwire.bench

import java.util.concurrent.TimeUnit

import org.apache.spark.sql.types.StructType

import sparkwire.expressions.Types
import sparkwire.sinks.RowSink
import sparkwire.wire._
import sparkwire.wire.databus.Databus

import org.openjdk.jmh.annotations._

/** What one 200-byte event costs, without Spark around it. */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
class DatabusBench {
  private val whole = Types.of(Databus.OneEvent.kind).asInstanceOf[StructType]
  private val used = StructType(whole.filter(field => DatabusBench.TenFields(field.name)))
  private val one = StructType(whole.filter(_.name == "sequence"))
  private val unverified = Options(Map("verify" -> "none", "byteOrder" -> "big"))

  private val event = Events.version1(200)
  private val cursor = new Cursor
  private val checksums = new Checksums
  private val reader = Databus.OneEvent.newReader(Options.none)
  private val lazyReader = Databus.OneEvent.newReader(unverified)
  private val allSink = new RowSink(Databus.OneEvent.kind, whole, Options.none)
  private val tenSink = new RowSink(Databus.OneEvent.kind, used, Options.none)
  private val oneSink = new RowSink(Databus.OneEvent.kind, one, unverified)

  private def decode(reader: Reader, sink: RowSink): Any = {
    sink.begin()
    reader.read(cursor.wrap(event), sink)
    sink.result
  }

  @Benchmark def checksumsAlone(): Int =
    checksums.databusCrc(event, 5, 61) + checksums.databusCrc(event, 61, 200)
  @Benchmark def nothing(): Unit = reader.read(cursor.wrap(event), Nowhere)
  @Benchmark def allFields(): Any = decode(reader, allSink)
  @Benchmark def tenFields(): Any = decode(reader, tenSink)
  @Benchmark def oneFieldUnverified(): Any = decode(lazyReader, oneSink)
}

object DatabusBench {
  val TenFields: Set[String] = Set("version", "opcode", "key", "sequence", "physical_partition_id",
    "logical_partition_id", "timestamp", "src_id", "schema_id", "payload")
}
