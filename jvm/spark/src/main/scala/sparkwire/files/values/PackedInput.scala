package sparkwire.files.values

import java.io.{BufferedInputStream, FilterInputStream, InputStream, IOException}

import scala.util.control.NonFatal

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import sparkwire.files.HadoopInput
import sparkwire.wire.core.Reason
import sparkwire.wire.files.FileInput

/** A compressed file, whose bytes are unpacked as they are needed. It is read once, from its beginning
  * to its end. A file that is damaged ends where it cannot be unpacked.
  */
private final class PackedInput(path: Path, packing: String, hadoop: Configuration)
    extends FileInput {
  private[this] val packed =
    new SourceStream(path.getFileSystem(hadoop).open(path))
  private[this] var unpacked: InputStream = _
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

  /** Returns -1 at the end. What the file system throws is no damage. */
  private def unpack(into: Array[Byte], from: Int, size: Int): Int =
    try {
      if (unpacked == null) unpacked = Packing.unpack(packing, packed)
      unpacked.read(into, from, size)
    } catch {
      case NonFatal(error) =>
        if (packed.failure != null) throw packed.failure
        damage = PackedInput.BadCompression.because(
          s"${PackedInput.BadCompression.explanation} as $packing: ${error.getMessage}")
        -1
    }

  override def close(): Unit = if (unpacked == null) packed.close() else unpacked.close()
}

private[sparkwire] object PackedInput {

  /** Opens a file that may be compressed.
    *
    * @param length
    *   the length of one that is not
    */
  def open(path: String, length: Long, packing: String, hadoop: Configuration): FileInput =
    if (packing == Packing.None) new HadoopInput(path, length, hadoop)
    else new PackedInput(new Path(path), packing, hadoop)

  private final val Skipped = 64L << 10
  private val BadCompression =
    new Reason("bad-compression", "the file cannot be unpacked from here on")
}

/** A file that remembers why it could not be read. */
private final class SourceStream(file: InputStream)
    extends FilterInputStream(new BufferedInputStream(file, 64 << 10)) {
  var failure: IOException = _

  private def remembering(read: => Int): Int =
    try read
    catch {
      case error: IOException =>
        failure = error
        throw error
    }

  override def read(): Int = remembering(super.read())
  override def read(into: Array[Byte], from: Int, size: Int): Int =
    remembering(super.read(into, from, size))
}
