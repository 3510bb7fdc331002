package sparkwire.files.values

import java.io.{BufferedInputStream, InputStream}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import sparkwire.files.{HadoopInput, RunningTask}
import sparkwire.wire.core.Reason
import sparkwire.wire.files.{FileInput, PackedException}

/** A compressed file, whose bytes are unpacked as they are needed. It is read once, from its beginning
  * to its end. A file that is damaged ends where it cannot be unpacked.
  */
private final class PackedInput(path: Path, packing: String, hadoop: Configuration)
    extends FileInput {
  private[this] val unpacked: InputStream = Packing.unpack(packing,
    new BufferedInputStream(path.getFileSystem(hadoop).open(path), PackedInput.Buffer))
  private[this] var position = 0L
  private[this] var hasEnded = false
  private[this] var damage: Reason = _

  def length: Long = if (hasEnded) position else Long.MaxValue

  override def damaged: Reason = damage

  override def read(at: Long, into: Array[Byte], from: Int, size: Int): Int = {
    val passed = skip(at)
    if (passed) readNext(into, from, size) else 0
  }

  /** Goes forward. Returns false if the file ends before. */
  private def skip(until: Long): Boolean = {
    val nowhere = new Array[Byte](math.min(until - position, PackedInput.Skipped).toInt)
    while (!hasEnded && position < until)
      readNext(nowhere, 0, math.min(until - position, nowhere.length.toLong).toInt)
    position == until
  }

  private def readNext(into: Array[Byte], from: Int, size: Int): Int = {
    // A few bytes may become very many, and none of them need be a row.
    RunningTask.endIfKilled()
    var got = 0
    while (got < size && !hasEnded) {
      val count = unpack(into, from + got, size - got)
      if (count < 0) hasEnded = true
      else {
        got += count
        position += count
      }
    }
    got
  }

  /** Returns -1 at the end. What the file system throws is not damage. */
  private def unpack(into: Array[Byte], from: Int, size: Int): Int =
    try unpacked.read(into, from, size)
    catch {
      case error: PackedException =>
        damage = PackedInput.BadCompression.because(
          s"${PackedInput.BadCompression.explanation} as $packing: ${error.getMessage}")
        -1
    }

  override def close(): Unit = unpacked.close()
}

private[sparkwire] object PackedInput {

  /** Opens a file that may be compressed.
    *
    * @param length
    *   the length of the stored file when it was listed. One of 0 bytes is not opened: it has no values,
    *   whatever its form, and it may be a named pipe, which would be waited for
    */
  def open(path: String, length: Long, packing: String, hadoop: Configuration): FileInput =
    if (packing == Packing.None || length == 0) new HadoopInput(path, length, hadoop)
    else new PackedInput(new Path(path), packing, hadoop)

  private final val Buffer = 64 << 10
  private final val Skipped = 64L << 10
  private val BadCompression =
    new Reason("bad-compression", "the file cannot be unpacked from here on")
}
