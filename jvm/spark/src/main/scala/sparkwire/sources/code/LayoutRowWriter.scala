package sparkwire.sources.code

import org.apache.spark.sql.catalyst.expressions.{SpecializedGetters, UnsafeArrayData, UnsafeRow}

import sparkwire.wire.writing.Exact

/** The base class of generated code that writes whole values of a layout: see [[LayoutWriters]]. */
abstract class LayoutRowWriter extends RowWriter {
  private[this] var left = 0L

  // Called by generated code.

  final def beginValue(maxSize: Long): Unit = left = maxSize

  final def spend(cost: Long): Boolean = {
    left -= cost
    left >= 0
  }

  final def position(): Int = out.position
  final def bytes(): Array[Byte] = out.bytes

  /** The bytes of the spans that expressions use: they have been written. */
  final def in(): Array[Byte] = out.bytes
  final def reserve(size: Int): Int = out.reserve(size)

  /** Finds a text. Returns false if it is malformed. */
  final def text(row: SpecializedGetters, at: Int): Boolean = {
    located.text(row, at)
    located.isUtf8
  }

  final def binary(row: SpecializedGetters, at: Int): Boolean = {
    located.binary(row, at)
    true
  }

  final def found(): Array[Byte] = located.bytes
  final def foundFrom(): Int = located.from
  final def foundUntil(): Int = located.until
  final def foundSize(): Int = located.size

  /** The digits of a decimal that has at most 18. */
  final def digits(row: SpecializedGetters, at: Int, precision: Int, scale: Int): Long =
    row match {
      case unsafe: UnsafeRow => unsafe.getLong(at)
      case unsafe: UnsafeArrayData => unsafe.getLong(at)
      case other => other.getDecimal(at, precision, scale).toUnscaledLong
    }

  /** The 64 bits of an unsigned number in a decimal. */
  final def unsigned(row: SpecializedGetters, at: Int, precision: Int): Long =
    Exact.unsigned(row.getDecimal(at, precision, 0).toJavaBigDecimal)
}
