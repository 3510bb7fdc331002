package sparkwire.wire.msgpack

import scala.annotation.switch

import sparkwire.wire.core._
import sparkwire.wire.msgpack.ByteFamily._
import sparkwire.wire.msgpack.Msgpack._
import sparkwire.wire.places.Offers

/** One MessagePack value. All numbers big endian, all lengths and counts unsigned.
  * | first byte     | value                      | first byte     | value                           |
  * | 00-7f          | int 0 to 127               | ca cb          | float 32 64                     |
  * | 80-8f          | map, n = low 4 bits        | cc cd ce cf    | uint 8 16 32 64                 |
  * | 90-9f          | array, n = low 4 bits      | d0 d1 d2 d3    | int 8 16 32 64                  |
  * | a0-bf          | str, length = low 5 bits   | d4 d5 d6 d7 d8 | ext of 1 2 4 8 16 bytes         |
  * | c0             | nil                        | d9 da db       | str, length 8 16 32 bits        |
  * | c1             | refused                    | dc dd          | array, n 16 32 bits             |
  * | c2 c3          | false, true                | de df          | map, n 16 32 bits               |
  * | c4 c5 c6       | bin, length 8 16 32 bits   | e0-ff          | int -32 to -1                   |
  * | c7 c8 c9       | ext, length 8 16 32 bits   |                |                                 |
  *
  * After the length of an ext come its type, an int8, and its data. Type -1 is a timestamp:
  * | length | data                                                  |
  * | 4      | uint32 seconds                                        |
  * | 8      | 30 bits nanoseconds, 34 bits seconds                  |
  * | 12     | uint32 nanoseconds, int64 seconds                     |
  *
  * Types 0 to 127 belong to the application, so they have no meaning here unless an option gives them
  * one. Type 0 of fluentd is a time:
  * | length | data                                                  |
  * | 8      | uint32 seconds, uint32 nanoseconds                    |
  * | 12     | int64 seconds, uint32 nanoseconds                     |
  *
  * Traps: a number or length need not have the shortest encoding. Open containers are kept on a
  * stack of our own, never on the stack of the thread, which a value could exhaust.
  *
  * One file: a value needs all rows of the first table, and its containers the stack.
  *
  * @param extTypes
  *   the meaning of ext types, a word of [[Msgpack.ExtTypes]]; or [[Msgpack.Particles]]
  */
final class MsgpackReader(options: Options, extTypes: String) extends Reader {
  private[this] val readsParticles = extTypes == Msgpack.Particles
  private[this] val knowsAerospike = extTypes == Msgpack.Aerospike
  private[this] val knowsFluent = extTypes == Msgpack.Fluent
  private[this] val verifies = options.verifies
  private[this] val whole = new MsgpackWhole
  private[this] val replaces = options.word(Options.InvalidUtf8) == "replace"
  // The remaining parts (elements, or keys and values) of each open container, times two; plus one
  // for a map.
  private[this] val parts = new Array[Long](Options.MaxDepth.to + 1)
  // The remaining parts of each container that is skipped. There only the number of parts counts.
  private[this] val passed = new Array[Long](Options.MaxDepth.to + 1)

  def this(options: Options) = this(options, options.word(ExtTypes))

  override def readsAnywhere: Boolean = true

