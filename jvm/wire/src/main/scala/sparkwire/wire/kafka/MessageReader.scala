package sparkwire.wire.kafka

import sparkwire.wire.core.{Cursor, Options, Reader, Sink}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.definitions.{MessagePlans, TypeLanguage}

/** One message and nothing behind it, by the plan of its version: see [[ValueReader]].
  *
  * @param version
  *   unless another comes beside the value
  */
private[kafka] final class MessageReader(plans: MessagePlans, version: Int, options: Options)
    extends Reader {
  private[this] val values = new ValueReader(options)
  private[this] val olderBroker = OlderBroker.of(plans, options)
  private[this] var current = version
  // That of the value before, mostly of the same version.
  private[this] var planned = version
  private[this] var plan = plans.at(version)

  override def beside(inputs: Array[AnyRef]): Unit = current = inputs(0).asInstanceOf[Integer]

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    if (current != planned) {
      planned = current
      plan = plans.at(current)
    }
    if (plan == null) cursor.refuse(UnsupportedVersion)
    val fitting = if (olderBroker == null) plan else olderBroker.fitting(plan, cursor)
    values.whole(fitting, cursor, sink)
    Ends.nothingLeft(cursor, sink)
  }
}

/** The same behind its version, an INT16.
  *
  * Trap: consumers read what newer ones wrote to their group as the newest version that they know,
  * and leave the rest. That is so for two messages and for no other.
  */
private[kafka] final class VersionedReader(plans: MessagePlans, options: Options) extends Reader {
  private[this] val values = new ValueReader(options)
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
    if (version <= newest) Ends.nothingLeft(cursor, sink)
  }
}

private object VersionedReader {
  private val ReadNewer = Set("ConsumerProtocolSubscription", "ConsumerProtocolAssignment")
}

/** A value of a type, or the fields of a list, and nothing behind it. */
private[kafka] final class TypesReader(layout: TypeLanguage.Parsed, options: Options)
    extends Reader {
  private[this] val values = new ValueReader(options, Ends.isInterleaved(options))

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    if (layout.isList) values.whole(layout.value.struct, cursor, sink)
    else {
      values.begin()
      // Elements of a list at the top are counted like those of any other.
      values.unknown.enter(null)
      values.value(layout.value, cursor, sink)
    }
    Ends.nothingLeft(cursor, sink)
  }
}

private[kafka] object Ends {
  def nothingLeft(cursor: Cursor, sink: Sink): Unit =
    if (cursor.left > 0) {
      sink.tracer.outside()
      cursor.refuse(TrailingBytes)
    }

  def isInterleaved(options: Options): Boolean = options.word(TagHeader) == "interleaved"
}
