package sparkwire.catalog

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.security.MessageDigest

import org.apache.spark.sql.Row

import sparkwire.SparkSuite
import sparkwire.catalog.arguments.Function
import sparkwire.wire.Vectors
import sparkwire.wire.core.{Format, OptionSpec}

import org.scalatest.funsuite.AnyFunSuite

/** Checks everything that users depend on: `tests/golden/functions.txt` lists every function with
  * its parameters and its result schema, every option with its default, every reason, and a digest
  * of the schema of each Kafka message.
  *
  * `docs/pages/versioning.md` says which changes are possible in which version. With
  * `SPARKWIRE_GOLDEN=write` in the environment, the suite writes the file again.
  */
class SignaturesSuite extends AnyFunSuite with SparkSuite with SampleCalls {
  private val file = Path.of("tests", "golden", "functions.txt")

  test("signatures, result schemas, options and reasons are those of the golden file") {
    if (sys.env.get("SPARKWIRE_GOLDEN").contains("write")) Files.writeString(file, found, UTF_8)
    val golden = Files.readString(file, UTF_8).linesIterator.toSeq
    val lines = found.linesIterator.toSeq
    assert(
      lines.diff(golden) === Nil,
      "\nis not in tests/golden/functions.txt: docs/pages/versioning.md says what may change")
    assert(golden.diff(lines) === Nil, "\nis in tests/golden/functions.txt, but no longer true")
    assert(lines === golden)
  }

  private lazy val found: String =
    Seq("# Functions", "") ++ FunctionCatalog.all.sortBy(_.name).map(ofFunction) ++
      Seq("# Formats", "") ++ formats.distinctBy(_.name).sortBy(_.name).map(ofFormat) ++
      Seq("# Kafka's messages", "") ++ layouts.map(ofLayout) mkString "\n"

  private def ofFunction(function: Function): String = {
    val parameters = function.parameters.map { parameter =>
      val optional = if (parameter.optional) ", optional" else ""
      s"  ${parameter.name}: ${parameter.accepts.words}$optional\n"
    }
    s"${function.name}, since ${function.since}\n${parameters.mkString}" +
      s"  = ${schemaOf(sampleCall(function))}\n" +
      s"  ${function.example.sql}\n  = ${schemaOf(function.example.sql)}\n"
  }

  private def schemaOf(query: String): String =
    sql(query).schema.map(_.dataType.sql).mkString(", ")

  private def ofFormat(format: Format): String = {
    val options = format.allOptions.sortBy(_.name).map {
      case words: OptionSpec.Words => s"  ${words.name} = ${words.words.mkString(" | ")}\n"
      case number: OptionSpec.Number =>
        s"  ${number.name} = ${number.default}, from ${number.from} to ${number.to}\n"
      case checked: OptionSpec.Checked => s"  ${checked.name} = ${checked.accepted}\n"
    }
    val reasons = format.reasons.map(_.word).sorted.map(word => s"  ! $word\n")
    s"${format.name}\n${options.mkString}${reasons.mkString}"
  }

  private def layouts: Seq[Row] =
    rows("SELECT inline(kafka_layouts())").sortBy(_.getAs[String]("name"))

  // A message that Kafka has removed has neither versions nor a schema.
  private def ofLayout(layout: Row): String = {
    val (name, versions) =
      (layout.getAs[String]("name"), layout.getAs[String]("valid_versions"))
    if (versions == "none") s"$name none" else s"$name $versions ${digest(name)}"
  }

  private def digest(layout: String): String = {
    val schema = schemaOf(s"SELECT kafka_decode(CAST(NULL AS BINARY), '$layout')")
    Vectors.hex(MessageDigest.getInstance("SHA-256").digest(schema.getBytes(UTF_8)).take(8))
  }
}
