package sparkwire.files.kafka

import java.nio.file.{Files, Path}

import org.apache.kafka.common.compress.Compression
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.functions.{col, unix_millis}

import sparkwire.wire.kafka.KafkaBatches
import sparkwire.wire.kafka.KafkaBatches.{codecs, marker}

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The table of log files, compared with the rows that Kafka's own classes read from them. */
class KafkaLogSuite extends AnyFunSuite with LogFolders {

  private def plain(value: Any): Any = value match {
    case bytes: Array[Byte] => bytes.toSeq
    case row: Row => row.toSeq.map(plain)
    case items: scala.collection.Seq[_] => items.map(plain).toSeq
    case other => other
  }

  /** Returns all columns that Kafka's reader knows, in the order of [[theirs]]. */
  private def ours(table: DataFrame): Seq[Any] = table.select(
    col("offset"), unix_millis(col("timestamp")), col("timestampType"), col("key"), col("value"),
    col("headers"), col("leader_epoch"), col("producer_id"), col("producer_epoch"), col("sequence"),
    col("is_control"), col("is_transactional"), col("batch_offset"), col("compression"),
    col("fault")).collect().toSeq.map(plain)

  private def random(magic: Int, codec: Compression, sample: Int, offset: Long): Array[Byte] =
    KafkaBatches.random(magic, codec, Gen.const(offset))
      .pureApply(Gen.Parameters.default, Seed(sample.toLong))

  private def same(file: Path, options: (String, String)*): Assertion =
    assert(ours(load(options: _*)(file)) === theirs(file).map(plain))

  for (magic <- 0 to 2; (name, codec) <- codecs if magic == 2 || name != "zstd")
    test(s"magic $magic, $name: every column is what Kafka's reader says") {
      val batches = (1 to 6).map(sample =>
        random(magic, codec, sample, 1000L * sample))
      val file = segment(s"magic$magic-$name-0", 0, batches: _*)
      same(file)
      same(file, "verify" -> "none")
    }

  test("topic, partition and file, of all partitions in a folder of logs") {
    segment("logs/orders-0", 0, batch(0, "a", "b"))
    segment("logs/orders-0", 2, batch(2, "c"))
    segment("logs/orders-eu-12", 0, batch(0, "d"))
    segment("logs/orders-1.0f3a-delete", 0, batch(0, "gone"))
    Files.write(root.resolve("logs/orders-0/00000000000000000000.timeindex"), Array[Byte](1))
    Files.write(root.resolve("logs/meta.properties"), Array[Byte](1))
    val table = load()(root.resolve("logs"))
    val found = table.selectExpr("topic", "partition", "offset", "CAST(value AS STRING)",
      "regexp_extract(file, '[^/]*$', 0)").collect().toSeq
    assert(found === Seq(
      Row("orders", 0, 0L, "a", "00000000000000000000.log"),
      Row("orders", 0, 1L, "b", "00000000000000000000.log"),
      Row("orders", 0, 2L, "c", "00000000000000000002.log"),
      Row("orders-eu", 12, 0L, "d", "00000000000000000000.log")))
  }

  test("input_file_name gives the file, also of a fault and in a union of replicas") {
    segment("names/1/a-0", 0, batch(0, "a", "b"))
    segment("names/1/a-0", 2, batch(2, "c"))
    segment("names/2/a-0", 0, batch(0, "a", "b"), batch(2, "c"), batch(3, "d"))
    segment("names/2/b-0", 0, batch(0, "e").updated(16, 9.toByte), batch(1, "f"))
    val folders = Seq("1", "2").map(name => root.resolve(s"names/$name"))
    for ((replicas, count) <- Seq("all" -> 9, "union" -> 6)) {
      val table = load("replicas" -> replicas, "mode" -> "permissive")(folders: _*)
      assert(table.count() === count)
      assert(table.where("input_file_name() = file").count() === count)
      assert(table.where("offset > 0 AND input_file_name() <> file").count() === 0)
    }
  }

