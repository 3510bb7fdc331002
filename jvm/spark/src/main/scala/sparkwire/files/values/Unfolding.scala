package sparkwire.files.values

import scala.annotation.unused

import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.wire.core.{Malformed, Options}
import sparkwire.wire.msgpack.forward.ForwardEntries
import sparkwire.wire.series.ValueBounds
import sparkwire.wire.trace.Fault

/** Makes several rows of one value, or further columns of it. It belongs to one task. */
private[files] abstract class Unfolding {

  /** Begins with a file.
    *
    * @param bounds
    *   what tells where its values end, and what it knows of the file
    */
  def open(@unused path: String, @unused bounds: ValueBounds): Unit = ()

  /** Begins with a value, or refuses it. The bytes may be kept, but not changed. */
  def begin(value: Array[Byte]): Unit

  /** Moves to the next row, or refuses it. Returns false after the last one. */
  def next(): Boolean

  /** Sets the columns of the current row. */
  def set(row: SpecificInternalRow): Unit

  /** Sets the columns that say where in the file's surroundings something is that is not a value. */
  def setPlace(row: SpecificInternalRow): Unit = ()

  /** Where the reading has come to in the value. */
  def position: Int

  /** Returns the fault of a value that was refused, with an offset in it. */
  def faultOf(malformed: Malformed, options: Options): Fault =
    Fault(malformed.reason, position, "", options.explain(malformed.reason))
}

/** The events in messages of fluentd's Forward protocol. */
private[values] final class ForwardUnfolding(required: StructType, options: Options)
    extends Unfolding {
  private[this] val entries = new ForwardEntries(options)
  private[this] val tag = required.fieldNames.indexOf("tag")
  private[this] val time = required.fieldNames.indexOf("time")
  private[this] val record = required.fieldNames.indexOf("record")
  private[this] var tagText: UTF8String = _

  override def begin(value: Array[Byte]): Unit = {
    entries.begin(value)
    if (tag >= 0) tagText = UTF8String.fromBytes(entries.tag)
  }

  override def next(): Boolean = entries.next()

  override def set(row: SpecificInternalRow): Unit = {
    if (tag >= 0) row.update(tag, tagText)
    if (time >= 0) row.setLong(time, entries.micros)
    if (record >= 0) row.update(record, entries.record)
  }

  override def position: Int = entries.position
}

private[values] object ForwardUnfolding {
  val columns: StructType = new StructType()
    .add("tag", StringType)
    .add("time", TimestampType)
    .add("record", BinaryType)
}
