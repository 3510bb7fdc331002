package sparkwire.rows.buffers

import java.util.Arrays

import org.apache.spark.sql.catalyst.expressions.{UnsafeArrayData, UnsafeRow}
import org.apache.spark.sql.types._

/** Decides which values are the same key. Usually these are values with the same bytes. But to
  * Spark, 0.0 and -0.0 are one key, and so are all NaNs, and arrays and structs that contain such
  * numbers.
  */
private[sparkwire] sealed class KeyForm {

  /** Whether the key is an array or a struct that contains floating-point numbers. */
  def isNested: Boolean = false

  /** Returns a word that is the same for equal keys, from the word of a key. */
  def word(value: Long): Long = value

  /** Returns a copy that is the same for equal keys. Only called if [[isNested]] is true. */
  def copy(bytes: Array[Byte], from: Int, size: Int): KeyBytes =
    throw new IllegalStateException("no copy is needed")
}

private[sparkwire] object KeyForm {
  private object Plain extends KeyForm

  private object Floats extends KeyForm {
    override def word(value: Long): Long =
      java.lang.Float.floatToIntBits(same(java.lang.Float.intBitsToFloat(value.toInt))).toLong
  }

  private object Doubles extends KeyForm {
    override def word(value: Long): Long =
      java.lang.Double.doubleToLongBits(same(java.lang.Double.longBitsToDouble(value)))
  }

  private final class Nested(dataType: DataType) extends KeyForm {
    override def isNested: Boolean = true

    override def copy(bytes: Array[Byte], from: Int, size: Int): KeyBytes = {
      val copied = Arrays.copyOfRange(bytes, from, from + size)
      dataType match {
        case ArrayType(element, _) =>
          val array = new UnsafeArrayData
          array.pointTo(copied, RowBuffer.address(0), size)
          makeSame(array, element)
        case StructType(fields) =>
          val row = new UnsafeRow(fields.length)
          row.pointTo(copied, RowBuffer.address(0), size)
          makeSame(row, fields)
        case _ => ()
      }
      new KeyBytes(copied, 0, size)
    }
  }

  def of(dataType: DataType): KeyForm = dataType match {
    case FloatType => Floats
    case DoubleType => Doubles
    case other if holdsFloats(other) => new Nested(other)
    case _ => Plain
  }

  private def holdsFloats(dataType: DataType): Boolean = dataType match {
    case FloatType | DoubleType => true
    case ArrayType(element, _) => holdsFloats(element)
    case StructType(fields) => fields.exists(field => holdsFloats(field.dataType))
    case _ => false
  }

  // Maps equal numbers to the same bits. The conversions to bits already produce a single NaN.
  private def same(value: Float): Float = if (value == 0f) 0f else value
  private def same(value: Double): Double = if (value == 0.0) 0.0 else value

  private def makeSame(array: UnsafeArrayData, element: DataType): Unit =
    if (holdsFloats(element)) {
      var index = 0
      while (index < array.numElements) {
        if (!array.isNullAt(index)) element match {
          case FloatType => array.setInt(index, Floats.word(array.getInt(index).toLong).toInt)
          case DoubleType => array.setLong(index, Doubles.word(array.getLong(index)))
          case ArrayType(inner, _) => makeSame(array.getArray(index), inner)
          case StructType(fields) => makeSame(array.getStruct(index, fields.length), fields)
          case _ => ()
        }
        index += 1
      }
    }

  private def makeSame(row: UnsafeRow, fields: Array[StructField]): Unit =
    fields.indices.filterNot(row.isNullAt).foreach { index =>
      fields(index).dataType match {
        case FloatType => row.setInt(index, Floats.word(row.getInt(index).toLong).toInt)
        case DoubleType => row.setLong(index, Doubles.word(row.getLong(index)))
        case ArrayType(inner, _) => makeSame(row.getArray(index), inner)
        case StructType(inner) => makeSame(row.getStruct(index, inner.length), inner)
        case _ => ()
      }
    }
}

/** The bytes of a key, for Java's tables of hashes. Keys can be crafted to have the same hash. Those
  * are found quickly only if they can be compared, by their own class: a `ByteBuffer` is compared by
  * a class above its own.
  */
private[sparkwire] final class KeyBytes(bytes: Array[Byte], from: Int, size: Int)
    extends Comparable[KeyBytes] {
  override def hashCode: Int = {
    var hash = 1
    var at = from
    while (at < from + size) {
      hash = 31 * hash + bytes(at)
      at += 1
    }
    hash
  }

  override def equals(other: Any): Boolean = other match {
    case key: KeyBytes => compareTo(key) == 0
    case _ => false
  }

  override def compareTo(other: KeyBytes): Int = -other.compareToBytes(bytes, from, size)

  private def compareToBytes(others: Array[Byte], otherFrom: Int, otherSize: Int): Int =
    Arrays.compare(bytes, from, from + size, others, otherFrom, otherFrom + otherSize)
}