  test("paths: folders of partitions, files, patterns, several of them") {
    segment("paths/a-0", 0, batch(0, "a0"))
    segment("paths/a-0", 5, batch(5, "a5"))
    segment("paths/b-0", 0, batch(0, "b0"))
    for (end <- Seq("delete", "stray", "future"))
      segment(s"paths/a-0.f0$end-$end", 0, batch(0, end))
    Files.createDirectories(root.resolve("paths/empty"))
    Files.createDirectories(root.resolve("paths/c-0"))
    val folder = root.resolve("paths")
    assert(values(load()(folder.resolve("a-0"))) === Seq("a0", "a5"))
    assert(values(load()(folder.resolve("a-0/00000000000000000005.log"))) === Seq("a5"))
    assert(values(load()(folder.resolve("*-0"))) === Seq("a0", "a5", "b0"))
    assert(values(load()(folder.resolve("*"))) === Seq("a0", "a5", "b0"))
    assert(values(load()(folder.resolve("c-0"))) === Nil)
    assert(values(load()(folder.resolve("a-0/*"))) === Seq("a0", "a5"))
    assert(values(load()(folder.resolve("b-0"), folder.resolve("a-0"))) === Seq("a0", "a5", "b0"))
    assert(values(load()(folder.resolve("a-0"), folder)) === Seq("a0", "a5", "b0"))
  }

  test("files that are stored elsewhere under other names") {
    Files.createDirectories(root.resolve("tiered"))
    val file = Files.write(root.resolve("tiered/xyz-segment"), batch(7, "a"))
    val table = load("topic" -> "orders", "partition" -> "3")(file)
    assert(
      table.select("topic", "partition", "offset").collect().toSeq === Seq(Row("orders", 3, 7L)))
  }

  test("any file system of Hadoop, with its settings as options") {
    segment("viewed/a-0", 0, batch(0, "a", "b"))
    val table = spark.read.format("sparkwire-kafka-log")
      .option("fs.viewfs.mounttable.c.link./logs", root.resolve("viewed").toUri.toString)
      .option("isolation", "read_committed").load("viewfs://c/logs")
    assert(values(table) === Seq("a", "b"))
    assert(table.selectExpr("file").head().getString(0).startsWith("viewfs://c/logs/a-0/"))
  }

  test("it is a table in SQL too") {
    segment("view/a-0", 0, batch(0, "a", "b"))
    sql(
      s"CREATE OR REPLACE TEMPORARY VIEW log USING `sparkwire-kafka-log` OPTIONS (path '${root.resolve("view")}')")
    assert(rows("SELECT count(*), max(offset) FROM log") === Seq(Row(2L, 1L)))
  }

  test("names and types are those of Spark's Kafka source where it has them") {
    assert(LogColumns.schema.toDDL === "topic STRING,partition INT,offset BIGINT,timestamp TIMESTAMP," +
      "timestampType INT,key BINARY,value BINARY,headers ARRAY<STRUCT<key: STRING, value: BINARY>>," +
      "leader_epoch INT,producer_id BIGINT,producer_epoch SMALLINT,sequence INT,is_control BOOLEAN," +
      "is_transactional BOOLEAN,batch_offset BIGINT,compression STRING,file STRING," +
      "fault STRUCT<reason: STRING, offset: BIGINT, path: STRING>")
  }

  test("each column alone is that column of all") {
    val batches =
      (for (magic <- 0 to 2; sample <- 1 to 2) yield random(magic, codecs(sample)._2, sample,
        2000L * magic + 1000L * sample)) :+ marker(9000, 1, isCommit = true)
    val file = segment("columns-0", 0, batches: _*)
    for (verify <- Seq("full", "none")) {
      val table = load("verify" -> verify)(file)
      val all = table.collect().toSeq
      LogColumns.schema.fieldNames.zipWithIndex.foreach { case (name, at) =>
        val alone = table.select(name).collect().toSeq.map(row => plain(row.get(0)))
        assert(alone === all.map(row => plain(row.get(at))), s"$name, $verify")
      }
      val values = table.select("headers.value").collect().toSeq.map(row => plain(row.get(0)))
      assert(values === table.select("headers").collect().toSeq.map(row =>
        Option(row.getSeq[Row](0)).map(_.map(header => plain(header.get(1)))).orNull))
      assert(table.count() === all.length.toLong)
      assert(all.length === theirs(file).length)
    }
  }

  test("large files are divided, and every record comes once") {
    val batches =
      (0 until 4000).map(number => batch(number * 2L, s"first $number", s"second $number"))
    val file = segment("divided-0", 0, batches: _*)
    assert(Files.size(file) > 300000)
    withConf("spark.sql.files.maxPartitionBytes" -> "30000") {
      val table = load()(file)
      assert(table.rdd.getNumPartitions > 10)
      assert(values(table).length === 8000)
      assert(table.selectExpr("offset").distinct().count() === 8000)
      assert(table.where("offset BETWEEN 3000 AND 3001").rdd.getNumPartitions === 1)
    }
  }

