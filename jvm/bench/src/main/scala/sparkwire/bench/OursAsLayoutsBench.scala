package sparkwire.bench

import java.util.Locale

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.errors.Twins
import sparkwire.expressions.{DecodePlan, Decoder, Ending}
import sparkwire.rows.RowForm
import sparkwire.wire.core.{Format, Options, Root}
import sparkwire.wire.databus.Databus
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.definitions.KafkaLayout
import sparkwire.wire.kafka.messages.{OneMessage, VersionSource}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.reading.OneLayout

import org.openjdk.jmh.annotations._

/** Formats that Sparkwire has functions for, described as layouts, beside these functions: Databus
  * events of version 1 without their checksums, whose form of CRC-32 layouts do not have, and offset
  * commits of version 3. Both sides give the same fields.
  */
class OursAsLayoutsBench extends TimedBench {
  @Param(Array("event", "commit"))
  var format: String = _

  private var values: Array[Array[Byte]] = _
  private var layout: Decoder = _
  private var function: Decoder = _

  @Setup
  def setUp(): Unit = {
    val (text, names) =
      if (format == "event") (OursAsLayoutsBench.Event, DatabusBench.TenFields.toSeq)
      else (OursAsLayoutsBench.Commit, OursAsLayoutsBench.CommitFields)
    if (format == "event") {
      values = Events.varied(1 << 11, seed = 7).filter(_.head == 0)
      setFunction(
        plan(Databus, Databus.OneEvent, Map("verify" -> "none", "byteOrder" -> "big")), names)
    } else {
      val kind = KafkaMessages.all("OffsetCommit")
      values = KafkaMessages.varied(kind, 5 << 10, seed = 7).collect {
        case (made, version) if version == 3 => new KafkaSample(kind, made, version).bytes
      }.toArray
      val root = OneMessage(
        KafkaLayout.Message(kind.name, isName = true), VersionSource.Constant(3))
      setFunction(plan(Kafka.Layouts, root, Map.empty), names)
    }
    val asLayout = plan(Layouts, OneLayout(text, Options.none), Map.empty)
    layoutFields = fieldsOf(asLayout, names)
    layout = decoder(asLayout, layoutFields)
    for (value <- values)
      require(cells(layout.decode(value), layoutFields) == cells(function.decode(value), fields))
  }
  private var layoutFields, fields: StructType = _

  private def setFunction(plan: DecodePlan, names: Seq[String]): Unit = {
    fields = fieldsOf(plan, names)
    function = decoder(plan, fields)
  }

  private def fieldsOf(plan: DecodePlan, names: Seq[String]): StructType = StructType(
    plan.resultType.asInstanceOf[StructType].filter(field => names.exists(isSame(field.name, _))))

  // Ids of layouts are in lower case.
  private def isSame(one: String, other: String): Boolean = plain(one) == plain(other)
  private def plain(name: String): String = name.replace("_", "").toLowerCase(Locale.ROOT)

  private def plan(format: Format, root: Root, options: Map[String, String]): DecodePlan =
    DecodePlan(
      "decode", format, root, Options(options), Ending.Strict, Twins("try_decode", "fault"))

  private def decoder(plan: DecodePlan, fields: StructType): Decoder =
    new Decoder(plan, fields, form = RowForm.Fields)

  private def cells(row: Any, fields: StructType): Map[String, Any] =
    fields.map(field => plain(field.name)).zip(
      row.asInstanceOf[InternalRow].toSeq(fields).map {
        case bytes: Array[Byte] => bytes.toSeq
        case text: UTF8String => text.toLowerCase
        case other => other
      }).toMap

  @Benchmark def asLayout(): Any = layout.decode(values(next(values.length)))
  @Benchmark def byFunction(): Any = function.decode(values(next(values.length)))
}

private object OursAsLayoutsBench {
  val CommitFields: Seq[String] = Seq("offset", "leaderEpoch", "metadata", "commitTimestamp")

  val Commit: String =
    """
    meta: {endian: be, encoding: UTF-8}
    seq:
      - {id: offset, type: s8}
      - {id: leader_epoch, type: s4}
      - {id: length, type: s2}
      - {id: metadata, type: str, size: length}
      - {id: commit_timestamp, type: s8}
    """

  val Event: String =
    """
    meta: {endian: be}
    seq:
      - {id: version, type: s1, valid: 0}
      - {id: header_crc, type: u4}
      - {id: size, type: s4, valid: _io.size}
      - {id: unused, type: b7}
      - {id: is_ext_replicated, type: b1}
      - {id: unused_low, type: b4}
      - {id: has_text_key, type: b1}
      - {id: is_trace, type: b1}
      - {id: opcode, type: b2, enum: opcode}
      - {id: sequence, type: s8}
      - {id: physical_partition_id, type: s2}
      - {id: logical_partition_id, type: s2}
      - {id: timestamp, type: s8, -spark: {timestamp: nanos}}
      - {id: src_id, type: s2}
      - {id: schema_id, size: 16}
      - {id: body_crc, type: u4}
      - {id: key, type: s8, if: not has_text_key}
      - {id: key_length, type: s4, if: has_text_key}
      - {id: key_bytes, size: key_length, if: has_text_key}
      - {id: payload, size-eos: true}
    enums:
      opcode: {1: upsert, 2: delete}
    """
}
