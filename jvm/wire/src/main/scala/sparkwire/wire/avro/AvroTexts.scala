package sparkwire.wire.avro

import sparkwire.wire.avro.Avro._
import sparkwire.wire.core.{Cursor, Sink, Utf8}

/** Gives strings unchanged if they are valid UTF-8; refuses or replaces others. The bytes end at
  * the cursor.
  */
private[avro] final class AvroTexts(replaces: Boolean) {

  def give(cursor: Cursor, sink: Sink, from: Int): Unit = {
    val bytes = cursor.bytes
    val until = cursor.position
    if (Utf8.isValid(bytes, from, until)) sink.text(bytes, from, until)
    else {
      if (!replaces) cursor.refuse(BadUtf8)
      val replaced = Utf8.replaced(bytes, from, until)
      sink.text(replaced, 0, replaced.length)
    }
  }

  /** Gives the text of a UUID in lower case; any other text stays unchanged. */
  def giveUuid(cursor: Cursor, sink: Sink, from: Int): Unit = {
    val lower =
      if (cursor.position - from == AvroTexts.UuidLength) lowered(cursor.bytes, from) else null
    if (lower == null) give(cursor, sink, from) else sink.text(lower, 0, lower.length)
  }

  /** Returns the UUID in lower case, null if the text is not a UUID. */
  private def lowered(bytes: Array[Byte], from: Int): Array[Byte] = {
    val lower = java.util.Arrays.copyOfRange(bytes, from, from + AvroTexts.UuidLength)
    var at = 0
    var isUuid = true
    while (isUuid && at < lower.length) {
      val c = lower(at)
      if (at == 8 || at == 13 || at == 18 || at == 23) isUuid = c == '-'
      else if (c >= 'A' && c <= 'F') lower(at) = (c + 32).toByte
      else isUuid = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')
      at += 1
    }
    if (isUuid) lower else null
  }

  /** Gives the text of a UUID of 16 bytes. */
  def giveUuidOf(bytes: Array[Byte], from: Int, sink: Sink): Unit = {
    val text = new Array[Byte](AvroTexts.UuidLength)
    var at = 0
    var byte = from
    while (at < text.length)
      if (at == 8 || at == 13 || at == 18 || at == 23) {
        text(at) = '-'
        at += 1
      } else {
        text(at) = AvroTexts.Digits((bytes(byte) >> 4) & 0xf)
        text(at + 1) = AvroTexts.Digits(bytes(byte) & 0xf)
        byte += 1
        at += 2
      }
    sink.text(text, 0, text.length)
  }
}

private object AvroTexts {
  final val UuidLength = 36
  private val Digits = "0123456789abcdef".getBytes
}
