package sparkwire.files.writing

import java.io.OutputStream

import org.apache.hadoop.fs.FileStatus
import org.apache.hadoop.fs.Path
import org.apache.hadoop.mapreduce.{Job, TaskAttemptContext}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.{FileFormat, OutputWriter, OutputWriterFactory}
import org.apache.spark.sql.types.{BinaryType, StructType}

import sparkwire.errors.SparkwireErrors
import sparkwire.files.values.Packing
import sparkwire.wire.files.PackedOutput

/** Files of values as Spark writes its own formats: with its commit protocol, its modes and its options.
  * Spark makes an instance by the name of the class. The files are read by [[sparkwire.files.FileTable]].
  */
private[sparkwire] final class ValueFileFormat extends FileFormat {
  override def inferSchema(session: SparkSession, options: Map[String, String],
      files: Seq[FileStatus]): Option[StructType] = Some(ValueFileFormat.schema)

  override def prepareWrite(session: SparkSession, job: Job, options: Map[String, String],
      schema: StructType): OutputWriterFactory = new ValueFileFactory(
    options(ValueFileFormat.Format), options(ValueFileFormat.Ending),
    options(ValueFileFormat.Packed))

  // What Spark calls it in the plan of a query.
  override def toString: String = "Sparkwire"
}

private[writing] object ValueFileFormat {
  val schema: StructType = new StructType().add("value", BinaryType)

  /** The options that an instance gets. */
  final val Format = "format"
  final val Ending = "ending"
  final val Packed = "compression"
}

private final class ValueFileFactory(format: String, ending: String, packing: String)
    extends OutputWriterFactory {
  override def getFileExtension(context: TaskAttemptContext): String = ending
  override def newInstance(path: String, schema: StructType,
      context: TaskAttemptContext): OutputWriter =
    new ValueFileWriter(format, path, packing, context)
}

/** Writes the values of one file, one after the other. A file without values is not created. */
private final class ValueFileWriter(format: String, override val path: String, packing: String,
    context: TaskAttemptContext)
    extends OutputWriter {
  private[this] var stream: OutputStream = _

  override def write(row: InternalRow): Unit = {
    if (row.isNullAt(0)) throw SparkwireErrors.nullInFile(format)
    if (stream == null) open()
    stream.write(row.getBinary(0))
  }

  private def open(): Unit = {
    val file = new Path(path)
    stream = file.getFileSystem(context.getConfiguration).create(file, false)
    // Compression that fails to begin leaves the stream above to be closed.
    if (packing != Packing.None) stream = PackedOutput.pack(packing, stream)
  }

  // Also called for a task that has failed. The commit protocol removes its file.
  override def close(): Unit = if (stream != null) stream.close()
}
