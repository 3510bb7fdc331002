package sparkwire.sinks

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, TreeMap}

import sparkwire.wire.{Bytes, Reason}

/** Names that came up in a value, numbered in the order in which they first did.
  *
  * Values of one column mostly have the same names, mostly in the same order. So names are kept from
  * value to value, each in a *slot*, with the slot that came after it the last time: that one is
  * tried first, and what was made of the last value's names ([[metadata]]) is used again if this one
  * has the same. The numbers depend on nothing but the value itself.
  */
private[sinks] final class KeyTable {
  private[this] val names = new NameSlots
  // By slot: the number of the name in this value, if it was seen in it.
  private[this] var numbers = new Array[Int](16)
  private[this] val seen = new Marks
  // By slot, and for the first name in place 0: one more than the slot that came next the last time.
  private[this] var followers = new Array[Int](17)
  private[this] var last = 0
  // By number: the slot. Behind the numbers in use is what is left of the last value's.
  private[this] var slots = new Array[Int](16)
  private[this] var used = 0
  // How many of them `bytes` describes; none as soon as one is another.
  private[this] var described = 0
  private[this] var bytes: Array[Byte] = _
  private[this] val marked = new Marks

  /** Begins a new value. */
  def begin(): Unit = {
    if (names.areTooMany) forget()
    used = 0
    last = 0
    val _ = seen.begin()
  }

  private def forget(): Unit = {
    names.clear()
    Arrays.fill(followers, 0)
    described = 0
    bytes = null
  }

  def idOf(source: Array[Byte], from: Int, until: Int): Int = {
    val expected = idOfExpected(source, from, until)
    if (expected >= 0) expected else idOfSlot(look(source, from, until))
  }

  /** The number of a name if it is the one that came next the last time, and so is known to be well-formed
    * text; else -1.
    */
  def idOfExpected(source: Array[Byte], from: Int, until: Int): Int = {
    val guess = followers(last) - 1
    if (guess >= 0 && names.isAt(guess, source, from, until)) idOfSlot(guess) else -1
  }

  private def idOfSlot(slot: Int): Int = {
    last = slot + 1
    if (seen.has(slot)) numbers(slot) else number(slot)
  }

  private def look(source: Array[Byte], from: Int, until: Int): Int = {
    val slot = names.slotOf(source, from, until)
    if (slot >= numbers.length) {
      val size = numbers.length * 2
      numbers = Arrays.copyOf(numbers, size)
      followers = Arrays.copyOf(followers, size + 1)
      slots = Arrays.copyOf(slots, size)
    }
    followers(last) = slot + 1
    slot
  }

  private def number(slot: Int): Int = {
    val next = used
    if (next >= described || slots(next) != slot) {
      slots(next) = slot
      described = 0
      bytes = null
    }
    val _ = seen.add(slot)
    numbers(slot) = next
    used = next + 1
    next
  }

  /** An empty set of numbers, one at a time. */
  def marks(): Marks = marked.begin()

  /** The slot behind that of the name asked for last, 0 before the first. */
  def lastSlot: Int = last

  def name(id: Int): Array[Byte] = names.name(slots(id))

  /** Order of two names as Spark's search in objects expects it, that of Java text. */
  def compare(one: Int, other: Int): Int = names.compare(slots(one), slots(other))

  /** Whether all names have places in that order, and which one it is. */
  def isRanked: Boolean = names.isRanked
  def rank(id: Int): Int = names.rank(slots(id))

  /** The dictionary of a VARIANT with the names of this value, made again only if they changed. */
  def metadata(limit: Int): Array[Byte] = {
    names.settle()
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
    val numberSize = VariantBytes.sizeOf(math.max(size, used.toLong))
    val total = 1L + numberSize * (used + 2L) + size
    if (total > limit) throw Reason.TooLarge.signal
    val out = new Array[Byte](total.toInt)
    out(0) = (1 | ((numberSize - 1) << 6)).toByte
    VariantBytes.put(out, 1, used, numberSize)
    var offset = 0
    id = 0
    while (id <= used) {
      VariantBytes.put(out, 1 + numberSize * (id + 1), offset, numberSize)
      if (id < used) {
        val bytes = name(id)
        System.arraycopy(bytes, 0, out, 1 + numberSize * (used + 2) + offset, bytes.length)
        offset += bytes.length
      }
      id += 1
    }
    out
  }
}

