package sparkwire.bench.rivals

import java.math.BigInteger
import java.util.{Map => JavaMap}

import scala.collection.mutable.LinkedHashMap
import scala.jdk.CollectionConverters._

import org.apache.avro.Schema
import org.apache.avro.generic.GenericRecord
import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.udf
import org.apache.spark.sql.types.DataType

import sparkwire.bench.{CernanPackets, CernanPeers}

/** Packets by hand and their records by Avro Java, in a Scala UDF. Schemas, inflater and buffers
  * are kept from packet to packet.
  */
final class CernanScala extends Rival {
  def contest = "cernan"
  def name = "Scala UDF, Avro Java"

  // Spark derives another precision from the class of the ids.
  def decode(value: Column, whole: DataType): Column = CernanScala.decoding(value).cast(whole)
}

object CernanScala {
  final case class User(name: String, favorite_number: Option[Int], favorite_color: String)

  final case class Pair(key: Array[Byte], value: Array[Byte])

  type Binaries = scala.collection.Map[String, Array[Byte]]

  final case class Packet(version: Long, sync: Boolean, control: Long, id: BigInteger,
      shard_by: BigInteger, kafka_key: String, metadata: Binaries, pairs: Seq[Pair],
      avro_schema: String, avro_codec: String, avro_metadata: Binaries, avro: Array[Byte],
      record_count: Long, records: Seq[User])

  /** Readers keep buffers, so each thread has its own. */
  val readers: ThreadLocal[CernanPeers.Careful] = ThreadLocal.withInitial(() =>
    new CernanPeers.Careful(new Schema.Parser().parse(CernanPackets.variedSchemaText)))

  private def read(bytes: Array[Byte]): Packet = {
    val it = readers.get.readPacket(bytes)
    val isOld = it.version < 2
    Packet(it.version, (it.control & 1) != 0, it.control, it.id,
      it.shardBy, it.kafkaKey,
      if (it.pairs.isEmpty) null else binaries(it.metadata),
      if (isOld) null else it.pairs.asScala.map { case (key, value) => Pair(key, value) }.toSeq,
      it.schema, it.codec, binaries(it.avroMetadata), it.avro, it.records.size.toLong,
      it.records.asScala.map(user).toSeq)
  }

  private def binaries(
      map: JavaMap[String, Array[Byte]]): Binaries = LinkedHashMap.from(map.asScala)

  private def user(it: GenericRecord): User =
    User(text(it.get(0)), Option(it.get(1).asInstanceOf[Integer]).map(_.intValue), text(it.get(2)))

  private def text(value: Any): String = if (value == null) null else value.toString

  private val decoding = udf(read _)
}
