package sparkwire.sinks

import java.util.Arrays

/** The names that came in a value, in their order, and the fields that they led to. As long as the names of the next
  * value are the same, so are their fields, and nothing else has to be known of them.
  *
  * It has only names that are a field's own, or no field's.
  */
private[sinks] final class NamePath {
  private[this] var names = new Array[Array[Byte]](16)
  private[this] var heads = new Array[Long](16)
  private[this] var slots = new Array[Int](16)
  private[this] var length = 0
  // How many names of this value are on the path; whether all are, and whether all so far could be.
  private[this] var passed = 0
  private[this] var follows = true
  private[this] var grows = true

  /** Begins a new value. */
  def begin(): Unit = {
    passed = 0
    follows = true
    grows = true
  }

  def isOn: Boolean = follows

  /** Where the next name leads to, [[NamePath.Off]] if it is another than in the last value. */
  def follow(bytes: Array[Byte], from: Int, until: Int): Int = {
    val at = passed
    if (follows && at < length && NameSlots.isSame(names(at), heads(at), bytes, from, until)) {
      passed = at + 1
      slots(at)
    } else NamePath.Off
  }

  /** Leaves the path; returns the names of this value that were on it. */
  def leave(): Array[Array[Byte]] = {
    follows = false
    length = passed
    Arrays.copyOf(names, passed)
  }

  /** Goes on behind what is left of the path. */
  def extend(name: Array[Byte], slot: Int): Unit =
    if (grows && length < NamePath.MostNames && name.length <= NamePath.LongestName) {
      if (length == names.length) {
        names = Arrays.copyOf(names, length * 2)
        heads = Arrays.copyOf(heads, length * 2)
        slots = Arrays.copyOf(slots, length * 2)
      }
      names(length) = name
      heads(length) = NameSlots.headOf(name)
      slots(length) = slot
      length += 1
    } else end()

  /** No name of this value that comes yet is on the path. */
  def end(): Unit = grows = false
}

private[sinks] object NamePath {
  final val Off = Int.MinValue + 2

  // What a path keeps of a value is little.
  private final val MostNames = 256
  private final val LongestName = 256
}
