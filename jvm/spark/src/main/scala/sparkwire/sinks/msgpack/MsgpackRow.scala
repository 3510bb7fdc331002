package sparkwire.sinks
package msgpack

import scala.annotation.switch

import sparkwire.sinks.containers.{ListWriter, MapWriter, StructWriter}
import sparkwire.wire.core.{Bytes, Utf8}
import sparkwire.wire.msgpack.FirstByte
import sparkwire.wire.msgpack.FirstByte._
import sparkwire.wire.places.EntryHeads
import sparkwire.wire.sinks.Ascii
import sparkwire.wire.variant.VariantTranscoding

/** Writes arrays and maps of MessagePack to their places in a row, because passing every part to a
  * sink costs more than the part. It takes well-formed values of the usual forms; see
  * [[MsgpackVariant]], which does the same for VARIANT and explains what happens to other values.
  *
  * Steps take a position of the input and return the next one, or [[MsgpackNumbers.Declined]] to
  * decline.
  */
private[sinks] final class MsgpackRow(sink: RowSink) extends MsgpackNumbers with RowTranscoder {
  import MsgpackNumbers.Declined
  import MsgpackRow._

  // The number of open containers, and how many may be nested.
  private[this] var levels = 0
  private[this] var room = 0
  // The number of remaining values in each open container of a skipped value, with an entry for the
  // container that is one too many.
  private[this] val passed = new Array[Int](VariantTranscoding.MaxLevels + 2)

  override def begin(bytes: Array[Byte], end: Int, room: Int): Unit = {
    in = bytes
    until = end
    levels = 0
    this.room = room
  }

  override def value(at: Int, place: Place): Int =
    if (at >= until) Declined
    else {
      val first = in(at)
      if (first >= MinFixInt) int(first.toLong, at + 1, place)
      else if (isFixStr(first.toInt)) text(at + 1, fixStrLength(first.toInt), place)
      else larger(first & 0xff, at + 1, place)
    }

  private def larger(first: Int, at: Int, place: Place): Int =
    if (place.tag == Place.Variant && (first < FixStr || first >= Array16)) {
      if (room - levels > VariantTranscoding.MaxLevels) sink.takeVariant(place, in, at - 1, until)
      else Declined
    } else if (first < FixStr) container(isMap = first < FixArray, fixCount(first), at, place)
    else if (first >= Array16) {
      val size = lengthSize(first)
      if (has(at, size)) container(first >= Map16, count(at, size), at + size, place) else Declined
    } else if (FirstByte.isWideInt(first)) number(first, at, place)
    else scalar(first, at, place)

  private def number(first: Int, at: Int, place: Place): Int =
    if (isWideInt(first, at)) int(wideInt(first, in, at), at + wideIntSize(first), place)
    else Declined

  private def int(number: Long, end: Int, place: Place): Int = {
    if (!place.tryInt(number)) {
      sink.goTo(place)
      sink.int(number)
    }
    end
  }

  private def scalar(first: Int, at: Int, place: Place): Int = {
    sink.goTo(place)
    (first: @switch) match {
      case Nil =>
        sink.nothing()
        at
      case False | True =>
        sink.bool(first == True)
        at
      case Float64 if has(at, 8) =>
        sink.double(java.lang.Double.longBitsToDouble(Bytes.i64be(in, at)))
        at + 8
      case Float32 if has(at, 4) =>
        sink.double(java.lang.Float.intBitsToFloat(Bytes.i32be(in, at)).toDouble)
        at + 4
      case _ => if (isBin(first) || isLongStr(first)) bytes(first, at, place) else Declined
    }
  }

  private def bytes(first: Int, at: Int, place: Place): Int = {
    val size = lengthSize(first)
    val length = if (has(at, size)) count(at, size) else Declined
    val from = at + size
    if (length < 0 || !has(from, length)) Declined
    else if (isLongStr(first)) text(from, length, place)
    else {
      sink.binary(in, from, from + length)
      from + length
    }
  }

  private def text(from: Int, length: Int, place: Place): Int =
    if (!has(from, length)) Declined
    else if (place.tag == Place.Text) {
      if (place.tryText(in, from, length)) from + length else Declined
    } else if (!Utf8.isValid(in, from, from + length)) Declined
    else {
      sink.goTo(place)
      sink.text(in, from, from + length)
      from + length
    }

  // An element takes at least one byte.
  private def container(isMap: Boolean, count: Int, at: Int, place: Place): Int =
    if (count < 0 || count > until - at || levels == VariantTranscoding.MaxLevels) Declined
    else {
      levels += 1
      val end =
        if (!isMap) { if (place.tag == Place.List) elements(count, at, place.list) else Declined }
        else if (place.tag == Place.Struct && place.asEntries != null)
          fields(count, null, at, place.struct)
        else if (place.tag == Place.Mapping) entries(count, at, place.mapping)
        else Declined
      levels -= 1
      end
    }

  private def elements(count: Int, from: Int, list: ListWriter): Int = {
    list.begin(count)
    var at = from
    var i = 0
    val numbers = list.numbers
    if (numbers != null) {
      at = writeNumbers(count, from, numbers)
      i = written
      numbers.goBehind(i)
    }
    while (i < count && at >= 0) {
      at = value(at, list.nextElement())
      i += 1
    }
    if (at < 0 || !list.end()) Declined else at
  }

  private def entries(count: Int, from: Int, map: MapWriter): Int = {
    map.begin(count)
    var at = from
    var i = 0
    val keys = map.numberKeys
    if (keys != null) {
      at = writePairs(count, from, keys, map.numberValues)
      i = written
      map.goBehind(i)
    }
    while (i < count && at >= 0) {
      at = value(at, map.nextKey())
      if (at >= 0) at = value(at, map.nextValue())
      i += 1
    }
    if (at < 0 || !map.end()) Declined else at
  }

  /** @param heads
    *   null for the entries of a map
    */
  override def fields(count: Int, heads: EntryHeads, from: Int, struct: StructWriter): Int = {
    struct.begin(count)
    struct.beginEntries()
    var at = from
    var i = 0
    while (i < count && at >= 0) {
      val _ = struct.nextKey()
      at = if (heads == null) key(at, struct) else headed(heads, at, struct)
      if (at >= 0) {
        val place = struct.nextValue()
        at = if (place == null) skip(at) else value(at, place)
      }
      i += 1
    }
    if (at < 0 || !struct.end()) Declined else at
  }

  private def key(at: Int, struct: StructWriter): Int = {
    val from = textFrom(at)
    val end = if (from < 0) Declined else textUntil(at, from)
    if (end < 0) Declined else name(from, end, end, struct)
  }

  private def headed(heads: EntryHeads, at: Int, struct: StructWriter): Int = {
    val value = heads.valueAt(in, at, until)
    if (value < 0) Declined else name(heads.nameFrom(at), heads.nameUntil(value), value, struct)
  }

  // Only the sink decides what a field may hold that matches regardless of case.
  private def name(from: Int, end: Int, value: Int, struct: StructWriter): Int = {
    val known = struct.knownName(in, from, end)
    if (known < 0 && !Utf8.isValid(in, from, end)) Declined
    else {
      if (known < 0) struct.nameKey(in, from, end) else struct.nameKey(known)
      if (struct.isFoundByCase) Declined else value
    }
  }

  /** Checks and skips a value that is not needed. */
  private def skip(from: Int): Int = {
    var at = from
    var left = 1
    var open = 0
    while (at >= 0 && (left > 0 || open > 0))
      if (left == 0) {
        left = passed(open)
        open -= 1
      } else if (at >= until) at = Declined
      else {
        left -= 1
        val first = in(at) & 0xff
        val size = FixedSizes(first)
        if (size > 0) at += size
        else if (isFixStr(first)) at = skipText(at + 1, fixStrLength(first))
        else if (first >= FixStr && first < Array16) at = skipBytes(first, at + 1)
        else {
          passed(open + 1) = left
          open += 1
          left = parts(first, at)
          at = if (left < 0 || levels + open > VariantTranscoding.MaxLevels) Declined else partsFrom
        }
      }
    if (at > until) Declined else at
  }

  // Where the content begins of the container that [[parts]] looked at last.
  private[this] var partsFrom = 0

  /** Returns how many values a skipped container has, or [[Declined]] if there are fewer bytes: each
    * value takes at least one.
    */
  private def parts(first: Int, at: Int): Int = {
    val size = if (first < FixStr) 0 else lengthSize(first)
    val count =
      if (size == 0) fixCount(first)
      else if (has(at + 1, size)) this.count(at + 1, size) else Declined
    val each = if (first < FixArray || first >= Map16) 2 else 1
    partsFrom = at + 1 + size
    if (count < 0 || count > (until - at) / each) Declined else count * each
  }

  private def skipText(from: Int, length: Int): Int =
    if (has(
        from, length) && (Ascii.isShort(in, from, length) || Utf8.isValid(in, from, from + length)))
      from + length
    else Declined

  private def skipBytes(first: Int, at: Int): Int = {
    val size = lengthSize(first)
    val length =
      if ((isBin(first) || isLongStr(first)) && has(at, size)) count(at, size) else Declined
    if (length < 0) Declined
    else if (isLongStr(first)) skipText(at + size, length)
    else past(at + size, length)
  }

  private def past(at: Int, size: Int): Int = if (has(at, size)) at + size else Declined
}

private object MsgpackRow {
  // The size in bytes of a value by its first byte, if that determines it; else 0.
  private val FixedSizes: Array[Byte] = Array.tabulate(256) { first =>
    val size = first match {
      case Nil | False | True => 1
      case Float32 => 5
      case Float64 => 9
      case _ =>
        if (isFixInt(first)) 1 else if (FirstByte.isWideInt(first)) 1 + wideIntSize(first) else 0
    }
    size.toByte
  }
}
