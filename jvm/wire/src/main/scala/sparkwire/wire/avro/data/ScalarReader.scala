package sparkwire.wire.avro.data

import java.math.BigInteger

import scala.annotation.switch

import sparkwire.wire.avro.{AvroTexts, Step, Varint}
import sparkwire.wire.avro.Avro._
import sparkwire.wire.core._
import sparkwire.wire.sinks.Decimals

/** Reads values without parts: see [[DatumReader]]. */
private[avro] final class ScalarReader(options: Options, isTyped: Boolean) {
  private[this] val texts = new AvroTexts(options.word(Options.InvalidUtf8) == "replace")
  var pastEnd: Reason = TruncatedDatum

  def give(it: Step, cursor: Cursor, sink: Sink): Unit =
    (it.code: @switch) match {
      case Step.Text => text(cursor, sink)
      case Step.Int => sink.int(Varint.int(cursor, pastEnd, BadVarint).toLong)
      case Step.Long => sink.int(Varint.long(cursor, pastEnd, BadVarint))
      case Step.Null => sink.nothing()
      case Step.Double =>
        sink.double(java.lang.Double.longBitsToDouble(Bytes.i64le(cursor.bytes, take(cursor, 8))))
      case Step.Float => sink.float(float(cursor))
      case Step.Bool => sink.bool(bool(cursor))
      case Step.Bytes =>
        val from = body(cursor)
        sink.binary(cursor.bytes, from, cursor.position)
      case Step.Fixed =>
        val from = take(cursor, it.size)
        sink.binary(cursor.bytes, from, cursor.position)
      case Step.Enum => sink.word(symbol(it, cursor))
      case _ => giveRarer(it, cursor, sink)
    }

  // A separate method, so that the common cases stay small enough to be inlined into their caller.
  private def giveRarer(step: Step, cursor: Cursor, sink: Sink): Unit = (step.code: @switch) match {
    case Step.Date => sink.date(Varint.int(cursor, pastEnd, BadVarint))
    case Step.TimestampMillis | Step.LocalMillis => clock(step, cursor, sink, 1000)
    case Step.TimestampMicros | Step.LocalMicros => clock(step, cursor, sink, 1)
    case Step.TimestampNanos | Step.LocalNanos =>
      giveClock(step, sink, Math.floorDiv(long(step, cursor), 1000L))
    case Step.DayMillis | Step.DayMicros =>
      val nanos = nanosOfDay(step, cursor)
      sink.time(nanos, nanos / ScalarReader.nanosPerUnit(step))
    case Step.DecimalBytes =>
      val from = body(cursor)
      decimal(step, cursor, sink, from)
    case Step.DecimalFixed => decimal(step, cursor, sink, take(cursor, step.size))
    case Step.UuidText =>
      val from = body(cursor)
      texts.giveUuid(cursor, sink, from)
    case Step.UuidFixed => texts.giveUuidOf(cursor.bytes, take(cursor, step.size), sink)
    case Step.Duration => duration(cursor, sink)
    case _ => giveWidened(step, cursor, sink)
  }

  private def giveWidened(step: Step, cursor: Cursor, sink: Sink): Unit = step.code match {
    case Step.IntToFloat => sink.float(Varint.int(cursor, pastEnd, BadVarint).toFloat)
    case Step.IntToDouble => sink.double(Varint.int(cursor, pastEnd, BadVarint).toDouble)
    case Step.LongToFloat => sink.float(Varint.long(cursor, pastEnd, BadVarint).toFloat)
    case Step.LongToDouble => sink.double(Varint.long(cursor, pastEnd, BadVarint).toDouble)
    case Step.FloatToDouble => sink.double(float(cursor).toDouble)
    case Step.TimeMillis => sink.int(Varint.int(cursor, pastEnd, BadVarint) * 1000L)
    case _ => cursor.refuse(IncompatibleSchema)
  }

  private def take(cursor: Cursor, size: Int): Int = cursor.take(size.toLong, pastEnd)

  private def float(cursor: Cursor): Float =
    java.lang.Float.intBitsToFloat(Bytes.i32le(cursor.bytes, take(cursor, 4)))

  def bool(cursor: Cursor): Boolean = {
    val byte = cursor.u8(pastEnd)
    if (byte > 1) cursor.refuse(BadBoolean)
    byte == 1
  }

  def symbol(step: Step, cursor: Cursor): Array[Byte] = {
    val number = Varint.int(cursor, pastEnd, BadEnumIndex)
    if (number < 0 || number >= step.symbols.length) cursor.refuse(BadEnumIndex)
    val symbol = step.symbols(number)
    if (symbol == null) cursor.refuse(IncompatibleSchema)
    symbol
  }

  /** Skips a length and its bytes, and returns where the bytes begin; they end at the cursor. */
  def body(cursor: Cursor): Int = {
    val length = Varint.long(cursor, pastEnd, BadVarint)
    if (length < 0) cursor.refuse(NegativeLength)
    cursor.take(length, pastEnd)
  }

  def text(cursor: Cursor, sink: Sink): Unit = {
    val from = body(cursor)
    texts.give(cursor, sink, from)
  }

  def long(step: Step, cursor: Cursor): Long =
    if (step.isInt) Varint.int(cursor, pastEnd, BadVarint).toLong
    else Varint.long(cursor, pastEnd, BadVarint)

  /** Gives units since the Unix epoch as a timestamp. A value that no timestamp can hold is given
    * as a number if the result is self-describing, else refused.
    */
  private def clock(step: Step, cursor: Cursor, sink: Sink, microsPerUnit: Int): Unit = {
    val units = long(step, cursor)
    if (isTyped) {
      if (!ScalarReader.fitsMicros(units, microsPerUnit)) cursor.refuse(Reason.TypeMismatch)
      giveClock(step, sink, units * microsPerUnit)
    } else if (units < InstantForm.MinMicros / microsPerUnit ||
      units > InstantForm.MaxMicros / microsPerUnit) sink.int(units)
    else giveClock(step, sink, units * microsPerUnit)
  }

  private def giveClock(step: Step, sink: Sink, micros: Long): Unit =
    if (step.code <= Step.TimestampNanos) sink.timestamp(micros) else sink.localTimestamp(micros)

  /** Reads a time of day and returns the nanoseconds since midnight. */
  def nanosOfDay(step: Step, cursor: Cursor): Long = {
    val units =
      if (step.code == Step.DayMillis) Varint.int(cursor, pastEnd, BadVarint).toLong
      else long(step, cursor)
    val nanosPerUnit = ScalarReader.nanosPerUnit(step)
    if (units < 0 || units >= ScalarReader.NanosPerDay / nanosPerUnit) cursor.refuse(NotInDay)
    units * nanosPerUnit
  }

  private def decimal(step: Step, cursor: Cursor, sink: Sink, from: Int): Unit = {
    val unscaled =
      if (isTyped) ScalarReader.fitted(cursor.bytes, from, cursor.position, step)
      else Decimals.signed(cursor.bytes, from, cursor.position)
    if (unscaled == null) cursor.refuse(Reason.TypeMismatch)
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

private[avro] object ScalarReader {
  // Enough for a decimal of 38 digits.
  private final val MaxBits = 127

  private final val NanosPerDay = 86400L * 1000000000L

  private def nanosPerUnit(step: Step): Long =
    if (step.code == Step.DayMillis) 1000000L else 1000L

  def fitsMicros(units: Long, microsPerUnit: Int): Boolean =
    units <= Long.MaxValue / microsPerUnit && units >= Long.MinValue / microsPerUnit

  /** Returns a written number with the scale of its column, null if the column cannot hold exactly
    * that number.
    */
  def fitted(bytes: Array[Byte], from: Int, until: Int, step: Step): BigInteger = {
    val written = Decimals.signed(bytes, from, until)
    if (written.bitLength > MaxBits) null
    else {
      val unscaled = rescaled(written, step.addedScale)
      if (unscaled != null && unscaled.abs.compareTo(BigInteger.TEN.pow(step.precision)) < 0)
        unscaled
      else null
    }
  }

  private def rescaled(unscaled: BigInteger, addedScale: Int): BigInteger =
    if (addedScale == 0) unscaled
    else if (addedScale > 0) unscaled.multiply(BigInteger.TEN.pow(addedScale))
    else {
      val parts = unscaled.divideAndRemainder(BigInteger.TEN.pow(-addedScale))
      if (parts(1).signum == 0) parts(0) else null
    }
}
