package sparkwire.files.ignite

import java.nio.file.{Files, Path, StandardCopyOption}

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}
import org.apache.spark.sql.functions.col

import sparkwire.SparkSuite
import sparkwire.functions._
import sparkwire.wire.ignite.Node

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** Dumps of real nodes as tables, compared with the entries that Ignite's own reader reads. */
class DumpFilesSuite extends AnyFunSuite with SparkSuite with BeforeAndAfterAll {
  private val nodes =
    Seq("compact footers" -> new Node(), "full footers" -> new Node(isCompact = false),
      "in memory" -> new Node(isPersistent = false))
  private lazy val dumps = nodes.map { case (name, node) =>
    DumpFolders.fill(node)
    name -> (node.dump("plain") -> node.dump("zipped", compress = true))
  }
  private lazy val dump = dumps.head._2._1

  override def afterAll(): Unit = {
    nodes.foreach(_._2.close())
    super.afterAll()
  }

  private def load(options: (String, String)*)(paths: Path*): DataFrame =
    spark.read.format("sparkwire-ignite-dump").options(options.toMap)
      .load(paths.map(_.toString): _*)

  private def bytes(value: Any): Seq[Byte] = value.asInstanceOf[Array[Byte]].toSeq

  private def entries(table: DataFrame): Seq[DumpedEntry] =
    table.selectExpr("cache_id", "partition", "key", "value", "version.*",
      "coalesce(unix_millis(expire_time), 0)").collect().toSeq.map { row =>
      DumpedEntry(row.getInt(0), row.getInt(1), bytes(row(2)), bytes(row(3)),
        (4 to 7).map(row.getAs[Number](_).longValue), row.getLong(8))
    }

  private def sorted(entries: Seq[DumpedEntry]): Seq[DumpedEntry] = entries.sortBy(_.toString)

  for ((name, _) <- nodes) {
    lazy val (plain, zipped) = dumps.toMap.apply(name)

    test(s"$name: every entry is what Ignite's own reader says, zipped or not") {
      val expected = sorted(DumpFolders.read(plain))
      assert(expected.length === 300 - 60 + 19 + 3)
      assert(sorted(entries(load()(plain))) === expected)
      assert(sorted(DumpFolders.read(zipped)) === expected)
      assert(sorted(entries(load()(zipped))) === expected)
      assert(
        load()(zipped).select("file").distinct().collect().forall(_.getString(0).endsWith(".zip")))
    }

    test(s"$name: ignite_decode reads all keys and values") {
      val table = load()(plain)
      assert(table.where(ignite_fault(col("key")).isNotNull || ignite_fault(col("value")).isNotNull)
        .count() === 0)
      val mixed = table.where("cache = 'mixed'").select(
        ignite_decode(col("key")).cast("string").as("k"),
        ignite_decode(col("value")).cast("string"))
        .collect().map(row => row.getString(0) -> row.getString(1)).toMap
      assert(mixed("key 0") === "text" && mixed("key 10") === """{"a":1}""")
      assert(mixed("key 6") === "\u0001\u0002\u0003" && mixed("key 7") === "")
    }
  }

  test("cache, group, partition, node, time") {
    val table = load()(dump)
    assert(table.groupBy("cache", "group", "node").count().orderBy("cache").collect().toSeq === Seq(
      Row("mixed", "shared", "node", 19L), Row("my orders", "my orders", "node", 240L),
      Row("times", "shared", "node", 3L)))
    assert(table.where("cache = 'times'")
      .select(ignite_decode(col("key"), "INT").as("k"), col("expire_time") > "2026-01-01",
        col("expire_time").isNull, col("source_version").isNull, col("fault").isNull)
      .orderBy("k").collect().toSeq === Seq(Row(1, true, false, true, true),
      Row(2, null, true, true, true), Row(3, null, true, true, true)))
    assert(table.select("partition").distinct().collect().map(_.getInt(0)).sorted.toSeq ===
      (0 until 8))
    assert(table.count() === 262)
  }

