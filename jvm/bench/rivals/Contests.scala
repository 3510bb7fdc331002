package sparkwire.bench.rivals

import scala.util.Random

import org.apache.ignite.internal.binary.BinaryObjectImpl
import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.lit

import sparkwire.bench._
import sparkwire.functions._

import org.msgpack.core.{MessageBufferPacker, MessagePack}

/** Events of both versions, with long and text keys. */
final class DatabusEvents extends Contest {
  def name = "databus"
  def title = "Databus event"
  def values: Array[Array[Byte]] = Events.varied(10000, seed = 7)
  def sparkwire(value: Column, options: Map[String, String]): Column =
    databus_decode(value, options)
  override def ten: Seq[String] = Seq("version", "opcode", "key", "sequence",
    "physical_partition_id", "logical_partition_id", "timestamp", "src_id", "schema_id", "payload")
  def few: Seq[String] = Seq("opcode", "sequence")
}

/** Packets of both versions with one to four records of 24 schemas. */
final class CernanPacketsContest extends Contest {
  def name = "cernan"
  def title = "Cernan packet"
  def values: Array[Array[Byte]] =
    CernanPackets.varied(5000, seed = 7, 1 to 4).map(_.bytes).toArray
  def sparkwire(value: Column, options: Map[String, String]): Column =
    cernan_decode(value, CernanPackets.variedSchemaText, options)
  override def ten: Seq[String] = Seq("version", "sync", "control", "id", "shard_by", "kafka_key",
    "metadata", "avro_codec", "record_count", "records")
  def few: Seq[String] = Seq("id", "records")
}

/** Orders of one schema, with lists and unions. */
final class AvroOrders extends Contest {
  def name = "avro"
  def title = "Avro order"
  def values: Array[Array[Byte]] = AvroQueries.orders(10000)
  def sparkwire(value: Column, options: Map[String, String]): Column =
    avro_decode(value, AvroQueries.schemaText, options)
  override def ten: Seq[String] = Seq("id", "customer", "email", "placed", "amount", "quantity",
    "paid", "status", "items", "address")
  def few: Seq[String] = Seq("id", "quantity")
}

/** Orders of 16 schemas that differ in the order of the fields and in the missing fields. */
final class IgniteObjects extends Contest {
  def name = "ignite"
  def title = "Ignite object"
  def values: Array[Array[Byte]] = IgniteOrders.varied.map { case (order, names) =>
    val made = IgniteOrders.built(IgniteNode.node, order, names).asInstanceOf[BinaryObjectImpl]
    made.array.slice(made.start, made.start + made.length)
  }.toArray
  def sparkwire(value: Column, options: Map[String, String]): Column = ignite_decode(value,
    IgniteBench.AllFields, options + ("types" -> IgniteOrders.typesOf(IgniteOrders.schemas)))
  override def ten: Seq[String] = Seq("id", "customer", "email", "status", "total", "createdAt",
    "paid", "lat", "lon", "comment")
  def few: Seq[String] = Seq("id", "total")
}

/** Values of the topic of committed offsets, without their version, which is 3. */
final class KafkaCommits extends Contest {
  def name = "kafka-commit"
  def title = "Kafka OffsetCommit"
  def values: Array[Array[Byte]] = KafkaContests.messages("OffsetCommit", 3, 10000)
  def sparkwire(value: Column, options: Map[String, String]): Column =
    kafka_decode(value, "OffsetCommitValue", lit(3), options)
  def few: Seq[String] = Seq("offset", "commitTimestamp")
}

/** Fetch requests of version 12, with up to 128 partitions. */
final class KafkaRequests extends Contest {
  def name = "kafka-request"
  def title = "Kafka FetchRequest"
  def values: Array[Array[Byte]] = KafkaContests.messages("FetchRequest", 12, 5000)
  def sparkwire(value: Column, options: Map[String, String]): Column =
    kafka_decode(value, "FetchRequest", lit(12), options)
  override def ten: Seq[String] = Seq("replicaId", "maxWaitMs", "minBytes", "maxBytes",
    "isolationLevel", "sessionId", "sessionEpoch", "topics", "rackId", "clusterId")
  def few: Seq[String] = Seq("sessionId", "rackId")
}

