package sparkwire.wire.capture.packets

import sparkwire.wire.capture.CapturedPacket
import sparkwire.wire.core.Bytes

/** Finds the IP packet in a packet, by its link type:
  * | link type          | before the IP packet                                              |
  * | 0 null, 108 loop   | u32 address family, in the byte order of whoever captured it      |
  * | 1 Ethernet         | 12 bytes of addresses, u16 type                                   |
  * | 12, 14, 101 raw IP | nothing                                                           |
  * | 113 Linux cooked   | 14 bytes, u16 type                                                |
  * | 228, 229           | nothing, IPv4 or IPv6                                             |
  * | 276 Linux cooked 2 | u16 type, 18 bytes                                                |
  *
  * The types of 802.1Q and 802.1ad announce a tag: u16, and the u16 type of the data that follows.
  * Tags may be nested.
  */
final class LinkLayer {
  import LinkLayer._

  private[this] var at = 0
  private[this] var left = 0

  /** The position of the IP packet, and how many bytes of it are captured. */
  def from: Int = at
  def captured: Int = left

  /** Looks at a packet. Returns 4 or 6 for an IP packet, [[Other]], or [[Unknown]]. */
  def version(packet: CapturedPacket): Int = {
    at = packet.from
    left = packet.captured
    packet.linkType match {
      case 1 => typed(packet, typeAt = 12, size = 14)
      case 113 => typed(packet, typeAt = 14, size = 16)
      case 276 => typed(packet, typeAt = 0, size = 20)
      case 0 | 108 =>
        skip(4)
        nibble(packet)
      case 12 | 14 | 101 | 228 | 229 => nibble(packet)
      case _ => Unknown
    }
  }

  private def typed(packet: CapturedPacket, typeAt: Int, size: Int): Int =
    if (left < size) Other
    else {
      var kind = u16(packet, at + typeAt)
      skip(size)
      while (isTag(kind) && left >= TagSize) {
        kind = u16(packet, at + 2)
        skip(TagSize)
      }
      kind match {
        case Ipv4 | Ipv6 => nibble(packet)
        case _ => Other
      }
    }

  private def isTag(kind: Int): Boolean = kind == Tag || kind == OuterTag || kind == OldOuterTag

  // Numbers of address families differ between systems, but each IP packet begins with its version.
  private def nibble(packet: CapturedPacket): Int =
    if (left < 1) Other
    else
      (packet.bytes(at) & 0xff) >> 4 match {
        case 4 => 4
        case 6 => 6
        case _ => Other
      }

  private def u16(packet: CapturedPacket, at: Int): Int = Bytes.i16be(packet.bytes, at) & 0xffff

  private def skip(size: Int): Unit = {
    val there = math.min(size, left)
    at += there
    left -= there
  }
}

object LinkLayer {

  /** Something other than IP. */
  final val Other = 0

  /** A link type that is not read here. */
  final val Unknown = -1

  private final val Ipv4 = 0x0800
  private final val Ipv6 = 0x86dd
  private final val Tag = 0x8100
  private final val OuterTag = 0x88a8
  private final val OldOuterTag = 0x9100
  private final val TagSize = 4
}
