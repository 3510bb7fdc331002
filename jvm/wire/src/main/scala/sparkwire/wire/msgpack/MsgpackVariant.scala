package sparkwire.wire.msgpack

import sparkwire.wire.core.Utf8
import sparkwire.wire.places.EntryHeads
import sparkwire.wire.sinks.Backoff
import sparkwire.wire.variant.{
  KeyTable, Variant, VariantEntries, VariantOffsets, VariantSink, VariantTranscoder,
  VariantTranscoding
}

/** Writes arrays and maps of MessagePack as VARIANT, from bytes to bytes in one pass. A value needs
  * only another header, so each step is a first byte and a copy, while passing every part to a sink
  * costs more than the part. `MsgpackReader` explains the first bytes.
  *
  * It takes well-formed values of the usual forms. Anything else makes it decline the whole value,
  * which then goes to the sink: an ext, a number above 2^63-1, a key that occurs twice, a map with
  * both text keys and others, malformed text, bytes that end too early, or more than
  * [[VariantTranscoding.MaxLevels]] levels. So refusals and rare forms have one implementation. The
  * result is the same to the last byte.
  *
  * Steps take a position of the input and one of the output. They return the next two as the halves
  * of a Long (the input's is the upper one), or [[MsgpackSteps.Declined]] to decline.
  *
  * Measured: giving a map entry to a sink costs 36 ns. Bins as VARIANT take two thirds of the time
  * with this class, twelve typed bins half with [[MsgpackWhole]].
  *
  * One file: arrays and maps call each other, and each needs the levels and the buffers of both.
  */
