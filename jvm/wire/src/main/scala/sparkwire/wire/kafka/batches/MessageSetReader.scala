package sparkwire.wire.kafka.batches

import java.util.zip.CRC32

import sparkwire.wire.core.{Cursor, Nowhere, Reader, Sink}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.batches.BatchRows._
import sparkwire.wire.kafka.definitions.DefaultValue

/** Reads a message as brokers wrote it before record batches: see [[BatchLayouts.Message0]] and
  * [[BatchLayouts.Message1]].
  *
  * With a codec it is a wrapper: the value is a compressed set of messages. They usually have the
  * same magic as the wrapper, but need not: a broker that converted only the wrapper left 0 in 1.
  *
  * Traps: the offset of a wrapper is the offset of its last message. With magic 1, the offsets of
  * the messages inside count from the first of them, unless the wrapper's offset is 0, as producers
  * write it; with magic 0, they are absolute. This depends on the magic of the wrapper alone. With
  * log append time, all messages inside that have a timestamp get the wrapper's timestamp.
  */
private[kafka] final class MessageSetReader(verifies: Boolean, decompressor: Decompressor) {
  private[this] val crc = new CRC32
  private[this] val inner = new Cursor
  private[this] val wrapper = new MessageHead
  private[this] val message = new MessageHead

  /** Reads a message, all of which is present. */
  def read(cursor: Cursor, sink: Sink): Unit = {
    val isWrapper = cursor.left > MessageLayout.AttributesAt &&
      (cursor.bytes(cursor.position + MessageLayout.AttributesAt) & CodecBits) != 0
    sink.element()
    sink.beginStruct(Row)
    if (!isWrapper) {
      head(cursor, sink, message, BaseOffset)
      derive(sink, Transactional, false)
      derive(sink, Control, false)
      BatchCost.spendRecord(cursor, message.end - cursor.position)
      val isWanted = sink.wanted(OneRecord)
      record(cursor, if (isWanted) sink else Nowhere, message, message.offset, hasBytes = true)
      if (!isWanted) sink.skipped()
      sink.endStruct()
    } else wrapped(cursor, sink)
  }

  /** Reads the bytes up to the key or, with magic 1, up to the timestamp. */
  private def head(cursor: Cursor, sink: Sink, head: MessageHead, offsetField: Int): Unit = {
    val start = cursor.position
    val wantOffset = sink.wanted(offsetField)
    head.offset = cursor.i64(Truncated)
    give(sink, wantOffset, head.offset, hasBytes = true)

    val wantLength = sink.wanted(Length)
    val length = cursor.i32(Truncated)
    if (length < 0) cursor.refuse(NegativeLength)
    if (length > cursor.left) cursor.refuse(Truncated)
    head.end = cursor.position + length
    if (length <= BatchHeader.MagicAt - BatchHeader.LengthEnd) cursor.refuse(BadBatchLength)
    head.magic = cursor.bytes(start + BatchHeader.MagicAt).toInt
    if (length < MessageLayout.minLength(head.magic)) cursor.refuse(BadBatchLength)
    give(sink, wantLength, length.toLong, hasBytes = true)

    val wantCrc = sink.wanted(Crc)
    val found = cursor.u32(Truncated)
    val expected = if (verifies) crcOf(cursor, head.end) else found
    if (found != expected) cursor.refuseChecksum(BadCrc, expected, found)
    give(sink, wantCrc, found, hasBytes = true)

    val wantMagic = sink.wanted(Magic)
    cursor.skip(1, Truncated)
    give(sink, wantMagic, head.magic.toLong, hasBytes = true)

    val wantCodec = sink.wanted(CodecName)
    head.attributes = cursor.u8(Truncated)
    // zstd was introduced with record batches.
    if (head.codec > Decompressor.Lz4) cursor.refuse(BadCompression)
    if (wantCodec) sink.word(codecs(head.codec)) else sink.skipped()
  }

  private def crcOf(cursor: Cursor, end: Int): Long = {
    crc.reset()
    crc.update(cursor.bytes, cursor.position, end - cursor.position)
    crc.getValue
  }

  /** Reads timestamp, key and value of a message whose head has been read. */
  private def record(cursor: Cursor, sink: Sink, head: MessageHead, offset: Long,
      hasBytes: Boolean): Unit = {
    val end = cursor.end
    cursor.setEnd(head.end)
    sink.beginStruct(Record)
    derive(sink, Offset, offset)
    if (head.magic == 0) derive(sink, TimestampMs, NoTimestamp)
    else {
      val isWanted = ask(sink, TimestampMs, hasBytes)
      val own = cursor.i64(Truncated)
      val millis =
        if (!hasBytes && wrapper.hasLogAppendTime) wrapper.timestamp else own
      give(sink, isWanted, millis, hasBytes)
      giveTimestamp(sink, millis)
    }
    derive(sink, Sequence, -1L)
    part(cursor, sink, Key, hasBytes)
    part(cursor, sink, Value, hasBytes)
    if (sink.derives(Headers)) DefaultValue.EmptyList.give(sink)
    Reader.requireEnd(cursor, sink, BadBatchLength)
    sink.endStruct()
    cursor.setEnd(end)
  }

  private def part(cursor: Cursor, sink: Sink, field: Int, hasBytes: Boolean): Unit = {
    val isWanted = ask(sink, field, hasBytes)
    RecordParts.rest(cursor, sink, cursor.i32(Truncated), isWanted, hasBytes)
  }

  // Compressed sets.

  private def wrapped(cursor: Cursor, sink: Sink): Unit = {
    head(cursor, sink, wrapper, WrapperOffset)
    val end = cursor.end
    cursor.setEnd(wrapper.end)
    if (wrapper.magic == 1) {
      val isWanted = sink.wanted(WrapperTimestamp)
      wrapper.timestamp = cursor.i64(Truncated)
      give(sink, isWanted, wrapper.timestamp, hasBytes = true)
    }
    sink.wanted(WrapperKey)
    val keyLength = cursor.i32(Truncated)
    if (keyLength < -1) cursor.refuse(NegativeLength)
    if (keyLength > 0) cursor.skip(keyLength.toLong, LengthPastEnd)
    sink.skipped()

    sink.wanted(Compressed)
    val length = cursor.i32(Truncated)
    if (length < 0) cursor.refuse(if (length == -1) BadCompression else NegativeLength)
    val from = cursor.take(length.toLong, LengthPastEnd)
    if (cursor.left > 0) cursor.refuse(BadBatchLength)
    val codec = if (wrapper.magic == 0) Decompressor.oldest(wrapper.codec) else wrapper.codec
    val until = decompressor.decompress(codec, cursor, from, cursor.position)
    cursor.setEnd(end)
    inner.setBigEndian(true)
    val _ = inner.wrapUnpacked(decompressor.bytes, until, cursor)
    check(inner)
    sink.skipped()
    inner.moveTo(0)
    rows(inner, sink)
  }

  private def isMessage(cursor: Cursor): Boolean = {
    val magic = cursor.bytes(cursor.position + BatchHeader.MagicAt)
    magic == 0 || magic == 1
  }

  /** Checks all messages of the set, and finds the offsets of the first and the last one. */
  private def check(cursor: Cursor): Unit = {
    wrapper.first = 0
    var count = 0
    while (cursor.left > 0) {
      if (cursor.left > BatchHeader.MagicAt && !isMessage(cursor)) cursor.refuse(BadMagic)
      head(cursor, Nowhere, message, BaseOffset)
      if (message.codec != 0) cursor.refuse(BadCompression)
      BatchCost.spendRecord(cursor, message.end - cursor.position)
      record(cursor, Nowhere, message, 0, hasBytes = false)
      if (count == 0) wrapper.first = message.offset
      count += 1
    }
    if (count == 0) cursor.refuse(BadRecordCount)
    wrapper.shift = 0
    if (wrapper.magic == 1 && wrapper.offset != 0) {
      if (wrapper.offset < message.offset) cursor.refuse(BadWrapperOffset)
      wrapper.shift = wrapper.offset - message.offset
    }
  }

  private def rows(cursor: Cursor, sink: Sink): Unit = {
    var isFirst = true
    while (cursor.left > 0) {
      if (!isFirst) {
        sink.element()
        sink.beginStruct(Row)
        derive(sink, Magic, wrapper.magic.toLong)
        if (sink.derives(CodecName)) sink.word(codecs(wrapper.codec))
      }
      isFirst = false
      derive(sink, BaseOffset, wrapper.first + wrapper.shift)
      derive(sink, Transactional, false)
      derive(sink, Control, false)
      head(cursor, Nowhere, message, BaseOffset)
      val isWanted = sink.derives(OneRecord)
      record(cursor, if (isWanted) sink else Nowhere, message, message.offset + wrapper.shift,
        hasBytes = false)
      sink.endStruct()
    }
  }
}

/** The head of a message. */
private final class MessageHead {
  var offset = 0L
  var end = 0
  var magic = 0
  var attributes = 0
  var timestamp = 0L

  // Wrappers only: the offset in the first message, and the number to add to all offsets.
  var first = 0L
  var shift = 0L

  def codec: Int = attributes & CodecBits
  def hasLogAppendTime: Boolean = magic == 1 && (attributes & LogAppendBit) != 0
}
