package sparkwire.wire.files

import java.io.InputStream

/** A stream whose last byte comes in a read of its own.
  *
  * Trap: the stream of zstd-jni takes a file for complete if a frame ended in the last bytes that it has
  * read, even if they go on with a part of another frame, whose content is lost without a word. It looks
  * at its state after each read, so it notices if the last read is within that frame.
  */
private[files] final class LastByteApart(source: InputStream) extends InputStream {
  // The byte that is returned next; -1 at the end.
  private[this] var held = -1
  private[this] var hasBegun = false

  override def read(): Int = {
    begin()
    val byte = held
    if (byte >= 0) held = source.read()
    byte
  }

  override def read(into: Array[Byte], from: Int, size: Int): Int = {
    begin()
    if (size == 0) 0
    else if (held < 0) -1
    else if (size == 1) {
      into(from) = read().toByte
      1
    } else {
      val got = source.read(into, from + 1, size - 1)
      into(from) = held.toByte
      held = if (got < 0) -1 else into(from + got) & 0xff
      math.max(got, 1)
    }
  }

  private def begin(): Unit = if (!hasBegun) {
    hasBegun = true
    held = source.read()
  }

  override def close(): Unit = source.close()
}
