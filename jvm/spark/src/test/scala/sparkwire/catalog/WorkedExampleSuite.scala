package sparkwire.catalog

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import org.apache.spark.sql.classic

import sparkwire.SparkSuite
import sparkwire.errors.MalformedInputException

import org.scalatest.funsuite.AnyFunSuite

/** The page on adding a format: its code is the code that these tests compile, and its queries give
  * the results that it shows.
  */
class WorkedExampleSuite extends AnyFunSuite with SparkSuite {
  private val page = Files.readString(Path.of("docs/pages/adding-a-format.md"), UTF_8)
  private val code = "(?s)```scala\n(package .*?)```".r.findAllMatchIn(page).map(_.group(1)).toSeq
  private val queries =
    "(?s)```sql\n(.*?);?\n```\\s+```text\n(.*?)```".r.findAllMatchIn(page).map(found =>
      (found.group(1), found.group(2))).toSeq

  private lazy val session: classic.SparkSession = {
    val session = spark.newSession()
    (BeaconFunctions.rows ++ ParcelFunctions.rows).map(FunctionCatalog.registration).foreach {
      case (name, info, build) =>
        session.sessionState.functionRegistry.registerFunction(name, info, build)
    }
    session
  }

  /** Returns the output of a query as the page shows it: its rows, or the message of its error. */
  private def shown(query: String): String = {
    val out = new ByteArrayOutputStream
    try Console.withOut(out)(session.sql(query).show(truncate = false))
    catch {
      case refused: MalformedInputException => out.writeBytes(refused.getMessage.getBytes(UTF_8))
    }
    out.toString(UTF_8).trim
  }

  test("there is something to compare") {
    assert(code.length === 8 && queries.length === 4)
  }

  for (file <- code) {
    val folder = "package ([\\w.]+)".r.findFirstMatchIn(file).get.group(1).replace('.', '/')
    val name = "(?m)^(?:private\\[\\w+\\] )?(?:final )?(?:class|object) (\\w+)".r
      .findFirstMatchIn(file).get.group(1)
    test(s"$name on the page is the code that is tested") {
      val tested = Path.of(s"jvm/spark/src/test/scala/$folder/$name.scala")
      assert(Files.readString(tested, UTF_8) === file)
    }
  }

  for ((query, text) <- queries)
    test(s"the page shows what comes of $query")(assert(shown(query) === text.trim))

  test("the examples of the rows are right") {
    for (row <- BeaconFunctions.rows :+ ParcelFunctions.rows.head)
      assert(session.sql(row.example.sql).head().get(0).toString === row.example.result, row.name)
  }
}
