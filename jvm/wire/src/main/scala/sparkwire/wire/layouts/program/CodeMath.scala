package sparkwire.wire.layouts.program

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire.core.Bytes

/** An expression uses a value that is not there. */
abstract class NotThere private[program] () extends ArithmeticException {
  override def fillInStackTrace(): Throwable = this
}

private object NotThere extends NotThere

/** The methods that generated code calls. Its numbers have 64 signed bits. A number that does not
  * fit, or an operand that is not there, ends the code with an `ArithmeticException`, and the walk
  * reads the value.
  */
object CodeMath {
  private val Name = getClass.getName.stripSuffix("$")

  private object NotPlain extends ArithmeticException {
    override def fillInStackTrace(): Throwable = this
  }

  private def notPlain(): Nothing = throw NotPlain

  // The value of a member that is not there.
  def noNumber(): Long = throw NotThere
  def noReal(): Double = throw NotThere
  def noTruth(): Boolean = throw NotThere

  private[layouts] def constant(value: Long): String =
    if (value == Long.MinValue) "Long.MIN_VALUE" else s"${value}L"
  private[layouts] def constant(value: Double): String =
    s"Double.longBitsToDouble(${constant(java.lang.Double.doubleToRawLongBits(value))})"

  /** Returns Java for a method of this object. */
  private[layouts] def call(method: String, arguments: Any*): String =
    s"$Name.$method(${arguments.mkString(", ")})"

  /** Returns Java for an operator of [[WholeNodes]] that notices an overflow. */
  private[layouts] def exact(operator: Int, left: String, right: String): String = operator match {
    case WholeNodes.Add => s"Math.addExact($left, $right)"
    case WholeNodes.Subtract => s"Math.subtractExact($left, $right)"
    case WholeNodes.Multiply => s"Math.multiplyExact($left, $right)"
    case WholeNodes.Divide => call("divide", left, right)
    case WholeNodes.Modulo => s"Math.floorMod($left, $right)"
    case WholeNodes.ShiftLeft => call("shiftLeft", left, right)
    case WholeNodes.ShiftRight => call("shiftRight", left, right)
    case _ => s"($left ${WholeNodes.Operators(operator)} $right)"
  }

  def divide(a: Long, b: Long): Long =
    if (a == Long.MinValue && b == -1) notPlain() else Math.floorDiv(a, b)

  /** The number by which `b` is multiplied to make `a`. */
  def quotient(a: Long, b: Long): Long =
    if (b == 0 || a % b != 0) notPlain() else a / b

  def divideReal(a: Double, b: Double): Double = if (b == 0) notPlain() else a / b

  def shiftLeft(a: Long, by: Long): Long = {
    if (by < 0 || by > 62 || (a << by >> by) != a) notPlain()
    a << by
  }

  def shiftRight(a: Long, by: Long): Long =
    if (by < 0) notPlain() else a >> math.min(by, 63L)

  // Elements of lists.

  def elementAt(list: ListElements, index: Long): Long =
    if (index < 0 || index >= list.size) notPlain() else list.long(index.toInt)
  def lastElement(list: ListElements): Long = elementAt(list, list.size - 1L)
  def largestElement(list: ListElements, isPaid: Boolean): Long =
    extreme(list, isPaid, isMax = true)
  def smallestElement(list: ListElements, isPaid: Boolean): Long =
    extreme(list, isPaid, isMax = false)

  private def extreme(list: ListElements, isPaid: Boolean, isMax: Boolean): Long = {
    if (!isPaid) notPlain()
    var found = elementAt(list, 0)
    var at = 1
    while (at < list.size) {
      val next = list.long(at)
      if (if (isMax) next > found else next < found) found = next
      at += 1
    }
    found
  }

