package sparkwire.rows.buffers

import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.Bytes
import sparkwire.wire.sinks.Ascii
import sparkwire.wire.variant.Variant

/** Writes VARIANTs of one number or one short text to a row in one step:
  * | size | what                                                              |
  * | 4    | the size of the value, in the byte order of the machine           |
  * | 1    | its first byte: see [[Variant]]                              |
  * | n    | the number or text                                                |
  * | 3    | the names of fields: none                                         |
  */
private[sparkwire] object VariantLeaf {
  private final val NoNames = 1L
  private final val NamesSize = 3
  private final val FirstByte = 4
  // Numbers, text and names are written as words; the next write overwrites the surplus.
  private final val Margin = 8

  /** The maximum size of a value in bytes. */
  final val MaxBytes = 1 + Variant.MaxShortString

  /** Writes a number of `size` bytes, 0 for codes without content.
    *
    * @return
    *   the position (upper half) and the size of the VARIANT
    */
  def number(buffer: RowBuffer, code: Int, bits: Long, size: Int): Long = {
    val at = begin(buffer, size, (code << 2).toByte)
    Bytes.putI64le(buffer.bytes, at + FirstByte + 1, bits)
    end(buffer, at, size)
  }

  def int(buffer: RowBuffer, value: Long): Long = {
    val code = Variant.intCode(value)
    number(buffer, code, value, Variant.intSize(code))
  }

  /** Like [[number]], for well-formed text of at most [[Variant.MaxShortString]] bytes. */
  def text(buffer: RowBuffer, bytes: Array[Byte], from: Int, length: Int): Long = {
    val at = begin(buffer, length, (Variant.ShortStringKind | (length << 2)).toByte)
    val _ = Ascii.copy(bytes, from, length, buffer.bytes, at + FirstByte + 1)
    end(buffer, at, length)
  }

  private def begin(buffer: RowBuffer, size: Int, first: Byte): Int = {
    val room = roomFor(size)
    val at = buffer.reserve(room + Margin)
    Platform.putLong(buffer.bytes, RowBuffer.address(at + room - 8), 0L)
    Platform.putInt(buffer.bytes, RowBuffer.address(at), 1 + size)
    buffer.bytes(at + FirstByte) = first
    at
  }

  private def end(buffer: RowBuffer, at: Int, size: Int): Long = {
    Bytes.putI64le(buffer.bytes, at + FirstByte + 1 + size, NoNames)
    buffer.giveBack(at + roomFor(size))
    RowBuffer.extent(at, FirstByte + 1 + size + NamesSize)
  }

  /** Rounds up to whole words. */
  private def roomFor(size: Int): Int = (FirstByte + 1 + size + NamesSize + 7) & ~7
}
