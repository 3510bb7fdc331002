package sparkwire.wire.variant.reading

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.core.{Allowance, Bytes, Options, Reason, Sink, Utf8}
import sparkwire.wire.variant.Variant
import sparkwire.wire.writing.{Unencodable, Written}

/** Gives a VARIANT to the sink of a writer; [[Variant]] has the table. The bytes may be anything:
  * they are refused as `bad-variant` where they contradict themselves.
  *
  * The fields of an object come in the order of their values, which is the order in which the values
  * were written, not in the order of the names. So a value that was decoded is written in its
  * original order.
  *
  * Traps: offsets may overlap, so that few bytes stand for many values: each visit of a value is
  * charged. Open containers are kept on a stack of our own.
  */
final class VariantReader(format: Written, maxSize: Int) {
  import VariantReader._

  private[this] var value: Array[Byte] = _
  // The cost that the value may have beyond its bytes.
  private[this] val costs = new Allowance
  private[this] val names = new VariantNames
  private[this] val marks = new VariantMarks(format, names)
  private[this] val pairs = new VariantPairs(names, costs)

  // The open containers, `NumbersPerLevel` numbers for each.
  private[this] var levels = new Array[Int](16 * NumbersPerLevel)
  private[this] var top = 0
  // The positions of the values of the open objects in which they are not in the order of the names.
  private[this] var order = new Array[Long](64)
  private[this] var ordered = 0

  private[this] val head = new VariantHead
  private[this] val pair = new VariantHead
  // The level whose container `head` describes, or `NoLevel`.
  private[this] var headLevel = NoLevel
  private[this] val typeMark = Option(format.typeMark).map(_.getBytes(UTF_8)).orNull

  /** Gives the value that is at `from` in one array, with its dictionary at `namesFrom` in another. */
  def give(bytes: Array[Byte], from: Int, until: Int, dictionary: Array[Byte], namesFrom: Int,
      namesUntil: Int, sink: Sink): Unit = {
    value = bytes
    names.begin(dictionary, namesFrom, namesUntil)
    pairs.begin()
    costs.setLimit(maxSize + (until - from) + (namesUntil - namesFrom))
    costs.begin()
    top = 0
    headLevel = NoLevel
    ordered = 0
    giveValue(from, until, sink)
    while (top > 0) giveParts(sink)
    value = null
    names.letGo()
  }

  private def bad(): Nothing = throw new Unencodable(Unencodable.BadVariant)

  private def giveValue(at: Int, end: Int, sink: Sink): Unit = {
    if (at >= end) bad()
    costs.spend(1)
    val first = value(at) & 0xff
    (first & 3: @switch) match {
      case Variant.PrimitiveKind => givePrimitive(first >> 2, at + 1, end, sink)
      case Variant.ShortStringKind => giveText(at + 1, first >> 2, end, sink)
      case _ => giveContainer(at, end, sink)
    }
  }

  private def giveText(at: Int, length: Int, end: Int, sink: Sink): Unit = {
    if (length < 0 || length > end - at) bad()
    costs.spend(length.toLong)
    if (!Utf8.isValid(value, at, at + length)) throw new Unencodable(Unencodable.NotText)
    sink.text(value, at, at + length)
  }

  private def givePrimitive(code: Int, at: Int, end: Int, sink: Sink): Unit = {
    if (Variants.sizeOf(code) > end - at) bad()
    (code: @switch) match {
      case Variant.Null => sink.nothing()
      case Variant.True => sink.bool(true)
      case Variant.False => sink.bool(false)
      case Variant.Int1 | Variant.Int2 | Variant.Int4 | Variant.Int8 =>
        sink.int(Variants.int(code, value, at))
      case Variant.Double => sink.double(java.lang.Double.longBitsToDouble(Bytes.i64le(value, at)))
      case Variant.Float => sink.float(java.lang.Float.intBitsToFloat(Bytes.i32le(value, at)))
      case Variant.Decimal4 => sink.smallDecimal(Bytes.i32le(value, at + 1).toLong, scale(at))
      case Variant.Decimal8 => sink.smallDecimal(Bytes.i64le(value, at + 1), scale(at))
      case Variant.Decimal16 => sink.decimal(Variants.unscaled(value, at + 1), scale(at))
      case Variant.Date => sink.date(Bytes.i32le(value, at))
      case Variant.Timestamp => sink.timestamp(Bytes.i64le(value, at))
      case Variant.TimestampNtz => sink.localTimestamp(Bytes.i64le(value, at))
      case Variant.Binary =>
        val length = lengthAt(at, end)
        sink.binary(value, at + 4, at + 4 + length)
      case Variant.LongString => giveText(at + 4, lengthAt(at, end), end, sink)
      case Variant.Uuid => giveUuid(at, sink)
      case _ => bad()
    }
  }

  private def lengthAt(at: Int, end: Int): Int = {
    val length = Bytes.i32le(value, at)
    if (length < 0 || length > end - at - 4) bad()
    length
  }

  private def scale(at: Int): Int = {
    val scale = value(at) & 0xff
    if (scale > MaxScale) bad()
    scale
  }

  private def giveUuid(at: Int, sink: Sink): Unit = {
    val text = Variants.uuid(value, at)
    sink.textForm(text, 0, text.length)
  }

