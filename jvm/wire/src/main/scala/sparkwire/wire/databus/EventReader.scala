package sparkwire.wire.databus

import sparkwire.wire.core._
import sparkwire.wire.databus.Databus._
import sparkwire.wire.databus.EventHeader.{BytesKey, LongKey}
import sparkwire.wire.heads.{FixedLayout, HeadReader}
import sparkwire.wire.places.{PlainCode, PlainReader, PlainSlots, WholeCode}

/** Reads one event, in one of the [[EventLayouts]]. The first byte determines the layout; the magic
  * or a checksum the byte order.
  *
  * Traps: in version 1, both opcode bits together mean UPSERT. The CRCs are Databus's own variant of
  * CRC-32: see [[Checksums]]. A length may have any value, so it is checked against the available
  * bytes before anything after it is read.
  */
final class EventReader(options: Options) extends Reader with PlainReader {
  private[this] val askedOrder = options.word(ByteOrder)
  private[this] val headers = new EventHeaders
  private[this] val head1 = headReader(EventLayouts.Version1, headers.version1)
  private[this] val head2 = headReader(EventLayouts.Version2, headers.version2)
  private[this] val valid = new EventParts(options)
  private[this] val parts = new PartReader
  // One bit for each field of the event that the sink needs. Asking the sink for each of 35 fields
  // costs more than reading the few that a query uses. One field, unverified: 96 ns with a question
  // for each field, 34 ns with these bits (DatabusBench.oneFieldUnverified).
  private[this] var needed = 0L

  private def headReader(layout: FixedLayout, header: EventHeader): HeadReader =
    new HeadReader(layout, Event, TruncatedHeader, if (options.verifies) header.sum else null,
      "magic" -> Magic)

  override def readsAnywhere: Boolean = true

  override def prefersRows: Boolean = true

  private[this] val code = new WholeCode(new EventCode(options))
  override def codeFor(slots: PlainSlots): PlainCode = code.of(slots)

  def read(cursor: Cursor, sink: Sink): Unit = {
    readNext(cursor, sink, askedOrder)
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }

  /** Reads the event at the cursor in the requested byte order: `auto`, `big` or `little`. */
  private[databus] def readNext(cursor: Cursor, sink: Sink, order: String): Unit = {
    sink.beginStruct(Event)
    needed = sink.needed
    // A walk that only checks needs nothing but the parts of a usual event.
    if (needed == 0 && valid.tryFind(cursor, order)) cursor.moveTo(valid.end)
    else readFields(cursor, sink, order)
    sink.endStruct()
  }

  private def readFields(cursor: Cursor, sink: Sink, order: String): Unit = {
    val start = cursor.position
    val isWanted = ask(sink, Version)
    val version = cursor.u8(EmptyInput)
    val header = headers.of(version)
    if (header == null) cursor.refuse(if (version == '{') RemoteException else BadVersion)
    if (isWanted) sink.int(version)
    val _ = header.decide(cursor, start, order)
    if (header eq headers.version1) {
      head1.read(cursor, sink, needed, header, first = 1)
      readAfterHead1(cursor, sink, headers.version1)
    } else {
      head2.read(cursor, sink, needed, header, first = 1)
      readAfterHead2(cursor, sink, headers.version2)
    }
  }

  private def readAfterHead1(cursor: Cursor, sink: Sink, header: EventHeader): Unit = {
    val size = header.size(cursor, header.start)
    if (header.keyKind(header.attributes(cursor)) == LongKey)
      giveLong(cursor, sink, TruncatedHeader)
    else {
      val isWanted = ask(sink, KeyLength)
      val length = cursor.i32(TruncatedHeader)
      if (header.end >= 0) {
        if (length < 0) cursor.refuse(KeyLengthNegative)
        if (length > size - header.minLength) cursor.refuse(KeyLengthPastEnd)
      }
      if (isWanted) sink.int(length)
      giveBytes(cursor, sink, KeyBytes, length, TruncatedBody)
    }
    giveBytes(cursor, sink, Payload, header.start.toLong + size - cursor.position, TruncatedBody)
  }

  private def readAfterHead2(cursor: Cursor, sink: Sink, header: EventHeader): Unit = {
    val attributes = header.attributes(cursor)
    val hasHeader = header.headerEnd >= 0
    val hasBody = header.end >= 0
    val outerEnd = cursor.end
    if (hasHeader) cursor.setEnd(header.headerEnd)
    readKey2(cursor, sink, header.keyKind(attributes), hasHeader)
    requireEnd(cursor, sink, hasHeader, if (hasHeader) HeaderLongerThanKey else TruncatedHeader)
    cursor.setEnd(if (hasBody) header.end else outerEnd)

    val pastEnd = if (hasBody) PartPastEnd else TruncatedBody
    if (header.hasMetadata(attributes)) {
      val isWanted = ask(sink, Metadata)
      parts.read(cursor, if (isWanted) sink else Nowhere, pastEnd)
    }
    if (header.hasPayload(attributes)) parts.readPayload(cursor, sink, needed, pastEnd)
    else if (needs(SchemaVersion) && sink.derives(SchemaVersion)) sink.int(0)
    requireEnd(cursor, sink, hasBody, if (hasBody) TrailingBytesInBody else TruncatedBody)
    cursor.setEnd(outerEnd)
  }

  private def readKey2(cursor: Cursor, sink: Sink, kind: Int, hasHeader: Boolean): Unit = {
    val pastHeader = if (hasHeader) KeyPastHeader else TruncatedHeader
    if (kind == LongKey) giveLong(cursor, sink, pastHeader)
    else if (kind == BytesKey) {
      val isWanted = ask(sink, KeyLength)
      val length = cursor.i32(pastHeader)
      if (length < 0) cursor.refuse(if (hasHeader) KeyLengthNegative else TruncatedHeader)
      if (isWanted) sink.int(length)
      giveBytes(cursor, sink, KeyBytes, length, pastHeader)
    } else {
      val isWanted = ask(sink, KeyPart)
      parts.read(cursor, if (isWanted) sink else Nowhere, pastHeader)
    }
  }

  /** Refuses bytes that are left, and also an end that is not known because it is cut off. */
  private def requireEnd(cursor: Cursor, sink: Sink, isKnown: Boolean, reason: Reason): Unit =
    if (!isKnown || cursor.left > 0) {
      sink.tracer.outside()
      cursor.refuse(reason)
    }

  private def giveLong(cursor: Cursor, sink: Sink, cut: Reason): Unit = {
    val isWanted = ask(sink, Key)
    val key = cursor.i64(cut)
    if (isWanted) sink.int(key)
  }

  private def giveBytes(cursor: Cursor, sink: Sink, field: Int, length: Long,
      cut: Reason): Unit = {
    val isWanted = ask(sink, field)
    val from = cursor.take(length, cut)
    if (isWanted) sink.binary(cursor.bytes, from, cursor.position)
  }

  private def needs(field: Int): Boolean = (needed & (1L << field)) != 0
  private def ask(sink: Sink, field: Int): Boolean = needs(field) && sink.wanted(field)
}
