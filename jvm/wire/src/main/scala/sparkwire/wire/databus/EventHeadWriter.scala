package sparkwire.wire.databus

import java.util.Arrays

import sparkwire.wire.core.Reason
import sparkwire.wire.databus.Databus._
import sparkwire.wire.heads.{FixedLayout, LayoutField, SourceHeadWriter}
import sparkwire.wire.writing.{Output, Source, Unencodable}

/** Writes the header of an event, up to its key. Whatever is made from a field when it is read can
  * also be given instead of it.
  */
private[databus] final class EventHeadWriter(layout: FixedLayout, output: Output)
    extends SourceHeadWriter(layout, Event, output, new Checksums().databusCrc(_, _, _)) {
  import EventHeadWriter._

  private[this] val hasOnePartition =
    !layout.fields.exists(_.name == Event.fields(LogicalPartition).name)

  override protected def numberOf(source: Source, field: LayoutField, position: Int): Long =
    if (position == TimestampNanos && !source.has(position)) nanos(source, field)
    else if (position == PhysicalPartition && hasOnePartition) partition(source)
    else super.numberOf(source, field, position)

  private def nanos(source: Source, field: LayoutField): Long =
    if (!source.has(Timestamp)) {
      val _ = source.has(TimestampNanos)
      missing(field)
    } else {
      val micros = source.int(Timestamp)
      if (micros > Long.MaxValue / 1000 || micros < Long.MinValue / 1000)
        throw Unencodable.outOfRange(micros, Long.MinValue / 1000, Long.MaxValue / 1000)
      micros * 1000
    }

  /** Returns the only partition of version 2, by either of its names. */
  private def partition(source: Source): Long = {
    val hasPhysical = source.has(PhysicalPartition)
    val physical = if (hasPhysical) source.int(PhysicalPartition) else 0
    val logical = if (source.has(LogicalPartition)) source.int(LogicalPartition) else 0
    if (hasPhysical && source.has(LogicalPartition) && logical != physical) refuse(TwoPartitions)
    if (hasPhysical) physical else logical
  }

  /** Writes the 16 bytes of a schema id; without one, the schema version and zeros. */
  override protected def writeBytes(source: Source, field: LayoutField, position: Int): Unit = {
    val at = start + field.at
    if (source.has(position)) {
      source.binary(position)
      if (source.until - source.from != field.size) refuse(NoSchemaId)
      System.arraycopy(source.bytes, source.from, output.bytes, at, field.size)
    } else {
      Arrays.fill(output.bytes, at, at + field.size, 0.toByte)
      if (source.has(SchemaVersion)) output.putI16(at, source.int(SchemaVersion).toInt)
    }
  }
}

private object EventHeadWriter {
  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)

  private val NoSchemaId =
    Unencodable.TypeMismatch.because("the schema id of a version 1 event has 16 bytes")
  private val TwoPartitions = Unencodable.ConflictingField.because(
    "a version 2 event has only one partition, and the two ids differ")
}
