package sparkwire.wire.kafka

import java.nio.ByteBuffer

import sparkwire.wire.Tree
import sparkwire.wire.kafka.definitions.{Definitions, MessageDefinition}

import org.scalacheck.Gen
import org.scalacheck.rng.Seed

/** Records of Kafka's coordinators with random content, as Kafka's own classes write them. */
object CoordinatorRecords {

  /** @param value
    *   null for a tombstone
    */
  final case class Record(name: String, number: Int, version: Int, key: Array[Byte],
      value: Array[Byte], keyTree: Tree, valueTree: Tree)

  private val artifacts = Map("__consumer_offsets" -> "kafka-group-coordinator",
    "__transaction_state" -> "kafka-transaction-coordinator",
    "__share_group_state" -> "kafka-share-coordinator")

  val topics: Seq[String] = artifacts.keys.toSeq

  /** Returns `samples` records of each type and version. */
  def of(topic: String, samples: Int): Seq[Record] =
    for {
      number <- 0 to 100
      (key, value) <- Option(Definitions.coordinatorRecord(artifacts(topic), number)).toSeq
      version <- value.validVersions.lowest to value.newest
      sample <- 1 to samples
    } yield {
      val seed = Seed(topic.hashCode.toLong + number * 1000 + version * 10 + sample)
      val (keyBytes, keyTree) = written(key, 0, number, seed)
      val (valueBytes, valueTree) = written(value, version, version, seed.next)
      Record(key.name.stripSuffix("Key"), number, version, keyBytes, valueBytes, keyTree, valueTree)
    }

  /** Returns a message as bytes, preceded by a number in two bytes, and as a tree. */
  private def written(definition: MessageDefinition, version: Int, inFront: Int,
      seed: Seed): (Array[Byte], Tree) = {
    val content = KafkaClasses.content(definition, version).pureApply(
      Gen.Parameters.default.withSize(8), seed)
    val message = KafkaClasses.written(definition, version, content)
    val full =
      KafkaClasses.full(definition, version, KafkaClasses.read(definition, version, message))
    val bytes = ByteBuffer.allocate(2 + message.length).putShort(inFront.toShort).put(message)
    (bytes.array, KafkaClasses.present(full, definition.struct, version))
  }
}
