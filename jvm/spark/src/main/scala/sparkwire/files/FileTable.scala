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

/** A table of what is in files. Each query lists the files anew. */
private[sparkwire] final class FileTable(options: FileOptions) extends Table with SupportsRead {
  override def name(): String = s"${options.kind.format} ${options.paths.mkString(", ")}"
  override def schema(): StructType = options.schema
  override def capabilities(): JavaSet[TableCapability] =
    if (options.kind.streams)
      JavaSet.of(TableCapability.BATCH_READ, TableCapability.MICRO_BATCH_READ)
    else JavaSet.of(TableCapability.BATCH_READ)
  override def newScanBuilder(passed: CaseInsensitiveStringMap): ScanBuilder =
    new FileScanBuilder(options)
}

private[sparkwire] object FileTable {

  def of(options: FileOptions): FileTable = {
    // A missing path is reported here, and not only when a query runs.
    options.kind.requireFiles(options, hadoop(options))
    new FileTable(options)
  }

  /** Returns the settings for the session's file systems, with the options given for the table. */
  def hadoop(options: FileOptions): Configuration =
    session.sessionState.newHadoopConfWithOptions(options.fileSystem)

  def session: classic.SparkSession = SparkSession.active.asInstanceOf[classic.SparkSession]
}

private[sparkwire] final class FileScanBuilder(options: FileOptions)
    extends ScanBuilder with SupportsPushDownRequiredColumns with SupportsPushDownFilters {
  private[this] var required = options.schema
  private[this] var used = Array.empty[Filter]

  /** Keeps columns whole, where a query needs some of their fields: rows have them whole. */
  override def pruneColumns(columns: StructType): Unit =
    required = StructType(columns.map(column => options.schema(column.name)))

  /** Returns all filters, so Spark evaluates them, too. */
  override def pushFilters(filters: Array[Filter]): Array[Filter] = {
    used = filters.filter(_.references.exists(options.kind.ranged))
    filters
  }
  override def pushedFilters(): Array[Filter] = used

  override def build(): Scan = options.kind.newScan(options, required, used.toSeq)
}
