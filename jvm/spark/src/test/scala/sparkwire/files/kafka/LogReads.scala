package sparkwire.files.kafka

import java.nio.file.{Files, Path}

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.StructType

import sparkwire.files.HadoopInput
import sparkwire.wire.core.Options
import sparkwire.wire.files.FileWindow
import sparkwire.wire.kafka.log._

/** Reads a log file with the readers of a task, without a session. */
object LogReads {

  /** Writes a segment that is removed when the JVM ends. */
  def segment(bytes: Array[Byte]): Path = {
    val file = Files.createTempFile("segment", ".log")
    file.toFile.deleteOnExit()
    Files.write(file, bytes)
  }

  /** Reads all rows of a segment, with the columns named, and returns their number.
    *
    * @param use
    *   takes each row, which is valid until the next one
    */
  def rows(file: Path, columns: Seq[String], verifies: Boolean = true,
      isCommitted: Boolean = false, use: InternalRow => Unit = _ => ()): Int = {
    val length = Files.size(file)
    val options = Options(if (verifies) Map.empty[String, String] else Map("verify" -> "none"))
    val log = LogFile(file.toUri.toString, length, "t", 0, 0, Long.MaxValue, isActive = false,
      index = null, indexLength = 0)
    val range = LogRange(0, length, isActive = false)
    val hadoop = new Configuration(false)
    hadoop.set("fs.file.impl", classOf[org.apache.hadoop.fs.RawLocalFileSystem].getName)
    val transactions =
      if (isCommitted) Transactions.of(Seq(summary(log, range, hadoop, options)))
      else Transactions(Nil, Long.MaxValue)
    val part = LogPart(log, range, 0, Long.MaxValue, transactions = if (isCommitted) 0 else -1,
      lastStableOffset = transactions.lastStableOffset)
    val reading = LogReading(
      StructType(
        LogColumns.schema.filter(field =>
          columns.contains(field.name))),
      options, isPermissive = true, isCommitted, filters = Nil)
    val reader = new LogReader(
      Seq(part), reading, hadoop, Array(AbortedRanges.of(transactions.aborted)))
    try {
      var count = 0
      while (reader.next()) {
        use(reader.get())
        count += 1
      }
      count
    } finally reader.close()
  }

  private def summary(log: LogFile, range: LogRange, hadoop: Configuration,
      options: Options): TransactionSummary = {
    val input = new HadoopInput(new org.apache.hadoop.fs.Path(log.path), log.length, hadoop)
    try TransactionScan.of(new FileWindow(input, 1024), range, options.maxSize)
    finally input.close()
  }
}