  /** Returns where a terminator begins, -1 if there is none. A terminator of several bytes is at a
    * multiple of their number.
    */
  def find(bytes: Array[Byte], from: Int, until: Int, terminator: Array[Byte]): Int = {
    val unit = terminator.length
    val first = terminator(0)
    var at = from
    while (at <= until - unit && !(bytes(at) == first && (unit == 1 || isAt(
        bytes, at, terminator))))
      at += unit
    if (at <= until - unit) at else -1
  }

  def isAt(bytes: Array[Byte], at: Int, expected: Array[Byte]): Boolean =
    java.util.Arrays.equals(bytes, at, at + expected.length, expected, 0, expected.length)

  def isSame(bytes: Array[Byte], from: Int, until: Int, expected: Array[Byte]): Boolean =
    java.util.Arrays.equals(bytes, from, until, expected, 0, expected.length)

  /** Returns where bytes end without their padding. */
  def endOfUnpadded(bytes: Array[Byte], from: Int, until: Int, padding: Int): Int = {
    var end = until
    while (end > from && (bytes(end - 1) & 0xff) == padding) end -= 1
    end
  }

  def isAscii(bytes: Array[Byte], from: Int, until: Int): Boolean = {
    var at = from
    while (at <= until - 8 && (Bytes.i64le(bytes, at) & AnyHigh) == 0) at += 8
    while (at < until && bytes(at) >= 0) at += 1
    at == until
  }
  private final val AnyHigh = 0x8080808080808080L

  /** The number of a COMP-3 field of at most 18 digits. */
  def packed(bytes: Array[Byte], from: Int, until: Int): Long = {
    val size = until - from
    if (size < 1 || size > 10) notPlain()
    var value = 0L
    var at = from
    while (at < until - 1) {
      val high = (bytes(at) >> 4) & 0xf
      val low = bytes(at) & 0xf
      if (high > 9 || low > 9 || value > MostBefore) notPlain()
      value = value * 100 + high * 10 + low
      at += 1
    }
    val high = (bytes(at) >> 4) & 0xf
    val sign = bytes(at) & 0xf
    if (high > 9 || sign < 0xa || value > MostBefore) notPlain()
    value = value * 10 + high
    if (sign == 0xb || sign == 0xd) -value else value
  }

  /** The number of a zoned field of at most 18 digits. */
  def zoned(bytes: Array[Byte], from: Int, until: Int): Long = {
    if (until - from < 1 || until - from > 18) notPlain()
    var value = 0L
    var at = from
    while (at < until - 1) {
      val digit = bytes(at) & 0xf
      if ((bytes(at) & 0xf0) != 0xf0 || digit > 9) notPlain()
      value = value * 10 + digit
      at += 1
    }
    val digit = bytes(at) & 0xf
    val sign = (bytes(at) >> 4) & 0xf
    if (digit > 9 || sign < 0xa) notPlain()
    value = value * 10 + digit
    if (sign == 0xb || sign == 0xd) -value else value
  }

  // Two more digits make at most 10^18.
  private final val MostBefore = 9999999999999999L

  /** The text of a UUID. */
  def uuid(bytes: Array[Byte], from: Int): Array[Byte] = {
    val out = new Array[Byte](36)
    var to = 0
    var at = 0
    while (at < 16) {
      if (at == 4 || at == 6 || at == 8 || at == 10) {
        out(to) = '-'
        to += 1
      }
      val byte = bytes(from + at)
      out(to) = Hex((byte >> 4) & 0xf)
      out(to + 1) = Hex(byte & 0xf)
      to += 2
      at += 1
    }
    out
  }
  private val Hex = "0123456789abcdef".getBytes(US_ASCII)

  /** The number of two's complement in at most 8 bytes, big-endian. */
  def number(bytes: Array[Byte], from: Int, until: Int): Long = {
    if (until - from > 8) notPlain()
    var value = if (until > from && bytes(from) < 0) -1L else 0L
    var at = from
    while (at < until) {
      value = (value << 8) | (bytes(at) & 0xff)
      at += 1
    }
    value
  }
}
