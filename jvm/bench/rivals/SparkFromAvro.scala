package sparkwire.bench.rivals

import scala.jdk.CollectionConverters._

import org.apache.avro.Schema
import org.apache.spark.sql.Column
import org.apache.spark.sql.avro.functions.from_avro
import org.apache.spark.sql.types.{DataType, StructType}

import sparkwire.bench.AvroQueries

/** Spark's own function for Avro. For some fields, the schema of the reader has only them. */
final class SparkFromAvro extends Rival {
  def contest = "avro"
  def name = "Spark's from_avro"
  override def readsParts = true
  def decode(value: Column, fields: DataType): Column =
    from_avro(value, AvroQueries.schemaText,
      Map("avroSchema" -> SparkFromAvro.reader(fields).toString).asJava)
}

object SparkFromAvro {

  /** The schema of the orders, with only some of its fields. */
  def reader(fields: DataType): Schema = {
    val names = fields.asInstanceOf[StructType].fieldNames
    val whole = new Schema.Parser().parse(AvroQueries.schemaText)
    val kept = names.toSeq.map(whole.getField(_)).map(field =>
      new Schema.Field(field, field.schema))
    Schema.createRecord(whole.getName, null, null, false, kept.asJava)
  }
}
