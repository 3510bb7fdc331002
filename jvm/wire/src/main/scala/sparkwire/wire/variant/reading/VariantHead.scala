package sparkwire.wire.variant.reading

import sparkwire.wire.variant.Variant
import sparkwire.wire.writing.Unencodable

/** The head of an array or object in a VARIANT whose bytes are not trusted. Everything that it
  * returns is inside of the bytes of the container, or is refused.
  */
private[reading] final class VariantHead {
  private[this] var parts = 0
  private[this] var ids = 0
  private[this] var idSize = 0
  private[this] var offsets = 0
  private[this] var offsetSize = 0
  private[this] var values = 0
  private[this] var until = 0

  def count: Int = parts
  def isObject: Boolean = idSize > 0

  /** Where the values end. */
  def end: Int = until

  private def bad(): Nothing = throw new Unencodable(Unencodable.BadVariant)

  def read(bytes: Array[Byte], at: Int, end: Int): Unit = {
    if (at >= end) bad()
    val head = bytes(at) & 0xff
    val bits = head >> 2
    offsetSize = (bits & 3) + 1
    val isMap = (head & 3) == Variant.ObjectKind
    idSize = if (isMap) ((bits >> 2) & 3) + 1 else 0
    val countSize =
      if ((bits & (if (isMap) Variant.LargeObject else Variant.LargeArray)) != 0) 4 else 1
    if (countSize > end - at - 1) bad()
    val size = Variants.number(bytes, at + 1, countSize)
    val heads = size * idSize + (size + 1) * offsetSize
    ids = at + 1 + countSize
    if (heads > end - ids) bad()
    parts = size.toInt
    offsets = ids + parts * idSize
    values = ids + heads.toInt
    val length = Variants.number(bytes, offsets + parts * offsetSize, offsetSize)
    if (length > end - values) bad()
    until = values + length.toInt
  }

  /** Returns where a value begins, from the start of the values. */
  def offset(bytes: Array[Byte], part: Int): Int = {
    val offset = Variants.number(bytes, offsets + part * offsetSize, offsetSize)
    if (offset >= until - values) bad()
    offset.toInt
  }

  def valueAt(bytes: Array[Byte], part: Int): Int = values + offset(bytes, part)
  def idOf(bytes: Array[Byte], field: Int): Long =
    Variants.number(bytes, ids + field * idSize, idSize)

  def save(to: Array[Int], at: Int): Unit = {
    to(at) = parts
    to(at + 1) = ids
    to(at + 2) = idSize
    to(at + 3) = offsets
    to(at + 4) = offsetSize
    to(at + 5) = values
    to(at + 6) = until
  }

  def restore(from: Array[Int], at: Int): Unit = {
    parts = from(at)
    ids = from(at + 1)
    idSize = from(at + 2)
    offsets = from(at + 3)
    offsetSize = from(at + 4)
    values = from(at + 5)
    until = from(at + 6)
  }
}

private[reading] object VariantHead {
  final val Numbers = 7
}
