package sparkwire.files.filters

import scala.jdk.CollectionConverters._
import scala.util.Random

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, Row}

import sparkwire.SparkSuite
import sparkwire.files.OwnFolder

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** A condition that is passed on to a table of files changes no row: the result is the same as with
  * this condition on rows that were collected. So it is for files that are damaged, divided
  * anywhere, named wrongly, for several replicas, and for transactions that are open,
  * committed and aborted.
  *
  * `FILTERS` is the number of conditions and `SEED` where the made-up folders begin; `make filters` runs
  * ten thousand.
  */
class FilterSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  import FilterSuite._

  private val most = sys.env.get("FILTERS").fold(Default)(_.toInt)
  private val first = sys.env.get("SEED").fold(1L)(_.toLong)

  private def plain(value: Any): Any = value match {
    case bytes: Array[Byte] => bytes.toSeq
    case row: Row => row.toSeq.map(plain)
    case items: scala.collection.Seq[_] => items.map(plain).toSeq
    case other => other
  }

  private def sorted(rows: Seq[Row]): Seq[String] = rows.map(row => plain(row).toString).sorted

  private def same(found: Seq[Row], expected: Seq[Row], about: => String): Assertion = {
    val (ours, theirs) = (sorted(found), sorted(expected))
    val (more, lost) = (ours.diff(theirs), theirs.diff(ours))
    assert(more.isEmpty && lost.isEmpty, about)
  }

  /** Returns the rows, or None if the query is refused because of a malformed value. */
  private def unlessMalformed(table: DataFrame): Option[Seq[Row]] =
    try Some(table.collect().toSeq)
    catch {
      case error: SparkThrowable if error.getCondition == "SPARKWIRE_MALFORMED" => None
    }

  /** Compares some conditions on one folder, and returns how many. */
  private def compare(table: FilteredTable, seed: Long): Int = {
    val random = new Random(seed)
    val paths = table.write(random, root.resolve(s"${table.format}-$seed")).map(_.toString)
    val options = table.options(random)
    def load(mode: String): DataFrame = spark.read.format(s"sparkwire-${table.format}")
      .options(options + ("mode" -> mode)).load(paths: _*)
    val permissive = load("permissive")
    val all = permissive.collect().toSeq
    val collected = spark.createDataFrame(all.asJava, permissive.schema)
    def about: String =
      s"seed $seed, ${table.format}, $options, ${paths.mkString(" ")}"
    withConf("spark.sql.files.maxPartitionBytes" -> (1 + random.nextInt(900)).toString) {
      same(permissive.collect().toSeq, all, s"$about, divided")
      val filters = new RandomFilter(random, all, table.columns)
      for (_ <- 1 to OfEach) {
        val filter = filters.next()
        val expected = collected.where(filter).collect().toSeq
        same(permissive.where(filter).collect().toSeq, expected, s"$about, WHERE $filter")
        val strict = load("failfast")
        val isWhole = all.forall(row => row.isNullAt(row.fieldIndex("fault")))
        unlessMalformed(strict.where(filter)) match {
          case Some(found) =>
            same(found, expected.filter(row => row.isNullAt(row.fieldIndex("fault"))),
              s"$about, failfast, WHERE $filter")
          case None => assert(!isWhole, s"$about, failfast, WHERE $filter")
        }
      }
    }
    OfEach
  }

  private def run(tables: Seq[FilteredTable], count: Int): Assertion = {
    var done = 0
    var seed = first
    while (done < count) {
      done += compare(tables((seed % tables.length).toInt), seed)
      seed += 1
    }
    OwnFolder.delete(root)
    val _ = java.nio.file.Files.createDirectories(root)
    info(s"$done conditions, seeds $first to ${seed - 1}")
    assert(done >= count)
  }

  test("logs of Kafka")(run(Seq(FilteredTable.log), most * 2 / 3))

  test("other files")(run(FilteredTable.others, most / 3))
}

object FilterSuite {
  // How many conditions are tried on one folder.
  private final val OfEach = 5
  private final val Default = 150
}
