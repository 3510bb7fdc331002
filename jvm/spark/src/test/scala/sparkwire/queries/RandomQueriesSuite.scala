package sparkwire.queries

import java.nio.file.Files

import scala.util.Random

import org.apache.spark.sql.AnalysisException

import sparkwire.SparkSuite
import sparkwire.catalog.{Arguments, FunctionCatalog}
import sparkwire.expressions.Decode

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** Random queries give the same rows, or the same error, as with decodings that Sparkwire's rule
  * and operators do not recognise. The queries are the same in every run, unless `SPARKWIRE_SEED`
  * sets another seed. `SPARKWIRE_QUERIES` sets their number, 120 by default.
  */
class RandomQueriesSuite extends AnyFunSuite with SparkSuite with BeforeAndAfterAll {
  private val seed = sys.env.get("SPARKWIRE_SEED").fold(1919496892L)(_.toLong)
  private val count = sys.env.get("SPARKWIRE_QUERIES").fold(120)(_.toInt)
  private val rowCount = 60
  private val folder = Files.createTempDirectory("sparkwire").resolve("random")
  private val tables =
    Seq("values_rdd", s"parquet.`$folder/parquet`", s"orc.`$folder/orc`", "values_cached")
  private val sources = new Sources((call, input, inputType) =>
    sql(
      s"SELECT $call FROM (SELECT CAST(NULL AS ${inputType.sql}) AS $input)").schema.head.dataType)

  override def beforeAll(): Unit = {
    super.beforeAll()
    view("values_rdd", sources.schema.toDDL, sources.rows(rowCount, new Random(seed)))
    sql("SELECT * FROM values_rdd").write.parquet(s"$folder/parquet")
    sql("SELECT * FROM values_rdd").write.orc(s"$folder/orc")
    sql("CACHE TABLE values_cached AS SELECT * FROM values_rdd")
    FunctionCatalog.all.foreach { function =>
      register(s"plain_${function.name}") { given =>
        function.build(Arguments.bind(function, given)) match {
          case decode: Decode => PlainDecode(decode.children, decode.plan)
          case other => other
        }
      }
    }
  }

  override def afterAll(): Unit = {
    val _ = sql("UNCACHE TABLE values_cached")
  }

  private val Call = FunctionCatalog.all.map(_.name).mkString("\\b((?:", "|", ")\\()").r
  private def plain(query: String): String = Call.replaceAllIn(query, "plain_$1")

  // By default, Spark may evaluate `f(v)` of `id = 1 AND (f(v).a OR f(v).b)` before `id = 1`, and
  // fail for a row that the query does not select.
  private val InOrder = "spark.sql.subexpressionElimination.skipForShortcutExpr" -> "true"

  /** Returns the rows of a query, or the error that ends it. */
  private def outcome(query: String): Either[String, Seq[String]] =
    try Right(rows(query).map(RowText.of).sorted)
    catch {
      case notAQuery: AnalysisException => throw notAQuery
      case error: Exception => Left(
          Iterator.iterate[Throwable](error)(_.getCause)
            .takeWhile(_ != null).toSeq.last.toString)
    }

  test(s"$count queries, SPARKWIRE_SEED=$seed") {
    val random = new Random(seed)
    var answered, failed = 0
    for (number <- 1 to count) {
      val query = new QueryGenerator(random, tables, rowCount, sources).query()
      def on(): String = random.nextBoolean().toString
      withConf("spark.sql.codegen.wholeStage" -> on(), "spark.sql.adaptive.enabled" -> on(),
        "spark.sql.ansi.enabled" -> on(), InOrder) {
        withClue(s"query $number of SPARKWIRE_SEED=$seed: $query") {
          val found = outcome(query)
          assert(found === outcome(plain(query)))
          if (found.exists(_.nonEmpty)) answered += 1
          if (found.isLeft) failed += 1
        }
      }
    }
    info(s"$answered have rows, $failed fail")
    assert(answered > count / 2)
    assert(failed >= count / 100)
  }
}
