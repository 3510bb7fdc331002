package sparkwire.wire.layouts.coding.writing

import java.nio.{ByteBuffer, CharBuffer}
import java.nio.charset.{Charset, CodingErrorAction}
import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.layouts.program.Texts

/** Writes text in another encoding than UTF-8. */
abstract class TextBytes {

  /** Returns how many bytes a text in UTF-8 takes, -1 if the encoding lacks one of its characters. */
  def count(text: Array[Byte], from: Int, until: Int): Int

  /** Writes a text in UTF-8 to `to`, for which there is room. Returns false if the encoding lacks one
    * of its characters.
    */
  def put(text: Array[Byte], from: Int, until: Int, out: Array[Byte], to: Int): Boolean
}

private[layouts] object TextBytes {
  def of(charset: Charset): TextBytes = {
    val table = Texts.tableOf(charset)
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

    // A character of four bytes is two of Java's, and no encoding has it.
    def count(text: Array[Byte], from: Int, until: Int): Int = {
      var count = 0
      var at = from
      while (at < until) {
        if ((text(at) & 0xc0) != 0x80) count += 1
        at += 1
      }
      count
    }

    def put(text: Array[Byte], from: Int, until: Int, out: Array[Byte], to: Int): Boolean = {
      var next = to
      var at = from
      while (at < until && text(at) >= 0 && ofAscii(text(at).toInt) >= 0) {
        out(next) = ofAscii(text(at).toInt).toByte
        next += 1
        at += 1
      }
      at == until || putRest(new String(text, at, until - at, UTF_8), out, next)
    }

    private def putRest(text: String, out: Array[Byte], to: Int): Boolean = {
      var at = 0
      while (at < text.length && bytes.containsKey(text.charAt(at).toInt)) {
        out(to + at) = bytes.get(text.charAt(at).toInt).toByte
        at += 1
      }
      at == text.length
    }
  }

  private final class Encoder(charset: Charset) extends TextBytes {
    private[this] val encoder = charset.newEncoder().onMalformedInput(CodingErrorAction.REPORT)
      .onUnmappableCharacter(CodingErrorAction.REPORT)
    private[this] var made = ByteBuffer.allocate(64)

    /** Encodes a text. The bytes are in the buffer afterwards. */
    def count(text: Array[Byte], from: Int, until: Int): Int = {
      val chars = CharBuffer.wrap(new String(text, from, until - from, UTF_8))
      val most = (chars.length * encoder.maxBytesPerChar.toDouble).toInt
      if (made.capacity < most || made.capacity > MostKept) made = ByteBuffer.allocate(most)
      made.clear()
      encoder.reset()
      val isEncoded =
        encoder.encode(chars, made, true).isUnderflow && encoder.flush(made).isUnderflow
      if (isEncoded) made.position() else -1
    }

    def put(text: Array[Byte], from: Int, until: Int, out: Array[Byte], to: Int): Boolean = {
      val size = count(text, from, until)
      if (size >= 0) System.arraycopy(made.array, 0, out, to, size)
      size >= 0
    }
  }

  // Room for a large text is not kept.
  private final val MostKept = 1 << 16
}
