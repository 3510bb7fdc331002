package sparkwire.bench

import scala.jdk.CollectionConverters._
import scala.util.Random

import org.apache.kafka.common.Uuid
import org.apache.kafka.common.message._
import org.apache.kafka.common.protocol.{Message, Readable}
import org.apache.kafka.coordinator.group.generated.{
  GroupMetadataValue, GroupMetadataValueJsonConverter, OffsetCommitValue,
  OffsetCommitValueJsonConverter
}

import com.fasterxml.jackson.databind.JsonNode

/** The messages that [[KafkaBench]] decodes: of each kind one message of one version, and many that
  * differ.
  */
object KafkaMessages {

  /** A kind of message, and Kafka's generated classes for it.
    *
    * @param versions
    *   the versions in which `vary` creates messages
    */
  final case class Kind(name: String, fixed: Message, fixedVersion: Short, versions: Range,
      vary: (KafkaMessages, Short) => Message,
      read: (Readable, Short) => Message, toJson: (Message, Short) => JsonNode)

  val all: Map[String, Kind] = Map(
    "OffsetCommit" -> Kind("OffsetCommitValue", commit, 3, 0 to 4, _.commit(_),
      new OffsetCommitValue(_, _),
      (one, version) =>
        OffsetCommitValueJsonConverter.write(one.asInstanceOf[OffsetCommitValue], version)),
    "GroupMetadata" -> Kind("GroupMetadataValue", group, 3, 0 to 4, _.group(_),
      new GroupMetadataValue(_, _),
      (one, version) =>
        GroupMetadataValueJsonConverter.write(one.asInstanceOf[GroupMetadataValue], version)),
    "FetchRequest" -> Kind("FetchRequest", fetch, 12, 4 to 18, _.fetch(_),
      new FetchRequestData(_, _),
      (one, version) =>
        FetchRequestDataJsonConverter.write(one.asInstanceOf[FetchRequestData], version)),
    "MetadataResponse" -> Kind("MetadataResponse", metadata, 12, 0 to 13, _.metadata(_),
      new MetadataResponseData(_, _),
      (one, version) =>
        MetadataResponseDataJsonConverter.write(one.asInstanceOf[MetadataResponseData], version))
  )

  /** The smallest message that is not empty: one number. */
  val least: Kind = Kind("EndTxnMarker", new EndTxnMarker().setCoordinatorEpoch(7), 0, 0 to 0,
    (_, _) => new EndTxnMarker, new EndTxnMarker(_, _),
    (one, version) => EndTxnMarkerJsonConverter.write(one.asInstanceOf[EndTxnMarker], version))

  /** Returns messages of all versions in turn; the same seed gives the same messages. */
  def varied(kind: Kind, count: Int, seed: Long): Seq[(Message, Short)] = {
    val make = new KafkaMessages(new Random(seed))
    Seq.tabulate(count) { number =>
      val version = kind.versions(number % kind.versions.length).toShort
      (kind.vary(make, version), version)
    }
  }

  private def commit: OffsetCommitValue =
    new OffsetCommitValue().setOffset(123456789L).setLeaderEpoch(7)
      .setMetadata("consumer-1").setCommitTimestamp(1700000000000L)

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

/** Messages whose texts, counts and numbers vary, with fields that are null, tagged or left out. */
final class KafkaMessages(random: Random) {
  private def text(most: Int): String = random.alphanumeric.take(1 + random.nextInt(most)).mkString

  private def often: Boolean = random.nextInt(4) > 0

  private def maybe(value: => String): String = if (often) value else null

  private def uuid(): Uuid = new Uuid(random.nextLong(), random.nextLong())

  /** Returns numbers of all lengths. */
  private def long(): Long = random.nextLong() >>> (1 + random.nextInt(63))

  private def int(): Int = random.nextInt() >>> (1 + random.nextInt(31))

  private def list[A](most: Int)(item: Int => A): java.util.List[A] =
    Seq.tabulate(random.nextInt(most + 1))(item).asJava

  private def commit(version: Short): Message = {
    val made = new OffsetCommitValue().setOffset(long()).setLeaderEpoch(int())
      .setMetadata(if (often) text(40) else "").setCommitTimestamp(1600000000000L + int())
    if (version == 1) made.setExpireTimestamp(long())
    if (often) made.setTopicId(uuid())
    made
  }

