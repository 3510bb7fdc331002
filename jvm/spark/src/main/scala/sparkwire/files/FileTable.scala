package sparkwire.files

import java.util.{HashMap, Map => JavaMap, Set => JavaSet}

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.classic
import org.apache.spark.sql.connector.catalog.{SupportsRead, Table, TableCapability}
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.sources.Filter
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** A table of what is in files. Each query lists the files anew.
  *
  * The options are looked at when a query reads the table, and not before: a table whose options or files
  * are wrong by now can still be described, altered and dropped.
  *
  * @param own
  *   the options of the table
  * @param optionsOf
  *   checks options
  */
private[sparkwire] final class FileTable(override val name: String, columns: StructType,
    override val properties: JavaMap[String, String], own: CaseInsensitiveStringMap,
    optionsOf: CaseInsensitiveStringMap => FileOptions)
    extends Table with SupportsRead {
  override def schema(): StructType = columns
  override def capabilities(): JavaSet[TableCapability] =
    if (optionsOf(own).kind.streams)
      JavaSet.of(TableCapability.BATCH_READ, TableCapability.MICRO_BATCH_READ)
    else JavaSet.of(TableCapability.BATCH_READ)

  /** @param passed
    *   the options of the query, such as `WITH (mode = 'permissive')`, which come before those of the
    *   table
    */
  override def newScanBuilder(passed: CaseInsensitiveStringMap): ScanBuilder = {
    val both = new HashMap[String, String](own.asCaseSensitiveMap)
    both.keySet.removeIf(passed.containsKey(_))
    both.putAll(passed.asCaseSensitiveMap)
    val options = optionsOf(new CaseInsensitiveStringMap(both))
    val lacking = columns.filterNot(options.schema.contains)
    if (lacking.nonEmpty)
      options.kind.refuse(
        s"the table has the columns ${StructType(lacking).toDDL}, which these options do not " +
          "give. Create a table with these options.")
    new FileScanBuilder(options, columns)
  }
}

private[sparkwire] object FileTable {

  /** Returns the settings for the session's file systems, with the options given for the table. */
  def hadoop(options: FileOptions): Configuration =
    session.sessionState.newHadoopConfWithOptions(options.fileSystem)

  def session: classic.SparkSession = SparkSession.active.asInstanceOf[classic.SparkSession]
}

private[sparkwire] final class FileScanBuilder(options: FileOptions, columns: StructType)
    extends ScanBuilder with SupportsPushDownRequiredColumns with SupportsPushDownFilters {
  private[this] var required = columns
  private[this] var used = Array.empty[Filter]

  /** Keeps columns whole, where a query needs some of their fields: rows have them whole. */
  override def pruneColumns(wanted: StructType): Unit =
    required = StructType(wanted.map(column => columns(column.name)))

  /** Returns all filters, so Spark evaluates them, too. */
  override def pushFilters(filters: Array[Filter]): Array[Filter] = {
    used = filters.filter(_.references.exists(options.kind.ranged))
    filters
  }
  override def pushedFilters(): Array[Filter] = used

  override def build(): Scan = options.kind.newScan(options, required, used.toSeq)
}
