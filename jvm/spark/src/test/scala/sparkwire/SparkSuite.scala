package sparkwire

import java.nio.file.Path

import scala.jdk.CollectionConverters._

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, DataFrame, Row, SparkSession}
import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.expressions.{Expression, ExpressionInfo}
import org.apache.spark.sql.classic
import org.apache.spark.sql.types._

import sparkwire.wire.Vectors

import org.scalatest.{Assertion, Suite}

/** One session for all suites, configured by nothing but the service file on the class path. */
trait SparkSuite { self: Suite =>
  protected def spark: classic.SparkSession = SparkSuite.session

  protected def sql(query: String): DataFrame = spark.sql(query)

  /** Returns the value of a query with one column and one row. */
  protected def one(query: String): Any = {
    val Array(row) = sql(query).collect(): @unchecked
    assert(row.length == 1)
    row.get(0)
  }

  protected def rows(query: String): Seq[Row] = sql(query).collect().toSeq

  protected def withConf[A](conf: (String, String)*)(body: => A): A = {
    val before = conf.map { case (key, _) => key -> spark.conf.getOption(key) }
    conf.foreach { case (key, value) => spark.conf.set(key, value) }
    try body
    finally before.foreach {
        case (key, Some(value)) => spark.conf.set(key, value)
        case (key, None) => spark.conf.unset(key)
      }
  }

  /** Runs `body` without constant folding, so that calls are evaluated when the query runs and not
    * when it is planned.
    */
  protected def unfolded[A](body: => A): A = withConf(SparkSuite.Unfolded)(body)
  protected def interpreted[A](body: => A): A = withConf(SparkSuite.Interpreted: _*)(body)
  protected def generated[A](body: => A): A = withConf(SparkSuite.Generated: _*)(body)
  protected def unpruned[A](body: => A): A = withConf(SparkSuite.Unpruned)(body)

  /** Creates a view over an RDD with two partitions, so that no plan contains the values. */
  protected def view(name: String, schema: String, rows: Seq[Row]): Unit = {
    val data = spark.sparkContext.parallelize(rows, 2)
    spark.createDataFrame(data, StructType.fromDDL(schema)).createOrReplaceTempView(name)
  }

  /** Creates the views `good` (valid events), `bad` (refused events), `mixed` (both, with NULLs
    * between them) and `batches`.
    */
  protected def databusViews(): Unit = {
    val good = Seq("events-v1", "events-v2", "system", "random").flatMap(Vectors.read("databus", _))
    val bad = Seq("invalid", "damaged").flatMap(Vectors.read("databus", _))
      .filterNot(_.name.endsWith("other-byte-order"))
    val schema = "name STRING, byte_order STRING, v BINARY"
    def row(line: wire.Line) = Row(line.name, line.order, line.bytes)
    view("good", schema, good.map(row))
    view("bad", schema, bad.map(row))
    view("mixed", schema,
      good.map(row).zipAll(bad.map(row), null, null).flatMap { case (one, other) =>
        Seq(one, other, Row("null", "big", null)).filter(_ != null)
      })
    view("batches", schema, Vectors.read("databus", "batches").map(row))
  }

  /** Returns the error with which a query fails when it is analysed or run. */
  protected def errorOf(query: String): SparkThrowable =
    try {
      val found = sql(query).collect()
      throw new AssertionError(s"nothing was refused, $query gave ${found.mkString(", ")}")
    } catch { case error: SparkThrowable => error }

  /** Asserts that a query is refused at analysis, with a condition and words in the message. */
  protected def refused(query: String, condition: String, words: String*): Assertion = {
    val error =
      try {
        sql(query)
        throw new AssertionError(s"$query was not refused at analysis")
      } catch { case error: AnalysisException => error }
    assert(error.getCondition == condition, error.getMessage)
    assert(error.getSqlState == "22023", error.getMessage)
    assert(error.getMessage.startsWith(s"[$condition] "), error.getMessage)
    words.foreach(word => assert(error.getMessage.contains(word), error.getMessage))
    // PySpark cannot show an error of ours if it has a query context.
    assert(error.getQueryContext.isEmpty)
    org.scalatest.Assertions.succeed
  }

  /** Adds a function to the session as the catalogue would. */
  protected def register(name: String)(build: Seq[Expression] => Expression): Unit = {
    val extensions = new SparkSessionExtensions
    val info = new ExpressionInfo(classOf[SparkSuite].getName, name)
    extensions.injectFunction((FunctionIdentifier(name), info, build))
    LiveSession.registerFunctions(extensions, spark.sessionState.functionRegistry)
  }
}

object SparkSuite {
  private val Folding = "org.apache.spark.sql.catalyst.optimizer"
  private val NoFolding =
    s"$Folding.ConstantFolding,$Folding.ConvertToLocalRelation,$Folding.NullPropagation"
  val Pruning = "sparkwire.optimizer.PruneDecodedFields"

  val Unfolded: (String, String) = "spark.sql.optimizer.excludedRules" -> NoFolding
  val Unpruned: (String, String) = "spark.sql.optimizer.excludedRules" -> Pruning
  val Interpreted: Seq[(String, String)] = Seq(
    "spark.sql.codegen.wholeStage" -> "false",
    "spark.sql.codegen.factoryMode" -> "NO_CODEGEN")
  val Generated: Seq[(String, String)] = Seq(
    "spark.sql.codegen.wholeStage" -> "true",
    "spark.sql.codegen.factoryMode" -> "CODEGEN_ONLY")

  // Two JVMs of tests run at a time.
  private val warehouse = Path.of(s"jvm/spark/target/warehouse/${ProcessHandle.current.pid}")

  lazy val session: classic.SparkSession = SparkSession.builder()
    .master("local[2]")
    .appName("sparkwire tests")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.shuffle.partitions", "2")
    // Generated code that does not compile is an error instead of a fallback.
    .config("spark.sql.codegen.fallback", "false")
    .config("spark.sql.warehouse.dir", warehouse.toUri.toString)
    .getOrCreate()
    .asInstanceOf[classic.SparkSession]

  /** Returns the parameters of an error's condition as a Scala map. */
  def parametersOf(error: SparkThrowable): Map[String, String] =
    error.getMessageParameters.asScala.toMap
}
