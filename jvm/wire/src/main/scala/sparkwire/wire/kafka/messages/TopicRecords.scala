package sparkwire.wire.kafka.messages

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Arrays

import sparkwire.wire.kafka.definitions.{Definitions, MessageDefinition, MessagePlans}

/** The plans of the records of internal topics, by their types. */
private[kafka] final class TopicRecords(fillsAbsent: Boolean) {
  import TopicRecords._

  // By the numbers of topic and record type.
  private[this] val records = new java.util.HashMap[Integer, RecordPlans]

  // Both return null for an unknown record type.

  def coordinatorPlans(topic: Topic, recordType: Int): RecordPlans = {
    val known = records.get(topic.recordKey(recordType))
    if (known != null) known
    else {
      val found = Definitions.coordinatorRecord(topic.artifact, recordType)
      if (found == null) null
      else {
        val (key, value) = found
        kept(topic, recordType,
          new RecordPlans(key.name.stripSuffix("Key"), plansOf(key), plansOf(value)))
      }
    }
  }

  def metadataPlans(topic: Topic, recordType: Int): RecordPlans = {
    val known = records.get(topic.recordKey(recordType))
    if (known != null) known
    else {
      val found = Definitions.metadataRecord(topic.artifact, recordType)
      if (found == null) null
      else kept(topic, recordType, new RecordPlans(found.name, null, plansOf(found)))
    }
  }

  private def kept(topic: Topic, recordType: Int, made: RecordPlans): RecordPlans = {
    records.put(topic.recordKey(recordType), made)
    made
  }

  private def plansOf(message: MessageDefinition): MessagePlans =
    new MessagePlans(message, message.shape, fillsAbsent)
}

private[kafka] object TopicRecords {
  final class RecordPlans(written: String, val key: MessagePlans, val value: MessagePlans) {
    val name: Array[Byte] = written.getBytes(US_ASCII)
  }

  /** @param artifact
    *   the artifact that defines the topic's records
    * @param hasKeys
    *   whether the keys tell the types of the records
    */
  final class Topic(written: String, number: Int, val artifact: String,
      val hasKeys: Boolean) {
    val name: Array[Byte] = written.getBytes(US_ASCII)

    /** Returns a number that is unique for each record type of each topic. */
    def recordKey(recordType: Int): Integer = number << 16 | recordType & 0xffff
  }

  def names: Seq[String] = topics.toSeq.map(topic => new String(topic.name, US_ASCII))

  private val topics = Array(
    new Topic("__consumer_offsets", 0, "kafka-group-coordinator", hasKeys = true),
    new Topic("__transaction_state", 1, "kafka-transaction-coordinator", hasKeys = true),
    new Topic("__share_group_state", 2, "kafka-share-coordinator", hasKeys = true),
    new Topic("__cluster_metadata", 3, "kafka-metadata", hasKeys = false),
    new Topic("__remote_log_metadata", 4, "kafka-storage", hasKeys = false)
  )

  /** Returns null for any other topic, and for a null name. */
  def topicOf(name: Array[Byte]): Topic = {
    var at = 0
    while (at < topics.length && (name == null || !Arrays.equals(topics(at).name, name))) at += 1
    if (at < topics.length) topics(at) else null
  }
}
