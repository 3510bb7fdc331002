package sparkwire.bench

import org.apache.spark.sql.catalyst.expressions.{UnsafeArrayData, UnsafeRow}

import sparkwire.wire.core.{Bytes, Utf8}

/** Decodes an order of [[IgniteOrders]] with a compact footer into the row of `ignite_decode`,
  * written for this one class by hand, with the same checks. It shows the minimum cost of such a
  * row. It does not say where a fault is, and refuses values of any other type.
  *
  * @param schemas
  *   the fields in the order of the bytes, as positions in the row, by the id of their schema
  */
private final class OrderByHand(schemas: Map[Int, Array[Int]]) extends RowByHand(17) {
  import OrderWalk._

  private[this] val walk = new OrderWalk(schemas)
  import walk._

  def read(in: Array[Byte]): UnsafeRow = {
    find(in)
    begin()
    number(in, 0, LongCode, 8)
    var size = uuid(in, 1, fixedSize)
    size = text(in, 2, size)
    size = text(in, 3, size)
    number(in, 4, IntCode, 4)
    decimal(in, 5)
    time(in, 6)
    time(in, 7)
    number(in, 8, BoolCode, 1)
    enumerated(in, 9)
    number(in, 10, DoubleCode, 8)
    number(in, 11, DoubleCode, 8)
    size = address(in, 12, size)
    size = texts(in, 13, size)
    size = map(in, 14, size)
    size = numbers(in, 15, size)
    end(text(in, 16, size))
  }

  /** Returns where a field begins if it has this code; 0, after making it NULL, if it is null. */
  private def place(in: Array[Byte], field: Int, code: Int): Int = {
    val at = places(field)
    if (at == 0 || in(at) == NullCode) {
      setNull(field)
      0
    } else {
      if (in(at) != code) refuse()
      at
    }
  }

  private def number(in: Array[Byte], field: Int, code: Int, size: Int, skip: Int = 0): Unit = {
    val at = place(in, field, code)
    if (at > 0) {
      val from = at + 1 + skip
      put(field,
        size match {
          case 1 => if (in(from) != 0) 1 else 0
          case 4 => Bytes.i32le(in, from) & 0xffffffffL
          case _ => Bytes.i64le(in, from)
        })
    }
  }

  private def enumerated(in: Array[Byte], field: Int): Unit = {
    val isOld = places(field) > 0 && in(places(field)) == OldEnumCode
    number(in, field, if (isOld) OldEnumCode else EnumCode, 4, skip = 4)
  }

  private def time(in: Array[Byte], field: Int): Unit = {
    val isDate = places(field) > 0 && in(places(field)) == DateCode
    val at = place(in, field, if (isDate) DateCode else TimestampCode)
    if (at > 0)
      put(field,
        Bytes.i64le(in, at + 1) * 1000 + (if (isDate) 0 else Bytes.i32le(in, at + 9) / 1000))
  }

  private def decimal(in: Array[Byte], field: Int): Unit = {
    val at = place(in, field, DecimalCode)
    if (at > 0) {
      val size = Bytes.i32le(in, at + 5)
      if (Bytes.i32le(in, at + 1) != 2 || size == 0 || size > 8) refuse()
      var value = in(at + 9) & 0x7fL
      var next = 1
      while (next < size) {
        value = value << 8 | in(at + 9 + next) & 0xff
        next += 1
      }
      put(field, if (in(at + 9) < 0) -value else value)
    }
  }

  private def uuid(in: Array[Byte], field: Int, position: Int): Int = {
    val at = place(in, field, UuidCode)
    if (at == 0) position
    else {
      val next = reserve(field, 36, position)
      val high = Bytes.i64le(in, at + 1)
      val low = Bytes.i64le(in, at + 9)
      putDigits(position, high >>> 32)
      putDigits(position + 9, high)
      putDigits(position + 14, high << 16)
      putDigits(position + 19, low >>> 32)
      putDigits(position + 24, low >>> 16)
      putDigits(position + 28, low)
      bytes(position + 8) = '-'
      bytes(position + 13) = '-'
      bytes(position + 18) = '-'
      bytes(position + 23) = '-'
      next
    }
  }

  /** Writes the lower 32 bits as hexadecimal digits. The bytes after them are written later. */
  private def putDigits(position: Int, bits: Long): Unit = {
    var spread = bits & 0xffffffffL
    spread = (spread | spread << 16) & 0x0000ffff0000ffffL
    spread = (spread | spread << 8) & 0x00ff00ff00ff00ffL
    spread = (spread | spread << 4) & 0x0f0f0f0f0f0f0f0fL
    val letters = (spread + 0x0606060606060606L) >>> 4 & 0x0101010101010101L
    putAt(position,
      java.lang.Long.reverseBytes(spread + 0x3030303030303030L + letters * ('a' - '0' - 10)))
  }

  private def text(in: Array[Byte], field: Int, position: Int): Int = {
    val at = place(in, field, TextCode)
    if (at == 0) position else append(in, at, 8 + 8 * field, 0, position)
  }

