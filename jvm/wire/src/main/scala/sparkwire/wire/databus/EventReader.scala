package sparkwire.wire.databus

import sparkwire.wire.core._
import sparkwire.wire.databus.Databus._
import sparkwire.wire.places.Offers

/** Reads one event, in one of the [[EventLayouts]]. The first byte determines the layout; the magic
  * or a checksum the byte order.
  *
  * Traps: in version 1, both opcode bits together mean UPSERT. The CRCs are Databus's own variant of
  * CRC-32: see [[Checksums]]. A length may have any value, so it is checked against the available
  * bytes before anything after it is read.
  */
final class EventReader(options: Options) extends Reader {
  private[this] val verifies = options.verifies
  private[this] val askedOrder = options.word(ByteOrder)
  private[this] val header1 = new EventHeader.Version1
  private[this] val header2 = new EventHeader.Version2
  private[this] val orders = new EventOrder(header1)
  private[this] val whole = new WholeEvent(options)
  private[this] val parts = new PartReader
  // One bit for each field of the event that the sink needs. Asking the sink for each of 35 fields
  // costs more than reading the few that a query uses. One field, unverified: 96 ns with a question
  // for each field, 34 ns with these bits (DatabusBench.oneFieldUnverified).
  private[this] var needed = 0L

  override def readsAnywhere: Boolean = true

  def read(cursor: Cursor, sink: Sink): Unit = {
    val fields = Offers.of(sink).wholeFields
    if (fields != null && whole.tryGive(cursor, fields)) Offers.of(sink).wholeIsFilled()
    else readAlone(cursor, sink)
  }

  private def readAlone(cursor: Cursor, sink: Sink): Unit = {
    readNext(cursor, sink, askedOrder)
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }

  /** Reads the event at the cursor in the requested byte order: `auto`, `big` or `little`. */
  private[databus] def readNext(cursor: Cursor, sink: Sink, order: String): Unit = {
    sink.beginStruct(Event)
    needed = sink.needed
    val wantVersion = ask(sink, Version)
    val version = cursor.u8(EmptyInput)
    if (version == header1.version) readVersion1(cursor, sink, order, wantVersion)
    else if (version == header2.version) readVersion2(cursor, sink, order, wantVersion)
    else cursor.refuse(if (version == '{') RemoteException else BadVersion)
    sink.endStruct()
  }

  private def readVersion1(cursor: Cursor, sink: Sink, order: String,
      wantVersion: Boolean): Unit = {
    val start = cursor.position - 1
    give(sink, wantVersion, header1.version)
    val crcFits = orders.decide1(cursor, start, order)
    val available = cursor.end - start
    val headerLength =
      if (available >= EventHeader.Version1.UntilAttributes) header1.headerLength(cursor, start)
      else Int.MaxValue
    val hasHeader = available >= headerLength

    val wantHeaderCrc = ask(sink, HeaderCrc)
    val headerCrc = cursor.u32(TruncatedHeader)
    val length = if (hasHeader) header1.size(cursor, start) else 0
    if (hasHeader && verifies && length >= header1.keyAt && !crcFits &&
      !orders.crcFits1(cursor, start))
      header1.refuseHeaderCrc(cursor, start, headerLength)
    give(sink, wantHeaderCrc, headerCrc)

    val wantSize = ask(sink, Size)
    val size = cursor.i32(TruncatedHeader)
    if (hasHeader) {
      if (size < 0) cursor.refuse(NegativeLength)
      if (size < headerLength) cursor.refuse(LengthTooSmall)
    }
    give(sink, wantSize, size)
    val hasBody = hasHeader && size <= available

    val wantAttributes = ask(sink, Attributes)
    val attributes = cursor.u16(TruncatedHeader)
    give(sink, wantAttributes, attributes)
    val bytesKey = header1.hasBytesKey(attributes)
    giveOrder(cursor, sink)
    if (asksFor(sink, HeaderLength)) sink.int(headerLength)
    giveOpcode(sink, attributes & 3)
    if (asksFor(sink, KeyType)) sink.word(if (bytesKey) StringKey else LongKey)
    giveFlags(sink, header1, attributes)

    giveLong(cursor, sink, Sequence)
    giveShort(cursor, sink, PhysicalPartition)
    giveShort(cursor, sink, LogicalPartition)
    giveTimestamp(cursor, sink)
    val wantSource = ask(sink, SrcId)
    val source = cursor.i16(TruncatedHeader)
    give(sink, wantSource, source)
    SourceId.give(sink, needed, source)

    val wantSchemaId = ask(sink, SchemaId)
    val schemaId = cursor.take(16, TruncatedHeader)
    if (wantSchemaId) sink.binary(cursor.bytes, schemaId, cursor.position)
    if (asksFor(sink, SchemaVersion)) sink.int(cursor.i16At(schemaId))

    val wantBodyCrc = ask(sink, BodyCrc)
    val bodyCrc = cursor.u32(TruncatedHeader)
    if (hasBody && verifies && !header1.bodyCrcFits(cursor, start, headerLength, size))
      header1.refuseBodyCrc(cursor, start, headerLength, size)
    give(sink, wantBodyCrc, bodyCrc)

    if (bytesKey) {
      val wantLength = ask(sink, KeyLength)
      val keyLength = cursor.i32(TruncatedHeader)
      if (hasBody) {
        if (keyLength < 0) cursor.refuse(KeyLengthNegative)
        if (keyLength > size - EventHeader.Version1.MinLength) cursor.refuse(KeyLengthPastEnd)
      }
      give(sink, wantLength, keyLength)
      val wantKey = ask(sink, KeyBytes)
      val key = cursor.take(keyLength, TruncatedBody)
      if (wantKey) sink.binary(cursor.bytes, key, cursor.position)
    } else giveLong(cursor, sink, Key)

    val wantPayload = ask(sink, Payload)
    val payload = cursor.take(start.toLong + size - cursor.position, TruncatedBody)
    if (wantPayload) sink.binary(cursor.bytes, payload, cursor.position)
  }

