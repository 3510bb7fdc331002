package sparkwire.files.values

import java.nio.file.{Files, Path}

import org.apache.spark.sql.{AnalysisException, Row}

import sparkwire.SparkSuite
import sparkwire.files.OwnFolder
import sparkwire.wire.Vectors

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Files as tables of Spark's catalogue: every statement that Spark has for a table. */
class CatalogTablesSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  private val records = (0 until 5).map(id => Vectors.bytes("81a26964") ++ Array(id.toByte))
  private lazy val good = file("good/a", records.flatten.toArray)
  private lazy val broken = file("broken/a", records.flatten.toArray ++ Array(0xc1.toByte))
  private val format = "`sparkwire-msgpack`"

  private def withTable[A](name: String, definition: String)(run: => A): A = {
    sql(s"CREATE TABLE $name $definition")
    try run
    finally { val _ = sql(s"DROP TABLE IF EXISTS $name") }
  }

  private def count(table: String): Any = one(s"SELECT count(*) FROM $table")

  private def refusal(query: String): String =
    intercept[AnalysisException](sql(query).collect()).getMessage

  private def over(path: Path, more: String = ""): String =
    s"USING $format OPTIONS (path '$path'$more)"

  test("a table is read, described, altered, shown and dropped") {
    withTable("files_1",
      over(good, ", maxSize '1000'") + " COMMENT 'of a test' " +
        "TBLPROPERTIES ('team' = 'x', 'a.b' = 'c', 'mode' = 'nonsense')") {
      assert(count("files_1") === 5)
      assert(
        one("SELECT sum(msgpack_decode(value, 'id INT').id) FROM files_1 WHERE offset < 10") === 1)
      val described = sql("DESCRIBE TABLE EXTENDED files_1").collect().map(row =>
        row.getString(0) -> row.getString(1)).toMap
      assert(described("value") === "binary")
      assert(described("Provider") === "sparkwire-msgpack")
      assert(described("Location").endsWith("good/a"))
      sql("ALTER TABLE files_1 SET TBLPROPERTIES ('team' = 'y')")
      assert(sql("SHOW TBLPROPERTIES files_1").collect().contains(Row("team", "y")))
      assert(count("files_1") === 5)
      val created = one("SHOW CREATE TABLE files_1").toString
      for (part <- Seq("USING sparkwire-msgpack", "'maxSize' = '1000'", "'team' = 'y'"))
        assert(created.contains(part), created)
      sql("ALTER TABLE files_1 RENAME TO files_2")
      assert(count("files_2") === 5)
      sql("DROP TABLE files_2")
      assert(sql("SHOW TABLES LIKE 'files_*'").count() === 0)
    }
  }

  test("LOCATION is the path, and views stand over tables") {
    withTable("files_3", s"USING $format LOCATION '$good'") {
      assert(count("files_3") === 5)
      sql("CREATE VIEW files_view AS SELECT offset FROM files_3")
      try assert(count("files_view") === 5)
      finally { val _ = sql("DROP VIEW files_view") }
      assert(spark.table("files_3").count() === 5)
    }
  }

  test("what was created can be dropped, whatever has happened since") {
    val gone = file("gone/a", records.head)
    withTable("files_4", over(gone)) {
      assert(count("files_4") === 1)
      Files.delete(gone)
      assert(count("files_4") === 0)
      sql("ALTER TABLE files_4 SET TBLPROPERTIES ('option.mode' = 'nonsense')")
      assert(refusal("SELECT * FROM files_4").contains("mode = 'nonsense'. Accepted: "))
      assert(sql("DESCRIBE TABLE files_4").collect().map(_.getString(0)) ===
        ValueKind.schema.fieldNames)
      sql("DROP TABLE files_4")
    }
  }

  test("options of the query come before those of the table") {
    withTable("files_5", over(broken)) {
      assert(intercept[Exception](count("files_5")).getMessage.contains("SPARKWIRE_MALFORMED"))
      assert(count("files_5 WITH (mode = 'permissive')") === 6)
      assert(count("files_5 WITH (MODE = 'Permissive')") === 6)
      assert(spark.read.option("mode", "permissive").table("files_5").count() === 6)
      assert(
        refusal("SELECT * FROM files_5 WITH (moed = 'permissive')").contains("Did you mean mode?"))
    }
    withTable("files_6", over(broken, ", mode 'permissive'")) {
      assert(count("files_6") === 6)
      assert(
        intercept[Exception](count("files_6 WITH (mode = 'failfast')")).getMessage
          .contains("SPARKWIRE_MALFORMED"))
    }
  }

  test("columns are those that the options give") {
    withTable("files_7", over(good)) {
      assert(count("files_7 WITH (protocol = 'forward', mode = 'permissive')") === 5)
    }
    withTable("files_8", over(good, ", protocol 'forward', mode 'permissive'")) {
      assert(sql("SELECT tag, time, record FROM files_8").count() === 5)
      assert(
        refusal("SELECT * FROM files_8 WITH (protocol = 'none')").contains(
          "the table has the columns tag STRING,time TIMESTAMP,record BINARY, which these options do not"))
    }
    for (columns <- Seq("a INT", "value STRING", "value BINARY, a INT"))
      assert(refusal(s"CREATE TABLE files_9 ($columns) ${over(good)}").contains("schema"))
    withTable("files_9", s"(value BINARY, offset BIGINT) ${over(good)}") {
      assert(sql("SELECT * FROM files_9").columns === Array("value", "offset"))
      assert(count("files_9") === 5)
    }
    assert(
      intercept[UnsupportedOperationException](
        spark.read.schema("a INT").format("sparkwire-msgpack")
          .load(good.toString))
        .getMessage.contains(
          "does not support user-specified schema. The columns are value BINARY"))
  }

  private def refusedAtCreate(definition: String, words: String): Assertion = {
    assert(refusal(s"CREATE TABLE files_10 $definition").contains(words))
    assert(sql("SHOW TABLES LIKE 'files_10'").count() === 0)
  }

  test("wrong options are refused when the table is created") {
    refusedAtCreate(over(good, ", mdoe 'permissive'"), "unknown option 'mdoe'. Did you mean mode?")
    refusedAtCreate("(value BINARY) " + over(good, ", mode 'y'"), "mode = 'y'. Accepted: ")
    refusedAtCreate(over(good, ", mode 'x'"), "mode = 'x'. Accepted: failfast, permissive.")
    refusedAtCreate(s"USING $format", "path: none is given.")
    refusedAtCreate(over(root.resolve("nowhere")), "there is no such file or folder")
    refusedAtCreate(s"USING sparkwire OPTIONS (path '$good')", "files: is missing.")
    refusedAtCreate(
      s"USING sparkwire OPTIONS (path '$good', files 'msgpakc')", "Did you mean msgpack?")
  }

  test("the format sparkwire names the kind by an option") {
    withTable("files_11", s"USING sparkwire OPTIONS (path '$good', files 'msgpack')") {
      assert(count("files_11") === 5)
      assert(count("files_11 WITH (mode = 'permissive')") === 5)
    }
  }

  test("a table over a file is not written, and no table is changed in other ways") {
    withTable("files_12", over(good)) {
      assert(refusal("INSERT INTO files_12 SELECT value FROM files_12").contains("is a file"))
      assert(refusal("TRUNCATE TABLE files_12").contains("truncate"))
      assert(refusal("DELETE FROM files_12").contains("delete"))
      assert(count("files_12") === 5)
    }
    assert(refusal(s"CREATE TABLE files_13 ${over(good)} AS SELECT 1 AS a").contains("schema"))
    assert(sql("SHOW TABLES LIKE 'files_13'").count() === 0)
  }

  test("a stream reads a table") {
    withTable("files_14", over(good.getParent)) {
      val query =
        spark.readStream.table("files_14").writeStream.format("memory").queryName("streamed")
          .trigger(org.apache.spark.sql.streaming.Trigger.AvailableNow()).start()
      query.awaitTermination()
      assert(count("streamed") === 5)
    }
  }

  test("a query names files by format and path") {
    assert(count(s"$format.`$good`") === 5)
    assert(count(s"`SPARKWIRE-msgpack`.`${good.getParent}` WITH (mode = 'permissive')") === 5)
    assert(sql(s"WITH w AS (SELECT offset FROM $format.`$good`) SELECT * FROM w " +
      s"WHERE offset = (SELECT max(offset) FROM $format.`$good`)")
      .collect().toSeq === Seq(Row(20)))
    sql(s"CREATE VIEW files_by_path AS SELECT * FROM $format.`$good`")
    try assert(count("files_by_path") === 5)
    finally { val _ = sql("DROP VIEW files_by_path") }
    assert(
      refusal(s"SELECT * FROM $format.`$good` WITH (moed = 'x')").contains("Did you mean mode?"))
    assert(refusal(s"SELECT * FROM $format.`/nowhere`").contains("there is no such file or folder"))
    withConf("spark.sql.runSQLOnFiles" -> "false")(
      assert(refusal(s"SELECT * FROM $format.`$good`") != null))
  }
}
