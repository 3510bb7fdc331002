package sparkwire.queries

import java.nio.file.Files

import scala.util.Random
import scala.util.matching.Regex

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.expressions.Expression

import sparkwire.SparkSuite
import sparkwire.catalog.FunctionCatalog
import sparkwire.catalog.arguments.Arguments
import sparkwire.expressions
import sparkwire.wire.Tree._
import sparkwire.wire.msgpack.MsgpackGenerator

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** Spark may hold the result of an expression while it asks for the next one: where it compares two
  * rows, where it aggregates, where it buffers one side of a join. Each query is run in every way
  * in which Spark evaluates expressions, and gives the rows, in their order, of a decoding that
  * shares nothing between two results.
  */
class HeldResultsSuite extends AnyFunSuite with SparkSuite with BeforeAndAfterAll {
  import HeldResultsSuite.Way

  private val tables = Seq("a", "b", "packs")

  override def beforeAll(): Unit = {
    super.beforeAll()
    val random = new Random(7)
    // Values come more than once, so that joins and groups have something to find.
    val records = Seq.fill(80)(record(random))
    def rows(count: Int) = Seq.tabulate(count)(id =>
      Row(id, if (id % 17 == 0) null else records(random.nextInt(records.length))))
    view("rdd_a", "id INT, v BINARY", rows(200))
    view("rdd_b", "id INT, v BINARY", rows(150))
    val packs = rows(120).map(_.get(1)).grouped(6).zipWithIndex
    view("rdd_packs", "id INT, vs ARRAY<BINARY>",
      packs.map { case (values, id) => Row(id, values) }.toSeq)
    val folder = Files.createTempDirectory("sparkwire").resolve("held")
    for (table <- tables) {
      sql(s"SELECT * FROM rdd_$table").write.parquet(s"$folder/$table")
      sql(s"SELECT * FROM parquet.`$folder/$table`").createOrReplaceTempView(s"parquet_$table")
      sql(s"CACHE TABLE cached_$table AS SELECT * FROM rdd_$table")
    }
    registerAs("plain") {
      case decode: expressions.Decode => PlainDecode(decode.children, decode.plan)
      case other => other
    }
    registerAs("wrapped")(expressions.Interpreted(_))
  }

  override def afterAll(): Unit = tables.foreach { table =>
    sql(s"UNCACHE TABLE cached_$table")
    (table +: Seq("rdd_", "parquet_", "cached_").map(_ + table)).foreach(
      spark.catalog.dropTempView)
  }

  /** Lets the names in the queries stand for the tables of one kind. */
  private def use(kind: String): Unit =
    tables.foreach(table => spark.table(s"${kind}_$table").createOrReplaceTempView(table))

  private def record(random: Random): Array[Byte] = {
    def word() = Text(random.alphanumeric.take(1 + random.nextInt(12)).mkString)
    def one(name: String, value: sparkwire.wire.Tree) =
      Text(name) -> (if (random.nextInt(12) == 0) NoValue else value)
    MsgpackGenerator.write(
      Entries(
        Vector(
          one("p", Whole(random.nextInt(40) - 10L)),
          one("s", word()),
          one("b", Hex(f"${random.nextInt(1000)}%08x")),
          one("n", Whole(random.nextInt(100000).toLong)),
          one("l", Items(Vector.fill(random.nextInt(4))(Whole(random.nextInt(9).toLong)))),
          one("t", Entries(Vector(one("q", Real(random.nextInt(5) / 2.0)), one("r", word())))))))
  }

  private def registerAs(prefix: String)(made: Expression => Expression): Unit =
    for (function <- FunctionCatalog.all if function.name.startsWith("msgpack"))
      register(s"${prefix}_${function.name}")(inputs =>
        made(function.build(Arguments.bind(function, inputs))))

  private val Wrapped = "wrapped_"
  private val RowByRow = "spark.sql.parquet.enableVectorizedReader" -> "false"
  private val SortMerge = "spark.sql.autoBroadcastJoinThreshold" -> "-1"
  private val ExpressionsOnly = "spark.sql.codegen.wholeStage" -> "false"

  private val Interpreted = SparkSuite.Interpreted

  // For each query.
  private val always = Seq[Way](
    Way("rdd", ""),
    Way("rdd", "", Interpreted :+ SortMerge: _*),
    Way("rdd", "", Interpreted :+ SparkSuite.Unpruned :+ SortMerge: _*),
    Way("rdd", Wrapped, SortMerge),
    Way("parquet", "", SortMerge)
  )

