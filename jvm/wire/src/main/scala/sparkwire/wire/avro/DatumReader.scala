package sparkwire.wire.avro

import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.avro.Avro._
import sparkwire.wire.core.{Cursor, Options, Reason, Sink}

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
  * deep as the data likes, so what is open is kept on a stack of our own and never on that of the thread.
  *
  * @param isTyped
  *   values go into columns whose types cannot hold everything: decimals have so many digits,
  *   timestamps are microseconds in 64 bits
  */
private[wire] final class DatumReader(options: Options, isTyped: Boolean) {
  private[this] val scalars = new ScalarReader(options, isTyped)
  private[this] val passing = new DatumSkipper(options, isTyped, this, scalars)
  private[this] val maxSize = options.maxSize.toLong
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
    scalars.pastEnd = end
    spent = 0
  }

  /** Values that may become far more than their bytes are counted. */
  def charge(cursor: Cursor, count: Long, excess: Long): Unit = if (excess > 0) {
    if (count > (maxSize - spent) / excess) cursor.refuse(Reason.TooLarge)
    spent += count * excess
  }

  def skip(step: Step, cursor: Cursor): Unit = passing.skip(step, cursor)

  def read(step: Step, cursor: Cursor, sink: Sink): Unit = {
    val into = sink.offers.beginWhole(sink)
    read(step, cursor, into, 0)
    if (into ne sink) sink.offers.endWhole()
  }

  // What is open: how it is read, and the next field of a record, or how many items are left of a block.
  private[this] var steps = new Array[Step](64)
  private[this] var states = new Array[Long](64)

  private def read(step: Step, cursor: Cursor, sink: Sink, around: Int): Unit = {
    var open = give(step, cursor, sink, around)
    while (open > around) open = goOn(cursor, sink, open)
  }

  private def push(open: Int, step: Step, state: Long): Int = {
    if (open + 1 == steps.length) {
      steps = Arrays.copyOf(steps, steps.length * 2)
      states = Arrays.copyOf(states, states.length * 2)
    }
    steps(open + 1) = step
    states(open + 1) = state
    open + 1
  }

  /** The next parts of what is open, or its end. Returns how much is open now. */
  private def goOn(cursor: Cursor, sink: Sink, open: Int): Int = {
    val step = steps(open)
    (step.code: @switch) match {
      case Step.Record => fields(step, cursor, sink, open)
      case Step.Array => items(step, cursor, sink, open)
      case Step.Map => entries(step, cursor, sink, open)
      case _ =>
        sink.endStruct()
        open - 1
    }
  }

  /** A value, or the beginning of one with parts. Returns how much is open now. */
  private def give(step: Step, cursor: Cursor, sink: Sink, open: Int): Int = {
    var it = step
    while (it.code == Step.Union) {
      val branch = Varint.long(cursor, pastEnd, BadUnionIndex)
      if (branch < 0 || branch >= it.parts.length) cursor.refuse(BadUnionIndex)
      sink.tracer.framed("union", branch)
      it = it.parts(branch.toInt)
    }
    (it.code: @switch) match {
      case Step.Record => record(it, cursor, sink, open)
      case Step.Array => array(it, cursor, sink, open)
      case Step.Map => map(it, cursor, sink, open)
      case Step.Member => member(it, cursor, sink, open)
      case _ =>
        scalars.give(it, cursor, sink)
        open
    }
  }

  private def record(step: Step, cursor: Cursor, sink: Sink, open: Int): Int =
    if (sink.beginStruct(step.shape)) {
      cursor.enter()
      push(open, step, 0)
    } else {
      skip(step, cursor)
      open
    }

  private def fields(step: Step, cursor: Cursor, sink: Sink, open: Int): Int = {
    val parts = step.parts
    val targets = step.targets
    var field = states(open).toInt
    var now = open
    while (now == open && field < parts.length) {
      val part = parts(field)
      val target = targets(field)
      field += 1
      if (target == Step.Dropped) {
        sink.tracer.outside()
        skip(part, cursor)
      } else if (sink.wanted(target)) {
        now = give(part, cursor, sink, open)
      } else {
        skip(part, cursor)
        sink.skipped()
      }
    }
    if (now != open) {
      // Nothing looked at it while the part began.
      states(open) = field.toLong
      now
    } else {
      if (step.defaults.length > 0) giveDefaults(step, sink, open)
      sink.endStruct()
      cursor.leave()
      open - 1
    }
  }

  /** A branch of a union that is a struct of all of them. */
  private def member(step: Step, cursor: Cursor, sink: Sink, open: Int): Int = {
    sink.beginStruct(step.shape)
    if (sink.wanted(step.targets(0))) give(step.item, cursor, sink, push(open, step, 0))
    else {
      skip(step.item, cursor)
      sink.skipped()
      sink.endStruct()
      open
    }
  }

  private def giveDefaults(step: Step, sink: Sink, open: Int): Unit =
    step.defaults.foreach { default =>
      if (sink.derives(default.target)) {
        sink.tracer.beginAbsent()
        read(default.step, defaultCursor.wrap(default.bytes), sink, open)
        sink.tracer.endAbsent()
      }
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
    chargeItems(cursor, heldBy(cursor, count, least, pastEnd), item)
  }

  /** How many of `count` items there can be at most. If the bytes that are left are too few for all of them, the value is
    * refused, or will be: see [[Cursor.refuseLater]].
    */
  private[avro] def heldBy(cursor: Cursor, count: Long, leastBytes: Long, reason: Reason): Long =
    if (leastBytes > 0 && count > cursor.left / leastBytes) {
      cursor.refuseLater(reason)
      cursor.left / leastBytes
    } else count

  /** Counts items for what they take beside their bytes, in rows also for numbers and texts: those of a byte or
    * two become a word each.
    */
  def chargeItems(cursor: Cursor, count: Long, item: Step): Unit = {
    val ofRow = if (isTyped) item.rowBytes - DatumReader.PaidByByte * item.leastBytes else 0L
    charge(cursor, count, math.max(item.excess, ofRow))
  }

  private def array(step: Step, cursor: Cursor, sink: Sink, open: Int): Int = {
    val first = count(step, cursor)
    cursor.enter()
    if (sink.beginArray(Avro.countAhead(sink, first))) push(open, step, first)
    else passOver(step, cursor, first, open)
  }

  private def passOver(step: Step, cursor: Cursor, first: Long, open: Int): Int = {
    passing.skipBlocks(step, cursor, first)
    cursor.leave()
    open
  }

  private def items(step: Step, cursor: Cursor, sink: Sink, open: Int): Int = {
    val item = step.item
    var left = states(open)
    var now = open
    while (now == open && left != 0)
      if (left < 0) left = nextBlock(step, cursor, sink)
      else {
        sink.element()
        left = DatumReader.afterOne(left)
        states(open) = left
        now = give(item, cursor, sink, open)
      }
    if (now != open) now
    else {
      sink.endArray()
      cursor.leave()
      open - 1
    }
  }

  private def map(step: Step, cursor: Cursor, sink: Sink, open: Int): Int = {
    val first = count(step, cursor)
    cursor.enter()
    if (sink.beginMap(Avro.countAhead(sink, first))) push(open, step, first)
    else passOver(step, cursor, first, open)
  }

  private def entries(step: Step, cursor: Cursor, sink: Sink, open: Int): Int = {
    val item = step.item
    var left = states(open)
    var now = open
    while (now == open && left != 0)
      if (left < 0) left = nextBlock(step, cursor, sink)
      else {
        sink.key()
        scalars.text(cursor, sink)
        left = DatumReader.afterOne(left)
        states(open) = left
        if (sink.value()) now = give(item, cursor, sink, open)
        else {
          skip(item, cursor)
          sink.skipped()
        }
      }
    if (now != open) now
    else {
      sink.endMap()
      cursor.leave()
      open - 1
    }
  }

  private def nextBlock(step: Step, cursor: Cursor, sink: Sink): Long = {
    sink.tracer.frame("block", -1)
    val next = count(step, cursor)
    sink.tracer.frameEnd(next)
    if (next > 0) sink.goesOn()
    next
  }
}

private[avro] object DatumReader {

  // For a block of which all items are read: the number of the next one stands behind them.
  private final val NextBlock = -1L

  // Of the bytes that a row takes, those that come with each byte of input and are not counted.
  private final val PaidByByte = 2L
  private def afterOne(left: Long): Long = if (left == 1) NextBlock else left - 1
}
