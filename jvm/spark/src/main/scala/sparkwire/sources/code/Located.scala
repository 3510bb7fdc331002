package sparkwire.sources.code

import org.apache.spark.sql.catalyst.expressions.{SpecializedGetters, UnsafeArrayData, UnsafeRow}
import org.apache.spark.unsafe.Platform

import sparkwire.wire.core.Utf8

/** Where the text or binary is that was asked for last. It leaves out the copy, and for usual rows
  * the object, that Spark's getters make.
  */
private[sources] final class Located {
  private[this] var array: Array[Byte] = _
  private[this] var start = 0
  private[this] var end = 0

  def bytes: Array[Byte] = array
  def from: Int = start
  def until: Int = end
  def size: Int = end - start
  def isUtf8: Boolean = Utf8.isValid(array, start, end)

  def text(row: SpecializedGetters, at: Int): Unit = if (!inPlace(row, at)) {
    val text = row.getUTF8String(at)
    text.getBaseObject match {
      case around: Array[Byte] =>
        setArray(around)
        start = (text.getBaseOffset - Platform.BYTE_ARRAY_OFFSET).toInt
        end = start + text.numBytes
      case _ => all(text.getBytes)
    }
  }

  def binary(row: SpecializedGetters, at: Int): Unit =
    if (!inPlace(row, at)) all(row.getBinary(at))

  private def all(bytes: Array[Byte]): Unit = {
    setArray(bytes)
    start = 0
    end = bytes.length
  }

  // The texts of a row are in one array. G1 adds a fence of the processor to each reference that is
  // stored in an object that has survived some collections.
  private def setArray(bytes: Array[Byte]): Unit = if (array ne bytes) array = bytes

  private def inPlace(row: SpecializedGetters, at: Int): Boolean = row match {
    case unsafe: UnsafeRow =>
      inPlace(unsafe.getBaseObject, unsafe.getBaseOffset, unsafe.getLong(at))
    case unsafe: UnsafeArrayData =>
      inPlace(unsafe.getBaseObject, unsafe.getBaseOffset, unsafe.getLong(at))
    case _ => false
  }

  private def inPlace(base: AnyRef, offset: Long, extent: Long): Boolean = base match {
    case around: Array[Byte] =>
      setArray(around)
      start = (offset - Platform.BYTE_ARRAY_OFFSET + (extent >>> 32)).toInt
      end = start + extent.toInt
      true
    case _ => false
  }
}