  test("what a query reads twice is read once") {
    val file = segment("twice-0", 0, batch(0, "a", "b"))
    def counts: DataFrame = load()(file).groupBy("offset").count()
    withConf("spark.sql.adaptive.enabled" -> "false") {
      val both = counts.union(counts)
      assert(both.collect().length === 4)
      assert(both.queryExecution.executedPlan.toString.contains("ReusedExchange"))
    }
  }

  // Filters.

  private lazy val filtered: Path = {
    for (partition <- 0 to 2; base <- Seq(0L, 100L))
      segment(s"filtered/orders-$partition", base,
        (0 until 10).map(number => batch(base + number * 10, (0 until 10).map(_.toString): _*)): _*)
    segment("filtered/users-0", 0, batch(0, "u"))
    root.resolve("filtered")
  }

  for ((filter, rows) <- Seq(
      ("topic = 'users'", 1), ("topic > 'orders'", 1), ("topic LIKE 'ord%'", 600),
      ("partition IN (1, 2)", 400), ("partition = 1 AND offset >= 150", 50), ("offset < 5", 16),
      ("offset = 105 OR topic = 'users'", 4), ("NOT offset < 195", 15), ("offset <=> NULL", 0),
      ("timestamp >= '2023-11-14 22:13:20'", 601), ("timestamp > '2023-11-14 22:13:20'", 0),
      ("timestamp IS NULL", 0), ("offset + 1 = 1", 4), ("1 = 0", 0)))
    test(s"filter $filter: the rows that Spark keeps without it") {
      for (verify <- Seq("full", "none")) {
        val table = load("verify" -> verify)(filtered)
        assert(table.where(filter).count() === rows)
        val all = table.where("rand() >= 0").select("topic", "partition", "offset").where(filter)
        assert(table.where(filter).select("topic", "partition", "offset").collect().toSeq ===
          all.collect().toSeq)
      }
    }

  test("a filter skips files and batches: broken ones among them are not met") {
    segment("skipped/a-0", 0, batch(0, "a"), batch(1, "b"))
    val broken = batch(10, "c")
    broken(broken.length - 1) = 99
    segment("skipped/a-0", 10, broken, batch(11, "d"))
    segment("skipped/b-0", 0, Array[Byte](1, 2, 3))
    segment("skipped/b-0", 5, batch(5, "x"))
    val table = load()(root.resolve("skipped"))
    assert(values(table.where("topic = 'a' AND offset <= 1")) === Seq("a", "b"))
    assert(values(table.where("topic = 'a' AND offset > 10")) === Seq("d"))
    assert(table.where("topic = 'a' AND timestamp > '2030-01-01'").count() === 0)
  }

  // Transactions.

  private def mixed: Seq[Array[Byte]] = Seq(
    batch(0, "plain"), transactional(1, 7, "kept", "kept too"), transactional(3, 8, "aborted"),
    batch(4, "between"), marker(5, 8, isCommit = false), transactional(6, 8, "kept later"),
    marker(7, 7, isCommit = true), marker(8, 8, isCommit = true))

  test("read_committed leaves out what was aborted, and control records") {
    val file = segment("committed/t-0", 0, mixed: _*)
    val committed = Seq("plain", "kept", "kept too", "between", "kept later")
    assert(values(load("isolation" -> "read_committed")(file)) === committed)
    assert(load()(file).where("is_control").count() === 3)
    assert(load()(file).count() === 9)
    assert(load("isolation" -> "read_committed", "verify" -> "none")(file).count() === 5)
  }

  test("read_committed ends where a transaction is open") {
    val file =
      segment("open/t-0", 0, mixed ++ Seq(transactional(9, 7, "open"), batch(10, "behind")): _*)
    assert(values(load("isolation" -> "read_committed")(file)).length === 5)
    assert(values(load()(file)).length === 11)
  }

  test("a transaction over several segments, one of which is read") {
    val parts = mixed
    val first = segment("segments/t-0", 0, parts.take(3): _*)
    segment("segments/t-0", 4, parts.drop(3): _*)
    assert(
      values(load("isolation" -> "read_committed")(first)) === Seq("plain", "kept", "kept too"))
    val all = load("isolation" -> "read_committed")(root.resolve("segments"))
    assert(values(all).length === 5)
    // So many segments that tasks look for the markers.
    for (number <- 0 to 5; (part, at) <- parts.zipWithIndex)
      segment(s"many/t-$number", Seq(0L, 1L, 3L, 4L, 5L, 6L, 7L, 8L)(at), part)
    assert(load("isolation" -> "read_committed")(root.resolve("many")).count() === 30)
  }
}
