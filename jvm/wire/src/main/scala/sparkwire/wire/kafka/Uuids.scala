package sparkwire.wire.kafka

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Base64

import sparkwire.wire.places.TextCoding

/** The text of UUIDs in Kafka: their 16 bytes in URL-safe base64, without padding. */
private[kafka] object Uuids extends TextCoding(size = 16, textSize = 22) {
  final val Size = 16
  final val TextSize = 22
  val Zero: String = "A" * TextSize

  private[this] val alphabet =
    (('A' to 'Z') ++ ('a' to 'z') ++ ('0' to '9')).mkString.concat("-_").getBytes(US_ASCII)

  // The six bits of each character, -1 for other characters.
  private[this] val bits = {
    val found = Array.fill(256)(-1)
    alphabet.indices.foreach(value => found(alphabet(value).toInt) = value)
    found
  }

  /** Returns the text of the UUID at `at`, in a new array. */
  def text(bytes: Array[Byte], at: Int): Array[Byte] = {
    val out = new Array[Byte](TextSize)
    write(bytes, at, out, 0)
    out
  }

  override def write(bytes: Array[Byte], start: Int, out: Array[Byte], at: Int): Unit = {
    var from = start
    var to = at
    while (to < at + TextSize - 2) {
      val three =
        (bytes(from) & 0xff) << 16 | (bytes(from + 1) & 0xff) << 8 | bytes(from + 2) & 0xff
      out(to) = alphabet(three >>> 18)
      out(to + 1) = alphabet((three >>> 12) & 0x3f)
      out(to + 2) = alphabet((three >>> 6) & 0x3f)
      out(to + 3) = alphabet(three & 0x3f)
      from += 3
      to += 4
    }
    val last = bytes(from) & 0xff
    out(to) = alphabet(last >>> 2)
    out(to + 1) = alphabet((last << 4) & 0x3f)
  }

  override def tryRead(text: Array[Byte], from: Int, until: Int, bytes: Array[Byte],
      start: Int): Boolean = until - from == TextSize && {
    // All 132 bits but the last four, which must be zero.
    var collected = 0
    var count = 0
    var at = start
    var seen = 0
    var i = from
    while (i < until) {
      val six = bits(text(i) & 0xff)
      seen |= six
      collected = (collected << 6) | six
      count += 6
      if (count >= 8) {
        count -= 8
        bytes(at) = (collected >>> count).toByte
        at += 1
      }
      i += 1
    }
    seen >= 0 && (collected & 0xf) == 0
  }

  /** Whether [[text]] can return this text. */
  def isText(written: String): Boolean =
    written.matches("[A-Za-z0-9_-]{22}") &&
      new String(text(Base64.getUrlDecoder.decode(written), 0), US_ASCII) == written
}
