package sparkwire.wire.msgpack

import scala.annotation.switch

import sparkwire.wire.core.{Bytes, Cursor, Sink, Utf8}
import sparkwire.wire.msgpack.FirstByte._
import sparkwire.wire.places._
import sparkwire.wire.sinks.Backoff
import sparkwire.wire.variant.{VariantSink, VariantTranscoding}

/** Writes whole arrays and maps from their bytes, where the sink allows it, because giving every
  * part to a sink costs more than the part. It takes well-formed values of the usual forms; see
  * [[MsgpackVariant]], which writes VARIANTs and explains what happens to other values. This class
  * writes typed values to their slots.
  *
  * Steps take a position of the input and return the next one, or [[HeadsAt.Declined]] to decline.
  */
private[sparkwire] final class MsgpackWhole {
  import HeadsAt._
  import VariantTranscoding.MaxLevels

  private[this] var in: Array[Byte] = _
  private[this] var until = 0
  private[this] var sink: Sink = _
  private[this] val backoff = new Backoff

  // The number of open containers, and how many may be nested.
  private[this] var levels = 0
  private[this] var room = 0
  private[this] val skipper = new MsgpackSkipper

  /** Takes the array or map at the cursor. Returns false if the reader must give it part by part:
    * then nothing has changed.
    */
  def tryValue(cursor: Cursor, sink: Sink): Boolean = tryEntries(cursor, sink, 0, null)

  /** Like [[tryValue]], for `count` adjacent entries at the cursor, which become the fields of one
    * object.
    */
  def tryEntries(cursor: Cursor, sink: Sink, count: Int, heads: EntryHeads): Boolean =
    cursor.room > MaxLevels && (sink match {
      case variant: VariantSink => variant.tryWhole(cursor, MsgpackVariant, count, heads)
      case _ =>
        val target = Offers.of(sink).typed
        target != null && tryTyped(cursor, sink, target, count, heads)
    })

  private def tryTyped(cursor: Cursor, sink: Sink, target: TypedTarget, count: Int,
      heads: EntryHeads): Boolean =
    if (!backoff.tryNext()) false
    else {
      this.sink = sink
      in = cursor.bytes
      until = cursor.end
      room = cursor.room
      levels = 0
      val slot = target.begin()
      val end =
        if (heads == null) value(cursor.position, slot)
        else if (slot.typedStruct == null) Declined
        else fields(count, heads, cursor.position, slot.typedStruct)
      target.end(isTaken = end >= 0)
      if (end >= 0) cursor.moveTo(end)
      backoff.ended(isTaken = end >= 0)
      end >= 0
    }

  private def value(at: Int, place: TypedSlot): Int =
    if (at >= until) Declined
    else {
      val first = in(at)
      if (isFixStr(first.toInt)) text(at + 1, fixStrLength(first.toInt), place)
      else if (first >= MinFixInt || isWideInt(first & 0xff)) int(at, place)
      else larger(first & 0xff, at + 1, place)
    }

  private def int(at: Int, place: TypedSlot): Int = {
    val end = intEnd(in, at, until)
    if (end >= 0) {
      val number = HeadsAt.int(in, at)
      if (!place.tryInt(number)) {
        Offers.of(sink).goTo(place)
        sink.int(number)
      }
    }
    end
  }

  private def larger(first: Int, at: Int, place: TypedSlot): Int =
    if (place.isVariant && (first < FixStr || first >= Array16)) variant(at - 1, place)
    else if (first < FixStr) container(isMap = first < FixArray, fixCount(first), at, place)
    else if (first >= Array16) {
      val size = lengthSize(first)
      if (has(at, size, until)) container(first >= Map16, count(in, at, size), at + size, place)
      else Declined
    } else scalar(first, at, place)

  private def variant(at: Int, place: TypedSlot): Int =
    if (room - levels <= MaxLevels) Declined
    else {
      Offers.of(sink).goTo(place)
      Offers.of(sink).beginWhole(sink) match {
        case variant: VariantSink =>
          val end = variant.tryWhole(in, at, until, MsgpackVariant)
          if (end >= 0) Offers.of(sink).endWhole()
          end
        case _ => Declined
      }
    }

  private def scalar(first: Int, at: Int, place: TypedSlot): Int = {
    Offers.of(sink).goTo(place)
    (first: @switch) match {
      case Nil =>
        sink.nothing()
        at
      case False | True =>
        sink.bool(first == True)
        at
      case Float64 if has(at, 8, until) =>
        sink.double(java.lang.Double.longBitsToDouble(Bytes.i64be(in, at)))
        at + 8
      case Float32 if has(at, 4, until) =>
        sink.double(java.lang.Float.intBitsToFloat(Bytes.i32be(in, at)).toDouble)
        at + 4
      case _ => if (isBin(first) || isLongStr(first)) bytes(first, at, place) else Declined
    }
  }

  private def bytes(first: Int, at: Int, place: TypedSlot): Int = {
    val size = lengthSize(first)
    val length = if (has(at, size, until)) count(in, at, size) else Declined
    val from = at + size
    if (length < 0 || !has(from, length, until)) Declined
    else if (isLongStr(first)) text(from, length, place)
    else {
      sink.binary(in, from, from + length)
      from + length
    }
  }

  private def text(from: Int, length: Int, place: TypedSlot): Int =
    if (!has(from, length, until)) Declined
    else if (place.isText) {
      if (place.tryText(in, from, length)) from + length else Declined
    } else if (!Utf8.isValid(in, from, from + length)) Declined
    else {
      Offers.of(sink).goTo(place)
      sink.text(in, from, from + length)
      from + length
    }

  // An element takes at least one byte.
  private def container(isMap: Boolean, count: Int, at: Int, place: TypedSlot): Int =
    if (count < 0 || count > until - at || levels == MaxLevels) Declined
    else {
      levels += 1
      val end =
        if (isMap && place.typedStruct != null) fields(count, null, at, place.typedStruct)
        else if (isMap && place.typedMap != null) entries(count, at, place.typedMap)
        else if (!isMap && place.typedList != null) elements(count, at, place.typedList)
        else Declined
      levels -= 1
      end
    }

  // How many elements or entries the last call of `writeNumbers` or `writePairs` wrote.
  private[this] var written = 0

  private def elements(count: Int, from: Int, list: TypedList): Int = {
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

  private def entries(count: Int, from: Int, map: TypedMap): Int = {
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

  /** Writes elements, as long as they are whole numbers that fit. */
  private def writeNumbers(count: Int, from: Int, elements: NumberColumn): Int = {
    var at = from
    var i = 0
    var fits = true
    while (fits && i < count) {
      val next = intEnd(in, at, until)
      fits = next >= 0 && elements.put(i, HeadsAt.int(in, at))
      if (fits) {
        at = next
        i += 1
      }
    }
    written = i
    at
  }

  /** Like [[writeNumbers]], for the entries of a map. */
  private def writePairs(count: Int, from: Int, keys: NumberColumn, values: NumberColumn): Int = {
    var at = from
    var i = 0
    var fits = true
    while (fits && i < count) {
      val value = intEnd(in, at, until)
      fits = value >= 0 && keys.put(i, HeadsAt.int(in, at))
      val next = if (fits) intEnd(in, value, until) else Declined
      fits = next >= 0 && values.put(i, HeadsAt.int(in, value))
      if (fits) {
        at = next
        i += 1
      }
    }
    written = i
    at
  }

  /** @param heads
    *   null for the entries of a map
    */
  private def fields(count: Int, heads: EntryHeads, from: Int, struct: TypedStruct): Int = {
    struct.beginFields(count)
    var at = from
    var i = 0
    while (i < count && at >= 0) {
      at = if (heads == null) key(at, struct) else headed(heads, at, struct)
      if (at >= 0) {
        val place = struct.nextValue()
        at = if (place == null) skipper.skip(in, at, until, levels) else value(at, place)
      }
      i += 1
    }
    if (at < 0 || !struct.end()) Declined else at
  }

  private def key(at: Int, struct: TypedStruct): Int = {
    val from = textFrom(in, at, until)
    val end = if (from < 0) Declined else textUntil(in, at, from, until)
    if (end < 0) Declined else name(from, end, end, struct)
  }

  private def headed(heads: EntryHeads, at: Int, struct: TypedStruct): Int = {
    val value = heads.valueAt(in, at, until)
    if (value < 0) Declined else name(heads.nameFrom(at), heads.nameUntil(value), value, struct)
  }

  // Only the sink decides which values a field may hold that matches regardless of case.
  private def name(from: Int, end: Int, value: Int, struct: TypedStruct): Int = {
    val known = struct.knownName(in, from, end)
    if (known < 0 && !Utf8.isValid(in, from, end)) Declined
    else {
      if (known < 0) struct.nextName(in, from, end) else struct.nextName(known)
      if (struct.isFoundByCase) Declined else value
    }
  }
}
