package sparkwire.fast

import org.apache.spark.unsafe.Platform

import sparkwire.rows.buffers.{ArrayFrame, Frame, RowBuffer}
import sparkwire.wire.places.Encoded

/** The base class of generated code that reads whole values of a layout: see [[LayoutRows]]. The
  * position of a field in its row, or of an element in its array, is an address in the buffer.
  */
abstract class LayoutFiller extends RowFiller {

  /** The address of a position in the buffer. */
  final def address(position: Int): Long = RowBuffer.address(position)

  /** The position of an element in an array. */
  final def elementAt(array: Int, count: Int, index: Int, size: Int): Int =
    array + ArrayFrame.headSize(count) + index * size

  /** Makes a field of a row present that was NULL. */
  final def setPresent(row: Int, ordinal: Int): Unit = {
    val word = address(row + 8 * (ordinal >> 6))
    Platform.putLong(out, word, Platform.getLong(out, word) & ~(1L << ordinal))
  }

  /** Appends text. Returns false if it is malformed. */
  final def textAt(from: Int, until: Int, row: Int, at: Int): Boolean = {
    val position = appendText(from, until - from)
    if (position >= 0) referAt(row, at, position, until - from)
    position >= 0
  }

  final def bytesAt(bytes: Array[Byte], from: Int, until: Int, row: Int, at: Int): Unit =
    referAt(row, at, append(bytes, from, until - from), until - from)

  /** Appends text of another encoding as UTF-8. Returns false if it is malformed. */
  final def encodedAt(encoded: Encoded, from: Int, until: Int, row: Int, at: Int): Boolean = {
    val size = encoded.sizeInUtf8(in, from, until)
    if (size >= 0) {
      val position = reserveWords(size)
      encoded.write(in, from, until, out, position)
      referAt(row, at, position, size)
    }
    size >= 0
  }

  /** Writes a number of 64 unsigned bits as a wide decimal of a row. */
  final def unsignedAt(value: Long, row: Int, at: Int): Unit = {
    val bitLength = 64 - java.lang.Long.numberOfLeadingZeros(value)
    referAt(row, at, appendWide(value, bitLength), bitLength / 8 + 1)
  }

  /** Reserves the bytes that a wide decimal has in a row even if it is NULL. */
  final def noDecimalAt(row: Int, at: Int): Unit = {
    val position = reserve(Frame.WideSize)
    Platform.putLong(out, address(position), 0L)
    Platform.putLong(out, address(position + 8), 0L)
    referAt(row, at, position, 0)
  }

  /** Lets the field at a position refer to a value of the same row. */
  final def referAt(row: Int, at: Int, position: Int, size: Int): Unit =
    Platform.putLong(out, address(at), RowBuffer.extent(position - row, size))
}
