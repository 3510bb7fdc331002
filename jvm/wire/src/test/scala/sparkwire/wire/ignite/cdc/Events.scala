package sparkwire.wire.ignite.cdc

import org.apache.ignite.internal.binary.BinaryObjectImpl
import org.apache.ignite.internal.cdc.CdcEventImpl
import org.apache.ignite.internal.processors.cache.version.{GridCacheVersion, GridCacheVersionEx}
import org.apache.ignite.internal.util.IgniteUtils

import sparkwire.wire.Tree
import sparkwire.wire.Tree._
import sparkwire.wire.ignite.IgniteClasses

/** Change events as Ignite's streamer writes them to Kafka. */
object Events {

  def binary(bytes: Array[Byte], start: Int = 0): BinaryObjectImpl =
    new BinaryObjectImpl(IgniteClasses.context, bytes, start)

  /** A version, as Ignite has it and as our reader gives it. */
  val version = new GridCacheVersion(270, 1700000000123L, 5, 3)
  private val versionTree =
    struct("topology_version" -> Whole(270), "order" -> Whole(1700000000123L),
      "node_order" -> Whole(5), "cluster_id" -> Whole(3))

  /** A version of an entry that comes from another cluster. */
  val replicated = new GridCacheVersionEx(
    271, 1 | (31 << 27), Long.MaxValue, new GridCacheVersion(1, 2L, 3, 4))
  private val replicatedTree =
    struct("topology_version" -> Whole(271), "order" -> Whole(Long.MaxValue),
      "node_order" -> Whole(1), "cluster_id" -> Whole(31))
  private val sourceTree =
    struct("topology_version" -> Whole(1), "order" -> Whole(2), "node_order" -> Whole(3),
      "cluster_id" -> Whole(4))

  /** The bytes of an event, by the method that the streamer calls. */
  def bytes(key: Any, value: Any, isReplicated: Boolean = false,
      expireTime: Long = 0): Array[Byte] =
    IgniteUtils.toBytes(
      new CdcEventImpl(key, value, true, 17,
        if (isReplicated) replicated else version, -5, expireTime))

  /** The values that the reader should give for them. */
  def tree(key: Tree, value: Tree, isReplicated: Boolean = false, expireTime: Long = 0): Tree =
    struct(
      "cache_id" -> Whole(-5),
      "operation" -> Text(if (value == NoValue) "REMOVE" else "PUT"),
      "primary" -> Flag(true),
      "partition" -> Whole(17),
      "version" -> (if (isReplicated) replicatedTree else versionTree),
      "source_version" -> (if (isReplicated) sourceTree else NoValue),
      "expire_time" -> (if (expireTime == 0) NoValue else Micros(expireTime * 1000)),
      "key" -> key,
      "value" -> value
    )
}
