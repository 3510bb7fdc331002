package sparkwire.files.ignite

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.wire.ignite.entries.{EntryVersion, ExpireTime, StoredEntry}

/** The columns that each table of entries has. */
private[ignite] final class EntryColumns(required: StructType) {
  private def at(name: String): Int = required.fieldNames.indexOf(name)
  private[this] val cache = at("cache")
  private[this] val cacheId = at("cache_id")
  private[this] val key = at("key")
  private[this] val value = at("value")
  private[this] val version = at("version")
  private[this] val sourceVersion = at("source_version")
  private[this] val expireTime = at("expire_time")

  private[this] var names: Map[Int, UTF8String] = Map.empty

  /** Sets the names of the caches that entries may be of. */
  def setCaches(caches: Seq[String]): Unit =
    names = caches.map(name => EntryColumns.idOf(name) -> UTF8String.fromString(name)).toMap

  def set(row: SpecificInternalRow, entry: StoredEntry): Unit = {
    if (cache >= 0) row.update(cache, names.getOrElse(entry.cacheId, null))
    if (cacheId >= 0) row.setInt(cacheId, entry.cacheId)
    if (key >= 0) row.update(key, entry.key)
    if (value >= 0) row.update(value, entry.value)
    if (version >= 0) row.update(version, EntryColumns.rowOf(entry.version))
    if (sourceVersion >= 0) row.update(sourceVersion, EntryColumns.rowOf(entry.sourceVersion))
    if (expireTime >= 0) EntryColumns.setTime(row, expireTime, entry.expireTime)
  }
}

private[ignite] object EntryColumns {
  final val InsteadOfWriting =
    "Put the entries into a cluster with a client of Ignite; ignite_encode makes keys and values."

  val Version: StructType = new StructType()
    .add("topology_version", IntegerType)
    .add("order", LongType)
    .add("node_order", IntegerType)
    .add("cluster_id", IntegerType)

  def rowOf(version: EntryVersion): InternalRow =
    if (version == null) null
    else
      InternalRow(
        version.topologyVersion, version.order, version.nodeOrder, version.clusterId)

  def setTime(row: SpecificInternalRow, column: Int, millis: Long): Unit =
    if (ExpireTime.isNone(millis)) row.setNullAt(column)
    else row.setLong(column, millis * 1000)

  /** Returns the id of a cache, as Ignite computes it. */
  def idOf(cache: String): Int = if (cache.hashCode == 0) 1 else cache.hashCode
}
