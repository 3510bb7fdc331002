package sparkwire.wire.files

import java.io.{EOFException, InputStream}

/** A stream of unpacked bytes that are made block by block. A file of blocks without bytes is a loop here,
  * not a recursion.
  *
  * @param cutOff
  *   what is wrong with a file that ends in a block
  */
private[files] abstract class BlockStream(source: InputStream, cutOff: String) extends InputStream {

  /** The unpacked bytes, which are passed on from `at` to `end`. */
  protected[this] final var unpacked: Array[Byte] = Array.emptyByteArray
  protected[this] final var at = 0
  protected[this] final var end = 0

  /** Goes on in the file: the next block, or what is between blocks. Returns false at the end of the
    * file.
    */
  protected def advance(): Boolean

  final override def read(): Int =
    throw new UnsupportedOperationException("bytes are read in arrays")

  final override def read(into: Array[Byte], from: Int, most: Int): Int = {
    while (at == end && advance()) {}
    if (at == end) -1
    else {
      val got = math.min(most, end - at)
      System.arraycopy(unpacked, at, into, from, got)
      at += got
      got
    }
  }

  protected[this] final def take(into: Array[Byte], from: Int, size: Int): Unit =
    if (source.readNBytes(into, from, size) < size) throw new EOFException(cutOff)

  /** Reads the first bytes of a block. Returns false at the end of the file. */
  protected[this] final def tryTake(into: Array[Byte], size: Int): Boolean = {
    val got = source.readNBytes(into, 0, size)
    if (got > 0 && got < size) throw new EOFException(cutOff)
    got == size
  }

  final override def close(): Unit = source.close()
}
