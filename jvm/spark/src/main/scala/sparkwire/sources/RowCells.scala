package sparkwire.sources

import org.apache.spark.sql.catalyst.expressions.{SpecializedGetters, UnsafeRow}

/** The values of a row or an array.
  *
  * Nearly all rows are in Spark's binary form. Its getters are inlined where the class is known, while
  * a call of the interface costs more than the value: arrays and rows of several classes come to the
  * same place in the code.
  */
private[sources] object RowCells {
  def isNull(row: SpecializedGetters, at: Int): Boolean = row match {
    case unsafe: UnsafeRow => unsafe.isNullAt(at)
    case _ => row.isNullAt(at)
  }

  def bool(row: SpecializedGetters, at: Int): Boolean = row match {
    case unsafe: UnsafeRow => unsafe.getBoolean(at)
    case _ => row.getBoolean(at)
  }

  def int8(row: SpecializedGetters, at: Int): Byte = row match {
    case unsafe: UnsafeRow => unsafe.getByte(at)
    case _ => row.getByte(at)
  }

  def int16(row: SpecializedGetters, at: Int): Short = row match {
    case unsafe: UnsafeRow => unsafe.getShort(at)
    case _ => row.getShort(at)
  }

  def int32(row: SpecializedGetters, at: Int): Int = row match {
    case unsafe: UnsafeRow => unsafe.getInt(at)
    case _ => row.getInt(at)
  }

  def int64(row: SpecializedGetters, at: Int): Long = row match {
    case unsafe: UnsafeRow => unsafe.getLong(at)
    case _ => row.getLong(at)
  }

  def float(row: SpecializedGetters, at: Int): Float = row match {
    case unsafe: UnsafeRow => unsafe.getFloat(at)
    case _ => row.getFloat(at)
  }

  def double(row: SpecializedGetters, at: Int): Double = row match {
    case unsafe: UnsafeRow => unsafe.getDouble(at)
    case _ => row.getDouble(at)
  }
}
