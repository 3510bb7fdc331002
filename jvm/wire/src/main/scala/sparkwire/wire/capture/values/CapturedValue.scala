package sparkwire.wire.capture.values

import sparkwire.wire.capture.PacketPlace
import sparkwire.wire.capture.streams.Connection
import sparkwire.wire.core.Reason

/** A value that a side of a connection has sent, or the fault in place of one.
  *
  * @param side
  *   who has sent it, 0 or 1
  * @param start
  *   the packet with its first byte
  * @param bytes
  *   null if there is no value
  * @param fault
  *   null for a value
  */
final class CapturedValue(val connection: Connection, val side: Int, val start: PacketPlace,
    val bytes: Array[Byte], val fault: Reason) {

  /** The memory that it takes, in bytes. */
  private[values] def cost: Long =
    CapturedValue.Overhead + (if (bytes == null) 0 else bytes.length)
}

private object CapturedValue {
  private final val Overhead = 120L
}
