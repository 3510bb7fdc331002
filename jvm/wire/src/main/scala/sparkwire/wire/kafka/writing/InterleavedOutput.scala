package sparkwire.wire.kafka.writing

/** The header of a tag in the form of KIP-482's revision 6, which
  * [[sparkwire.wire.kafka.tags.InterleavedHeader]] reads.
  */
private[kafka] object InterleavedOutput {
  def header(tag: Long, size: Long): Long = apart(size) | apart(tag) << 1

  /** Moves the lower 32 bits to the even positions. */
  private def apart(bits: Long): Long = {
    var x = (bits | bits << 16) & 0x0000ffff0000ffffL
    x = (x | x << 8) & 0x00ff00ff00ff00ffL
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fL
    x = (x | x << 2) & 0x3333333333333333L
    (x | x << 1) & 0x5555555555555555L
  }
}
