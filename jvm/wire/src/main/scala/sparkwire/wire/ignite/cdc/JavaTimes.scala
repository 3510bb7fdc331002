package sparkwire.wire.ignite.cdc

import sparkwire.wire.core.Cursor
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.optimized.{Optimized, OptimizedForms}
import sparkwire.wire.writing.Output

/** Copies the data that the class `java.time.Ser` writes for all classes of `java.time`: which
  * class (1), and its parts. Ignite leaves these classes to its optimized marshaller, which writes
  * the same parts in little endian: see [[sparkwire.wire.ignite.optimized.OptimizedScalars]]. The
  * parts by class:
  * | 1 2   | Duration, Instant: 8, 4                    |
  * | 3     | LocalDate: 4, 1, 1                         |
  * | 4     | LocalTime: 1 to 7 bytes, see below         |
  * | 5     | LocalDateTime: date, time                  |
  * | 6     | ZonedDateTime: date, time, offset, 7 or 8, zone or offset |
  * | 7     | zone: n (2), n bytes                       |
  * | 8     | offset: 1, and if that is 127, 4           |
  * | 9     | OffsetTime: time, offset                   |
  * | 10    | OffsetDateTime: date, time, offset         |
  * | 11    | Year: 4                                    |
  * | 12 13 | YearMonth: 4, 1; MonthDay: 1, 1            |
  * | 14    | Period: 4, 4, 4                            |
  *
  * A LocalTime ends with its hour, minute or second, inverted, if only zeros follow; otherwise 4 bytes
  * of nanoseconds follow the second.
  */
private[cdc] final class JavaTimes(blocks: Blocks, output: Output) {
  import JavaTimes._

  /** Copies an object of which the class has been read. */
  def copy(cursor: Cursor): Unit = {
    output.i8(OptimizedCode)
    val length = output.reserve(4)
    output.i8(Optimized.Externalizable)
    output.i32(OptimizedForms.idOf(ClassName))
    output.i16(0)
    blocks.begin()
    copyOne(cursor, byte(cursor))
    blocks.end(cursor)
    output.putI32(length, output.position - length - 4)
  }

  private def copyOne(cursor: Cursor, which: Int): Unit = {
    if (which <= 0 || which >= parts.length) cursor.refuse(UnknownClass)
    parts(which).foreach {
      case '1' => val _ = byte(cursor)
      case '4' => output.i32(blocks.i32(cursor))
      case '8' => output.i64(blocks.i64(cursor))
      case 't' => copyTime(cursor)
      case 'o' => if (byte(cursor) == OffsetInSeconds) output.i32(blocks.i32(cursor))
      case 'z' => copyZone(cursor)
      case _ =>
        val inner = byte(cursor)
        if (inner != Zone && inner != Offset) cursor.refuse(UnknownClass)
        copyOne(cursor, inner)
    }
  }

  private def byte(cursor: Cursor): Int = {
    val value = blocks.u8(cursor)
    output.i8(value)
    value.toByte.toInt
  }

  private def copyTime(cursor: Cursor): Unit =
    if (byte(cursor) >= 0 && byte(cursor) >= 0 && byte(cursor) >= 0)
      output.i32(blocks.i32(cursor))

  private def copyZone(cursor: Cursor): Unit = {
    val length = (blocks.u8(cursor) << 8) | blocks.u8(cursor)
    output.i32(length)
    blocks.copy(cursor, length, output)
  }
}

private[cdc] object JavaTimes {
  val ClassName = OptimizedForms.JavaTimeName
  private final val OffsetInSeconds = 127
  private final val Zone = 7
  private final val Offset = 8

  // By class: `1`, `4` and `8` are numbers of so many bytes, `t` a time, `o` an offset, `z` the name of
  // a zone, and `s` a zone or an offset with its class.
  private val parts =
    Array(
      "", "84", "84", "411", "t", "411t", "411tos", "z", "o", "to", "411to", "4", "41", "11", "444")
}
