package sparkwire.wire.files

/** Files in memory. */
object FileInputs {

  /** A file that is read anywhere. */
  def seekable(bytes: Array[Byte]): FileInput = new FileInput {
    def length: Long = bytes.length.toLong
    def read(position: Long, into: Array[Byte], from: Int, size: Int): Int = {
      assert(position + size <= bytes.length)
      System.arraycopy(bytes, position.toInt, into, from, size)
      size
    }
    def close(): Unit = ()
  }

  /** A file that is read from its beginning to its end, and whose length is known only then. */
  def sequential(bytes: Array[Byte]): FileInput = new FileInput {
    private[this] var next = 0
    private[this] var hasEnded = false

    def length: Long = if (hasEnded) bytes.length.toLong else Long.MaxValue
    def read(position: Long, into: Array[Byte], from: Int, size: Int): Int = {
      assert(position >= next, "it is read backwards")
      val there = math.max(0, math.min(size.toLong, bytes.length - position)).toInt
      if (there > 0) System.arraycopy(bytes, position.toInt, into, from, there)
      hasEnded = there < size
      next = math.min(position + there, bytes.length.toLong).toInt
      there
    }
    def close(): Unit = ()
  }
}
