package sparkwire.wire.capture.packets

import sparkwire.wire.core.Bytes

/** A TCP segment. Big endian:
  * | offset | type | field                                                              |
  * | 0      | u16  | port of the source                                                 |
  * | 2      | u16  | port of the destination                                            |
  * | 4      | u32  | sequence number of the first byte, modulo 2^32^                    |
  * | 8      | u32  | the sequence number that is expected from the other side           |
  * | 12     | u8   | 4 bits n, the length of the header in units of 4 bytes; 4 bits     |
  * | 13     | u8   | flags: 1 FIN, 2 SYN, 4 RST, 16 the expected number is valid        |
  * | 14     |      | window, checksum, urgent pointer, options; the data begin at 4 * n |
  *
  * SYN and FIN count as a byte each, before the data and after them.
  */
final class TcpSegment {
  import TcpSegment._

  var source = 0
  var destination = 0
  var sequence = 0
  var expected = 0
  private[this] var flags = 0

  /** The data: how many bytes are captured, and how many there were. */
  var bytes: Array[Byte] = Array.emptyByteArray
  var from = 0
  var captured = 0
  var size = 0

  /** Reads the segment in an IP packet. Returns false if too little of it is captured. */
  def read(packet: IpPacket): Boolean = packet.captured >= MinHeader && {
    bytes = packet.bytes
    val start = packet.from
    source = Bytes.i16be(bytes, start) & 0xffff
    destination = Bytes.i16be(bytes, start + 2) & 0xffff
    sequence = Bytes.i32be(bytes, start + 4)
    expected = Bytes.i32be(bytes, start + 8)
    flags = bytes(start + 13) & 0xff
    val header = (bytes(start + 12) & 0xf0) / 4
    // A larger one is not a segment.
    size = math.min(packet.length - header, MaxSize).toInt
    from = start + header
    captured = math.max(0, math.min(packet.captured - header, size))
    header >= FullHeader && size >= 0
  }

  /** Whether a side has the port, which is 0 for any. */
  def hasPort(port: Int): Boolean = port == 0 || source == port || destination == port
  def isSyn: Boolean = (flags & Syn) != 0
  def isFin: Boolean = (flags & Fin) != 0
  def isReset: Boolean = (flags & Rst) != 0
  def isAck: Boolean = (flags & Ack) != 0
}

private object TcpSegment {
  // Up to the flags.
  private final val MinHeader = 14
  private final val FullHeader = 20
  private final val MaxSize = 16L << 20
  private final val Fin = 1
  private final val Syn = 2
  private final val Rst = 4
  private final val Ack = 16
}
