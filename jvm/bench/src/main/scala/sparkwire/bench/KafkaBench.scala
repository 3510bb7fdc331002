package sparkwire.bench

import java.nio.ByteBuffer
import java.util.concurrent.TimeUnit

import scala.jdk.CollectionConverters._

import org.apache.kafka.common.Uuid
import org.apache.kafka.common.message._
import org.apache.kafka.common.protocol.{ByteBufferAccessor, Message, ObjectSerializationCache}
import org.apache.kafka.coordinator.group.generated.{
  GroupMetadataValue, GroupMetadataValueJsonConverter, OffsetCommitValue,
  OffsetCommitValueJsonConverter
}

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.wire.Options
import sparkwire.wire.kafka.{Kafka, Layout, OneMessage, VersionSource}

import com.fasterxml.jackson.databind.JsonNode
import org.openjdk.jmh.annotations._

/** How long one message takes to become a row, beside Kafka's generated classes, which make objects of
  * it, and their conversion to JSON on top.
  *
  * Run: `project/sbt "bench/Jmh/run KafkaBench"`; or, where other things run, [[KafkaCpuTime]]. All
  * messages and sinks are used before anything is timed, as in a session that runs more than one query.
  */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
class KafkaBench {
  @Param(Array("OffsetCommit", "GroupMetadata", "FetchRequest", "MetadataResponse"))
  var message: String = _

  private var sample: KafkaSample = _
  private var decoder: Decoder = _

  @Setup
  def warm(): Unit = {
    KafkaSample.warmAndCompare()
    sample = KafkaSample.all(message)
    decoder = sample.decoder(Ending.Strict)
  }

  @Benchmark def sparkwireRow(): Any = decoder.decode(sample.bytes)
  @Benchmark def kafkaObjects(): Any = sample.read()
  @Benchmark def kafkaJson(): Any = sample.json()
}

/** The same by the time of the thread, of all messages and codecs or of those that are named:
  * `project/sbt "bench/runMain sparkwire.bench.KafkaCpuTime FetchRequest gzip"`.
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
    for ((name, one) <- KafkaBatchSample.all if isAsked(name)) {
      one.compare()
      CpuTime.compare(s"records, $name")("kafka records" -> (() => one.read()),
        "sparkwire" -> (() => one.decoder.decode(one.bytes)))
    }
  }
}

/** A message as Kafka writes it. */
final class KafkaSample(name: String, version: Int, message: Message,
    make: ByteBufferAccessor => Message,
    toJson: Message => JsonNode) {
  val bytes: Array[Byte] = {
    val cache = new ObjectSerializationCache
    val buffer = ByteBuffer.allocate(message.size(cache, version.toShort))
    message.write(new ByteBufferAccessor(buffer), cache, version.toShort)
    buffer.array
  }

  def read(): Message = make(new ByteBufferAccessor(ByteBuffer.wrap(bytes)))
  def json(): JsonNode = toJson(read())

  private def plan(ending: Ending): DecodePlan = {
    val root = OneMessage(Layout.Message(name, isName = true), VersionSource.Constant(version))
    DecodePlan("kafka_decode", Kafka.Layouts, root, Options.none, ending,
      Twins("try_kafka_decode", "kafka_fault"))
  }

  def decoder(ending: Ending): Decoder = {
    val made = plan(ending)
    new Decoder(made, made.resultType)
  }

  /** What is timed gives the same. */
  def compare(): Unit = KafkaRows.same(
    decoder(Ending.Strict).decode(bytes), plan(Ending.Strict).resultType, json())
}

object KafkaSample {
  def warmAndCompare(): Unit = {
    all.values.foreach(_.compare())
    val decoders =
      all.values.map(one => (one, one.decoder(Ending.Strict), one.decoder(Ending.Dissection)))
    for (round <- 1 to 2000) decoders.foreach { case (one, decoder, dissect) =>
      decoder.decode(one.bytes)
      one.json()
      // Dissections are for a few values.
      if (round % 100 == 0) dissect.decode(one.bytes)
    }
  }

