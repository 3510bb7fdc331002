package sparkwire.expressions

import java.lang.ref.WeakReference
import java.util.concurrent.{Callable, Executors, TimeUnit}

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Expression, UnsafeProjection}
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.types.BinaryType

import sparkwire.SparkSuite
import sparkwire.catalog.FunctionCatalog
import sparkwire.wire.Vectors

import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

/** Threads that plan and run queries over the same view share its expressions. Here, eight threads
  * evaluate the same objects at the same time, and must get the results of a single thread.
  */
class SharedPlanSuite extends AnyFunSuite with SparkSuite with BeforeAndAfterAll {
  private final val Threads = 8
  private val threads = Executors.newFixedThreadPool(Threads)
  override def afterAll(): Unit = threads.shutdown()

  /** Runs `work` in all threads at once, `times` times in each, and returns the results. */
  private def together[A](times: Int)(work: => A): Seq[A] = {
    val tasks = Seq.fill(Threads)(
      new Callable[Seq[A]] {
        override def call(): Seq[A] = Seq.fill(times)(work)
      })
    threads.invokeAll(tasks.asJava, 300, TimeUnit.SECONDS).asScala.toSeq.flatMap(_.get())
  }

  /** Returns the values of these expressions as a row in Spark's binary form, which can be compared
    * to the last byte.
    */
  private def binary(expressions: Seq[Expression]): Seq[Byte] =
    UnsafeProjection.create(expressions.map(_.dataType).toArray)(
      InternalRow.fromSeq(expressions.map(value))).getBytes.toSeq

  /** Returns the value of this expression, of an aggregate that over one row. */
  private def value(expression: Expression): Any = expression match {
    case aggregate: EncodeAgg =>
      aggregate.eval(aggregate.update(aggregate.createAggregationBuffer(), InternalRow.empty))
    case other => other.eval(InternalRow.empty)
  }

  /** Returns our expressions in this query, without those that take the result of an aggregate: they
    * have a value only where Spark has run the aggregate.
    */
  private def oursIn(query: String): Seq[Expression] =
    sql(query).queryExecution.analyzed.flatMap(
      _.expressions.flatMap(
        _.collect {
          case ours @ (_: Decode | _: Encode | _: StaticCall)
              if !ours.exists(_.isInstanceOf[AggregateExpression]) => ours
          case ours: EncodeAgg => ours
        }))

  for (function <- FunctionCatalog.all)
    test(s"${function.name}: eight threads evaluate the same expression") {
      val expressions = oursIn(function.example.sql)
      assert(expressions.nonEmpty)
      val alone = binary(expressions)
      assert(together(50)(binary(expressions)).forall(_ == alone))
    }

  test("eight threads evaluate one decoding over different rows") {
    val events = Vectors.read("databus", "random").map(_.bytes)
    val Seq(decode: Decode) =
      oursIn("SELECT databus_decode(v) FROM VALUES (X'00') AS t(v)"): @unchecked
    val bound = decode.copy(children = Seq(BoundReference(0, BinaryType, nullable = true)))
    def all: Seq[Seq[Byte]] = events.map(event =>
      UnsafeProjection.create(Array(bound.dataType))(
        InternalRow(bound.eval(InternalRow(event)))).getBytes.toSeq)
    val alone = all
    assert(alone.distinct.length > 100)
    assert(together(5)(all).forall(_ == alone))
  }

  test("what an expression keeps for its next value goes with it, whatever the thread does") {
    def decoded(): WeakReference[Array[Byte]] = {
      val Seq(decode: Decode) =
        oursIn("SELECT try_msgpack_decode(v) FROM VALUES (X'00') AS t(v)"): @unchecked
      val value = new Array[Byte](1 << 20)
      assert(decode.copy(children = Seq(BoundReference(0, BinaryType, nullable = true)))
        .eval(InternalRow(value)) === null)
      new WeakReference(value)
    }
    val values = Seq.fill(5)(decoded())
    for (_ <- 1 to 20 if values.exists(_.get != null)) {
      System.gc()
      Thread.sleep(50)
    }
    assert(values.forall(_.get == null))
  }

  test("sessions of eight threads plan queries over a view of constants, as those of a server do") {
    val events = Vectors.read("databus", "random")
      .map(line => s"(X'${line.bytes.map("%02x".format(_)).mkString}')").distinct.take(30)
      .mkString(", ")
    sql(s"SELECT v, databus_decode(v) d FROM VALUES $events AS t(v)")
      .createOrReplaceGlobalTempView("constants")
    val query =
      "SELECT d.sequence, d.key, d.src_id, hex(d.payload), d.size = length(v) FROM global_temp.constants"
    val alone = rows(query)
    assert(alone.distinct.length > 20)
    assert(together(20)(spark.newSession().sql(query).collect().toSeq).forall(_ == alone))
  }

  test("eight threads plan queries over one large constant") {
    val count = 3000
    // {"i": 1, "s": "abc", "l": [1, 2, 1000]}
    val one = "83a16901a173a3616263a16c930102cd03e8"
    val large = s"dc${"%04x".format(count)}" + one * count
    sql(s"SELECT try_msgpack_decode(X'$large', 'ARRAY<STRUCT<i INT, s STRING, l ARRAY<INT>>>') d")
      .createOrReplaceTempView("large_constant")
    val found = together(15)(
      rows("SELECT size(d), d[2999].l[2], d[0].s FROM large_constant").head)
    assert(found.toSet === Set(Row(count, 1000, "abc")))
  }
}