  // For each query one, in turns.
  private val byTurns = Seq[Way](
    Way("rdd", "", Interpreted: _*),
    Way("rdd", "", ExpressionsOnly),
    Way("rdd", "", "spark.sql.codegen.maxFields" -> "1"),
    // Methods that are too large to be compiled.
    Way("rdd", "", "spark.sql.codegen.hugeMethodLimit" -> "1"),
    Way("rdd", "", "spark.sql.subexpressionElimination.enabled" -> "false"),
    Way("rdd", "", SparkSuite.Unpruned),
    Way("rdd", Wrapped),
    Way("rdd", Wrapped, SparkSuite.Unpruned),
    Way("rdd", Wrapped, Interpreted: _*),
    Way("rdd", "", SortMerge, "spark.sql.adaptive.enabled" -> "false"),
    Way("rdd", "",
      Interpreted :+ SortMerge :+ ("spark.sql.join.preferSortMergeJoin" -> "false"): _*),
    Way("parquet", ""),
    Way("parquet", "", Interpreted: _*),
    Way("parquet", "", RowByRow),
    Way("parquet", "", RowByRow, SortMerge, ExpressionsOnly),
    Way("cached", ""),
    Way("cached", Wrapped, SortMerge)
  )

  private val Type =
    "p BIGINT, s STRING, b BINARY, n DECIMAL(30,2), l ARRAY<BIGINT>, t STRUCT<q: DOUBLE, r: STRING>"

  private def call(value: String) = s"msgpack_decode($value, '$Type')"

