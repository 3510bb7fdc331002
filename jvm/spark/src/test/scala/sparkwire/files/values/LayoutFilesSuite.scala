package sparkwire.files.values

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}

import sparkwire.{Layout, SparkSuite}
import sparkwire.files.OwnFolder
import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

/** Files of values that a layout describes, and layouts in files. */
class LayoutFilesSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  private val names = "{seq: [{id: n, type: u1}, {id: name, type: str, size: n, encoding: ASCII}]}"
  private val found = "{seq: [{contents: M}, {id: n, type: u1, valid: {max: 9}}]}"
  private val toEnd = "{seq: [{id: n, type: u1}, {id: rest, size-eos: true}]}"

  private def load(path: Path, options: (String, String)*): DataFrame =
    spark.read.format("sparkwire-layout").options(options.toMap).load(path.toString)

  private def text(file: Path): String = file.toString

  private def layout(name: String, content: String): Path = file(name, content.getBytes(UTF_8))

  private def condition(query: => Any): (String, String) = {
    val error = intercept[AnalysisException](query)
    (error.getCondition, error.getMessage)
  }

  test("a row for each value, which the functions decode") {
    val path = file("names", Vectors.bytes("026162 00 0163"))
    val rows = load(path, "layout" -> names)
      .selectExpr("offset", s"layout_decode(value, '$names').name").collect().toSeq
    assert(rows === Seq(Row(0, "ab"), Row(3, ""), Row(4, "c")))
    assert(load(path, "LAYOUT" -> names).where("fault IS NOT NULL").count() === 0)
  }

  test("the values of the vectors end to end") {
    val lines = Vectors.read("layouts", "streams").map(_.json)
    for (name <- Seq("payroll", "gnss_frame", "bus_adu", "sensor_bits", "coin_transaction")) {
      val of = lines.filter(_.path("layout_name").asText == name)
      val text = of.find(_.has("layout")).get.path("layout").asText
      for ((line, at) <- of.filter(_.has("hex")).zipWithIndex) {
        val path = file(s"$name-$at", Vectors.bytes(line.path("hex").asText))
        val rows = load(path, "layout" -> text, "mode" -> "permissive").select("offset",
          "fault.reason").collect().toSeq
        val values = line.path("all").path("values")
        // After the first malformed value, the table may find more of them.
        assert(rows.takeWhile(_.isNullAt(1)).map(_.getLong(0)) ===
          (0 until values.size).map(number => values.get(number).path("offset").asLong))
        val tail = line.path("all").path("tail")
        assert(rows.find(!_.isNullAt(1)).map(row => row.getLong(0) -> row.getString(1)) ===
          Option.when(!tail.isNull)(tail.path("offset").asLong -> tail.path("reason").asText))
      }
    }
  }

  test("permissive: values that begin with constant bytes are found behind damage") {
    val path = file("found", Vectors.bytes("4d01 ffff 4d0a 4d02"))
    val rows = load(path, "layout" -> found, "mode" -> "permissive")
      .selectExpr("offset", "hex(value)", "fault.reason", "fault.path").collect().toSeq
    assert(rows === Seq(Row(0, "4D01", null, null), Row(2, "FFFF", "bad-contents", "_unnamed0"),
      Row(4, "4D0A", "invalid-value", "n"), Row(6, "4D02", null, null)))
  }

  test("failfast: the first malformed value fails the query") {
    val path = file("cut", Vectors.bytes("0261"))
    val error = intercept[SparkThrowable](load(path, "layout" -> names).collect())
    assert(error.getCondition === "SPARKWIRE_MALFORMED")
    assert(error.getMessageParameters.get("reason") === "truncated")
  }

  // The first look at a value is at 64 KiB.
  test("a value that goes on to the end of the file has all of it") {
    for (size <- Seq(1, 1000, (64 << 10) - 1, 64 << 10, (64 << 10) + 1, 1 << 20)) {
      val path = file(s"whole-$size", Array.fill(size)(1.toByte))
      val rows = load(path, "layout" -> toEnd).selectExpr("offset", "length(value)").collect()
      assert(rows.toSeq === Seq(Row(0, size)))
    }
    val path = file("too-large", Array.fill(1 << 20)(1.toByte))
    val rows = load(path, "layout" -> toEnd, "mode" -> "permissive", "maxSize" -> "100000")
      .select("offset", "fault.reason").collect()
    assert(rows.toSeq === Seq(Row(0, "too-large")))
  }

  test("a layout in a file, with the files that it imports") {
    val path = file("data", Vectors.bytes("0007 0008"))
    layout("layouts/common/number.ksy", "{meta: {id: number}, seq: [{id: n, type: u2be}]}")
    layout("layouts/near.ksy",
      "{meta: {id: near, imports: [/common/number]}, seq: [{id: m, type: number}]}")
    val main = layout("layouts/shop/order.ksy",
      "{meta: {id: order, imports: [../near]}, seq: [{id: a, type: near}]}")
    val rows = load(path, "layoutFile" -> text(main)).select("offset").collect().toSeq
    assert(rows === Seq(Row(0), Row(2)))
    val one = Layout.read(text(main))
    assert(!one.contains("imports"))
    assert(this.one(s"SELECT layout_decode(X'0007', '$one').a.m.n") === 7)
  }

  test("a layout in a file without imports is the text of the file") {
    val content = s"# a comment\n$names\n"
    assert(Layout.read(text(layout("plain.ksy", content))) === content)
    assert(Layout.read(text(layout("named-otherwise.yaml", content))) === content)
  }

  test("what is wrong with a layout is said") {
    val path = file("some", Array[Byte](1))
    assert(condition(load(path))._2.contains("layout: is missing. Accepted: the text of"))
    assert(
      condition(load(path, "layout" -> names, "layoutFile" -> "a.ksy"))._2.contains(
        "layout and layoutFile are both given"))
    val (schema, wrong) = condition(load(path, "layout" -> "{seq: [{id: a, type: u3}]}"))
    assert(schema === "SPARKWIRE_INVALID_SCHEMA")
    assert(wrong.contains("sparkwire-layout: layout: /seq/0/type"))
    val missing = root.resolve("none.ksy").toString
    assert(condition(load(path, "layoutFile" -> missing))._2.contains("there is no file"))
    assert(condition(Layout.read(missing))._1 === "SPARKWIRE_INVALID_SCHEMA")
    val lonely = layout("lonely.ksy", "{meta: {id: lonely, imports: [sub/other]}, seq: []}")
    assert(condition(Layout.read(text(lonely)))._2.contains("sub/other.ksy"))
    layout("sub/other.ksy", "{seq: [}")
    assert(condition(Layout.read(text(lonely)))._2.contains("sub/other.ksy"))
    assert(
      condition(load(path, "layout" -> names, "byteOrder" -> "big"))._2.contains(
        "unknown option 'byteOrder'"))
  }

  test("a table of SQL") {
    val path = file("in-sql", Vectors.bytes("026162 0163"))
    sql(
      s"CREATE TEMPORARY VIEW named USING `sparkwire-layout` OPTIONS (path '$path', layout '$names')")
    assert(one("SELECT count(*) FROM named") === 2)
  }
}
