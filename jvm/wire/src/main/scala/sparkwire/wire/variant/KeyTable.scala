package sparkwire.wire.variant

import java.util.Arrays

import sparkwire.wire.core.Reason
import sparkwire.wire.sinks.{NameTable, SmallIntSet}

/** The names that occur in a value, numbered in the order of their first occurrence.
  *
  * The values of one column mostly have the same names. So names are kept from value to value, each
  * in an entry of [[NameTable]], and the [[metadata]] of the last value is used again if this one has
  * the same names. The numbers depend only on the value itself.
  */
private[sparkwire] final class KeyTable {
  private[this] val names = new NameTable
  // By entry: the number of the name in this value, if it occurred in it.
  private[this] var numbers = new Array[Int](16)
  private[this] val seen = new SmallIntSet
  private[this] var last = 0
  // By number: the entry. After the numbers in use are leftovers of the last value.
  private[this] var entries = new Array[Int](16)
  private[this] var used = 0
  // The number of names that `bytes` describes; 0 as soon as a name differs.
  private[this] var described = 0
  private[this] var bytes: Array[Byte] = _

  /** Begins a new value. */
  def begin(): Unit = {
    if (names.areTooMany) {
      names.clear()
      described = 0
      bytes = null
      numbers = new Array[Int](16)
      entries = new Array[Int](16)
    }
    used = 0
    last = 0
    val _ = seen.begin()
  }

  /** Returns the number of a name. */
  def idOf(source: Array[Byte], from: Int, until: Int): Int =
    number(names.entryOf(source, from, until))

  /** Returns the number of a name that occurred before, in this value or another, and is therefore
    * known to be well-formed text; else -1.
    */
  def idOfKnown(source: Array[Byte], from: Int, until: Int): Int = {
    val entry = names.find(source, from, until)
    if (entry >= 0) number(entry) else -1
  }

  private def number(entry: Int): Int = {
    last = entry + 1
    if (seen.add(entry)) next(entry) else numbers(entry)
  }

  private def next(entry: Int): Int = {
    val number = used
    if (entry >= numbers.length) numbers = Arrays.copyOf(numbers, names.count * 2)
    if (number >= entries.length) entries = Arrays.copyOf(entries, number * 2)
    if (number >= described || entries(number) != entry) {
      entries(number) = entry
      described = 0
      bytes = null
    }
    numbers(entry) = number
    used = number + 1
    number
  }

  /** The number of names in this value. */
  def count: Int = used

  /** The entry of the name asked for last, plus 1; 0 before the first. */
  def lastEntry: Int = last

  def name(id: Int): Array[Byte] = names.name(entries(id))

  /** Compares two names in the order of Java strings, as Spark's search in objects expects. */
  def compare(one: Int, other: Int): Int = names.compare(entries(one), entries(other))

  /** The number of ranks in that order if all known names have one, else 0. */
  def ranks: Int = if (names.isRanked) names.count else 0
  def rank(id: Int): Int = names.rank(entries(id))

  /** Returns the dictionary of a VARIANT with the names of this value, encoded again only if they
    * changed.
    */
  def metadata(limit: Int): Array[Byte] = {
    names.settle(used)
    if (used != described || bytes == null) {
      bytes = encode(limit)
      described = used
    }
    bytes
  }

  // header (version 1, size of numbers), count, count + 1 offsets, names
  private def encode(limit: Int): Array[Byte] = {
    var size = 0L
    var id = 0
    while (id < used) {
      size += name(id).length
      id += 1
    }
    val numberSize = Variant.sizeOf(math.max(size, used.toLong))
    val total = 1L + numberSize * (used + 2L) + size
    if (total > limit) throw Reason.TooLarge.signal
    val out = new Array[Byte](total.toInt)
    out(0) = (Variant.Version | ((numberSize - 1) << 6)).toByte
    Variant.put(out, 1, used, numberSize)
    val start = 1 + numberSize * (used + 2)
    var end = start
    id = 0
    while (id < used) {
      Variant.put(out, 1 + numberSize * (id + 1), end - start, numberSize)
      end = names.copy(entries(id), out, end)
      id += 1
    }
    Variant.put(out, 1 + numberSize * (used + 1), end - start, numberSize)
    out
  }
}
