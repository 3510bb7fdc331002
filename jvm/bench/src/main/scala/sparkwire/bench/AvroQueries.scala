package sparkwire.bench

import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path}
import java.util.Random

import scala.collection.immutable.ListMap

import org.apache.avro.Schema
import org.apache.avro.generic.{GenericData, GenericDatumWriter, GenericRecord}
import org.apache.avro.io.EncoderFactory
import org.apache.spark.sql.{Column, DataFrame, SparkSession}
import org.apache.spark.sql.avro.functions.{from_avro, to_avro}
import org.apache.spark.sql.functions.{col, crc32, expr, lit, typedLit}

import sparkwire.functions.{avro_decode, avro_encode, avro_variant}

import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.module.scala.DefaultScalaModule

/** Runs queries over the same cached values: `avro_decode` beside Spark's `from_avro`, `avro_encode` beside
  * `to_avro`, and the floor, which is `crc32`. The results are medians of nine runs each, taken in turns, of the CPU
  * time of the tasks, which does not depend on other load of the machine.
  *
  * Run: `make bench`, or `project/sbt "bench/runMain sparkwire.bench.AvroQueries avro.json"`, which
  * writes the medians to that file.
  */
object AvroQueries {
  private val rows = 400000
  private val runs = 9

  val schemaText: String =
    """{"type":"record","name":"Order","fields":[
    {"name":"id","type":"long"},{"name":"customer","type":"string"},
    {"name":"email","type":["null","string"]},{"name":"placed","type":{"type":"long","logicalType":"timestamp-millis"}},
    {"name":"amount","type":"double"},{"name":"quantity","type":"int"},{"name":"paid","type":"boolean"},
    {"name":"status","type":{"type":"enum","name":"Status","symbols":["NEW","PAID","SENT"]}},
    {"name":"items","type":{"type":"array","items":{"type":"record","name":"Item","fields":[
      {"name":"sku","type":"string"},{"name":"count","type":"int"},{"name":"price","type":"double"}]}}},
    {"name":"address","type":["null",{"type":"record","name":"Address","fields":[
      {"name":"street","type":"string"},{"name":"city","type":"string"},{"name":"zip","type":"string"}]}]},
    {"name":"note","type":["null","string"]}]}"""

  def main(arguments: Array[String]): Unit = {
    require(arguments.length == 1, "the file to write to")
    val spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false")
      .config("spark.sql.session.timeZone", "UTC").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    val table = values(spark)
    table.count()
    val bytes = table.selectExpr("round(avg(length(value)))").head().getDouble(0)
    val theirs = from_avro(col("value"), schemaText)
    val ours = avro_decode(col("value"), schemaText)
    require(table.select(theirs.as("a"), ours.as("b")).where("NOT (a <=> b)").count() == 0)
    // By another expression, so that Spark does not take the result of `ours` from this cache.
    val decoded =
      table.select(avro_decode(col("value"), schemaText, Map("verify" -> "none")).as("row")).cache()
    val theirBytes = to_avro(col("row"), schemaText)
    val ourBytes = avro_encode(col("row"), schemaText)
    require(decoded.where(theirBytes =!= ourBytes).count() == 0)
    val ofBytes = Seq[(String, Column)](
      "crc32, the floor" -> crc32(col("value")),
      "from_avro" -> theirs,
      "avro_decode" -> ours,
      "from_avro, two fields" -> (theirs("id") + theirs("quantity")),
      "avro_decode, two fields" -> (ours("id") + ours("quantity")),
      "avro_decode, two fields, verify none" -> {
        val lazily = avro_decode(col("value"), schemaText, Map("verify" -> "none"))
        lazily("id") + lazily("quantity")
      },
      "avro_variant" -> avro_variant(col("value"), lit(schemaText)),
      "from_avro, id cut off" -> from_avro(expr("substring(framed, 6)"), schemaText),
      "avro_decode, framed" -> avro_decode(
        col("framed"), typedLit(Map(1 -> schemaText)), schemaText)
    )
    val ofRows = Seq[(String, Column)]("to_avro" -> theirBytes, "avro_encode" -> ourBytes)
    val queries = ofBytes.map { case (name, column) =>
      (name, table.select(column.as("result")))
    } ++
      ofRows.map { case (name, column) => (name, decoded.select(column.as("result"))) }
    val medians = new QueryTurns(spark).nanos(queries.map(_._2), runs).map(QueryTurns.median(_))
    for (((name, _), median) <- queries.zip(medians))
      println(
        f"$name%-40s ${median / rows}%8.0f ns a row  ${median / medians.head}%5.2f x floor")
    val nanoseconds = ListMap(queries.map(_._1).zip(medians.map(_ / rows)): _*)
    val written = JsonMapper.builder().addModule(DefaultScalaModule).build()
      .writerWithDefaultPrettyPrinter().writeValueAsString(
        ListMap[String, Any]("bytes" -> bytes, "nanoseconds" -> nanoseconds))
    val _ = Files.writeString(Path.of(arguments(0)), written + "\n")
    spark.stop()
  }

