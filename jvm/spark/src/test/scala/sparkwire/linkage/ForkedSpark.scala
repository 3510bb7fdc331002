package sparkwire.linkage

import java.nio.file.Files

import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.SparkPlan

import sparkwire.SparkwireExtensions
import sparkwire.catalog.FunctionCatalog
import sparkwire.execution.{ColumnOperator, RowOperator, WhereRule}
import sparkwire.expressions.ExpressionCode
import sparkwire.fast.GeneratedCodes
import sparkwire.optimizer.Pruning
import sparkwire.rows.GeneratedFillers
import sparkwire.wire.Vectors

/** The main class of a JVM with another Spark. It prints a line for each of its findings.
  *
  * Arguments: `probe` to look up the optional parts without a session, `register` if the session
  * does not know the functions, `all` to run the example of every function.
  */
object ForkedSpark {
  val parts: Seq[OptionalPart] =
    Seq(Pruning, RowOperator, ColumnOperator, WhereRule, ExpressionCode, GeneratedCodes)

  def main(arguments: Array[String]): Unit = {
    parts.foreach(part => say(part.toString, part.isAvailable))
    if (!arguments.contains("probe")) inSession(arguments)
  }

  private def inSession(arguments: Array[String]): Unit = {
    val spark = session()
    try {
      if (arguments.contains("register")) {
        say("known", spark.catalog.functionExists("databus_decode"))
        SparkwireExtensions.register(spark)
      }
      say("decoded", decodesAll(spark, if (arguments.contains("all")) FunctionCatalog.all else Nil))
      queries(spark)
      structs(spark)
    } finally spark.stop()
  }

  private def say(what: String, answer: Any): Unit = println(s"found $what: $answer")

  private def session(): classic.SparkSession = SparkSession.builder().master("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.shuffle.partitions", "2")
    // Generated code that does not compile is an error instead of a fallback.
    .config("spark.sql.codegen.fallback", "false")
    .getOrCreate().asInstanceOf[classic.SparkSession]

  private def decodesAll(
      spark: SparkSession, functions: Seq[sparkwire.catalog.arguments.Function]): String = {
    val wrong = functions.filter { function =>
      val found = spark.sql(function.example.sql).collect().map(_.toSeq.mkString("\t"))
      found.mkString("\n") != function.example.result
    }
    if (wrong.isEmpty) s"all ${functions.length}" else wrong.map(_.name).mkString("not ", ", ", "")
  }

  /** Runs queries over events in a file, which are decoded in a task. */
  private def queries(spark: classic.SparkSession): Unit = {
    import spark.implicits._
    val events = Seq("events-v1", "events-v2").flatMap(Vectors.read("databus", _))
      .filter(_.order == "big").map(_.bytes)
    val folder = Files.createTempDirectory("forked-spark").resolve("events").toString
    events.toDF("v").write.parquet(folder)
    val decoded =
      spark.sql(s"SELECT databus_decode(v, map('byteOrder', 'big')) d FROM parquet.`$folder`")
    decoded.createOrReplaceTempView("decoded")
    val sum = spark.sql("SELECT sum(d.sequence), count(d) FROM decoded").head()
    say("rows", sum.mkString(" of "))
    say("events", events.length)
    // Uses the operators where they are available.
    val direct = spark.sql("SELECT d.sequence, d.payload FROM decoded")
    say("sequences", direct.collect().map(_.getLong(0)).sum)
    val plan = direct.queryExecution.executedPlan
    say("DecodeRows", plan.exists(node => isNamed(node, "DecodeRows", "DecodeColumn")))
    say("DecodeColumn", plan.exists(isNamed(_, "DecodeColumn")))
    val optimized =
      spark.sql("SELECT d.sequence + 1 FROM decoded").queryExecution.optimizedPlan
    say("pruned", optimized.expressions.exists(_.exists(isPruned)))
  }

  // Compares names, because the class may be one that does not load here.
  private def isNamed(node: SparkPlan, names: String*): Boolean =
    node.nodeName.split(' ').exists(names.contains) || names.contains(node.getClass.getSimpleName)

  private def isPruned(expression: Expression): Boolean =
    expression.toString.contains(" as struct<sequence:bigint>")

  /** Decodes so many arrays of small structs that code is generated for them. */
  private def structs(spark: SparkSession): Unit = {
    val query = """SELECT sum(e.a), max(e.b) FROM (
      SELECT explode(kafka_decode(unhex(concat('00000002', n, '000161', n, '000162')),
        'ARRAY<STRUCT<a INT64, b STRING>>')) e
      FROM (SELECT lpad(hex(id), 16, '0') n FROM range(20000)))"""
    say("structs", spark.sql(query).head().mkString(" "))
    say("compiled", GeneratedFillers.compiled > 0)
    say("failed", GeneratedFillers.failed)
  }
}
