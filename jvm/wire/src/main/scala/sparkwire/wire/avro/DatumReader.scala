package sparkwire.wire.avro

import java.math.BigInteger

import scala.annotation.switch

import sparkwire.wire._
import sparkwire.wire.avro.Avro._

/** Values by a plan. Nothing in the bytes says where a value begins or what it is.
  * | null            | no bytes                                                      |
  * | boolean         | 00 or 01                                                      |
  * | int, long       | [[Varint]]                                                    |
  * | float, double   | 4, 8 bytes, little endian                                     |
  * | bytes, string   | long length, the bytes                                        |
  * | fixed           | the bytes, as many as the schema says                         |
  * | enum            | int, number of the symbol                                     |
  * | record          | the fields, one after another                                 |
  * | array, map      | blocks: long count, the items or entries; ended by a count of 0 |
  * | union           | long, number of the branch; the value                         |
  *
  * Traps: a count may be negative; then its absolute value counts, and the size of the block in bytes
  * follows. Nobody checks that size, so it is believed only where all else is left unchecked. Items may
  * take no bytes at all, so a count is held against `maxSize` too. Values of a recursive type nest as
  * deep as the data likes: `maxDepth` is what guards the stack.
  *
  * @param isTyped
  *   values go into columns whose types cannot hold everything: decimals have so many digits,
  *   timestamps are microseconds in 64 bits
  */
