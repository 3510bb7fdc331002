package sparkwire.sinks
package msgpack

import scala.annotation.switch

import org.apache.spark.unsafe.Platform

import sparkwire.sinks.rows.ArrayFrame
import sparkwire.wire.core.Bytes

/** Whole numbers of MessagePack, and arrays and maps of them: see [[MsgpackRow]]. */
private[sinks] abstract class MsgpackNumbers extends MsgpackHeads {
  import MsgpackRow._

  // Integers behind a first byte from 0xcc to 0xd3.

  protected[this] final def wideSize(first: Int): Int = 1 << (first & 3)

  /** Whether it is there, and no more than 2^63-1. */
  protected[this] final def isWide(first: Int, at: Int): Boolean =
    has(at, wideSize(first)) && (first != 0xcf || in(at) >= 0)

  protected[this] final def wide(first: Int, at: Int): Long = (first: @switch) match {
    case 0xcc => in(at) & 0xffL
    case 0xcd => Bytes.i16be(in, at) & 0xffffL
    case 0xce => Bytes.i32be(in, at) & 0xffffffffL
    case 0xd0 => in(at).toLong
    case 0xd1 => Bytes.i16be(in, at).toLong
    case 0xd2 => Bytes.i32be(in, at).toLong
    case _ => Bytes.i64be(in, at)
  }

  // Arrays and maps of whole numbers, as far as they are that and fit: to where they stay, without a place for each.
  // How many elements or entries were written, and the number that was read last.
  protected[this] final var written = 0
  private[this] var number = 0L

  protected[this] final def writeNumbers(count: Int, from: Int, elements: ArrayFrame): Int = {
    var to = elements.addressOfFirst
    var at = from
    var i = 0
    var fits = true
    while (fits && i < count) {
      val next = readNumber(at)
      fits = next >= 0 && putNumber(elements, to)
      if (fits) {
        at = next
        to += elements.elementSize
        i += 1
      }
    }
    written = i
    at
  }

  protected[this] final def writePairs(count: Int, from: Int, keys: ArrayFrame,
      values: ArrayFrame): Int = {
    var keyTo = keys.addressOfFirst
    var valueTo = values.addressOfFirst
    var at = from
    var i = 0
    var fits = true
    while (fits && i < count) {
      val value = readNumber(at)
      fits = value >= 0 && putNumber(keys, keyTo)
      val next = if (fits) readNumber(value) else Left
      fits = next >= 0 && putNumber(values, valueTo)
      if (fits) {
        at = next
        keyTo += keys.elementSize
        valueTo += values.elementSize
        i += 1
      }
    }
    written = i
    at
  }

  private def readNumber(at: Int): Int =
    if (at >= until) Left
    else {
      val first = in(at)
      if (first >= MsgpackVariant.LeastFixInt) {
        number = first.toLong
        at + 1
      } else {
        val wideFirst = first & 0xff
        if (wideFirst == 0xce && has(at, 5)) {
          number = Bytes.i32be(in, at + 1) & 0xffffffffL
          at + 5
        } else if (wideFirst >= 0xcc && wideFirst <= 0xd3 && isWide(wideFirst, at + 1)) {
          number = wide(wideFirst, at + 1)
          at + 1 + wideSize(wideFirst)
        } else Left
      }
    }

  private def putNumber(frame: ArrayFrame, address: Long): Boolean =
    if (frame.elementSize == 8) {
      Platform.putLong(frame.bytes, address, number)
      true
    } else {
      Platform.putInt(frame.bytes, address, number.toInt)
      number == number.toInt
    }
}
