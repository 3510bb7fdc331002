package sparkwire.wire.layouts.coding.writing

import java.nio.{ByteBuffer, CharBuffer}
import java.nio.charset.{Charset, CodingErrorAction}
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.layouts.program.LayoutTexts

/** Converts text from UTF-8 to another encoding. */
abstract class TextBytes {
  protected[this] final var made: Array[Byte] = Array.emptyByteArray
  private[this] var size = 0

  /** Converts a text, and returns how many bytes it takes; -1 if the encoding lacks one of its
    * characters.
    */
  final def encode(text: Array[Byte], from: Int, until: Int): Int = {
    size = convert(text, from, until)
    size
  }

  /** Copies the text that was converted last. */
  final def copy(out: Array[Byte], to: Int): Unit = System.arraycopy(made, 0, out, to, size)

  /** Converts a text to the beginning of `made`. */
  protected def convert(text: Array[Byte], from: Int, until: Int): Int

  /** Makes room for so many bytes. The room of a large text is not kept. */
  protected final def require(most: Int): Unit =
    if (made.length < most || made.length > TextBytes.MostKept)
      made = new Array[Byte](math.max(most, TextBytes.Least))
}

private[layouts] object TextBytes {
  def of(charset: Charset): TextBytes = {
    val table = LayoutTexts.tableOf(charset)
    if (table == null) new Encoder(charset) else new Table(table)
  }

  /** An encoding that takes a byte for each character.
    *
    * @param table
    *   the character of each byte; U+FFFD marks a byte that has none
    */
  private final class Table(table: Array[Char]) extends TextBytes {
    private[this] val bytes = new java.util.HashMap[Int, Int]
    table.indices.foreach(byte =>
      if (table(byte) != '\ufffd') {
        val _ = bytes.putIfAbsent(table(byte).toInt, byte)
      })
    // Most characters are of ASCII.
    private[this] val ofAscii = Array.tabulate(0x80)(char => bytes.getOrDefault(char, -1))

    protected def convert(text: Array[Byte], from: Int, until: Int): Int = {
      require(until - from)
      var at = from
      while (at < until && text(at) >= 0 && ofAscii(text(at).toInt) >= 0) {
        made(at - from) = ofAscii(text(at).toInt).toByte
        at += 1
      }
      if (at == until) until - from
      else convert(new String(text, at, until - at, UTF_8), at - from)
    }

    private def convert(text: String, to: Int): Int = {
      var at = 0
      while (at < text.length && bytes.containsKey(text.charAt(at).toInt)) {
        made(to + at) = bytes.get(text.charAt(at).toInt).toByte
        at += 1
      }
      if (at == text.length) to + at else -1
    }
  }

  private final class Encoder(charset: Charset) extends TextBytes {
    private[this] val encoder = charset.newEncoder().onMalformedInput(CodingErrorAction.REPORT)
      .onUnmappableCharacter(CodingErrorAction.REPORT)

    protected def convert(text: Array[Byte], from: Int, until: Int): Int = {
      val chars = CharBuffer.wrap(new String(text, from, until - from, UTF_8))
      require(math.ceil(chars.length * encoder.maxBytesPerChar.toDouble).toInt)
      val out = ByteBuffer.wrap(made)
      encoder.reset()
      val isEncoded = encoder.encode(chars, out, true).isUnderflow && encoder.flush(out).isUnderflow
      if (isEncoded) out.position() else -1
    }
  }

  private final val Least = 64
  private final val MostKept = 1 << 16
}
