package sparkwire.wire.kafka.messages

import sparkwire.wire.core.{Cursor, Options, Reader, Sink}
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.definitions.{MessagePlans, StructPlan, TypeLanguage}
import sparkwire.wire.places.{PlainCode, PlainReader, PlainSlots}

/** Reads exactly one message, by the plan of its version: see [[KafkaValueReader]].
  *
  * @param version
  *   the version of all values, unless another input gives it for each value
  */
private[kafka] final class MessageReader(plans: MessagePlans, version: Int, options: Options)
    extends Reader with PlainReader {
  private[this] val values = new KafkaValueReader
  private[this] val olderBroker = OlderBroker.of(plans, options)
  private[this] var current = version
  // The version of the previous value, which usually is also the version of the current one.
  private[this] var planned = version
  private[this] var plan = plans.at(version)

  override def setOtherInputs(inputs: Array[AnyRef]): Unit =
    current = inputs(0).asInstanceOf[Integer]

  private def currentPlan: StructPlan = {
    if (current != planned) {
      planned = current
      plan = plans.at(current)
    }
    plan
  }

  // An older broker's message may end early, which generated code cannot read.
  private[this] val codes =
    if (olderBroker == null) new WholeCodes(plans.definition.newest, plans.at) else null

  override def codeFor(slots: PlainSlots): PlainCode =
    if (codes == null) null else codes.of(current, slots)

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    val plan = currentPlan
    if (plan == null) cursor.refuse(UnsupportedVersion)
    val fitting = if (olderBroker == null) plan else olderBroker.fitting(plan, cursor)
    values.whole(fitting, cursor, sink)
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }
}

/** Reads exactly one message that comes after an INT16 with its version.
  *
  * Trap: if a newer consumer wrote a newer version to the group, Kafka's consumers read it as the
  * newest version that they know, and ignore the rest. They do so for two messages only.
  */
private[kafka] final class VersionedReader(plans: MessagePlans) extends Reader {
  private[this] val values = new KafkaValueReader
  private[this] val shape = plans.definition.versionedShape
  private[this] val versionField = plans.definition.struct.fields.length
  private[this] val newest = plans.definition.newest
  private[this] val readsNewer = VersionedReader.ReadNewer(plans.definition.name)

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    values.begin()
    cursor.enter()
    sink.beginStruct(shape)
    val wantVersion = sink.wanted(versionField)
    val version = cursor.i16(Truncated).toInt
    val plan = plans.at(if (readsNewer && version > newest) newest else version)
    if (plan == null) cursor.refuse(UnsupportedVersion)
    if (wantVersion) sink.int(version.toLong) else sink.skipped()
    values.content(plan, cursor, sink, showsNone = true)
    sink.endStruct()
    cursor.leave()
    if (version <= newest) Reader.requireEnd(cursor, sink, TrailingBytes)
  }
}

private[messages] object VersionedReader {
  val ReadNewer: Set[String] = Set("ConsumerProtocolSubscription", "ConsumerProtocolAssignment")
}

/** Reads exactly one value of a type, or the fields of a list. */
private[kafka] final class TypesReader(layout: TypeLanguage.Parsed, options: Options)
    extends Reader with PlainReader {
  private[this] val values = new KafkaValueReader(Kafka.isInterleaved(options))

  private[this] val codes =
    if (layout.isList) new WholeCodes(0, _ => layout.value.struct) else null

  override def codeFor(slots: PlainSlots): PlainCode =
    if (codes == null) null else codes.of(0, slots)

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    if (layout.isList) values.whole(layout.value.struct, cursor, sink)
    else {
      values.begin()
      // Paths number the elements of a list at the top, as they do in any other list.
      values.unknown.enter(null)
      values.value(layout.value, cursor, sink)
    }
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }
}
