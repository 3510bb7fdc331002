package sparkwire.rows

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

import sparkwire.rows.buffers.{RowBuffer, RowFrame}
import sparkwire.wire.places.{ListSlots, WholeFields}

/** Builds a struct from all of its fields. Which of them are NULL is known when the struct begins, so that a
  * number costs no more than its store.
  *
  * @param places
  *   the place of each field, null if it is not needed
  * @param place
  *   the place of the struct, null if it is the whole value
  */
private[sparkwire] final class WholeBuilder(places: Array[Place], required: StructType,
    frame: RowFrame,
    place: Place)
    extends WholeFields {
  private[this] val buffer = frame.buffer
  private[this] val isFlat = frame.flat != null
  // For each field, the offset of its 8 bytes, and a mask of the bits that its type uses. The other
  // bits are zero.
  private[this] val offsets =
    places.map(place => if (place == null) 0 else frame.offsetOf(place.ordinal))
  private[this] val masks =
    places.map(place =>
      if (place == null) 0L else WholeBuilder.mask(required(place.ordinal).dataType))
  private[this] val bits = places.map(place => if (place == null) 0L else 1L << place.ordinal)
  private[this] val needed = places.indices.filter(places(_) != null).map(1L << _).sum
  private[this] val neededOrdinals = ordinalsOf(needed)
  // Values after the fields must be in the order of the fields, but arrive in the order of the
  // shape.
  private[this] val isInOrder = {
    val asked = places.toSeq.filter(_ != null).map(_.ordinal)
    isFlat || asked == asked.sorted
  }
  private[this] var base = 0L

  // The fields that were present in the last value, mostly the same as in the next, and their
  // places.
  private[this] var present = 0L
  private[this] var presentOrdinals = 0L

  override def begin(present: Long): Long = {
    if (present != this.present) {
      this.present = present
      // Few of the needed fields are absent.
      presentOrdinals = neededOrdinals & ~ordinalsOf(needed & ~present)
    }
    if (place == null) frame.beginRoot() else { val _ = frame.begin() }
    frame.fillOnly(presentOrdinals)
    base = frame.base
    present & needed
  }

  // The size in bytes of the kept row: its fixed part and the values after it.
  private[this] var keptSize = 0

  override def keep(): Unit = keptSize = buffer.size - frame.start

  /** Copies the kept row, which is at a lower position in the same buffer. */
  override def beginLike(): Boolean = {
    val isLike = isInOrder && place != null
    if (isLike) {
      val before = frame.start
      val from = frame.begin(keptSize)
      System.arraycopy(buffer.bytes, before, buffer.bytes, from, keptSize)
      base = frame.base
    }
    isLike
  }

  private def ordinalsOf(fields: Long): Long = {
    var found = 0L
    var left = fields
    while (left != 0) {
      found |= bits(java.lang.Long.numberOfTrailingZeros(left))
      left &= left - 1
    }
    found
  }

  override def int(field: Int, value: Long): Unit =
    Platform.putLong(buffer.bytes, base + offsets(field), value & masks(field))

  override def binary(field: Int, bytes: Array[Byte], from: Int, length: Int): Unit =
    if (isFlat) places(field).writeBinary(bytes, from, length)
    else refer(field, buffer.append(bytes, from, length), length)

  override def text(field: Int, bytes: Array[Byte], from: Int, length: Int): Unit =
    if (isFlat) places(field).writeRepaired(bytes, from, length)
    else {
      val extent = buffer.appendText(bytes, from, length)
      refer(field, (extent >>> 32).toInt, extent.toInt)
    }

  override def word(field: Int, constant: Array[Byte]): Unit =
    if (isFlat) places(field).writeWord(constant)
    else refer(field, buffer.append(constant, 0, constant.length), constant.length)

  private def refer(field: Int, position: Int, size: Int): Unit = Platform.putLong(
    buffer.bytes, base + offsets(field), RowBuffer.extent(position - frame.start, size))

  override def struct(field: Int): WholeFields =
    if (places(field) == null) null else places(field).struct.wholeFields
  override def list(field: Int): ListSlots =
    if (places(field) == null) null else places(field).list

  override def end(): Unit = {
    if (!isInOrder) frame.order()
    if (place != null) place.writtenFrom(frame.start)
  }
}

private object WholeBuilder {
  private def mask(dataType: DataType): Long = dataType match {
    case BooleanType | ByteType => 0xffL
    case ShortType => 0xffffL
    case IntegerType => 0xffffffffL
    case _ => -1L
  }
}
