package sparkwire

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.time.{LocalDateTime, ZoneOffset}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.Row

import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

/** Runs `tests/sql/X.sql` and compares each query, its schema and its rows with `tests/sql/X.out`.
  * The results must be the same with and without generated code, and with ANSI mode on and off.
  *
  * A query ends with a semicolon at the end of a line; comments above it are its title. With
  * `SPARKWIRE_GOLDEN=write` in the environment, the suite writes the results again: read the diff.
  */
class GoldenSqlSuite extends AnyFunSuite with SparkSuite {
  private val folder = Path.of("tests", "sql")
  private val writes = sys.env.get("SPARKWIRE_GOLDEN").contains("write")

  private val files: Seq[Path] = Using.resource(Files.list(folder))(
    _.iterator.asScala.filter(_.toString.endsWith(".sql")).toSeq.sorted)

  private def queries(file: Path): Seq[String] =
    Files.readString(file, UTF_8).split(";[ \t]*\n").map(_.trim).filter(_.nonEmpty).toSeq

  private def resultsOf(file: Path): Path =
    folder.resolve(file.getFileName.toString.stripSuffix(".sql") + ".out")

  // With ANSI mode on, constant folding is off, so that the generated code runs.
  private val modes: Seq[(String, Seq[(String, String)])] = for {
    (code, switches) <- Seq(
      "generated code" -> SparkSuite.Generated,
      "interpreted" -> SparkSuite.Interpreted)
    (ansi, folding) <- Seq("on" -> Seq(SparkSuite.Unfolded), "off" -> Nil)
  } yield (s"$code, ANSI $ansi",
    switches ++ folding :+ ("spark.sql.ansi.enabled" -> (ansi == "on").toString))

  test("there are golden files, each with its results") {
    assert(files.nonEmpty)
    val results = Using.resource(Files.list(folder))(
      _.iterator.asScala.filter(_.toString.endsWith(".out")).toSet)
    if (!writes) assert(files.map(resultsOf).toSet === results)
  }

  for (file <- files; name = file.getFileName) {
    if (writes) test(s"$name: results are written") {
      Files.writeString(resultsOf(file), queries(file).map(result).mkString("\n"), UTF_8)
      succeed
    }

    for ((mode, conf) <- modes) test(s"$name: $mode") {
      withConf(conf: _*)(assertSame(file))
    }
  }

  private def assertSame(file: Path): org.scalatest.Assertion = {
    val expected = Files.readString(resultsOf(file), UTF_8).split("\n(?=-- query\n)").map(_.trim)
    val all = queries(file)
    assert(all.length === expected.length)
    for ((query, golden) <- all.zip(expected)) assert(result(query).trim === golden)
    succeed
  }

  private def result(query: String): String = {
    val (schema, rows) =
      try {
        val frame = sql(query)
        val schema =
          frame.schema.map(field => s"${field.name} ${field.dataType.sql}").mkString(", ")
        (schema, frame.collect().map(_.toSeq.map(show).mkString(" | ")).toSeq)
      } catch {
        case error: SparkThrowable =>
          (s"refused, SQLSTATE ${error.getSqlState}", Seq(message(error)))
      }
    s"-- query\n$query;\n-- schema\n$schema\n-- rows\n${rows.map(_ + "\n").mkString}"
  }

  private def message(error: SparkThrowable with Throwable): String =
    error.getMessage.linesIterator.next()

  private def show(value: Any): String = value match {
    case null => "NULL"
    case text: String => s"'${text.replace("'", "''")}'"
    case bytes: Array[Byte] => s"X'${Vectors.hex(bytes)}'"
    case time: java.sql.Timestamp =>
      LocalDateTime.ofInstant(time.toInstant, ZoneOffset.UTC).toString.replace('T', ' ')
    case items: collection.Seq[_] => items.map(show).mkString("[", ", ", "]")
    case row: Row if row.schema != null =>
      row.schema.fieldNames.zip(row.toSeq).map { case (name, field) => s"$name: ${show(field)}" }
        .mkString("{", ", ", "}")
    case other => other.toString
  }
}
