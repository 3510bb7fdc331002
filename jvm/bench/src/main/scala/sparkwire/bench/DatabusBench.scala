package sparkwire.bench

import java.nio.{ByteBuffer, ByteOrder}
import java.util.concurrent.TimeUnit
import java.util.zip.CRC32

import scala.util.Random

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection
import org.apache.spark.sql.types.{DataType, StructType}

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.wire.Options
import sparkwire.wire.databus.Databus

import org.openjdk.jmh.annotations._

/** Where the time of a query over Databus events goes: `crc32` over the same bytes, which is the floor; the
  * ten fields that people use decoded; decoded and copied to a row of Spark's; all fields.
  *
  * Run: `project/sbt "bench/Jmh/run DatabusBench"`. A run goes over as many events as the nearer memory holds.
  */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@OperationsPerInvocation(DatabusEvents.Count)
class DatabusBench {
  private val events = DatabusEvents.make()
  private val crc = new CRC32
  private val ten = DatabusEvents.decoder(DatabusEvents.Ten)
  private val copied = UnsafeProjection.create(DatabusEvents.Ten)
  private val all = DatabusEvents.decoder(DatabusEvents.plan.resultType)
  private val bad = events.map(DatabusEvents.spoiled)
  private val attempt = DatabusEvents.decoder(DatabusEvents.Ten, Ending.Attempt)
  private val fault = DatabusEvents.decoder(null, Ending.FaultRow)

  @Benchmark def floor(): Long = {
    var sum = 0L
    var at = 0
    while (at < events.length) {
      crc.reset()
      crc.update(events(at), 0, events(at).length)
      sum += crc.getValue
      at += 1
    }
    sum
  }

  @Benchmark def tenFields(): Int = {
    var sum = 0
    var at = 0
    while (at < events.length) {
      sum += ten.decode(events(at)).asInstanceOf[InternalRow].numFields
      at += 1
    }
    sum
  }

  @Benchmark def tenFieldsCopied(): Int = {
    var sum = 0
    var at = 0
    while (at < events.length) {
      sum += copied(ten.decode(events(at)).asInstanceOf[InternalRow]).getSizeInBytes
      at += 1
    }
    sum
  }

  @Benchmark def allFields(): Int = {
    var sum = 0
    var at = 0
    while (at < events.length) {
      sum += all.decode(events(at)).asInstanceOf[InternalRow].numFields
      at += 1
    }
    sum
  }

  /** Events of which the body is not what its checksum says. */
  @Benchmark def badIsNull(): Int = {
    var nulls = 0
    var at = 0
    while (at < bad.length) {
      if (attempt.decode(bad(at)) == null) nulls += 1
      at += 1
    }
    nulls
  }

  @Benchmark def badIsExplained(): Int = {
    var sum = 0
    var at = 0
    while (at < bad.length) {
      sum += fault.decode(bad(at)).asInstanceOf[InternalRow].getInt(1)
      at += 1
    }
    sum
  }
}

/** Events of 200 bytes, version 1, with a long key and a random value. */
object DatabusEvents {
  final val Count = 512
  private val Size = 200
  private val HeaderSize = 61

  val plan: DecodePlan = planOf(Ending.Strict)

  private def planOf(ending: Ending): DecodePlan =
    DecodePlan("databus_decode", Databus, Databus.OneEvent, Options.none, ending,
      Twins("try_databus_decode", "databus_fault"))

  val Ten: StructType = {
    val all = plan.resultType.asInstanceOf[StructType]
    StructType(
      Seq("version", "opcode", "key", "sequence", "physical_partition_id",
        "logical_partition_id", "timestamp", "src_id", "schema_id", "payload").map(all(_)))
  }

  def decoder(required: DataType, ending: Ending = Ending.Strict): Decoder =
    new Decoder(planOf(ending), required)

  /** The same with another last byte. */
  def spoiled(event: Array[Byte]): Array[Byte] =
    event.updated(event.length - 1, (event.last + 1).toByte)

  def make(): Array[Array[Byte]] = {
    val random = new Random(7)
    Array.fill(Count)(event(random))
  }

  private def event(random: Random): Array[Byte] = {
    val value = random.nextBytes(Size - HeaderSize)
    val event = ByteBuffer.allocate(Size).order(ByteOrder.BIG_ENDIAN)
    event.put(0.toByte).putInt(0).putInt(Size).putShort(if (random.nextInt(5) < 4) 1 else 2)
      .putLong(random.nextLong() >>> 16).putShort(random.nextInt(100).toShort)
      .putShort(random.nextInt(1000).toShort).putLong(
        1384000000000000000L + (random.nextLong() >>> 14))
      .putShort((1 + random.nextInt(199)).toShort).put(Array.tabulate[Byte](16)(_.toByte))
      .putInt(databusCrc(value, 0)).putLong(random.nextLong() >>> 24).put(value)
    event.putInt(1, databusCrc(event.array.take(HeaderSize), 5))
    event.array
  }

  /** CRC-32 with a register that starts at 0 and no final xor, as a step of Java's by step. */
  private def databusCrc(bytes: Array[Byte], from: Int): Int =
    bytes.drop(from).foldLeft(0) { (register, byte) =>
      (0 until 8).foldLeft(register ^ (byte & 0xff)) { (bits, _) =>
        (bits >>> 1) ^ (if ((bits & 1) != 0) 0xedb88320 else 0)
      }
    }
}