  test("filters on partition, group and file skip files; other paths are the same table") {
    val table = load()(dump)
    assert(table.where("partition = 3").rdd.getNumPartitions === 1)
    assert(table.where("partition = 3").count() === table.collect().count(
      _.getAs[Int]("partition") == 3))
    assert(table.where("group = 'shared' AND node = 'node'").count() === 22)
    assert(table.where("group = 'none'").rdd.getNumPartitions === 0)
    assert(table.where("input_file_name() = file").count() === table.count())
    val shared = dump.resolve("db/node/cacheGroup-shared")
    assert(load()(shared).where("cache = 'times'").count() === 3)
    val files = DumpFolders.partitions(shared)
    assert(load()(files: _*).groupBy("cache").count().collect().toSet === Set(
      Row("mixed", 19L), Row("times", 3L)))
    assert(spark.read.format("sparkwire").option("files", "ignite-dump").load(dump.toString).count()
      === 262)
  }

  test("a nested column alone, and none") {
    val table = load("mode" -> "permissive")(dump)
    assert(table.selectExpr("version.node_order").distinct().collect().toSeq === Seq(Row(1)))
    assert(table.selectExpr("version.order", "version.topology_version").distinct().count() > 1)
    assert(table.selectExpr("fault.offset").distinct().collect().toSeq === Seq(Row(null)))
    assert(table.selectExpr("source_version.order").distinct().collect().toSeq === Seq(Row(null)))
  }

  /** Copies a dump. */
  private def copied(from: Path): Path = {
    val to = Files.createTempDirectory("dump")
    to.toFile.deleteOnExit()
    val all = Files.walk(from)
    try
      all.iterator.asScala.filter(Files.isRegularFile(_)).foreach { file =>
        val made = to.resolve(from.relativize(file).toString)
        Files.createDirectories(made.getParent)
        Files.copy(file, made, StandardCopyOption.REPLACE_EXISTING)
      }
    finally all.close()
    to
  }

  test("of the copies of a partition one is read, or all") {
    val copy = copied(dump)
    val other = copied(dump)
    Files.move(other.resolve("db/node"), copy.resolve("db/other"))
    assert(load()(copy).count() === 262)
    assert(load("copies" -> "all")(copy).groupBy("node").count().orderBy("node").collect().toSeq ===
      Seq(Row("node", 262L), Row("other", 262L)))
    // Two dumps are not copies.
    assert(load()(copy, dump).count() === 2 * 262)
  }

  test("a damaged file is a fault, and the other entries are there") {
    for (folder <- Seq(dump, dumps.head._2._2)) {
      val copy = copied(folder)
      val file = DumpFolders.partitions(copy).find(_.toString.contains("my orders")).get
      val bytes = Files.readAllBytes(file)
      Files.write(file, bytes.updated(bytes.length / 2, (bytes(bytes.length / 2) ^ 1).toByte))
      val error = intercept[SparkThrowable](load()(copy).collect())
      assert(SparkSuite.parametersOf(error)("format") === "ignite-dump")
      val table = load("mode" -> "permissive")(copy)
      val broken = table.where("fault IS NOT NULL")
        .selectExpr("fault.reason", "partition", "group", "cache", "key").collect()
      val reasons = broken.map(_.getString(0)).toSeq
      // After the broken part, the archive may still be unpacked up to its own checksum.
      if (folder == dump) assert(reasons === Seq("bad-crc"))
      else assert(reasons.contains("bad-compression"))
      assert(table.where("fault IS NOT NULL").selectExpr("fault.offset").head().getLong(0) > 0)
      assert(broken.map(_.toSeq.drop(2)).distinct === Seq(Seq("my orders", null, null)))
      val good = entries(table.where("fault IS NULL"))
      assert(good.toSet.subsetOf(DumpFolders.read(folder).toSet))
      if (folder == dump) assert(good.length === 261)
    }
  }

  test("what is no dump, or no whole one") {
    def refusal(options: (String, String)*)(path: Path): String =
      intercept[AnalysisException](load(options: _*)(path).collect()).getMessage
    val copy = copied(dump)
    Files.createFile(copy.resolve("db/node/dump.lock"))
    assert(refusal()(copy).contains("not complete"))
    assert(load("mode" -> "permissive")(copy).count() === 262)
    assert(refusal()(dump.getParent.getParent.resolve("db")).contains("pages of a node"))
    assert(refusal("copies" -> "some")(dump).contains("copies"))
    assert(intercept[AnalysisException](load()(Path.of("nowhere"))).getMessage.contains("nowhere"))
    intercept[SparkThrowable](
      spark.readStream.format("sparkwire-ignite-dump").load(dump.toString))
  }
}