  /** Writes the text at `at`, and where it is to `word`; positions count from `base`. */
  private def append(in: Array[Byte], at: Int, word: Int, base: Int, position: Int): Int = {
    val length = Bytes.i32le(in, at + 1)
    if (in(at) != TextCode || !Utf8.isValid(in, at + 5, at + 5 + length)) refuse()
    val next = room(length, position)
    System.arraycopy(in, at + 5, bytes, position, length)
    putAt(word, (position - base).toLong << 32 | length)
    next
  }

  private def room(length: Int, position: Int): Int = {
    val next = position + (length + 7 & -8)
    if (next > position) putAt(next - 8, 0)
    next
  }

  /** Makes the bytes from `position` to `until` the value of a field. */
  private def refer(field: Int, position: Int, until: Int): Unit =
    put(field, position.toLong << 32 | until - position)

  private def address(in: Array[Byte], field: Int, position: Int): Int = {
    val at = place(in, field, ObjectCode)
    if (at == 0) position
    else {
      val footer = head(in, at, at + Bytes.i32le(in, at + 12))
      putAt(position, 0)
      val city = skip(in, at + HeadSize, footer)
      val zip = skip(in, city, footer)
      if (skip(in, zip, footer) != footer || in(zip) != IntCode) refuse()
      val width = widthOf(in, at)
      if (offset(in, footer, width) != HeadSize || offset(in, footer + width, width) != city - at ||
        offset(in, footer + 2 * width, width) != zip - at) refuse()
      var size = append(in, at + HeadSize, position + 8, position, position + 32)
      size = append(in, city, position + 16, position, size)
      putAt(position + 24, Bytes.i32le(in, zip + 1) & 0xffffffffL)
      refer(field, position, size)
      size
    }
  }

  /** Begins an array, and returns where its elements begin. */
  private def array(count: Int, position: Int): Int = {
    val first = position + UnsafeArrayData.calculateHeaderPortionInBytes(count)
    var word = position + 8
    putAt(position, count.toLong)
    while (word < first) {
      putAt(word, 0)
      word += 8
    }
    first
  }

  private def texts(in: Array[Byte], field: Int, position: Int): Int = {
    val at = place(in, field, ListCode)
    if (at == 0) position
    else {
      val count = Bytes.i32le(in, at + 1)
      val first = array(count, position)
      var size = first + 8 * count
      var next = at + 6
      var number = 0
      while (number < count) {
        size = append(in, next, first + 8 * number, position, size)
        next += 5 + Bytes.i32le(in, next + 1)
        number += 1
      }
      refer(field, position, size)
      size
    }
  }

  private def numbers(in: Array[Byte], field: Int, position: Int): Int = {
    val at = place(in, field, IntsCode)
    if (at == 0) position
    else {
      val count = Bytes.i32le(in, at + 1)
      val first = array(count, position)
      val size = room(4 * count, first)
      System.arraycopy(in, at + 5, bytes, first, 4 * count)
      refer(field, position, size)
      size
    }
  }

  /** Writes a map of texts to texts and numbers as VARIANT: all keys, then all values. */
  private def map(in: Array[Byte], field: Int, position: Int): Int = {
    val at = place(in, field, MapCode)
    if (at == 0) position
    else {
      val count = Bytes.i32le(in, at + 1)
      val keys = position + 8
      val firstKey = array(count, keys)
      var size = firstKey + 8 * count
      var next = at + 6
      var number = 0
      while (number < count) {
        size = append(in, next, firstKey + 8 * number, keys, size)
        next = skip(in, skip(in, next, in.length), in.length)
        number += 1
      }
      putAt(position, (size - keys).toLong)
      val values = size
      val firstValue = array(count, values)
      size = firstValue + 8 * count
      next = at + 6
      number = 0
      while (number < count) {
        next = skip(in, next, in.length)
        size = variant(in, next, firstValue + 8 * number, values, size)
        next = skip(in, next, in.length)
        number += 1
      }
      refer(field, position, size)
      size
    }
  }

  private def variant(in: Array[Byte], at: Int, word: Int, base: Int, position: Int): Int = {
    val size = in(at) match {
      case IntCode =>
        val value = Bytes.i32le(in, at + 1)
        val code = if (value == value.toByte) 3 else if (value == value.toShort) 4 else 5
        variantNumber(position, code, value.toLong, 1 << code - 3)
      case DoubleCode => variantNumber(position, 7, Bytes.i64le(in, at + 1), 8)
      case TextCode =>
        val length = Bytes.i32le(in, at + 1)
        if (length > 63 || !Utf8.isValid(in, at + 5, at + 5 + length)) refuse()
        bytes(position + 4) = (1 | length << 2).toByte
        System.arraycopy(in, at + 5, bytes, position + 5, length)
        length
      case _ => refuse()
    }
    Bytes.putI32le(bytes, position, 1 + size)
    // The dictionary of names, without names; and the padding of the last word.
    val names = position + 5 + size
    bytes(names) = 1
    val next = position + (8 + size + 7 & -8)
    java.util.Arrays.fill(bytes, names + 1, next, 0.toByte)
    putAt(word, (position - base).toLong << 32 | 8 + size)
    next
  }

  private def variantNumber(position: Int, code: Int, bits: Long, size: Int): Int = {
    bytes(position + 4) = (code << 2).toByte
    putAt(position + 5, bits)
    size
  }
}
