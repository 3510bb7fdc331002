package sparkwire.wire.kafka.batches

import java.util.zip.CRC32C

import sparkwire.wire.core._
import sparkwire.wire.heads.{CrcSum, HeadReader}
import sparkwire.wire.kafka.Kafka._
import sparkwire.wire.kafka.batches.BatchRows._
import sparkwire.wire.places.Offers

/** Reads record batches, one after another, as in a field of type `records` and in the files of a
  * log: see [[BatchLayouts.Batch]]. With magic 0 or 1 it is a message: [[MessageSetReader]].
  *
  * A record: VARINT length; int8 attributes; VARLONG timestamp delta; VARINT offset delta; VARINT
  * length of the key, -1 for null, key; VARINT length of the value, -1 for null, value; VARINT
  * number of headers. A header has a key and a value in this form; its key is text and never null.
  *
  * Traps: compaction leaves batches without records, which become no rows. Sequences wrap from
  * 2147483647 to 0. A fetch response may end with a part of a batch.
  *
  * One file: a batch is checked in the order of its bytes, and its records need its header.
  *
  * @param keepsToHead
  *   whether a record is refused whose offset or timestamp is beyond the values in the head
  */
private[kafka] final class BatchReader(options: Options, keepsToHead: Boolean) extends Reader {
  private[this] val drops = options.word(Tail) == "drop"
  private[this] val fields = new HeadReader(BatchLayouts.Batch, Row, Truncated,
    if (options.verifies) new CrcSum(new CRC32C) else null,
    "length" -> Length, "crc" -> Crc, "attributes" -> CodecName,
    "last_offset_delta" -> LastOffsetDelta, "base_timestamp" -> BaseTimestamp,
    "max_timestamp" -> MaxTimestamp, "base_sequence" -> BaseSequence, "record_count" -> Count)
  private[this] val decompressor = new Decompressor
  private[this] val messages = new MessageSetReader(options.verifies, decompressor)
  private[this] val inner = new Cursor
  private[this] val header = new BatchHeader
  private[this] val record = new RecordReader(header, keepsToHead)
  private[this] val atOnce = new RecordRows(header, record)
  private[this] var isAtOnce = false

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    val list = Offers.of(sink).list
    isAtOnce = false
    if (sink.beginArray(if (list == null) -1 else rowsAhead(cursor))) {
      isAtOnce = list != null
      if (isAtOnce) atOnce.begin(list)
      batches(cursor, sink)
      sink.endArray()
    } else {
      batches(cursor, Nowhere)
      sink.skipped()
    }
  }

  /** Returns the number of rows by the heads of the batches. Returns -1 if they do not tell: a
    * message may contain any number of rows.
    */
  private def rowsAhead(cursor: Cursor): Int = {
    val start = cursor.position
    var rows = 0L
    while (rows >= 0 && rows <= Int.MaxValue && cursor.left > 0 && isWhole(cursor)) {
      val at = cursor.position
      val length = cursor.i32At(at + BatchHeader.LengthAt)
      val count =
        if (length < BatchHeader.MinLength || cursor.bytes(at + BatchHeader.MagicAt) != 2) -1
        else cursor.i32At(at + BatchHeader.CountAt)
      if (count < 0) rows = -1
      else {
        rows += count
        cursor.moveTo(at + BatchHeader.LengthEnd + length)
      }
    }
    val isAll = cursor.left == 0 || drops
    cursor.moveTo(start)
    if (isAll && rows <= Int.MaxValue) rows.toInt else -1
  }

  private def batches(cursor: Cursor, sink: Sink): Unit = {
    var more = cursor.left > 0
    while (more)
      if (isWhole(cursor)) {
        batch(cursor, sink)
        more = cursor.left > 0
      } else if (drops) more = false
      else {
        sink.element()
        cursor.refuse(Truncated)
      }
  }

  /** Whether all bytes that the batch claims to have are present. */
  private def isWhole(cursor: Cursor): Boolean = {
    val left = cursor.left
    left >= BatchHeader.LengthEnd &&
    cursor.i32At(cursor.position + BatchHeader.LengthAt).toLong <= left - BatchHeader.LengthEnd
  }

  private def batch(cursor: Cursor, sink: Sink): Unit = {
    val start = cursor.position
    val length = cursor.i32At(start + BatchHeader.LengthAt)
    val isMessage = length > BatchHeader.MagicAt - BatchHeader.LengthEnd && {
      val magic = cursor.bytes(start + BatchHeader.MagicAt)
      magic == 0 || magic == 1
    }
    if (isMessage) messages.read(cursor, sink)
    else if (length >= BatchHeader.MinLength && cursor.i32At(start + BatchHeader.CountAt) == 0) {
      // A batch without records becomes no row. Its content is still checked.
      sink.tracer.outside()
      head(cursor, Nowhere)
      if (cursor.position != header.end) cursor.refuse(BadRecordCount)
    } else if (isAtOnce) {
      head(cursor, Nowhere)
      recordsAtOnce(cursor)
    } else {
      sink.element()
      sink.beginStruct(Row)
      head(cursor, sink)
      records(cursor, sink)
    }
  }

  private def head(cursor: Cursor, sink: Sink): Unit = {
    header.find(cursor)
    fields.read(cursor, sink, sink.needed, header, first = 0)
    header.load(cursor)
  }

  /** Reads the records of a batch. The first row has begun, with the fields of the head. */
  private def records(cursor: Cursor, sink: Sink): Unit =
    if (header.codec == 0) {
      val end = cursor.end
      cursor.setEnd(header.end)
      rows(cursor, sink, hasBytes = true)
      cursor.setEnd(end)
    } else {
      sink.wanted(Compressed)
      decompress(cursor)
      val spent = inner.allowance.mark
      // The first pass only checks, so that a fault is at the position of the compressed bytes.
      rows(inner, Nowhere, hasBytes = false)
      cursor.moveTo(header.end)
      sink.skipped()
      if (sink ne Nowhere) {
        inner.moveTo(0)
        inner.allowance.goBack(spent)
        rows(inner, sink, hasBytes = false)
      }
    }

  private def recordsAtOnce(cursor: Cursor): Unit = {
    val end = cursor.end
    if (header.codec == 0) {
      cursor.setEnd(header.end)
      atOnce.give(cursor)
      cursor.setEnd(end)
    } else {
      decompress(cursor)
      atOnce.give(inner)
      cursor.moveTo(header.end)
    }
  }

  private def decompress(cursor: Cursor): Unit = {
    val until = decompressor.decompress(header.codec, cursor, cursor.position, header.end)
    inner.setBigEndian(true)
    val _ = inner.wrapUnpacked(decompressor.bytes, until, cursor)
  }

  private def rows(cursor: Cursor, sink: Sink, hasBytes: Boolean): Unit = {
    var number = 0
    while (number < header.count) {
      if (number > 0) {
        sink.element()
        sink.beginStruct(Row)
        repeatHead(sink)
      }
      if (cursor.left == 0) cursor.refuse(BadRecordCount)
      val isWanted = ask(sink, OneRecord, hasBytes)
      readRecord(cursor, if (isWanted) sink else Nowhere, hasBytes)
      if (!isWanted && hasBytes) sink.skipped()
      number += 1
      if (number == header.count) Reader.requireEnd(cursor, sink, BadRecordCount)
      sink.endStruct()
    }
  }

  private def readRecord(cursor: Cursor, sink: Sink, hasBytes: Boolean): Unit = {
    sink.beginStruct(Record)
    record.read(cursor, sink, hasBytes)
    sink.endStruct()
  }

  private def repeatHead(sink: Sink): Unit = {
    derive(sink, BaseOffset, header.baseOffset)
    derive(sink, Magic, 2L)
    if (sink.derives(CodecName)) sink.word(codecs(header.codec))
    derive(sink, LeaderEpoch, header.leaderEpoch.toLong)
    derive(sink, ProducerId, header.producerId)
    derive(sink, ProducerEpoch, header.producerEpoch.toLong)
    derive(sink, Transactional, header.isTransactional)
    derive(sink, Control, header.isControl)
  }
}
