package sparkwire.wire.databus

import sparkwire.wire.core.{Cursor, FixedLayout}

/** A view of a header in place: its fields at the offsets of the layout, and the meaning of its
  * attributes. The caller has checked that the bytes are present; the byte order is the cursor's.
  */
private[databus] sealed abstract class EventHeader(layout: FixedLayout, logicalPartition: String) {
  private[this] val checksums = new Checksums
  private[this] val headerCrcAt = layout.at("header_crc")
  private[this] val crcFrom = layout.checksumFrom("header_crc")
  private[this] val bodyCrcAt = layout.at("body_crc")
  private[this] val sizeAt = layout.at("size")
  private[this] val attributesAt = layout.at("attributes")
  private[this] val sequenceAt = layout.at("sequence")
  private[this] val physicalPartitionAt = layout.at("physical_partition_id")
  private[this] val logicalPartitionAt = layout.at(logicalPartition)
  private[this] val timestampAt = layout.at("timestamp_nanos")
  private[this] val traceBit = layout.bits("attributes", "is_trace").mask
  private[this] val replicatedBit = layout.bits("attributes", "is_ext_replicated").mask
  protected[this] final val sourceAt: Int = layout.at("src_id")

  /** The value of the first byte. */
  final val version: Int = layout.constant("version").toInt

  /** The offset of the key, or of its length. */
  final val keyAt: Int = layout.at("key")
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
  final def timestamp(cursor: Cursor, start: Int): Long = cursor.i64At(start + timestampAt)

  final def isTrace(attributes: Int): Boolean = (attributes & traceBit) != 0
  final def isReplicated(attributes: Int): Boolean = (attributes & replicatedBit) != 0

  final def headerCrcFits(cursor: Cursor, start: Int, headerLength: Int): Boolean =
    crcFits(cursor, start + crcFrom, start + headerLength, start + headerCrcAt)

  /** Whether the body's checksum is correct. The body goes from the end of the header to the end of
    * the event.
    */
  final def bodyCrcFits(cursor: Cursor, start: Int, headerLength: Int, size: Int): Boolean =
    crcFits(cursor, start + headerLength, start + size, start + bodyCrcAt)

  /** The checksum that the header should have. */
  final def rightHeaderCrc(cursor: Cursor, start: Int, headerLength: Int): Long =
    crc(cursor, start + crcFrom, start + headerLength)

  final def rightBodyCrc(cursor: Cursor, start: Int, headerLength: Int, size: Int): Long =
    crc(cursor, start + headerLength, start + size)

  final def refuseHeaderCrc(cursor: Cursor, start: Int, headerLength: Int): Nothing =
    // A walk that explains nothing does not need the checksum again.
    if (!cursor.isExplaining) cursor.refuse(Databus.BadHeaderCrc)
    else cursor.refuseChecksum(Databus.BadHeaderCrc, rightHeaderCrc(cursor, start, headerLength),
      headerCrc(cursor, start))

  final def refuseBodyCrc(cursor: Cursor, start: Int, headerLength: Int, size: Int): Nothing =
    if (!cursor.isExplaining) cursor.refuse(Databus.BadBodyCrc)
    else cursor.refuseChecksum(Databus.BadBodyCrc,
      rightBodyCrc(cursor, start, headerLength, size), bodyCrc(cursor, start))

  private def crcFits(cursor: Cursor, from: Int, until: Int, crcAt: Int): Boolean =
    crc(cursor, from, until) == u32(cursor, crcAt)

  private def crc(cursor: Cursor, from: Int, until: Int): Long =
    checksums.databusCrc(cursor.bytes, from, until) & 0xffffffffL

  private def u32(cursor: Cursor, at: Int): Long = cursor.i32At(at) & 0xffffffffL
}

private[databus] object EventHeader {

  final class Version1 extends EventHeader(EventLayouts.Version1, "logical_partition_id") {
    private[this] val bytesKeyBit = EventLayouts.Version1.bits("attributes", "key_type").mask
    val schemaIdAt: Int = EventLayouts.Version1.at("schema_id")
    def headerLength(cursor: Cursor, start: Int): Int =
      if (hasBytesKey(attributes(cursor, start))) Version1.MinLength
      else Version1.LengthWithLong
    def sourceId(cursor: Cursor, start: Int): Int = cursor.i16At(start + sourceAt).toInt
    def hasBytesKey(attributes: Int): Boolean = (attributes & bytesKeyBit) != 0
  }

  object Version1 {

    /** The header length with a byte[] key: the header ends with its length, and it follows. */
    val MinLength: Int = EventLayouts.Version1.at("key") + 4
    val LengthWithLong: Int = EventLayouts.Version1.at("key") + 8

    /** The number of bytes needed to determine the length of the header. */
    val UntilAttributes: Int = EventLayouts.Version1("attributes").end
  }

  final class Version2 extends EventHeader(EventLayouts.Version2, "physical_partition_id") {
    private[this] val keyTypeBits = EventLayouts.Version2.bits("attributes", "key_type")
    private[this] val keyTypeMask = keyTypeBits.mask
    private[this] val keyTypeShift = keyTypeBits.shift
    private[this] val metadataBit = EventLayouts.Version2.bits("attributes", "metadata").mask
    private[this] val payloadBit = EventLayouts.Version2.bits("attributes", "payload").mask
    private[this] val headerLengthAt = EventLayouts.Version2.at("header_length")
    def headerLength(cursor: Cursor, start: Int): Int = cursor.i32At(start + headerLengthAt)
    def sourceId(cursor: Cursor, start: Int): Int = cursor.i32At(start + sourceAt)
    def keyType(attributes: Int): Int = (attributes & keyTypeMask) >> keyTypeShift
    def hasMetadata(attributes: Int): Boolean = (attributes & metadataBit) != 0
    def hasPayload(attributes: Int): Boolean = (attributes & payloadBit) != 0
  }

  object Version2 {
    val MagicAt: Int = EventLayouts.Version2.at("magic")

    /** The magic as a producer of big-endian events writes it. */
    val Magic: Int = EventLayouts.Version2.constant("magic").toInt
    val MinLength: Int = EventLayouts.Version2.at("key")
  }
}
