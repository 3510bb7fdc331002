package sparkwire.wire.capture

/** A packet as a capture has it. A reader reuses one object, and its buffer, for all packets. */
final class CapturedPacket {

  /** The number of the file, if several are one capture. */
  var file = 0

  /** Where its record or block begins in the file. */
  var position = 0L

  /** When it was captured, in microseconds since 1970; [[CapturedPacket.NoTime]] if unknown. */
  var micros = 0L
  var linkType = 0
  var bytes: Array[Byte] = Array.emptyByteArray
  var from = 0

  /** How many bytes the capture has. */
  var captured = 0

  /** How many bytes the packet had. The bytes that were not captured were cut off by the snapshot
    * length.
    */
  var length = 0L

  def place: PacketPlace = new PacketPlace(file, position, micros)
}

object CapturedPacket {
  final val NoTime = Long.MinValue

  /** Four times the maximum that tcpdump captures. */
  final val MaxSize = 1 << 20
}

/** Where a packet stands, and when it was captured: see [[CapturedPacket]]. */
final class PacketPlace(val file: Int, val position: Long, val micros: Long)
