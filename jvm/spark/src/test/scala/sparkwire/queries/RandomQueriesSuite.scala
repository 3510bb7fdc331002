package sparkwire.queries

import java.nio.file.Files

import scala.util.Random

import org.apache.spark.sql.Row

import sparkwire.SparkSuite
import sparkwire.catalog.{Arguments, FunctionCatalog}
import sparkwire.expressions.Decode
import sparkwire.wire.Vectors

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** Random queries give the same rows as with decodings that Sparkwire's rule and operators do not
  * recognise. The queries are the same in every run, unless `SPARKWIRE_SEED` sets another seed.
  * `SPARKWIRE_QUERIES` sets their number, 120 by default.
  */
class RandomQueriesSuite extends AnyFunSuite with SparkSuite with BeforeAndAfterAll {
  private val seed = sys.env.get("SPARKWIRE_SEED").fold(1919496892L)(_.toLong)
  private val count = sys.env.get("SPARKWIRE_QUERIES").fold(120)(_.toInt)
  private val folder = Files.createTempDirectory("sparkwire").resolve("random")
  private val tables =
    Seq("events_rdd", s"parquet.`$folder/parquet`", s"orc.`$folder/orc`", "events_cached")

  override def beforeAll(): Unit = {
    super.beforeAll()
    val events =
      Seq("events-v1", "events-v2", "invalid").flatMap(Vectors.read("databus", _)).map(_.bytes)
    val lines = Vectors.read("databus", "json-read").map(_.text("json"))
    val messages = Seq(
      // {"a": 7, "b": "abc", "c": [{"x": 1, "y": "a"}, {"x": 2, "y": "z"}], "d": {"k": 11}}
      "84 a16107 a162a3616263 a163 92 82a17801a179a161 82a17802a179a17a a164 81a16b0b",
      // {"a": -1, "b": "", "c": [{"x": 1000}], "d": [1, 2, 3]}
      "84 a161ff a162a0 a163 91 81a178cd03e8 a164 93010203",
      // {"a": 1, "c": []}, then {"a": without its value, and null
      "82 a16101 a16390",
      "81 a161",
      "c0"
    ).map(Vectors.bytes)
    val rows = (0 until 60).map { id =>
      def pick[A](all: Seq[A]): A = all(id % all.length)
      val isNull = id % 13 == 0
      Row(id, if (isNull) null else pick(events), pick(messages), pick(lines))
    }
    view("events_rdd", "id INT, v BINARY, m BINARY, j STRING", rows)
    sql("SELECT * FROM events_rdd").write.parquet(s"$folder/parquet")
    sql("SELECT * FROM events_rdd").write.orc(s"$folder/orc")
    sql("CACHE TABLE events_cached AS SELECT * FROM events_rdd")
    FunctionCatalog.all.filter(function => called(function.name)).foreach { function =>
      register(s"plain_${function.name}") { given =>
        function.build(Arguments.bind(function, given)) match {
          case decode: Decode => PlainDecode(decode.children, decode.plan)
          case other => other
        }
      }
    }
  }

  override def afterAll(): Unit = {
    val _ = sql("UNCACHE TABLE events_cached")
  }

  private def called(name: String): Boolean = name.contains("databus") || name.contains("msgpack")
  private val Call = "\\b((?:try_)?(?:databus|msgpack)_[a-z_]+\\()".r
  private def plain(query: String): String = Call.replaceAllIn(query, "plain_$1")

  private def shown(value: Any): String = value match {
    case bytes: Array[Byte] => bytes.map("%02x".format(_)).mkString("x", "", "")
    case row: Row => row.toSeq.map(shown).mkString("(", ",", ")")
    case items: scala.collection.Seq[_] => items.map(shown).mkString("[", ",", "]")
    case other => String.valueOf(other)
  }
  private def answer(query: String): Seq[String] = rows(query).map(shown).sorted

  test(s"$count queries, SPARKWIRE_SEED=$seed") {
    val random = new Random(seed)
    var answered = 0
    for (number <- 1 to count) {
      val query = new QueryGenerator(random, tables).query()
      def on(): String = random.nextBoolean().toString
      withConf("spark.sql.codegen.wholeStage" -> on(), "spark.sql.adaptive.enabled" -> on(),
        "spark.sql.ansi.enabled" -> on()) {
        val found = answer(query)
        assert(found === answer(plain(query)), s"query $number of SPARKWIRE_SEED=$seed: $query")
        if (found.nonEmpty) answered += 1
      }
    }
    assert(answered > count / 2)
  }
}
