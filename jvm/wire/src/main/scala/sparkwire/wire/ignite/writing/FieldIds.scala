package sparkwire.wire.ignite.writing

import java.util.{Arrays, SplittableRandom}

/** The ids of the fields of objects that have many fields. Each open object is known by where it begins.
  *
  * An id is a hash that a name chooses, so the places of the table depend on a number that no value knows.
  */
private[writing] final class FieldIds {
  import FieldIds._

  private[this] var keys = new Array[Long](Least)
  private[this] var count = 0
  // Odd, so that different keys keep different products.
  private[this] val secret = new SplittableRandom().nextLong() | 1

  def begin(): Unit = if (count > 0) {
    if (keys.length > MostKept) keys = new Array[Long](Least) else Arrays.fill(keys, Free)
    count = 0
  }

  /** Adds the id of a field. Returns false if the object has a field of this id.
    *
    * @param start
    *   where the object begins in the output
    */
  def add(start: Int, id: Int): Boolean = {
    if (2 * count >= keys.length) grow()
    val key = (start + 1L) << 32 | id & 0xffffffffL
    val at = placeOf(key)
    val isNew = keys(at) == Free
    if (isNew) {
      keys(at) = key
      count += 1
    }
    isNew
  }

  /** Returns where a key is, or where it goes. */
  private def placeOf(key: Long): Int = {
    // The upper bits of the product depend on all bits of the key.
    val mixed = (key ^ key >>> 29) * secret
    var at = ((mixed ^ mixed >>> 32) & (keys.length - 1)).toInt
    while (keys(at) != Free && keys(at) != key) at = (at + 1) & (keys.length - 1)
    at
  }

  private def grow(): Unit = {
    val old = keys
    keys = new Array[Long](2 * old.length)
    var i = 0
    while (i < old.length) {
      if (old(i) != Free) keys(placeOf(old(i))) = old(i)
      i += 1
    }
  }
}

private object FieldIds {
  private final val Least = 64
  private final val MostKept = 1 << 16
  // No object begins at -1.
  private final val Free = 0L
}
