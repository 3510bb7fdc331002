package sparkwire.wire.files

import java.io.{FilterInputStream, InputStream, IOException}

/** The bytes do not have the compressed form that they should have. */
private[sparkwire] final class PackedException(message: String, cause: Throwable)
    extends IOException(message, cause)

/** What a library unpacks. Libraries fail on malformed bytes with more exceptions than they declare; here
  * all of them are [[PackedException]]. What the packed stream itself throws is passed on.
  */
private final class UnpackingStream(packed: InputStream, open: InputStream => InputStream)
    extends InputStream {
  private[this] val source = new PackedSource(packed)
  // Opened by the first read, because opening reads.
  private[this] var unpacked: InputStream = _

  override def read(): Int = {
    val one = new Array[Byte](1)
    if (read(one, 0, 1) < 0) -1 else one(0) & 0xff
  }

  override def read(into: Array[Byte], from: Int, size: Int): Int =
    try {
      if (unpacked == null) unpacked = open(source)
      unpacked.read(into, from, size)
    } catch {
      case error @ (_: IOException | _: RuntimeException) if !source.hasFailed =>
        throw new PackedException(
          Option(error.getMessage).getOrElse(error.getClass.getSimpleName), error)
    }

  override def close(): Unit =
    try if (unpacked != null) unpacked.close()
    finally packed.close()
}

/** The packed stream, which remembers whether a failure is its own. */
private final class PackedSource(packed: InputStream) extends FilterInputStream(packed) {
  private[this] var isReading = false

  /** Whether the last read has thrown an exception. */
  def hasFailed: Boolean = isReading

  private def watched(read: => Int): Int = {
    isReading = true
    val got = read
    isReading = false
    got
  }

  override def read(): Int = watched(super.read())
  override def read(into: Array[Byte], from: Int, size: Int): Int =
    watched(super.read(into, from, size))
}
