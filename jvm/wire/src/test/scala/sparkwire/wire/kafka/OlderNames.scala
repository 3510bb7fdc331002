package sparkwire.wire.kafka

import sparkwire.wire.Tree
import sparkwire.wire.Tree._
import sparkwire.wire.kafka.definitions.{MessageDefinition, StructDefinition}

/** The messages and fields that have another name in an older release than in the newest. Their bytes
  * are the same.
  */
object OlderNames {
  private val messages = Map(
    "AlterIsrRequest" -> "AlterPartitionRequest",
    "AlterIsrResponse" -> "AlterPartitionResponse",
    "ListClientMetricsResourcesRequest" -> "ListConfigResourcesRequest",
    "ListClientMetricsResourcesResponse" -> "ListConfigResourcesResponse")

  // Release, message and field, each as the older release calls it; then the field's newest name.
  private val fields = Map(
    ("3.9.1", "ListClientMetricsResourcesResponse", "clientMetricsResources") -> "configResources",
    ("3.9.1", "ListClientMetricsResourcesResponse", "clientMetricsResources.name") ->
      "resourceName",
    ("3.9.1", "TxnOffsetCommitRequest", "generationId") -> "generationIdOrMemberEpoch",
    ("3.9.1", "VoteRequest", "topics.partitions.candidateEpoch") -> "replicaEpoch",
    ("3.9.1", "VoteRequest", "topics.partitions.candidateId") -> "replicaId",
    ("3.9.1", "VoteRequest", "topics.partitions.candidateDirectoryId") -> "replicaDirectoryId",
    ("2.8.2", "AddPartitionsToTxnRequest", "transactionalId") -> "v3AndBelowTransactionalId",
    ("2.8.2", "AddPartitionsToTxnRequest", "producerId") -> "v3AndBelowProducerId",
    ("2.8.2", "AddPartitionsToTxnRequest", "producerEpoch") -> "v3AndBelowProducerEpoch",
    ("2.8.2", "AddPartitionsToTxnRequest", "topics") -> "v3AndBelowTopics",
    ("2.8.2", "AddPartitionsToTxnResponse", "results") -> "resultsByTopicV3AndBelow",
    ("2.8.2", "AddPartitionsToTxnResponse", "results.results") -> "resultsByPartition",
    ("2.8.2", "AddPartitionsToTxnResponse", "results.results.errorCode") -> "partitionErrorCode",
    ("2.8.2", "AlterIsrRequest", "topics.name") -> "topicName",
    ("2.8.2", "AlterIsrRequest", "topics.partitions.currentIsrVersion") -> "partitionEpoch",
    ("2.8.2", "AlterIsrResponse", "topics.name") -> "topicName",
    ("2.8.2", "AlterIsrResponse", "topics.partitions.currentIsrVersion") -> "partitionEpoch",
    ("2.8.2", "DescribeLogDirsRequest", "topics.partitionIndex") -> "partitions",
    ("2.8.2", "ElectLeadersRequest", "topicPartitions.partitionId") -> "partitions",
    ("2.8.2", "FetchResponse", "responses.partitionResponses") -> "partitions",
    ("2.8.2", "FetchResponse", "responses.partitionResponses.partition") -> "partitionIndex",
    ("2.8.2", "FetchResponse", "responses.partitionResponses.recordSet") -> "records",
    ("2.8.2", "LeaderAndIsrRequest", "ungroupedPartitionStates.zkVersion") -> "partitionEpoch",
    ("2.8.2", "LeaderAndIsrRequest", "topicStates.partitionStates.zkVersion") -> "partitionEpoch",
    ("2.8.2", "OffsetCommitRequest", "generationId") -> "generationIdOrMemberEpoch",
    ("2.8.2", "TxnOffsetCommitRequest", "generationId") -> "generationIdOrMemberEpoch",
    ("2.8.2", "VoteRequest", "topics.partitions.candidateEpoch") -> "replicaEpoch",
    ("2.8.2", "VoteRequest", "topics.partitions.candidateId") -> "replicaId"
  )

  /** Returns the newest name of a message. */
  def newest(message: String): String = messages.getOrElse(message, message)

  private def fieldAt(release: String, message: String, path: String): String =
    fields.getOrElse((release, message, path), path.split('.').last)

  /** Returns a message of an older release with the newest names. */
  def newest(release: String, message: String, tree: Tree): Tree = {
    def renamed(tree: Tree, path: String): Tree = tree match {
      case Struct(fields) => Struct(
          fields.map { case (name, value) =>
            val at = path + name
            fieldAt(release, message, at) -> renamed(value, s"$at.")
          })
      case Items(items) => Items(items.map(renamed(_, path)))
      case other => other
    }
    renamed(tree, "")
  }

  /** Returns a definition of an older release with the newest names. */
  def newest(release: String, definition: MessageDefinition): MessageDefinition = {
    def renamed(struct: StructDefinition, path: String): StructDefinition =
      new StructDefinition(struct.name, struct.versions,
        struct.fields.map { field =>
          val at = path + field.name
          field.copy(name = fieldAt(release, definition.name, at),
            struct = if (field.struct == null) null else renamed(field.struct, s"$at."))
        },
        struct.otherTags, struct.hasTags)
    new MessageDefinition(newest(definition.name), definition.messageType, definition.apiKey,
      definition.validVersions, definition.flexibleVersions, renamed(definition.struct, ""))
  }

  /** The names of this list, to find those that are no longer in use. */
  def all: Set[(String, String, String)] = fields.keySet
}
