package sparkwire.bench

import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.util.Random

import org.apache.kafka.common.compress.Compression
import org.apache.kafka.common.header.Header
import org.apache.kafka.common.header.internals.RecordHeader
import org.apache.kafka.common.record.internal.{
  FileRecords, MemoryRecords, Record, RecordBatch, SimpleRecord
}
import org.apache.kafka.common.utils.internals.BufferSupplier
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{SpecificInternalRow, UnsafeProjection}
import org.apache.spark.sql.catalyst.util.GenericArrayData
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

/** Reads a segment as a table in one task, beside two loops over the same file with Kafka's
  * `FileRecords`. Both verify each batch and copy the key, the value and the headers of each record;
  * the second one also makes the row of all columns that Spark needs. The results are medians of
  * CPU time, taken in turns. The time of the table includes Spark's work on the rows.
  *
  * Run: `project/sbt "bench/runMain sparkwire.bench.KafkaLogQueries"`, optionally with a folder to
  * keep the segments in, and their size in MiB.
  */
object KafkaLogQueries {
  private val Runs = 7
  private val Codecs = Seq[(String, Compression)](
    "none" -> Compression.NONE, "lz4" -> Compression.lz4().build(),
    "zstd" -> Compression.zstd().build(), "gzip" -> Compression.gzip().build())

  def main(arguments: Array[String]): Unit = {
    val folder = arguments.headOption.fold(Files.createTempDirectory("segments"))(Path.of(_))
    val mebibytes = arguments.lift(1).fold(64)(_.toInt)
    val spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false")
      .config("spark.sql.files.maxPartitionBytes", "4g").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    val cpu = new TaskCpu(spark)
    for ((codec, compression) <- Codecs) {
      val file = write(folder.resolve(s"$codec-0"), compression, mebibytes)
      val table = spark.read.format("sparkwire-kafka-log").load(file.toString)
      val unverified =
        spark.read.format("sparkwire-kafka-log").option("verify", "none").load(file.toString)
      val records = loop(file)
      require(table.count() == records && unverified.count() == records)
      def query(of: DataFrame): () => Long = () => cpu.nanosOf(of)
      val ways = Seq[(String, () => Long)](
        "FileRecords" -> (() => nanosOf(loop(file))),
        "FileRecords, rows" -> (() => nanosOf(loop(file, new LoopRows(table.schema).use))),
        "table, all columns" -> query(table),
        "table, key and value" -> query(table.select("key", "value")),
        "table, offset" -> query(table.select("offset")),
        "table, topic, verify none" -> query(unverified.select("topic")))
      val times = ways.map(_ => new Array[Long](Runs))
      for (run <- -3 until Runs; ((_, way), at) <- ways.zipWithIndex) {
        val nanos = way()
        if (run >= 0) times(at)(run) = nanos
      }
      val medians = times.map(_.sorted.apply(Runs / 2))
      for (((name, _), median) <- ways.zip(medians))
        println(
          f"$codec%-6s $name%-28s ${median.toDouble / records}%8.0f ns a record  " +
            f"${median.toDouble / medians.head}%5.2f x FileRecords")
    }
    spark.stop()
  }

  private val threads = ManagementFactory.getThreadMXBean
  private def nanosOf(work: => Long): Long = {
    val start = threads.getCurrentThreadCpuTime
    CpuTime.last = work
    threads.getCurrentThreadCpuTime - start
  }

  private val buffers = BufferSupplier.create()

  /** Reads the records as a consumer does, and returns their number. */
  private def loop(file: Path): Long = loop(file, (_: RecordBatch, record: Record) => use(record))

  private def loop(file: Path, use: (RecordBatch, Record) => Unit): Long = {
    val records = FileRecords.open(file.toFile, false)
    var count = 0L
    try
      records.batches.forEach { batch =>
        batch.ensureValid()
        val found = batch.streamingIterator(buffers)
        try
          while (found.hasNext) {
            use(batch, found.next())
            count += 1
          }
        finally found.close()
      }
    finally records.close()
    count
  }

  private def use(record: Record): Unit = {
    CpuTime.last = copy(record.key)
    CpuTime.last = copy(record.value)
    CpuTime.last = record.headers.map(header => header.key -> header.value)
  }

  private[bench] def copy(buffer: java.nio.ByteBuffer): Array[Byte] =
    if (buffer == null) null
    else {
      val made = new Array[Byte](buffer.remaining)
      buffer.get(made)
      made
    }

  /** Writes a segment with batches of 16 KiB, the default size of producers. */
  private def write(folder: Path, codec: Compression, mebibytes: Int): Path = {
    val file = Files.createDirectories(folder).resolve("00000000000000000000.log")
    val random = new Random(7)
    val out = Files.newOutputStream(file)
    try {
      var offset = 0L
      var size = 0L
      while (size < (mebibytes.toLong << 20)) {
        val records = Iterator.continually(record(random)).take(120).toSeq
        val buffer = MemoryRecords.withRecords(
          offset, codec, records: _*).buffer
        out.write(buffer.array, buffer.arrayOffset, buffer.remaining)
        size += buffer.remaining
        offset += records.length
      }
    } finally out.close()
    file
  }

  private def record(random: Random): SimpleRecord = {
    val number = random.nextInt(1 << 20)
    val headers = Seq.fill(random.nextInt(2))(number).map[Header](trace =>
      new RecordHeader("trace", s"t$trace".getBytes))
    new SimpleRecord(1700000000000L + number, s"key-$number".getBytes,
      s"""{"order":$number,"customer":"c-${random.nextInt(5000)}","note":"${"a note, " * random.nextInt(8)}"}""".getBytes,
      headers.toArray)
  }
}

/** Makes the rows of the table with Kafka's reader, as Spark needs them. */
private final class LoopRows(schema: StructType) {
  private val row = new SpecificInternalRow(schema.map(_.dataType))
  private val project = UnsafeProjection.create(schema)
  private val topic = UTF8String.fromString("topic")
  private val file = UTF8String.fromString("file:/topic-0/00000000000000000000.log")
  private var codec = UTF8String.EMPTY_UTF8
  private var batch: RecordBatch = _

  def use(of: RecordBatch, record: Record): Unit = {
    if (of ne batch) {
      batch = of
      codec = UTF8String.fromString(of.compressionType.name)
    }
    val headers = record.headers.map { header =>
      InternalRow(UTF8String.fromString(header.key), header.value)
    }
    row.update(0, topic)
    row.setInt(1, 0)
    row.setLong(2, record.offset)
    row.setLong(3, record.timestamp * 1000)
    row.setInt(4, of.timestampType.id)
    row.update(5, KafkaLogQueries.copy(record.key))
    row.update(6, KafkaLogQueries.copy(record.value))
    row.update(7, if (headers.isEmpty) null else new GenericArrayData(headers))
    row.setInt(8, of.partitionLeaderEpoch)
    row.setLong(9, of.producerId)
    row.setShort(10, of.producerEpoch)
    row.setInt(11, record.sequence)
    row.setBoolean(12, of.isControlBatch)
    row.setBoolean(13, of.isTransactional)
    row.setLong(14, of.baseOffset)
    row.update(15, codec)
    row.update(16, file)
    CpuTime.last = project(row)
  }
}