private[wire] final class DatumReader(options: Options, isTyped: Boolean) {
  private[this] val passing = new DatumSkipper(options, isTyped, this)
  private[this] val replaces = options.word(Options.InvalidUtf8) == "replace"
  private[this] val maxSize = options.maxSize.toLong
  private[this] val texts = new Texts(replaces)
  private[this] lazy val defaultCursor = {
    val cursor = new Cursor
    cursor.setMaxDepth(options.maxDepth)
    cursor
  }
  private[this] var pastEnd = TruncatedDatum
  private[this] var spent = 0L

  /** Begins a value, or values that are bounded together. `end` is the reason where bytes are missing. */
  def begin(end: Reason): Unit = {
    pastEnd = end
    passing.pastEnd = end
    spent = 0
  }

  /** Values that may become far more than their bytes are counted. */
  def charge(cursor: Cursor, count: Long, excess: Long): Unit = if (excess > 0) {
    if (count > (maxSize - spent) / excess) cursor.refuse(Reason.TooLarge)
    spent += count * excess
  }

  def skip(step: Step, cursor: Cursor): Unit = passing.skip(step, cursor)

  def read(step: Step, cursor: Cursor, sink: Sink): Unit = {
    var it = step
    while (it.code == Step.Union) {
      val branch = Varint.long(cursor, pastEnd, BadUnionIndex)
      if (branch < 0 || branch >= it.parts.length) cursor.refuse(BadUnionIndex)
      sink.framed("union", branch)
      it = it.parts(branch.toInt)
    }
    (it.code: @switch) match {
      case Step.Text => text(cursor, sink)
      case Step.Int => sink.int(Varint.int(cursor, pastEnd, BadVarint).toLong)
      case Step.Long => sink.int(Varint.long(cursor, pastEnd, BadVarint))
      case Step.Null => sink.nothing()
      case Step.Double =>
        sink.double(java.lang.Double.longBitsToDouble(Bytes.i64le(cursor.bytes, take(cursor, 8))))
      case Step.Float => sink.float(float(cursor))
      case Step.Bool => sink.bool(bool(cursor))
      case Step.Record => record(it, cursor, sink)
      case Step.Array => array(it, cursor, sink)
      case Step.Map => map(it, cursor, sink)
      case Step.Bytes =>
        val from = body(cursor)
        sink.binary(cursor.bytes, from, cursor.position)
      case Step.Fixed =>
        val from = take(cursor, it.size)
        sink.binary(cursor.bytes, from, cursor.position)
      case Step.Enum => sink.word(symbol(it, cursor))
      case _ => readRarer(it, cursor, sink)
    }
  }

  // Apart, so that the common cases stay small enough to be compiled into their caller.
  private def readRarer(step: Step, cursor: Cursor, sink: Sink): Unit = (step.code: @switch) match {
    case Step.Member =>
      sink.beginStruct(step.shape)
      if (sink.wanted(step.targets(0))) read(step.item, cursor, sink)
      else {
        skip(step.item, cursor)
        sink.skipped()
      }
      sink.endStruct()
    case Step.IntToFloat => sink.float(Varint.int(cursor, pastEnd, BadVarint).toFloat)
    case Step.IntToDouble => sink.double(Varint.int(cursor, pastEnd, BadVarint).toDouble)
    case Step.LongToFloat => sink.float(Varint.long(cursor, pastEnd, BadVarint).toFloat)
    case Step.LongToDouble => sink.double(Varint.long(cursor, pastEnd, BadVarint).toDouble)
    case Step.FloatToDouble => sink.double(float(cursor).toDouble)
    case Step.Date => sink.date(Varint.int(cursor, pastEnd, BadVarint))
    case Step.TimestampMillis | Step.LocalMillis => clock(step, cursor, sink, 1000)
    case Step.TimestampMicros | Step.LocalMicros => clock(step, cursor, sink, 1)
    case Step.TimestampNanos | Step.LocalNanos =>
      giveClock(step, sink, Math.floorDiv(long(step, cursor), 1000L))
    case Step.DecimalBytes =>
      val from = body(cursor)
      decimal(step, cursor, sink, from)
    case Step.DecimalFixed => decimal(step, cursor, sink, take(cursor, step.size))
    case Step.UuidText =>
      val from = body(cursor)
      texts.giveUuid(cursor, sink, from)
    case Step.UuidFixed => texts.giveUuidOf(cursor.bytes, take(cursor, step.size), sink)
    case Step.Duration => duration(cursor, sink)
    case _ => cursor.refuse(IncompatibleSchema)
  }

  private def take(cursor: Cursor, size: Int): Int = cursor.take(size.toLong, pastEnd)

  private def float(cursor: Cursor): Float =
    java.lang.Float.intBitsToFloat(Bytes.i32le(cursor.bytes, take(cursor, 4)))

  private[avro] def bool(cursor: Cursor): Boolean = {
    val byte = cursor.u8(pastEnd)
    if (byte > 1) cursor.refuse(BadBoolean)
    byte == 1
  }

  private[avro] def symbol(step: Step, cursor: Cursor): Array[Byte] = {
    val number = Varint.int(cursor, pastEnd, BadEnumIndex)
    if (number < 0 || number >= step.symbols.length) cursor.refuse(BadEnumIndex)
    val symbol = step.symbols(number)
    if (symbol == null) cursor.refuse(IncompatibleSchema)
    symbol
  }

  /** Goes over the bytes behind a length and returns where they begin; they end at the cursor. */
  private[avro] def body(cursor: Cursor): Int = {
    val length = Varint.long(cursor, pastEnd, BadVarint)
    if (length < 0) cursor.refuse(NegativeLength)
    cursor.take(length, pastEnd)
  }

  private def text(cursor: Cursor, sink: Sink): Unit = {
    val from = body(cursor)
    texts.give(cursor, sink, from)
  }

  private def record(step: Step, cursor: Cursor, sink: Sink): Unit =
    if (sink.beginStruct(step.shape)) {
      cursor.enter()
      val parts = step.parts
      val targets = step.targets
      var field = 0
      while (field < parts.length) {
        val target = targets(field)
        if (target == Step.Dropped) {
          sink.outside()
          skip(parts(field), cursor)
        } else if (sink.wanted(target)) read(parts(field), cursor, sink)
        else {
          skip(parts(field), cursor)
          sink.skipped()
        }
        field += 1
      }
      if (step.defaults.length > 0) giveDefaults(step, sink)
      sink.endStruct()
      cursor.leave()
    } else skip(step, cursor)

  private def giveDefaults(step: Step, sink: Sink): Unit =
    step.defaults.foreach { default =>
      if (sink.derives(default.target))
        read(default.step, defaultCursor.wrap(default.bytes), sink)
    }

  /** The number of items in the next block of an array or map, 0 at the end. */
  private[avro] def count(step: Step, cursor: Cursor): Long = {
    var count = Varint.long(cursor, pastEnd, BadVarint)
    if (count < 0) {
      count = -count
      // There is one number that has no absolute value.
      if (count < 0) cursor.refuse(BadVarint)
      Varint.long(cursor, pastEnd, BadVarint)
    }
    hold(step, cursor, count)
    count
  }

  private[avro] def hold(step: Step, cursor: Cursor, count: Long): Unit = {
    val item = step.item
    val least = if (step.code == Step.Map) item.leastBytes + 1 else item.leastBytes
    if (least > 0 && count > cursor.left / least) cursor.refuse(pastEnd)
    charge(cursor, count, item.excess)
  }

  private def array(step: Step, cursor: Cursor, sink: Sink): Unit = {
    var left = count(step, cursor)
    cursor.enter()
    if (sink.beginArray(countAhead(step, cursor, sink, left))) {
      val item = step.item
      while (left > 0) {
        while (left > 0) {
          sink.element()
          read(item, cursor, sink)
          left -= 1
        }
        left = nextBlock(step, cursor, sink)
      }
      sink.endArray()
    } else passing.skipBlocks(step, cursor, left)
    cursor.leave()
  }

  /** How many items an array has in all, -1 if that is not known: a sink that knows writes them where they
    * stay. Mostly there is one block, which is found out by going over its items first.
    */
  private def countAhead(step: Step, cursor: Cursor, sink: Sink, count: Long): Int =
    if (!isTyped || sink.traces || !step.item.isFlat || count > DatumReader.MostAhead) -1
    else {
      val from = cursor.position
      val before = spent
      passing.skipItems(step, cursor, count)
      // The end of an array without items is behind the cursor already.
      val isAll = count == 0 || (cursor.left > 0 && cursor.bytes(cursor.position) == 0)
      cursor.moveTo(from)
      spent = before
      if (isAll) count.toInt else -1
    }

  private def map(step: Step, cursor: Cursor, sink: Sink): Unit = {
    var left = count(step, cursor)
    cursor.enter()
    if (sink.beginMap(-1)) {
      val item = step.item
      while (left > 0) {
        while (left > 0) {
          sink.key()
          text(cursor, sink)
          if (sink.value()) read(item, cursor, sink)
          else {
            skip(item, cursor)
            sink.skipped()
          }
          left -= 1
        }
        left = nextBlock(step, cursor, sink)
      }
      sink.endMap()
    } else passing.skipBlocks(step, cursor, left)
    cursor.leave()
  }

  private def nextBlock(step: Step, cursor: Cursor, sink: Sink): Long = {
    sink.frame("block", -1)
    val next = count(step, cursor)
    sink.frameEnd(next)
    next
  }

  private[avro] def long(step: Step, cursor: Cursor): Long =
    if (step.isInt) Varint.int(cursor, pastEnd, BadVarint).toLong
    else Varint.long(cursor, pastEnd, BadVarint)

  /** A count of units since 1970. One that no timestamp holds is itself where it may be. */
  private def clock(step: Step, cursor: Cursor, sink: Sink, microsPerUnit: Int): Unit = {
    val units = long(step, cursor)
    if (isTyped) {
      if (!DatumReader.fitsMicros(units, microsPerUnit)) cursor.refuse(Reason.TypeMismatch)
      giveClock(step, sink, units * microsPerUnit)
    } else if (units < InstantForm.MinMicros / microsPerUnit ||
      units > InstantForm.MaxMicros / microsPerUnit) sink.int(units)
    else giveClock(step, sink, units * microsPerUnit)
  }

  private def giveClock(step: Step, sink: Sink, micros: Long): Unit =
    if (step.code <= Step.TimestampNanos) sink.timestamp(micros) else sink.localTimestamp(micros)

  private def decimal(step: Step, cursor: Cursor, sink: Sink, from: Int): Unit = {
    val unscaled = DatumReader.number(cursor.bytes, from, cursor.position)
    if (isTyped && !DatumReader.fits(unscaled, step.precision)) cursor.refuse(Reason.TypeMismatch)
    sink.decimal(unscaled, step.scale)
  }

  private def duration(cursor: Cursor, sink: Sink): Unit =
    if (sink.beginStruct(DurationParts)) {
      durationPart(Months, cursor, sink)
      durationPart(Days, cursor, sink)
      durationPart(Millis, cursor, sink)
      sink.endStruct()
    } else cursor.skip(12, pastEnd)

  private def durationPart(field: Int, cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(field)
    val part = Bytes.i32le(cursor.bytes, take(cursor, 4)) & 0xffffffffL
    if (want) sink.int(part) else sink.skipped()
  }
}

private[avro] object DatumReader {
  private final val MostAhead = 1 << 16

  def fitsMicros(units: Long, microsPerUnit: Int): Boolean =
    units <= Long.MaxValue / microsPerUnit && units >= Long.MinValue / microsPerUnit

  /** Big endian, two's complement; no bytes are 0. */
  def number(bytes: Array[Byte], from: Int, until: Int): BigInteger =
    if (from == until) BigInteger.ZERO else new BigInteger(bytes, from, until - from)

  def fits(unscaled: BigInteger, precision: Int): Boolean =
    unscaled.bitLength <= 127 && unscaled.abs.compareTo(BigInteger.TEN.pow(precision)) < 0
}
