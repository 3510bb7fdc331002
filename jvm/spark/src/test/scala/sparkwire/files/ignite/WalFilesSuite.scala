package sparkwire.files.ignite

import java.nio.file.{Files, Path}

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}
import org.apache.spark.sql.functions.{col, max_by}

import sparkwire.SparkSuite
import sparkwire.functions._
import sparkwire.wire.ignite.wal.{LoggedUpdate, LogNode}

import org.scalatest.BeforeAndAfterAll
import org.scalatest.concurrent.Eventually
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.time.{Seconds, Span}

/** Write-ahead logs of real nodes as tables, compared with the entries that Ignite's own reader
  * reads.
  */
class WalFilesSuite extends AnyFunSuite with SparkSuite with BeforeAndAfterAll with Eventually {
  private val nodes = Seq(
    "compact footers" -> LogNode.open(), "full footers" -> LogNode.open(isCompact = false),
    "in memory" -> LogNode.open(isPersistent = false), "compacted" -> LogNode.open(compacts = true))
  nodes.foreach { case (_, node) => LogNode.change(node) }

  override implicit val patienceConfig: PatienceConfig = PatienceConfig(Span(60, Seconds))

  private val node = nodes.head._2
  private val compacted = nodes.last._2

  override def afterAll(): Unit = {
    nodes.foreach(_._2.close())
    super.afterAll()
  }

  private def load(options: (String, String)*)(paths: Path*): DataFrame =
    spark.read.format("sparkwire-ignite-wal").options(options.toMap)
      .load(paths.map(_.toString): _*)

  /** The entries of a table. Ignite says where records are in a compacted segment, as `offset` does. */
  private def updates(table: DataFrame): Seq[LoggedUpdate] = LoggedRows.updates(table, "offset")

  private def sorted(found: Seq[LoggedUpdate]) = found.sortBy(_.place)

  for ((name, node) <- nodes)
    test(s"$name: every entry is what Ignite's own reader says") {
      // Ignite's reader takes a link for another copy.
      val segments = LogNode.segments(node.log).filterNot(_.toString.contains("/cdc/"))
      val expected = sorted(LoggedUpdate.read(segments: _*).distinct)
      assert(expected.length > (if (name == "in memory") 400 else 450))
      assert(sorted(updates(load()(node.log))) === expected)
      assert(sorted(updates(load("copies" -> "all")(node.log)).distinct) === expected)
    }

  test("ignite_decode reads all keys and values") {
    val table = load("caches" -> "orders, accounts")(node.log)
    assert(table.where(ignite_fault(col("key")).isNotNull || ignite_fault(col("value")).isNotNull)
      .count() === 0)
    assert(table.where("cache = 'orders' AND operation = 'DELETE'").count() === 60)
    assert(table.where("cache = 'accounts' AND transaction IS NOT NULL").count() > 50)
    val last = table.where("cache = 'accounts'")
      .select(ignite_decode(col("key"), "INT").as("k"), ignite_decode(col("value"), "INT").as("v"),
        col("version"))
      .groupBy("k").agg(max_by(col("v"), col("version")).as("v"))
      .where("v IS NOT NULL").orderBy("k").collect().map(row => row.getInt(0) -> row.getInt(1))
    val cache = node.ignite.cache[Int, Int]("accounts")
    assert(last.toSeq === last.map { case (id, _) => id -> cache.get(id) }.toSeq)
    assert(last.length === cache.size())
    assert(table.where("expire_time > time + INTERVAL 2 HOURS").count() === 1)
  }

  test("segments that a node has compressed are the same table") {
    val archive = compacted.log.resolve("archive")
    // A node compresses segments that no checkpoint needs any more.
    val more = compacted.ignite.getOrCreateCache[Int, Array[Byte]]("more")
    for (round <- 0 until 40) more.put(round, new Array[Byte](100000))
    compacted.checkpoint()
    def zipped = LogNode.segments(archive).filter(_.toString.endsWith(".zip"))
    eventually(assert(zipped.length >= 2))
    val found = zipped
    val expected = LoggedUpdate.read(found: _*)
    assert(expected.length > 450 && sorted(updates(load()(found: _*))) === sorted(expected))
    // The same segments are also in other files.
    val table = load()(compacted.log)
    val places = table.select("segment", "segment_offset", "entry")
    assert(places.distinct().count() === places.count())
    assert(table.count() > expected.length)
  }

  test("filters on segment, node and file skip files; other formats are the same table") {
    val table = load()(node.log)
    assert(table.where("segment = 0").count() === table.collect().count(
      _.getAs[Long]("segment") == 0))
    assert(table.where("node = 'node'").count() === table.count())
    assert(table.where("input_file_name() = file").count() === table.count())
    assert(table.where("node = 'none'").rdd.getNumPartitions === 0)
    assert(spark.read.format("sparkwire").option("files", "ignite-wal").load(node.log.toString)
      .count() === table.count())
    assert(table.selectExpr("version.node_order", "fault.offset").distinct().collect().toSeq ===
      Seq(Row(1, null)))
  }

  private def copy(change: Array[Byte] => Array[Byte]): Path = {
    val from = LogNode.segments(node.log).head
    val to = Files.createTempDirectory("wal")
    to.toFile.deleteOnExit()
    Files.write(to.resolve(from.getFileName), change(Files.readAllBytes(from)))
    to
  }

  test("a damaged record is a fault, and the other entries are there") {
    val whole = updates(load()(copy(identity)))
    val last = whole.map(_.place).maxBy(_._2)._2
    val damaged = copy(file => file.updated(last / 2, (file(last / 2) ^ 1).toByte))
    val error = intercept[SparkThrowable](load()(damaged).collect())
    assert(SparkSuite.parametersOf(error)("format") === "ignite-wal")
    val table = load("mode" -> "permissive")(damaged)
    assert(table.where("fault IS NOT NULL").count() === 1)
    val good = updates(table.where("fault IS NULL"))
    assert(good.toSet.subsetOf(whole.toSet) && good.length >= whole.length - 5)
    val noise = load("mode" -> "permissive")(copy(_.drop(100)))
    assert(noise.where("fault.reason = 'not-a-segment'").count() === 1)
    assert(noise.where("fault IS NULL").count() === whole.length)
  }

  test("what are no segments, and no options") {
    def refusal(options: (String, String)*)(path: Path): String =
      intercept[AnalysisException](load(options: _*)(path).collect()).getMessage
    assert(refusal()(node.metadata).contains("no segments"))
    assert(refusal("copies" -> "some")(node.log).contains("copies"))
    assert(refusal("caches" -> " , ")(node.log).contains("there is no name"))
    assert(intercept[AnalysisException](load()(Path.of("nowhere"))).getMessage.contains("nowhere"))
    intercept[SparkThrowable](
      spark.readStream.format("sparkwire-ignite-wal").load(node.log.toString))
  }
}
