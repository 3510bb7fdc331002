package sparkwire.wire.variant.reading

import java.nio.charset.StandardCharsets.UTF_8
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
  def text: String = new String(dictionary, start, stop - start, UTF_8)

  private def bad(): Nothing = throw new Unencodable(Unencodable.BadVariant)

  def begin(bytes: Array[Byte], from: Int, until: Int): Unit = {
    dictionary = bytes
    end = until
    count = 0
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

  def find(id: Long): Unit = if (!tryFind(id)) bad()

  /** Returns false if the dictionary has no such name. */
  def tryFind(id: Long): Boolean = id < count && {
    val at = numbers + id.toInt * size
    val first = texts + Variants.number(dictionary, at, size)
    val last = texts + Variants.number(dictionary, at + size, size)
    val isInside = first <= last && last <= end
    if (isInside) {
      start = first.toInt
      stop = last.toInt
    }
    isInside
  }

  def isNamed(id: Long, name: Array[Byte]): Boolean = {
    find(id)
    Arrays.equals(dictionary, start, stop, name, 0, name.length)
  }
}