  private def group(version: Short): Message =
    new GroupMetadataValue().setProtocolType("consumer").setGeneration(int())
      .setProtocol(maybe(text(12))).setLeader(maybe(text(40)))
      .setCurrentStateTimestamp(long()).setMembers(list(6)(member(_, version)))

  private def member(number: Int, version: Short): GroupMetadataValue.MemberMetadata =
    new GroupMetadataValue.MemberMetadata().setMemberId(s"consumer-$number-${text(24)}")
      .setGroupInstanceId(if (version >= 3) maybe(text(20)) else null)
      .setClientId(text(20)).setClientHost(s"/10.0.${random.nextInt(256)}.${random.nextInt(256)}")
      .setRebalanceTimeout(int()).setSessionTimeout(int())
      .setSubscription(random.nextBytes(random.nextInt(120)))
      .setAssignment(random.nextBytes(random.nextInt(160)))

  private def fetch(version: Short): Message = {
    val made = new FetchRequestData().setMaxWaitMs(int()).setMinBytes(int()).setMaxBytes(int())
      .setIsolationLevel(random.nextInt(2).toByte).setSessionId(int()).setSessionEpoch(int())
      .setRackId(if (often) text(10) else "").setTopics(list(8)(_ => fetchTopic(version)))
    if (version < 15) made.setReplicaId(random.nextInt(5) - 1)
    else if (often)
      made.setReplicaState(
        new FetchRequestData.ReplicaState().setReplicaId(int()).setReplicaEpoch(long()))
    if (version >= 12) made.setClusterId(maybe(text(22)))
    if (version >= 7)
      made.setForgottenTopicsData(
        list(2)(_ =>
          new FetchRequestData.ForgottenTopic().setTopic(text(20)).setTopicId(uuid())
            .setPartitions(list(4)(Int.box))))
    made
  }

  private def fetchTopic(version: Short): FetchRequestData.FetchTopic =
    new FetchRequestData.FetchTopic().setTopic(text(30)).setTopicId(uuid())
      .setPartitions(list(16)(fetchPartition(_, version)))

  private def fetchPartition(number: Int, version: Short): FetchRequestData.FetchPartition = {
    val made = new FetchRequestData.FetchPartition().setPartition(number)
      .setCurrentLeaderEpoch(int()).setFetchOffset(long())
      .setLogStartOffset(if (often) -1 else long()).setPartitionMaxBytes(int())
    if (version >= 12) made.setLastFetchedEpoch(int())
    if (random.nextInt(4) == 0) made.setReplicaDirectoryId(uuid())
    if (random.nextInt(4) == 0) made.setHighWatermark(long())
    made
  }

  private def metadata(version: Short): Message = {
    val made = new MetadataResponseData().setThrottleTimeMs(int()).setClusterId(maybe(text(22)))
      .setControllerId(random.nextInt(5))
    for (id <- 0 to random.nextInt(6))
      made.brokers.add(
        new MetadataResponseData.MetadataResponseBroker().setNodeId(id)
          .setHost(s"${text(20)}.example.com").setPort(random.nextInt(65536)).setRack(
            maybe(text(8))))
    for (number <- 0 until random.nextInt(9))
      made.topics.add(metadataTopic(number, version))
    if (version >= 8 && version <= 10) made.setClusterAuthorizedOperations(int())
    made
  }

  private def metadataTopic(number: Int,
      version: Short): MetadataResponseData.MetadataResponseTopic = {
    val isNameless = version >= 12 && random.nextInt(8) == 0
    val made = new MetadataResponseData.MetadataResponseTopic()
      .setErrorCode(if (often) 0 else 3).setName(if (isNameless) null else s"$number-${text(30)}")
      .setTopicId(uuid()).setIsInternal(random.nextInt(8) == 0).setPartitions(list(16)(partition))
    if (version >= 8) made.setTopicAuthorizedOperations(int())
    made
  }

  private def partition(number: Int): MetadataResponseData.MetadataResponsePartition =
    new MetadataResponseData.MetadataResponsePartition().setPartitionIndex(number)
      .setErrorCode(if (often) 0 else 9).setLeaderId(random.nextInt(6)).setLeaderEpoch(int())
      .setReplicaNodes(list(5)(Int.box)).setIsrNodes(list(3)(Int.box))
      .setOfflineReplicas(list(2)(Int.box))
}
