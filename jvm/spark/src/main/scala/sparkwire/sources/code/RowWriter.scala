package sparkwire.sources.code

import java.util.Arrays

import org.apache.spark.sql.catalyst.expressions.{SpecializedGetters, UnsafeRow}
import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.{Bytes, Utf8}
import sparkwire.wire.places.{TextCoding, TextNumbers}
import sparkwire.wire.places.PlainPart.Lead
import sparkwire.wire.writing.{Output, PlainWriter, VarintOutput}

/** The base class of generated code that writes the rows of one place: see [[WriterCode]]. A method
  * that returns false gives up: the row is not plain.
  */
abstract class RowWriter extends PlainWriter {
  private[this] var source: CurrentRow = _
  private[this] var output: Output = _
  protected[this] final val located = new Located

  private[sources] def attach(to: CurrentRow): this.type = {
    source = to
    this
  }

  override def tryWrite(to: Output): Boolean = {
    // See Located: a reference is stored only if it is another one.
    if (output ne to) output = to
    val start = to.position
    val isWritten = write(source.current)
    if (!isWritten) to.goBack(start)
    isWritten
  }

  /** Writes a row. */
  def write(row: SpecializedGetters): Boolean

  // Called by generated code.

  final def out: Output = output

  /** Makes room for numbers and returns where they begin; -1 if they cannot be that many. */
  final def reserve(count: Int, size: Int): Int =
    if (count > Int.MaxValue / size) -1 else output.reserve(count * size)

  /** Writes a length or count. */
  final def length(form: Int, length: Int): Unit = form match {
    case Lead.Int16 => output.i16(length)
    case Lead.Int32 => output.i32(length)
    case Lead.Zigzag => zigzag(length.toLong)
    case _ => VarintOutput.unsigned(output, length + 1L)
  }

  /** Writes a text with its length, which is at most `most`. */
  final def text(row: SpecializedGetters, at: Int, form: Int, most: Int): Boolean = row match {
    // The usual row keeps its texts in one array.
    case unsafe: UnsafeRow if unsafe.getBaseObject.isInstanceOf[Array[Byte]] =>
      val extent = unsafe.getLong(at)
      val from = (unsafe.getBaseOffset - Platform.BYTE_ARRAY_OFFSET + (extent >>> 32)).toInt
      val around = unsafe.getBaseObject.asInstanceOf[Array[Byte]]
      text(around, from, from + extent.toInt, form, most)
    case other =>
      located.text(other, at)
      text(located.bytes, located.from, located.until, form, most)
  }

  private def text(bytes: Array[Byte], from: Int, until: Int, form: Int, most: Int): Boolean =
    until - from <= most && Utf8.isValid(bytes, from, until) && put(bytes, from, until, form)

  final def binary(row: SpecializedGetters, at: Int, form: Int): Boolean = {
    located.binary(row, at)
    put(located.bytes, located.from, located.until, form)
  }

  private def put(bytes: Array[Byte], from: Int, until: Int, form: Int): Boolean = {
    length(form, until - from)
    output.put(bytes, from, until)
    true
  }

  /** Writes the bytes whose text the row has. */
  final def coded(coding: TextCoding, row: SpecializedGetters, at: Int): Boolean = {
    located.text(row, at)
    val start = output.reserve(coding.size)
    coding.tryRead(located.bytes, located.from, located.until, output.bytes, start)
  }

  final def zigzag(value: Long): Unit = VarintOutput.long(output, value)

  /** Writes the number of a text. */
  final def symbol(numbers: TextNumbers, row: SpecializedGetters, at: Int): Boolean = {
    located.text(row, at)
    val number = numbers.of(located.bytes, located.from, located.until)
    if (number >= 0) zigzag(number.toLong)
    number >= 0
  }

  /** Writes 32 bits, the lowest first. */
  final def low32(bits: Int): Unit = {
    val at = output.reserve(4)
    Bytes.putI32le(output.bytes, at, bits)
  }

  /** Writes 64 bits, the lowest first. */
  final def low64(bits: Long): Unit = {
    val at = output.reserve(8)
    Bytes.putI64le(output.bytes, at, bits)
  }

  /** Whether a text or binary has these bytes. */
  final def isText(row: SpecializedGetters, at: Int, constant: Array[Byte]): Boolean = {
    located.text(row, at)
    Arrays.equals(located.bytes, located.from, located.until, constant, 0, constant.length)
  }

  final def isBinary(row: SpecializedGetters, at: Int, constant: Array[Byte]): Boolean = {
    located.binary(row, at)
    Arrays.equals(located.bytes, located.from, located.until, constant, 0, constant.length)
  }

  /** Begins the data of a tag: leaves out one byte for its size. Returns where the data begins. */
  final def beginTag(tag: Long): Int = {
    VarintOutput.unsigned(output, tag)
    output.reserve(1) + 1
  }

  final def endTag(from: Int): Unit =
    VarintOutput.fill(output, from - 1, output.position - from.toLong)
}

/** A place whose row changes from value to value. */
private[sources] trait CurrentRow {
  def current: SpecializedGetters
}
