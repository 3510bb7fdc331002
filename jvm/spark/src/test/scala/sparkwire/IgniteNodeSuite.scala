package sparkwire

import java.math.BigDecimal
import java.sql.Timestamp

import scala.jdk.CollectionConverters._

import org.apache.ignite.IgniteCache
import org.apache.ignite.binary.BinaryObject
import org.apache.ignite.cache.query.{ScanQuery, SqlFieldsQuery}
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.functions.{col, collect_list}

import sparkwire.functions._
import sparkwire.wire.ignite.Node

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** From a real node into Spark: a cache and a SQL table, described by what the node keeps on its disk. */
class IgniteNodeSuite extends AnyFunSuite with SparkSuite with BeforeAndAfterAll {
  private var node: Node = _

  override def beforeAll(): Unit = node = new Node
  override def afterAll(): Unit = node.close()

  private def rowsOf(cache: IgniteCache[_, _]): DataFrame = {
    val rows = cache.withKeepBinary[Any, BinaryObject]().query(new ScanQuery[Any, BinaryObject])
      .getAll.asScala.map(entry => Row(node.bytes(entry.getKey), node.bytes(entry.getValue)))
    spark.createDataFrame(
      spark.sparkContext.parallelize(rows.toSeq, 2),
      org.apache.spark.sql.types.StructType.fromDDL("key BINARY, value BINARY"))
  }

  /** As `sparkwire.ignite.types_from_metadata` does it: the files, through the function. */
  private def types: Map[String, String] = {
    node.metadataFiles
    val texts = spark.read.format("binaryFile").option("recursiveFileLookup", "true")
      .load(node.metadata.toString).select(ignite_types(col("content")))
      .agg(collect_list(col("ignite_types(content)"))).head().getSeq[String](0)
    Map("types" -> texts.map(_.stripPrefix("[").stripSuffix("]")).mkString("[", ",", "]"))
  }

  test("a cache of objects, whose fields came and went, becomes one table") {
    val cache = node.ignite.getOrCreateCache[Integer, BinaryObject]("orders")
    for (id <- 0 until 50) {
      val order = node.ignite.binary.builder("shop.Order").setField("id", Long.box(id.toLong))
      if (id % 2 == 0) order.setField("Customer", s"customer $id")
      order.setField("total", new BigDecimal(id * 100 + 5).movePointLeft(2))
      if (id % 3 == 0) order.setField("paidAt", new Timestamp(1700000000000L + id))
      cache.put(Int.box(id), order.build())
    }
    val decoded = rowsOf(cache).select(
      ignite_decode(col("key"), "INT").as("key"),
      ignite_decode(col("value"),
        "id BIGINT, customer STRING, total DECIMAL(10,2), paidAt TIMESTAMP", types).as("o"))
    val rows = decoded.select("key", "o.*").orderBy("key").collect()
    assert(rows.length == 50)
    rows.zipWithIndex.foreach { case (row, id) =>
      assert(row.getInt(0) == id && row.getLong(1) == id)
      assert(row.getString(2) == (if (id % 2 == 0) s"customer $id" else null))
      assert(row.getDecimal(3) == new BigDecimal(id * 100 + 5).movePointLeft(2))
      assert(row.isNullAt(4) == (id % 3 != 0))
    }
    val whole = rowsOf(cache).select(ignite_decode(col("value"), types).as("v"))
    assert(whole.selectExpr("variant_get(v, '$.@type', 'string')").distinct().head().getString(0)
      == "shop.Order")
    assert(
      rowsOf(cache).select(ignite_header(col("value")).getField("hash_ok")).distinct().collect()
        .toSeq == Seq(Row(true)))
  }

  test("a SQL table is read by its own metadata, and by its CREATE TABLE") {
    val start = node.ignite.getOrCreateCache[Integer, Integer]("start")
    def run(query: String): Unit = {
      val _ = start.query(new SqlFieldsQuery(query).setSchema("PUBLIC")).getAll
    }
    run("CREATE TABLE city (id BIGINT, country VARCHAR, name VARCHAR, people INT, area DECIMAL(12,3), " +
      "founded TIMESTAMP, PRIMARY KEY (id, country)) " +
      "WITH \"KEY_TYPE=CityKey,VALUE_TYPE=City,CACHE_NAME=city\"")
    run("INSERT INTO city VALUES (1, 'DE', 'Berlin', 3755251, 891.85, NULL)")
    run("INSERT INTO city VALUES (2, 'FR', 'Paris', 2102650, 105.4, '0250-01-01 00:00:00')")
    val city = rowsOf(node.ignite.cache[Any, Any]("city"))
    val ddl = "name STRING, people INT, area DECIMAL(12,3), founded TIMESTAMP"
    def decoded(options: Map[String, String]) = city.select(
      ignite_decode(col("key"), "id BIGINT, country STRING", options).as("k"),
      ignite_decode(col("value"), ddl, options).as("v")).select("k.*", "v.*").orderBy(
      "id").collect()
    for (options <- Seq(types, Map("types" -> IgniteNodeSuite.FromCreateTable))) {
      val rows = decoded(options)
      assert(rows.map(_.getString(1)).toSeq == Seq("DE", "FR"))
      assert(rows.map(_.getString(2)).toSeq == Seq("Berlin", "Paris"))
      assert(rows.map(_.getInt(3)).toSeq == Seq(3755251, 2102650))
      assert(rows(0).getDecimal(4) == new BigDecimal("891.850") && rows(0).isNullAt(5))
    }
    // An INSERT of some columns writes another schema, which the metadata know.
    run("INSERT INTO city (people, id, country, name) VALUES (8982000, 3, 'GB', 'London')")
    val third = rowsOf(node.ignite.cache[Any, Any]("city")).select(
      ignite_decode(col("value"), ddl, types).as("v")).where("v.name = 'London'").head().getStruct(
      0)
    assert(third.getInt(1) == 8982000 && third.isNullAt(2))
  }
}

private object IgniteNodeSuite {

  /** What `sparkwire.ignite.types_from_create_table` makes of the statement. */
  val FromCreateTable: String =
    """[{"type_name": "City", "schemas": [["NAME", "PEOPLE", "AREA", "FOUNDED"]]},
      |{"type_name": "CityKey", "schemas": [["ID", "COUNTRY"]]}]""".stripMargin
}
