package sparkwire.wire.ignite.cdc

import java.math.BigInteger

import sparkwire.wire.core.{Bytes, Cursor}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.cdc.ObjectStream._
import sparkwire.wire.ignite.optimized.{Optimized, OptimizedForms}
import sparkwire.wire.sinks.Decimals
import sparkwire.wire.writing.Output

/** Copies objects of the JDK that are one value each, as Ignite writes them:
  * | class                    | fields                          | data of its own       |
  * | Byte ... Boolean         | value                           |                       |
  * | java.util.UUID           | leastSigBits, mostSigBits       |                       |
  * | java.util.Date           |                                 | 8 milliseconds        |
  * | java.sql.Date Time       | as java.util.Date               | as java.util.Date     |
  * | java.sql.Timestamp       | Date: whole seconds; nanos      | as java.util.Date     |
  * | java.math.BigInteger     | signum, magnitude: byte array   | nothing, but its end  |
  * | java.math.BigDecimal     | scale, intVal: a BigInteger     | nothing, but its end  |
  * | java.time.Ser            |                                 | see [[JavaTimes]]     |
  *
  * Trap: the JDK keeps small BigIntegers, so decimals refer to each other's.
  */
private[cdc] final class JavaScalars(contents: Contents, classes: JavaClasses, output: Output) {
  import JavaScalars._

  private[this] val blocks = new Blocks
  private[this] val times = new JavaTimes(blocks, output)

  /** Whether the objects of a class are copied here. */
  def isScalar(form: JavaClass): Boolean =
    codeOf(form.name) > 0 || others.contains(form.name) ||
      form.name == JavaTimes.ClassName && form.isExternal

  /** Copies an object after its class. */
  def copy(cursor: Cursor, form: JavaClass, number: Int): Unit = {
    val code = codeOf(form.name)
    if (code > 0) copyBox(cursor, form, code)
    else form.name match {
      case Uuid => copyUuid(cursor, form)
      case BigIntegerName =>
        val value = bigInteger(cursor, form)
        contents.set(number, value)
        copyDecimal(value, 0)
      case BigDecimalName => copyBigDecimal(cursor, form)
      case JavaTimes.ClassName => times.copy(cursor)
      case _ => copyDate(cursor, form)
    }
  }

  /** Copies a BigInteger that has been read before. */
  def copyAgain(cursor: Cursor, value: BigInteger): Unit = {
    charge(cursor, value)
    copyDecimal(value, 0)
  }

  // A number is charged by its size wherever a reference of a few bytes repeats it.
  private def charge(cursor: Cursor, value: BigInteger): Unit =
    cursor.allowance.spend(value.bitLength / 8L)

  /** Skips the numbers of a class and returns where they begin. */
  private def numbers(cursor: Cursor, form: JavaClass): Int =
    cursor.take(form.size.toLong, Truncated)

  private def at(cursor: Cursor, form: JavaClass, from: Int, field: String, code: Char): Int = {
    val offset = form.offsetOf(field, code)
    if (offset < 0) cursor.refuse(UnknownClass)
    from + offset
  }

  /** Refuses a class with fields or superclasses that the copy would lose. */
  private def require(cursor: Cursor, form: JavaClass, objects: Int, parent: String): Unit = {
    val found = if (form.parent == null) null else form.parent.name
    val fits = found == parent && form.objects.length == objects && !form.isExternal &&
      (parent == null || form.parent.parent == null && form.parent.objects.isEmpty)
    if (!fits) cursor.refuse(UnknownClass)
  }

  private def copyBox(cursor: Cursor, form: JavaClass, code: Int): Unit = {
    require(cursor, form, 0, if (code == CharCode || code == BoolCode) null else Number)
    if (form.writesMore || form.parent != null && (form.parent.size > 0 || form.parent.writesMore))
      cursor.refuse(UnknownClass)
    val from = numbers(cursor, form)
    val value = at(cursor, form, from, "value", fieldCodes.charAt(code))
    output.i8(code)
    putNumber(cursor.bytes, value, output, sizes(code))
  }

  private def copyUuid(cursor: Cursor, form: JavaClass): Unit = {
    require(cursor, form, 0, null)
    if (form.writesMore) cursor.refuse(UnknownClass)
    val from = numbers(cursor, form)
    output.i8(UuidCode)
    output.i64(cursor.i64At(at(cursor, form, from, "mostSigBits", 'J')))
    output.i64(cursor.i64At(at(cursor, form, from, "leastSigBits", 'J')))
  }

  private def copyDate(cursor: Cursor, form: JavaClass): Unit = {
    val isUtil = form.name == UtilDate
    require(cursor, form, 0, if (isUtil) null else UtilDate)
    val util = if (isUtil) form else form.parent
    if (util.size > 0 || !util.writesMore || util.isExternal) cursor.refuse(UnknownClass)
    blocks.begin()
    val millis = blocks.i64(cursor)
    blocks.end(cursor)
    val from = if (isUtil) cursor.position else numbers(cursor, form)
    if (!isUtil && form.writesMore) blocks.end(cursor)
    form.name match {
      case UtilDate =>
        output.i8(DateCode)
        output.i64(millis)
      case SqlTime =>
        output.i8(TimeCode)
        output.i64(millis)
      case SqlDate => copySqlDate(millis)
      case _ =>
        copyTimestamp(cursor, millis, cursor.i32At(at(cursor, form, from, "nanos", 'I')))
    }
  }

  // Ignite has no code for it: its optimized marshaller writes it.
  private def copySqlDate(millis: Long): Unit = {
    output.i8(OptimizedCode)
    output.i32(1 + 4 + 2 + 8)
    output.i8(Optimized.Serializable)
    output.i32(OptimizedForms.idOf(OptimizedForms.SqlDateName))
    output.i16(0)
    output.i64(millis)
  }

  private def copyTimestamp(cursor: Cursor, seconds: Long, nanos: Int): Unit = {
    val millis = nanos / NanosInMilli
    if (nanos < 0 || nanos > MaxNanos || seconds > Long.MaxValue - millis)
      cursor.refuse(BadNanos)
    output.i8(TimestampCode)
    output.i64(seconds + millis)
    output.i32(nanos % NanosInMilli)
  }

  private def copyBigDecimal(cursor: Cursor, form: JavaClass): Unit = {
    require(cursor, form, 1, Number)
    val from = numbers(cursor, form)
    val scale = cursor.i32At(at(cursor, form, from, "scale", 'I'))
    val unscaled = bigIntegerValue(cursor)
    endOf(cursor, form)
    copyDecimal(unscaled, scale)
  }

  /** Reads a BigInteger with its code, or a reference to one. */
  private def bigIntegerValue(cursor: Cursor): BigInteger = cursor.u8(Truncated) match {
    case Reference =>
      contents.at(contents.readNumber(cursor)) match {
        case value: BigInteger =>
          charge(cursor, value)
          value
        case _ => cursor.refuse(BadReference)
      }
    case Object =>
      val start = cursor.position - 1
      val form = classes.read(cursor)
      if (form == null || form.name != BigIntegerName) cursor.refuse(UnknownClass)
      val number = contents.add(null, start)
      val value = bigInteger(cursor, form)
      contents.set(number, value)
      value
    case _ => cursor.refuse(BadCode)
  }

  private def bigInteger(cursor: Cursor, form: JavaClass): BigInteger = {
    require(cursor, form, 1, Number)
    val from = numbers(cursor, form)
    val signum = cursor.i32At(at(cursor, form, from, "signum", 'I'))
    expect(cursor, JavaArray, UnknownClass)
    val start = cursor.position - 1
    val array = classes.read(cursor)
    if (array == null || array.name != "[B") cursor.refuse(UnknownClass)
    val _ = contents.add(null, start)
    val length = count(cursor, 1)
    val magnitude = cursor.take(length.toLong, LengthPastEnd)
    val value = Decimals.withSign(1, cursor.bytes, magnitude, cursor.position)
    endOf(cursor, form)
    if (signum < -1 || signum > 1 || (signum == 0) != (value.signum == 0))
      cursor.refuse(BadDecimal)
    if (signum < 0) value.negate else value
  }

  private def endOf(cursor: Cursor, form: JavaClass): Unit = if (form.writesMore) {
    blocks.begin()
    blocks.end(cursor)
  }

  /** Copies a decimal: its magnitude with the sign in the first bit. */
  private def copyDecimal(value: BigInteger, scale: Int): Unit = {
    // In two's complement, a number that is not negative begins with a bit that is 0.
    val magnitude = value.abs.toByteArray
    if (value.signum < 0) magnitude(0) = (magnitude(0) | 0x80).toByte
    output.i8(DecimalCode)
    output.i32(scale)
    output.i32(magnitude.length)
    output.put(magnitude, 0, magnitude.length)
  }
}

