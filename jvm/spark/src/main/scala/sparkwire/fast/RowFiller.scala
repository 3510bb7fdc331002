package sparkwire.fast

import org.apache.spark.unsafe.Platform

import sparkwire.rows.buffers.{ArrayFrame, NumberCopy, RowBuffer, RowFrame}
import sparkwire.rows.buffers.AppendedTo
import sparkwire.wire.places.{PlainFiller, PlainLength, TextCoding}

/** The base class of generated code that fills structs and arrays of structs: see [[FillerCode]].
  * Positions count from the start of the input and of the row buffer. A negative position means
  * that the input is not plain.
  */
abstract class RowFiller extends PlainFiller {
  private[this] var buffer: RowBuffer = _
  private[this] var place: AppendedTo = _
  private[this] var input: Array[Byte] = _
  private[this] var until = 0
  private[this] var left = 0L
  private[this] var budget = 0L
  private[this] var behind = 0

  // A struct has a row, an array has a place.
  private[this] var row: RowFrame = _

  private[sparkwire] def attach(to: RowFrame): this.type = {
    buffer = to.buffer
    row = to
    this
  }

  /** @param place
    *   the place of an array, in a row of this buffer
    */
  private[sparkwire] def attach(to: RowBuffer, place: AppendedTo): this.type = {
    buffer = to
    this.place = place
    this
  }

  override def fill(bytes: Array[Byte], from: Int, until: Int, count: Int, budget: Long): Int =
    if (row != null && !row.isUntouched) -1
    else {
      begin(bytes, until, budget)
      val start = buffer.size
      val end = read(from, count)
      if (end < 0) buffer.giveBack(start)
      else if (row != null) row.adopt()
      else place.writtenFrom(start)
      end
    }

  override def fillWhole(bytes: Array[Byte], from: Int, until: Int, budget: Long): AnyRef = {
    begin(bytes, until, budget)
    buffer.clear()
    val _ = buffer.reserve(row.wholeSize)
    row.beginWhole()
    if (read(from, 1) == until) row.row else null
  }

  private def begin(bytes: Array[Byte], until: Int, budget: Long): Unit = {
    // The records of a batch share their bytes, and a comparison costs less than storing a reference.
    if (input ne bytes) input = bytes
    this.until = until
    this.budget = budget
    left = budget
  }

  override def spent: Long = budget - left

  /** Fills the struct that has begun, or an array at the end of the buffer. Returns where it ends
    * in the input, or a negative number if it is not plain.
    */
  def read(from: Int, count: Int): Int

  // Called by generated code.

  /** The position of the struct's row. */
  final def start: Int = row.start
  final def in: Array[Byte] = input
  final def end: Int = until
  final def out: Array[Byte] = buffer.bytes
  final def size: Int = buffer.size
  final def reserve(size: Int): Int = buffer.reserve(size)
  final def reserveWords(size: Int): Int = buffer.reserveWords(size)

  /** Appends a number as a wide decimal. */
  final def appendWide(value: Long, bitLength: Int): Int = buffer.appendWide(value, bitLength)

  /** Appends text. Returns -1 if it is malformed. */
  final def appendText(from: Int, length: Int): Int = buffer.appendIfText(input, from, length)
  final def append(bytes: Array[Byte], from: Int, length: Int): Int =
    buffer.append(bytes, from, length)

  final def spend(bytes: Long): Boolean = {
    left -= bytes
    left >= 0
  }

  /** The position after the length that was read last. */
  final def next: Int = behind

  /** Reads a length of one or more bytes (as of `PlainPart.Lead.Varint`). Returns -1 for null, and
    * less than -1 if it is malformed.
    */
  final def length(from: Int): Int = {
    val read = PlainLength.read(input, from, until)
    behind = PlainLength.end(read)
    if (read == PlainLength.None) Int.MinValue else read.toInt - 1
  }

  /** Like [[length]], as of `PlainPart.Lead.Zigzag`. */
  final def zigzag(from: Int): Int = {
    val length = this.length(from) + 1
    if (length < 0) Int.MinValue else length >>> 1 ^ -(length & 1)
  }

  // The tag of the next tagged field, -1 if there is none, and the size of the field.
  private[this] var tagNumber = -1
  private[this] var sizeOfTagged = 0

  final def tag: Int = tagNumber
  final def tagSize: Int = sizeOfTagged

  /** Reads the tag and size of the next field if `left` is not 0; the field then begins at
    * [[next]]. Returns false if the field ends after the input, or if its tag takes more than one
    * byte, as no plain tag does.
    */
  final def tag(at: Int, left: Int): Boolean = {
    tagNumber = -1
    left == 0 || (until - at >= 2 && input(at) >= 0 && {
      tagNumber = input(at)
      // Sizes are written as they are, lengths with 1 added.
      sizeOfTagged = length(at + 1) + 1
      sizeOfTagged >= 0 && sizeOfTagged <= until - behind
    })
  }

  /** Makes a field NULL. */
  final def setNull(row: Int, ordinal: Int, offset: Int): Unit = {
    val word = RowBuffer.address(row + 8 * (ordinal >> 6))
    Platform.putLong(out, word, Platform.getLong(out, word) | 1L << ordinal)
    Platform.putLong(out, RowBuffer.address(row + offset), 0L)
  }

  final def refer(row: Int, offset: Int, position: Int, size: Int): Unit =
    Platform.putLong(
      out, RowBuffer.address(row + offset), RowBuffer.extent(position - row, size))

  final def text(from: Int, length: Int, row: Int, offset: Int): Unit = {
    val extent = buffer.appendText(input, from, length)
    refer(row, offset, (extent >>> 32).toInt, extent.toInt)
  }

  final def bytes(from: Int, length: Int, row: Int, offset: Int): Unit =
    refer(row, offset, buffer.append(input, from, length), length)

  /** Writes bytes that are always the same. */
  final def bytes(constant: Array[Byte], row: Int, offset: Int): Unit =
    refer(row, offset, buffer.append(constant, 0, constant.length), constant.length)

  final def coded(coding: TextCoding, from: Int, row: Int, offset: Int): Unit = {
    val at = buffer.reserveWords(coding.textSize)
    coding.write(input, from, out, at)
    refer(row, offset, at, coding.textSize)
  }

  final def emptyList(row: Int, offset: Int): Unit = {
    val at = buffer.reserve(8)
    Platform.putLong(out, RowBuffer.address(at), 0L)
    refer(row, offset, at, 8)
  }

  /** Begins an array: writes its header and reserves its elements. Returns its position. */
  final def elements(count: Int, elementSize: Int): Int =
    ArrayFrame.begin(buffer, count, elementSize)

  /** Inserts the header of an array of values that refer to bytes, before these, and room for one word
    * each. Returns how far the bytes have moved.
    */
  protected final def insertHead(start: Int, count: Int): Int =
    ArrayFrame.insertHead(buffer, start, count)

  /** Makes the bytes written from `row` on an element of the array. */
  final def element(array: Int, count: Int, index: Int, row: Int): Unit =
    refer(array, ArrayFrame.headSize(count) + 8 * index, row, size - row)

  final def numbers(code: Int, elementSize: Int, count: Int, from: Int, row: Int,
      offset: Int): Unit = {
    val at = elements(count, elementSize)
    NumberCopy.fill(
      code, count, input, from, out, RowBuffer.address(at + ArrayFrame.headSize(count)))
    refer(row, offset, at, size - at)
  }
}
