package sparkwire.wire.kafka.tags

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.Varints

/** The tag and size of a tagged field in the form of KIP-482's revision 6, which was never
  * released: one UNSIGNED_VARLONG with the bits of the size at the even positions and the bits of
  * the tag at the odd ones. Tag 5 (101) and size 4 (100) become 110010, one byte.
  */
private[kafka] final class InterleavedHeader {
  var tag = 0L
  var size = 0L

  def read(cursor: Cursor): Unit = {
    val bits = Varints.unsignedLong(cursor)
    size = everySecond(bits)
    tag = everySecond(bits >>> 1)
  }

  /** Returns the bits at even positions, moved together. */
  private def everySecond(bits: Long): Long = {
    var x = bits & 0x5555555555555555L
    x = (x | x >>> 1) & 0x3333333333333333L
    x = (x | x >>> 2) & 0x0f0f0f0f0f0f0f0fL
    x = (x | x >>> 4) & 0x00ff00ff00ff00ffL
    x = (x | x >>> 8) & 0x0000ffff0000ffffL
    (x | x >>> 16) & 0x00000000ffffffffL
  }
}

private[kafka] object TagHeads {

  /** Reads a number that frames other values, as the field `field` of the struct that has begun. */
  def framed(field: Int, cursor: Cursor, sink: Sink): Long = {
    val isWanted = sink.wanted(field)
    val number = Varints.unsignedInt(cursor)
    if (isWanted) sink.int(number) else sink.skipped()
    number
  }

  def checkOrder(cursor: Cursor, tag: Long, last: Long): Unit =
    if (tag <= last) cursor.refuse(if (tag == last) DuplicateTag else TagsOutOfOrder)
}
