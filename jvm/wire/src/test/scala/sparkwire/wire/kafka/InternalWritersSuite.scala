package sparkwire.wire.kafka

import java.io.File
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.Files
import java.util.Collections

import scala.util.Using

import org.apache.kafka.clients.consumer.OffsetAndMetadata
import org.apache.kafka.common.{TopicIdPartition, TopicPartition, Uuid}
import org.apache.kafka.common.message.AbortedTxn
import org.apache.kafka.connect.mirror.{Checkpoint, Heartbeat, OffsetSync}
import org.apache.kafka.server.log.remote.metadata.storage.serialization.RemoteLogMetadataSerde
import org.apache.kafka.server.log.remote.storage._
import org.apache.kafka.storage.internals.log.{OffsetIndex, TimeIndex, TransactionIndex}
import org.apache.kafka.streams.processor.TaskId
import org.apache.kafka.streams.processor.assignment.ProcessId
import org.apache.kafka.streams.processor.internals.assignment.SubscriptionInfo

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.Root
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.{OneKafkaValue, OneMessage, TopicRecord, VersionSource}

import org.scalatest.funsuite.AnyFunSuite

/** Internal records, and files beside a segment, that Kafka's own classes write. They are read with
  * the layouts that the page "Kafka without a broker" names.
  */
class InternalWritersSuite extends AnyFunSuite with ReaderChecks {

  // Tiered storage.

  private val topicId = new Uuid(1, 2)
  private val segmentId =
    new RemoteLogSegmentId(
      new TopicIdPartition(topicId, new TopicPartition("orders", 3)), new Uuid(3, 4))
  private val partition =
    struct("name" -> Text("orders"), "id" -> Text(topicId.toString), "partition" -> Whole(3))

  private def remote(metadata: RemoteLogMetadata): Tree = {
    val value = new RemoteLogMetadataSerde().serialize(metadata)
    val root = Beside(TopicRecord, "__remote_log_metadata".getBytes(US_ASCII), value)
    assert(dissect(root, Array.emptyByteArray).tiles.forall(_.kind != "gap"))
    assert(faultOf(root, Array.emptyByteArray) === None)
    walk(root, Array.emptyByteArray).fold(reason => fail(reason.word), Views.plain)
  }

  test("__remote_log_metadata: a segment that is copied") {
    val found = remote(
      new RemoteLogSegmentMetadata(segmentId, 100, 199, 1700000000000L, 7,
        1700000000001L, 4096, Collections.singletonMap(Int.box(2), Long.box(100L))))
    assert(found.at("record") === Text("RemoteLogSegmentMetadataRecord"))
    assert(found.at("record_type") === Whole(0))
    val value = found.at("value")
    assert(value.at("startOffset") === Whole(100))
    assert(value.at("endOffset") === Whole(199))
    assert(value.at("segmentSizeInBytes") === Whole(4096))
    assert(value.at("remoteLogSegmentId").at("topicIdPartition") === partition)
    assert(value.at("segmentLeaderEpochs") ===
      Items(Vector(struct("leaderEpoch" -> Whole(2), "offset" -> Whole(100)))))
  }

  test("__remote_log_metadata: what becomes of a segment and of a partition") {
    val updated = remote(
      new RemoteLogSegmentMetadataUpdate(segmentId, 1700000000002L,
        java.util.Optional.empty(), RemoteLogSegmentState.COPY_SEGMENT_FINISHED, 7))
    assert(updated.at("record") === Text("RemoteLogSegmentMetadataUpdateRecord"))
    assert(updated.at("value").at("remoteLogSegmentState") ===
      Whole(RemoteLogSegmentState.COPY_SEGMENT_FINISHED.id.toLong))
    val deleted = remote(
      new RemotePartitionDeleteMetadata(segmentId.topicIdPartition,
        RemotePartitionDeleteState.DELETE_PARTITION_MARKED, 1700000000003L, 7))
    assert(deleted.at("record") === Text("RemotePartitionDeleteMetadataRecord"))
    assert(deleted.at("value").at("topicIdPartition") === partition)
  }

  // MirrorMaker 2. The methods that give the bytes are package-private, hence the reflection.

  private def bytesOf(record: AnyRef, part: String): Array[Byte] = {
    val method = record.getClass.getDeclaredMethod(part)
    method.setAccessible(true)
    method.invoke(record).asInstanceOf[Array[Byte]]
  }

  private def layout(
      text: String): Root = OneKafkaValue(KafkaLayout.of(text).asInstanceOf[KafkaLayout.Types])

  private def read(text: String, bytes: Array[Byte]): Tree = {
    tiles(layout(text))(bytes)
    val found = walk(layout(text), bytes).fold(reason => fail(reason.word), Views.plain)
    Views.without(found, Views.unknownTags)
  }

  private val mirrored = new TopicPartition("a.orders", 3)

