package sparkwire.wire.ignite.optimized

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8
import java.time._

import scala.annotation.switch

import sparkwire.wire.core.{Cursor, Dated, InstantForm, Sink}
import sparkwire.wire.ignite.{DayZone, ModifiedUtf8, Rereads}
import sparkwire.wire.ignite.optimized.Optimized.NotKnown
import sparkwire.wire.sinks.Decimals

/** Reads values of the optimized marshaller that hold no others. After class and checksum:
  * | class              | payload                                                                    |
  * | java.sql.Date Time | 8 milliseconds                                                             |
  * | java.sql.Timestamp | 8 milliseconds of the second, 4 nanoseconds within it                      |
  * | BigInteger         | 16 ignored, a byte array: the magnitude, big endian, 4 signum              |
  * | BigDecimal         | a BigInteger with its code, or a handle to one; 4 scale                    |
  * | java.time.Ser      | 1 which class, then:                                                       |
  * | 1 2                | Duration, Instant: 8 seconds, 4 nanoseconds                                |
  * | 3                  | LocalDate: 4 year, 1 month, 1 day                                          |
  * | 4                  | LocalTime: 1 hour, 1 minute, 1 second, 4 nanoseconds, or less: see below   |
  * | 5                  | LocalDateTime: date, time                                                  |
  * | 6                  | ZonedDateTime: date, time, offset, 7 or 8, zone                            |
  * | 7                  | zone: n, n bytes of its name                                               |
  * | 8                  | offset: 1 quarters of an hour, or 127 and 4 seconds                        |
  * | 9 10               | OffsetTime, OffsetDateTime: time, or date and time; offset                 |
  * | 11 12 13           | Year: 4; YearMonth: 4, 1; MonthDay: 1, 1                                   |
  * | 14                 | Period: 4 years, 4 months, 4 days                                          |
  *
  * A LocalTime may end with its hour, minute or second if only zeros follow: the bits of that part
  * are inverted then. All numbers except magnitudes are little endian.
  */
