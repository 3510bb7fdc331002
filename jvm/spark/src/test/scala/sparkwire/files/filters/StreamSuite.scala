package sparkwire.files.filters

import scala.util.Random

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.streaming.StreamingQueryException

import sparkwire.files.StreamRuns

import org.scalatest.funsuite.AnyFunSuite

/** A stream over logs gives the records that a query gives, whatever its limits and filters are. A
  * malformed batch at the end of a log waits in a stream for the bytes after it.
  */
class StreamSuite extends AnyFunSuite with StreamRuns {
  private val first = sys.env.get("SEED").fold(1L)(_.toLong)
  private val count = sys.env.get("FILTERS").fold(8)(_.toInt / 50)

  private def records(rows: Seq[Row]): Seq[String] =
    rows.filter(row => row.isNullAt(row.fieldIndex("fault"))).map(row =>
      Seq("topic", "partition", "offset", "timestamp").map(row.getAs[Any](_)).mkString(" ")).sorted

  private def faults(rows: Seq[Row]): Int =
    rows.count(row => !row.isNullAt(row.fieldIndex("fault")))

  for (seed <- first until first + count)
    test(s"records of a stream are those of a query, seed $seed") {
      val random = new Random(seed)
      val log = new RandomLogFolder(random, root.resolve("in"), isHonest = true)
      val options = Map("mode" -> "permissive",
        "isolation" -> Seq("read_committed", "read_uncommitted")(random.nextInt(2)))
      val limit = random.nextInt(3) match {
        case 0 => Map.empty[String, String]
        case 1 => Map("maxFilesPerTrigger" -> "1")
        case 2 => Map("maxBytesPerTrigger" -> s"${1 + random.nextInt(900)}b")
      }
      val paths = log.paths.map(_.toString)
      val table = spark.read.format("sparkwire-kafka-log").options(options).load(paths: _*)
      val all = table.collect().toSeq
      val filter =
        new RandomFilter(random, all, Seq("offset", "timestamp", "partition")).next()
      def stream: DataFrame = spark.readStream.format("sparkwire-kafka-log").options(
        options ++ limit).load(paths.head)
      withClue(s"$options, $limit, WHERE $filter: ") {
        try {
          val found = run(stream).flatten
          assert(records(found) === records(all))
          // One piece for a query may be several, if a batch of the stream ends in it.
          if (faults(all) == 0) assert(faults(found) === 0)
          deleteCheckpoint()
          assert(records(run(stream.where(filter)).flatten) ===
            records(table.where(filter).collect().toSeq))
        } catch {
          // A log whose offsets go back cannot be followed.
          case error: StreamingQueryException
              if error.getMessage.contains("SPARKWIRE_FILE_CHANGED") =>
            info(error.getMessage.linesIterator.next())
        }
      }
    }

  test("a partition that is away for a while does not come twice") {
    val log = new RandomLogFolder(new Random(5), root.resolve("in"), isHonest = true)
    val folder = log.paths.head
    def found(): Seq[String] = records(
      run(
        spark.readStream.format("sparkwire-kafka-log")
          .option("mode", "permissive").load(folder.toString))
        .flatten)
    assert(found().nonEmpty)
    val there = folder.resolve("t-0")
    val away = java.nio.file.Files.move(there, root.resolve("away"))
    new RandomLogFolder(new Random(6), root.resolve("other"), isHonest = true).paths.foreach {
      path =>
        val _ = java.nio.file.Files.move(path.resolve("t-0"), folder.resolve("u-0"))
    }
    assert(found().forall(_.startsWith("u ")))
    val _ = java.nio.file.Files.move(away, there)
    assert(found() === Nil)
  }
}