  // D(x) is the decoding of x.
  private val queries = Seq(
    "SELECT id FROM a ORDER BY D(v), id",
    "SELECT id FROM a ORDER BY D(v).p, id",
    "SELECT id FROM a ORDER BY D(v).s DESC, id",
    "SELECT id FROM a ORDER BY D(v).b, id",
    "SELECT id FROM a ORDER BY D(v).n, id",
    "SELECT id FROM a ORDER BY D(v).l, id",
    "SELECT id FROM a ORDER BY D(v).t, id",
    "SELECT id FROM a ORDER BY D(v).t.r, D(v).p, id",
    "SELECT id FROM a ORDER BY coalesce(D(v).s, 'x'), id",
    "SELECT id FROM a ORDER BY D(v).p, id LIMIT 10",
    "SELECT id FROM a ORDER BY D(v).s, id LIMIT 10",
    "SELECT id, D(v) d FROM a ORDER BY d, id LIMIT 10",
    "SELECT id, d.s FROM (SELECT id, D(v) d FROM a) ORDER BY d.t, id",
    "FROM a |> ORDER BY D(v).s, id |> SELECT id",
    "SELECT a.id, b.id FROM a JOIN b ON D(a.v).p = D(b.v).p ORDER BY 1, 2",
    "SELECT a.id, b.id FROM a JOIN b ON D(a.v).s = D(b.v).s ORDER BY 1, 2",
    "SELECT a.id, b.id FROM a JOIN b ON D(a.v) = D(b.v) ORDER BY 1, 2",
    "SELECT a.id, b.id FROM a JOIN b ON D(a.v).b = D(b.v).b AND D(a.v).n = D(b.v).n ORDER BY 1, 2",
    "SELECT a.id, b.id FROM a JOIN b ON D(a.v).s = D(b.v).s AND D(a.v).p < D(b.v).p + b.id ORDER BY 1, 2",
    "SELECT a.id, b.id FROM a LEFT JOIN b ON D(a.v).s = D(b.v).s ORDER BY 1, 2",
    "SELECT a.id, b.id FROM a FULL JOIN b ON D(a.v).t = D(b.v).t ORDER BY 1, 2",
    "SELECT a.id FROM a LEFT SEMI JOIN b ON D(a.v).s = D(b.v).s ORDER BY 1",
    "SELECT a.id FROM a LEFT ANTI JOIN b ON D(a.v).p = D(b.v).p ORDER BY 1",
    "SELECT a.id FROM a WHERE D(v).p IN (SELECT D(v).p FROM b WHERE id < 30) ORDER BY 1",
    "SELECT a.id, b.id FROM a JOIN b ON D(a.v).p < D(b.v).p AND b.id < 9 ORDER BY 1, 2",
    "SELECT a.id, x.s FROM a, LATERAL (SELECT D(a.v).s AS s) x ORDER BY 1",
    "SELECT max(D(v).s), min(D(v).s), max(D(v).t), min(D(v)), max(D(v).b), max(D(v).l) FROM a",
    "SELECT max_by(D(v), id), min_by(D(v).s, id), max_by(id, D(v).s) FROM a",
    "SELECT max_by(id, D(v)), max_by(id, D(v).n) FROM a",
    "SELECT first(D(v)), first(D(v).s), last(D(v)), last(D(v).l) FROM (SELECT * FROM a ORDER BY id LIMIT 50)",
    "SELECT any_value(D(v).s), collect_list(D(v)), collect_list(D(v).l) FROM (SELECT * FROM a ORDER BY id LIMIT 50)",
    "SELECT id % 5, max(D(v).s), first(d.t), last(d.s) FROM (SELECT id, v, D(v) d FROM a ORDER BY id LIMIT 90) GROUP BY 1 ORDER BY 1",
    "SELECT size(collect_set(D(v))), mode(D(v).s, true), listagg(D(v).s, ',') WITHIN GROUP (ORDER BY D(v).s) FROM a",
    "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY D(v).p), count(DISTINCT D(v)), count(DISTINCT D(v).s) FROM a",
    "SELECT D(v).s AS s, count(*), max(D(v).p) FROM a GROUP BY 1 ORDER BY 1",
    "SELECT D(v) AS d, count(*) FROM a GROUP BY 1 ORDER BY 1",
    "SELECT DISTINCT D(v).l AS l FROM a ORDER BY 1",
    "SELECT id, lag(D(v)) OVER (ORDER BY id), lead(D(v).s) OVER (ORDER BY id), first_value(D(v).l) OVER (ORDER BY id) FROM a ORDER BY id",
    "SELECT id, max(D(v)) OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND CURRENT ROW), nth_value(D(v).t, 2) OVER (ORDER BY id) FROM a ORDER BY id",
    "SELECT id, rank() OVER (PARTITION BY D(v).s ORDER BY D(v).p, D(v).b), count(*) OVER (ORDER BY D(v).p RANGE BETWEEN 5 PRECEDING AND 5 FOLLOWING) FROM a ORDER BY id",
    "SELECT id, dense_rank() OVER (ORDER BY D(v)) FROM a ORDER BY id",
    "SELECT id, transform(vs, x -> D(x)) FROM packs ORDER BY id",
    "SELECT id, array_sort(transform(vs, x -> D(x)), (l, r) -> CASE WHEN l < r THEN -1 WHEN l > r THEN 1 ELSE 0 END) FROM packs ORDER BY id",
    "SELECT id, transform(array_sort(vs, (l, r) -> CASE WHEN D(l).s < D(r).s THEN -1 WHEN D(l).s > D(r).s THEN 1 ELSE 0 END), x -> D(x).s) FROM packs ORDER BY id",
    "SELECT id, aggregate(vs, named_struct('last', D(vs[0]), 'before', D(vs[0])), (held, x) -> named_struct('last', D(x), 'before', held.last)) FROM packs ORDER BY id",
    "SELECT id, aggregate(vs, D(vs[0]), (held, x) -> IF(D(x).p > held.p, D(x), held)) FROM packs ORDER BY id",
    "SELECT id, zip_with(vs, reverse(vs), (x, y) -> array(D(x), D(y))) FROM packs ORDER BY id",
    "SELECT id, map_from_entries(transform(vs, (x, i) -> struct(i, D(x)))) FROM packs ORDER BY id",
    "SELECT id, transform_values(map_from_arrays(sequence(1, size(vs)), vs), (k, x) -> D(x).t) FROM packs ORDER BY id",
    "SELECT id, filter(vs, x -> D(x).p > 0), exists(vs, x -> D(x).s LIKE 'a%') FROM packs ORDER BY id",
    "SELECT id, array_distinct(transform(vs, x -> D(x).s)), array_max(transform(vs, x -> D(x))) FROM packs ORDER BY id",
    "SELECT id, posexplode(D(v).l) FROM a ORDER BY 1, 2",
    "SELECT id, e FROM a LATERAL VIEW OUTER explode(D(v).l) AS e ORDER BY 1, 2",
    "SELECT id, inline(array(D(v), D(v))) FROM a ORDER BY 1, 2",
    "SELECT id, stack(2, D(v).s, D(v).t.r) FROM a ORDER BY 1, 2",
    "SELECT id, array(D(v).l, D(v).l), greatest(D(v).s, D(v).t.r), struct(D(v), D(v).t) FROM a ORDER BY 1",
    "SELECT id, CASE WHEN D(v).p > 0 THEN D(v).t ELSE named_struct('q', 0D, 'r', D(v).s) END FROM a ORDER BY 1",
    "SELECT id, D(v) FROM a EXCEPT SELECT id, D(v) FROM b ORDER BY 1",
    "SELECT D(v) AS d FROM a INTERSECT SELECT D(v) FROM b ORDER BY 1",
    "SELECT * FROM (SELECT id % 3 AS k, D(v).s AS s, D(v).p AS p FROM a WHERE id < 60) PIVOT (max(s), first(p) FOR k IN (0, 1, 2))",
    "SELECT id, x.a, x.z FROM a LATERAL VIEW json_tuple(to_json(D(v)), 's', 'p') x AS a, z ORDER BY 1"
  )

  private def asked(query: String, prefix: String): String =
    "D\\(([^()]+)\\)".r.replaceAllIn(
      query, found => Regex.quoteReplacement(s"$prefix${call(found.group(1))}"))

  private def found(query: String): Seq[String] = rows(query).map(RowText.of)

  for ((query, number) <- queries.zipWithIndex)
    test(query) {
      use("rdd")
      val expected = found(asked(query, "plain_"))
      assert(expected.nonEmpty)
      for (way <- always :+ byTurns(number % byTurns.length)) {
        use(way.tables)
        withConf(way.conf: _*) {
          withClue(s"$way: ")(assert(found(asked(query, way.prefix)) === expected))
        }
      }
    }
}

private object HeldResultsSuite {

  /** A way in which Spark evaluates a query: the kind of the tables, the prefix of the functions,
    * and the settings.
    */
  final case class Way(tables: String, prefix: String, conf: (String, String)*)
}
