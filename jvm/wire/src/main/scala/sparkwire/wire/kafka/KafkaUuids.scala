package sparkwire.wire.kafka

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Base64

import sparkwire.wire.core.Bytes
import sparkwire.wire.places.TextCoding

/** The text of UUIDs in Kafka: their 16 bytes in URL-safe base64, without padding. */
private[kafka] object KafkaUuids extends TextCoding(size = 16, textSize = 22) {
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
    // Ten characters have 60 bits. The eleventh has four bits of the first half and two of the
    // second. The last one has two; its other four must be zero.
    val first = ten(text, from)
    val eleventh = bits(text(from + 10) & 0xff).toLong
    val second = ten(text, from + 11)
    val last = bits(text(from + 21) & 0xff).toLong
    Bytes.putI64be(bytes, start, first << 4 | eleventh >>> 2)
    Bytes.putI64be(bytes, start + 8, eleventh << 62 | second << 2 | last >>> 4)
    (first | eleventh | second | last) >= 0 && (last & 0xf) == 0
  }

  /** Returns the bits of ten characters, a negative number if one of them is not a base64 digit. */
  private def ten(text: Array[Byte], from: Int): Long = {
    var collected = 0L
    var at = from
    while (at < from + 10) {
      collected = collected << 6 | bits(text(at) & 0xff)
      at += 1
    }
    collected
  }

  /** Whether [[text]] can return this text. */
  def isText(written: String): Boolean =
    written.matches("[A-Za-z0-9_-]{22}") &&
      new String(text(Base64.getUrlDecoder.decode(written), 0), US_ASCII) == written
}
