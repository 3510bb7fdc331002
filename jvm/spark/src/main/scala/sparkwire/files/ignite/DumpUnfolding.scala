package sparkwire.files.ignite

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.files.values.Unfolding
import sparkwire.wire.core.{Cursor, Nowhere}
import sparkwire.wire.ignite.dumps.EntryReader
import sparkwire.wire.series.ValueBounds

/** The columns of the entries of a dump.
  *
  * @param caches
  *   the names of the caches of each group that may have several, by its folder
  */
private[ignite] final class DumpUnfolding(required: StructType, caches: Map[String, Seq[String]])
    extends Unfolding {
  private[this] val entry = new EntryReader(verifies = false)
  private[this] val cursor = new Cursor
  private[this] val columns = new EntryColumns(required)

  private def at(name: String): Int = required.fieldNames.indexOf(name)
  private[this] val group = at("group")
  private[this] val partition = at("partition")
  private[this] val node = at("node")

  private[this] var place: DumpPlace = _
  private[this] var groupText: UTF8String = _
  private[this] var nodeText: UTF8String = _
  private[this] var isNew = false

  override def open(path: String, bounds: ValueBounds): Unit = {
    val file = new Path(path)
    place = DumpFolder.placeOf(file).get
    groupText = UTF8String.fromString(place.group)
    nodeText = UTF8String.fromString(place.node)
    columns.setCaches(
      if (place.isShared) caches.getOrElse(file.getParent.toString, Nil)
      else Option(place.group).toSeq)
  }

  override def begin(value: Array[Byte]): Unit = {
    entry.readNext(cursor.wrap(value), Nowhere)
    isNew = true
  }

  override def next(): Boolean = {
    val isThere = isNew
    isNew = false
    isThere
  }

  override def position: Int = 0

  override def setPlace(row: SpecificInternalRow): Unit = {
    if (group >= 0) row.update(group, groupText)
    if (node >= 0) row.update(node, nodeText)
    if (partition >= 0) row.setInt(partition, place.partition)
  }

  override def set(row: SpecificInternalRow): Unit = {
    setPlace(row)
    columns.set(row, entry)
  }
}
