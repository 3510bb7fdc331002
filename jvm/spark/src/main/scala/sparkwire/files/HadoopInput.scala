package sparkwire.files

import java.io.EOFException

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FSDataInputStream, Path}

import sparkwire.errors.SparkwireErrors
import sparkwire.wire.files.FileInput

/** A file in any file system of Hadoop, with the length that it had when it was listed. */
private[sparkwire] final class HadoopInput(file: String, val length: Long, hadoop: Configuration)
    extends FileInput {
  private[this] val path = new Path(file)
  private[this] var stream: FSDataInputStream = _

  override def read(position: Long, into: Array[Byte], from: Int, size: Int): Int = {
    RunningTask.endIfKilled()
    if (stream == null) stream = path.getFileSystem(hadoop).open(path)
    try {
      // On some file systems, positioned reads would start anew at each position.
      if (stream.getPos != position) stream.seek(position)
      stream.readFully(into, from, size)
    } catch { case _: EOFException => throw SparkwireErrors.shrunkFile(file, length) }
    size
  }

  override def close(): Unit = if (stream != null) stream.close()
}
