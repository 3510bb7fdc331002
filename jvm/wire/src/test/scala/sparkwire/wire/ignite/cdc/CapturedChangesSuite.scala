package sparkwire.wire.ignite.cdc

import java.time.LocalDate
import java.util.{Date, List => JavaList, UUID}
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeUnit.{DAYS, HOURS}

import org.apache.ignite.IgniteCache
import org.apache.ignite.cdc.CdcEvent
import org.apache.ignite.configuration.CacheConfiguration
import org.apache.ignite.internal.binary.BinaryObjectImpl

import sparkwire.wire.{ReaderChecks, Tree}
import sparkwire.wire.Tree._
import sparkwire.wire.core.Kind
import sparkwire.wire.ignite.{IgniteClasses, Node, PeerValues}
import sparkwire.wire.ignite.cdc.Cdc.OneEvent
import sparkwire.wire.ignite.values.OneIgniteValue

import javax.cache.expiry.{CreatedExpiryPolicy, Duration}
import org.scalatest.funsuite.AnyFunSuite

/** A real node and Ignite's own capture of its changes: each event is the one that the consumer
  * gets.
  */
class CapturedChangesSuite extends AnyFunSuite with ReaderChecks with PeerValues {
  protected var node: Node = _
  private val event = OneEvent(Kind.Dynamic, Kind.Dynamic)

  private def order(id: Int): Any = {
    val line = node.ignite.binary.builder("shop.Line").setField("price", id * 1.5).build()
    val built = node.ignite.binary.builder("shop.Order").setField("id", id.toLong)
      .setField("text", "x" * (id * 40)).setField("lines", JavaList.of[AnyRef](line))
    if (id % 2 == 0) built.setField("at", new Date(id.toLong))
    built.build()
  }

  /** Changes entries of many kinds, and returns how many changes that makes. */
  private def change(cache: IgniteCache[Any, Any]): Int = {
    val values = Seq[Any]("text", 7, 8L, 0.5f, 0.5, 'c', true, 1.toByte, 2.toShort,
      Array[Byte](1, 2), Array(1, 2), Array("a", null), new Date(0), new UUID(1, 2),
      new java.sql.Timestamp(5), new java.sql.Date(0), new java.math.BigDecimal("1.50"),
      LocalDate.of(2024, 2, 29), JavaList.of[AnyRef]("one", Int.box(2)), DAYS,
      new java.util.ArrayList[Any](JavaList.of(order(1), order(1), "a")),
      new java.util.HashMap[Any, Any](java.util.Map.of("k", order(2))))
    values.zipWithIndex.foreach { case (value, at) => cache.put(s"key $at", value) }
    (0 until 100).foreach(at => cache.put(at.toLong, order(at)))
    (0 until 100 by 3).foreach(at => cache.put(at.toLong, order(at + 1)))
    (0 until 100 by 5).foreach(at => cache.remove(at.toLong))
    cache.put(order(3), order(4))
    cache.put(DAYS, 1)
    val hours = new CreatedExpiryPolicy(new Duration(HOURS, 3))
    cache.withExpiryPolicy(hours).put(1, "soon")
    values.length + 100 + 34 + 20 + 3
  }

  private def valueTree(value: Any): Tree = value match {
    // A cache holds a constant of the JDK as serialized Java.
    case constant: TimeUnit => Text(constant.name)
    case made: BinaryObjectImpl => treeOf(IgniteClasses.bytes(made))
    case other => treeOf(node.bytes(other))
  }

  private def treeOf(bytes: Array[Byte]): Tree = {
    val Right(tree) = walk(OneIgniteValue(Kind.Dynamic), bytes): @unchecked
    tree
  }

  private def eventTree(one: CdcEvent): Tree = struct(
    "cache_id" -> Whole(one.cacheId.toLong),
    "operation" -> Text(if (one.value == null) "REMOVE" else "PUT"),
    "primary" -> Flag(one.primary),
    "partition" -> Whole(one.partition.toLong),
    "version" -> struct("topology_version" -> Whole(one.version.topologyVersion.toLong),
      "order" -> Whole(one.version.order), "node_order" -> Whole(one.version.nodeOrder.toLong),
      "cluster_id" -> Whole(one.version.clusterId.toLong)),
    "expire_time" -> (if (one.expireTime == 0) NoValue else Micros(one.expireTime * 1000)),
    "key" -> valueTree(one.key),
    "value" -> (if (one.value == null) NoValue else valueTree(one.value))
  )

  for (isCompact <- Seq(true, false))
    test(s"every change is what Ignite's own consumer gets, compact footers: $isCompact") {
      node = new Node(isCompact, hasCdc = true)
      try {
        val changed = change(
          node.ignite.getOrCreateCache(
            new CacheConfiguration[Any, Any]("orders")))
        val capture = new Capture
        capture.run(node, changed)
        assert(capture.events.size === changed)
        capture.events.foreach { case (one, bytes) =>
          val Right(ours) = walk(event, bytes): @unchecked
          assert(difference(ours, eventTree(one)) === None)
          tiles(event)(bytes)
        }
        val described = capture.types.map(walk(OneMetadata, _)).collect {
          case Right(Text(text)) => text
        }
        assert(described.length === capture.types.size)
        assert(described.exists(_.contains(""""type_name":"shop.Order"""")))
      } finally node.close()
    }
}
