package sparkwire.wire.kafka

import sparkwire.wire.kafka.DefinitionConflicts.Conflict

/** Where older releases of Kafka differ from the newest, or have fields that we leave out. */
object ReleaseDifferences {

  /** A difference that is known.
    *
    * @param what
    *   the field, and what is said of it
    * @param reason
    *   why the newer definition is right
    */
  final case class Exception(older: String, message: String, field: String, what: String,
      reason: String) {
    def covers(release: String, name: String, conflict: Conflict): Boolean =
      release == older && name == message && conflict.field == field && conflict.what == what
  }

  private val OnlyDefault =
    "always on the wire in these versions: its default is only what a field that is not given becomes"

  private val NoShares =
    "of share groups, which Kafka 3.9 could not turn on"

  val exceptions: Seq[Exception] = Seq(
    Exception(
      "3.9.1", "ReadShareGroupStateSummaryResponse", "results.partitions", "fields", NoShares),
    Exception("3.9.1", "ShareGroupMetadataValue", "", "fields", NoShares),
    Exception("2.8.2", "DeleteTopicsRequest", "topics.name", "default", OnlyDefault),
    Exception("2.8.2", "FetchRequest", "replicaId", "default", OnlyDefault),
    Exception("2.8.2", "LeaderChangeMessage", "", "fields",
      "KRaft was a preview in 2.8, which wrote no version; no later Kafka reads what it wrote"))

  /** Whether a message of an older release has other fields than the newest says. */
  def hasOtherFields(release: String, message: String): Boolean = exceptions.exists(one =>
    one.older == release && one.message == message && one.what == "fields")

  private val Unstable =
    "latestVersionUnstable: a broker refuses it unless it is set up for tests, and the next Kafka has " +
      "other fields in it, or begins with the version after it"
  private val KeyType =
    "before Kafka 4, the version of a coordinator's key was the type of the record, now its apiKey"

  /** The parts that an older release has and we do not, by release and message, each with a reason.
    */
  val leftOut: Map[(String, String), String] = {
    val shares = Seq("ShareAcknowledge", "ShareFetch", "ShareGroupDescribe", "ShareGroupHeartbeat")
    val keys = Seq("ConsumerGroupCurrentMemberAssignment", "ConsumerGroupMemberMetadata",
      "ConsumerGroupMetadata", "ConsumerGroupPartitionMetadata",
      "ConsumerGroupTargetAssignmentMember", "ConsumerGroupTargetAssignmentMetadata",
      "GroupMetadata", "OffsetCommit", "ShareGroupMemberMetadata", "ShareGroupMetadata",
      "ShareGroupPartitionMetadata")
    shares.flatMap(name => Seq(s"${name}Request", s"${name}Response")).map(_ -> Unstable) ++
      keys.map(name => s"${name}Key" -> KeyType) :+
      "ShareGroupPartitionMetadataValue" -> NoShares
  }.map { case (message, reason) => ("3.9.1", message) -> reason }.toMap
}
