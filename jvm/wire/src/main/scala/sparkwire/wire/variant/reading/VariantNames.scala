package sparkwire.wire.variant.reading

import java.util.Arrays

import sparkwire.wire.variant.Variant
import sparkwire.wire.writing.Unencodable

/** The dictionary of a VARIANT whose bytes are not trusted. [[bytes]], [[from]] and [[until]] say
  * where the name is that was found last.
  */
private[reading] final class VariantNames {
  private[this] var dictionary: Array[Byte] = _
  private[this] var numbers = 0
  private[this] var size = 0
  private[this] var count = 0L
  private[this] var texts = 0L
  private[this] var end = 0
  private[this] var start = 0
  private[this] var stop = 0

  def bytes: Array[Byte] = dictionary
  def from: Int = start
  def until: Int = stop

  private def bad(): Nothing = throw new Unencodable(Unencodable.BadVariant)

  def begin(bytes: Array[Byte], from: Int, until: Int): Unit = {
    dictionary = bytes
    end = until
    if (until - from < 1) bad()
    val head = bytes(from) & 0xff
    if ((head & Variant.VersionMask) != Variant.Version) bad()
    size = (head >> 6) + 1
    if (size > until - from - 1) bad()
    count = Variants.number(bytes, from + 1, size)
    numbers = from + 1 + size
    texts = numbers + (count + 1) * size
    if (texts > until) bad()
  }

  /** Lets go of the bytes of the value. */
  def letGo(): Unit = dictionary = null

  def find(id: Long): Unit = {
    if (id >= count) bad()
    val at = numbers + id.toInt * size
    val first = texts + Variants.number(dictionary, at, size)
    val last = texts + Variants.number(dictionary, at + size, size)
    if (first > last || last > end) bad()
    start = first.toInt
    stop = last.toInt
  }

  def isNamed(id: Long, name: Array[Byte]): Boolean = {
    find(id)
    Arrays.equals(dictionary, start, stop, name, 0, name.length)
  }
}