  test("MirrorMaker: checkpoints") {
    val record =
      new Checkpoint("readers", mirrored, 10, 20, new OffsetAndMetadata(20, "note").metadata)
    assert(read("group STRING, topic STRING, partition INT32", bytesOf(record, "recordKey")) ===
      struct("group" -> Text("readers"), "topic" -> Text("a.orders"), "partition" -> Whole(3)))
    assert(
      read("version INT16, upstream_offset INT64, offset INT64, metadata STRING",
        bytesOf(record, "recordValue")) ===
        struct("version" -> Whole(0), "upstream_offset" -> Whole(10), "offset" -> Whole(20),
          "metadata" -> Text("note")))
  }

  test("MirrorMaker: heartbeats") {
    val record = new Heartbeat("a", "b", 1700000000000L)
    assert(read("source STRING, target STRING", bytesOf(record, "recordKey")) ===
      struct("source" -> Text("a"), "target" -> Text("b")))
    assert(read("version INT16, timestamp INT64", bytesOf(record, "recordValue")) ===
      struct("version" -> Whole(0), "timestamp" -> Whole(1700000000000L)))
  }

  test("MirrorMaker: offset syncs") {
    val record = new OffsetSync(mirrored, 10, 20)
    assert(read("topic STRING, partition INT32", bytesOf(record, "recordKey")) ===
      struct("topic" -> Text("a.orders"), "partition" -> Whole(3)))
    assert(read("upstream_offset INT64, offset INT64", bytesOf(record, "recordValue")) ===
      struct("upstream_offset" -> Whole(10), "offset" -> Whole(20)))
  }

  // Streams. The user data of a subscription starts with its version, an INT32 that is a field.

  private val process = java.util.UUID.fromString("00000000-0000-0001-0000-000000000002")

  private def userData(version: Int): Array[Byte] = {
    val offsets = new java.util.TreeMap[TaskId, java.lang.Long]
    offsets.put(new TaskId(0, 1), 100L)
    offsets.put(new TaskId(2, 0), -2L)
    val tags = Collections.singletonMap("zone", "a")
    new SubscriptionInfo(
      version, 11, new ProcessId(process), "host:9092", offsets, 3, 4, tags).encode().array
  }

  private def subscription(version: Int): Tree = {
    val root = OneMessage(KafkaLayout.Message("SubscriptionInfoData", isName = true),
      VersionSource.Constant(version))
    tiles(root)(userData(version))
    val found = walk(root, userData(version)).fold(reason => fail(reason.word), Views.plain)
    Views.without(found, Views.unknownTags)
  }

  private def text(value: String): Tree = Tree.hex(value.getBytes(US_ASCII))

  test("Streams: the user data of a subscription, every version") {
    for (version <- 1 to 11) {
      val found = subscription(version)
      assert(found.at("version") === Whole(version.toLong))
      assert(found.at("processId") === Text(new Uuid(1, 2).toString))
      if (version >= 2) assert(found.at("userEndPoint") === text("host:9092"))
    }
    def task(group: Long, partition: Long, sum: Long) = struct("topicGroupId" -> Whole(group),
      "partition" -> Whole(partition), "offsetSum" -> Whole(sum), "namedTopology" -> NoValue)
    assert(subscription(11) === struct(
      "version" -> Whole(11), "latestSupportedVersion" -> Whole(11),
      "processId" -> Text(new Uuid(1, 2).toString), "userEndPoint" -> text("host:9092"),
      "taskOffsetSums" -> Items(Vector(task(0, 1, 100), task(2, 0, -2))),
      "uniqueField" -> Whole(3), "errorCode" -> Whole(4),
      "clientTags" -> Items(Vector(struct("key" -> text("zone"), "value" -> text("a"))))))
  }

  // Files beside a segment.

  private def file(suffix: String)(write: File => Any): Array[Byte] = {
    val made = File.createTempFile("segment", suffix)
    assert(made.delete())
    val _ = write(made)
    try Files.readAllBytes(made.toPath)
    finally Files.delete(made.toPath)
  }

  test(".txnindex: entries of aborted transactions") {
    val bytes = file(".txnindex")(to =>
      Using.resource(new TransactionIndex(0, to))(
        _.append(
          new AbortedTxn().setProducerId(7).setFirstOffset(10).setLastOffset(20)
            .setLastStableOffset(15))))
    assert(bytes.length === 34)
    val root = OneMessage(KafkaLayout.Message("AbortedTxn", isName = true), VersionSource.Prefix)
    val found = walk(root, bytes).fold(reason => fail(reason.word), Views.plain)
    assert(Views.without(found, Views.unknownTags, "_version") ===
      struct("producerId" -> Whole(7), "firstOffset" -> Whole(10), "lastOffset" -> Whole(20),
        "lastStableOffset" -> Whole(15)))
  }

  test(".index and .timeindex: entries") {
    val offsets = file(".index")(to =>
      Using.resource(new OffsetIndex(to, 100, 80))(_.append(107, 4096)))
    assert(read("offset INT32, position INT32", offsets.take(8)) ===
      struct("offset" -> Whole(7), "position" -> Whole(4096)))
    val times = file(".timeindex")(to =>
      Using.resource(new TimeIndex(to, 100, 120))(_.maybeAppend(1700000000000L, 107, true)))
    assert(read("timestamp INT64, offset INT32", times.take(12)) ===
      struct("timestamp" -> Whole(1700000000000L), "offset" -> Whole(7)))
  }
}
