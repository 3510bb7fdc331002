package sparkwire.wire.ignite.wal

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.HOURS

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.ignite.IgniteCache
import org.apache.ignite.cache.CacheAtomicityMode.TRANSACTIONAL
import org.apache.ignite.cache.affinity.rendezvous.RendezvousAffinityFunction
import org.apache.ignite.configuration.CacheConfiguration

import sparkwire.wire.ignite.Node

import javax.cache.expiry.{CreatedExpiryPolicy, Duration}

/** A real node whose log has small segments, and changes of many kinds in it. */
object LogNode {
  final val SegmentSize = 1 << 20

  def open(isCompact: Boolean = true, isPersistent: Boolean = true,
      compacts: Boolean = false): Node =
    new Node(isCompact, isPersistent, hasCdc = !isPersistent,
      more = settings => {
        val _ = settings.getDataStorageConfiguration.setWalSegmentSize(SegmentSize)
          .setWalCompactionEnabled(compacts)
      })

  /** Writes, changes and removes entries, some of them in transactions and some that will expire. */
  def change(node: Node): Unit = {
    val orders = cache(node, "orders")
    for (id <- 0 until 300) orders.put(id.toLong, order(node, id))
    for (id <- 0 until 300 by 7) orders.put(id.toLong, order(node, id + 1000))
    for (id <- 0 until 300 by 5) orders.remove(id.toLong)
    orders.put("bytes", Array[Byte](1, 2, 3))
    orders.put("text", "text")
    orders.withExpiryPolicy(new CreatedExpiryPolicy(new Duration(HOURS, 3))).put("soon", 1)
    val accounts = cache(node, "accounts", isTransactional = true)
    for (round <- 0 until 20) Using.resource(node.ignite.transactions.txStart()) { transaction =>
      for (id <- round until round + 5) accounts.put(id, round)
      if (round % 4 == 1) accounts.remove(round - 1)
      if (round % 3 == 0) transaction.rollback() else transaction.commit()
    }
    accounts.withExpiryPolicy(new CreatedExpiryPolicy(new Duration(HOURS, 1))).put(99, 1)
  }

  /** Returns the files with segments in a folder and those below it. */
  def segments(folder: Path): Seq[Path] = Using.resource(Files.walk(folder))(
    _.iterator.asScala.filter(_.toString.matches(".*\\d\\.wal(\\.zip)?")).toSeq.sorted)

  private def cache(node: Node, name: String, isTransactional: Boolean = false) = {
    val settings = new CacheConfiguration[Any, Any](name)
      .setAffinity(new RendezvousAffinityFunction(false, 8))
    if (isTransactional) settings.setAtomicityMode(TRANSACTIONAL)
    val made: IgniteCache[Any, Any] = node.ignite.getOrCreateCache(settings)
    made
  }

  private def order(node: Node, id: Int): Any = {
    val built = node.ignite.binary.builder("shop.Order").setField("id", id.toLong)
      .setField("customer", s"customer $id")
    if (id % 3 == 0) built.setField("note", "n" * (id % 50))
    built.build()
  }
}
