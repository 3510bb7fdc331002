package sparkwire.wire.avro

import scala.annotation.switch

import sparkwire.wire._
import sparkwire.wire.avro.Avro._

/** Goes over values that nobody wants. Unless `verify` is off they are looked at like all others, so that
  * what is refused is the same.
  */
private[avro] final class DatumSkipper(options: Options, isTyped: Boolean, reader: DatumReader) {
  private[this] val verifies = options.verifies
  private[this] val looksAtText =
    options.verifies && options.word(Options.InvalidUtf8) != "replace"
  var pastEnd: Reason = TruncatedDatum

  def skip(step: Step, cursor: Cursor): Unit = {
    var it = step
    while (it.code == Step.Union) {
      val branch = Varint.long(cursor, pastEnd, BadUnionIndex)
      if (branch < 0 || branch >= it.parts.length) cursor.refuse(BadUnionIndex)
      it = it.parts(branch.toInt)
    }
    (it.code: @switch) match {
      case Step.Null =>
      case Step.Bool => reader.bool(cursor)
      case Step.Int | Step.IntToFloat | Step.IntToDouble | Step.Date =>
        Varint.int(cursor, pastEnd, BadVarint)
      case Step.Long | Step.LongToFloat | Step.LongToDouble =>
        Varint.long(cursor, pastEnd, BadVarint)
      case Step.Float | Step.FloatToDouble => cursor.skip(4, pastEnd)
      case Step.Double => cursor.skip(8, pastEnd)
      case Step.Bytes => reader.body(cursor)
      case Step.Text | Step.UuidText => skipText(cursor)
      case Step.Fixed | Step.UuidFixed | Step.Duration => cursor.skip(it.size.toLong, pastEnd)
      case Step.Enum => reader.symbol(it, cursor)
      case Step.Record => skipRecord(it, cursor)
      case Step.Array | Step.Map => skipBlocks(it, cursor)
      case Step.Member => skip(it.item, cursor)
      case Step.TimestampMillis | Step.LocalMillis =>
        val units = reader.long(it, cursor)
        if (isTyped && !DatumReader.fitsMicros(units, 1000)) cursor.refuse(Reason.TypeMismatch)
      case Step.TimestampMicros | Step.LocalMicros | Step.TimestampNanos | Step.LocalNanos =>
        reader.long(it, cursor)
      case Step.DecimalBytes =>
        val from = reader.body(cursor)
        checkDigits(it, cursor, from)
      case Step.DecimalFixed =>
        val from = cursor.take(it.size.toLong, pastEnd)
        checkDigits(it, cursor, from)
      case _ => cursor.refuse(IncompatibleSchema)
    }
    ()
  }

  private def skipText(cursor: Cursor): Unit = {
    val from = reader.body(cursor)
    if (looksAtText && !Utf8.isValid(cursor.bytes, from, cursor.position)) cursor.refuse(BadUtf8)
  }

  private def checkDigits(step: Step, cursor: Cursor, from: Int): Unit = {
    val length = cursor.position - from
    // Fewer bytes than the digits need cannot be too many.
    if (isTyped && length * 2.5 > step.precision &&
      !DatumReader.fits(DatumReader.number(cursor.bytes, from, cursor.position), step.precision))
      cursor.refuse(Reason.TypeMismatch)
  }

  private def skipRecord(step: Step, cursor: Cursor): Unit = {
    cursor.enter()
    val parts = step.parts
    var field = 0
    while (field < parts.length) {
      skip(parts(field), cursor)
      field += 1
    }
    cursor.leave()
  }

  private def skipBlocks(step: Step, cursor: Cursor): Unit =
    if (verifies) {
      val first = reader.count(step, cursor)
      cursor.enter()
      skipBlocks(step, cursor, first)
      cursor.leave()
    } else {
      cursor.enter()
      while (skipBlock(step, cursor)) {}
      cursor.leave()
    }

  /** What is left of a block, and the blocks behind it. */
  def skipBlocks(step: Step, cursor: Cursor, count: Long): Unit = {
    var left = count
    while (left > 0) {
      skipItems(step, cursor, left)
      left = reader.count(step, cursor)
    }
  }

  def skipItems(step: Step, cursor: Cursor, count: Long): Unit = {
    val item = step.item
    val isMap = step.code == Step.Map
    var left = count
    while (left > 0) {
      if (isMap) skipText(cursor)
      skip(item, cursor)
      left -= 1
    }
  }

  /** A whole block, by its size if it says one. False at the end. */
  private def skipBlock(step: Step, cursor: Cursor): Boolean = {
    val count = Varint.long(cursor, pastEnd, BadVarint)
    if (count < 0) {
      val size = Varint.long(cursor, pastEnd, BadVarint)
      if (size < 0) cursor.refuse(NegativeLength)
      cursor.skip(size, pastEnd)
    } else if (count > 0) {
      reader.hold(step, cursor, count)
      skipItems(step, cursor, count)
    }
    count != 0
  }
}
