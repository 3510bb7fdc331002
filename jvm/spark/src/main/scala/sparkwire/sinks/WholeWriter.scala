package sparkwire.sinks

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

import sparkwire.wire.WholeFields

/** Writes the fields of a row that is the whole value. Which of them are NULL is known when it begins, so that a number
  * takes no more than its store.
  *
  * @param slots
  *   the place of each field, null if it is not needed
  */
private[sinks] final class WholeWriter(slots: Array[Place], required: StructType, frame: RowFrame)
    extends WholeFields {
  private[this] val buffer = frame.buffer
  private[this] val isFlat = frame.flat != null
  // Of each field, where its 8 bytes are, and those of its bits that it has: the rest are zero.
  private[this] val offsets =
    slots.map(place => if (place == null) 0 else frame.offsetOf(place.slot))
  private[this] val masks =
    slots.map(place => if (place == null) 0L else WholeWriter.mask(required(place.slot).dataType))
  private[this] val needed = slots.indices.filter(slots(_) != null).map(1L << _).sum
  // Values behind the fields are to be in the order of the fields, and come in that of the shape.
  private[this] val isInOrder = {
    val asked = slots.toSeq.filter(_ != null).map(_.slot)
    isFlat || asked == asked.sorted
  }
  private[this] var base = 0L

  // Those of the value before, mostly the same, and where they go.
  private[this] var present = 0L
  private[this] var presentSlots = 0L

  override def begin(present: Long): Long = {
    if (present != this.present) {
      this.present = present
      presentSlots = slots.indices.filter(at => (present & needed & (1L << at)) != 0)
        .map(at => 1L << slots(at).slot).sum
    }
    frame.beginRoot()
    frame.fillOnly(presentSlots)
    base = frame.base
    present & needed
  }

  override def int(field: Int, value: Long): Unit =
    Platform.putLong(buffer.bytes, base + offsets(field), value & masks(field))

  override def binary(field: Int, bytes: Array[Byte], from: Int, length: Int): Unit =
    slots(field).writeBinary(bytes, from, length)
  override def word(field: Int, constant: Array[Byte]): Unit = slots(field).writeWord(constant)
  override def end(): Unit = if (!isInOrder) frame.order()
}

private object WholeWriter {
  private def mask(dataType: DataType): Long = dataType match {
    case BooleanType | ByteType => 0xffL
    case ShortType => 0xffffL
    case IntegerType => 0xffffffffL
    case _ => -1L
  }
}
