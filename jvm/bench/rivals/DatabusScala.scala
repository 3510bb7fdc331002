package sparkwire.bench.rivals

import java.time.Instant

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.udf
import org.apache.spark.sql.types.DataType

/** Databus by hand, in a Scala UDF. */
final class DatabusScala extends Rival {
  import DatabusScala._

  def contest = "databus"
  def name = "Scala UDF, by hand"
  def decode(value: Column, whole: DataType): Column = decoding(value)
}

object DatabusScala {
  final case class Part(digest_type: String, digest: Array[Byte], schema_version: Short,
      data: Array[Byte])

  final case class Event(version: Byte, byte_order: String, size: Int, header_length: Int,
      opcode: String, key_type: String, key: java.lang.Long, key_bytes: Array[Byte],
      key_part: Part, sequence: Long, physical_partition_id: Short, logical_partition_id: Short,
      timestamp: Instant, timestamp_nanos: Long, src_id: Int, source_kind: String,
      is_control: Boolean, is_private_control: Boolean, is_checkpoint: Boolean,
      is_end_of_period: Boolean, is_scn_regress: Boolean, is_error: Boolean, is_trace: Boolean,
      is_ext_replicated: Boolean, schema_id: Array[Byte], schema_digest_type: String,
      schema_version: Short, attributes: Int, header_crc: Long, body_crc: Long, metadata: Part,
      payload: Array[Byte])

  private def read(bytes: Array[Byte]): Event = {
    val it = DatabusEvent.read(bytes)
    Event(it.version, "big", it.size, it.headerLength, it.opcode,
      if (it.hasTextKey) "STRING" else "LONG", it.key, it.keyBytes, null, it.sequence,
      it.physicalPartition, it.logicalPartition, it.timestamp, it.nanos, it.source, it.sourceKind,
      it.source < 0, it.source <= -20000, it.source == -3, it.source == -2, it.source == -51,
      it.source > -50 && it.source < -4, it.isTrace, it.isReplicated, it.schemaId, it.digestType,
      it.schemaVersion, it.attributes, it.headerCrc, it.bodyCrc, null, it.payload)
  }

  private val decoding = udf(read _)
}