  def orders(count: Int): Array[Array[Byte]] = {
    val schema = new Schema.Parser().parse(schemaText)
    val writer = new GenericDatumWriter[GenericRecord](schema)
    Array.tabulate(count)(id => order(id.toLong, schema, writer))
  }

  private def values(spark: SparkSession): DataFrame = {
    import spark.implicits._
    val text = schemaText
    val table = spark.range(0, rows.toLong, 1, 2).as[Long].mapPartitions { ids =>
      val schema = new Schema.Parser().parse(text)
      val writer = new GenericDatumWriter[GenericRecord](schema)
      ids.map(id => order(id, schema, writer))
    }.toDF("value").selectExpr("value", "concat(X'0000000001', value) AS framed").cache()
    table
  }

  private def order(id: Long, schema: Schema, writer: GenericDatumWriter[GenericRecord]): Array[
    Byte] = {
    val random = new Random(id)
    val record = new GenericData.Record(schema)
    record.put("id", id)
    record.put("customer", s"customer ${text(random, 24)}")
    record.put(
      "email", if (random.nextInt(3) == 0) null else s"c${random.nextInt(100000)}@example.com")
    record.put("placed", 1700000000000L + random.nextInt())
    record.put("amount", random.nextDouble() * 100)
    record.put("quantity", random.nextInt(100))
    record.put("paid", random.nextBoolean())
    val status = schema.getField("status").schema
    record.put(
      "status", new GenericData.EnumSymbol(status, status.getEnumSymbols.get(random.nextInt(3))))
    val itemSchema = schema.getField("items").schema.getElementType
    val items = new java.util.ArrayList[GenericRecord]
    for (_ <- 0 until random.nextInt(5)) {
      val item = new GenericData.Record(itemSchema)
      item.put("sku", s"sku-${random.nextInt(10000)}")
      item.put("count", random.nextInt(10))
      item.put("price", random.nextDouble() * 10)
      items.add(item)
    }
    record.put("items", items)
    if (random.nextInt(4) > 0) record.put("address", address(random, schema))
    if (random.nextInt(3) == 0) record.put("note", text(random, 60))
    val out = new ByteArrayOutputStream
    val encoder = EncoderFactory.get().binaryEncoder(out, null)
    writer.write(record, encoder)
    encoder.flush()
    out.toByteArray
  }

  private def address(random: Random, schema: Schema): GenericRecord = {
    val address = new GenericData.Record(schema.getField("address").schema.getTypes.get(1))
    address.put("street", s"${random.nextInt(200)} ${text(random, 20)} Street")
    address.put("city", text(random, 12))
    address.put("zip", random.nextInt(99999).toString)
    address
  }

  private def text(random: Random, most: Int): String =
    Seq.fill(random.nextInt(most + 1))(('a' + random.nextInt(26)).toChar).mkString
}
