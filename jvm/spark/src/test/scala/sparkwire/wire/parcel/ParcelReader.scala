package sparkwire.wire.parcel

import sparkwire.wire.core._
import sparkwire.wire.parcel.Parcel._

/** One parcel. Big endian.
  * | offset | type | field                                       |
  * | 0      | u8   | version, 1                                  |
  * | 1      | u16  | n, number of tags                           |
  * | 3      |      | n tags: u8 id, u32 length of the data, data |
  *
  * Trap: lengths are unsigned. `ffffffff` is 4 GiB and past the end, not -1 for "no data".
  */
final class ParcelReader extends Reader {
  def read(cursor: Cursor, sink: Sink): Unit = {
    readNext(cursor, sink)
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }

  /** Reads the parcel at the cursor, regardless of what follows it. */
  def readNext(cursor: Cursor, sink: Sink): Unit = {
    sink.beginStruct(Whole)
    val wantVersion = sink.wanted(Version)
    val version = cursor.u8(Truncated)
    if (version != 1) cursor.refuse(BadVersion)
    if (wantVersion) sink.int(version) else sink.skipped()

    val wantTags = sink.wanted(Tags)
    val count = cursor.u16(Truncated)
    // A tag has at least 5 bytes.
    cursor.need(count * 5L, TooManyTags)
    if (wantTags && sink.beginArray(count)) {
      readTags(cursor, sink, count)
      sink.endArray()
    } else {
      readTags(cursor, Nowhere, count)
      sink.skipped()
    }
    sink.endStruct()
  }

  private def readTags(cursor: Cursor, sink: Sink, count: Int): Unit = {
    var tag = 0
    while (tag < count) {
      sink.element()
      readTag(cursor, sink)
      tag += 1
    }
  }

  private def readTag(cursor: Cursor, sink: Sink): Unit = {
    sink.beginStruct(Tag)
    val wantId = sink.wanted(Id)
    val id = cursor.u8(Truncated)
    if (wantId) sink.int(id) else sink.skipped()

    val wantLength = sink.wanted(DataLength)
    val length = cursor.u32(Truncated)
    if (wantLength) sink.int(length) else sink.skipped()

    val wantData = sink.wanted(Data)
    val from = cursor.take(length, LengthPastEnd)
    if (wantData) sink.binary(cursor.bytes, from, cursor.position) else sink.skipped()
    sink.endStruct()
  }
}
