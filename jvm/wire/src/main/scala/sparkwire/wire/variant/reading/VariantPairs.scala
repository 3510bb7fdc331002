package sparkwire.wire.variant.reading

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, Comparator}

import sparkwire.wire.core.Allowance
import sparkwire.wire.variant.Variant

/** Tells which arrays stand for a map: arrays of objects of `key` and `value`, if a key is not text
  * or comes twice. These are the maps that decoding gives in this form; it gives any other as an
  * object.
  */
private[reading] final class VariantPairs(names: VariantNames, costs: Allowance) {
  private[this] val pair = new VariantHead
  // The numbers of the names `key` and `value` in the dictionary, once a pair is found.
  private[this] var keyId = VariantPairs.Unknown
  private[this] var valueId = VariantPairs.Unknown

  /** Begins a value with another dictionary. */
  def begin(): Unit = {
    keyId = VariantPairs.Unknown
    valueId = VariantPairs.Unknown
  }

  def isMap(value: Array[Byte], array: VariantHead): Boolean =
    array.count > 0 && isPair(value, array, 0) && arePairs(value, array)

  private def arePairs(value: Array[Byte], array: VariantHead): Boolean = {
    var areTexts = isTextKey(value)
    var i = 1
    while (i < array.count && isPair(value, array, i)) {
      areTexts &&= isTextKey(value)
      i += 1
    }
    i == array.count && (!areTexts || isRepeated(value, array))
  }

  private def isPair(value: Array[Byte], array: VariantHead, element: Int): Boolean = {
    val at = array.valueAt(value, element)
    (value(at) & 3) == Variant.ObjectKind && {
      pair.read(value, at, array.end)
      pair.count == 2 && areNames(pair.idOf(value, 0), pair.idOf(value, 1))
    }
  }

  private def areNames(first: Long, second: Long): Boolean =
    first == keyId && second == valueId || {
      val found =
        names.isNamed(first, VariantPairs.Key) && names.isNamed(second, VariantPairs.Value)
      if (found) {
        keyId = first
        valueId = second
      }
      found
    }

  private def isTextKey(value: Array[Byte]): Boolean = {
    val first = value(pair.valueAt(value, 0)) & 0xff
    (first & 3) == Variant.ShortStringKind || first == Variant.LongString << 2
  }

  // Comparing texts takes time for their common parts, which may be the same bytes again and again.
  private def isRepeated(value: Array[Byte], array: VariantHead): Boolean = {
    val keys = new Array[VariantPairs.Text](array.count)
    var i = 0
    while (i < keys.length) {
      pair.read(value, array.valueAt(value, i), array.end)
      keys(i) = textAt(value, pair.valueAt(value, 0))
      costs.spend(VariantPairs.TextBytes + keys(i).until - keys(i).from)
      i += 1
    }
    val order: Comparator[VariantPairs.Text] = (one, other) =>
      Arrays.compare(value, one.from, one.until, value, other.from, other.until)
    Arrays.sort(keys, order)
    i = 1
    while (i < keys.length && order.compare(keys(i - 1), keys(i)) != 0) i += 1
    i < keys.length
  }

  // A text that goes beyond its pair is refused when it is given.
  private def textAt(value: Array[Byte], at: Int): VariantPairs.Text = {
    val first = value(at) & 0xff
    val isShort = (first & 3) == Variant.ShortStringKind
    val from = math.min(at + (if (isShort) 1 else 5), pair.end)
    val length =
      if (isShort) (first >> 2).toLong
      else if (from == pair.end) 0L
      else Variants.number(value, at + 1, 4)
    new VariantPairs.Text(from, math.min(from + length, pair.end.toLong).toInt)
  }
}

private object VariantPairs {
  private val Key = "key".getBytes(UTF_8)
  private val Value = "value".getBytes(UTF_8)
  private final val TextBytes = 24L
  private final val Unknown = -1L

  private final class Text(val from: Int, val until: Int)
}
