package sparkwire.files.values

import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path}
import java.util.zip.{GZIPOutputStream, ZipEntry, ZipOutputStream}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.StructType

import sparkwire.files.FileReads
import sparkwire.files.aerospike.BackupFiles
import sparkwire.files.ignite.{DumpFiles, WalFiles}
import sparkwire.wire.core.Options

/** Reads a file of values with the reader of a task, without a session. */
object ValueReads {
  private val kinds = Seq(DatabusFiles, CernanFiles, MsgpackFiles, LayoutFiles,
    ParcelFiles, DumpFiles, WalFiles, BackupFiles)

  /** Writes a file that is removed when the JVM ends. */
  def file(bytes: Array[Byte]): Path = {
    val folder = Files.createTempDirectory("values")
    folder.toFile.deleteOnExit()
    // Dumps of Ignite are known by the names of their files.
    val file = folder.resolve("part-0.dump")
    file.toFile.deleteOnExit()
    Files.write(file, bytes)
  }

  def gzip(bytes: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    val packing = new GZIPOutputStream(out)
    packing.write(bytes)
    packing.close()
    out.toByteArray
  }

  def zip(bytes: Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    val packing = new ZipOutputStream(out)
    packing.putNextEntry(new ZipEntry("part-0.dump"))
    packing.write(bytes)
    packing.close()
    out.toByteArray
  }

  /** Reads all rows of a file, with `mode` = `permissive`, and returns their number.
    *
    * @param use
    *   takes each row, which is valid until the next one
    */
  def rows(kind: String, file: Path, columns: Seq[String], options: Map[String, String],
      packing: String = Packing.None, use: InternalRow => Unit = _ => ()): Int = {
    val hadoop = FileReads.hadoop
    val part =
      ValuePart(
        ValueFile(file.toUri.toString, Files.size(file), packing, changed = 0), 0, Long.MaxValue)
    val required = StructType(
      kinds.find(_.name == kind).get.schema(Options(options)).filter(field =>
        columns.contains(field.name)))
    val reading = ValueReading(kinds.find(_.name == kind).get, required, Options(options),
      isPermissive = true, filters = Nil)
    FileReads.count(new ValueFileReader(Seq(part), reading, hadoop), use)
  }
}
