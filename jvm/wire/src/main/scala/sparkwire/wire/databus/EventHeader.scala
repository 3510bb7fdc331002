package sparkwire.wire.databus

import sparkwire.wire.core.Cursor

/** A view of a header in place: the offsets of its fields from the first byte of the event, and the
  * meaning of its attributes. [[EventReader]] documents the layouts. The caller has checked that
  * the bytes are present; the byte order is that of the cursor.
  *
  * @param crcFrom
  *   the offset of the first byte that the header's checksum covers; the last is the header's last
  */
private[databus] sealed abstract class EventHeader(headerCrcAt: Int, crcFrom: Int, bodyCrcAt: Int,
    sizeAt: Int, attributesAt: Int, sequenceAt: Int, physicalPartitionAt: Int,
    logicalPartitionAt: Int, traceBit: Int, replicatedBit: Int) {
  private[this] val checksums = new Checksums

  /** The offset of the key, or of its length. */
  def keyAt: Int
  def headerLength(cursor: Cursor, start: Int): Int
  def sourceId(cursor: Cursor, start: Int): Int

  final def headerCrc(cursor: Cursor, start: Int): Long = u32(cursor, start + headerCrcAt)
  final def bodyCrc(cursor: Cursor, start: Int): Long = u32(cursor, start + bodyCrcAt)
  final def size(cursor: Cursor, start: Int): Int = cursor.i32At(start + sizeAt)
  final def attributes(cursor: Cursor, start: Int): Int =
    cursor.i16At(start + attributesAt) & 0xffff
  final def sequence(cursor: Cursor, start: Int): Long = cursor.i64At(start + sequenceAt)
  final def physicalPartition(cursor: Cursor, start: Int): Long =
    cursor.i16At(start + physicalPartitionAt).toLong
  final def logicalPartition(cursor: Cursor, start: Int): Long =
    cursor.i16At(start + logicalPartitionAt).toLong

  /** Nanoseconds since the Unix epoch. */
  final def timestamp(cursor: Cursor, start: Int): Long =
    cursor.i64At(start + EventHeader.TimestampAt)

  final def isTrace(attributes: Int): Boolean = (attributes & traceBit) != 0
  final def isReplicated(attributes: Int): Boolean = (attributes & replicatedBit) != 0

  final def headerCrcFits(cursor: Cursor, start: Int, headerLength: Int): Boolean =
    crcFits(cursor, start + crcFrom, start + headerLength, start + headerCrcAt)

  /** Whether the body's checksum is correct. The body goes from the end of the header to the end of
    * the event.
    */
  final def bodyCrcFits(cursor: Cursor, start: Int, headerLength: Int, size: Int): Boolean =
    crcFits(cursor, start + headerLength, start + size, start + bodyCrcAt)

  private def crcFits(cursor: Cursor, from: Int, until: Int, crcAt: Int): Boolean =
    checksums.databusCrc(cursor.bytes, from, until) == cursor.i32At(crcAt)

  private def u32(cursor: Cursor, at: Int): Long = cursor.i32At(at) & 0xffffffffL
}

private[databus] object EventHeader {
  private final val TimestampAt = 23
  private final val SourceAt = 31

  final class Version1
      extends EventHeader(headerCrcAt = 1, crcFrom = 5, bodyCrcAt = 49, sizeAt = 5,
        attributesAt = 9, sequenceAt = 11, physicalPartitionAt = 19, logicalPartitionAt = 21,
        traceBit = 4, replicatedBit = 0x100) {
    def keyAt: Int = 53
    def schemaIdAt: Int = 33
    def headerLength(cursor: Cursor, start: Int): Int =
      if (hasBytesKey(attributes(cursor, start))) Version1.MinLength
      else Version1.LengthWithLong
    def sourceId(cursor: Cursor, start: Int): Int = cursor.i16At(start + SourceAt).toInt
    def hasBytesKey(attributes: Int): Boolean = (attributes & 8) != 0
  }

  object Version1 {

    /** The header length with a byte[] key, which follows the header. */
    final val MinLength = 57
    final val LengthWithLong = 61

    /** The number of bytes needed to determine the length of the header. */
    final val UntilAttributes = 11
  }

  final class Version2
      extends EventHeader(headerCrcAt = 9, crcFrom = 13, bodyCrcAt = 13, sizeAt = 17,
        attributesAt = 21, sequenceAt = 37, physicalPartitionAt = 35, logicalPartitionAt = 35,
        traceBit = 0x20, replicatedBit = 0x10) {
    def keyAt: Int = 45
    def headerLength(cursor: Cursor, start: Int): Int =
      cursor.i32At(start + Version2.HeaderLengthAt)
    def sourceId(cursor: Cursor, start: Int): Int = cursor.i32At(start + SourceAt)
    def keyType(attributes: Int): Int = (attributes >> 2) & 3
    def hasMetadata(attributes: Int): Boolean = (attributes & 0x40) != 0
    def hasPayload(attributes: Int): Boolean = (attributes & 0x80) != 0
  }

  object Version2 {
    final val MagicAt = 1
    final val HeaderLengthAt = 5
    final val MinLength = 45
  }
}
