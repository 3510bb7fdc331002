package sparkwire.expressions

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.expressions.Literal

import sparkwire.{SparkSuite, Trees}
import sparkwire.wire.{Tree, Vectors}
import sparkwire.wire.databus.EventViews

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

class DecodeSuite
    extends AnyFunSuite with SparkSuite with TableDrivenPropertyChecks with BeforeAndAfterAll {

  override def beforeAll(): Unit = {
    super.beforeAll()
    databusViews()
  }

  private val modes = Table[String, (=> Any) => Any](
    ("mode", "set"),
    ("generated code", body => generated(body)),
    ("interpreted, ANSI off",
      body => withConf("spark.sql.ansi.enabled" -> "false")(interpreted(body)))
  )

  private def inEachMode(body: => Any): Unit = forAll(modes)((_, set) => set(body))

  // Vectors, end to end.

  private lazy val events: Map[String, Tree] =
    Seq("events-v1", "events-v2", "system", "random").flatMap(Vectors.read("databus", _))
      .map(line => line.name -> EventViews.event(line.order, line.view)).toMap

  private def decoded(query: String): Map[String, Tree] = {
    val frame = sql(query)
    frame.collect().map { row =>
      row.getString(0) -> Trees.of(row.get(1), frame.schema.fields(1).dataType)
    }.toMap
  }

  test("every valid event of the vectors is its view") {
    inEachMode {
      assert(decoded("SELECT name, databus_decode(v) FROM good") === events)
      assert(decoded("SELECT name, try_databus_decode(v) FROM good") === events)
    }
  }

  test("every batch of the vectors is its view") {
    val batches =
      Vectors.read("databus", "batches").map(line => line.name -> EventViews.batch(line))
    inEachMode {
      assert(decoded("SELECT name, databus_decode_all(v) FROM batches") === batches.toMap)
    }
  }

  test("the byte order that is given is the one that counts") {
    inEachMode {
      assert(rows("""SELECT byte_order,
          count(try_databus_decode(v, map('byteOrder', 'big'))) = count(*),
          count(try_databus_decode(v, map('byteOrder', 'little'))) = count(*),
          count(try_databus_decode(v, map('byteOrder', 'auto'))) = count(*),
          bool_or(try_databus_decode(v, map('byteOrder', 'big')) IS NOT NULL
            AND try_databus_decode(v, map('byteOrder', 'little')) IS NOT NULL)
        FROM good GROUP BY byte_order ORDER BY byte_order""") ===
        Seq(Row("big", true, false, true, false), Row("little", false, true, true, false)))
    }
  }

  test("try gives NULL and fault a reason for just what decode refuses") {
    inEachMode {
      assert(rows(
        """SELECT count(*) FROM mixed
        WHERE v IS NOT NULL AND (try_databus_decode(v) IS NULL) = (databus_fault(v) IS NULL)""") === Seq(
        Row(0L)))
      assert(one("SELECT count(databus_fault(v)) FROM good") === 0L)
      assert(one("SELECT count(databus_fault(v)) = count(*) FROM bad") === true)
      assert(one("SELECT count(try_databus_decode(v)) FROM bad") === 0L)
    }
  }

  test("a dissection tiles its value, well formed or not") {
    inEachMode {
      assert(one(
        """SELECT count(*) FROM mixed WHERE v IS NOT NULL AND
        aggregate(databus_dissect(v), 0, (at, row) -> IF(row.length = 0 OR row.offset = at, at + row.length, -1000000))
          != length(v)""") === 0L)
    }
  }

  // NULL, constants, code generation.

  test("NULL in, NULL out") {
    inEachMode {
      val functions = Seq("databus_decode", "try_databus_decode", "databus_fault",
        "databus_dissect", "databus_decode_all")
      def calls(value: String) = functions.map(f => s"$f($value)").mkString("SELECT ", ", ", "")
      def allNull(query: String) = assert(rows(query).forall(_.toSeq.forall(_ == null)))
      allNull(calls("NULL"))
      allNull(calls("CAST(NULL AS BINARY)"))
      allNull(s"${calls("v")} FROM mixed WHERE name = 'null'")
    }
  }

  test("of a NULL struct every field is NULL") {
    inEachMode {
      assert(rows(
        "SELECT databus_decode(v).key, databus_decode(v).payload FROM mixed WHERE name = 'null' LIMIT 1")
        === Seq(Row(null, null)))
    }
  }

  test("the decoder is called from generated code, not through an interpreter") {
    generated {
      val code = sql("SELECT databus_decode(v).key FROM good").queryExecution.debug.codegenToSeq()
      assert(code.length === 1)
      assert(code.head._2.contains("sparkwire.expressions.Decoder"))
      assert(!code.head._2.contains(".eval("))
    }
  }

  private val hello = "008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f" +
    "00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f"

  test("a constant is decoded once, when the query is planned") {
    val plan = sql(s"SELECT databus_decode(X'$hello').key FROM good").queryExecution.optimizedPlan
    assert(!plan.expressions.exists(_.exists(_.isInstanceOf[Decode])))
    assert(plan.expressions.flatMap(_.collect { case literal: Literal => literal.value }) === Seq(
      12345L))
  }

  test("a malformed constant in a branch that is not taken does not matter") {
    assert(one("SELECT CASE WHEN false THEN databus_decode(X'01').key ELSE 1 END") === 1L)
    assert(
      rows("SELECT IF(name = 'no event', databus_decode(X'01').key, 1) FROM batches").toSet === Set(
        Row(1L)))
  }

  test("what is not used is not decoded, and so not refused") {
    inEachMode {
      assert(one("SELECT count(*) FROM (SELECT databus_decode(v) d FROM bad)") !== 0L)
    }
  }

  test("decoding is deterministic and keeps no state from row to row") {
    val plan = sql("SELECT databus_decode(v) FROM good").queryExecution.analyzed
    val found = plan.expressions.flatMap(_.collect { case decode: Decode => decode })
    assert(found.length === 1)
    assert(found.forall(decode => decode.deterministic && decode.nullable && !decode.stateful))
  }

  test("a plan shows what the query wrote and the part that is decoded") {
    val plan = sql("SELECT databus_decode(v).key FROM good").queryExecution.optimizedPlan.toString
    assert(plan.contains("databus_decode(v#"))
    assert(plan.contains("as struct<key:bigint>"))
    assert(sql("SELECT databus_decode(v) FROM good").columns === Array("databus_decode(v)"))
  }

  // A decoder reuses one row object, so everything that keeps rows must copy them.

  private val keeping = Table(
    "query that keeps results",
    "SELECT name, transform(vs, x -> databus_decode(x)) FROM packs",
    "SELECT name, transform(vs, x -> databus_decode(x).key_bytes) FROM packs",
    "SELECT name, transform(vs, (x, i) -> struct(i, try_databus_decode(x))) FROM packs",
    "SELECT name, filter(transform(vs, x -> databus_decode(x)), d -> d.is_control) FROM packs",
    "SELECT name, aggregate(vs, array(databus_decode(vs[0])), (a, x) -> concat(a, array(databus_decode(x)))) FROM packs",
    "SELECT name, aggregate(vs, databus_decode(vs[0]), (a, x) -> IF(databus_decode(x).key > a.key, databus_decode(x), a)) FROM packs",
    "SELECT name, zip_with(vs, reverse(vs), (x, y) -> struct(databus_decode(x) AS one, databus_decode(y) AS two)) FROM packs",
    "SELECT name, array_sort(transform(vs, x -> databus_decode(x))) FROM packs",
    "SELECT name, array_sort(transform(vs, x -> databus_decode(x)), (l, r) -> CASE WHEN l.sequence < r.sequence THEN -1 WHEN l.sequence > r.sequence THEN 1 ELSE 0 END) FROM packs",
    "SELECT name, map_from_entries(transform(vs, (x, i) -> struct(i, databus_decode(x)))) FROM packs",
    "SELECT name, array(databus_decode(vs[0]), databus_decode(vs[1])) FROM packs",
    "SELECT name, array(databus_decode(vs[0]).payload, databus_decode(vs[0]).schema_id) FROM packs",
    "SELECT name, transform(vs, x -> databus_decode_all(x)) FROM packs",
    "SELECT name, transform(vs, x -> databus_dissect(x)) FROM packs",
    "SELECT name, transform(vs, x -> databus_fault(x)) FROM packs",
    "SELECT byte_order, sort_array(collect_list(struct(name, databus_decode(v)))) FROM good GROUP BY byte_order",
    "SELECT byte_order, size(collect_set(databus_decode(v))) FROM good GROUP BY byte_order",
    "SELECT byte_order, max_by(databus_decode(v), name), min_by(databus_decode(v), name) FROM good GROUP BY byte_order",
    "SELECT byte_order, max(databus_decode(v)), min(databus_decode(v)) FROM good GROUP BY byte_order",
    "SELECT byte_order, first_value(databus_decode(v)) OVER (PARTITION BY byte_order ORDER BY name) FROM good",
    "SELECT name, lag(databus_decode(v)) OVER (ORDER BY name), databus_decode(v) FROM good",
    "SELECT DISTINCT databus_decode(v) FROM good",
    "SELECT databus_decode(v) AS d, count(*) FROM (SELECT v FROM good UNION ALL SELECT v FROM good) GROUP BY databus_decode(v)",
    "SELECT one.name, two.name FROM good one JOIN good two ON databus_decode(one.v) = databus_decode(two.v)",
    "SELECT /*+ BROADCAST(two) */ one.name, two.d FROM good one JOIN (SELECT databus_decode(v) d FROM good) two ON databus_decode(one.v) = two.d",
    "SELECT name, databus_decode(v) d FROM good ORDER BY d, name",
    "SELECT name, databus_decode(v).payload p FROM good ORDER BY p, name LIMIT 20",
    "SELECT d.* FROM (SELECT databus_decode(v) d FROM good)",
    "SELECT name, inline(array(databus_decode(v))) FROM good",
    "SELECT name, explode(databus_decode_all(v).events) FROM batches",
    "SELECT name, e.event.payload, e.offset FROM batches LATERAL VIEW explode(databus_decode_all(v).events) AS e"
  )

  private def packs(): Unit = {
    val lines = Vectors.read("databus", "random").map(_.bytes) ++
      Vectors.read("databus", "events-v2").map(_.bytes)
    view("packs", "name STRING, vs ARRAY<BINARY>",
      lines.grouped(7).zipWithIndex.map { case (values, at) => Row(s"pack $at", values) }.toSeq)
  }

  test("results that are kept stay what they were") {
    packs()
    forAll(keeping) { query =>
      // The slow path: no generated code, no pruning.
      val expected = interpreted(unpruned(texts(query)))
      assert(generated(texts(query)) === expected)
      assert(expected.nonEmpty)
    }
  }

  test("kept results are those of their own values, not of the last one") {
    packs()
    inEachMode {
      val frame = sql("SELECT vs, transform(vs, x -> databus_decode(x)) FROM packs")
      val array = frame.schema.fields(1).dataType
      frame.collect().foreach { row =>
        val Tree.Items(found) = Trees.of(row.get(1), array): @unchecked
        val expected = row.getSeq[Array[Byte]](0).map(bytes => alone(bytes))
        assert(found === expected)
      }
    }
  }

  private def alone(bytes: Array[Byte]): Tree = {
    val sink = new sparkwire.wire.CollectingSink
    sparkwire.wire.databus.Databus.OneEvent.newReader(sparkwire.wire.core.Options.none)
      .read(new sparkwire.wire.core.Cursor().wrap(bytes), sink)
    sink.result
  }

  private def texts(query: String): Seq[String] = {
    val frame = sql(query)
    frame.collect().map(row => Trees.of(row, frame.schema).toString).toSeq.sorted
  }
}
