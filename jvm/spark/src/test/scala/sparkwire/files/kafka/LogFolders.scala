package sparkwire.files.kafka

import java.nio.file.Path

import scala.jdk.CollectionConverters._

import org.apache.kafka.common.record.internal.{FileRecords, SimpleRecord}
import org.apache.spark.sql.{DataFrame, Row}

import sparkwire.SparkSuite
import sparkwire.files.OwnFolder
import sparkwire.wire.kafka.KafkaBatches
import sparkwire.wire.kafka.KafkaBatches.About

import org.scalatest.Suite

/** Log folders as brokers have them, with batches that Kafka's own classes write. */
trait LogFolders extends SparkSuite with OwnFolder { self: Suite =>
  protected val none = KafkaBatches.codecs.head._2

  /** Writes a segment of a partition and returns its path. */
  protected def segment(folder: String, baseOffset: Long, bytes: Array[Byte]*): Path =
    file(f"$folder/$baseOffset%020d.log", bytes.flatten.toArray)

  protected def batch(offset: Long, values: String*): Array[Byte] =
    KafkaBatches.written(2, none, values.map(KafkaBatches.simple(_)), Seq.fill(values.length)(1),
      About(baseOffset = offset))

  protected def transactional(offset: Long, producer: Long, values: String*): Array[Byte] =
    KafkaBatches.written(2, none, values.map(KafkaBatches.simple(_)), Seq.fill(values.length)(1),
      About(offset, producerId = producer, producerEpoch = 1, baseSequence = 0,
        isTransactional = true))

  protected def load(options: (String, String)*)(paths: Path*): DataFrame =
    spark.read.format("sparkwire-kafka-log").options(options.toMap).load(paths.map(_.toString): _*)

  protected def values(table: DataFrame): Seq[String] =
    table.selectExpr("CAST(value AS STRING)").collect().toSeq.map(_.getString(0))

  /** Returns the rows that Kafka's own reader of files gives for a segment. */
  protected def theirs(file: Path): Seq[Row] = {
    val records = FileRecords.open(file.toFile, false)
    try
      records.batches.asScala.flatMap { batch =>
        batch.asScala.map { record =>
          def bytes(buffer: java.nio.ByteBuffer): Array[Byte] =
            if (buffer == null) null
            else {
              val made = new Array[Byte](buffer.remaining)
              buffer.duplicate.get(made)
              made
            }
          val isOld = batch.magic < 2
          Row(record.offset, if (record.timestamp == -1) null else record.timestamp,
            batch.timestampType.id, bytes(record.key), bytes(record.value),
            if (record.headers.isEmpty) null
            else record.headers.toSeq.map(header => Row(header.key, header.value)),
            if (isOld) null else batch.partitionLeaderEpoch,
            if (isOld) null else batch.producerId, if (isOld) null else batch.producerEpoch,
            record.sequence, batch.isControlBatch, batch.isTransactional, batch.baseOffset,
            batch.compressionType.name, null)
        }
      }.toSeq
    finally records.close()
  }

  protected val simple: String => SimpleRecord = KafkaBatches.simple(_)
}
