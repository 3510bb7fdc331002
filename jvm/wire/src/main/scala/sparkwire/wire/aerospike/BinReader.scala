package sparkwire.wire.aerospike

import sparkwire.wire.aerospike.Aerospike._
import sparkwire.wire.core.{Cursor, Nowhere, Options, Sink}
import sparkwire.wire.msgpack.{ByteFamily, Heads, Msgpack, MsgpackReader, MsgpackWhole}
import sparkwire.wire.places.Offers

/** The bins of a WRITE: an array with one array for each bin.
  * | name  | str                                                                |
  * | type  | int                                                                |
  * | flags | int; map: 0 unordered, 1 key-ordered, 3 key-value-ordered; list: 1 ordered |
  * | value | of the family that belongs to the type, or nil                     |
  */
private[aerospike] final class BinReader(options: Options) {
  private[this] val values = new MsgpackReader(options, Msgpack.Aerospike)
  private[this] val whole = new MsgpackWhole

  /** Reads the bins as a map from names to values. */
  def readMap(cursor: Cursor, sink: Sink): Unit = {
    val count = Heads.array(cursor, WrongType)
    cursor.enter()
    val into = Offers.of(sink).beginWhole(sink)
    if (!whole.tryEntries(cursor, into, count, BinHeads)) readEntries(cursor, into, count)
    if (into ne sink) Offers.of(sink).endWhole()
    cursor.leave()
  }

  private def readEntries(cursor: Cursor, sink: Sink, count: Int): Unit = {
    val inner = if (sink.beginMap(count)) sink else Nowhere
    var i = 0
    while (i < count) {
      inner.key()
      readHead(cursor)
      inner.tracer.framed("array", 4)
      readName(cursor, inner)
      val want = inner.value()
      val kind = readType(cursor)
      inner.tracer.framed("type", kind.toLong)
      val flags = readFlags(cursor)
      inner.tracer.framed("flags", flags)
      readValue(cursor, inner, kind, want)
      if (!want) inner.skipped()
      cursor.leave()
      i += 1
    }
    inner.endMap()
  }

  /** Reads the bins as a list, with types and flags. */
  def readList(cursor: Cursor, sink: Sink): Unit = {
    val count = Heads.array(cursor, WrongType)
    cursor.enter()
    sink.beginArray(count)
    var i = 0
    while (i < count) {
      sink.element()
      readHead(cursor)
      sink.beginStruct(Bin)
      readFields(cursor, sink)
      sink.endStruct()
      cursor.leave()
      i += 1
    }
    sink.endArray()
    cursor.leave()
  }

  private def readFields(cursor: Cursor, sink: Sink): Unit = {
    val wantName = sink.wanted(BinName)
    readName(cursor, if (wantName) sink else Nowhere)
    if (!wantName) sink.skipped()

    val wantType = sink.wanted(BinType)
    val kind = readType(cursor)
    if (wantType) sink.int(kind.toLong) else sink.skipped()
    if (sink.derives(BinTypeName)) sink.word(typeNames(kind))

    val wantFlags = sink.wanted(BinFlags)
    val flags = readFlags(cursor)
    if (wantFlags) sink.int(flags) else sink.skipped()

    val wantValue = sink.wanted(BinValue)
    readValue(cursor, sink, kind, wantValue)
    if (!wantValue) sink.skipped()
  }

  private def readHead(cursor: Cursor): Unit = {
    if (Heads.array(cursor, BadBin) != 4) cursor.refuse(BadBin)
    cursor.enter()
  }

  private def readName(cursor: Cursor, sink: Sink): Unit = {
    val family = Heads.familyNext(cursor)
    if (!ByteFamily.isText(family)) cursor.refuse(BadBin)
    values.text(cursor, sink, Heads.body(cursor, family, cursor.u8(Msgpack.Truncated)))
  }

  private def readType(cursor: Cursor): Int = {
    val kind = Heads.int(cursor, BadBin, UnknownBinType)
    if (kind < 0 || kind >= typeNames.length || typeNames(kind.toInt) == null)
      cursor.refuse(UnknownBinType)
    kind.toInt
  }

  private def readFlags(cursor: Cursor): Long = Heads.int(cursor, BadBin, OutOfRange)

  private def readValue(cursor: Cursor, sink: Sink, kind: Int, want: Boolean): Unit = {
    val family = Heads.familyNext(cursor)
    if (family != ByteFamily.Nil && !BinHeads.fits(kind, family)) cursor.refuse(BinMismatch)
    if (kind == IntegerBin && family == ByteFamily.UInt64 && cursor.left > 1 && cursor.bytes(
        cursor.position + 1) < 0)
      cursor.refuse(OutOfRange)
    if (want) values.readValue(cursor, sink) else values.skip(cursor, 1)
  }
}
