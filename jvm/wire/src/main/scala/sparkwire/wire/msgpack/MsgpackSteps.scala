package sparkwire.wire.msgpack

import sparkwire.wire.variant.Variant

/** The results of the steps from MessagePack to VARIANT, and the room that they need. */
private[sparkwire] object MsgpackSteps {
  final val Declined = -1L

  /** Returns the result of a step: the next positions of the input and of the output. */
  def both(at: Int, to: Int): Long = (at.toLong << 32) | to

  final val PairOfBytes: Long = 2L << 8 | Variant.objectHead(1, 1, isLarge = false)

  // The size in bytes of the header of a pair with less than 256 bytes of content: first byte,
  // count, two ids, three offsets.
  final val PairHead = 7

  // One byte of input becomes at most eight bytes of output: an empty array in a pair of two empty
  // arrays. After the last value is room for a word.
  final val EachByte = 8
  final val Slack = 64

  /** Returns enough room for `size` bytes of input, and for offsets that are temporarily larger
    * than necessary.
    */
  def roomFor(size: Int): Int = 12 * size + 256
}
