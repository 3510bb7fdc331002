package sparkwire.files.aerospike

import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.Base64

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}

import sparkwire.SparkSuite
import sparkwire.files.StreamRuns
import sparkwire.files.values.ValueReads

import com.github.luben.zstd.Zstd
import org.scalatest.funsuite.AnyFunSuite

/** Backups of Aerospike as tables. */
class BackupFilesSuite extends AnyFunSuite with StreamRuns {
  import WrittenBackup._

  private val index = "* i test demo by_age N 1 age N\n"
  private val udf = "* u L m.lua 8 return 1\n"
  private val list = Base64.getEncoder.encodeToString(Array[Byte](-109, -94, 3, 97, 7, -64))

  private def write(name: String, text: String): Path = write(name, bytes(text))
  private def write(name: String, content: Array[Byte]): Path = {
    val file = root.resolve(name)
    Files.createDirectories(file.getParent)
    Files.write(file, content)
  }

  private def load(options: (String, String)*)(paths: Path*): DataFrame =
    spark.read.format("sparkwire-aerospike-backup").options(options.toMap)
      .load(paths.map(_.toString): _*)

  private def keys(table: DataFrame): Seq[Int] =
    table.where("kind = 'record'").selectExpr("CAST(key AS INT)").collect().toSeq.map(_.getInt(0))

  test("the columns") {
    assert(load()(write("columns/a.asb", header)).schema.toDDL === "namespace STRING,set STRING," +
      "key VARIANT,digest BINARY,generation INT,expiration BIGINT,bins VARIANT,kind STRING," +
      "definition VARIANT,value BINARY,file STRING,offset BIGINT,fault STRUCT<reason: STRING, " +
      "offset: BIGINT, path: STRING>")
  }

  test("a row for each record, index and module") {
    val one = record(7, "I age 42", "S name 4 Zoë", s"L tags 8 $list", "N gone", "Z ok T",
      "D score 1.5", "B photo 4 AQID", "G at 2 {}")
    val file = write("rows/a.asb", header + index + udf + one)
    val table = load()(file)
    assert(table.selectExpr("kind", "namespace", "set", "CAST(key AS INT)", "hex(digest)",
      "generation", "expiration", "to_json(bins)", "to_json(definition)", "offset",
      "length(value)", "fault").collect().toSeq === Seq(
      Row("index", "test", "demo", null, null, null, null, null,
        """{"bin":"age","bin_type":"numeric","name":"by_age","type":"default"}""",
        header.length, index.length, null),
      Row("udf", null, null, null, null, null, null, null,
        """{"content":"cmV0dXJuIDE=","name":"m.lua","type":"lua"}""",
        header.length + index.length, udf.length, null),
      Row("record", "test", "demo", 7, "30" * 19 + "37", 1, 0,
        """{"age":42,"at":"{}","gone":null,"name":"Zoë","ok":true,"photo":"AQID","score":1.5,""" +
          """"tags":["a",7,null]}""",
        null, header.length + index.length + udf.length, bytes(one).length, null)))
    assert(table.where("file = input_file_name()").count() === 3)
    // Each column alone is the column of all.
    val all = table.collect().toSeq
    for (column <- Seq("namespace", "set", "generation", "expiration", "kind", "offset"))
      assert(table.select(column).collect().toSeq === all.map(row => Row(row.getAs[Any](column))))
  }

  test("SQL, and the format sparkwire") {
    val path = write("sql/a.asb", header + record(1, "I a 5") + record(2, "I a 6"))
    assert(spark.sql("SELECT sum(variant_get(bins, '$.a', 'int')) " +
      s"FROM `sparkwire-aerospike-backup`.`$path`")
      .head().getLong(0) === 11)
    val any = spark.read.format("sparkwire").option("files", "aerospike-backup")
    assert(any.load(path.toString).count() === 2)
    spark.sql(
      s"CREATE TABLE backups USING `sparkwire-aerospike-backup` OPTIONS (path '${path.getParent}')")
    try {
      assert(spark.sql("SELECT count(*) FROM backups WHERE set = 'demo'").head().getLong(0) === 2)
      assert(
        intercept[AnalysisException](
          spark.sql(
            "INSERT INTO backups SELECT * FROM backups"))
          .getMessage.nonEmpty)
    } finally {
      val _ = spark.sql("DROP TABLE backups")
    }
    val error = intercept[AnalysisException](
      spark.sql(
        "CREATE TABLE wrong USING `sparkwire-aerospike-backup` OPTIONS " +
          s"(path '$path', invalidUtf8 'maybe')"))
    assert(error.getMessage.contains("invalidUtf8 = 'maybe'. Accepted: fail, replace."))
  }

  test("writing is refused, and what to use is said") {
    val error = intercept[AnalysisException](
      spark.range(1).selectExpr("CAST(NULL AS BINARY) AS value").write
        .format("sparkwire-aerospike-backup").mode("append").save(root.resolve("out").toString))
    assert(error.getMessage.contains("Aerospike's Spark connector"))
  }

