package sparkwire.sinks

import java.util.Arrays

import sparkwire.wire.Reason

/** The entries of all open containers of a VARIANT, innermost last: the number of the key, where the
  * key starts (if it is no text, it stands in front of its value) and where the value starts; of
  * maps also the place of the header of a pair. Elements have a start only, fields a key as well: what they
  * do not have takes no memory.
  *
  * @param maxSize
  *   of the VARIANT
  */
private[sinks] final class VariantEntries(maxSize: Int) {
  private[this] var ids = new Array[Int](64)
  private[this] var keyStarts = new Array[Int](64)
  private[this] var valuesFrom = new Array[Int](64)
  private[this] var places = new Array[Int](64)
  var count = 0
  // Entries of the container that was sorted last: in the low half their places in the arrays above.
  private[this] var order = new Array[Long](64)

  def keyStart(entry: Int): Int = keyStarts(entry)
  def valueStart(entry: Int): Int = valuesFrom(entry)
  def key(entry: Int): Int = ids(entry)
  def place(entry: Int): Int = places(entry)
  def setKey(id: Int): Unit = ids(count - 1) = id
  def setValueStart(entry: Int, at: Int): Unit = valuesFrom(entry) = at

  // The entry that is the nth by its key, of the container that was sorted last.
  private def sorted(nth: Int): Int = order(nth).toInt

  /** An element of an array. */
  def addElement(at: Int): Unit = {
    if (count == valuesFrom.length) growStarts()
    valuesFrom(count) = at
    count += 1
  }

  /** A field whose key has a number. */
  def addField(id: Int, at: Int): Unit = {
    if (count >= ids.length) growKeys()
    ids(count) = id
    valuesFrom(count) = at
    count += 1
  }

  /** An entry of a map, whose key comes next. */
  def addEntry(at: Int, place: Int): Unit = {
    if (count >= places.length) growPlaces()
    ids(count) = VariantEntries.NoText
    keyStarts(count) = at
    places(count) = place
    count += 1
  }

  private def growStarts(): Unit = {
    // In containers of more than 255 bytes each has an offset of two bytes at least.
    if (count > VariantEntries.MostShort && count * 3L > maxSize) throw Reason.TooLarge.signal
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

  private def more: Int = count + (if (count > VariantEntries.MostShort) count / 2 else count)

  /** Writes where the values from the entry `first` on start, counted from `start`; returns the end. */
  def putStarts(first: Int, start: Int, out: Array[Byte], at: Int, size: Int): Int = {
    var entry = first
    var to = at
    while (entry < count) {
      VariantBytes.put(out, to, valuesFrom(entry) - start, size)
      to += size
      entry += 1
    }
    to
  }

  /** Writes the keys and then the starts of the entries that were sorted last; returns the end. */
  def putSorted(size: Int, start: Int, out: Array[Byte], at: Int, idSize: Int,
      offsetSize: Int): Int = {
    val offsets = at + size * idSize
    var nth = 0
    while (nth < size) {
      val entry = order(nth).toInt
      VariantBytes.put(out, at + nth * idSize, ids(entry), idSize)
      VariantBytes.put(out, offsets + nth * offsetSize, valuesFrom(entry) - start, offsetSize)
      nth += 1
    }
    offsets + size * offsetSize
  }

  def areText(first: Int): Boolean = {
    var entry = first
    while (entry < count && ids(entry) != VariantEntries.NoText) entry += 1
    entry == count
  }

  /** The largest number of a key. */
  def maxKey(first: Int): Int = {
    var most = 0
    var entry = first
    while (entry < count) {
      most = math.max(most, ids(entry))
      entry += 1
    }
    most
  }

  /** Sorts the entries from `first` on by their keys, which are all text. False if one comes twice. */
  def sort(first: Int, table: KeyTable): Boolean = {
    val size = count - first
    if (size > order.length) order = new Array[Long](math.max(size, 2 * order.length))
    val isRemembered = table.isRanked && size > 1 && size <= VariantEntries.Remembered
    isRemembered && sortAsBefore(first, table) || {
      if (table.isRanked) sortByRank(first, table) else sortByText(first, table)
      if (isRemembered) remember(first, table)
      areDistinct(size)
    }
  }

  private def areDistinct(size: Int): Boolean = {
    var i = 1
    while (i < size && ids(sorted(i - 1)) != ids(sorted(i))) i += 1
    i >= size
  }

  // The order of containers that were sorted before, by what they are likely to have in common, as places behind
  // their first entry.
  private[this] val orders = new Array[Array[Byte]](VariantEntries.Orders)

  private def orderOf(first: Int, table: KeyTable): Int =
    (table.rank(ids(first)) * 31 + count - first) & (VariantEntries.Orders - 1)

  /** Sorts them if their keys have the order that they had in a container like it; else nothing is sorted. */
  private def sortAsBefore(first: Int, table: KeyTable): Boolean = {
    val before = orders(orderOf(first, table))
    val size = count - first
    if (before == null || before.length != size) false
    else {
      var last = -1
      var i = 0
      while (i < size) {
        val entry = first + before(i)
        val rank = table.rank(ids(entry))
        order(i) = entry.toLong
        if (rank <= last) i = size
        last = rank
        i += 1
      }
      i == size
    }
  }

  private def remember(first: Int, table: KeyTable): Unit = {
    val at = orderOf(first, table)
    val size = count - first
    if (orders(at) == null || orders(at).length != size) orders(at) = new Array[Byte](size)
    var i = 0
    while (i < size) {
      orders(at)(i) = (sorted(i) - first).toByte
      i += 1
    }
  }

  private def sortByRank(first: Int, table: KeyTable): Unit = {
    val size = count - first
    var isSorted = true
    var i = 0
    while (i < size) {
      order(i) = (table.rank(ids(first + i)).toLong << 32) | (first + i)
      isSorted &&= i == 0 || order(i - 1) < order(i)
      i += 1
    }
    if (!isSorted) Arrays.sort(order, 0, size)
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

private[sinks] object VariantEntries {

  /** In the place of a key's number: the key is no text, or there is none. */
  final val NoText = -1
  private final val Few = 32

  // More than there are in open containers of at most 255 entries each, however deep they are.
  private final val MostShort = 1 << 18

  // The longest order that is remembered, and how many are.
  private final val Remembered = 64
  private final val Orders = 64
}
