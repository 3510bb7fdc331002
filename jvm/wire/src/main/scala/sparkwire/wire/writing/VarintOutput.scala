package sparkwire.wire.writing

/** Writes numbers in groups of 7 bits, the least significant group first, each in as few bytes as
  * possible: the varints of Kafka and of Avro, whose signed numbers are zigzag encoded.
  */
private[sparkwire] object VarintOutput {
  def unsigned(output: Output, value: Long): Unit =
    if ((value & ~0x7fL) == 0) output.i8(value.toInt)
    else put(output, output.reserve(size(value)), value)

  def int(output: Output, value: Int): Unit =
    unsigned(output, ((value << 1) ^ (value >> 31)) & 0xffffffffL)

  def long(output: Output, value: Long): Unit = unsigned(output, (value << 1) ^ (value >> 63))

  /** Puts a number in place of one byte that was reserved for it at `at`. The bytes after it move
    * if the number takes more bytes.
    */
  def fill(output: Output, at: Int, value: Long): Unit = {
    val more = size(value) - 1
    if (more > 0) output.shift(at + 1, more)
    put(output, at, value)
  }

  /** Returns how many bytes a number takes. */
  private def size(value: Long): Int = (70 - java.lang.Long.numberOfLeadingZeros(value | 1)) / 7

  private def put(output: Output, from: Int, value: Long): Unit = {
    val bytes = output.bytes
    var at = from
    var left = value
    while ((left & ~0x7fL) != 0) {
      bytes(at) = (left | 0x80).toByte
      left >>>= 7
      at += 1
    }
    bytes(at) = left.toByte
  }
}
