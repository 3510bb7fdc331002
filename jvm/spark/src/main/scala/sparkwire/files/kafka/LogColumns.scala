package sparkwire.files.kafka

import org.apache.spark.sql.types._

import sparkwire.files.FileKind

/** The columns of the table. Columns that Spark's Kafka source also has have the same name and
  * type.
  */
private[sparkwire] object LogColumns {
  val Header: StructType = new StructType().add("key", StringType).add("value", BinaryType)

  val schema: StructType = new StructType()
    .add("topic", StringType)
    .add("partition", IntegerType)
    .add("offset", LongType)
    .add("timestamp", TimestampType)
    .add("timestampType", IntegerType)
    .add("key", BinaryType)
    .add("value", BinaryType)
    .add("headers", ArrayType(Header))
    .add("leader_epoch", IntegerType)
    .add("producer_id", LongType)
    .add("producer_epoch", ShortType)
    .add("sequence", IntegerType)
    .add("is_control", BooleanType)
    .add("is_transactional", BooleanType)
    .add("batch_offset", LongType)
    .add("compression", StringType)
    .add("file", StringType)
    .add("fault", FileKind.Fault)

  // The columns whose values differ for each record, in the order of the decoded records.
  private val ofRecord = Seq("offset", "timestamp", "sequence", "key", "value", "headers")

  def ofRecordIn(required: StructType): Seq[String] =
    ofRecord.filter(required.fieldNames.contains)
}
