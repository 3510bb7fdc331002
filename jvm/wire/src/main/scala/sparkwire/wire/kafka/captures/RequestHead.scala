package sparkwire.wire.kafka.captures

import java.util.Arrays

import sparkwire.wire.core.{Bytes, Cursor, Malformed}
import sparkwire.wire.kafka.{Kafka, Varints}

/** The beginning of a request, including the size before it. Big endian:
  * | offset | type | field                        |
  * | 0      | i32  | size of the bytes after it   |
  * | 4      | i16  | API key                      |
  * | 6      | i16  | API version                  |
  * | 8      | i32  | correlation id               |
  * | 12     | i16  | n, -1 for no client id       |
  * | 14     |      | client id, UTF-8             |
  * | 14 + n |      | tags if the version has them |
  *
  * A response has i32 size and i32 correlation id. Nothing else in it tells it from other bytes.
  */
private[captures] object RequestHead {
  final val Size = 14
  final val ResponseSize = 8
  private final val MinRequest = Size - 4
  // So much of a client id is looked at.
  private final val MostLooked = 32

  /** Whether bytes begin like a request in a connection that is known to be Kafka's. */
  def mayBegin(bytes: Array[Byte], at: Int): Boolean =
    hasSizes(bytes, at) && KafkaApis.mayBe(key(bytes, at), version(bytes, at))

  /** Whether bytes begin like a request whose API and version are known. */
  def isKnown(bytes: Array[Byte], at: Int): Boolean =
    hasSizes(bytes, at) && KafkaApis.isKnown(key(bytes, at), version(bytes, at))

  /** Whether a request begins at a place that has [[Size]] bytes, and not anything else: a few in a
    * thousand million places in other bytes look like it.
    *
    * Trap: two bytes before a request, the high half of its size may be the low half of one, the
    * low half a key, and its key a version. The client id tells; without one, the places after it
    * do.
    *
    * @return
    *   [[Yes]], [[No]], or [[Unknown]] if the bytes end inside the client id
    */
  def judge(bytes: Array[Byte], at: Int, maxSize: Int): Int = {
    val named = judgeName(bytes, at, maxSize)
    val isBetterBehind = named == Yes && clientSize(bytes, at) <= 0 &&
      (isNamed(bytes, at + 1, maxSize) || isNamed(bytes, at + 2, maxSize) ||
        isNamed(bytes, at + 3, maxSize))
    if (isBetterBehind) No else named
  }

  final val No = 0
  final val Yes = 1
  final val Unknown = 2

  /** Whether bytes begin like a request with a client id. */
  def isNamed(bytes: Array[Byte], at: Int, maxSize: Int): Boolean =
    at + Size <= bytes.length && clientSize(bytes, at) > 0 && judgeName(bytes, at, maxSize) == Yes

  private def judgeName(bytes: Array[Byte], at: Int, maxSize: Int): Int =
    if (Bytes.i32be(bytes, at) > maxSize || !isKnown(bytes, at)) No
    else {
      val end = at + Size + math.min(MostLooked, math.max(0, clientSize(bytes, at)))
      val there = math.min(bytes.length, end)
      var i = at + Size
      while (i < there && isText(bytes(i))) i += 1
      if (i < there) No else if (there < end) Unknown else Yes
    }

  private def isText(byte: Byte): Boolean = byte < 0 || (byte >= ' ' && byte != 0x7f)

  private def hasSizes(bytes: Array[Byte], at: Int): Boolean = {
    val size = Bytes.i32be(bytes, at)
    val client = clientSize(bytes, at)
    size >= MinRequest && client >= -1 && client <= size - MinRequest
  }

  def key(bytes: Array[Byte], at: Int): Int = Bytes.i16be(bytes, at + 4).toInt
  def version(bytes: Array[Byte], at: Int): Int = Bytes.i16be(bytes, at + 6).toInt
  def correlationId(bytes: Array[Byte], at: Int): Int = Bytes.i32be(bytes, at + 8)
  private def clientSize(bytes: Array[Byte], at: Int): Int = Bytes.i16be(bytes, at + 12).toInt

  /** Fills in the fields from the first `filled` bytes of a request. */
  def read(bytes: Array[Byte], filled: Int, exchange: Exchange): Unit = if (filled >= Size - 2) {
    exchange.hasHead = true
    exchange.apiKey = key(bytes, 0)
    exchange.apiVersion = version(bytes, 0)
    exchange.hasCorrelationId = true
    exchange.correlationId = correlationId(bytes, 0)
    if (filled >= Size) {
      val size = clientSize(bytes, 0)
      if (size >= 0 && size <= filled - Size)
        exchange.clientId = Arrays.copyOfRange(bytes, Size, Size + size)
    }
  }

  /** Whether a producer wants no response to a request. Its body begins with
    * | version | field                                                |
    * | 0 - 2   | i16 acks                                             |
    * | 3 - 8   | transactional id: i16 length or -1, text; i16 acks   |
    * | 9 -     | tags of the head; varint length + 1 or 0, text; i16 acks |
    *
    * @param request
    *   without its size
    */
  def wantsNoResponse(request: Array[Byte], version: Int): Boolean = {
    val cursor = new Cursor
    cursor.wrap(request).setBigEndian(true)
    try {
      cursor.skip(8, Kafka.Truncated)
      skipText(cursor, cursor.i16(Kafka.Truncated).toLong)
      if (version >= 9) {
        skipTags(cursor)
        skipText(cursor, Varints.unsignedInt(cursor) - 1)
      } else if (version >= 3) skipText(cursor, cursor.i16(Kafka.Truncated).toLong)
      cursor.i16(Kafka.Truncated) == 0
    } catch { case _: Malformed => false }
  }

  private def skipText(cursor: Cursor, size: Long): Unit =
    if (size > 0) cursor.skip(size, Kafka.Truncated)

  // Each tag has two bytes at least.
  private def skipTags(cursor: Cursor): Unit = {
    var left = Varints.unsignedInt(cursor)
    while (left > 0) {
      val _ = Varints.unsignedInt(cursor)
      cursor.skip(Varints.unsignedInt(cursor), Kafka.Truncated)
      left -= 1
    }
  }
}
