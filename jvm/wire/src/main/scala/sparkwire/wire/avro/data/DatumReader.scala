package sparkwire.wire.avro.data

import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.avro.{Step, Varint}
import sparkwire.wire.avro.Avro._
import sparkwire.wire.core.{Cursor, Options, Reason, Sink}
import sparkwire.wire.places.Offers

/** Reads values according to a plan. The bytes have neither types nor field boundaries.
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
  * Traps: a negative count means its absolute value, followed by the unchecked size of the block,
  * used only where values are skipped without checks. Items may take no bytes, so `maxSize` limits
  * a count as well. Recursive types have any depth, so the open values are on a stack of our own.
  *
  * @param isTyped
  *   whether values go into typed columns, which cannot hold everything: decimals have a precision,
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

  /** Begins a value, or several values with a common budget. `end` is the reason for missing bytes. */
  def begin(end: Reason): Unit = {
    pastEnd = end
    passing.pastEnd = end
    scalars.pastEnd = end
    spent = 0
  }

  /** Charges values that may become much larger than their bytes. */
  def charge(cursor: Cursor, count: Long, excess: Long): Unit = if (excess > 0) {
    if (count > (maxSize - spent) / excess) cursor.refuse(Reason.TooLarge)
    spent += count * excess
  }

  def skip(step: Step, cursor: Cursor): Unit = passing.skip(step, cursor)

  def read(step: Step, cursor: Cursor, sink: Sink): Unit = {
    val into = Offers.of(sink).beginWhole(sink)
    read(step, cursor, into, 0)
    if (into ne sink) Offers.of(sink).endWhole()
  }

  // For each open value, its step, and the next field of a record or the number of items left in a
  // block.
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

  /** Reads the next parts of the innermost open value, or its end. Returns the number of open
    * values.
    */
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

  /** Reads a value, or the beginning of one with parts. Returns the number of open values. */
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
      charge(cursor, 1, step.entry)
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
      // Stored only now, because nothing reads it while the part begins.
      states(open) = field.toLong
      now
    } else {
      if (step.defaults.length > 0) giveDefaults(step, sink, open)
      sink.endStruct()
      cursor.leave()
      open - 1
    }
  }

  /** Reads a branch of a union that becomes a struct with a field for each branch. */
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

  /** Returns the number of items in the next block of an array or map, 0 at the end. */
  private[avro] def count(step: Step, cursor: Cursor): Long = {
    var count = Varint.long(cursor, pastEnd, BadVarint)
    if (count < 0) {
      count = -count
      // Long.MinValue has no absolute value.
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

  /** Returns how many of `count` items are possible at most. If too few bytes are left for all of
    * them, the value is refused, at once or later: see [[Cursor.refuseLater]].
    */
  private[avro] def heldBy(cursor: Cursor, count: Long, leastBytes: Long, reason: Reason): Long =
    if (leastBytes > 0 && count > cursor.left / leastBytes) {
      cursor.refuseLater(reason)
      cursor.left / leastBytes
    } else count

  /** Charges items for the bytes they take in addition to their own. In rows this includes numbers
    * and texts: one of a byte or two becomes a word.
    */
  def chargeItems(cursor: Cursor, count: Long, item: Step): Unit = {
    val ofRow = if (isTyped) item.rowBytes - DatumReader.PaidByByte * item.leastBytes else 0L
    charge(cursor, count, math.max(item.excess, ofRow))
  }

  private def array(step: Step, cursor: Cursor, sink: Sink, open: Int): Int = {
    val first = count(step, cursor)
    cursor.enter()
    if (sink.beginArray(countAhead(sink, first))) push(open, step, first)
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
    if (sink.beginMap(countAhead(sink, first))) push(open, step, first)
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

  // The state after the last item of a block: the count of the next block follows.
  private final val NextBlock = -1L
  // How many bytes of a row each byte of input pays for; these are not charged.
  private final val PaidByByte = 2L
  private def afterOne(left: Long): Long = if (left == 1) NextBlock else left - 1
}
