package sparkwire.wire.aerospike

import sparkwire.wire.aerospike.Aerospike._
import sparkwire.wire.core._
import sparkwire.wire.msgpack.{Heads, Msgpack}

/** One change notification. All parts are MessagePack arrays:
  * | message | version int, 1; type int, 1 WRITE or 2 DELETE; payload        |
  * | WRITE   | key; generation int, nil; expiry int, nil; lut int, nil; bins |
  * | DELETE  | key; flags int; generation, expiry, lut as in a WRITE         |
  * | DELETE  | key; flags int: from old connectors                           |
  *
  * Expiry is in seconds; 0 and -1 mean never. Lut, the last update, is in milliseconds; old
  * connectors write 0 if it was not shipped. Bit 0 of the flags means a durable delete.
  *
  * Traps: an integer may have any encoding, and its whole value counts: 4294967297 is not version
  * 1. There is no magic number, so only its structure shows that bytes are a message.
  */
private[aerospike] final class NotificationReader(options: Options) extends Reader {
  private[this] val verifies = options.verifies
  private[this] val keys = new KeyReader(options)
  private[this] val bins = new BinReader(options)
  private[this] val lutUnit: InstantForm =
    if (options.word(LutUnit) == "seconds") InstantForm.Seconds else InstantForm.Date

  override def readsAnywhere: Boolean = true

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    sink.beginStruct(Message)
    val isWrite = readEnvelope(cursor, sink)
    val wantBins = isWrite && sink.wanted(Bins)
    if (!verifies && isWrite && !wantBins) {
      // The query needs none of the fields that follow.
      sink.skipped()
      sink.endStruct()
    } else {
      if (wantBins) bins.readMap(cursor, sink)
      else if (isWrite) {
        bins.readMap(cursor, Nowhere)
        sink.skipped()
      }
      sink.endStruct()
      Reader.requireEnd(cursor, sink, Msgpack.TrailingBytes)
    }
  }

  /** Reads everything up to the bins. Returns false if there are no bins, as in a DELETE. */
  private[aerospike] def readEnvelope(cursor: Cursor, sink: Sink): Boolean = {
    head(cursor, sink, MessageHead, NotArray, BadSize, 3, 3)

    val wantVersion = sink.wanted(Version)
    if (Heads.int(cursor, BadVersion, BadVersion) != 1) cursor.refuse(BadVersion)
    give(sink, wantVersion, 1)

    val wantOp = sink.wanted(Op)
    val op = Heads.int(cursor, BadType, BadType)
    if (op != 1 && op != 2) cursor.refuse(BadType)
    if (wantOp) sink.word(if (op == 1) Write else Delete) else sink.skipped()

    if (op == 1) {
      head(cursor, sink, PayloadHead, PayloadNotArray, PayloadBadSize, 5, 5)
      keys.readFields(cursor, sink, Namespace, KeyHead)
      readTimes(cursor, sink)
      true
    } else {
      val parts = head(cursor, sink, PayloadHead, PayloadNotArray, PayloadBadSize, 2, 5)
      keys.readFields(cursor, sink, Namespace, KeyHead)
      val wantFlags = sink.wanted(Flags)
      val flags = Heads.int(cursor, WrongType, OutOfRange)
      give(sink, wantFlags, flags)
      if (sink.derives(Durable)) sink.bool((flags & 1) != 0)
      if (parts == 5) readTimes(cursor, sink)
      false
    }
  }

  private def head(cursor: Cursor, sink: Sink, field: Int, notArray: Reason, badSize: Reason,
      size: Int,
      otherSize: Int): Int = {
    sink.wanted(field)
    val parts = Heads.array(cursor, notArray)
    if (parts != size && parts != otherSize) cursor.refuse(badSize)
    cursor.enter()
    sink.skipped()
    parts
  }

  private def readTimes(cursor: Cursor, sink: Sink): Unit = {
    val wantGeneration = sink.wanted(Generation)
    if (!trySkipNil(cursor)) give(sink, wantGeneration, Heads.int(cursor, WrongType, OutOfRange))
    else giveNothing(sink, wantGeneration)

    val wantExpiry = sink.wanted(Expiry)
    if (!trySkipNil(cursor)) {
      val expiry = Heads.int(cursor, WrongType, OutOfRange)
      give(sink, wantExpiry, expiry)
      if (expiry != 0 && expiry != -1) giveTime(sink, ExpiresAt, InstantForm.Seconds, expiry)
    } else giveNothing(sink, wantExpiry)

    val wantLut = sink.wanted(Lut)
    if (!trySkipNil(cursor)) {
      val lut = Heads.int(cursor, WrongType, OutOfRange)
      give(sink, wantLut, lut)
      if (lut != 0) giveTime(sink, LastUpdate, lutUnit, lut)
    } else giveNothing(sink, wantLut)
  }

  /** Skips a nil, which stands for a value that the server did not ship. Returns false for any other
    * value.
    */
  private def trySkipNil(cursor: Cursor): Boolean = {
    val isNil = Heads.isNil(cursor)
    if (isNil) cursor.skip(1, Msgpack.Truncated)
    isNil
  }

  private def giveTime(sink: Sink, field: Int, unit: InstantForm, count: Long): Unit =
    if (unit.isInYears(count, 0) && sink.derives(field)) sink.timestamp(unit.micros(count, 0))

  private def give(sink: Sink, want: Boolean, value: Long): Unit =
    if (want) sink.int(value) else sink.skipped()

  private def giveNothing(sink: Sink, want: Boolean): Unit =
    if (want) sink.nothing() else sink.skipped()
}
