package sparkwire.wire.kafka.writing

import sparkwire.wire.core.Options
import sparkwire.wire.kafka.Kafka
import sparkwire.wire.kafka.definitions.{MessagePlans, TypeLanguage, WholePlan}
import sparkwire.wire.writing.{Output, Source, SourceWriter, Unencodable}

/** Writes one message, by the plan of its version: see [[KafkaValueWriter]].
  *
  * @param version
  *   the version of all values, unless another input gives it for each value
  */
private[kafka] final class MessageWriter(plans: MessagePlans, version: Int, options: Options,
    output: Output)
    extends SourceWriter {
  private[this] val values = new KafkaValueWriter(output, options.maxDepth)
  private[this] var current = version

  override def setOtherInput(number: Int, value: AnyRef): Unit =
    current = value.asInstanceOf[Integer]

  override def write(source: Source): Unit = {
    val whole = plans.toWrite(current)
    if (whole == null) throw new Unencodable(Kafka.UnsupportedVersion)
    values.begin()
    values.whole(whole, source)
  }
}

/** Writes one message after an INT16 with its version: the one that the value has, or else the
  * newest.
  *
  * Trap: a consumer of a newer version may have written a version that is not known, and the message
  * was read as the newest one that is. It is written so, with the version that it has.
  */
private[kafka] final class VersionedWriter(plans: MessagePlans, readsNewer: Boolean,
    options: Options, output: Output)
    extends SourceWriter {
  private[this] val values = new KafkaValueWriter(output, options.maxDepth)
  private[this] val versionField = plans.definition.struct.fields.length
  private[this] val newest = plans.definition.newest

  override def write(source: Source): Unit = {
    val version = if (source.has(versionField)) source.int(versionField) else newest.toLong
    val whole = wholeAt(version)
    if (whole == null) throw new Unencodable(Kafka.UnsupportedVersion)
    values.begin()
    output.i16(version.toInt)
    values.whole(whole, source)
  }

  private def wholeAt(version: Long): WholePlan =
    if (version != version.toShort) null
    else if (readsNewer && version > newest) plans.toWrite(newest)
    else plans.toWrite(version.toInt)
}

/** Writes one value of a type, or the fields of a list. */
private[kafka] final class TypesWriter(layout: TypeLanguage.Parsed, options: Options,
    output: Output)
    extends SourceWriter {
  private[this] val values =
    new KafkaValueWriter(output, options.maxDepth, Kafka.isInterleaved(options))
  private[this] val whole = if (layout.isList) new WholePlan(layout.value.struct) else null

  override def write(source: Source): Unit = {
    values.begin()
    if (whole != null) values.whole(whole, source)
    else {
      val _ = source.has(0)
      values.value(layout.value, source, 0, null)
    }
  }
}
