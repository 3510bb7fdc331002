package sparkwire.wire.databus.json

import java.nio.charset.StandardCharsets.US_ASCII

/** The text that represents a part as a key in JSON. Each task has its own instance.
  * | text              | content                                           |
  * | Length=           | length of the data, decimal                       |
  * | ;SchemaVersion=   | decimal                                           |
  * | ;SchemaId=0x      | digest, 8 or 32 hex digits                        |
  * | ;Value=0x         | the data, but at most its first 64 bytes          |
  */
private[databus] final class KeyPartText {
  private[this] var text: Array[Byte] = _
  private[this] var end = 0
  private[this] var at = 0
  private[this] var good = false
  private[this] var digestBytes = 0
  private[this] var dataBytes = 0

  private[this] var version = 0
  private[this] var isWhole = false

  def schemaVersion: Int = version

  /** The digest and the data are adjacent at the start of the parsed array. */
  def digestLength: Int = digestBytes
  def dataLength: Int = dataBytes

  /** Whether the text contains all of the data. */
  def hasData: Boolean = isWhole

  /** Returns true if the first `length` bytes are such a text. Decodes digest and data in place. */
  def parse(bytes: Array[Byte], length: Int): Boolean = {
    text = bytes
    end = length
    at = 0
    good = true
    skip(KeyPartText.Length)
    val dataLength = number(0, Int.MaxValue)
    skip(KeyPartText.SchemaVersion)
    version = number(Short.MinValue, Short.MaxValue).toInt
    skip(KeyPartText.SchemaId)
    digestBytes = hex(0)
    skip(KeyPartText.Value)
    dataBytes = hex(digestBytes)
    isWhole = dataLength <= KeyPartText.MaxBytesShown
    good && at == end && (digestBytes == 16 || digestBytes == 4) &&
    dataBytes == math.min(dataLength, KeyPartText.MaxBytesShown.toLong)
  }

  private def skip(word: Array[Byte]): Unit = {
    var index = 0
    while (good && index < word.length) {
      good = at < end && text(at) == word(index)
      at += 1
      index += 1
    }
  }

  private def number(low: Long, high: Long): Long = {
    val isNegative = at < end && text(at) == '-'
    if (isNegative) at += 1
    val from = at
    var value = 0L
    while (at < end && text(at) >= '0' && text(at) <= '9' && value <= high) {
      value = value * 10 + (text(at) - '0')
      at += 1
    }
    if (isNegative) value = -value
    good = good && at > from && value >= low && value <= high
    value
  }

  /** Decodes the hex digits here to bytes from `out` on, which the read position has passed. */
  private def hex(out: Int): Int = {
    var to = out
    var isDigit = good
    while (isDigit && at + 1 < end) {
      val high = Character.digit(text(at).toInt, 16)
      val low = Character.digit(text(at + 1).toInt, 16)
      isDigit = high >= 0 && low >= 0
      if (isDigit) {
        text(to) = (high << 4 | low).toByte
        to += 1
        at += 2
      }
    }
    to - out
  }
}

private[databus] object KeyPartText {
  final val MaxBytesShown = 64

  private def ascii(word: String): Array[Byte] = word.getBytes(US_ASCII)
  val Length: Array[Byte] = ascii("Length=")
  val SchemaVersion: Array[Byte] = ascii(";SchemaVersion=")
  val SchemaId: Array[Byte] = ascii(";SchemaId=0x")
  val Value: Array[Byte] = ascii(";Value=0x")
}
