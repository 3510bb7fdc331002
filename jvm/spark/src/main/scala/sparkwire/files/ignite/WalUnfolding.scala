package sparkwire.files.ignite

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.files.values.Unfolding
import sparkwire.wire.ignite.wal.LoggedEntries
import sparkwire.wire.series.ValueBounds

/** The entries in the records of a segment, as rows.
  *
  * @param caches
  *   the names of caches that the user has given
  */
private[ignite] final class WalUnfolding(required: StructType, caches: Seq[String])
    extends Unfolding {
  private[this] val entries = new LoggedEntries
  private[this] val columns = new EntryColumns(required)
  columns.setCaches(caches)

  private def at(name: String): Int = required.fieldNames.indexOf(name)
  private[this] val operation = at("operation")
  private[this] val partition = at("partition")
  private[this] val transaction = at("transaction")
  private[this] val updateCounter = at("update_counter")
  private[this] val time = at("time")
  private[this] val primary = at("primary")
  private[this] val preload = at("preload")
  private[this] val fromStore = at("from_store")
  private[this] val segment = at("segment")
  private[this] val segmentOffset = at("segment_offset")
  private[this] val entry = at("entry")
  private[this] val node = at("node")

  private[this] var nodeText: UTF8String = _

  override def open(path: String, bounds: ValueBounds): Unit =
    nodeText = UTF8String.fromString(WalFolder.nodeOf(new Path(path)))

  override def begin(value: Array[Byte]): Unit = entries.begin(value)
  override def next(): Boolean = entries.next()
  override def position: Int = entries.position

  override def setPlace(row: SpecificInternalRow): Unit =
    if (node >= 0) row.update(node, nodeText)

  override def set(row: SpecificInternalRow): Unit = {
    setPlace(row)
    columns.set(row, entries)
    if (operation >= 0) row.update(operation, UTF8String.fromString(entries.operation))
    if (partition >= 0) row.setInt(partition, entries.partition)
    if (transaction >= 0) row.update(transaction, EntryColumns.rowOf(entries.transaction))
    if (updateCounter >= 0) row.setLong(updateCounter, entries.updateCounter)
    if (time >= 0) EntryColumns.setTime(row, time, entries.time)
    if (segment >= 0) row.setLong(segment, entries.segment)
    if (segmentOffset >= 0) row.setInt(segmentOffset, entries.segmentOffset)
    if (entry >= 0) row.setInt(entry, entries.entry)
    setFlag(row, primary, entries.isPrimary)
    setFlag(row, preload, entries.isPreload)
    setFlag(row, fromStore, entries.isFromStore)
  }

  private def setFlag(row: SpecificInternalRow, column: Int, flag: Boolean): Unit =
    if (column >= 0) {
      if (entries.haveFlags) row.setBoolean(column, flag) else row.setNullAt(column)
    }
}
