package sparkwire.linkage

import java.nio.file.{Files, Path}

import scala.util.Using

import sparkwire.FreshJvm
import sparkwire.catalog.FunctionCatalog
import sparkwire.execution.{ColumnOperator, RowOperator, WhereRule}
import sparkwire.expressions.ExpressionCode
import sparkwire.fast.GeneratedCodes
import sparkwire.linkage.Change._
import sparkwire.optimizer.Pruning

import org.scalatest.{Assertion, BeforeAndAfterAll}
import org.scalatest.funsuite.AnyFunSuite

/** Spark versions that lack or change something that an optional part needs: the part is left out
  * with one line in the log, the other parts are present, and every function decodes. Each test
  * runs a JVM whose Spark was changed by [[DoctoredSpark]].
  */
class ForkedSparkSuite extends AnyFunSuite with BeforeAndAfterAll {
  private val folder = Files.createTempDirectory("doctored")

  override protected def afterAll(): Unit =
    try Using.resource(Files.walk(folder))(
        _.sorted(java.util.Comparator.reverseOrder[Path]).forEach(Files.delete(_)))
    finally super.afterAll()

  private val sql = "org/apache/spark/sql"

  private def run(changes: Seq[Change], arguments: String*): String = {
    val here = Files.createTempDirectory(folder, "spark")
    val flags = Seq("-Xmx1g", "-Duser.timezone=UTC", "-Dsparkwire.log=warn")
    FreshJvm.run(flags, classOf[ForkedSpark.type].getName.stripSuffix("$"), arguments,
      DoctoredSpark.classPath(changes, here))
  }

  private def answer(said: String, what: String): String = said.linesIterator.collectFirst {
    case line if line.startsWith(s"found $what: ") => line.stripPrefix(s"found $what: ")
  }.getOrElse(fail(s"nothing said of $what in\n${said.takeRight(4000)}"))

  private val log = ".* Sparkwire runs without (.*?) on this Spark: .* Missing in Spark: .+".r

  /** Asserts that exactly these parts are left out, with one line in the log for each. */
  private def probed(said: String, without: OptionalPart*): Assertion = {
    val gone = ForkedSpark.parts.filterNot(part => answer(said, part.toString).toBoolean)
    assert(gone === without, said.takeRight(4000))
    val logged = said.linesIterator.collect { case log(part) => part }.toSeq
    assert(logged === without.map(_.name))
  }

  /** Asserts that the results do not change, whatever is left out, and that plans have the
    * operators that are available.
    */
  private def decodes(said: String, pruned: Boolean, rows: Boolean, column: Boolean,
      compiled: Boolean): Assertion = {
    assert(answer(said, "decoded").startsWith("all "))
    assert(answer(said, "rows") === s"${answer(said, "sequences")} of ${answer(said, "events")}")
    assert(answer(said, "structs") === "399980000 b")
    assert(answer(said, "failed") === "0")
    val found =
      Seq("pruned", "DecodeRows", "DecodeColumn", "compiled").map(answer(said, _).toBoolean)
    assert(found === Seq(pruned, rows, column, compiled), said.takeRight(4000))
  }

  test("Apache's own Spark has all that is needed") {
    val linkage = new Linkage(getClass.getClassLoader)
    assert(ForkedSpark.parts.flatMap(_.missing(linkage)) === Nil)
  }

  private val noProject = NoClass(s"$sql/execution/ProjectExec")
  private val noColumnarToRow = NoClass(s"$sql/execution/ColumnarToRowExec")
  private val noCompile = NoMethod("compile", "CodeAndComment")

  for ((what, change, without) <- Seq(
      ("no injectOptimizerRule", NoMethod("injectOptimizerRule"), Seq(Pruning)),
      ("no GetArrayStructFields", NoClass(s"$sql/catalyst/expressions/GetArrayStructFields"),
        Seq(Pruning)),
      ("no ProjectExec", noProject, Seq(RowOperator, WhereRule)),
      ("no injectPlannerStrategy", NoMethod("injectPlannerStrategy"), Seq(RowOperator)),
      ("no ColumnarToRowExec", noColumnarToRow, Seq(ColumnOperator)),
      ("no closeIfFreeable", NoMethod("closeIfFreeable"), Seq(ColumnOperator)),
      ("operators that have to implement one more method",
        NewAbstractMethod(s"$sql/execution/SparkPlan"),
        Seq(RowOperator, ColumnOperator, WhereRule)),
      ("no addReferenceObj", NoMethod("addReferenceObj"),
        Seq(RowOperator, ColumnOperator, WhereRule, ExpressionCode)),
      ("no CodeGenerator.compile", noCompile, Seq(GeneratedCodes))
    )) test(s"a Spark with $what: one line of the log for each part that is left out") {
    probed(run(Seq(change), "probe"), without: _*)
  }

  test("a Spark without rule and column operator decodes the same with the rest") {
    val said = run(Seq(NoMethod("injectOptimizerRule"), noColumnarToRow))
    probed(said, Pruning, ColumnOperator)
    decodes(said, pruned = false, rows = true, column = false, compiled = true)
  }

  // Databricks runtimes have lacked these classes.
  test("a Spark with no FoldableUnevaluable and no StaticInvoke has all parts") {
    val expressions = s"$sql/catalyst/expressions"
    val said = run(
      Seq(
        NoClass(s"$expressions/FoldableUnevaluable"),
        NoClass(s"$expressions/objects/StaticInvoke")))
    probed(said)
    decodes(said, pruned = true, rows = true, column = true, compiled = true)
  }

  test("a Spark without all of it decodes by every function") {
    val changes = Seq(
      NoMethod("injectOptimizerRule"),
      NoMethod("injectPlannerStrategy"),
      NoMethod("addReferenceObj"),
      noCompile)
    val said = run(changes, "all")
    probed(said, ForkedSpark.parts: _*)
    decodes(said, pruned = false, rows = false, column = false, compiled = false)
    assert(answer(said, "decoded") === s"all ${FunctionCatalog.all.length}")
  }

  test("a session that ignores spark.sql.extensions and the service file takes register") {
    val owner = s"$sql/classic/SparkSession$$"
    val said = run(
      Seq(Emptied(owner, "$$loadExtensions"), Emptied(owner, "$$applyExtensions")), "register")
    assert(answer(said, "known") === "false")
    probed(said)
    decodes(said, pruned = true, rows = true, column = false, compiled = true)
  }
}
