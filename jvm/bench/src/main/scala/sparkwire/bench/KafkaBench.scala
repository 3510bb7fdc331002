package sparkwire.bench

import java.nio.ByteBuffer

import org.apache.kafka.common.protocol.{ByteBufferAccessor, Message, ObjectSerializationCache}

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.{OneMessage, VersionSource}

import com.fasterxml.jackson.databind.JsonNode
import org.openjdk.jmh.annotations._

/** The time to turn one message into a row. Compared with Kafka's generated classes, which create
  * objects, and with their conversion to JSON in addition. `varied` cycles through 1,024 different
  * messages of all versions, with the version beside the value as in `kafka_decode(value,
  * 'FetchRequest', version)`; `one` decodes one message of one version again and again.
  *
  * Run: `project/sbt "bench/Jmh/run KafkaBench"`; or, on a machine that runs other programs,
  * [[KafkaCpuTime]]. All messages and sinks are used before anything is timed, as in a session that
  * runs more than one query.
  */
class KafkaBench extends TimedBench {
  @Param(Array("OffsetCommit", "GroupMetadata", "FetchRequest", "MetadataResponse"))
  var message: String = _
  @Param(Array("varied", "one"))
  var records: String = _

  private var samples: Array[KafkaSample] = _
  private var decode: KafkaSample => Any = _
  private var damaged: Array[Byte] = _
  private var fault: Decoder = _
  private val hand = new OffsetCommitByHand
  private val least = KafkaMessages.least
  private val marker = new KafkaSample(least, least.fixed, least.fixedVersion)
  private val decodeLeast = KafkaSample.decoding(least, VersionSource.Beside)

  @Setup
  def warm(): Unit = {
    KafkaSample.warmAndCompare()
    val kind = KafkaMessages.all(message)
    samples =
      if (records == "one") Array(KafkaSample.all(message))
      else KafkaMessages.varied(kind, 1 << 10, seed = 7).map { case (made, version) =>
        new KafkaSample(kind, made, version)
      }.toArray
    val source =
      if (records == "one") VersionSource.Constant(kind.fixedVersion) else VersionSource.Beside
    decode = KafkaSample.decoding(kind, source)
    samples.foreach(sample => sample.compare(decode(sample)))
    damaged = samples.head.bytes.dropRight(1)
    fault = samples.head.decoder(Ending.FaultRow)
    require(fault.decode(damaged) != null)
    marker.compare(decodeLeast(marker))
    if (message == "OffsetCommit")
      for (sample <- samples)
        require(hand.read(sample.bytes, sample.versionBeside) == decode(sample))
  }

  private def next(): KafkaSample = samples(next(samples.length))

  @Benchmark def sparkwireRow(): Any = decode(next())
  @Benchmark def kafkaObjects(): Any = next().read()
  @Benchmark def kafkaJson(): Any = next().json()

  /** A message without its last byte. */
  @Benchmark def badIsExplained(): Any = fault.decode(damaged)

  /** A message of one number: the fixed cost of any value. */
  @Benchmark def oneNumber(): Any = decodeLeast(marker)

  /** Only for OffsetCommit. */
  @Benchmark def byHand(): Any = {
    val sample = next()
    hand.read(sample.bytes, sample.versionBeside)
  }
}

/** Like [[KafkaBench]], measured by the CPU time of the thread, for all messages and codecs or only
  * the named ones: `project/sbt "bench/runMain sparkwire.bench.KafkaCpuTime FetchRequest gzip"`.
  */
object KafkaCpuTime {
  def main(arguments: Array[String]): Unit = {
    def isAsked(name: String): Boolean = arguments.isEmpty || arguments.contains(name)
    KafkaSample.warmAndCompare()
    for ((name, one) <- KafkaSample.all if isAsked(name)) {
      val decoder = one.decoder(Ending.Strict)
      CpuTime.compare(name)("kafka objects" -> (() => one.read()),
        "kafka json" -> (() => one.json()), "sparkwire" -> (() => decoder.decode(one.bytes)))
    }
    for ((name, batches) <- KafkaBatches.all if isAsked(name)) {
      batches.compare()
      CpuTime.compare(s"records, $name")("kafka records" -> (() => batches.read()),
        "sparkwire" -> (() => batches.decode()))
    }
  }
}

/** A message as Kafka writes it. */
final class KafkaSample(kind: KafkaMessages.Kind, message: Message, version: Short) {
  val bytes: Array[Byte] = write()

  def write(): Array[Byte] = {
    val cache = new ObjectSerializationCache
    val buffer = ByteBuffer.allocate(message.size(cache, version))
    message.write(new ByteBufferAccessor(buffer), cache, version)
    buffer.array
  }

  /** An INT as Spark passes it. */
  val versionBeside: Integer = Int.box(version.toInt)

  def read(): Message = kind.read(new ByteBufferAccessor(ByteBuffer.wrap(bytes)), version)
  def json(): JsonNode = kind.toJson(read(), version)

  def decoder(ending: Ending): Decoder =
    KafkaSample.decoder(kind, VersionSource.Constant(version.toInt), ending)

  /** Checks that both ways give the same. */
  def compare(row: Any): Unit =
    KafkaRows.same(
      row, KafkaSample.plan(kind, VersionSource.Beside, Ending.Strict).resultType, json())
}

object KafkaSample {

  /** The fixed message of each kind. */
  lazy val all: Map[String, KafkaSample] = KafkaMessages.all.map { case (name, kind) =>
    name -> new KafkaSample(kind, kind.fixed, kind.fixedVersion)
  }

  def warmAndCompare(): Unit = {
    all.values.foreach(one => one.compare(one.decoder(Ending.Strict).decode(one.bytes)))
    val decoders =
      all.values.map(one => (one, one.decoder(Ending.Strict), one.decoder(Ending.Dissection)))
    for (round <- 1 to 2000) decoders.foreach { case (one, decoder, dissect) =>
      decoder.decode(one.bytes)
      one.json()
      // Dissections are meant for a few values.
      if (round % 100 == 0) dissect.decode(one.bytes)
    }
  }

  /** Returns a function that decodes samples of one kind. The version is a constant, or beside each
    * value.
    */
  def decoding(kind: KafkaMessages.Kind, source: VersionSource): KafkaSample => Any =
    if (source == VersionSource.Beside) {
      val decoder =
        KafkaSample.decoder(kind, source, Ending.Strict, inputs = 2)
      sample => {
        decoder.setInput(1, sample.versionBeside)
        decoder.decodeAmong(sample.bytes)
      }
    } else {
      val decoder = KafkaSample.decoder(kind, source, Ending.Strict)
      sample => decoder.decode(sample.bytes)
    }

  private def decoder(kind: KafkaMessages.Kind, source: VersionSource, ending: Ending,
      inputs: Int = 1): Decoder = {
    val made = plan(kind, source, ending)
    new Decoder(made, made.resultType, inputs)
  }

  private def plan(kind: KafkaMessages.Kind, source: VersionSource, ending: Ending): DecodePlan =
    DecodePlan("kafka_decode", Kafka.Layouts,
      OneMessage(KafkaLayout.Message(kind.name, isName = true), source), Options.none, ending,
      Twins("try_kafka_decode", "kafka_fault"))
}