private[cdc] object JavaScalars {
  private final val Number = "java.lang.Number"
  private final val Uuid = "java.util.UUID"
  private final val UtilDate = "java.util.Date"
  private final val SqlDate = "java.sql.Date"
  private final val SqlTime = "java.sql.Time"
  private final val SqlTimestamp = "java.sql.Timestamp"
  private final val BigIntegerName = "java.math.BigInteger"
  private final val BigDecimalName = "java.math.BigDecimal"
  private val others =
    Set(Uuid, UtilDate, SqlDate, SqlTime, SqlTimestamp, BigIntegerName, BigDecimalName)
  private final val NanosInMilli = 1000000
  private final val MaxNanos = 999999999

  // By the codes of Ignite: the code of the field, and the size of the number.
  private val fieldCodes = " BSIJFDCZ"
  private val sizes = Array(0, 1, 2, 4, 8, 4, 8, 2, 1)

  // By the codes of Ignite.
  private val boxes = Array("", "java.lang.Byte", "java.lang.Short", "java.lang.Integer",
    "java.lang.Long", "java.lang.Float", "java.lang.Double", "java.lang.Character",
    "java.lang.Boolean")

  /** Returns Ignite's code for a class that boxes a number, 0 for other classes. */
  def codeOf(name: String): Int = math.max(boxes.indexOf(name), 0)

  /** Returns Ignite's code for an element of an array, by the code of a field; 0 for objects. */
  def codeOf(element: Char): Int = math.max(fieldCodes.indexOf(element.toInt), 0)

  def sizeOf(code: Int): Int = sizes(code)

  /** Writes a number of a stream, which is big endian, as Ignite has it, little endian. */
  def putNumber(bytes: Array[Byte], at: Int, output: Output, size: Int): Unit = size match {
    case 1 => output.i8(bytes(at).toInt)
    case 2 => output.i16(Bytes.i16be(bytes, at).toInt)
    case 4 => output.i32(Bytes.i32be(bytes, at))
    case _ => output.i64(Bytes.i64be(bytes, at))
  }
}
