package sparkwire.encoding

import org.apache.spark.sql.AnalysisException

import sparkwire.SparkSuite
import sparkwire.wire.{Line, Vectors}
import sparkwire.wire.layouts.LayoutVectors

import org.scalatest.funsuite.AnyFunSuite

/** Encodes values that SQL makes, and decodes and encodes the values of the vectors in one query. */
class LayoutEncodeSuite extends AnyFunSuite with SparkSuite {
  private def literal(text: String): String =
    "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

  private def mapOf(options: Map[String, String]): String =
    if (options.isEmpty) "map()"
    else options.map { case (key, value) => s"'$key', '$value'" }.mkString("map(", ", ", ")")

  LayoutVectors.read("encode").foreach { line =>
    test(s"layouts/encode: ${line.name}") {
      val arguments =
        s"${line.line.text("sql")}, ${literal(line.layout)}, ${mapOf(line.options.values)}"
      line.field("hex") match {
        case Some(hex) =>
          val row = spark.sql(s"SELECT lower(hex(layout_encode($arguments)))").head()
          assert(row.getString(0) === hex.asText)
        case None =>
          val row = spark.sql(
            s"SELECT try_layout_encode($arguments), layout_encode_fault($arguments).reason").head()
          assert(row.isNullAt(0))
          assert(row.getString(1) === line.field("encode_fails").get.asText)
      }
    }
  }

  test("a list up to the end of the stream") {
    def encoded(values: String): (String, String) = {
      val layout =
        "'{seq: [{id: e, type: u1, repeat: until, repeat-until: _io.eof or _ == 5}]}'"
      val row = spark.sql(
        s"""SELECT hex(try_layout_encode(named_struct('e', array($values)), $layout)),
           |  layout_encode_fault(named_struct('e', array($values)), $layout).reason""".stripMargin)
        .head()
      (row.getString(0), row.getString(1))
    }
    assert(encoded("1, 5") === (("0105", null)))
    assert(encoded("1, 2") === (("0102", null)))
    // The list ends with the first 5, wherever the stream ends.
    assert(encoded("5, 1") === ((null, "invalid-value")))
  }

  test("layouts that cannot be written are refused when a query is analysed") {
    for {
      file <- Seq("rules", "realistic", "random", "by-hand")
      heading <- Vectors.read("layouts", file).filterNot(_.json.has("name"))
    } {
      val layout = heading.text("layout")
      val query =
        s"SELECT layout_encode(layout_decode(X'', ${literal(layout)}), ${literal(layout)})"
      val isRefused =
        try { spark.sql(query); false }
        catch { case _: AnalysisException => true }
      assert(isRefused === isMarked(heading), layout)
    }
  }

  private def isMarked(heading: Line): Boolean =
    Option(heading.json.get("encode")).exists(_.asText == "refused")

  test("values of the vectors are the same bytes after one query there and back") {
    for {
      file <- Seq("rules", "realistic", "random", "by-hand")
      (layout, lines) <- LayoutVectors.read(file).groupBy(_.layout)
      written = lines.filter(line =>
        line.field("writes").exists(_.asBoolean) &&
          line.options.values.isEmpty && line.name != "eos with terminator and padding 3")
      if written.nonEmpty
    } {
      val rows = written.map(line => s"(X'${line.line.text("hex")}')").mkString(", ")
      val different = spark.sql(
        s"SELECT hex(v) FROM VALUES $rows AS t(v) " +
          s"WHERE layout_encode(layout_decode(v, ${literal(layout)}), ${literal(layout)}) != v")
      assert(different.collect().toSeq.map(_.getString(0)) === Nil, layout)
    }
  }
}