private[sparkwire] final class MsgpackVariant(keys: KeyTable, entries: VariantEntries)
    extends VariantTranscoder {
  import HeadsAt.{count, has, isText}
  import MsgpackSteps._
  import MsgpackVariant._
  import VariantOffsets._

  private[this] var in: Array[Byte] = _
  private[this] var until = 0
  private[this] var out: Array[Byte] = _

  // The number of open containers, and the index of the current element in the innermost one.
  private[this] var levels = 0
  private[this] var nth = 0
  // The size of offsets in the last container with as many elements at the same place. A wrong
  // guess costs a move of the content.
  private[this] val guesses = Array.fill[Byte](Guesses)(1)
  // By the same places: whether arrays there are tried as plain ones.
  private[this] val backoff = Array.fill(Guesses)(new Backoff)

  override def roomFor(size: Int): Int = MsgpackSteps.roomFor(size)

  override def begin(bytes: Array[Byte], end: Int, to: Array[Byte]): Unit = {
    in = bytes
    until = end
    out = to
    levels = 0
    nth = 0
  }

  override def make(from: Int, at: Int): Long = {
    val first = entries.count
    val made = value(from, at)
    entries.count = first
    made
  }

  override def makeObject(count: Int, heads: EntryHeads, from: Int, at: Int): Long =
    if (count > until - from) Declined
    else {
      val first = entries.count
      val made = fields(count, heads, from, at, count & (Guesses - 1))
      entries.count = first
      made
    }

  /** Whether there is room for the rest of the input. Nested containers that claim to have many
    * elements take room for the offsets of elements that never come.
    */
  private def fits(at: Int, to: Int): Boolean = to + EachByte * (until - at) + Slack <= out.length

  private def value(at: Int, to: Int): Long =
    if (at >= until) Declined
    else {
      val first = in(at)
      if (FirstByte.isFixStr(first.toInt))
        MsgpackScalars.shortText(in, at + 1, FirstByte.fixStrLength(first.toInt), until, out, to)
      else if (first >= FirstByte.MinFixInt || FirstByte.isWideInt(first & 0xff))
        MsgpackScalars.int(in, at, until, out, to)
      else larger(first & 0xff, at + 1, to)
    }

  private def larger(first: Int, at: Int, to: Int): Long =
    if (first < FirstByte.FixStr)
      begin(first < FirstByte.FixArray, FirstByte.fixCount(first), at, to)
    else if (first < FirstByte.Array16) MsgpackScalars.rarer(first, in, at, until, out, to)
    else {
      val size = FirstByte.lengthSize(first)
      if (has(at, size, until))
        begin(first >= FirstByte.Map16, count(in, at, size), at + size, to)
      else Declined
    }

  private def begin(isMap: Boolean, count: Int, at: Int, to: Int): Long =
    // An element takes at least one byte.
    if (count < 0 || count > until - at || levels == VariantTranscoding.MaxLevels) Declined
    else {
      levels += 1
      val guess = guessOf(nth, count)
      val made =
        if (!isMap) elements(isPairs = false, count, at, to, guess)
        else if (count == 0 || isText(in(at) & 0xff)) fields(count, null, at, to, guess)
        else elements(isPairs = true, count, at, to, guess)
      levels -= 1
      made
    }

  private def guessOf(place: Int, count: Int): Int =
    (levels * 31 + place * 7 + count) & (Guesses - 1)

  /** Writes the next elements, from the current one on. Stops at an element that is neither a plain
    * value nor an array or pair of plain values, or whose offset needs more bytes.
    */
  private def plain(isPairs: Boolean, count: Int, offsets: Int, size: Int, from: Int,
      head: Int): Long = {
    val in = this.in
    val out = this.out
    val last = until - 2 * MsgpackPlain.MaxRead
    val start = offsets + (count + 1) * size
    val most = -1 >>> (32 - 8 * size)
    var i = nth
    var at = from
    var to = head
    var isPlain = true
    while (isPlain && i < count && at <= last && to - start <= most) {
      val next =
        if (isPairs) MsgpackPlain.pair(in, at, out, to)
        else if (FirstByte.isFixArray(in(at).toInt)) plainArray(i, last, at, to)
        else MsgpackPlain.value(in, at, out, to)
      if (next >= 0) {
        Variant.put(out, offsets + i * size, to - start, size)
        at = (next >> 32).toInt
        to = next.toInt
        i += 1
      } else isPlain = false
    }
    nth = i
    both(at, to)
  }

  private def plainArray(i: Int, last: Int, at: Int, to: Int): Long = {
    val count = FirstByte.fixCount(in(at).toInt)
    val place = guessOf(i, count)
    if (levels == VariantTranscoding.MaxLevels || !backoff(place).tryNext()) Declined
    else {
      val made = MsgpackPlain.array(count, in, at + 1, last, out, to)
      backoff(place).ended(isTaken = made >= 0)
      made
    }
  }

  /** Writes an array, or a map as an array of pairs. */
  private def elements(isPairs: Boolean, count: Int, from: Int, head: Int, guess: Int): Long = {
    val offsets = head + 1 + countSize(count)
    var size = guesses(guess).toInt
    var start = offsets + (count + 1) * size
    var at = if (fits(from, start)) from else -1
    var to = start
    var i = 0
    while (i < count && at >= 0) {
      nth = i
      val next = plain(isPairs, count, offsets, size, at, to)
      at = (next >> 32).toInt
      to = next.toInt
      i = nth
      if (i == count) ()
      else if (size == 1 && to - start <= 0xff) out(offsets + i) = (to - start).toByte
      else {
        val needed = math.max(size, Variant.sizeOf((to - start).toLong))
        val moved = (count + 1) * (needed - size)
        if (moved > 0) {
          if (fits(at, to + moved)) widen(out, offsets, count, i, size, needed, to) else at = -1
          start += moved
          to += moved
          size = needed
        }
        if (at >= 0) Variant.put(out, offsets + i * size, to - start, size)
      }
      if (i < count && at >= 0) {
        val next = if (isPairs) pair(at, to) else value(at, to)
        at = (next >> 32).toInt
        to = next.toInt
      }
      i += 1
    }
    if (at < 0) Declined else endElements(isPairs, count, head, size, guess, at, to)
  }

  private def endElements(isPairs: Boolean, count: Int, head: Int, size: Int, guess: Int, at: Int,
      to: Int): Long = {
    val offsets = head + 1 + countSize(count)
    val content = to - offsets - (count + 1) * size
    val needed = Variant.sizeOf(content.toLong)
    val end = to + (count + 1) * (needed - size)
    if (needed > size && !fits(at, end)) Declined
    else {
      if (needed > size) widen(out, offsets, count, count, size, needed, to)
      else if (needed < size) narrow(out, offsets, count, size, needed, to)
      guesses(guess) = needed.toByte
      Variant.put(out, offsets + count * needed, content, needed)
      putHead(out, head, Variant.arrayHead(needed, Variant.isLarge(count)), count)
      if (!isPairs || nameParts(offsets, count, needed)) both(at, end) else Declined
    }
  }

  /** Writes a key that is not text and its value as an object, without the ids of their names. */
  private def pair(at: Int, head: Int): Long =
    if (at >= until || isText(in(at) & 0xff)) Declined
    else {
      val start = head + PairHead
      val key = value(at, start)
      if (key < 0) Declined
      else {
        val made = value((key >> 32).toInt, key.toInt)
        if (made < 0) Declined
        else {
          val size = made.toInt - start
          val offsetSize = Variant.sizeOf(size.toLong)
          val moved = 3 * (offsetSize - 1)
          if (moved > 0) System.arraycopy(out, start, out, start + moved, size)
          out(head) = Variant.objectHead(offsetSize, 1, isLarge = false).toByte
          out(head + 1) = 2
          val offsets = head + 4
          Variant.put(out, offsets, 0, offsetSize)
          Variant.put(out, offsets + offsetSize, key.toInt - start, offsetSize)
          Variant.put(out, offsets + 2 * offsetSize, size, offsetSize)
          made + moved
        }
      }
    }

  /** Writes the ids of the names in all pairs. They come after the ids of all names inside the
    * pairs. Returns false if an id does not fit one byte.
    */
  private def nameParts(offsets: Int, count: Int, size: Int): Boolean = {
    val start = offsets + (count + 1) * size
    val key = keys.idOf(VariantSink.Key, 0, VariantSink.Key.length)
    val value = keys.idOf(VariantSink.Value, 0, VariantSink.Value.length)
    var i = 0
    while (i < count) {
      val pair = start + offset(out, offsets + i * size, size)
      out(pair + 2) = key.toByte
      out(pair + 3) = value.toByte
      i += 1
    }
    math.max(key, value) <= 0xff
  }

  /** Writes a map with only text keys, or entries that have heads, as an object. */
  private def fields(count: Int, heads: EntryHeads, from: Int, head: Int, guess: Int): Long = {
    val ids = head + 1 + countSize(count)
    val first = entries.count
    val size = guesses(guess).toInt
    val start = ids + count + (count + 1) * size
    var at = if (fits(from, start)) from else -1
    var to = start
    var i = 0
    while (i < count && at >= 0) {
      at = if (heads == null) field(at, to - start) else headed(heads, at, to - start)
      if (at >= 0) {
        nth = i
        val next = value(at, to)
        at = (next >> 32).toInt
        to = next.toInt
      }
      i += 1
    }
    if (at < 0 || !entries.sort(
        first, keys) || keys.count > MaxKeys && entries.maxKey(first) >= MaxKeys) Declined
    else {
      val needed = Variant.sizeOf((to - start).toLong)
      val moved = (needed - size) * (count + 1)
      if (moved > 0 && !fits(at, to + moved)) Declined
      else {
        if (moved != 0) System.arraycopy(out, start, out, start + moved, to - start)
        guesses(guess) = needed.toByte
        putHead(out, head, Variant.objectHead(needed, 1, Variant.isLarge(count)), count)
        Variant.put(out, entries.putSorted(count, 0, out, ids, 1, needed), to - start, needed)
        entries.count = first
        both(at, to + moved)
      }
    }
  }

  /** Reads the key of a field whose value is at `offset` from the first value. Returns where the
    * key ends, or -1.
    */
  private def field(at: Int, offset: Int): Int = {
    val from = HeadsAt.textFrom(in, at, until)
    val end = if (from < 0) -1 else HeadsAt.textUntil(in, at, from, until)
    if (end < 0) -1 else named(from, end, end, offset)
  }

  /** Like [[field]], for an entry that has a head. Returns where the value begins, or -1. */
  private def headed(heads: EntryHeads, at: Int, offset: Int): Int = {
    val value = heads.valueAt(in, at, until)
    if (value < 0) -1 else named(heads.nameFrom(at), heads.nameUntil(value), value, offset)
  }

  private def named(from: Int, end: Int, value: Int, offset: Int): Int = {
    val known = keys.idOfKnown(in, from, end)
    if (known < 0 && !Utf8.isValid(in, from, end)) -1
    else {
      entries.addField(if (known < 0) keys.idOf(in, from, end) else known, offset)
      value
    }
  }
}

private[sparkwire] object MsgpackVariant extends VariantTranscoding {
  override def toVariant(keys: KeyTable, entries: VariantEntries): VariantTranscoder =
    new MsgpackVariant(keys, entries)

  private final val Guesses = 256
  // The number of keys that ids of one byte can distinguish.
  private final val MaxKeys = 256
}