  def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(true)
    readValue(cursor, sink)
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }

  /** Reads the value at the cursor, regardless of the bytes after it. */
  private[wire] def readValue(cursor: Cursor, sink: Sink): Unit =
    if (readsParticles || !isContainerNext(cursor)) giveParts(cursor, sink)
    else {
      val into = Offers.of(sink).beginWhole(sink)
      if (!whole.tryValue(cursor, into)) giveParts(cursor, into)
      if (into ne sink) Offers.of(sink).endWhole()
    }

  private def isContainerNext(cursor: Cursor): Boolean = cursor.left > 0 && {
    val family = ByteFamily.of(cursor.bytes(cursor.position) & 0xff)
    isArray(family) || isMap(family)
  }

  private def giveParts(cursor: Cursor, sink: Sink): Unit = {
    var open = give(cursor, sink, 0)
    while (open > 0) {
      val left = parts(open)
      open =
        if ((left & 1) == 0) giveElements(cursor, sink, open, left)
        else giveEntries(cursor, sink, open, left)
    }
  }

  /** Gives the next elements of the innermost open container, up to the next container or to the
    * end. Returns the number of open containers.
    */
  private def giveElements(cursor: Cursor, sink: Sink, open: Int, from: Long): Int = {
    var left = from
    var now = open
    while (now == open && left > 0) {
      left -= 2
      sink.element()
      now = give(cursor, sink, open)
    }
    parts(open) = left
    if (now == open) {
      sink.endArray()
      cursor.leave()
      now - 1
    } else now
  }

  /** Like [[giveElements]], for a map: the next part is a key if an even number of parts is left,
    * else a value.
    */
  private def giveEntries(cursor: Cursor, sink: Sink, open: Int, from: Long): Int = {
    var left = from
    var now = open
    while (now == open && left > 1) {
      left -= 2
      if ((left & 2) != 0) {
        sink.key()
        now = give(cursor, sink, open)
      } else if (sink.value()) now = give(cursor, sink, open)
      else {
        skip(cursor, 1)
        sink.skipped()
      }
    }
    parts(open) = left
    if (now == open) {
      sink.endMap()
      cursor.leave()
      now - 1
    } else now
  }

  /** Gives one value, or the beginning of a container. Returns the number of open containers. */
  private def give(cursor: Cursor, sink: Sink, open: Int): Int = {
    val first = cursor.u8(Truncated)
    if (first < FirstByte.FixMap) {
      sink.int(first.toLong)
      open
    } else if (FirstByte.isFixStr(first)) {
      text(cursor, sink, cursor.take(FirstByte.fixStrLength(first).toLong, Truncated))
      open
    } else giveLarger(cursor, sink, first, open)
  }

  private def giveLarger(cursor: Cursor, sink: Sink, first: Int, open: Int): Int = {
    val family = ByteFamily.of(first)
    (family: @switch) match {
      case FixArray | Array16 | Array32 =>
        val count = elements(cursor, family, first)
        cursor.enter()
        if (sink.beginArray(count)) push(open, count * 2L) else passOver(cursor, count.toLong, open)
      case FixMap | Map16 | Map32 =>
        val count = entries(cursor, family, first)
        cursor.enter()
        if (sink.beginMap(count)) push(open, count * 4L + 1) else passOver(cursor, count * 2L, open)
      case FixInt | UInt8 | UInt16 | UInt32 | Int8 | Int16 | Int32 | Int64 =>
        sink.int(Heads.number(cursor, family, first))
        open
      case Str8 | Str16 | Str32 =>
        text(cursor, sink, Heads.body(cursor, family, first))
        open
      case _ =>
        giveRarer(cursor, sink, family, first)
        open
    }
  }

  // A separate method, so that the common cases stay small enough to be inlined into their caller.
  private def giveRarer(cursor: Cursor, sink: Sink, family: Int, first: Int): Unit =
    (family: @switch) match {
      case Nil => sink.nothing()
      case False => sink.bool(false)
      case True => sink.bool(true)
      case Float64 => sink.double(java.lang.Double.longBitsToDouble(cursor.i64(Truncated)))
      case Float32 => sink.double(java.lang.Float.intBitsToFloat(cursor.i32(Truncated)).toDouble)
      case UInt64 => sink.unsigned(cursor.i64(Truncated))
      case Bin8 | Bin16 | Bin32 =>
        binary(cursor, sink, Heads.body(cursor, family, first))
      case FixExt | Ext8 | Ext16 | Ext32 =>
        ext(cursor, sink, Heads.extLength(cursor, family, first))
      case _ => cursor.refuse(ReservedByte)
    }

  private def elements(cursor: Cursor, family: Int, first: Int): Int = {
    val count = Heads.elements(cursor, family, first)
    if (readsParticles) StoredParticles.elements(cursor, count) else count
  }

  private def entries(cursor: Cursor, family: Int, first: Int): Int = {
    val count = Heads.entries(cursor, family, first)
    if (readsParticles) StoredParticles.entries(cursor, count) else count
  }

  private def push(open: Int, left: Long): Int = {
    parts(open + 1) = left
    open + 1
  }

  private def passOver(cursor: Cursor, count: Long, open: Int): Int = {
    skip(cursor, count)
    cursor.leave()
    open
  }

  /** Gives the text after the head of a str, with malformed UTF-8 replaced if the options say so. */
  private[wire] def text(cursor: Cursor, sink: Sink, from: Int): Unit =
    if (readsParticles && from < cursor.position) particle(cursor, sink, from)
    else plainText(cursor, sink, from)

  private def binary(cursor: Cursor, sink: Sink, from: Int): Unit =
    if (readsParticles && from < cursor.position) particle(cursor, sink, from)
    else sink.binary(cursor.bytes, from, cursor.position)

  private def particle(cursor: Cursor, sink: Sink, from: Int): Unit = {
    val kind = cursor.bytes(from)
    if (StoredParticles.isString(kind)) plainText(cursor, sink, from + 1)
    else if (StoredParticles.isGeoJson(kind)) geoJson(cursor, sink, from + 1)
    else sink.binary(cursor.bytes, from + 1, cursor.position)
  }

  private def plainText(cursor: Cursor, sink: Sink, from: Int): Unit = {
    val bytes = cursor.bytes
    val until = cursor.position
    if (Utf8.isValid(bytes, from, until)) sink.text(bytes, from, until)
    else {
      if (!replaces) cursor.refuse(InvalidUtf8)
      val replaced = Utf8.replaced(bytes, from, until)
      sink.text(replaced, 0, replaced.length)
    }
  }

  private def ext(cursor: Cursor, sink: Sink, length: Int): Unit = {
    if (cursor.left == 0) cursor.refuse(Truncated)
    val kind = cursor.bytes(cursor.position).toInt
    if (kind == TimestampExt) timestamp(cursor, sink, length)
    else if (knowsFluent && kind == EventTimeExt) eventTime(cursor, sink, length)
    else if (knowsAerospike && kind == GeoJsonExt) {
      cursor.skip(1, Truncated)
      geoJson(cursor, sink, cursor.take(length.toLong, Truncated))
    } else if (knowsAerospike && isBlob(kind)) {
      cursor.skip(1, Truncated)
      val from = cursor.take(length.toLong, Truncated)
      sink.binary(cursor.bytes, from, cursor.position)
    } else if (sink.beginStruct(Ext)) {
      val wantType = sink.wanted(ExtType)
      cursor.skip(1, Truncated)
      if (wantType) sink.int(kind.toLong) else sink.skipped()
      val wantData = sink.wanted(ExtData)
      val from = cursor.take(length.toLong, Truncated)
      if (wantData) sink.binary(cursor.bytes, from, cursor.position) else sink.skipped()
      sink.endStruct()
    } else cursor.skip(length + 1L, Truncated)
  }

  /** Gives text that is not a str: as a map key it does not name a field. */
  private def geoJson(cursor: Cursor, sink: Sink, from: Int): Unit = {
    val bytes = cursor.bytes
    val until = cursor.position
    if (Utf8.isValid(bytes, from, until)) sink.textForm(bytes, from, until)
    else {
      if (!replaces) cursor.refuse(InvalidUtf8)
      val replaced = Utf8.replaced(bytes, from, until)
      sink.textForm(replaced, 0, replaced.length)
    }
  }

  private def timestamp(cursor: Cursor, sink: Sink, length: Int): Unit = {
    if (length != 4 && length != 8 && length != 12) cursor.refuse(BadTimestamp)
    val at = cursor.take(length + 1L, Truncated) + 1
    val packed = if (length == 8) cursor.i64At(at) else 0L
    val seconds =
      if (length == 4) cursor.i32At(at) & 0xffffffffL
      else if (length == 8) packed & 0x3ffffffffL
      else cursor.i64At(at + 4)
    val nanos =
      if (length == 4) 0L else if (length == 8) packed >>> 34 else cursor.i32At(at) & 0xffffffffL
    if (nanos > 999999999L) cursor.refuse(BadTimestamp)
    sink.instant(InstantForm.Seconds, seconds, nanos.toInt)
  }

  private def eventTime(cursor: Cursor, sink: Sink, length: Int): Unit = {
    if (length != 8 && length != 12) cursor.refuse(BadEventTime)
    val at = cursor.take(length + 1L, Truncated) + 1
    val seconds = if (length == 8) cursor.i32At(at) & 0xffffffffL else cursor.i64At(at)
    val nanos = cursor.i32At(at + length - 4) & 0xffffffffL
    if (nanos > 999999999L) cursor.refuse(BadEventTime)
    sink.instant(InstantForm.Seconds, seconds, nanos.toInt)
  }

  /** Skips values that are not needed. With `verify = full` they are checked like all others. */
  private[wire] def skip(cursor: Cursor, count: Long): Unit = {
    var left = count
    var open = 0
    while (left > 0 || open > 0)
      if (left == 0) {
        left = passed(open)
        open -= 1
        cursor.leave()
      } else {
        left -= 1
        val inside = skipHead(cursor)
        if (inside >= 0) {
          cursor.enter()
          open += 1
          passed(open) = left
          left = inside
        }
      }
  }

  /** Skips a value, or the head of a container. Returns the number of parts of the container, -1
    * for other values.
    */
  private def skipHead(cursor: Cursor): Long = {
    val first = cursor.u8(Truncated)
    val family = ByteFamily.of(first)
    (family: @switch) match {
      case FixInt | Nil | False | True => -1L
      case UInt8 | Int8 => pass(cursor, 1)
      case UInt16 | Int16 => pass(cursor, 2)
      case UInt32 | Int32 | Float32 => pass(cursor, 4)
      case UInt64 | Int64 | Float64 => pass(cursor, 8)
      case FixStr | Str8 | Str16 | Str32 =>
        val from = Heads.body(cursor, family, first)
        if (verifies && !replaces) text(cursor, Nowhere, from)
        -1L
      case Bin8 | Bin16 | Bin32 =>
        val from = Heads.body(cursor, family, first)
        if (verifies && !replaces) binary(cursor, Nowhere, from)
        -1L
      case FixExt | Ext8 | Ext16 | Ext32 =>
        // Reads it into Nowhere, so that the same values are refused.
        ext(cursor, Nowhere, Heads.extLength(cursor, family, first))
        -1L
      case FixArray | Array16 | Array32 => elements(cursor, family, first).toLong
      case FixMap | Map16 | Map32 => entries(cursor, family, first) * 2L
      case _ => cursor.refuse(ReservedByte)
    }
  }

  private def pass(cursor: Cursor, size: Int): Long = {
    cursor.skip(size.toLong, Truncated)
    -1L
  }
}