  lazy val all: Map[String, KafkaSample] = Map(
    "OffsetCommit" -> new KafkaSample("OffsetCommitValue", 3,
      new OffsetCommitValue().setOffset(123456789L).setLeaderEpoch(7)
        .setMetadata("consumer-1").setCommitTimestamp(1700000000000L),
      new OffsetCommitValue(_, 3),
      one => OffsetCommitValueJsonConverter.write(one.asInstanceOf[OffsetCommitValue], 3)),
    "GroupMetadata" -> new KafkaSample("GroupMetadataValue", 3, group,
      new GroupMetadataValue(_, 3),
      one => GroupMetadataValueJsonConverter.write(one.asInstanceOf[GroupMetadataValue], 3)),
    "FetchRequest" -> new KafkaSample("FetchRequest", 12, fetch, new FetchRequestData(_, 12),
      one => FetchRequestDataJsonConverter.write(one.asInstanceOf[FetchRequestData], 12)),
    "MetadataResponse" -> new KafkaSample("MetadataResponse", 12, metadata,
      new MetadataResponseData(_, 12),
      one => MetadataResponseDataJsonConverter.write(one.asInstanceOf[MetadataResponseData], 12))
  )

  private def group: GroupMetadataValue =
    new GroupMetadataValue().setProtocolType("consumer").setGeneration(42).setProtocol("range")
      .setLeader("consumer-1-5e1f").setCurrentStateTimestamp(1700000000000L)
      .setMembers(
        (1 to 3).map(member =>
          new GroupMetadataValue.MemberMetadata()
            .setMemberId(s"consumer-$member-5e1f9a77").setClientId(s"consumer-$member")
            .setClientHost("/10.0.0.17").setRebalanceTimeout(300000).setSessionTimeout(45000)
            .setSubscription(new Array[Byte](60)).setAssignment(new Array[Byte](80))).asJava)

  private def fetch: FetchRequestData =
    new FetchRequestData().setReplicaId(-1).setMaxWaitMs(500).setMinBytes(1).setMaxBytes(52428800)
      .setSessionId(123456).setSessionEpoch(9).setRackId("rack-b")
      .setTopics(
        (1 to 4).map(topic =>
          new FetchRequestData.FetchTopic().setTopic(s"orders-eu-$topic")
            .setPartitions(
              (0 until 8).map(partition =>
                new FetchRequestData.FetchPartition()
                  .setPartition(partition).setCurrentLeaderEpoch(5).setFetchOffset(
                    1000000L + partition)
                  .setLogStartOffset(-1).setPartitionMaxBytes(1048576)).asJava))
          .asJava)

  private def metadata: MetadataResponseData = {
    val response =
      new MetadataResponseData().setClusterId("4L6g3nShT-eMCtK--X86sw").setControllerId(2)
    (1 to 3).foreach(broker =>
      response.brokers.add(
        new MetadataResponseData.MetadataResponseBroker()
          .setNodeId(broker).setHost(s"broker-$broker.example.com").setPort(9092).setRack(
            "rack-a")))
    (1 to 4).foreach { topic =>
      response.topics.add(
        new MetadataResponseData.MetadataResponseTopic().setName(s"orders-eu-$topic")
          .setTopicId(new Uuid(topic.toLong, 7L)).setPartitions(
            (0 until 8).map { partition =>
              new MetadataResponseData.MetadataResponsePartition().setPartitionIndex(
                partition).setLeaderId(1)
                .setLeaderEpoch(5).setReplicaNodes(nodes(1, 2, 3)).setIsrNodes(nodes(1, 2))
                .setOfflineReplicas(nodes())
            }.asJava))
    }
    response
  }

  private def nodes(ids: Int*): java.util.List[Integer] = ids.map(Int.box).asJava
}
