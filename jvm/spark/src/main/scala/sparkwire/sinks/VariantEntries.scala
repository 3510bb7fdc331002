package sparkwire.sinks

import java.util.Arrays

/** The entries of all open containers of a VARIANT, innermost last: the number of the key, where the
  * key starts (if it is no text, it stands in front of its value) and where the value starts; of
  * maps also the slot for the header of a pair.
  */
private[sinks] final class VariantEntries {
  private[this] var ids = new Array[Int](64)
  private[this] var keyStarts = new Array[Int](64)
  private[this] var valuesFrom = new Array[Int](64)
  private[this] var slots = new Array[Int](64)
  var count = 0

  def keys: Array[Int] = ids
  def valueStarts: Array[Int] = valuesFrom
  def key(entry: Int): Int = ids(entry)
  def keyStart(entry: Int): Int = keyStarts(entry)
  def valueStart(entry: Int): Int = valuesFrom(entry)
  def slot(entry: Int): Int = slots(entry)
  def setSlot(entry: Int, slot: Int): Unit = slots(entry) = slot
  def setKey(entry: Int, id: Int): Unit = ids(entry) = id
  def setValueStart(entry: Int, at: Int): Unit = valuesFrom(entry) = at

  def add(id: Int, at: Int): Unit = {
    if (count == ids.length) grow()
    ids(count) = id
    keyStarts(count) = at
    valuesFrom(count) = at
    count += 1
  }

  private def grow(): Unit = {
    ids = Arrays.copyOf(ids, count * 2)
    keyStarts = Arrays.copyOf(keyStarts, count * 2)
    valuesFrom = Arrays.copyOf(valuesFrom, count * 2)
    slots = Arrays.copyOf(slots, count * 2)
  }

  def allText(first: Int): Boolean = {
    var entry = first
    while (entry < count && ids(entry) != VariantEntries.NoText) entry += 1
    entry == count
  }

  /** Whether no key comes twice: then the keys, sorted, have no equal neighbours. Equal names have
    * equal numbers.
    */
  def allDifferent(first: Int, table: KeyTable): Boolean = {
    val seen = table.marks()
    var entry = first
    while (entry < count && seen.add(ids(entry))) entry += 1
    entry == count
  }

  /** Sorts the entries from `first` on by key. Where the keys start does not matter any more. */
  def sort(first: Int, table: KeyTable): Unit =
    if (count - first <= VariantEntries.Few) insertionSort(first, table)
    else {
      val oldIds = Arrays.copyOfRange(ids, first, count)
      val oldStarts = Arrays.copyOfRange(valuesFrom, first, count)
      val order = Array.range(0, oldIds.length).map(Integer.valueOf)
      Arrays.sort(order, (a: Integer, b: Integer) => table.compare(oldIds(a), oldIds(b)))
      var i = 0
      while (i < order.length) {
        ids(first + i) = oldIds(order(i))
        valuesFrom(first + i) = oldStarts(order(i))
        i += 1
      }
    }

  private def insertionSort(first: Int, table: KeyTable): Unit = {
    var next = first + 1
    while (next < count) {
      val id = ids(next)
      val start = valuesFrom(next)
      var at = next
      while (at > first && table.compare(ids(at - 1), id) > 0) {
        ids(at) = ids(at - 1)
        valuesFrom(at) = valuesFrom(at - 1)
        at -= 1
      }
      ids(at) = id
      valuesFrom(at) = start
      next += 1
    }
  }
}

private[sinks] object VariantEntries {

  /** In the place of a key's number: the key is no text, or there is none. */
  final val NoText = -1
  private final val Few = 32
}

/** A set of small numbers that is emptied in no time. */
private[sinks] final class Marks {
  private[this] var rounds = new Array[Int](64)
  private[this] var round = 0

  def begin(): Marks = {
    round += 1
    if (round == 0) {
      Arrays.fill(rounds, 0)
      round = 1
    }
    this
  }

  /** False if it was there. */
  def add(number: Int): Boolean = {
    if (number >= rounds.length)
      rounds = Arrays.copyOf(rounds, math.max(number + 1, rounds.length * 2))
    val isNew = rounds(number) != round
    rounds(number) = round
    isNew
  }
}