/** All names that are known, each in a slot. */
private[sinks] final class NameSlots {
  private[this] var names = new Array[Array[Byte]](16)
  // Their first eight bytes as a number, by which most are told apart.
  private[this] var heads = new Array[Long](16)
  // The same names as Java text: Spark orders the keys of an object by it.
  private[this] var texts = new Array[String](16)
  private[this] var known = 0
  private[this] var size = 0L
  // Open addressing; slot + 1 of a name, 0 for free. A name that finds no place within a few steps goes
  // to the tree: names can be made to have the same hash.
  private[this] var table = new Array[Int](NameSlots.LeastSize)
  private[this] val crowded =
    new TreeMap[Array[Byte], Integer]((one, other) => Arrays.compare(one, other))
  // The places of the first so many slots among the sorted names.
  private[this] var ranks = new Array[Int](16)
  private[this] var ranked = 0
  private[this] var knownBefore = 0

  def areTooMany: Boolean = known > NameSlots.MaxNames || size > NameSlots.MaxBytes

  def clear(): Unit = {
    known = 0
    size = 0
    ranked = 0
    knownBefore = 0
    // A value with very many names leaves no large table behind.
    table = new Array[Int](NameSlots.LeastSize)
    crowded.clear()
  }

  def name(slot: Int): Array[Byte] = names(slot)

  def isAt(slot: Int, source: Array[Byte], from: Int, until: Int): Boolean =
    NameSlots.isSame(names(slot), heads(slot), source, from, until)

  /** The slot of a name, a new one if it has none. */
  def slotOf(source: Array[Byte], from: Int, until: Int): Int = {
    var at = hash(source, from, until) & (table.length - 1)
    var found = -1
    var steps = 0
    while (found < 0 && steps < NameSlots.MaxSteps && table(at) != 0) {
      if (isAt(table(at) - 1, source, from, until)) found = table(at) - 1
      at = (at + 1) & (table.length - 1)
      steps += 1
    }
    if (found < 0 && steps == NameSlots.MaxSteps)
      found = findCrowded(Arrays.copyOfRange(source, from, until))
    if (found >= 0) found else add(Arrays.copyOfRange(source, from, until))
  }

  private def findCrowded(name: Array[Byte]): Int = {
    val slot = crowded.get(name)
    if (slot == null) -1 else slot
  }

  private def add(name: Array[Byte]): Int = {
    if (known == names.length) {
      names = Arrays.copyOf(names, known * 2)
      texts = Arrays.copyOf(texts, known * 2)
      heads = Arrays.copyOf(heads, known * 2)
    }
    val slot = known
    names(slot) = name
    texts(slot) = new String(name, UTF_8)
    heads(slot) = NameSlots.headOf(name)
    known += 1
    size += name.length
    if (known * 2 > table.length) rebuild() else enter(slot)
    slot
  }

  private def rebuild(): Unit = {
    table = new Array[Int](table.length * 2)
    crowded.clear()
    var slot = 0
    while (slot < known) {
      enter(slot)
      slot += 1
    }
  }

  private def enter(slot: Int): Unit = {
    var at = hash(names(slot), 0, names(slot).length) & (table.length - 1)
    var steps = 0
    while (steps < NameSlots.MaxSteps && table(at) != 0) {
      at = (at + 1) & (table.length - 1)
      steps += 1
    }
    if (steps < NameSlots.MaxSteps) table(at) = slot + 1
    else {
      val _ = crowded.put(names(slot), slot)
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

  def compare(one: Int, other: Int): Int =
    if (one < ranked && other < ranked) ranks(one) - ranks(other)
    else texts(one).compareTo(texts(other))

  def isRanked: Boolean = ranked == known
  def rank(slot: Int): Int = ranks(slot)

  /** A value has ended. Names are ranked once a value brought no new one: where each brings its own,
    * ranks would be made for nothing.
    */
  def settle(): Unit = {
    if (ranked < known && knownBefore == known) rank()
    knownBefore = known
  }

  private def rank(): Unit = {
    val order = Array.range(0, known).map(Integer.valueOf)
    Arrays.sort(order, (one: Integer, other: Integer) => texts(one).compareTo(texts(other)))
    ranks = new Array[Int](known)
    var place = 0
    while (place < known) {
      ranks(order(place)) = place
      place += 1
    }
    ranked = known
  }
}

private[sinks] object NameSlots {

  /** Whether a name, of which the head is known, is the same as these bytes. */
  def isSame(name: Array[Byte], head: Long, source: Array[Byte], from: Int, until: Int): Boolean = {
    val length = name.length
    length == until - from && (
      if (length > 16) Arrays.equals(name, 0, length, source, from, until)
      else if (length >= 8)
        Bytes.i64le(source, from) == head &&
        Bytes.i64le(source, until - 8) == Bytes.i64le(name, length - 8)
      else NameSlots.head(source, from, length) == head
    )
  }

  def headOf(name: Array[Byte]): Long = head(name, 0, math.min(name.length, 8))

  /** The first bytes of a name, at most eight. */
  private def head(bytes: Array[Byte], from: Int, length: Int): Long =
    if (length == 0) 0L
    else if (from <= bytes.length - 8) Bytes.i64le(bytes, from) & (-1L >>> (64 - 8 * length))
    else {
      var number = 0L
      var at = from + length - 1
      while (at >= from) {
        number = (number << 8) | (bytes(at) & 0xff)
        at -= 1
      }
      number
    }

  private final val LeastSize = 64
  private final val MaxSteps = 32

  // What is kept from value to value.
  private final val MaxNames = 4096
  private final val MaxBytes = 1L << 18
}
