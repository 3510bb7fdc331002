package sparkwire.bench.rivals

import java.nio.ByteBuffer

import scala.jdk.CollectionConverters._

import org.apache.kafka.common.message.FetchRequestData
import org.apache.kafka.common.protocol.ByteBufferAccessor
import org.apache.kafka.coordinator.group.generated.OffsetCommitValue
import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.udf
import org.apache.spark.sql.types.DataType

/** Kafka's generated classes in Scala UDFs: the values of committed offsets. */
final class KafkaScalaCommit extends Rival {
  def contest = "kafka-commit"
  def name = "Scala UDF, Kafka's generated classes"
  def decode(value: Column, whole: DataType): Column = KafkaScala.commits(value)
}

/** Fetch requests. */
final class KafkaScalaFetch extends Rival {
  def contest = "kafka-request"
  def name = "Scala UDF, Kafka's generated classes"
  def decode(value: Column, whole: DataType): Column = KafkaScala.fetches(value)
}

object KafkaScala {
  final case class Tag(path: String, tag: Long, data: Array[Byte])

  final case class Commit(offset: Long, leaderEpoch: Int, metadata: String, commitTimestamp: Long,
      expireTimestamp: Option[Long], topicId: String, _unknown_tags: Seq[Tag])

  final case class ReplicaState(replicaId: Int, replicaEpoch: Long)

  final case class Partition(partition: Int, currentLeaderEpoch: Int, fetchOffset: Long,
      lastFetchedEpoch: Int, logStartOffset: Long, partitionMaxBytes: Int,
      replicaDirectoryId: String, highWatermark: Option[Long])

  final case class Topic(topic: String, topicId: String, partitions: Seq[Partition])

  final case class Forgotten(topic: String, topicId: String, partitions: Seq[Int])

  final case class Fetch(clusterId: String, replicaId: Int, replicaState: ReplicaState,
      maxWaitMs: Int, minBytes: Int, maxBytes: Int, isolationLevel: Byte, sessionId: Int,
      sessionEpoch: Int, topics: Seq[Topic], forgottenTopicsData: Seq[Forgotten], rackId: String,
      _unknown_tags: Seq[Tag])

  private def commit(bytes: Array[Byte]): Commit = {
    val it = new OffsetCommitValue(new ByteBufferAccessor(ByteBuffer.wrap(bytes)), 3)
    Commit(it.offset, it.leaderEpoch, it.metadata, it.commitTimestamp, None, null, Nil)
  }

  private def fetch(bytes: Array[Byte]): Fetch = {
    val it = new FetchRequestData(new ByteBufferAccessor(ByteBuffer.wrap(bytes)), 12)
    Fetch(it.clusterId, it.replicaId, null, it.maxWaitMs, it.minBytes, it.maxBytes,
      it.isolationLevel, it.sessionId, it.sessionEpoch, it.topics.asScala.map(topic).toSeq,
      it.forgottenTopicsData.asScala.map(forgotten).toSeq, it.rackId, Nil)
  }

  private def topic(it: FetchRequestData.FetchTopic): Topic =
    Topic(it.topic, null, it.partitions.asScala.map(partition).toSeq)

  private def partition(it: FetchRequestData.FetchPartition): Partition =
    Partition(it.partition, it.currentLeaderEpoch, it.fetchOffset, it.lastFetchedEpoch,
      it.logStartOffset, it.partitionMaxBytes, null, None)

  private def forgotten(it: FetchRequestData.ForgottenTopic): Forgotten =
    Forgotten(it.topic, null, it.partitions.asScala.map(_.toInt).toSeq)

  private[rivals] val commits = udf(commit _)
  private[rivals] val fetches = udf(fetch _)
}
