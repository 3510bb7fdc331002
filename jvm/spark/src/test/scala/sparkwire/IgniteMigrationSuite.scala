package sparkwire

import java.math.BigDecimal

import scala.jdk.CollectionConverters._

import org.apache.ignite.IgniteCache
import org.apache.ignite.configuration.CacheConfiguration
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.types.StructType

import sparkwire.files.OwnFolder
import sparkwire.wire.ignite.Node
import sparkwire.wire.ignite.cdc.Capture

import com.fasterxml.jackson.databind.ObjectMapper
import org.scalatest.funsuite.AnyFunSuite

/** From a real node to a table, as the page on change events says: first a dump, then the changes. */
class IgniteMigrationSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  private val json = new ObjectMapper
  private val ddl = "customer STRING, total DECIMAL(12,2)"

  private type Orders = IgniteCache[Any, Any]

  private def order(node: Node, id: Int): Any =
    node.ignite.binary.builder("shop.Order").setField("customer", s"customer $id")
      .setField("total", new BigDecimal(id).movePointLeft(1).setScale(2)).build()

  private def fill(node: Node, orders: Orders): Int = {
    (0 until 200).foreach(id => orders.put(id.toLong, order(node, id)))
    (0 until 200 by 7).foreach(id => orders.remove(id.toLong))
    200 + 29
  }

  private def change(node: Node, orders: Orders): Int = {
    (0 until 200 by 3).foreach(id => orders.put(id.toLong, order(node, id + 1000)))
    (1 until 200 by 5).foreach(id => orders.remove(id.toLong))
    (200 until 230).foreach(id => orders.put(id.toLong, order(node, id)))
    // Some of what is removed was not there, and is captured, too.
    67 + 40 + 30
  }

  private def rowsOf(orders: Orders): Set[Row] =
    orders.withKeepBinary[Any, org.apache.ignite.binary.BinaryObject]().asScala.map { entry =>
      Row(entry.getKey, entry.getValue.field[String]("customer"),
        entry.getValue.field[BigDecimal]("total"))
    }.toSet

  private def table(values: Seq[Array[Byte]]): DataFrame = spark.createDataFrame(
    spark.sparkContext.parallelize(values.map(Row(_)), 2), StructType.fromDDL("value BINARY"))

  /** The latest description of each type, as the page makes it. */
  private def typesOf(records: Seq[Array[Byte]]): String =
    table(records).selectExpr("ignite_types(value)").collect().map(_.getString(0))
      .flatMap(text => json.readTree(text).iterator.asScala)
      .groupBy(_.get("type_name").asText).values
      .map(same => same.maxBy(_.size).toString).mkString("[", ",", "]")

  private def asDump(node: Node): DataFrame = {
    val folder = node.dump("start").toString
    val types = ignite.typesFromMetadata(spark, folder)
    spark.read.format("sparkwire-ignite-dump").load(folder).where("cache = 'orders'")
      .selectExpr("ignite_decode(key, 'BIGINT') AS key",
        s"ignite_decode(value, '$ddl', map('types', '$types')) AS value")
  }

  /** The last change of each key. */
  private def lastOf(events: DataFrame, types: String): DataFrame = {
    val asked =
      s"key BIGINT, value STRUCT<${ddl.replace(" STRING", ": STRING").replace(" DECIMAL", ": DECIMAL")}>"
    events.selectExpr(s"ignite_cdc_decode(value, '$asked', map('types', '$types')) AS event")
      .selectExpr("event.*").createOrReplaceTempView("events_of_ignite")
    sql(
      """SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY key ORDER BY
          |  version.topology_version DESC, version.order DESC, version.node_order DESC) AS rank
          |  FROM events_of_ignite WHERE value IS NOT NULL OR operation = 'REMOVE') WHERE rank = 1""".stripMargin)
  }

  test("a dump in Parquet and the changes since then are what the cache holds at the end") {
    val node = new Node(hasCdc = true)
    try {
      val orders =
        node.ignite.getOrCreateCache(new CacheConfiguration[Any, Any]("orders"))
      val before = fill(node, orders)
      val parquet = root.resolve("orders").toString
      asDump(node).write.parquet(parquet)
      val dumped = spark.read.parquet(parquet)
      assert(dumped.selectExpr("key", "value.*").collect().toSet === rowsOf(orders))

      val after = change(node, orders)
      val capture = new Capture
      capture.run(node, before + after)
      assert(capture.events.size === before + after)
      // What was before the dump is merged once more.
      val changes = lastOf(table(capture.events.map(_._2)), typesOf(capture.types))
      changes.createOrReplaceTempView("changes")
      dumped.createOrReplaceTempView("dumped")
      val merged = sql(
        """SELECT key, value.* FROM (
          |  SELECT * FROM dumped WHERE key NOT IN (SELECT key FROM changes)
          |  UNION ALL SELECT key, value FROM changes WHERE operation = 'PUT')""".stripMargin)
      assert(merged.collect().toSet === rowsOf(orders))
      assert(rowsOf(orders).size > 100)
    } finally node.close()
  }
}
