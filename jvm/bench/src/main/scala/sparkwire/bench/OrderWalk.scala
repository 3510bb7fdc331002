package sparkwire.bench

import java.util.Arrays

import sparkwire.wire.core.Bytes

/** Where the values of an order of [[IgniteOrders]] with a compact footer are: see [[OrderByHand]].
  *
  * @param schemas
  *   the fields in the order of the bytes, as positions in the row, by the id of their schema
  */
private final class OrderWalk(schemas: Map[Int, Array[Int]]) {
  import OrderWalk._

  private[this] val ids = schemas.keys.toArray
  private[this] val orders = ids.map(schemas)

  /** Where each field begins; 0 if it is absent. */
  val places = new Array[Int](17)

  /** Finds all fields, so that they can be written in the order of the row. */
  def find(in: Array[Byte]): Unit = {
    val order = orderOf(Bytes.i32le(in, 16))
    val footer = head(in, 0, in.length)
    val width = widthOf(in, 0)
    if (footer + width * order.length != in.length) refuse()
    Arrays.fill(places, 0)
    var at = HeadSize
    var number = 0
    while (number < order.length) {
      if (offset(in, footer + number * width, width) != at) refuse()
      places(order(number)) = at
      at = skip(in, at, footer)
      number += 1
    }
    if (at != footer) refuse()
  }

  private def orderOf(schemaId: Int): Array[Int] = {
    var at = 0
    while (at < ids.length && ids(at) != schemaId) at += 1
    if (at == ids.length) refuse()
    orders(at)
  }

  /** Checks the head of an object, and returns where its footer begins. */
  def head(in: Array[Byte], at: Int, until: Int): Int = {
    if (until - at < HeadSize || in(at) != ObjectCode || in(at + 1) != 1) refuse()
    val flags = Bytes.i16le(in, at + 2)
    if ((flags & 0x26) != 0x22 || Bytes.i32le(in, at + 12) > until - at) refuse()
    val footer = Bytes.i32le(in, at + 20)
    if (footer < HeadSize || footer > until - at) refuse()
    at + footer
  }

  def widthOf(in: Array[Byte], at: Int): Int = Bytes.i16le(in, at + 2) >>> 3 & 3 match {
    case 1 => 1
    case 2 => 2
    case _ => 4
  }

  def offset(in: Array[Byte], at: Int, width: Int): Int = width match {
    case 1 => in(at) & 0xff
    case 2 => Bytes.i16le(in, at) & 0xffff
    case _ => Bytes.i32le(in, at)
  }

  /** Returns where the value at `at` ends. */
  def skip(in: Array[Byte], at: Int, until: Int): Int = {
    if (at >= until) refuse()
    val size: Long = in(at) match {
      case NullCode => 1
      case BoolCode => 2
      case IntCode => 5
      case LongCode | DoubleCode | DateCode | EnumCode | OldEnumCode => 9
      case TimestampCode => 13
      case UuidCode => 17
      case TextCode => 5L + length(in, at + 1, until)
      case DecimalCode => 9L + length(in, at + 5, until)
      case IntsCode => 5 + 4L * length(in, at + 1, until)
      case ListCode => elements(in, at, length(in, at + 1, until), until).toLong - at
      case MapCode => elements(in, at, 2 * length(in, at + 1, until), until).toLong - at
      case ObjectCode =>
        val _ = head(in, at, until)
        Bytes.i32le(in, at + 12).toLong
      case _ => refuse()
    }
    if (size > until - at) refuse()
    at + size.toInt
  }

  private def elements(in: Array[Byte], at: Int, count: Int, until: Int): Int = {
    var next = at + 6
    var left = count
    while (left > 0) {
      next = skip(in, next, until)
      left -= 1
    }
    next
  }

  private def length(in: Array[Byte], at: Int, until: Int): Int = {
    if (until - at < 4) refuse()
    val length = Bytes.i32le(in, at)
    if (length < 0 || length > until - at) refuse()
    length
  }

  private def refuse(): Nothing = throw new IllegalArgumentException("malformed")
}

private object OrderWalk {
  final val HeadSize = 24
  final val IntCode = 3
  final val LongCode = 4
  final val DoubleCode = 6
  final val BoolCode = 8
  final val TextCode = 9
  final val UuidCode = 10
  final val DateCode = 11
  final val IntsCode = 14
  final val ListCode = 24
  final val MapCode = 25
  final val OldEnumCode = 28
  final val DecimalCode = 30
  final val TimestampCode = 33
  final val EnumCode = 38
  final val NullCode = 101
  final val ObjectCode = 103
}
