package sparkwire.files.lines

import java.io.OutputStream
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.util.Base64
import java.util.regex.Pattern

import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.wire.core.Utf8

/** A growing array of bytes to which JSON is appended, in UTF-8. */
private[lines] final class LineText {
  private[this] var bytes = new Array[Byte](1 << 16)
  private[this] var size = 0

  def length: Int = size
  def truncate(length: Int): Unit = size = length

  /** Writes all bytes and forgets them. */
  def drainTo(out: OutputStream): Unit = {
    out.write(bytes, 0, size)
    size = 0
  }

  override def toString: String = new String(bytes, 0, size, UTF_8)

  private def reserve(more: Int): Unit =
    if (more > bytes.length - size) {
      val wanted = size.toLong + more
      if (wanted > LineText.Most)
        throw new IllegalStateException(s"a row of $wanted bytes as JSON: 2 GiB are the most")
      bytes = java.util.Arrays.copyOf(bytes,
        math.min(LineText.Most, math.max(wanted, 2L * bytes.length)).toInt)
    }

  def put(byte: Int): Unit = {
    if (size == bytes.length) reserve(1)
    bytes(size) = byte.toByte
    size += 1
  }

  def put(from: Array[Byte]): Unit = put(from, 0, from.length)

  def put(from: Array[Byte], at: Int, length: Int): Unit = {
    reserve(length)
    System.arraycopy(from, at, bytes, size, length)
    size += length
  }

  /** Appends text of ASCII characters. */
  def ascii(text: String): Unit = put(text.getBytes(ISO_8859_1))

  /** Appends JSON. */
  def json(text: String): Unit = {
    // Control characters are in strings only.
    val escaped = LineText.Control.matcher(text).replaceAll(found =>
      s"\\\\u00${Integer.toHexString(found.group.charAt(0).toInt)}")
    put(escaped.getBytes(UTF_8))
  }

  def long(value: Long): Unit =
    if (value == Long.MinValue) ascii(value.toString)
    else {
      if (value < 0) put('-')
      digits(math.abs(value), 1)
    }

  /** Appends the digits of a number that is not negative, after zeros up to a width. */
  def digits(value: Long, width: Int): Unit = {
    var count = 1
    var rest = value / 10
    while (rest > 0) {
      count += 1
      rest /= 10
    }
    count = math.max(count, width)
    reserve(count)
    var at = size + count
    size = at
    rest = value
    while (count > 0) {
      at -= 1
      bytes(at) = ('0' + rest % 10).toByte
      rest /= 10
      count -= 1
    }
  }

  def double(value: Double): Unit = ascii(java.lang.Double.toString(value))

  def base64(value: Array[Byte]): Unit = {
    put('"')
    put(LineText.Encoder.encode(value))
    put('"')
  }

  def quoted(text: UTF8String): Unit = text.getBaseObject match {
    case bytes: Array[Byte] =>
      quoted(bytes, (text.getBaseOffset - Platform.BYTE_ARRAY_OFFSET).toInt, text.numBytes)
    case _ =>
      val copy = text.getBytes
      quoted(copy, 0, copy.length)
  }

  /** Appends a string. Malformed UTF-8 is replaced as Java replaces it.
    *
    * Beside what JSON requires, the control characters from U+007F to U+009F are escaped: a terminal may
    * execute them.
    */
  def quoted(from: Array[Byte], at: Int, length: Int): Unit = {
    reserve(length + 2)
    put('"')
    if (Utf8.isValid(from, at, at + length)) escaped(from, at, at + length)
    else {
      val replaced = new String(from, at, length, UTF_8).getBytes(UTF_8)
      escaped(replaced, 0, replaced.length)
    }
    put('"')
  }

  private def escaped(from: Array[Byte], start: Int, until: Int): Unit = {
    var at = start
    var copied = start
    while (at < until) {
      val byte = from(at)
      if (LineText.IsPlain(byte & 0xff)) at += 1
      else {
        // U+0080 to U+00BF are C2 and a byte.
        val isLatin = byte == LineText.Latin
        if (isLatin && (from(at + 1) & LineText.Printable) != 0) at += 2
        else {
          put(from, copied, at - copied)
          put(LineText.Escapes(if (isLatin) from(at + 1) & 0xff else byte.toInt))
          at += (if (isLatin) 2 else 1)
          copied = at
        }
      }
    }
    put(from, copied, until - copied)
  }
}

private[lines] object LineText {
  // Some JVMs have no longer arrays.
  private final val Most = Int.MaxValue - 15L

  // Leads the bytes of U+0080 to U+00BF.
  private final val Latin: Byte = -62
  // The bit that the second bytes of U+00A0 to U+00BF have.
  private final val Printable = 0x20
  private val Control = Pattern.compile("[\u007f-\u009f]")
  private val Encoder = Base64.getEncoder

  private val IsPlain: Array[Boolean] = Array.tabulate(256)(byte =>
    byte >= ' ' && byte != '"' && byte != '\\' && byte != 0x7f && byte.toByte != Latin)

  // Of the characters up to U+009F.
  private val Escapes: Array[Array[Byte]] = Array.tabulate('\u009f' + 1) {
    case '"' => ascii("\\\"")
    case '\\' => ascii("\\\\")
    case '\b' => ascii("\\b")
    case '\t' => ascii("\\t")
    case '\n' => ascii("\\n")
    case '\f' => ascii("\\f")
    case '\r' => ascii("\\r")
    case code if code >= 0x7f => ascii("\\u%04x".format(code))
    // Jackson writes these digits in upper case.
    case code => ascii("\\u%04X".format(code))
  }

  private def ascii(text: String): Array[Byte] = text.getBytes(ISO_8859_1)
}
