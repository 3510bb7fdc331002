package sparkwire.sinks

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, TreeMap}

import sparkwire.wire.Reason

/** Names that came up in a value, numbered in the order in which they first did.
  *
  * Values of one column mostly have the same names in the same order. So the names of the last value
  * are kept as a forecast: a name that comes when the forecast says so is found at once, and if all
  * did, what was made of them ([[metadata]], the ranks) is used again. The numbers depend on nothing
  * but the value itself.
  */
private[sinks] final class KeyTable {
  private[this] var names = new Array[Array[Byte]](16)
  // The same names as Java text: Spark orders the keys of an object by it.
  private[this] var texts = new Array[String](16)
  private[this] var known = 0
  private[this] var used = 0
  // Open addressing; number + 1 of a name, 0 for free. A name that finds no place within a few steps goes
  // to the tree: names can be made to have the same hash.
  private[this] var table = new Array[Int](KeyTable.LeastSize)
  private[this] val crowded =
    new TreeMap[Array[Byte], Integer]((one, other) => Arrays.compare(one, other))
  private[this] var ranks = new Array[Int](16)
  private[this] var ranked = 0
  private[this] var bytes: Array[Byte] = _
  private[this] val marked = new Marks

  /** Begins a new value. */
  def begin(): Unit = used = 0

  def idOf(source: Array[Byte], from: Int, until: Int): Int = {
    val next = used
    if (next < known && isName(next, source, from, until)) {
      used += 1
      next
    } else find(source, from, until)
  }

  private def isName(id: Int, source: Array[Byte], from: Int, until: Int): Boolean =
    Arrays.equals(names(id), 0, names(id).length, source, from, until)

  private def find(source: Array[Byte], from: Int, until: Int): Int = {
    var slot = hash(source, from, until) & (table.length - 1)
    var found = -1
    var steps = 0
    while (found < 0 && steps < KeyTable.MaxSteps && table(slot) != 0) {
      val id = table(slot) - 1
      if (id < used && isName(id, source, from, until)) found = id
      slot = (slot + 1) & (table.length - 1)
      steps += 1
    }
    if (found < 0 && steps == KeyTable.MaxSteps)
      found = findCrowded(Arrays.copyOfRange(source, from, until))
    if (found >= 0) found
    else {
      forget()
      add(Arrays.copyOfRange(source, from, until))
    }
  }

  private def findCrowded(name: Array[Byte]): Int = {
    val id = crowded.get(name)
    if (id != null && id < used) id else -1
  }

  /** The forecast was wrong: what it said of the rest of the value goes. */
  private def forget(): Unit =
    if (used < known) {
      known = used
      rebuild()
    }

  private def add(name: Array[Byte]): Int = {
    if (known == names.length) grow()
    val id = known
    names(id) = name
    texts(id) = new String(name, UTF_8)
    known += 1
    used = known
    ranked = math.min(ranked, id)
    bytes = null
    if (known * 2 > table.length) rebuild() else enter(id)
    id
  }

  private def grow(): Unit = {
    names = Arrays.copyOf(names, known * 2)
    texts = Arrays.copyOf(texts, known * 2)
    ranks = Arrays.copyOf(ranks, known * 2)
  }

  private def rebuild(): Unit = {
    // A value with very many names leaves no large table behind.
    val size = math.max(KeyTable.LeastSize, Integer.highestOneBit(known) * 4)
    if (size == table.length) Arrays.fill(table, 0) else table = new Array[Int](size)
    crowded.clear()
    bytes = null
    ranked = math.min(ranked, known)
    var id = 0
    while (id < known) {
      enter(id)
      id += 1
    }
  }

  private def enter(id: Int): Unit = {
    var slot = hash(names(id), 0, names(id).length) & (table.length - 1)
    var steps = 0
    while (steps < KeyTable.MaxSteps && table(slot) != 0) {
      slot = (slot + 1) & (table.length - 1)
      steps += 1
    }
    if (steps < KeyTable.MaxSteps) table(slot) = id + 1
    else {
      val _ = crowded.put(names(id), id)
    }
  }

  private def hash(source: Array[Byte], from: Int, until: Int): Int = {
    var h = 0
    var at = from
    while (at < until) {
      h = h * 31 + source(at)
      at += 1
    }
    // The low bits of the sum alone are poor for names that differ in front.
    h ^ (h >>> 15)
  }

  /** An empty set of numbers, one at a time. */
  def marks(): Marks = marked.begin()

  def name(id: Int): Array[Byte] = names(id)

  /** Order of two names as Spark's search in objects expects it, that of Java text. */
  def compare(one: Int, other: Int): Int =
    if (one < ranked && other < ranked) ranks(one) - ranks(other)
    else texts(one).compareTo(texts(other))

  /** The dictionary of a VARIANT with the names of this value, made again only if they changed. */
  def metadata(limit: Int): Array[Byte] = {
    forget()
    if (bytes == null) {
      rank()
      bytes = encode(limit)
    }
    bytes
  }

  private def rank(): Unit = {
    val order = Array.range(0, known).sortBy(texts(_))
    var place = 0
    while (place < known) {
      ranks(order(place)) = place
      place += 1
    }
    ranked = known
  }

  // header (version 1, size of numbers), count, count + 1 offsets, names
  private def encode(limit: Int): Array[Byte] = {
    var size = 0L
    var id = 0
    while (id < known) {
      size += names(id).length
      id += 1
    }
    val numberSize = VariantBytes.sizeOf(math.max(size, known))
    val total = 1L + numberSize * (known + 2L) + size
    if (total > limit) throw Reason.TooLarge.signal
    val out = new Array[Byte](total.toInt)
    out(0) = (1 | ((numberSize - 1) << 6)).toByte
    VariantBytes.put(out, 1, known, numberSize)
    var offset = 0
    id = 0
    while (id <= known) {
      VariantBytes.put(out, 1 + numberSize * (id + 1), offset, numberSize)
      if (id < known) {
        System.arraycopy(names(id), 0, out, 1 + numberSize * (known + 2) + offset, names(id).length)
        offset += names(id).length
      }
      id += 1
    }
    out
  }
}

private object KeyTable {
  private final val LeastSize = 64
  private final val MaxSteps = 32
}
