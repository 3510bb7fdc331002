package sparkwire.files.capture

import java.nio.file.{Files, Path}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.StructType

import sparkwire.files.FileReads
import sparkwire.files.values.Packing
import sparkwire.wire.core.Options

/** Reads a capture with the reader of a task, without a session. */
object CaptureReads {

  /** Reads all rows of a file, with `mode` = `permissive`, and returns their number.
    *
    * @param use
    *   takes each row, which is valid until the next one
    */
  def rows(file: Path, columns: Seq[String], options: Map[String, String],
      packing: String = Packing.None, use: InternalRow => Unit = _ => ()): Int = {
    val hadoop = FileReads.hadoop
    val part =
      CapturePart.whole(Seq(CaptureFile(file.toUri.toString, Files.size(file), packing)))
    val required = StructType(
      CaptureFiles.schema(Options(options)).filter(field => columns.contains(field.name)))
    FileReads.count(
      new CaptureReader(Seq(part),
        CaptureReading(required, Options(options), isPermissive = true), hadoop),
      use)
  }
}
