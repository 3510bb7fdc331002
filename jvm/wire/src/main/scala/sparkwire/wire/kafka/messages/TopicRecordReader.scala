package sparkwire.wire.kafka.messages

import sparkwire.wire.core._
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.Varints
import sparkwire.wire.kafka.definitions.StructPlan

/** Reads one record of an internal topic. Its input is the key; the topic and the value are
  * separate inputs.
  *
  * `__consumer_offsets`, `__transaction_state`, `__share_group_state`:
  * | key   | INT16 type of the record, key message at version 0     |
  * | value | INT16 version, value message; NULL is a tombstone      |
  *
  * `__cluster_metadata` and `__remote_log_metadata`, where the key is ignored:
  * | value | UNSIGNED_VARINT frame version, 1; UNSIGNED_VARINT type of the record; UNSIGNED_VARINT version; message |
  *
  * Traps: newer brokers write types of records that are not known here. These are skipped, and only
  * their type is given. They also write known types at versions that are not known. Then the value
  * is skipped. An empty value is not a tombstone.
  *
  * @param isLenient
  *   whether an unknown version is skipped, as in decoding, or refused
  */
private[kafka] final class TopicRecordReader(isLenient: Boolean) extends Reader {
  import TopicRecordReader._

  private[this] val values = new KafkaValueReader
  private[this] val records = new TopicRecords(fillsAbsent = false)
  private[this] var topic: TopicRecords.Topic = _
  private[this] var value: Array[Byte] = _
  private[this] var hasKey = true

  override def setOtherInputs(inputs: Array[AnyRef]): Unit = {
    topic = TopicRecords.topicOf(inputs(0).asInstanceOf[Array[Byte]])
    value = inputs(1).asInstanceOf[Array[Byte]]
    hasKey = true
  }

  override def valueIsNull(): Unit = hasKey = false

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    val isRecord = topic != null && (if (topic.hasKeys) hasKey else value != null)
    if (!isRecord) {
      sink.skipped()
      sink.tracer.input("key")
      passOver(cursor, sink)
    } else if (topic.hasKeys) coordinatorRecord(topic, cursor, sink)
    else metadataRecord(cursor, sink)
  }

  private def coordinatorRecord(topic: TopicRecords.Topic, cursor: Cursor, sink: Sink): Unit = {
    sink.tracer.input("key")
    cursor.enter()
    sink.beginStruct(Record)
    if (sink.derives(Tombstone)) sink.bool(value == null)
    val wantType = sink.wanted(RecordType)
    val recordType = cursor.i16(Truncated).toInt
    if (wantType) sink.int(recordType.toLong) else sink.skipped()
    val plans = records.coordinatorPlans(topic, recordType)
    if (plans != null) {
      if (sink.derives(Name)) sink.word(plans.name)
      part(Key, plans.key.at(0), cursor, sink)
      if (value != null) {
        nextInput(cursor, sink)
        val wantVersion = sink.wanted(Version)
        val version = cursor.i16(Truncated).toInt
        valueOf(plans.value.at(version), version, wantVersion, cursor, sink)
      }
    } else passOver(cursor, sink)
    sink.endStruct()
    cursor.leave()
  }

  private def metadataRecord(cursor: Cursor, sink: Sink): Unit = {
    sink.tracer.input("key")
    sink.beginStruct(Record)
    nextInput(cursor, sink)
    if (sink.derives(Tombstone)) sink.bool(false)
    val wantFrame = sink.wanted(FrameVersion)
    val frame = Varints.unsignedInt(cursor)
    if (frame != 1) cursor.refuse(BadFrameVersion)
    if (wantFrame) sink.int(frame) else sink.skipped()

    val wantType = sink.wanted(RecordType)
    val recordType = Varints.unsignedInt(cursor)
    if (recordType > Short.MaxValue) cursor.refuse(UnknownRecordType)
    if (wantType) sink.int(recordType) else sink.skipped()
    val plans = records.metadataPlans(topic, recordType.toInt)
    if (plans != null) {
      if (sink.derives(Name)) sink.word(plans.name)
      val wantVersion = sink.wanted(Version)
      val version = Varints.unsignedInt(cursor)
      if (version > Short.MaxValue) cursor.refuse(UnsupportedVersion)
      valueOf(plans.value.at(version.toInt), version.toInt, wantVersion, cursor, sink)
    } else sink.tracer.outside()
    sink.endStruct()
    cursor.leave()
  }

  /** Reads a value after its version. The plan of an unknown version is null. */
  private def valueOf(plan: StructPlan, version: Int, wantVersion: Boolean, cursor: Cursor,
      sink: Sink): Unit = {
    if (plan == null && !isLenient) cursor.refuse(UnsupportedVersion)
    if (wantVersion) sink.int(version.toLong) else sink.skipped()
    if (plan != null) part(Value, plan, cursor, sink) else sink.tracer.outside()
  }

  private def part(field: Int, plan: StructPlan, cursor: Cursor, sink: Sink): Unit = {
    values.begin()
    val isWanted = sink.wanted(field)
    values.message(plan, cursor, if (isWanted) sink else Nowhere, showsNone = false)
    if (!isWanted) sink.skipped()
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }

  /** Skips the rest of the key, and the value, without checking them. */
  private def passOver(cursor: Cursor, sink: Sink): Unit = {
    sink.tracer.outside()
    if (value != null) nextInput(cursor, sink)
  }

  private def nextInput(cursor: Cursor, sink: Sink): Unit = {
    sink.tracer.nextInput()
    sink.tracer.input("value")
    cursor.wrapNext(value)
    cursor.enter()
  }
}

private[kafka] object TopicRecordReader {
  // Positions in `Record`.
  final val Name = 0
  final val RecordType = 1
  final val Version = 2
  final val Tombstone = 3
  final val Key = 4
  final val Value = 5
  final val FrameVersion = 6

  val Record: Shape = Shape("record",
    Vector(
      Field("record", Kind.Text, ""),
      Field("record_type", Kind.Int32, "record type"),
      Field("version", Kind.Int32, "version"),
      Field("tombstone", Kind.Bool, ""),
      Field("key", Kind.Dynamic, ""),
      Field("value", Kind.Dynamic, ""),
      Field.frame("value", "frame version")
    ))
}
