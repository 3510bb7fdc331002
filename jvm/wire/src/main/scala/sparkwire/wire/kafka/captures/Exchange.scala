package sparkwire.wire.kafka.captures

import sparkwire.wire.capture.{CapturedPacket, PacketPlace}
import sparkwire.wire.capture.streams.Connection
import sparkwire.wire.core.Reason

/** A request and its response, or the parts of them that a capture has.
  *
  * @param client
  *   the side of the connection that has sent the request, 0 or 1
  */
final class Exchange private[captures] (val connection: Connection, val client: Int,
    first: PacketPlace) {

  /** Where the first packet stands. */
  val file: Int = first.file
  val position: Long = first.position

  /** When its first byte was captured, in microseconds since 1970. */
  var requestTime: Long = CapturedPacket.NoTime

  /** When its last byte was captured. */
  var responseTime: Long = CapturedPacket.NoTime

  /** The head of the request: key, version and client id are there only if this is. */
  var hasHead = false
  var apiKey = 0
  var apiVersion = 0
  var hasCorrelationId = false
  var correlationId = 0

  /** UTF-8, null if there is none. */
  var clientId: Array[Byte] = _

  // Without the preceding size; null if they are not complete.
  var request: Array[Byte] = _
  var response: Array[Byte] = _
  var fault: Reason = _

  def api: String = if (hasHead) KafkaApis.name(apiKey) else null

  /** Returns the time between both in microseconds. Asked only if both are known. */
  def latency: Long = responseTime - requestTime
  def hasLatency: Boolean =
    requestTime != CapturedPacket.NoTime && responseTime != CapturedPacket.NoTime

  private[captures] def fail(reason: Reason): Unit = if (fault == null) fault = reason

  /** The memory that it takes, in bytes. */
  private[captures] def cost: Long =
    Exchange.Overhead + sizeOf(request) + sizeOf(response) + sizeOf(clientId)

  private def sizeOf(bytes: Array[Byte]): Long = if (bytes == null) 0 else bytes.length.toLong
}

private object Exchange {
  private final val Overhead = 256L
}
