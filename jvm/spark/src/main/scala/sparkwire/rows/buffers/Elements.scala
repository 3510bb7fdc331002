package sparkwire.rows.buffers

import java.util.{Arrays, HashMap => JavaMap, HashSet => JavaSet}

/** Values of one type that have been written and are read again, as the keys of a map or to be
  * copied.
  */
private[sparkwire] trait Elements {

  /** Decides which values are the same key. */
  protected def keyForm: KeyForm

  /** Whether a value is in its word, and not after the words. */
  def isFixed: Boolean
  def length: Int
  def bytes: Array[Byte]
  def isNull(index: Int): Boolean

  /** Returns the value, or its offset (upper half) and size. */
  def wordOf(index: Int): Long

  /** Returns the position of a value that is not in its word. */
  def positionOf(index: Int, word: Long): Int

  /** Whether no value is NULL and none occurs twice. Ascending keys, as most are, need no set. */
  final def areKeys: Boolean = {
    val hasOrder = !keyForm.isNested
    var index = 0
    while (hasOrder && index < length && !isNull(index) &&
      (index == 0 || compare(index - 1, index) < 0)) index += 1
    index == length || areDistinct
  }

  private def areDistinct: Boolean = {
    // For a few keys, a set costs more than a comparison of all pairs.
    val isFew = length <= Elements.Few && !keyForm.isNested
    val seen = if (isFew) null else new JavaSet[AnyRef](length * 2)
    var index = 0
    while (index < length && !isNull(index) &&
      (if (seen == null) isNew(index) else seen.add(valueOf(index)))) index += 1
    index == length
  }

  /** Whether the value differs from all values before it. */
  private def isNew(index: Int): Boolean = {
    var other = 0
    while (other < index && compare(other, index) != 0) other += 1
    other == index
  }

  /** Compares two values that are not NULL in some total order. Returns 0 only for the same key. */
  private def compare(one: Int, other: Int): Int = {
    val word = wordOf(one)
    val otherWord = wordOf(other)
    if (isFixed) java.lang.Long.compare(keyForm.word(word), keyForm.word(otherWord))
    else {
      val from = positionOf(one, word)
      val otherFrom = positionOf(other, otherWord)
      Arrays.compare(bytes, from, from + word.toInt, bytes, otherFrom, otherFrom + otherWord.toInt)
    }
  }

  /** Returns the index of the last value of each key, in ascending order. */
  final def lastOfEach: Array[Int] = {
    val last = new JavaMap[AnyRef, Integer](length * 2)
    var index = 0
    while (index < length) {
      last.put(valueOf(index), index)
      index += 1
    }
    val kept = new Array[Int](last.size)
    index = 0
    last.values.forEach { at =>
      kept(index) = at
      index += 1
    }
    Arrays.sort(kept)
    kept
  }

  private def valueOf(index: Int): AnyRef = {
    val word = wordOf(index)
    if (isFixed) Long.box(keyForm.word(word))
    else if (keyForm.isNested) keyForm.copy(bytes, positionOf(index, word), word.toInt)
    else new KeyBytes(bytes, positionOf(index, word), word.toInt)
  }
}

private object Elements {
  private final val Few = 8
}