  private def readVersion2(cursor: Cursor, sink: Sink, order: String,
      wantVersion: Boolean): Unit = {
    val start = cursor.position - 1
    give(sink, wantVersion, header2.version)

    val wantMagic = ask(sink, Magic)
    val magicAt = cursor.take(4, TruncatedHeader)
    if (!orders.decide2(cursor, magicAt, order)) cursor.refuse(BadMagic)
    give(sink, wantMagic, cursor.i32At(magicAt))
    val available = cursor.end - start

    val wantHeaderLength = ask(sink, HeaderLength)
    val headerLength = cursor.i32(TruncatedHeader)
    if (headerLength < EventHeader.Version2.MinLength) cursor.refuse(HeaderLengthTooSmall)
    give(sink, wantHeaderLength, headerLength)
    val hasHeader = headerLength <= available

    val wantHeaderCrc = ask(sink, HeaderCrc)
    val headerCrc = cursor.u32(TruncatedHeader)
    if (hasHeader && verifies && !header2.headerCrcFits(cursor, start, headerLength))
      header2.refuseHeaderCrc(cursor, start, headerLength)
    give(sink, wantHeaderCrc, headerCrc)

    val size = if (hasHeader) header2.size(cursor, start) else 0
    val hasBody = hasHeader && size <= available
    val wantBodyCrc = ask(sink, BodyCrc)
    val bodyCrc = cursor.u32(TruncatedHeader)
    if (hasBody && verifies && size >= headerLength &&
      !header2.bodyCrcFits(cursor, start, headerLength, size))
      header2.refuseBodyCrc(cursor, start, headerLength, size)
    give(sink, wantBodyCrc, bodyCrc)

    val wantSize = ask(sink, Size)
    val declared = cursor.i32(TruncatedHeader)
    if (hasHeader) {
      if (size < 0) cursor.refuse(NegativeLength)
      if (size < headerLength) cursor.refuse(TotalLessThanHeader)
    }
    give(sink, wantSize, declared)

    val wantAttributes = ask(sink, Attributes)
    val attributes = cursor.u16(TruncatedHeader)
    val keyType = header2.keyType(attributes)
    if (hasHeader) {
      if ((attributes & 3) == 3) cursor.refuse(BadOpcode)
      if (keyType == 0) cursor.refuse(BadKeyType)
    }
    give(sink, wantAttributes, attributes)
    giveOrder(cursor, sink)
    giveOpcode(sink, attributes & 3)
    if (asksFor(sink, KeyType))
      sink.word(if (keyType == 1) LongKey else if (keyType == 2) StringKey else SchemaKey)
    giveFlags(sink, header2, attributes)

    giveTimestamp(cursor, sink)
    val wantSource = ask(sink, SrcId)
    val source = cursor.i32(TruncatedHeader)
    give(sink, wantSource, source)
    SourceId.give(sink, needed, source)
    val wantPartition = ask(sink, PhysicalPartition)
    val partition = cursor.i16(TruncatedHeader)
    give(sink, wantPartition, partition)
    if (asksFor(sink, LogicalPartition)) sink.int(partition)
    giveLong(cursor, sink, Sequence)

    val outerEnd = cursor.end
    if (hasHeader) cursor.setEnd(start + headerLength)
    val pastHeader = if (hasHeader) KeyPastHeader else TruncatedHeader
    readKey2(cursor, sink, keyType, pastHeader, hasHeader)
    if (!hasHeader || cursor.left > 0) {
      sink.tracer.outside()
      cursor.refuse(if (hasHeader) HeaderLongerThanKey else TruncatedHeader)
    }
    cursor.setEnd(if (hasBody) start + size else outerEnd)
    readBody2(cursor, sink, attributes, hasBody)
    cursor.setEnd(outerEnd)
  }