  private def giveContainer(at: Int, end: Int, sink: Sink): Unit = {
    headLevel = NoLevel
    head.read(value, at, end)
    val count = head.count
    costs.spend(count.toLong)
    if (!head.isObject) {
      if (pairs.isMap(value, head)) {
        if (sink.beginMap(count)) push(PairsLevel)
      } else if (sink.beginArray(count)) push(ArrayLevel)
    } else if (!marks.tryGive(value, head, sink) && sink.beginMap(count)) {
      push(ObjectLevel)
      sortFields()
      if (typeMark != null) putTypeFirst()
    }
  }

  private def push(kind: Int): Unit = {
    if (top == Options.MaxDepth.to * NumbersPerLevel) throw new Unencodable(Reason.NestingTooDeep)
    top += NumbersPerLevel
    if (top + NumbersPerLevel > levels.length) levels = Arrays.copyOf(levels, levels.length * 2)
    levels(top + KindOf) = kind
    levels(top + Next) = 0
    levels(top + OrderFrom) = NoOrder
    head.save(levels, top + HeadOf)
    headLevel = top
  }

  /** Puts the fields of the object just begun in the order of their values, if they are not in it. */
  private def sortFields(): Unit = {
    val count = head.count
    var i = 1
    while (i < count && head.offset(value, i) > head.offset(value, i - 1)) i += 1
    if (i < count) {
      takeOrder()
      Arrays.sort(order, ordered - count, ordered)
    }
  }

  /** Keeps the positions of the values of the object just begun, each with the number of its field. */
  private def takeOrder(): Unit = {
    val count = head.count
    if (ordered + count > order.length)
      order = Arrays.copyOf(order, math.max(order.length * 2, ordered + count))
    levels(top + OrderFrom) = ordered
    var i = 0
    while (i < count) {
      order(ordered + i) = (head.offset(value, i).toLong << 32) | i
      i += 1
    }
    ordered += count
  }

  /** Puts the entry that names the kind of the object before the others. */
  private def putTypeFirst(): Unit = {
    val count = head.count
    val from = levels(top + OrderFrom)
    var i = 0
    while (i < count && !names.isNamed(head.idOf(value, fieldAt(from, i)), typeMark)) i += 1
    costs.spend(i.toLong)
    if (i > 0 && i < count) {
      if (from == NoOrder) takeOrder()
      val first = order(levels(top + OrderFrom) + i)
      System.arraycopy(
        order, levels(top + OrderFrom), order, levels(top + OrderFrom) + 1, i)
      order(levels(top + OrderFrom)) = first
    }
  }

  private def fieldAt(from: Int, i: Int): Int = if (from == NoOrder) i else order(from + i).toInt

  /** Gives the next parts of the innermost open container. Stops after a part that is a container,
    * and ends this one after its last part.
    */
  private def giveParts(sink: Sink): Unit = {
    if (headLevel != top) {
      head.restore(levels, top + HeadOf)
      headLevel = top
    }
    val level = top
    val kind = levels(level + KindOf)
    val count = if (kind == PairsLevel) 2 * head.count else head.count
    var next = levels(level + Next)
    // The head is another one as soon as a part is a container.
    while (next < count && headLevel == level) {
      givePart(kind, next, sink)
      next += 1
    }
    levels(level + Next) = next
    if (headLevel == level) end(kind, sink)
  }

  private def givePart(kind: Int, part: Int, sink: Sink): Unit = (kind: @switch) match {
    case ArrayLevel =>
      sink.element()
      giveValue(head.valueAt(value, part), head.end, sink)
    case ObjectLevel => giveField(part, sink)
    case _ => givePairPart(part, sink)
  }

  private def end(kind: Int, sink: Sink): Unit = {
    if (kind == ObjectLevel && levels(top + OrderFrom) != NoOrder)
      ordered = levels(top + OrderFrom)
    top -= NumbersPerLevel
    if (kind == ArrayLevel) sink.endArray() else sink.endMap()
  }

  private def giveField(next: Int, sink: Sink): Unit = {
    val from = levels(top + OrderFrom)
    val field = fieldAt(from, next)
    names.find(head.idOf(value, field))
    costs.spend(names.until.toLong - names.from)
    sink.key()
    if (!Utf8.isValid(names.bytes, names.from, names.until))
      throw new Unencodable(Unencodable.NotText)
    sink.text(names.bytes, names.from, names.until)
    if (sink.value()) giveValue(head.valueAt(value, field), head.end, sink) else sink.skipped()
  }

  /** Gives the key of a pair, or its value: the first or the second field in the order of names. */
  private def givePairPart(next: Int, sink: Sink): Unit =
    if ((next & 1) == 0) {
      pair.read(value, head.valueAt(value, next >> 1), head.end)
      levels(top + PairValue) = pair.valueAt(value, 1)
      levels(top + PairEnd) = pair.end
      sink.key()
      giveValue(pair.valueAt(value, 0), pair.end, sink)
    } else if (sink.value()) giveValue(levels(top + PairValue), levels(top + PairEnd), sink)
    else sink.skipped()
}

private object VariantReader {
  private final val ArrayLevel = 0
  private final val ObjectLevel = 1
  private final val PairsLevel = 2

  // The numbers of an open container.
  private final val KindOf = 0
  private final val Next = 1
  private final val OrderFrom = 2
  // In place of the order, where the value of a pair is whose key was given, and where the pair ends.
  private final val PairValue = OrderFrom
  private final val PairEnd = 3
  private final val HeadOf = 4
  private final val NumbersPerLevel = HeadOf + VariantHead.Numbers

  private final val NoOrder = -1
  private final val NoLevel = -1

  // Spark's decimals have at most 38 digits.
  private final val MaxScale = 38
}