private[ignite] final class OptimizedScalars(zone: DayZone, handles: OptimizedHandles,
    rereads: Rereads) {
  import OptimizedForms._

  /** @param sink
    *   the receiver of the value, or null if the value is only checked
    * @param charges
    *   whether bytes that are read again are charged: only one of the two walks is
    */
  def read(cursor: Cursor, form: OptimizedForm, sink: Sink, charges: Boolean): Unit =
    form.name match {
      case SqlDateName =>
        val millis = cursor.i64(NotKnown)
        if (sink != null) sink.day(zone.dayOf(millis), millis)
      case SqlTimeName =>
        val millis = cursor.i64(NotKnown)
        if (sink != null) sink.time(zone.nanosOfDay(millis), millis)
      case SqlTimestampName => timestamp(cursor, sink)
      case BigIntegerName =>
        val value = bigInteger(cursor)
        if (sink != null) sink.decimal(value, 0)
      case BigDecimalName =>
        val unscaled = bigIntegerValue(cursor, charges)
        val scale = cursor.i32(NotKnown)
        if (sink != null) sink.decimal(unscaled, scale)
      case _ => javaTime(cursor, sink)
    }

  private def timestamp(cursor: Cursor, sink: Sink): Unit = {
    val millis = cursor.i64(NotKnown)
    val nanos = cursor.i32(NotKnown)
    val ofSecond = nanos / 1000000
    if (nanos < 0 || nanos > MaxNanos || millis > Long.MaxValue - ofSecond)
      cursor.refuse(NotKnown)
    if (sink != null)
      sink.instant(InstantForm.Timestamp, millis + ofSecond, nanos % 1000000)
  }

  private def bigInteger(cursor: Cursor): BigInteger = {
    cursor.skip(16, NotKnown)
    handles.number(cursor.position)
    if (cursor.u8(NotKnown) != Optimized.ByteArray) cursor.refuse(NotKnown)
    val from = cursor.take(4, NotKnown)
    val magnitudeFrom = cursor.take(cursor.i32At(from).toLong, NotKnown)
    val value = Decimals.withSign(1, cursor.bytes, magnitudeFrom, cursor.position)
    val signum = cursor.i32(NotKnown)
    if (signum < -1 || signum > 1 || (signum == 0) != (value.signum == 0)) cursor.refuse(NotKnown)
    if (signum < 0) value.negate else value
  }

  /** Reads a BigInteger with its code, or a handle to one. */
  private def bigIntegerValue(cursor: Cursor, charges: Boolean): BigInteger = {
    val start = cursor.position
    val code = cursor.u8(NotKnown).toByte
    if (code == Optimized.Handle) {
      val target = handles.target(cursor)
      val back = cursor.position
      cursor.moveTo(target)
      val value = bigIntegerAt(cursor)
      // Many decimals may share one of Java's small constants, which cost no more than the decimal.
      if (charges && cursor.position - target > FreeNumber)
        rereads.more(cursor.position - target)
      cursor.moveTo(back)
      value
    } else {
      handles.number(start)
      cursor.moveTo(start)
      bigIntegerAt(cursor)
    }
  }

  private def bigIntegerAt(cursor: Cursor): BigInteger = {
    val code = cursor.u8(NotKnown)
    val form = if (code == Optimized.Serializable) OptimizedForms.read(cursor) else null
    if (form == null || form.name != BigIntegerName) cursor.refuse(NotKnown)
    bigInteger(cursor)
  }

  // java.time.

  private def javaTime(cursor: Cursor, sink: Sink): Unit =
    try {
      (cursor.u8(NotKnown): @switch) match {
        case 2 =>
          val value = Instant.ofEpochSecond(cursor.i64(NotKnown), nanos(cursor).toLong)
          if (sink != null)
            sink.instant(InstantForm.Seconds, value.getEpochSecond, value.getNano)
        case 3 => give(Dated(date(cursor)), sink)
        case 5 => give(Dated(dateTime(cursor)), sink)
        case 6 => zonedDateTime(cursor, sink)
        case 10 => give(Dated(OffsetDateTime.of(dateTime(cursor), offset(cursor))), sink)
        case which => give(textOf(cursor, which), sink)
      }
    } catch { case _: DateTimeException => cursor.refuse(NotKnown) }

  private def give(value: Dated, sink: Sink): Unit = if (sink != null) sink.dated(value)

  private def give(value: AnyRef, sink: Sink): Unit = if (sink != null) {
    val text = value.toString.getBytes(UTF_8)
    sink.textForm(text, 0, text.length)
  }

  /** Reads a value that has no type in Spark, and returns it for its text. */
  private def textOf(cursor: Cursor, which: Int): AnyRef = (which: @switch) match {
    case 1 => Duration.ofSeconds(cursor.i64(NotKnown), nanos(cursor).toLong)
    case 4 => time(cursor)
    case 7 => region(cursor)
    case 8 => offset(cursor)
    case 9 => OffsetTime.of(time(cursor), offset(cursor))
    case 11 => Year.of(cursor.i32(NotKnown))
    case 12 => YearMonth.of(cursor.i32(NotKnown), cursor.u8(NotKnown))
    case 13 => MonthDay.of(cursor.u8(NotKnown), cursor.u8(NotKnown))
    case 14 => Period.of(cursor.i32(NotKnown), cursor.i32(NotKnown), cursor.i32(NotKnown))
    case _ => cursor.refuse(NotKnown)
  }

  private def nanos(cursor: Cursor): Int = {
    val nanos = cursor.i32(NotKnown)
    if (nanos < 0 || nanos > MaxNanos) cursor.refuse(NotKnown)
    nanos
  }

  private def date(cursor: Cursor): LocalDate =
    LocalDate.of(cursor.i32(NotKnown), cursor.u8(NotKnown), cursor.u8(NotKnown))

  private def time(cursor: Cursor): LocalTime = {
    val hour = cursor.u8(NotKnown).toByte
    if (hour < 0) LocalTime.of(~hour, 0)
    else {
      val minute = cursor.u8(NotKnown).toByte
      if (minute < 0) LocalTime.of(hour.toInt, ~minute)
      else {
        val second = cursor.u8(NotKnown).toByte
        if (second < 0) LocalTime.of(hour.toInt, minute.toInt, ~second)
        else LocalTime.of(hour.toInt, minute.toInt, second.toInt, nanos(cursor))
      }
    }
  }

  private def dateTime(cursor: Cursor): LocalDateTime = LocalDateTime.of(date(cursor), time(cursor))

  private def offset(cursor: Cursor): ZoneOffset = {
    val quarters = cursor.u8(NotKnown).toByte
    ZoneOffset.ofTotalSeconds(if (quarters == 127) cursor.i32(NotKnown) else quarters * 900)
  }

  private def region(cursor: Cursor): String = {
    val from = cursor.take(4, NotKnown)
    val name = cursor.take(cursor.i32At(from).toLong, NotKnown)
    ModifiedUtf8.decode(cursor.bytes, name, cursor.position)
  }

  private def zonedDateTime(cursor: Cursor, sink: Sink): Unit = {
    val moment = OffsetDateTime.of(dateTime(cursor), offset(cursor))
    val zone = cursor.u8(NotKnown) match {
      case 7 => region(cursor)
      case 8 => offset(cursor).toString
      case _ => cursor.refuse(NotKnown)
    }
    give(Dated(moment, if (zone == moment.getOffset.toString) null else zone), sink)
  }

  private final val MaxNanos = 999999999
  private final val FreeNumber = 64
}