  private def readKey2(cursor: Cursor, sink: Sink, keyType: Int, pastHeader: Reason,
      hasHeader: Boolean): Unit =
    if (keyType == 1) {
      val wantKey = ask(sink, Key)
      val key = cursor.i64(pastHeader)
      give(sink, wantKey, key)
    } else if (keyType == 2) {
      val wantLength = ask(sink, KeyLength)
      val length = cursor.i32(pastHeader)
      if (length < 0) cursor.refuse(if (hasHeader) KeyLengthNegative else TruncatedHeader)
      give(sink, wantLength, length)
      val wantKey = ask(sink, KeyBytes)
      val key = cursor.take(length, pastHeader)
      if (wantKey) sink.binary(cursor.bytes, key, cursor.position)
    } else {
      val want = ask(sink, KeyPart)
      parts.read(cursor, if (want) sink else Nowhere, pastHeader)
    }

  private def readBody2(cursor: Cursor, sink: Sink, attributes: Int, hasBody: Boolean): Unit = {
    val pastEnd = if (hasBody) PartPastEnd else TruncatedBody
    if (header2.hasMetadata(attributes)) {
      val want = ask(sink, Metadata)
      parts.read(cursor, if (want) sink else Nowhere, pastEnd)
    }
    if (header2.hasPayload(attributes)) parts.readPayload(cursor, sink, needed, pastEnd)
    else if (asksFor(sink, SchemaVersion)) sink.int(0)
    if (!hasBody || cursor.left > 0) {
      sink.tracer.outside()
      cursor.refuse(if (hasBody) TrailingBytesInBody else TruncatedBody)
    }
  }

  private def needs(field: Int): Boolean = (needed & (1L << field)) != 0
  private def ask(sink: Sink, field: Int): Boolean = needs(field) && sink.wanted(field)
  private def asksFor(sink: Sink, field: Int): Boolean = needs(field) && sink.derives(field)

  private def give(sink: Sink, want: Boolean, value: Long): Unit =
    if (want) sink.int(value)

  private def giveLong(cursor: Cursor, sink: Sink, field: Int): Unit = {
    val want = ask(sink, field)
    val value = cursor.i64(TruncatedHeader)
    give(sink, want, value)
  }

  private def giveShort(cursor: Cursor, sink: Sink, field: Int): Unit = {
    val want = ask(sink, field)
    val value = cursor.i16(TruncatedHeader)
    give(sink, want, value)
  }

  private def giveOrder(cursor: Cursor, sink: Sink): Unit =
    if (asksFor(sink, ByteOrderFound)) sink.word(if (cursor.isBigEndian) Big else Little)

  private def giveOpcode(sink: Sink, bits: Int): Unit =
    if (bits != 0 && asksFor(sink, Opcode)) sink.word(if ((bits & 1) != 0) Upsert else Delete)

  private def giveFlags(sink: Sink, header: EventHeader, attributes: Int): Unit = {
    if (asksFor(sink, IsTrace)) sink.bool(header.isTrace(attributes))
    if (asksFor(sink, IsExtReplicated)) sink.bool(header.isReplicated(attributes))
  }

  private def giveTimestamp(cursor: Cursor, sink: Sink): Unit = {
    val want = ask(sink, TimestampNanos)
    val nanos = cursor.i64(TruncatedHeader)
    give(sink, want, nanos)
    if (asksFor(sink, Timestamp)) sink.timestamp(Math.floorDiv(nanos, 1000L))
  }
}
