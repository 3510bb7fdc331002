package sparkwire.wire.kafka.messages

import sparkwire.wire.core.Options
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.definitions.{MessagePlans, WholePlan}
import sparkwire.wire.kafka.messages.TopicRecordReader._
import sparkwire.wire.kafka.writing.KafkaValueWriter
import sparkwire.wire.writing._

/** Writes one record of an internal topic, its key and its value: see [[TopicRecordReader]]. The topic
  * is another input.
  *
  * Without a value, the record is a tombstone. The version of the value is the newest if it is not
  * given. `record` and `tombstone` follow from the other fields.
  */
private[kafka] final class TopicRecordWriter(options: Options, output: Output)
    extends SourceWriter {
  private[this] val values = new KafkaValueWriter(output, options.maxDepth)
  private[this] val records = new TopicRecords(fillsAbsent = true)
  private[this] val isChecked = options.word(Written.Derived) == "check"
  private[this] var topic: TopicRecords.Topic = _

  override def setOtherInput(number: Int, value: AnyRef): Unit =
    topic = TopicRecords.topicOf(value.asInstanceOf[Array[Byte]])

  override val partEnds: Array[Int] = new Array[Int](2)

  def write(source: Source): Unit = {
    if (topic == null) throw new Unencodable(TopicRecordWriter.NoTopic)
    values.begin()
    if (topic.hasKeys) coordinatorRecord(source) else metadataRecord(source)
    if (isChecked) check(source)
  }

  private def coordinatorRecord(source: Source): Unit = {
    val recordType = typeOf(source)
    val plans = records.coordinatorPlans(topic, recordType)
    if (plans == null) refuseType(source)
    output.i16(recordType)
    part(source, Key, plans.key.toWrite(0))
    partEnds(0) = output.position
    if (isTombstone(source)) partEnds(1) = -1
    else {
      val version = versionOf(source, plans.value)
      output.i16(version)
      part(source, Value, wholeAt(source, plans.value, version))
      partEnds(1) = output.position
    }
  }

  private def metadataRecord(source: Source): Unit = {
    partEnds(0) = -1
    val recordType = typeOf(source)
    val plans = records.metadataPlans(topic, recordType)
    if (plans == null) refuseType(source)
    val version = versionOf(source, plans.value)
    VarintOutput.unsigned(output, 1L)
    VarintOutput.unsigned(output, recordType.toLong)
    VarintOutput.unsigned(output, version.toLong)
    part(source, Value, wholeAt(source, plans.value, version))
    partEnds(1) = output.position
  }

  private def refuseType(source: Source): Nothing = {
    val _ = source.has(RecordType)
    throw new Unencodable(Unencodable.UnknownType)
  }

  private def typeOf(source: Source): Int = {
    if (!source.has(RecordType)) throw new Unencodable(Unencodable.MissingField)
    val number = source.int(RecordType)
    if (number < 0 || number > Short.MaxValue)
      throw Unencodable.outOfRange(number, 0, Short.MaxValue.toLong)
    number.toInt
  }

  /** A record with a version has a value, even if that was not decoded. */
  private def isTombstone(source: Source): Boolean = {
    val isGiven = source.has(Version) ||
      (source.has(Tombstone) && !source.bool(Tombstone))
    !source.has(Value) && !isGiven
  }

  private def versionOf(source: Source, plans: MessagePlans): Int =
    if (source.has(Version)) source.int(Version).toInt else plans.definition.newest

  private def wholeAt(source: Source, plans: MessagePlans, version: Int): WholePlan = {
    val whole = plans.toWrite(version)
    if (whole == null) {
      val _ = source.has(Version)
      throw new Unencodable(Kafka.UnsupportedVersion)
    }
    whole
  }

  private def part(source: Source, field: Int, whole: WholePlan): Unit = {
    if (!source.has(field)) throw new Unencodable(Unencodable.MissingField)
    values.whole(whole, source.struct(field, whole.plan.shape))
  }

  private def check(source: Source): Unit =
    if (source.has(Tombstone) && source.bool(Tombstone) != (partEnds(1) < 0))
      throw new Unencodable(Unencodable.DerivedMismatch)
}

private object TopicRecordWriter {
  private val NoTopic =
    Unencodable.UnknownType.because("the topic is none of Kafka's internal topics")
}