  test("compressed files are unpacked, and refused by their name without the option") {
    val text = bytes(header + record(1) + record(2))
    assert(keys(load()(write("packed/a.asb.gz", ValueReads.gzip(text)))) === Seq(1, 2))
    val zstd = write("packed/b.asb", Zstd.compress(text))
    assert(keys(load("compression" -> "zstd")(zstd)) === Seq(1, 2))
    def reason(path: Path): String = {
      val error = intercept[SparkThrowable](load()(path).collect())
      assert(error.getCondition === "SPARKWIRE_MALFORMED")
      SparkSuite.parametersOf(error)("reason")
    }
    assert(reason(zstd) === "compressed")
    assert(reason(write("packed/c.asb", Array.tabulate(64)(i => (i * 37 + 150).toByte))) ===
      "encrypted")
    assert(reason(write("packed/d.asb", record(1))) === "not-a-backup")
  }

  test("permissive: what is broken is a fault, and the other entries are there") {
    val (wrong, at) = broken(2)
    val text = header + record(1) + wrong + record(3, "I a x") + record(4)
    val file = write("broken/a.asb", text)
    val error = intercept[SparkThrowable](load()(file).collect())
    val said = SparkSuite.parametersOf(error)
    val start = header.length + record(1).length
    assert((said("format"), said("reason"), said("path")) ===
      (("aerospike-backup", "unknown-bin-type", "bins[0].key")))
    assert(said("offset") === (start + at).toString)
    val table = load("mode" -> "permissive")(file)
    assert(keys(table) === Seq(1, 4))
    val next = start + wrong.length
    assert(table.where("fault IS NOT NULL").selectExpr("fault.reason", "fault.offset", "fault.path",
      "offset", "CAST(value AS STRING)", "key", "kind").collect().toSeq === Seq(
      Row("unknown-bin-type", start + at, "bins[0].key", start, wrong, null, null),
      Row("bad-number", next + record(3, "I a x").length - 2, "bins.a", next, record(3, "I a x"),
        null,
        null)))
    // Whatever columns the query needs.
    for (columns <- Seq(Seq("offset"), Seq("fault.reason"), Seq("key"), Seq("namespace", "bins")))
      assert(table.selectExpr(columns: _*).collect().length === 4, columns)
    assert(table.count() === 4)
  }

  test("a bin that becomes too large is a fault, whatever columns the query needs") {
    val nils = Array[Byte](-35, 0, 0, 0x10, 0) ++ Array.fill(4096)(-64.toByte)
    val packed = Base64.getEncoder.encodeToString(nils)
    val file = write("large/a.asb", header + record(1, s"L a ${packed.length} $packed") + record(2))
    val table = load("mode" -> "permissive", "maxSize" -> "8192")(file)
    for (columns <- Seq(Seq("*"), Seq("bins"), Seq("generation"), Seq("offset"), Seq("namespace")))
      assert(
        table.selectExpr(columns :+ "fault.reason AS why": _*).collect().map(row =>
          row.getAs[String]("why")).toSeq === Seq("too-large", null),
        columns)
  }

  test("a filter on offset or file ends the reading early, and changes no row") {
    write("filters/a.asb", header + (0 until 50).map(record(_, "I a 1")).mkString)
    write("filters/b.asb", header + (50 until 60).map(record(_)).mkString)
    val table = load()(root.resolve("filters"))
    val all = table.collect().toSeq
    for (limit <- Seq(0, 41, 42, 1000, 100000))
      assert(table.where(s"offset < $limit").count() === all.count(_.getAs[Long]("offset") < limit))
    assert(table.where("file LIKE '%b.asb'").count() === 10)
    assert(table.where("set = 'demo' AND CAST(key AS INT) >= 55").count() === 5)
  }

  // Streams.

  private def append(text: Array[Byte]): Unit = {
    val _ = Files.write(root.resolve("in/a.asb"), text, StandardOpenOption.CREATE,
      StandardOpenOption.APPEND)
  }

  private def batch(columns: String*): Seq[Row] =
    run(
      spark.readStream.format("sparkwire-aerospike-backup").load(root.resolve("in").toString)
        .selectExpr(columns: _*))
      .flatten

  test("a stream: wherever a file ends when a batch begins, each entry comes once") {
    // Version 3.0 has no escapes, which a later batch must know.
    val old = record(2).replace("+ s demo", "+ s de\\mo")
    val text = bytes("Version 3.0\n# namespace test\n# first-file\n" + record(1) + index + old)
    val found = text.grouped(25).toSeq.flatMap { part =>
      append(part)
      batch("kind", "set", "CAST(key AS INT)")
    }
    assert(found === Seq(Row("record", "demo", 1), Row("index", "demo", null),
      Row("record", "de\\mo", 2)))
    Files.write(root.resolve("in/b.asb"), bytes(header + record(3)))
    assert(batch("CAST(key AS INT)") === Seq(Row(3)))
  }
}
