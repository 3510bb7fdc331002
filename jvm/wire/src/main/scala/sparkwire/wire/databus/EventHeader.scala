package sparkwire.wire.databus

import sparkwire.wire.core.{Bytes, Cursor}
import sparkwire.wire.heads.{FixedLayout, HeadExtent, HeadSum}

/** Looks into the header of an event before its fields are read: finds its byte order, where it and
  * the event end, what its attributes and its checksums say.
  */
private[databus] sealed abstract class EventHeader(layout: FixedLayout) extends HeadExtent {
  private[this] val checksums = new Checksums
  private[this] val headerCrcAt = layout.at("header_crc")
  private[this] val crcFrom = layout.checksumFrom("header_crc")
  private[this] val bodyCrcAt = layout.at("body_crc")
  private[this] val sizeAt = layout.at("size")
  private[this] val attributesAt = layout.at("attributes")

  /** The value of the first byte. */
  final val version: Int = layout.constant("version").toInt

  /** The offset of the key, or of its length. */
  final val keyAt: Int = layout.at("key")

  /** The least length of a header, and how many bytes tell its length. */
  def minLength: Int
  def lengthIsIn: Int
  def headerLength(cursor: Cursor, start: Int): Int

  /** Sets the byte order of the cursor and finds the extent of the event at `start`, whose bytes may
    * end anywhere.
    *
    * @param asked
    *   the option `byteOrder`: `auto`, `big` or `little`
    * @return
    *   false if no event begins there in an order that is permitted
    */
  def decide(cursor: Cursor, start: Int, asked: String): Boolean

  /** Finds the extent in the byte order of the cursor. */
  final def find(cursor: Cursor, start: Int): Unit = {
    val there = cursor.end - start
    val length = if (there < lengthIsIn) -1 else headerLength(cursor, start)
    val hasHeader = length >= minLength && length <= there
    val all = if (hasHeader) size(cursor, start) else -1
    this.start = start
    headerEnd = if (hasHeader) start + length else -1
    end = if (hasHeader && all >= length && all <= there) start + all else -1
  }

  final def size(cursor: Cursor, start: Int): Int = cursor.i32At(start + sizeAt)
  protected final def attributes(cursor: Cursor, start: Int): Int =
    cursor.i16At(start + attributesAt) & 0xffff

  // Of an event whose extent has been found. Its header is complete.

  final def attributes(cursor: Cursor): Int = attributes(cursor, start)
  def keyKind(attributes: Int): Int
  def hasMetadata(attributes: Int): Boolean
  def hasPayload(attributes: Int): Boolean

  final def headerCrc(cursor: Cursor): Long = cursor.i32At(start + headerCrcAt) & 0xffffffffL
  final def bodyCrc(cursor: Cursor): Long = cursor.i32At(start + bodyCrcAt) & 0xffffffffL

  /** The checksum that the header should have. */
  final def rightHeaderCrc(cursor: Cursor): Long = crc(cursor, start + crcFrom, headerEnd)

  /** The checksum that the body should have. The event must be complete. */
  final def rightBodyCrc(cursor: Cursor): Long = crc(cursor, headerEnd, end)

  final def headerCrcFits(cursor: Cursor): Boolean = headerCrc(cursor) == rightHeaderCrc(cursor)
  final def crcsFit(cursor: Cursor): Boolean =
    (isHeaderSummed || headerCrcFits(cursor)) && bodyCrc(cursor) == rightBodyCrc(cursor)

  private def crc(cursor: Cursor, from: Int, until: Int): Long =
    checksums.databusCrc(cursor.bytes, from, until) & 0xffffffffL
  final def sum: HeadSum = checksums.databusCrc(_, _, _)
}

private[databus] object EventHeader {

  // The kinds of keys, as the attributes of version 2 have them.
  final val LongKey = 1
  final val BytesKey = 2
  final val PartKey = 3

  final class Version1 extends EventHeader(EventLayouts.Version1) {
    private[this] val keyType = EventLayouts.Version1.bits("attributes", "key_type")
    val lengthIsIn: Int = EventLayouts.Version1("attributes").end

    // With a byte[] key: the header ends with its length, and it follows.
    val minLength: Int = keyAt + 4

    def headerLength(cursor: Cursor, start: Int): Int =
      if (keyKind(attributes(cursor, start)) == BytesKey) minLength else keyAt + 8
    def keyKind(attributes: Int): Int =
      if (keyType.isSet(attributes.toLong)) BytesKey else LongKey
    def hasMetadata(attributes: Int): Boolean = false
    def hasPayload(attributes: Int): Boolean = true

    def decide(cursor: Cursor, start: Int, asked: String): Boolean = {
      isHeaderSummed = asked == "auto" && {
        val big = fits(cursor, start, isBig = true)
        // One checksum in 65536 is the same in both orders: then the size decides.
        if (big && end >= 0) true
        else {
          val little = fits(cursor, start, isBig = false) && (!big || end >= 0)
          if (!little) look(cursor, start, isBig = true)
          big || little
        }
      }
      if (asked != "auto") look(cursor, start, asked == "big")
      // A size that is too small is a fault of its own, whatever the checksum.
      if (headerEnd >= 0 && size(cursor, start) < keyAt) isHeaderSummed = true
      true
    }

    private def fits(cursor: Cursor, start: Int, isBig: Boolean): Boolean = {
      look(cursor, start, isBig)
      headerEnd >= 0 && headerCrcFits(cursor)
    }

    private def look(cursor: Cursor, start: Int, isBig: Boolean): Unit = {
      cursor.setBigEndian(isBig)
      find(cursor, start)
    }
  }

  final class Version2 extends EventHeader(EventLayouts.Version2) {
    private[this] val keyType = EventLayouts.Version2.bits("attributes", "key_type")
    private[this] val metadata = EventLayouts.Version2.bits("attributes", "metadata")
    private[this] val payload = EventLayouts.Version2.bits("attributes", "payload")
    private[this] val magic = EventLayouts.Version2.constant("magic").toInt
    private[this] val magicAt = EventLayouts.Version2.at("magic")
    private[this] val headerLengthAt = EventLayouts.Version2.at("header_length")
    val minLength: Int = EventLayouts.Version2.fixedSize
    val lengthIsIn: Int = EventLayouts.Version2("header_length").end

    def headerLength(cursor: Cursor, start: Int): Int = cursor.i32At(start + headerLengthAt)
    def keyKind(attributes: Int): Int = (attributes & keyType.mask) >> keyType.shift
    def hasMetadata(attributes: Int): Boolean = metadata.isSet(attributes.toLong)
    def hasPayload(attributes: Int): Boolean = payload.isSet(attributes.toLong)

    /** Without a valid magic, the order is one in which it is not valid. */
    def decide(cursor: Cursor, start: Int, asked: String): Boolean = {
      val found =
        if (cursor.end - start < headerLengthAt) 0 else Bytes.i32be(cursor.bytes, start + magicAt)
      val isBig = found == magic && asked != "little"
      val isLittle = found == Integer.reverseBytes(magic) && asked != "big"
      cursor.setBigEndian(isBig || !(isLittle || asked == "little"))
      find(cursor, start)
      isBig || isLittle
    }
  }
}

/** The headers of both versions, for code that reads event after event. */
private[databus] final class EventHeaders {
  val version1 = new EventHeader.Version1
  val version2 = new EventHeader.Version2

  /** Returns the header of a version, null if there is none. */
  def of(version: Int): EventHeader =
    if (version == version1.version) version1
    else if (version == version2.version) version2
    else null
}
