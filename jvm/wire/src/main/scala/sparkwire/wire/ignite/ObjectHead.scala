package sparkwire.wire.ignite

import java.util.Arrays

import sparkwire.wire.core.{Bytes, Cursor, Reason, Sink}
import sparkwire.wire.ignite.Ignite._

/** The header and footer of an object, laid out as [[ObjectLayouts.Object]] says. All offsets count
  * from its first byte.
  *
  * Traps: offsets are unsigned and take 1, 2 or 4 bytes, as only the flags say. Without a schema
  * there is neither a footer nor a raw offset at the end. A writer may store the fields in any
  * order.
  */
private[ignite] final class ObjectHead {
  import ObjectHead._

  // Keeps the cursor instead of its array, because storing another array for each value costs the
  // garbage collector more.
  private[this] var source: Cursor = _
  private[this] def bytes: Array[Byte] = source.bytes
  private[this] var nameFrom = 0
  private[this] var nameUntil = 0
  private[this] var offsetSize = 0
  private[this] var entrySize = 0
  // All positions are absolute.
  var start = 0
  var flags = 0
  var typeId = 0
  var hash = 0
  var schemaId = 0
  var length = 0
  var dataFrom = 0
  var dataUntil = 0
  var rawFrom = 0
  var footerFrom = 0
  var footerUntil = 0
  var count = 0

  def until: Int = start + length
  def isCompact: Boolean = (flags & CompactFooter) != 0
  def hasSchema: Boolean = (flags & HasSchema) != 0
  def hasRaw: Boolean = (flags & HasRawData) != 0

  /** Reads the head, beginning after the code, and leaves the cursor at the first byte of the data.
    *
    * @param trace
    *   the sink whose tracer is told the positions of the parts, or null
    */
  def read(cursor: Cursor, trace: Sink): Unit = {
    if (source ne cursor) source = cursor
    start = cursor.position - 1
    val bytes = cursor.bytes
    if (trace != null) trace.tracer.framed("object", ObjectCode)
    // A wrong version says more than missing bytes do, so it is reported first.
    if (cursor.left > 0 && bytes(start + VersionAt) != Version) cursor.refuse(BadVersion)
    if (trace != null) traceHeader(cursor, trace)
    if (cursor.end - start < HeaderSize) cursor.refuse(TruncatedHeader)
    flags = Bytes.i16le(bytes, start + FlagsAt) & 0xffff
    typeId = Bytes.i32le(bytes, start + TypeIdAt)
    hash = Bytes.i32le(bytes, start + HashAt)
    length = Bytes.i32le(bytes, start + LengthAt)
    schemaId = Bytes.i32le(bytes, start + SchemaIdAt)
    val last = Bytes.i32le(bytes, start + FooterOffsetAt)
    cursor.moveTo(start + HeaderSize)
    if ((flags & (OneByteOffsets | TwoByteOffsets)) == (OneByteOffsets | TwoByteOffsets))
      refuseAt(cursor, trace, start + FlagsAt, BadWidths)
    if (length < HeaderSize) refuseAt(cursor, trace, start + LengthAt, BadLength)
    if (length > cursor.end - start) refuseAt(cursor, trace, start + LengthAt, LengthPastEnd)
    readEnds(cursor, trace, last)
    if (typeId == 0) readClassName(cursor, trace)
    dataFrom = cursor.position
    checkEnds(cursor, trace)
  }

  private def traceHeader(cursor: Cursor, trace: Sink): Unit =
    for (field <- ObjectLayouts.Object.fields if field.at > 0 && field.size > 0) {
      val at = cursor.take(field.size.toLong, TruncatedHeader)
      val value =
        if (field.size == 1) bytes(at).toInt
        else if (field.size == 2) Bytes.i16le(bytes, at) & 0xffff
        else Bytes.i32le(bytes, at)
      val isRawOffset = field.at == FooterOffsetAt && (bytes(start + FlagsAt) & HasSchema) == 0
      trace.tracer.framed(if (isRawOffset) "raw offset" else field.name, value.toLong)
    }

  private def readEnds(cursor: Cursor, trace: Sink, last: Int): Unit = {
    val end = until
    if (hasSchema) {
      offsetSize =
        if ((flags & OneByteOffsets) != 0) 1 else if ((flags & TwoByteOffsets) != 0) 2 else 4
      entrySize = if (isCompact) offsetSize else offsetSize + 4
      footerUntil = if (hasRaw) end - 4 else end
      if (last < HeaderSize || last > footerUntil - start)
        refuseAt(cursor, trace, start + FooterOffsetAt, BadFooterOffset)
      footerFrom = start + last
      count = entriesIn(footerUntil - footerFrom)
      if (count * entrySize != footerUntil - footerFrom)
        refuseAt(cursor, trace, start + FooterOffsetAt, BadFooterSize)
      rawFrom = if (hasRaw) rawPosition(Bytes.i32le(bytes, footerUntil)) else footerFrom
    } else {
      footerFrom = end
      footerUntil = end
      count = 0
      rawFrom = if (hasRaw) rawPosition(last) else end
    }
    dataUntil = rawFrom
  }

  // Each division has a constant divisor: division by a variable takes as long as reading a field.
  private def entriesIn(size: Int): Int =
    if (isCompact) size >> (offsetSize >> 1)
    else if (offsetSize == 1) size / 5
    else if (offsetSize == 2) size / 6
    else size / 8

  // The offset can be any number. -1 stands for one outside of the object.
  private def rawPosition(offset: Int): Int =
    if (offset < 0 || offset > length) -1 else start + offset

  private def readClassName(cursor: Cursor, trace: Sink): Unit = {
    nameFrom = ClassName.read(cursor)
    nameUntil = cursor.position
    if (trace != null) trace.tracer.framed("class name", (nameUntil - nameFrom).toLong)
  }

  private def checkEnds(cursor: Cursor, trace: Sink): Unit = {
    if (dataFrom > footerFrom) refuseAt(cursor, trace, start + FooterOffsetAt, BadFooterOffset)
    if (rawFrom < dataFrom || rawFrom > footerFrom)
      refuseAt(cursor, trace, if (hasSchema) footerUntil else start + FooterOffsetAt, BadRawOffset)
  }

  private def refuseAt(cursor: Cursor, trace: Sink, position: Int, reason: Reason): Nothing = {
    cursor.moveTo(position)
    if (trace != null) trace.tracer.moved()
    cursor.refuse(reason)
  }

  /** Refuses the object because of its schema id. */
  def refuseSchema(cursor: Cursor, trace: Sink, reason: Reason): Nothing =
    refuseAt(cursor, trace, start + SchemaIdAt, reason)

  def refuseFooter(cursor: Cursor, trace: Sink, reason: Reason): Nothing =
    refuseAt(cursor, trace, footerFrom, reason)

  /** The size of header, class name and footer in bytes. */
  def size: Int = (dataFrom - start) + (footerUntil - footerFrom)

  /** Computes the hash of the data, which are the fields and the raw data. */
  def hashOfData: Int = Hashes.ofData(bytes, dataFrom, footerFrom)

  // The footer.

  private def entry(field: Int): Int = footerFrom + field * entrySize
  def id(field: Int): Int = Bytes.i32le(bytes, entry(field))

  /** Returns the absolute position of the field. */
  def position(field: Int): Int = start + offset(field)

  private def offset(field: Int): Int =
    offsetAt(bytes, entry(field) + entrySize - offsetSize, offsetSize)

  /** Reads an unsigned offset. The result is negative above 2^31 - 1, which is never valid. */
  private def offsetAt(bytes: Array[Byte], at: Int, size: Int): Int =
    if (size == 2) Bytes.i16le(bytes, at) & 0xffff
    else if (size == 1) bytes(at) & 0xff
    else Bytes.i32le(bytes, at)

  /** Checks all offsets against the data. Returns true if the footer lists the fields in the order
    * of the data.
    */
  def checkOffsets(cursor: Cursor, trace: Sink): Boolean = {
    val from = dataFrom - start
    val until = dataUntil - start
    val bytes = cursor.bytes
    val size = offsetSize
    var at = footerFrom + entrySize - size
    var before = from
    var isAscending = true
    var field = 0
    while (field < count) {
      val here = offsetAt(bytes, at, size)
      if (here < from || here >= until) refuseOffset(cursor, trace, field)
      if (here < before) isAscending = false
      before = here
      at += entrySize
      field += 1
    }
    isAscending
  }

  def checkOffset(cursor: Cursor, trace: Sink, field: Int): Unit = {
    val here = offset(field)
    if (here < dataFrom - start || here >= dataUntil - start) refuseOffset(cursor, trace, field)
  }

  private def refuseOffset(cursor: Cursor, trace: Sink, field: Int): Nothing =
    refuseAt(cursor, trace, entry(field), BadFieldOffset)

  /** The fields in the order of the data, each in the low 32 bits of a number. */
  def order: Array[Long] = {
    val keys = new Array[Long](count)
    var field = 0
    while (field < count) {
      keys(field) = (offset(field).toLong << 32) | field
      field += 1
    }
    Arrays.sort(keys)
    keys
  }

  /** Tells the tracer the meaning of the bytes after the data. */
  def traceEnd(cursor: Cursor, trace: Sink): Unit = {
    var field = 0
    while (field < count) {
      cursor.moveTo(entry(field) + entrySize)
      trace.tracer.trailing(entry(field), if (isCompact) "field offset" else "field id and offset",
        if (isCompact) offset(field).toString else s"${id(field)} at ${offset(field)}")
      field += 1
    }
    cursor.moveTo(until)
    if (hasSchema && hasRaw)
      trace.tracer.trailing(footerUntil, "raw offset", (rawFrom - start).toString)
  }

  // The properties that distinguish one layout from another.

  def ids: Array[Int] = Array.tabulate(count)(id)

  def hasIds(others: Array[Int]): Boolean = {
    var field = 0
    while (field < count && id(field) == others(field)) field += 1
    field == count
  }

  /** The class name; null if the type has an id. */
  def className: Array[Byte] =
    if (typeId != 0) null else Arrays.copyOfRange(bytes, nameFrom, nameUntil)

  def hasClassName(other: Array[Byte]): Boolean =
    Arrays.equals(bytes, nameFrom, nameUntil, other, 0, other.length)
}

private[ignite] object ObjectHead {
  val HeaderSize: Int = ObjectLayouts.Object.fixedSize
  private val Version = ObjectLayouts.Object.constant("version").toInt
  private val VersionAt = ObjectLayouts.Object.at("version")
  private val FlagsAt = ObjectLayouts.Object.at("flags")
  private val TypeIdAt = ObjectLayouts.Object.at("type id")
  private val HashAt = ObjectLayouts.Object.at("hash code")
  private val LengthAt = ObjectLayouts.Object.at("length")
  private val SchemaIdAt = ObjectLayouts.Object.at("schema id")
  private val FooterOffsetAt = ObjectLayouts.Object.at("footer offset")
}

/** The class name that replaces a type id of 0: a string with its code. */
private[ignite] object ClassName {

  /** Skips the class name and returns where its text begins. The text ends at the cursor. */
  def read(cursor: Cursor): Int = {
    if (cursor.left == 0) cursor.refuse(Truncated)
    if (cursor.bytes(cursor.position) != StringCode) cursor.refuse(BadClassName)
    cursor.skip(1, Truncated)
    val length = cursor.i32(Truncated)
    if (length < 0) cursor.refuse(NegativeLength)
    cursor.take(length.toLong, LengthPastEnd)
  }
}
