package sparkwire.files.writing

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkException
import org.apache.spark.sql.{DataFrame, Row, SaveMode}
import org.apache.spark.sql.catalyst.expressions.{Attribute, Cast, Expression}
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.{BinaryType, NullType}

import sparkwire.catalog.FunctionCatalog
import sparkwire.errors.MalformedInputException
import sparkwire.files.FileTable
import sparkwire.files.values.Packing

/** The writing of the values of a DataFrame to files. */
private[sparkwire] final class ValueWrite(options: WriteOptions) {
  private def kind = options.kind

  /** Writes the column `value`. */
  def save(data: DataFrame, mode: SaveMode): Unit = write(data, mode, named(classicOf(data)), "")

  /** Writes the one column of a query, as `INSERT INTO` does, whatever its name is. */
  def insert(data: DataFrame, mode: SaveMode): Unit = {
    val columns = columnsOf(classicOf(data))
    val value = if (columns.length == 1) columns.head else named(classicOf(data))
    write(data, mode, value, "")
  }

  /** Adds the files of one batch of a stream.
    *
    * @param mark
    *   a part of the names of its files
    */
  def append(data: DataFrame, mark: String): Unit =
    write(data, SaveMode.Append, named(classicOf(data)), mark, ValueWrite.NoSuccess)

  private def write(data: DataFrame, mode: SaveMode, value: Attribute, mark: String,
      ofJob: Map[String, String] = Map.empty): Unit = {
    val bytes = encoded(value)
    if (mode == SaveMode.Append) requireFolder()
    if (mode == SaveMode.Overwrite) refuseOwnInput(classicOf(data))
    val writer = ClassicRows.select(data, bytes, "value").write
      .format(classOf[ValueFileFormat].getName)
      .mode(mode)
      .options(options.fileSystem ++ ofJob)
      .options(options.maxRecords.map("maxRecordsPerFile" -> _).toMap)
      .option(ValueFileFormat.Format, kind.name)
      .option(ValueFileFormat.Ending,
        s"$mark.${options.ending}${Packing.endingOf(options.compression)}")
      .option(ValueFileFormat.Packed, options.compression)
    try writer.save(options.path)
    catch { case failed: SparkException => throw ValueWrite.refusedValue(failed).getOrElse(failed) }
  }

  private def classicOf(data: DataFrame): classic.Dataset[Row] =
    data.asInstanceOf[classic.Dataset[Row]]

  private def columnsOf(data: classic.Dataset[Row]): Seq[Attribute] =
    data.queryExecution.analyzed.output

  /** Returns the column `value`, and refuses others. */
  private def named(data: classic.Dataset[Row]): Attribute = {
    val columns = columnsOf(data)
    val resolver = data.sparkSession.sessionState.conf.resolver
    val names = columns.map(_.name).mkString(", ")
    val value = columns.find(column => resolver(column.name, "value")).getOrElse(
      kind.refuse(
        s"there is no column value, which is the one that is written. The columns are: $names."))
    val others = columns.filterNot(_.exprId == value.exprId).map(_.name)
    if (others.nonEmpty) kind.refuse(
      s"only the column value is written, and there are others: ${others.mkString(", ")}. Select value " +
        "alone, with all data in it.")
    value
  }

  /** Returns the bytes of values: BINARY as it is, and anything else by the function of the format. */
  private def encoded(value: Attribute): Expression = {
    val isEncoded = value.dataType != BinaryType && value.dataType != NullType
    val passed = options.ofEncoding(isEncoded)
    if (isEncoded)
      FunctionCatalog.encodings.getOrElse(
        kind.name,
        kind.refuse(s"the column value is ${value.dataType.sql}. Accepted: BINARY."))
        .of(value, passed)
    else if (value.dataType == NullType) Cast(value, BinaryType)
    else value
  }

  private def requireFolder(): Unit = {
    val hadoop = options.hadoop
    val folder = options.folder(hadoop)
    val fileSystem = folder.getFileSystem(hadoop)
    if (fileSystem.exists(folder) && !fileSystem.getFileStatus(folder).isDirectory)
      kind.refuse(s"path = '${options.path}' is a file. Values are added to a folder.")
  }

  /** Refuses to overwrite what the query reads: it would be deleted first. */
  private def refuseOwnInput(data: classic.Dataset[Row]): Unit = {
    val folder = options.folder(options.hadoop)
    val ofTables = data.queryExecution.analyzed.collectWithSubqueries {
      case relation: DataSourceV2Relation => relation.table
    }.collect { case table: FileTable => table.files }.flatten
    val found = ofTables ++ data.inputFiles.map(new Path(_))
    found.find(isIn(folder, _)).foreach(file =>
      kind.refuse(
        s"path = '${options.path}': the query reads $file, which would be deleted first. Write to another " +
          "folder."))
  }

  private def isIn(folder: Path, file: Path): Boolean =
    Iterator.iterate(file)(_.getParent).takeWhile(_ != null).contains(folder)
}

private object ValueWrite {

  /** Returns the error of a value that was refused while a file was written. Spark puts it into an error
    * that names a temporary file.
    */
  private def refusedValue(failed: Throwable): Option[MalformedInputException] =
    Iterator.iterate(failed)(_.getCause).takeWhile(_ != null).collectFirst {
      case refused: MalformedInputException => refused
    }

  // A folder that a stream writes is never complete, so there is no file `_SUCCESS`.
  private val NoSuccess = Map("mapreduce.fileoutputcommitter.marksuccessfuljobs" -> "false")
}
