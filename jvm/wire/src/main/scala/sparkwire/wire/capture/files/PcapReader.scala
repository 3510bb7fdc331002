package sparkwire.wire.capture.files

import sparkwire.wire.capture.{Capture, CapturedPacket}
import sparkwire.wire.core.Bytes
import sparkwire.wire.files.FileWindow

/** A pcap file, in the byte order of its magic number:
  * | offset | type | field                                                            |
  * | 0      | u32  | magic: `a1b2c3d4` if times have microseconds, `a1b23c4d` for nanoseconds |
  * | 4      | u16  | major version, 2                                                 |
  * | 6      | u16  | minor version, 4                                                 |
  * | 8      | i32  | 0, once a time zone, which nobody has set                        |
  * | 12     | u32  | 0                                                                |
  * | 16     | u32  | snapshot length                                                  |
  * | 20     | u32  | link type in the low 16 bits; above them what is said of Ethernet's checksum |
  * | 24     |      | packets                                                          |
  *
  * and a packet:
  * | offset | type | field                                   |
  * | 0      | u32  | seconds since 1970                      |
  * | 4      | u32  | microseconds or nanoseconds             |
  * | 8      | u32  | n, how many bytes the capture has       |
  * | 12     | u32  | how many bytes the packet had           |
  * | 16     |      | n bytes                                 |
  */
private[files] final class PcapReader(window: FileWindow) extends PacketFileReader(window) {
  import PcapReader._

  private[this] var at = 0L
  private[this] var hasNanos = false

  protected def step(): Boolean = if (at == 0) begin() else nextPacket()

  private def begin(): Boolean =
    if (!has(0, HeaderSize)) break(Capture.TruncatedFile, 0)
    else {
      val from = load(0, HeaderSize)
      val magic = Bytes.i32be(window.bytes, from)
      val isBig = magic == Micros || magic == Nanos
      setBigEndian(isBig)
      hasNanos = magic == Nanos || Integer.reverseBytes(magic) == Nanos
      packet.linkType = i32(from + 20) & 0xffff
      at = HeaderSize
      false
    }

  private def nextPacket(): Boolean =
    if (!has(at, 1)) end()
    else if (!has(at, RecordSize)) break(Capture.TruncatedFile, at)
    else {
      val head = load(at, RecordSize)
      val captured = u32(head + 8)
      if (captured > CapturedPacket.MaxSize) break(Capture.BadPacketLength, at)
      else if (!has(at, RecordSize + captured.toInt)) break(Capture.TruncatedFile, at)
      else {
        take(captured.toInt)
        true
      }
    }

  private def take(captured: Int): Unit = {
    val from = load(at, RecordSize + captured)
    val fraction = u32(from + 4)
    packet.micros = u32(from) * 1000000L + (if (hasNanos) fraction / 1000 else fraction)
    setPacket(at, from + RecordSize, captured, u32(from + 12))
    at += RecordSize + captured
  }
}

private[files] object PcapReader {
  private final val Micros = 0xa1b2c3d4
  private final val Nanos = 0xa1b23c4d
  private final val HeaderSize = 24
  private final val RecordSize = 16

  /** Whether a file begins with this number, read as big endian. */
  def isMagic(magic: Int): Boolean = {
    val other = Integer.reverseBytes(magic)
    magic == Micros || magic == Nanos || other == Micros || other == Nanos
  }
}
