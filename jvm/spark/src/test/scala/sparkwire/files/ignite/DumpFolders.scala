package sparkwire.files.ignite

import java.nio.file.{Files, Path}
import java.util.{Iterator => JavaIterator, List => JavaList}
import java.util.concurrent.TimeUnit.{DAYS, HOURS}

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import org.apache.ignite.IgniteCache
import org.apache.ignite.binary.BinaryType
import org.apache.ignite.cache.CacheEntryVersion
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction
import org.apache.ignite.cdc.TypeMapping
import org.apache.ignite.configuration.CacheConfiguration
import org.apache.ignite.dump._
import org.apache.ignite.internal.processors.cache.{
  CacheObject, CacheObjectByteArrayImpl, StoredCacheData
}
import org.apache.ignite.logger.NullLogger

import sparkwire.wire.ignite.{IgniteClasses, Node}

import javax.cache.expiry.{CreatedExpiryPolicy, Duration}

/** An entry of a dump as a row of the table has it, or as Ignite's own reader does. */
final case class DumpedEntry(cacheId: Int, partition: Int, key: Seq[Byte], value: Seq[Byte],
    version: Seq[Long], expireTime: Long)

/** Dumps of real nodes. */
object DumpFolders {
  private def cache(node: Node, name: String, group: String = null): IgniteCache[Any, Any] =
    node.ignite.getOrCreateCache(
      new CacheConfiguration[Any, Any](name).setGroupName(group)
        .setAffinity(new RendezvousAffinityFunction(false, 8)))

  /** Fills caches with values of many kinds, some of which are changed, removed or will expire. */
  def fill(node: Node): Unit = {
    val orders = cache(node, "my orders")
    for (id <- 0 until 300) orders.put(id.toLong, order(node, id))
    for (id <- 0 until 300 by 7) orders.put(id.toLong, order(node, id + 1000))
    for (id <- 0 until 300 by 5) orders.remove(id.toLong)
    val mixed = cache(node, "mixed", "shared")
    val values = Seq[Any]("text", 7, 8L, 0.5, 'c', true, Array[Byte](1, 2, 3), Array[Byte](),
      Array(1, 2), JavaList.of[AnyRef]("one", Int.box(2)), java.util.Map.of("a", 1),
      new java.util.Date(0),
      java.util.UUID.randomUUID, DAYS, new java.math.BigDecimal("1.50"),
      java.time.LocalDate.of(2024, 2, 29), Array("a", null))
    values.zipWithIndex.foreach { case (value, at) => mixed.put(s"key $at", value) }
    mixed.put(DAYS, 1)
    mixed.put(order(node, 1), order(node, 2))
    val times = cache(node, "times", "shared")
    times.withExpiryPolicy(new CreatedExpiryPolicy(new Duration(HOURS, 3))).put(1, "soon")
    times.withExpiryPolicy(new CreatedExpiryPolicy(new Duration(DAYS, 1 << 30))).put(2, "late")
    times.put(3, "never")
    val _ = cache(node, "empty")
  }

  private def order(node: Node, id: Int): Any = {
    val built = node.ignite.binary.builder("shop.Order").setField("id", id.toLong)
      .setField("customer", s"customer $id")
    if (id % 3 == 0) built.setField("note", "n" * (id % 50))
    built.build()
  }

  /** Returns the entries of a dump as Ignite's own reader reads them. */
  def read(dump: Path): Seq[DumpedEntry] = {
    val found = mutable.Buffer.empty[DumpedEntry]
    val consumer = new DumpConsumer {
      def start(): Unit = ()
      def stop(): Unit = ()
      def onMappings(mappings: JavaIterator[TypeMapping]): Unit = ()
      def onTypes(types: JavaIterator[BinaryType]): Unit = ()
      def onCacheConfigs(caches: JavaIterator[StoredCacheData]): Unit = ()
      def onPartition(group: Int, partition: Int, entries: JavaIterator[DumpEntry]): Unit =
        entries.asScala.foreach(entry => found += entryOf(entry, partition))
    }
    new DumpReader(IgniteClasses.dumpReader(dump, consumer), new NullLogger).run()
    found.toSeq
  }

  private def entryOf(entry: DumpEntry, partition: Int): DumpedEntry =
    DumpedEntry(entry.cacheId, partition, bytes(entry.key), bytes(entry.value),
      versionOf(entry.version), if (entry.expireTime < MostMillis) entry.expireTime else 0)

  // A TIMESTAMP ends in the year 294247.
  private final val MostMillis = Long.MaxValue / 1000

  private def versionOf(version: CacheEntryVersion): Seq[Long] = Seq(
    version.topologyVersion.toLong, version.order, version.nodeOrder.toLong,
    version.clusterId.toLong)

  private def bytes(value: Any): Seq[Byte] = value match {
    case array: CacheObjectByteArrayImpl =>
      val plain = array.valueBytes(null)
      Array[Byte](12, plain.length.toByte, 0, 0, 0).toSeq ++ plain
    case other => other.asInstanceOf[CacheObject].valueBytes(null).toSeq
  }

  /** Returns the files of partitions. */
  def partitions(dump: Path): Seq[Path] = {
    val all = Files.walk(dump)
    try all.iterator.asScala.filter(_.getFileName.toString.startsWith("part-")).toSeq.sorted
    finally all.close()
  }
}
