package sparkwire.wire.avro.data

import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.avro.{Step, Varint}
import sparkwire.wire.avro.Avro._
import sparkwire.wire.core.{Cursor, Options, Reason, Utf8}

/** Skips values that are not needed. With `verify = full` they are checked like all others, so that
  * the same values are refused.
  */
private[avro] final class DatumSkipper(options: Options, isTyped: Boolean, reader: DatumReader,
    scalars: ScalarReader) {
  private[this] val verifies = options.verifies
  private[this] val looksAtText =
    options.verifies && options.word(Options.InvalidUtf8) != "replace"
  var pastEnd: Reason = TruncatedDatum

  // For each open value, its step, and the next field of a record or the number of items left in a
  // block.
  private[this] var steps = new Array[Step](64)
  private[this] var states = new Array[Long](64)

  def skip(step: Step, cursor: Cursor): Unit = {
    var open = pass(step, cursor, 0)
    while (open > 0) open = goOn(cursor, open)
  }

  /** Skips a value, or the head of one with parts. Returns the number of open values. */
  private def pass(step: Step, cursor: Cursor, open: Int): Int = {
    var it = step
    while (it.code == Step.Union || it.code == Step.Member)
      if (it.code == Step.Member) it = it.item
      else {
        val branch = Varint.long(cursor, pastEnd, BadUnionIndex)
        if (branch < 0 || branch >= it.parts.length) cursor.refuse(BadUnionIndex)
        it = it.parts(branch.toInt)
      }
    if (it.code == Step.Record) {
      cursor.enter()
      reader.charge(cursor, 1, it.entry)
      push(open, it, 0)
    } else if (it.code == Step.Array || it.code == Step.Map) {
      val first = if (verifies) reader.count(it, cursor) else DatumSkipper.NextBlock
      cursor.enter()
      push(open, it, first)
    } else {
      passScalar(it, cursor)
      open
    }
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

  /** Skips the next parts of the innermost open value, or its end. Returns the number of open
    * values.
    */
  private def goOn(cursor: Cursor, open: Int): Int = {
    val step = steps(open)
    val now =
      if (step.code == Step.Record) fields(step, cursor, open) else items(step, cursor, open)
    if (now < open) cursor.leave()
    now
  }

  private def fields(step: Step, cursor: Cursor, open: Int): Int = {
    val parts = step.parts
    var field = states(open).toInt
    var now = open
    while (now == open && field < parts.length) {
      field += 1
      states(open) = field.toLong
      now = pass(parts(field - 1), cursor, open)
    }
    if (now != open) now else open - 1
  }

  private def items(step: Step, cursor: Cursor, open: Int): Int = {
    val item = step.item
    val isMap = step.code == Step.Map
    var left = states(open)
    var now = open
    while (now == open && left != 0)
      if (left < 0) left = nextBlock(step, cursor)
      else {
        if (isMap) skipText(cursor)
        left = if (left == 1) DatumSkipper.NextBlock else left - 1
        states(open) = left
        now = pass(item, cursor, open)
      }
    if (now != open) now else open - 1
  }

  /** Returns the number of items in the next block. With `verify = none`, skips blocks that have a
    * size.
    */
  private def nextBlock(step: Step, cursor: Cursor): Long =
    if (verifies) reader.count(step, cursor)
    else {
      var count = Varint.long(cursor, pastEnd, BadVarint)
      while (count < 0) {
        val size = Varint.long(cursor, pastEnd, BadVarint)
        if (size < 0) cursor.refuse(NegativeLength)
        cursor.skip(size, pastEnd)
        count = Varint.long(cursor, pastEnd, BadVarint)
      }
      reader.hold(step, cursor, count)
      count
    }

  private def passScalar(it: Step, cursor: Cursor): Unit = {
    (it.code: @switch) match {
      case Step.Null =>
      case Step.Bool => scalars.bool(cursor)
      case Step.Int | Step.IntToFloat | Step.IntToDouble | Step.Date | Step.TimeMillis =>
        Varint.int(cursor, pastEnd, BadVarint)
      case Step.Long | Step.LongToFloat | Step.LongToDouble =>
        Varint.long(cursor, pastEnd, BadVarint)
      case Step.Float | Step.FloatToDouble => cursor.skip(4, pastEnd)
      case Step.Double => cursor.skip(8, pastEnd)
      case Step.Bytes => scalars.body(cursor)
      case Step.Text | Step.UuidText => skipText(cursor)
      case Step.Fixed | Step.UuidFixed | Step.Duration => cursor.skip(it.size.toLong, pastEnd)
      case Step.Enum => scalars.symbol(it, cursor)
      case Step.TimestampMillis | Step.LocalMillis =>
        val units = scalars.long(it, cursor)
        if (isInColumn(it) && !ScalarReader.fitsMicros(units, 1000))
          cursor.refuse(Reason.TypeMismatch)
      case Step.TimestampMicros | Step.LocalMicros | Step.TimestampNanos | Step.LocalNanos =>
        scalars.long(it, cursor)
      case Step.DayMillis | Step.DayMicros => scalars.nanosOfDay(it, cursor)
      case Step.DecimalBytes =>
        val from = scalars.body(cursor)
        checkDigits(it, cursor, from)
      case Step.DecimalFixed =>
        val from = cursor.take(it.size.toLong, pastEnd)
        checkDigits(it, cursor, from)
      case _ => cursor.refuse(IncompatibleSchema)
    }
    ()
  }

  private def skipText(cursor: Cursor): Unit = {
    val from = scalars.body(cursor)
    if (looksAtText && !Utf8.isValid(cursor.bytes, from, cursor.position)) cursor.refuse(BadUtf8)
  }

  private def isInColumn(step: Step): Boolean = isTyped && !step.isForeign

  private def checkDigits(step: Step, cursor: Cursor, from: Int): Unit = {
    val length = cursor.position - from
    // A number with so few bytes cannot have too many digits.
    val surelyFits = step.addedScale == 0 && length * 2.5 <= step.precision
    if (isInColumn(step) && !surelyFits &&
      ScalarReader.fitted(cursor.bytes, from, cursor.position, step) == null)
      cursor.refuse(Reason.TypeMismatch)
  }

  /** Skips the rest of a block, and the blocks after it. */
  def skipBlocks(step: Step, cursor: Cursor, count: Long): Unit = {
    var open = push(0, step, count)
    while (open > 0)
      open = if (open == 1) items(step, cursor, open) else goOn(cursor, open)
  }
}

private object DatumSkipper {

  // The state after the last item of a block: the count of the next block follows.
  private final val NextBlock = -1L
}
