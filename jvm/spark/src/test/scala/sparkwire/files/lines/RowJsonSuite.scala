package sparkwire.files.lines

import scala.util.Random

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.functions.{col, struct, to_json}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.SparkSuite

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The lines of the command line are what `to_json` writes, with further control characters escaped. */
class RowJsonSuite extends AnyFunSuite with SparkSuite {
  import scala.jdk.CollectionConverters._

  private def bySpark(data: DataFrame): Seq[String] =
    withConf("spark.sql.session.timeZone" -> "UTC") {
      data.select(to_json(struct(col("*")), RowJson.Options.asJava)).collect().toSeq
        .map(row => escaped(row.getString(0)))
    }

  private def escaped(json: String): String =
    json.flatMap(char =>
      if (char >= 0x7f && char <= 0x9f) f"\\u${char.toInt}%04x" else char.toString)

  private def byUs(data: DataFrame): Seq[String] = {
    val out = new LineText
    val put = RowJson.ofRow(data.schema, out)
    spark.sessionState.executePlan(data.queryExecution.logical).toRdd.map(_.copy()).collect()
      .toSeq.map { row =>
        out.truncate(0)
        put(row)
        out.toString
      }
  }

  private def agree(data: DataFrame, count: Int): Assertion = {
    val found = byUs(data)
    assert(found.length === count)
    assert(found === bySpark(data))
  }

  test("values of all types, NULLs and special numbers included") {
    agree(
      sql(
        """
        SELECT * FROM VALUES
          (true, 1Y, -2S, 3, -9223372036854775808L, 1.5F, double('NaN'), 1.50BD, 'a"b', X'00ff',
            DATE'2024-02-29', TIMESTAMP'2024-02-29 12:34:56.789012', TIMESTAMP_NTZ'1969-12-31 23:59:59',
            INTERVAL 1 DAY, named_struct('x', 1, 'y', null), array(1, null), map('k', null, 'l', 2)),
          (false, -1Y, 2S, -3, 9223372036854775807L, float('inf'), double('-Infinity'), -0.001BD, '', X'',
            DATE'0001-01-01', TIMESTAMP'0001-01-01 00:00:00', TIMESTAMP_NTZ'9999-12-31 00:00:00',
            INTERVAL -1 SECOND, named_struct('x', null, 'y', null), array(), map()),
          (null, null, null, null, 0L, float('nan'), 1e300, 10000000000BD, 'é😀', X'666f6f',
            DATE'12345-01-01', TIMESTAMP'9999-12-31 23:59:59.999999', null,
            null, null, null, null),
          (null, 0Y, 0S, 0, 10L, 0.1F, -0.0D, 0BD, null, null,
            null, timestamp_micros(-62135596800000001L), null, null, null, null, null),
          (null, 0Y, 0S, 0, 10L, 1e20F, 1e7D, 0BD, null, null,
            null, timestamp_micros(253402300800000000L), null, null, null, null, null)
        AS t(`a`, `b"`, c, d, e, f, g, h, `i.j`, k, l, m, n, o, p, q, r)"""),
      5)
  }

  test("every character of the first two planes' first pages") {
    val texts = (0 to 0x2ff).map(code => Row(s"a${code.toChar}b")) :+ Row("\ud83d\ude00\uffff")
    agree(
      spark.createDataFrame(texts.asJava, new StructType().add("t", StringType)), texts.length)
  }

  test("malformed UTF-8 is replaced as Java replaces it") {
    val data =
      sql("SELECT cast(X'61ff62c2' AS STRING) AS t, map(cast(X'e28261' AS STRING), 1) AS m")
    agree(data, 1)
  }

  test("VARIANTs of all types") {
    agree(
      sql(
        """
        SELECT parse_json(text) AS v, array(parse_json(text)) AS vs FROM VALUES
          ('null'), ('true'), ('[false, 1, -1, 200, 40000, 3000000000, 9223372036854775807]'), ('1.25'),
          ('1e300'), ('123456789012345678901234567890'), ('"text"'), ('{}'), ('[]'),
          ('{"b": [1, {"a": "x\\u0085\\"\\\\"}], "a": {"a": null}}') AS t(text)"""),
      10)
    agree(
      sql("""
        SELECT to_variant_object(named_struct('d', DATE'2024-02-29',
          't', TIMESTAMP'2024-02-29 12:34:56.789', 'n', TIMESTAMP_NTZ'2024-02-29 12:34:56',
          'f', 1.5F, 'b', X'00ff', 'x', 1.50BD, 'l', repeat('long ', 100),
          'nan', double('nan'), 'm', map('k', array(1S)),
          'many', transform(sequence(1, 300), i -> i))) AS v"""),
      1)
  }

  test("VARIANTs of many names and of random shape") {
    val random = new Random(20261130)
    def json(depth: Int): String = random.nextInt(if (depth == 0) 5 else 7) match {
      case 0 => random.nextLong().toString
      case 1 => random.nextGaussian().toString
      case 2 => "null"
      case 3 => (random.nextInt(1000) - 500).toString
      case 4 => "\"" + random.alphanumeric.take(random.nextInt(80)).mkString + "\""
      case 5 => Seq.fill(random.nextInt(6))(json(depth - 1)).mkString("[", ",", "]")
      case _ =>
        (0 until random.nextInt(400)).map(i =>
          s""""n${i * 37 % 400}é":${if (i % 50 == 0) json(depth - 1) else i}""")
          .mkString("{", ",", "}")
    }
    val rows = Seq.fill(200)(Row(json(4)))
    val data = spark.createDataFrame(rows.asJava, new StructType().add("t", StringType))
      .selectExpr("parse_json(t) AS v")
    agree(data, 200)
  }

  test("what decoding returns") {
    view("decoded", "v BINARY",
      (0 until 300).map(i =>
        Row(
          f"82a169${"cd%04x".format(i * 7)}a16ec0".grouped(2).map(
            Integer.parseInt(_, 16).toByte).toArray)))
    agree(sql("SELECT msgpack_decode(v) AS m, try_databus_decode(v) AS d FROM decoded"), 300)
  }

  test("a malformed VARIANT is refused if Spark refuses it") {
    val random = new Random(7)
    val good = one("""SELECT parse_json('{"a": [1, "text", {"b": 1.5}], "c": "x"}')""")
      .asInstanceOf[VariantVal]
    val out = new LineText
    val json = new VariantJson(out)
    val ends = (1 to 3000).map { _ =>
      val (value, names) = (good.getValue.clone, good.getMetadata.clone)
      val of = if (random.nextInt(3) == 0) names else value
      of(random.nextInt(of.length)) = random.nextInt(256).toByte
      val cut = value.take(value.length - random.nextInt(2))
      val variant = new VariantVal(cut, names)
      out.truncate(0)
      val ours =
        try {
          json.put(variant)
          Some(out.toString)
        } catch { case _: RuntimeException => None }
      val theirs =
        try Some(escaped(variant.toJson(java.time.ZoneOffset.UTC)))
        catch { case _: RuntimeException => None }
      if (theirs.isDefined && ours.isDefined) assert(ours === theirs)
      (ours.isDefined, theirs.isDefined)
    }
    assert(ends.count(_ == ((true, true))) > 300)
    assert(ends.count(_ == ((false, false))) > 300)
    assert(ends.count(end => end._1 != end._2) === 0)
  }
}
