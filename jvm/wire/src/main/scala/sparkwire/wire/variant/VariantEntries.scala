package sparkwire.wire.variant

import java.util.Arrays

import sparkwire.wire.core.Reason

/** The entries of all open containers of a VARIANT, innermost last. An entry holds the number of
  * its key, where its key starts (a key that is not text precedes its value), and where
  * its value starts. Entries of maps also hold the place of the header of a pair. Elements have
  * only a start, and fields a start and a key: numbers that an entry does not have take no memory.
  *
  * @param maxSize
  *   the limit of the whole VARIANT in bytes
  */
private[sparkwire] final class VariantEntries(maxSize: Int) {
  private[this] var ids = new Array[Int](64)
  private[this] var keyStarts = new Array[Int](64)
  private[this] var valuesFrom = new Array[Int](64)
  private[this] var places = new Array[Int](64)
  var count = 0
  // The entries of the container sorted last; their indexes in the arrays above are in the low
  // half.
  private[this] var order = new Array[Long](64)

  // The most entries at the end of a container of this VARIANT.
  private[this] var most = 0

  /** Begins a VARIANT. The memory of very many entries is released once there are few again. */
  def begin(): Unit = {
    if (valuesFrom.length > VariantEntries.MaxKept && most < valuesFrom.length / 4) {
      ids = new Array[Int](64)
      keyStarts = new Array[Int](64)
      valuesFrom = new Array[Int](64)
      places = new Array[Int](64)
      order = new Array[Long](64)
    }
    most = 0
    count = 0
  }

  /** Removes the entries from `first` on, the entries of the container that ends. */
  def removeFrom(first: Int): Unit = {
    if (count > most) most = count
    count = first
  }

  def keyStart(entry: Int): Int = keyStarts(entry)
  def valueStart(entry: Int): Int = valuesFrom(entry)
  def key(entry: Int): Int = ids(entry)
  def place(entry: Int): Int = places(entry)
  def setKey(id: Int): Unit = ids(count - 1) = id
  def setValueStart(entry: Int, at: Int): Unit = valuesFrom(entry) = at

  // The entry whose key is the nth in the container sorted last.
  private def sorted(nth: Int): Int = order(nth).toInt

  /** Adds an element of an array. */
  def addElement(at: Int): Unit = {
    if (count == valuesFrom.length) growStarts()
    valuesFrom(count) = at
    count += 1
  }

  /** Adds a field whose key has a number. */
  def addField(id: Int, at: Int): Unit = {
    if (count >= ids.length) growKeys()
    ids(count) = id
    valuesFrom(count) = at
    count += 1
  }

  /** Adds an entry of a map. Its key follows. */
  def addEntry(at: Int, place: Int): Unit = {
    if (count >= places.length) growPlaces()
    ids(count) = VariantEntries.NoText
    keyStarts(count) = at
    places(count) = place
    count += 1
  }

  private def growStarts(): Unit = {
    // In a container of more than 255 bytes, each entry has an offset of at least two bytes.
    if (count > VariantEntries.MaxShort && count * 3L > maxSize) throw Reason.TooLarge.signal
    valuesFrom = Arrays.copyOf(valuesFrom, more)
  }

  private def growKeys(): Unit = {
    if (count == valuesFrom.length) growStarts()
    ids = Arrays.copyOf(ids, valuesFrom.length)
  }

  private def growPlaces(): Unit = {
    if (count >= ids.length) growKeys()
    keyStarts = Arrays.copyOf(keyStarts, ids.length)
    places = Arrays.copyOf(places, ids.length)
  }

  private def more: Int = count + (if (count > VariantEntries.MaxShort) count / 2 else count)

  /** Writes where the values of the entries from `first` on start, relative to `start`. Returns the
    * end.
    */
  def putStarts(first: Int, start: Int, out: Array[Byte], at: Int, size: Int): Int = {
    var entry = first
    var to = at
    while (entry < count) {
      Variant.put(out, to, valuesFrom(entry) - start, size)
      to += size
      entry += 1
    }
    to
  }

  /** Writes the keys and then the starts of the entries sorted last. Returns the end. */
  def putSorted(size: Int, start: Int, out: Array[Byte], at: Int, idSize: Int,
      offsetSize: Int): Int = {
    val offsets = at + size * idSize
    var nth = 0
    while (nth < size) {
      val entry = order(nth).toInt
      Variant.put(out, at + nth * idSize, ids(entry), idSize)
      Variant.put(out, offsets + nth * offsetSize, valuesFrom(entry) - start, offsetSize)
      nth += 1
    }
    offsets + size * offsetSize
  }

  def areText(first: Int): Boolean = {
    var entry = first
    while (entry < count && ids(entry) != VariantEntries.NoText) entry += 1
    entry == count
  }

  /** Returns the largest number of a key. */
  def maxKey(first: Int): Int = {
    var most = 0
    var entry = first
    while (entry < count) {
      most = math.max(most, ids(entry))
      entry += 1
    }
    most
  }

  /** Sorts the entries from `first` on by their keys, which are all text. Returns false if a key
    * occurs twice.
    */
  def sort(first: Int, table: KeyTable): Boolean = {
    val size = count - first
    if (size > order.length) order = new Array[Long](math.max(size, 2 * order.length))
    val ranks = table.ranks
    val isDone =
      ranks > 0 && ranks <= VariantEntries.FewRanks && sortByFewRanks(first, table, ranks)
    isDone || {
      if (ranks > 0) sortByRank(first, table) else sortByText(first, table)
      areDistinct(size)
    }
  }

  private def areDistinct(size: Int): Boolean = {
    var i = 1
    while (i < size && ids(sorted(i - 1)) != ids(sorted(i))) i += 1
    i >= size
  }

  // A bit for each rank that occurs, and its entry.
  private[this] val present = new Array[Long](VariantEntries.FewRanks / 64)
  private[this] val entryOfRank = new Array[Int](VariantEntries.FewRanks)

  /** Puts each entry at the index of its rank and then collects the entries. Nothing is compared,
    * so an order that changes from value to value costs no more than a constant one. Returns false
    * if a key occurs twice; the order is then incomplete.
    */
  private def sortByFewRanks(first: Int, table: KeyTable, ranks: Int): Boolean = {
    var entry = first
    while (entry < count) {
      val rank = table.rank(ids(entry))
      present(rank >>> 6) |= 1L << rank
      entryOfRank(rank) = entry
      entry += 1
    }
    var size = 0
    var word = 0
    while (word << 6 < ranks) {
      var bits = present(word)
      present(word) = 0
      while (bits != 0) {
        order(size) = entryOfRank((word << 6) + java.lang.Long.numberOfTrailingZeros(bits)).toLong
        size += 1
        bits &= bits - 1
      }
      word += 1
    }
    size == count - first
  }

  private def sortByRank(first: Int, table: KeyTable): Unit = {
    val size = count - first
    var i = 0
    while (i < size) {
      order(i) = (table.rank(ids(first + i)).toLong << 32) | (first + i)
      i += 1
    }
    Arrays.sort(order, 0, size)
  }

  private def sortByText(first: Int, table: KeyTable): Unit =
    if (count - first <= VariantEntries.Few) insertByText(first, table)
    else mergeByText(first, table)

  private def insertByText(first: Int, table: KeyTable): Unit = {
    var next = 0
    while (next < count - first) {
      val id = ids(first + next)
      var at = next
      while (at > 0 && table.compare(ids(sorted(at - 1)), id) > 0) {
        order(at) = order(at - 1)
        at -= 1
      }
      order(at) = (first + next).toLong
      next += 1
    }
  }

  private def mergeByText(first: Int, table: KeyTable): Unit = {
    val entries = Array.range(first, count).map(Integer.valueOf)
    Arrays.sort(entries, (a: Integer, b: Integer) => table.compare(ids(a), ids(b)))
    var i = 0
    while (i < entries.length) {
      order(i) = entries(i).toLong
      i += 1
    }
  }
}

private[sparkwire] object VariantEntries {

  /** The number of a key that is not text, or of a missing key. */
  final val NoText = -1
  private final val Few = 32

  // More than the entries of all open containers, at any depth, if none has more than 255.
  private final val MaxShort = 1 << 18

  private final val MaxKept = 1 << 18

  // The most ranks for which sorting keeps an index for each.
  private final val FewRanks = 256
}
