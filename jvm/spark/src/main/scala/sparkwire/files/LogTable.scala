package sparkwire.files

import java.util.{Set => JavaSet}

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.classic
import org.apache.spark.sql.connector.catalog.{SupportsRead, Table, TableCapability}
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** A table of the records in log files. Each query lists the files anew. */
private[sparkwire] final class LogTable(options: LogOptions) extends Table with SupportsRead {
  override def name(): String = s"${KafkaLogSource.Name} ${options.paths.mkString(", ")}"
  override def schema(): StructType = LogColumns.schema
  override def capabilities(): JavaSet[TableCapability] = JavaSet.of(TableCapability.BATCH_READ)
  override def newScanBuilder(passed: CaseInsensitiveStringMap): ScanBuilder =
    new LogScanBuilder(options)
}

private[sparkwire] object LogTable {
  def of(passed: CaseInsensitiveStringMap): LogTable = {
    val options = LogOptions.of(passed)
    // A missing path is reported here, and not only when a query runs.
    val _ = new LogFiles(options, hadoop(options)).find()
    new LogTable(options)
  }

  /** Returns the settings for the session's file systems, with the options given for the table. */
  def hadoop(options: LogOptions): Configuration =
    session.sessionState.newHadoopConfWithOptions(options.fileSystem)

  def session: classic.SparkSession = SparkSession.active.asInstanceOf[classic.SparkSession]
}

private[sparkwire] final class LogScanBuilder(options: LogOptions)
    extends ScanBuilder with SupportsPushDownRequiredColumns with SupportsPushDownFilters {
  private[this] var required = LogColumns.schema
  private[this] var used = Array.empty[Filter]

  override def pruneColumns(columns: StructType): Unit = required = columns

  /** Returns all filters, so Spark evaluates them, too. */
  override def pushFilters(filters: Array[Filter]): Array[Filter] = {
    used = filters.filter(FilterRanges.isUsed)
    filters
  }
  override def pushedFilters(): Array[Filter] = used

  override def build(): Scan = LogScan(options, required, used.toSeq)
}