/** Batches of about 200 records, compressed by all codecs in turn. */
final class KafkaRecords extends Contest {
  def name = "kafka-records"
  def title = "Kafka records"
  def values: Array[Array[Byte]] = KafkaBatches.all.toSeq.sortBy(_._1).map(_._2.batches)
    .transpose.flatten.toArray
  def sparkwire(value: Column, options: Map[String, String]): Column =
    kafka_records_decode(value, options)
  override def ten: Seq[String] = Seq("base_offset", "magic", "codec", "producer_id",
    "record.offset", "record.timestamp", "record.sequence", "record.key", "record.value",
    "record.headers")
  def few: Seq[String] = Seq("record.offset", "record.value")
}

private object KafkaContests {
  def messages(kind: String, version: Int, count: Int): Array[Array[Byte]] = {
    val one = KafkaMessages.all(kind).copy(versions = version to version)
    KafkaMessages.varied(one, count, seed = 7).map { case (message, version) =>
      new KafkaSample(one, message, version).bytes
    }.toArray
  }
}

/** Maps of up to twelve fields. A tenth of the fields is missing, a third of the maps has them in
  * an order of its own.
  */
final class MsgpackMaps extends Contest {
  def name = "msgpack"
  def title = "MessagePack map"
  def values: Array[Array[Byte]] = {
    val random = new Random(7)
    Array.fill(5000)(new MsgpackMap(random).write())
  }
  def sparkwire(value: Column, options: Map[String, String]): Column =
    msgpack_decode(value, MsgpackMap.Fields, options)
  override def ten: Seq[String] = Seq("id", "name", "email", "score", "active", "avatar", "tags",
    "prefs", "level", "note")
  def few: Seq[String] = Seq("id", "score")
}

private object MsgpackMap {
  val Fields: String =
    "id BIGINT, name STRING, email STRING, score DOUBLE, active BOOLEAN, avatar BINARY, " +
      "tags ARRAY<STRING>, prefs STRUCT<lang STRING, zone STRING, page INT, dark BOOLEAN>, " +
      "counters MAP<STRING, BIGINT>, level INT, updated BIGINT, note STRING"
}

private final class MsgpackMap(random: Random) {
  private val packer: MessageBufferPacker = MessagePack.newDefaultBufferPacker()

  private def text(most: Int): String =
    Seq.fill(1 + random.nextInt(most))(('a' + random.nextInt(26)).toChar).mkString

  private def number(): Long = random.nextLong() >>> (1 + random.nextInt(63))

  private val fields: Seq[(String, () => Any)] = Seq(
    "id" -> (() => packer.packLong(number())),
    "name" -> (() => packer.packString(text(24))),
    "email" -> (() => packer.packString(s"${text(12)}@example.com")),
    "score" -> (() => packer.packDouble(random.nextDouble())),
    "active" -> (() => packer.packBoolean(random.nextBoolean())),
    "avatar" -> (() => {
      val size = random.nextInt(64)
      packer.packBinaryHeader(size).writePayload(random.nextBytes(size))
    }),
    "tags" -> (() => {
      val count = random.nextInt(6)
      packer.packArrayHeader(count)
      for (_ <- 1 to count) packer.packString(text(10))
    }),
    "prefs" -> (() =>
      packer.packMapHeader(4).packString("lang").packString("de").packString("zone")
        .packString(text(16)).packString("page").packInt(random.nextInt(200))
        .packString("dark").packBoolean(random.nextBoolean())),
    "counters" -> (() => {
      val count = random.nextInt(6)
      packer.packMapHeader(count)
      for (at <- 1 to count) packer.packString(s"$at${text(8)}").packLong(number())
    }),
    "level" -> (() => packer.packInt(random.nextInt(1 << random.nextInt(31)))),
    "updated" -> (() => packer.packLong(1698586936461L + random.nextInt(1 << 30))),
    "note" -> (() => packer.packString(text(60)))
  )

  def write(): Array[Byte] = {
    val kept = fields.filter(_ => random.nextInt(10) > 0)
    val ordered = if (random.nextInt(3) == 0) random.shuffle(kept) else kept
    packer.packMapHeader(ordered.length)
    for ((name, write) <- ordered) {
      packer.packString(name)
      write()
    }
    packer.toByteArray
  }
}
