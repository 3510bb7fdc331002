package sparkwire.optimizer

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.types._

import sparkwire.{SparkSuite, Trees}
import sparkwire.catalog.CountedDecoding
import sparkwire.expressions.Decode

import org.scalatest.{Assertion, BeforeAndAfterAll}
import org.scalatest.funsuite.AnyFunSuite

/** Queries whose plans and results are compared with those without the rule. `counted(v)` is
  * `databus_decode(v)` with a counter.
  */
private[optimizer] trait PrunedQueries extends SparkSuite with BeforeAndAfterAll {
  self: AnyFunSuite =>

  protected val batch = "SELECT name, databus_decode_all(v) d FROM batches"

  override def beforeAll(): Unit = {
    super.beforeAll()
    databusViews()
    register("counted")(CountedDecoding.build)
    view("eight", "name STRING, v BINARY",
      rows("SELECT name, v FROM good WHERE name LIKE 'v2-be-%' ORDER BY name LIMIT 8"))
  }

  override def afterAll(): Unit = {
    sql("DROP VIEW IF EXISTS cached_events")
    super.afterAll()
  }

  protected def decodesIn(plan: LogicalPlan): Seq[Decode] =
    plan.collect { case node =>
      node.expressions.flatMap(_.collect { case d: Decode => d })
    }.flatten

  /** Returns the distinct parts that the calls of a plan decode, in the form `{a,b{c}}`. */
  protected def parts(frame: DataFrame): Set[String] =
    decodesIn(frame.queryExecution.optimizedPlan).map { decode =>
      if (decode.required == decode.plan.resultType) "all" else show(decode.required)
    }.toSet

  protected def show(part: DataType): String = part match {
    case StructType(fields) =>
      fields.map { field =>
        field.dataType match {
          case _: StructType | ArrayType(_: StructType, _) => field.name + show(field.dataType)
          case _ => field.name
        }
      }.mkString("{", ",", "}")
    case ArrayType(element, _) => show(element)
    case other => other.sql
  }

  protected def results(frame: DataFrame): Seq[String] =
    frame.collect().map(Trees.of(_, frame.schema).toString).toSeq.sorted

  /** Asserts which parts are decoded, how many values are decoded (never more than without the
    * rule), and that the results are the same as without the rule.
    */
  protected def prunes(query: String, expected: Set[String], calls: Long = -1): Assertion = {
    val frame = sql(query)
    assert(parts(frame) === expected)
    val plan = frame.queryExecution.optimizedPlan
    assert(PruneDecodedFields(plan).fastEquals(plan), "the rule has more to do where it ended")

    CountedDecoding.calls.set(0)
    val found = results(frame)
    val counted = CountedDecoding.calls.getAndSet(0)
    val whole = unpruned(results(sql(query)))
    val without = CountedDecoding.calls.get
    assert(found === whole)
    assert(found.nonEmpty)
    if (calls >= 0) assert(counted === calls)
    assert(counted <= without)
  }

  // A frame is planned once, so each side needs its own.
  protected def isSameUnpruned(query: String): Assertion = {
    val found = results(sql(query))
    assert(found.nonEmpty, query)
    assert(found === unpruned(results(sql(query))), query)
  }
}
