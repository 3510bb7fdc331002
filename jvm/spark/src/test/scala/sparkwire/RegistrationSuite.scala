package sparkwire

import org.apache.spark.SparkConf
import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}

import sparkwire.catalog.FunctionCatalog
import sparkwire.execution.{DecodeRows, PlanDecodedRows}
import sparkwire.expressions.Decode
import sparkwire.optimizer.PruneDecodedFields

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The ways in which a session gets the functions. */
class RegistrationSuite extends AnyFunSuite with SparkSuite {
  private val call =
    "SELECT databus_decode(v).key FROM VALUES (CAST(NULL AS BINARY)), (X'') t(v) WHERE v IS NULL"

  private def hasAll(session: SparkSession): Assertion = {
    val listed = session.sql("SHOW FUNCTIONS LIKE '*databus_*'").collect().map(_.getString(0)).toSet
    assert(FunctionCatalog.all.map(_.name).filter(_.contains("databus_")).toSet.diff(
      listed) === Set.empty)
    assert(session.sql(call).collect().map(_.isNullAt(0)).toSeq === Seq(true))
  }

  /** Returns whether only the needed field is decoded, and whether rows are handed on. */
  private def prunes(session: SparkSession): Boolean = {
    import session.implicits._
    val frame = session.sparkContext.parallelize(Seq(Array[Byte](0))).toDF("v")
    frame.createOrReplaceTempView("registration")
    val plan = session.asInstanceOf[classic.SparkSession]
      .sql("SELECT databus_decode(v).key FROM registration").queryExecution.optimizedPlan
    val decodes = plan.expressions.flatMap(_.collect { case decode: Decode => decode })
    assert(decodes.length === 1)
    decodes.head.required.sql == "STRUCT<key: BIGINT>" && handsOnRows(session)
  }

  private def handsOnRows(session: SparkSession): Boolean =
    session.asInstanceOf[classic.SparkSession]
      .sql("SELECT databus_decode(v).key FROM registration").queryExecution.executedPlan
      .exists(_.isInstanceOf[DecodeRows])

  /** Creates a new session over the shared Spark context. */
  private def created(
      builder: SparkSession.Builder => SparkSession.Builder): classic.SparkSession = {
    val active = SparkSession.getActiveSession
    try builder(SparkSession.builder()).create().asInstanceOf[classic.SparkSession]
    finally active.foreach(SparkSession.setActiveSession)
  }

  test("the service file alone is enough") {
    assert(spark.conf.getOption("spark.sql.extensions") === None)
    hasAll(spark)
    assert(prunes(spark))
  }

  test("a new session of a session has all of it too") {
    val other = spark.newSession()
    hasAll(other)
    assert(prunes(other))
  }

  test("named in spark.sql.extensions too, it is applied twice, and that is harmless") {
    // Sessions read the context's own configuration, of which the getter returns only a copy.
    val conf = spark.sparkContext.getClass.getMethod("conf").invoke(spark.sparkContext)
      .asInstanceOf[SparkConf]
    conf.set("spark.sql.extensions", "sparkwire.SparkwireExtensions")
    val other =
      try created(identity)
      finally {
        val _ = conf.remove("spark.sql.extensions")
      }
    hasAll(other)
    assert(prunes(other))
    assert(other.sessionState.optimizer.extendedOperatorOptimizationRules
      .count(_ == PruneDecodedFields) <= 2)
  }

  test("given to the builder, the same") {
    val other = created(_.withExtensions(new SparkwireExtensions))
    hasAll(other)
    assert(prunes(other))
  }

  test("a session without functions and rule gets both by register, as often as it is called") {
    val session = spark.newSession()
    FunctionCatalog.all.foreach { function =>
      assert(session.sessionState.functionRegistry.dropFunction(FunctionIdentifier(function.name)))
    }
    session.conf.set("spark.sql.optimizer.excludedRules", "")
    assert(intercept[AnalysisException](session.sql(call)).getCondition === "UNRESOLVED_ROUTINE")
    (1 to 3).foreach { _ =>
      SparkwireExtensions.register(session)
      hasAll(session)
      assert(prunes(session))
    }
    assert(session.experimental.extraOptimizations.count(_ == PruneDecodedFields) === 1)
    assert(session.experimental.extraStrategies.count(_ == PlanDecodedRows) === 1)
  }

  test("register keeps the rules and strategies that were there") {
    val session = spark.newSession()
    val strategy = new SparkStrategy {
      def apply(plan: LogicalPlan): Seq[SparkPlan] = Nil
    }
    session.experimental.extraStrategies = Seq(strategy)
    val rule = new Rule[LogicalPlan] {
      def apply(plan: LogicalPlan): LogicalPlan = plan
    }
    session.experimental.extraOptimizations = Seq(rule)
    SparkwireExtensions.register(session)
    assert(session.experimental.extraOptimizations === Seq(rule, PruneDecodedFields))
    assert(session.experimental.extraStrategies === Seq(strategy, PlanDecodedRows))
  }

  test("registered functions keep their documentation") {
    val session = spark.newSession()
    SparkwireExtensions.register(session)
    val text = session.sql("DESCRIBE FUNCTION EXTENDED databus_decode").collect().map(
      _.getString(0)).mkString
    assert(text.contains("Since: 0.1.0"))
  }

  test("a user's function of the same name hides ours until ours is registered again") {
    val session = spark.newSession()
    session.udf.register("databus_fault", (_: Array[Byte]) => "theirs")
    assert(session.sql("SELECT databus_fault(X'01')").head().get(0) === "theirs")
    SparkwireExtensions.register(session)
    assert(session.sql("SELECT databus_fault(X'01').reason").head().get(0) === "bad-version")
  }

  test("views keep calling the functions") {
    sql(
      "CREATE OR REPLACE TEMPORARY VIEW registered AS SELECT try_databus_decode(v).key k FROM VALUES (X'01') t(v)")
    assert(rows("SELECT k FROM registered").map(_.isNullAt(0)) === Seq(true))
  }
}
