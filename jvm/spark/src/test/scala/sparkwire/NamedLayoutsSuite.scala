package sparkwire

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.types.{DataType, StructType}

import org.scalatest.funsuite.AnyFunSuite

/** The layouts of `docs/layouts`, which the jar contains. */
class NamedLayoutsSuite extends AnyFunSuite with SparkSuite {
  private val folder = Path.of("docs", "layouts")

  test("every file of the folder has a name") {
    val files = Using.resource(Files.list(folder))(list =>
      list.iterator.asScala.map(_.getFileName.toString.stripSuffix(".ksy")).toSeq)
    assert(Layout.names == files.sorted)
    assert(Layout.names.size >= 12)
  }

  for (name <- Layout.names) {
    test(s"$name is its id, and it has a title and a doc") {
      val lines = Layout.named(name).linesIterator.toSeq
      assert(lines.take(2) == Seq("meta:", s"  id: $name"))
      assert(lines(2).startsWith("  title: "))
      assert(lines.contains("doc: |"))
    }

    test(s"$name is what the file says, and has a type") {
      assert(Layout.named(name) == Files.readString(folder.resolve(s"$name.ksy")))
      val text = Layout.named(name).replace("\\", "\\\\").replace("'", "\\'")
      val ddl = one(s"SELECT layout_schema('$text')").toString
      assert(DataType.fromDDL(ddl).asInstanceOf[StructType].nonEmpty)
    }
  }

  test("a wrong name is refused with the nearest one") {
    val error = intercept[AnalysisException](Layout.named("netflow_v9"))
    assert(error.getCondition == "SPARKWIRE_INVALID_SCHEMA")
    assert(error.getMessage.contains("no layout 'netflow_v9'. Did you mean netflow_v5?"))
  }
}
