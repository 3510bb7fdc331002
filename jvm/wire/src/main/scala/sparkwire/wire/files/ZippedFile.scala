package sparkwire.wire.files

import java.io.{FilterInputStream, InputStream}
import java.util.zip.{ZipException, ZipInputStream}

/** The one file in a ZIP archive.
  *
  * Trap: the stream has native memory that only closing it releases, so nothing is read before the
  * object exists that is closed.
  */
private[files] final class ZippedFile(archive: InputStream)
    extends FilterInputStream(new ZipInputStream(archive)) {
  private[this] val files = in.asInstanceOf[ZipInputStream]
  private[this] var hasBegun = false
  private[this] var hasEnded = false

  override def read(into: Array[Byte], from: Int, size: Int): Int = {
    if (!hasBegun) begin()
    val count = if (hasEnded) -1 else files.read(into, from, size)
    if (count < 0 && !hasEnded) {
      hasEnded = true
      if (files.getNextEntry != null)
        throw new ZipException("the archive has more than one file")
    }
    count
  }

  private def begin(): Unit = {
    if (files.getNextEntry == null)
      throw new ZipException("it is not an archive, or an empty one")
    hasBegun = true
  }
}
