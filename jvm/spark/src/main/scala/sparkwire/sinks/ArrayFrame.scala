package sparkwire.sinks

import org.apache.spark.sql.catalyst.expressions.codegen.{UnsafeArrayWriter, UnsafeWriter}
import org.apache.spark.sql.types._

/** An array of known length under construction: elements are written where they stay. */
private[sinks] final class ArrayFrame(parent: UnsafeWriter, dataType: DataType, budget: Budget,
    isCounted: Boolean, arrayWriter: UnsafeArrayWriter)
    extends Frame(arrayWriter, null) {
  private[this] val elementSize = ArrayFrame.sizeOf(dataType)
  private[this] var start = 0
  private[this] var elements = 0
  private[this] var index = -1
  private[this] var isFilled = true

  /** Begins behind what the parent's buffer holds. */
  def begin(count: Int): Unit = {
    if (isCounted) budget.spend(count * Cells.Bytes)
    start = parent.cursor()
    elements = count
    arrayWriter.initialize(count)
    index = -1
    isFilled = true
  }

  def from: Int = start

  def next(): Unit = {
    endElement()
    index += 1
    isFilled = false
  }

  /** What was not written is NULL. */
  def end(): Unit = {
    endElement()
    while (index + 1 < elements) next()
    endElement()
  }

  private def endElement(): Unit = if (!isFilled) {
    ArrayFrame.putNull(arrayWriter, index, elementSize)
    isFilled = true
  }

  override def filled(slot: Int): Int = {
    isFilled = true
    index
  }

  override def count(bytes: Int): Unit = if (isCounted) budget.spend(bytes)
  override def setNull(slot: Int): Unit = isFilled = false
  override def offsetOf(position: Int): Int = position - start
}

private[sinks] object ArrayFrame {

  /** Longer arrays grow as their elements come: a count is only a promise. */
  final val MaxCount = 1 << 16

  def apply(parent: UnsafeWriter, dataType: DataType, budget: Budget,
      isCounted: Boolean): ArrayFrame =
    new ArrayFrame(parent, dataType, budget, isCounted,
      new UnsafeArrayWriter(parent, sizeOf(dataType)))

  /** Bytes of an element in the fixed part of Spark's arrays. */
  def sizeOf(dataType: DataType): Int = dataType match {
    case BooleanType | ByteType => 1
    case ShortType => 2
    case IntegerType | FloatType | DateType => 4
    case _ => 8
  }

  def putNull(array: UnsafeArrayWriter, index: Int, elementSize: Int): Unit = elementSize match {
    case 1 => array.setNull1Bytes(index)
    case 2 => array.setNull2Bytes(index)
    case 4 => array.setNull4Bytes(index)
    case _ => array.setNull8Bytes(index)
  }
}
