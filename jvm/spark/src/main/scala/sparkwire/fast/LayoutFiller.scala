package sparkwire.fast

import java.util.Arrays

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
    if (at == LayoutFiller.Open) addElement(position, size)
    else Platform.putLong(out, address(at), RowBuffer.extent(position - row, size))

  // Where the elements of arrays are that are open, the innermost last.
  private[this] var elements = new Array[Long](LayoutFiller.Least)
  private[this] var elementCount = 0

  private def addElement(position: Int, size: Int): Unit = {
    if (elementCount == elements.length) elements = Arrays.copyOf(elements, 2 * elementCount)
    elements(elementCount) = RowBuffer.extent(position, size)
    elementCount += 1
  }

  /** How many elements the arrays have that are open. */
  final def openElements: Int = elementCount

  /** Ends the array whose elements begin at a position: puts its header before them.
    *
    * @param first
    *   how many elements belong to the arrays around it
    */
  final def closeArray(start: Int, first: Int): Unit = {
    val count = elementCount - first
    val head = insertHead(start, count)
    var at = 0
    while (at < count) {
      val element = elements(first + at)
      val position = (element >>> 32).toInt
      Platform.putLong(out, address(start + ArrayFrame.headSize(count) + 8 * at),
        RowBuffer.extent(position - start + head, element.toInt))
      at += 1
    }
    elementCount = first
  }

  override def fill(bytes: Array[Byte], from: Int, until: Int, count: Int, budget: Long): Int = {
    forgetElements()
    super.fill(bytes, from, until, count, budget)
  }

  override def fillWhole(bytes: Array[Byte], from: Int, until: Int, budget: Long): AnyRef = {
    forgetElements()
    super.fillWhole(bytes, from, until, budget)
  }

  /** Forgets the elements of a value that was not read to its end. */
  private def forgetElements(): Unit = {
    elementCount = 0
    if (elements.length > LayoutFiller.MostKept) elements = new Array[Long](LayoutFiller.Least)
  }
}

private[sparkwire] object LayoutFiller {

  /** Stands for the position of an element while its array is open. */
  final val Open = -1
  private final val Least = 16
  private final val MostKept = 1 << 16
}
