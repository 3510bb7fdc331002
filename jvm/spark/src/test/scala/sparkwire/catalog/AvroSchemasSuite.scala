package sparkwire.catalog

import scala.util.Random

import org.apache.avro.Schema
import org.apache.avro.SchemaNormalization
import org.apache.spark.sql.Row
import org.apache.spark.sql.avro.SchemaConverters
import org.apache.spark.sql.types._

import sparkwire.SparkSuite
import sparkwire.wire.avro.AvroGenerator

import org.scalatest.funsuite.AnyFunSuite

/** Avro schemas as values: their types, their fingerprints, and the schemas of types. */
class AvroSchemasSuite extends AnyFunSuite with SparkSuite {
  private val seed = Random.nextLong()
  private val schemas = Seq.tabulate(60)(number => new AvroGenerator(seed + number).record(3))
  view("schemas", "number INT, text STRING",
    schemas.zipWithIndex.map { case (schema, number) => Row(number, schema.toString) })

  private def nullable(dataType: DataType): DataType = dataType match {
    case StructType(fields) => StructType(
        fields.map(field => StructField(field.name, nullable(field.dataType), nullable = true)))
    case ArrayType(element, _) => ArrayType(nullable(element), containsNull = true)
    case MapType(key, value, _) => MapType(nullable(key), nullable(value), valueContainsNull = true)
    case other => other
  }

  test(s"the type of a schema is that of Spark's own, but for NOT NULL, seed $seed") {
    val found = rows("SELECT avro_schema(text) FROM schemas ORDER BY number").map(_.getString(0))
    // A type whose only value is null is VOID here, but in Spark a struct without fields.
    for ((type_, schema) <- found.zip(schemas) if !type_.contains("VOID"))
      assert(nullable(SchemaConverters.toSqlType(schema).dataType).sql === type_, schema)
    assert(found.count(!_.contains("VOID")) > 10)
  }

  test("schema_of_avro says the same") {
    val schema = """{"type":"record","name":"R","fields":[{"name":"a","type":["null","int"]}]}"""
    assert(one(s"SELECT avro_schema('$schema')") === one(s"SELECT schema_of_avro('$schema')"))
  }

  test(s"fingerprints are those of Avro, seed $seed") {
    for (algorithm <- Seq("CRC-64-AVRO", "MD5", "SHA-256")) {
      val found = rows(s"SELECT avro_fingerprint(text, '$algorithm') FROM schemas ORDER BY number")
      assert(found.map(_.getAs[Array[Byte]](0).toSeq) ===
        schemas.map(SchemaNormalization.parsingFingerprint(algorithm, _).toSeq))
    }
  }

  test("a text without a type says why") {
    val node = """{"type":"record","name":"N","fields":[{"name":"n","type":["null","N"]}]}"""
    val why = rows(
      s"""SELECT avro_schema_fault('$node').message, avro_schema_fault('none').message,
        try_avro_schema('$node'), avro_fingerprint_fault('$node'), avro_schema(NULL)""").head
    assert(why.getString(0).startsWith("no column has the type of this text: \"N contains itself"))
    assert(
      why.getString(1).startsWith(
        "no column has the type of this text: \"it is not valid JSON (line 1, column 5)"))
    assert(Seq(2, 3, 4).forall(why.isNullAt))
  }

  private val ddl =
    """flag BOOLEAN, tiny TINYINT, small SMALLINT, id INT, `big one` BIGINT, f FLOAT, d DOUBLE,
      amount DECIMAL(20, 2), name STRING, raw BINARY, day DATE, at TIMESTAMP, wall TIMESTAMP_NTZ,
      tags ARRAY<STRING>, rows ARRAY<STRUCT<a: INT, b: ARRAY<STRUCT<a: INT>>>>,
      counts MAP<STRING, STRUCT<a: INT>>, `rows_item` STRUCT<b: STRUCT<c: INT>>"""

  test("the schema of a type has that type, numbers of 8 and 16 bits aside") {
    val back = one(s"SELECT avro_schema(avro_schema_of('$ddl'))").asInstanceOf[String]
    val widened = ddl.replace("TINYINT", "INT").replace("SMALLINT", "INT")
    assert(back === nullable(DataType.fromDDL(widened)).sql)
    for (type_ <- Seq("INT", "ARRAY<MAP<STRING, BIGINT>>"))
      assert(one(s"SELECT avro_schema(avro_schema_of('$type_'))") === type_)
    assert(new Schema.Parser().parse(
      one("SELECT avro_schema_of('id INT, s STRUCT<t: STRING>')").asInstanceOf[String]) != null)
  }

  test("values of other schemas are read into a column of the type") {
    val writer =
      """{"type":"record","name":"Hit","fields":[{"name":"gone","type":"int"},{"name":"id","type":"int"}]}"""
    assert(rows(
      s"""SELECT r.* FROM (
      SELECT avro_decode(X'0254', '$writer', avro_schema_of('id BIGINT, name STRING')) AS r)""").head
      === Row(42L, null))
  }

  test("types that Avro does not have, and arguments that are none") {
    val invalid = "SPARKWIRE_INVALID_SCHEMA"
    for (type_ <- Seq("a VARIANT", "a MAP<INT, STRING>"))
      refused(s"SELECT avro_schema_of('$type_')", invalid, "Avro has no type for")
    refused("SELECT avro_schema_of('a NOTYPE')", invalid, "is not a valid type")
    refused("SELECT avro_schema_of(CAST(NULL AS STRING))", invalid, "ddl is NULL")
    refused("SELECT avro_schema_of(text) FROM schemas", invalid, "ddl must be a constant")
  }
}
