package sparkwire.files.dumps

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.files.values.Unfolding
import sparkwire.wire.core.{Cursor, Nowhere}
import sparkwire.wire.ignite.dumps.EntryReader

/** The columns of the entries of a dump.
  *
  * @param caches
  *   the names of the caches of each group that may have several, by its folder
  */
private[dumps] final class DumpUnfolding(required: StructType, caches: Map[String, Seq[String]])
    extends Unfolding {
  import DumpUnfolding._

  private[this] val entry = new EntryReader(verifies = false)
  private[this] val cursor = new Cursor

  private def at(name: String): Int = required.fieldNames.indexOf(name)
  private[this] val cache = at("cache")
  private[this] val cacheId = at("cache_id")
  private[this] val group = at("group")
  private[this] val partition = at("partition")
  private[this] val key = at("key")
  private[this] val value = at("value")
  private[this] val expireTime = at("expire_time")
  private[this] val node = at("node")
  private[this] val version = at("version")
  private[this] val sourceVersion = at("source_version")

  private[this] var place: DumpPlace = _
  private[this] var names: Map[Int, UTF8String] = Map.empty
  private[this] var groupText: UTF8String = _
  private[this] var nodeText: UTF8String = _
  private[this] var isNew = false

  override def open(path: String): Unit = {
    val file = new Path(path)
    place = DumpFolder.placeOf(file).get
    groupText = UTF8String.fromString(place.group)
    nodeText = UTF8String.fromString(place.node)
    val all =
      if (place.isShared) caches.getOrElse(file.getParent.toString, Nil)
      else Option(place.group).toSeq
    names = all.map(name => DumpFolder.idOf(name) -> UTF8String.fromString(name)).toMap
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
    if (cache >= 0) row.update(cache, names.getOrElse(entry.cacheId, null))
    if (cacheId >= 0) row.setInt(cacheId, entry.cacheId)
    if (key >= 0) row.update(key, entry.key)
    if (value >= 0) row.update(value, entry.value)
    if (expireTime >= 0) setTime(row, entry.expireTime)
    if (version >= 0) row.update(version, versionAt(entry.version))
    if (sourceVersion >= 0) row.update(sourceVersion, versionAt(entry.sourceVersion))
  }

  /** @param position
    *   where the version is in the entry, -1 if there is none
    */
  private def versionAt(position: Int): InternalRow =
    if (position < 0) null
    else
      InternalRow(entry.topologyVersion(position), entry.order(position),
        entry.nodeOrder(position), entry.clusterId(position))

  /** A time that no timestamp can hold is as good as none. */
  private def setTime(row: SpecificInternalRow, millis: Long): Unit =
    if (millis == 0 || millis > MostMillis || millis < -MostMillis) row.setNullAt(expireTime)
    else row.setLong(expireTime, millis * 1000)
}

private object DumpUnfolding {
  private final val MostMillis = Long.MaxValue / 1000
}
