package sparkwire.wire.layouts.coding.writing

/** The methods that generated code calls to put digits. They return false for what does not fit. */
object WriterMath {
  private val Name = getClass.getName.stripSuffix("$")

  /** Returns Java for a method of this object. */
  private[writing] def call(method: String, arguments: Any*): String =
    s"$Name.$method(${arguments.mkString(", ")})"

  /** Two digits a byte; the low half of the last byte is the sign. */
  def putPacked(number: Long, out: Array[Byte], from: Int, until: Int): Boolean = {
    var rest = math.abs(number)
    var at = until - 1
    if (at >= from) {
      out(at) = (rest % 10 << 4 | (if (number < 0) 0xd else 0xc)).toByte
      rest /= 10
      at -= 1
      while (at >= from) {
        out(at) = (rest / 10 % 10 << 4 | rest % 10).toByte
        rest /= 100
        at -= 1
      }
    }
    until > from && rest == 0
  }

  /** A digit a byte in EBCDIC; the high half of the last byte is the sign. */
  def putZoned(number: Long, out: Array[Byte], from: Int, until: Int): Boolean = {
    var rest = math.abs(number)
    var at = until - 1
    var zone = if (number < 0) 0xd0 else 0xc0
    while (at >= from) {
      out(at) = (zone | rest % 10).toByte
      rest /= 10
      zone = 0xf0
      at -= 1
    }
    until > from && rest == 0
  }

  /** Two's complement, big-endian. */
  def putNumber(number: Long, out: Array[Byte], from: Int, until: Int): Boolean = {
    var rest = number
    var at = until - 1
    var last = 0
    while (at >= from) {
      last = rest.toByte.toInt
      out(at) = last.toByte
      rest >>= 8
      at -= 1
    }
    // What is left only repeats the sign.
    if (until == from) number == 0 else rest == (if (last < 0) -1 else 0)
  }

  /** 16 bytes of the text of a UUID. */
  def putUuid(
      text: Array[Byte], first: Int, end: Int, out: Array[Byte], to: Int): Boolean = {
    var at = first
    var next = to
    while (end - first == UuidSize && at < end) {
      val place = at - first
      if (place == 8 || place == 13 || place == 18 || place == 23) {
        if (text(at) != '-') at = end
        at += 1
      } else {
        val high = digit(text(at))
        val low = digit(text(at + 1))
        if ((high | low) < 0) at = end
        else {
          out(next) = (high << 4 | low).toByte
          next += 1
        }
        at += 2
      }
    }
    next == to + 16
  }
  private final val UuidSize = 36

  /** The value of a hexadecimal digit, -1 for any other character. */
  private def digit(char: Byte): Int = if (char < 0) -1 else Character.digit(char.toInt, 16)
}
