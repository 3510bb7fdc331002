package sparkwire

import java.math.{BigDecimal, BigInteger}
import java.sql.Timestamp
import java.time.{LocalDate, LocalDateTime, OffsetDateTime}
import java.util.concurrent.ConcurrentHashMap

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

/** A cache and a SQL table of a real node, read with the metadata that the node stores. */
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

  /** Reads the node's files with the function, as `sparkwire.ignite.types_from_metadata` does. */
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
    // An INSERT of some columns writes another schema, which is in the metadata.
    run("INSERT INTO city (people, id, country, name) VALUES (8982000, 3, 'GB', 'London')")
    val third = rowsOf(node.ignite.cache[Any, Any]("city")).select(
      ignite_decode(col("value"), ddl, types).as("v")).where("v.name = 'London'").head().getStruct(
      0)
    assert(third.getInt(1) == 8982000 && third.isNullAt(2))
  }

  test("a DATE column of a SQL table is a DATE, in the zone of the node") {
    val start = node.ignite.getOrCreateCache[Integer, Integer]("start")
    def run(query: String): Unit = {
      val _ = start.query(new SqlFieldsQuery(query).setSchema("PUBLIC")).getAll
    }
    run("CREATE TABLE person (id INT PRIMARY KEY, born DATE, seen DATE) " +
      "WITH \"VALUE_TYPE=Person,CACHE_NAME=person\"")
    val dates = Seq("2024-02-29", "1970-01-01", "1969-12-31", "1582-10-15", "1582-10-04",
      "1500-03-01", "0250-01-01", "0001-01-01", "9999-12-31")
    dates.zipWithIndex.foreach { case (date, id) =>
      run(s"INSERT INTO person (id, born) VALUES ($id, DATE '$date')")
    }
    val options = types + ("zone" -> java.util.TimeZone.getDefault.getID)
    val rows = rowsOf(node.ignite.cache[Any, Any]("person"))
    val typed = rows.select(ignite_decode(col("key"), "INT").as("id"),
      ignite_decode(col("value"), "born DATE, seen DATE", options).as("p"))
      .orderBy("id").selectExpr("CAST(p.born AS STRING)", "p.seen").collect()
    assert(typed.map(_.getString(0)).toSeq == dates && typed.forall(_.isNullAt(1)))
    val variants = rows.select(ignite_decode(col("key"), "INT").as("id"),
      ignite_decode(col("value"), options).as("p"))
      .orderBy("id").selectExpr("CAST(variant_get(p, '$.BORN', 'date') AS STRING)").collect()
    assert(variants.map(_.getString(0)).toSeq == dates)
  }

  test("the tables that tests in Python read are those of a node") {
    val folder = java.nio.file.Path.of("tests", "ignite-node")
    val lines = java.nio.file.Files.readAllLines(folder.resolve("tables.jsonl"))
    assert(IgniteTables.lines(node) == lines.asScala.toSeq)
    node.metadataFiles
    for (kept <- IgniteTables.files(folder)) {
      val fresh = IgniteTables.files(node.metadata).find(_.getFileName == kept.getFileName)
      assert(
        fresh.map(java.nio.file.Files.readAllBytes(_).toSeq) ==
          Some(java.nio.file.Files.readAllBytes(kept).toSeq),
        kept)
    }
  }

  test("dates and collections of Java in a cache are what they were") {
    val cache = node.ignite.getOrCreateCache[Integer, BinaryObject]("days")
    val object1 = node.ignite.binary.builder("shop.Day")
      .setField("day", LocalDate.of(2024, 2, 29), classOf[AnyRef])
      .setField("at", LocalDateTime.of(2024, 2, 29, 1, 2), classOf[AnyRef])
      .setField("zoned", OffsetDateTime.parse("2024-02-29T01:02:03+02:00"), classOf[AnyRef])
      .setField("tags", java.util.List.of("a", "b"), classOf[AnyRef])
      .setField("counts", new ConcurrentHashMap[String, Int](java.util.Map.of("a", 1)),
        classOf[AnyRef])
      .setField("big", new BigInteger("12345678901234567890"), classOf[AnyRef])
    cache.put(1, object1.build())
    val ddl = "day DATE, at TIMESTAMP_NTZ, zoned STRING, tags ARRAY<STRING>, " +
      "counts MAP<STRING, INT>, big DECIMAL(20,0)"
    val row = rowsOf(cache).select(ignite_decode(col("value"), ddl, types).as("d"))
      .selectExpr("to_json(d)").head().getString(0)
    assert(row == """{"day":"2024-02-29","at":"2024-02-29T01:02:00.000",""" +
      """"zoned":"2024-02-29T01:02:03+02:00","tags":["a","b"],"counts":{"a":1},""" +
      """"big":12345678901234567890}""")
    val raw =
      rowsOf(cache).select(ignite_decode(col("value"), types + ("optimized" -> "raw")).as("d"))
        .selectExpr("variant_get(d, '$.day.@type', 'string')").head().getString(0)
    assert(raw == "optimized")
  }
}

private object IgniteNodeSuite {

  /** The result of `sparkwire.ignite.types_from_create_table` for the statement. */
  val FromCreateTable: String =
    """[{"type_name": "City", "schemas": [["NAME", "PEOPLE", "AREA", "FOUNDED"]]},
      |{"type_name": "CityKey", "schemas": [["ID", "COUNTRY"]]}]""".stripMargin
}
