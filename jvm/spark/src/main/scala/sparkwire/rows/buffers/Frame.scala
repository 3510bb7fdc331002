package sparkwire.rows.buffers

import java.util.Arrays

import org.apache.spark.sql.types._

import sparkwire.wire.core.{Allowance, Kind}

/** A row or an array under construction, in Spark's binary form, in a shared buffer; places are
  * parts of it. Nothing is set to NULL or zero in advance: a frame records which fields were filled,
  * and makes the rest NULL when it ends.
  *
  * @param ordinals
  *   the number of fields that can be filled before the frame moves on
  * @param isPacked
  *   whether a number takes only its own size, as in an array, and not 8 bytes
  * @param isCounted
  *   whether the data alone determines how many of these rows or arrays there are, and the user's
  *   type how large each is
  */
private[sparkwire] abstract class Frame(val buffer: RowBuffer, ordinals: Int, val isPacked: Boolean,
    allowance: Allowance, isCounted: Boolean, val flat: FlatRow) {

  /** A bit for each field that has a value, by its ordinal. */
  final val filled: Array[Long] =
    if (flat != null) flat.filled else new Array[Long]((ordinals + 63) / 64)

  // The address of the first field, as Spark's `Platform` uses it. The offsets of places count from here.
  private[this] var fieldsAt = 0L
  private[this] var from = 0

  final def base: Long = fieldsAt
  protected final def setBase(address: Long): Unit = fieldsAt = address

  /** Where the frame begins in the buffer. The offsets in Spark's rows count from here. */
  final def start: Int = from
  protected final def setStart(position: Int): Unit = from = position

  /** Returns the offset of a field in bytes from [[base]]. */
  def offsetOf(ordinal: Int): Int

  final def setNull(ordinal: Int): Unit = filled(ordinal >> 6) &= ~(1L << ordinal)

  protected final def forget(): Unit =
    if (filled.length == 1) filled(0) = 0L else Arrays.fill(filled, 0L)

  /** Charges `bytes` to the allowance if this frame is counted. */
  final def count(bytes: Long): Unit = if (isCounted) allowance.spend(bytes)
}

private[sparkwire] object Frame {

  /** The size in bytes of a decimal with more digits than a long holds. */
  final val WideSize = 16

  def isWide(dataType: DataType): Boolean = dataType match {
    case decimal: DecimalType => decimal.precision > Decimal.MAX_LONG_DIGITS
    case _ => false
  }

  /** Whether values of this kind are charged to the allowance: a self-describing value may take one
    * byte of input and become a row of the user's type.
    */
  def isCounted(kind: Kind): Boolean = kind match {
    case _: Kind.SelfDescribing => true
    case Kind.Struct(shape) =>
      shape.results.exists(_.kind.isInstanceOf[Kind.SelfDescribing])
    case _ => false
  }
}
