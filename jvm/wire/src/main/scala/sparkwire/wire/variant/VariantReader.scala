package sparkwire.wire.variant

import java.math.BigInteger
import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.core._

/** One VARIANT value, whose layout [[Variant]] describes. Objects become maps with text keys, in the
  * order of the names.
  *
  * Traps: the values of an object may be in any order, and nothing but their sizes says that they
  * do not overlap. Open containers are kept on a stack of our own, never on the stack of the thread.
  */
private[sparkwire] final class VariantReader extends Reader {
  import Variant._
  import VariantReader._

  private[this] var dictionary: Array[Byte] = _
  // The number of names, and the size in bytes of the numbers in front of them.
  private[this] var names = 0L
  private[this] var nameOffsetSize = 0

  /** Sets the dictionary of the value that is read next. */
  def setDictionary(bytes: Array[Byte]): Unit = {
    if (bytes.length == 0 || (bytes(0) & VersionMask) != Version) throw BadDictionary.signal
    dictionary = bytes
    nameOffsetSize = ((bytes(0) >> 6) & 3) + 1
    if (bytes.length <= nameOffsetSize) throw BadDictionary.signal
    names = number(bytes, 1, nameOffsetSize)
    if (1 + (names + 2) * nameOffsetSize > bytes.length) throw BadDictionary.signal
  }

  override def readsAnywhere: Boolean = true

  override def read(cursor: Cursor, sink: Sink): Unit = {
    cursor.setBigEndian(false)
    top = -NumbersPerContainer
    look(cursor, cursor.position)
    give(cursor, sink)
    while (top >= 0)
      if (frames(top + Next) == frames(top + Count)) close(cursor, sink)
      else if (frames(top + IdSize) == 0) {
        sink.element()
        lookAtNext(cursor)
        give(cursor, sink)
      } else field(cursor, sink)
  }

  private def field(cursor: Cursor, sink: Sink): Unit = {
    val idSize = frames(top + IdSize)
    sink.key()
    name(
      cursor, sink, number(cursor.bytes, frames(top + Ids) + frames(top + Next) * idSize, idSize))
    lookAtNext(cursor)
    if (sink.value()) give(cursor, sink)
    else {
      cursor.moveTo(at + size)
      sink.skipped()
    }
  }

  /** Names are kept once, however often they occur: long ones are charged. */
  private def name(cursor: Cursor, sink: Sink, id: Long): Unit = {
    if (id >= names) cursor.refuse(BadOffset)
    val offsets = 1 + nameOffsetSize
    val start = offsets + (names + 1) * nameOffsetSize
    val from = start + number(dictionary, offsets + id.toInt * nameOffsetSize, nameOffsetSize)
    val until =
      start + number(dictionary, offsets + (id.toInt + 1) * nameOffsetSize, nameOffsetSize)
    if (from > until || until > dictionary.length) cursor.refuse(BadOffset)
    if (until - from > ShortName) cursor.allowance.spend(until - from)
    Utf8.giveRepaired(dictionary, from.toInt, until.toInt, sink)
  }

  // The value looked at last: where it begins, its size in bytes and, for a container, what its
  // header says.
  private[this] var at = 0
  private[this] var size = 0
  private[this] var count = 0
  private[this] var ids = 0
  private[this] var idSize = 0
  private[this] var offsetSize = 0
  private[this] var values = 0

  private def look(cursor: Cursor, from: Int): Unit = {
    if (from >= cursor.end) cursor.refuse(Truncated)
    at = from
    val first = cursor.bytes(at) & 0xff
    val rest = first >> 2
    val whole = (first & 3) match {
      case PrimitiveKind => 1L + primitiveSize(cursor, rest)
      case ShortStringKind => 1L + rest
      case ObjectKind =>
        container(cursor, (rest >> 2 & 3) + 1, rest & 3, isLarge = (rest & LargeObject) != 0)
      case _ => container(cursor, 0, rest & 3, isLarge = (rest & LargeArray) != 0)
    }
    if (whole > cursor.end - at) cursor.refuse(Truncated)
    size = whole.toInt
  }

  /** Looks at the header of a container and returns the size of the container. */
  private def container(cursor: Cursor, sizeOfIds: Int, offsetBits: Int, isLarge: Boolean): Long = {
    val left = cursor.end - at
    val countSize = if (isLarge) 4 else 1
    if (countSize >= left) cursor.refuse(Truncated)
    val entries = number(cursor.bytes, at + 1, countSize)
    idSize = sizeOfIds
    offsetSize = offsetBits + 1
    val header = 1L + countSize + entries * idSize + (entries + 1) * offsetSize
    if (header > left) cursor.refuse(Truncated)
    count = entries.toInt
    ids = at + 1 + countSize
    values = at + header.toInt
    header + number(cursor.bytes, values - offsetSize, offsetSize)
  }

  private def primitiveSize(cursor: Cursor, code: Int): Long = (code: @switch) match {
    case Null | True | False => 0
    case Int1 => 1
    case Int2 => 2
    case Int4 | Date | Float => 4
    case Int8 | Double | Timestamp | TimestampNtz => 8
    case Decimal4 => 1 + 4
    case Decimal8 => 1 + 8
    case Decimal16 => 1 + 16
    case Binary | LongString =>
      if (cursor.end - at <= 4) cursor.refuse(Truncated)
      4 + number(cursor.bytes, at + 1, 4)
    case _ => cursor.refuse(UnknownType)
  }

  /** Gives the value looked at last, or the beginning of a container. */
  private def give(cursor: Cursor, sink: Sink): Unit = {
    val bytes = cursor.bytes
    val first = bytes(at) & 0xff
    val end = at + size
    (first & 3) match {
      case PrimitiveKind =>
        cursor.moveTo(end)
        primitive(cursor, sink, first >> 2, at + 1)
      case ShortStringKind =>
        cursor.moveTo(end)
        Utf8.giveRepaired(bytes, at + 1, end, sink)
      case kind =>
        cursor.moveTo(values)
        cursor.enter()
        val isOpen = if (kind == ObjectKind) sink.beginMap(count) else sink.beginArray(count)
        if (isOpen) push(cursor, end)
        else {
          cursor.leave()
          cursor.moveTo(end)
        }
    }
  }

  private def primitive(cursor: Cursor, sink: Sink, code: Int, from: Int): Unit = {
    val bytes = cursor.bytes
    (code: @switch) match {
      case Null => sink.nothing()
      case True => sink.bool(true)
      case False => sink.bool(false)
      case Int1 => sink.int(bytes(from).toLong)
      case Int2 => sink.int(Bytes.i16le(bytes, from).toLong)
      case Int4 => sink.int(Bytes.i32le(bytes, from).toLong)
      case Int8 => sink.int(Bytes.i64le(bytes, from))
      case Double => sink.double(java.lang.Double.longBitsToDouble(Bytes.i64le(bytes, from)))
      case Float => sink.float(java.lang.Float.intBitsToFloat(Bytes.i32le(bytes, from)))
      case Decimal4 => sink.smallDecimal(Bytes.i32le(bytes, from + 1).toLong, bytes(from) & 0xff)
      case Decimal8 => sink.smallDecimal(Bytes.i64le(bytes, from + 1), bytes(from) & 0xff)
      case Decimal16 => sink.decimal(wide(bytes, from + 1), bytes(from) & 0xff)
      case Date => sink.date(Bytes.i32le(bytes, from))
      case Timestamp => sink.timestamp(Bytes.i64le(bytes, from))
      case TimestampNtz => sink.localTimestamp(Bytes.i64le(bytes, from))
      case Binary => sink.binary(bytes, from + 4, cursor.position)
      case _ => Utf8.giveRepaired(bytes, from + 4, cursor.position, sink)
    }
  }

  private def wide(bytes: Array[Byte], from: Int): BigInteger =
    BigInteger.valueOf(Bytes.i64le(bytes, from + 8)).shiftLeft(64).or(
      new BigInteger(java.lang.Long.toUnsignedString(Bytes.i64le(bytes, from))))

  // The open containers, as a stack with `NumbersPerContainer` numbers for each. `top` is the index
  // of those of the innermost one.
  private[this] var frames = Array.emptyIntArray
  private[this] var top = 0

  private def push(cursor: Cursor, end: Int): Unit = {
    top += NumbersPerContainer
    if (top == frames.length)
      frames = Arrays.copyOf(frames, math.max(top * 2, 8 * NumbersPerContainer))
    frames(top + Next) = 0
    frames(top + Count) = count
    frames(top + Ids) = ids
    frames(top + IdSize) = idSize
    frames(top + OffsetSize) = offsetSize
    frames(top + Values) = values
    frames(top + Left) = end - values
    frames(top + End) = end
    frames(top + OuterEnd) = cursor.end
    cursor.setEnd(end)
  }

  /** Looks at the next value of the innermost container. All its values together take no more bytes
    * than the container has for them, so no byte is read twice at one level.
    */
  private def lookAtNext(cursor: Cursor): Unit = {
    val nth = frames(top + Next)
    val sizeOfOffset = frames(top + OffsetSize)
    val offsets = frames(top + Ids) + frames(top + Count) * frames(top + IdSize)
    val from =
      frames(top + Values) + number(cursor.bytes, offsets + nth * sizeOfOffset, sizeOfOffset)
    if (from >= cursor.end) cursor.refuse(BadOffset)
    look(cursor, from.toInt)
    if (size > frames(top + Left)) cursor.refuse(BadOffset)
    frames(top + Left) -= size
    frames(top + Next) = nth + 1
  }

  private def close(cursor: Cursor, sink: Sink): Unit = {
    cursor.moveTo(frames(top + End))
    cursor.setEnd(frames(top + OuterEnd))
    if (frames(top + IdSize) == 0) sink.endArray() else sink.endMap()
    cursor.leave()
    top -= NumbersPerContainer
  }

  private def number(bytes: Array[Byte], at: Int, size: Int): Long = {
    var value = 0L
    var byte = size - 1
    while (byte >= 0) {
      value = value << 8 | bytes(at + byte) & 0xff
      byte -= 1
    }
    value
  }
}

private object VariantReader {
  // The numbers of an open container: how many of its values were looked at and how many there are,
  // where its ids begin (the offsets are behind them), the sizes of ids (0 for an array) and of
  // offsets, where its values begin, how many bytes are left for them, and where it and the
  // container around it end.
  private final val Next = 0
  private final val Count = 1
  private final val Ids = 2
  private final val IdSize = 3
  private final val OffsetSize = 4
  private final val Values = 5
  private final val Left = 6
  private final val End = 7
  private final val OuterEnd = 8
  private final val NumbersPerContainer = 9

  // An entry takes at least three bytes, so names up to this size cost no more than a constant for
  // each byte of the value.
  private final val ShortName = 64
}
