package sparkwire.sinks
package msgpack

import org.apache.spark.unsafe.Platform

import sparkwire.sinks.rows.ArrayFrame
import sparkwire.wire.core.Bytes
import sparkwire.wire.msgpack.FirstByte

/** Reads whole numbers of MessagePack, and arrays and maps of them: see [[MsgpackRow]]. */
private[sinks] abstract class MsgpackNumbers extends MsgpackHeads {
  import MsgpackNumbers.Declined

  // Writes arrays and maps of whole numbers to their final position, without a place for each, as
  // long as the elements are whole numbers that fit. Below: how many elements or entries were
  // written, and the number that was read last.
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
      val next = if (fits) readNumber(value) else Declined
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
    if (at >= until) Declined
    else {
      val first = in(at)
      if (first >= FirstByte.MinFixInt) {
        number = first.toLong
        at + 1
      } else {
        val wide = first & 0xff
        if (wide == FirstByte.UInt32 && has(at, 5)) {
          // The most frequent form, without a jump by its first byte.
          number = Bytes.i32be(in, at + 1) & 0xffffffffL
          at + 5
        } else if (FirstByte.isWideInt(wide) && isWideInt(wide, at + 1)) {
          number = FirstByte.wideInt(wide, in, at + 1)
          at + 1 + FirstByte.wideIntSize(wide)
        } else Declined
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

private[msgpack] object MsgpackNumbers {

  /** In place of the next position: the sink has to read the value. */
  final val Declined = -1
}
