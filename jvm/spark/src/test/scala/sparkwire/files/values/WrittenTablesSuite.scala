package sparkwire.files.values

import java.nio.file.Files

import org.apache.spark.sql.{AnalysisException, Row}

import sparkwire.SparkSuite
import sparkwire.files.OwnFolder
import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

/** Values written to tables of the catalogue. */
class WrittenTablesSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  private val format = "`sparkwire-msgpack`"
  private val layout = "{seq: [{id: n, type: u1}, {id: name, type: str, size: n, encoding: ASCII}]}"

  /** Creates a table for a while, over a folder that is not there. */
  private def withTable[A](name: String, columns: String = "(value BINARY)",
      options: String = "", format: String = format)(run: => A): A = {
    sql(s"CREATE TABLE $name $columns USING $format OPTIONS (path '${root.resolve(name)}'$options)")
    try run
    finally { val _ = sql(s"DROP TABLE IF EXISTS $name") }
  }

  private def values(table: String): Seq[String] =
    sql(s"SELECT to_json(msgpack_decode(value)) FROM $table").collect().map(
      _.getString(0)).toSeq.sorted

  private def refusal(query: String): String =
    intercept[AnalysisException](sql(query).collect()).getMessage

  test("INSERT INTO a table whose folder is not there yet") {
    withTable("written_1") {
      assert(sql("SELECT * FROM written_1").count() === 0)
      sql("INSERT INTO written_1 VALUES (X'01'), (X'02')")
      assert(values("written_1") === Seq("1", "2"))
      sql("INSERT INTO written_1 SELECT msgpack_encode('a')")
      sql("INSERT INTO written_1 (value) SELECT named_struct('id', 7)")
      sql("INSERT INTO written_1 SELECT parse_json('[1]') AS v")
      assert(values("written_1") === Seq("\"a\"", "1", "2", "[1]", "{\"id\":7}"))
      sql("INSERT OVERWRITE written_1 SELECT map('a', 1)")
      assert(values("written_1") === Seq("{\"a\":1}"))
      spark.range(2).selectExpr("id AS value").writeTo("written_1").append()
      spark.range(2, 3).selectExpr("id AS value").write.insertInto("written_1")
      spark.range(3, 4).selectExpr("id AS value").write.mode("append").format("sparkwire-msgpack")
        .saveAsTable("written_1")
      assert(values("written_1") === Seq("0", "1", "2", "3", "{\"a\":1}"))
    }
  }

  test("a table with all columns is written by its column value") {
    Files.createDirectories(root.resolve("written_2"))
    withTable("written_2", columns = "") {
      assert(sql("SELECT * FROM written_2").columns === ValueKind.schema.fieldNames)
      sql("INSERT INTO written_2 SELECT 1")
      sql("INSERT INTO written_2 (value) VALUES (2)")
      assert(values("written_2") === Seq("1", "2"))
      for (query <- Seq("SELECT * FROM written_2", "SELECT value, file FROM written_2"))
        assert(refusal(s"INSERT INTO written_2 $query").contains("there are others: file"))
      assert(
        refusal("INSERT OVERWRITE written_2 SELECT value FROM written_2")
          .contains("which would be deleted first"))
      sql("INSERT INTO written_2 SELECT value FROM written_2")
      assert(values("written_2") === Seq("1", "1", "2", "2"))
    }
  }

  test("options of the table and of the query") {
    withTable(
      "written_3", options = ", mode 'permissive', compression 'gzip', maxRecordsPerFile '1'") {
      sql("INSERT INTO written_3 SELECT * FROM VALUES (1), (2), (3) AS t(a)")
      assert(values("written_3") === Seq("1", "2", "3"))
      val files =
        sql("SELECT DISTINCT input_file_name() FROM written_3").collect().map(_.getString(0))
      assert(files.length === 3 && files.forall(_.endsWith(".msgpack.gz")))
      assert(
        refusal("INSERT INTO written_3 WITH (compression = 'zstd') SELECT 1")
          .contains("the table reads its files as gzip"))
    }
    withTable("written_4") {
      sql("INSERT INTO written_4 WITH (compression = 'zstd') SELECT 1")
      spark.range(1).selectExpr("id AS value").writeTo("written_4").option(
        "compression", "lz4").append()
      assert(values("written_4") === Seq("0", "1"))
      assert(
        refusal("INSERT INTO written_4 WITH (mode = 'permissive') SELECT 1")
          .contains("unknown option 'mode'"))
    }
    withTable("written_5", options = s", layout '$layout', derived 'check'",
      format = "`sparkwire-layout`") {
      sql("INSERT INTO written_5 SELECT named_struct('name', 'ab')")
      assert(rows(s"SELECT layout_decode(value, '$layout').name FROM written_5") === Seq(Row("ab")))
    }
  }

  test("wrong options are refused when the table is created") {
    def refused(options: String, words: String) = {
      val path = root.resolve("written_6")
      assert(
        refusal(
          s"CREATE TABLE written_6 (value BINARY) USING $format OPTIONS (path '$path', $options)")
          .contains(words))
      assert(sql("SHOW TABLES LIKE 'written_6'").count() === 0)
    }
    refused("maxRecordsPerFile 'many'", "maxRecordsPerFile = 'many'")
    refused("compression 'gz'", "compression = 'gz'")
    refused("derived 'check'", "unknown option 'derived'")
    refused("maxRecords '1'", "unknown option 'maxRecords'")
  }

  test("a table whose options for writing are wrong by now is read and dropped") {
    withTable("written_12") {
      sql("INSERT INTO written_12 SELECT 1")
      sql("ALTER TABLE written_12 SET TBLPROPERTIES ('option.maxRecordsPerFile' = 'many')")
      assert(values("written_12") === Seq("1"))
      assert(refusal("INSERT INTO written_12 SELECT 2").contains("maxRecordsPerFile = 'many'"))
      sql("DROP TABLE written_12")
    }
  }

  test("CREATE TABLE AS SELECT, and tables whose folder Spark chooses") {
    val path = root.resolve("written_7")
    sql(
      s"CREATE TABLE written_7 USING $format LOCATION '$path' AS SELECT msgpack_encode(1) AS value")
    try assert(values("written_7") === Seq("1"))
    finally { val _ = sql("DROP TABLE written_7") }
    assert(Files.exists(path))
    sql(s"CREATE TABLE written_8 (value BINARY) USING $format")
    try {
      sql("INSERT INTO written_8 SELECT 1")
      assert(values("written_8") === Seq("1"))
    } finally { val _ = sql("DROP TABLE written_8") }
    spark.range(2).selectExpr("msgpack_encode(id) AS value").write.format("sparkwire-msgpack")
      .saveAsTable("written_9")
    try assert(values("written_9") === Seq("0", "1"))
    finally { val _ = sql("DROP TABLE written_9") }
  }

  test("the format sparkwire names the kind by an option") {
    withTable("written_13", options = ", files 'layout', layout '{seq: [{id: n, type: u1}]}'",
      format = "sparkwire") {
      sql("INSERT INTO written_13 SELECT named_struct('n', 7)")
      sql("INSERT INTO written_13 VALUES (X'08')")
      assert(rows("SELECT hex(value) FROM written_13 ORDER BY value") === Seq(Row("07"), Row("08")))
    }
  }

  test("a path that is not a folder") {
    val single = file("single", Vectors.bytes("01"))
    sql(s"CREATE TABLE written_10 USING $format OPTIONS (path '$single')")
    try assert(refusal("INSERT INTO written_10 SELECT 1").contains("is a file"))
    finally { val _ = sql("DROP TABLE written_10") }
    sql(s"CREATE TABLE written_11 USING $format OPTIONS (path '$root/sing*')")
    try assert(refusal("INSERT INTO written_11 SELECT 1").contains("is a pattern"))
    finally { val _ = sql("DROP TABLE written_11") }
  }
}
