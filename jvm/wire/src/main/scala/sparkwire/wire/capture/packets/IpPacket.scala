package sparkwire.wire.capture.packets

import sparkwire.wire.capture.{Budget, CapturedPacket, PacketPlace}
import sparkwire.wire.core.Bytes

/** The payload of an IP packet, such as a TCP segment. Big endian. IPv4:
  * | offset | type | field                                                                     |
  * | 0      | u8   | 4 bits version; 4 bits n, the length of the header in units of 4 bytes    |
  * | 2      | u16  | length of the packet                                                      |
  * | 4      | u16  | identification, the same in all fragments of a packet                     |
  * | 6      | u16  | 3 bits flags, of which the last one says that more fragments follow; 13 bits offset of the fragment in units of 8 bytes |
  * | 9      | u8   | protocol                                                                  |
  * | 12     |      | 4 bytes source, 4 bytes destination                                       |
  * | 20     |      | options; the payload begins at 4 * n                                      |
  *
  * IPv6:
  * | offset | type | field                                                                     |
  * | 4      | u16  | length of what follows the 40 bytes of this header                        |
  * | 6      | u8   | type of the next header: a protocol, or an extension                      |
  * | 8      |      | 16 bytes source, 16 bytes destination                                     |
  * | 40     |      | extensions and payload                                                    |
  *
  * Each extension has u8 type of the next header, u8 length in units of 8 bytes without the first 8.
  * Other than that, an authentication header (51) counts units of 4 bytes without the first 8, and a
  * fragment header (44) has 8 bytes: at 2 u16 with 13 bits offset in units of 8 bytes and the flag for
  * more fragments as its last bit, at 4 u32 identification.
  *
  * Traps: a length of 0 is not known to the sender when the network card divides the packet (or it
  * is longer than 64 KiB); then the packet ends with the frame. Otherwise the frame may be longer, because
  * Ethernet pads it. Checksums are not looked at: where a packet is captured, the network card may not
  * have computed them.
  *
  * @param protocol
  *   the number of the protocol whose payload is looked for
  * @param keepsLost
  *   whether packets of which fragments are missing are given: see [[nextLost]]
  */
final class IpPacket(protocol: Int, budget: Budget, keepsLost: Boolean = false) {
  import IpPacket._

  private[this] val fragments = new Fragments(budget, protocol, keepsLost)

  /** The buffer of the addresses; their size; the position of the source, which the destination
    * follows.
    */
  var header: Array[Byte] = Array.emptyByteArray
  var addressSize = 0
  var addresses = 0

  /** The payload: how many bytes are captured, and how many there were. */
  var bytes: Array[Byte] = Array.emptyByteArray
  var from = 0
  var captured = 0
  var length = 0L

  private[this] var current: CapturedPacket = _
  private[this] var joinedAt: PacketPlace = _

  /** The place of the packet; of a packet that is put together, the place of its first bytes. */
  def firstPlace: PacketPlace = if (joinedAt != null) joinedAt else current.place

  /** Looks for a payload of the protocol. Returns whether there is one, with all of its fragments. */
  def read(packet: CapturedPacket, link: LinkLayer, version: Int): Boolean = {
    current = packet
    joinedAt = null
    header = packet.bytes
    bytes = packet.bytes
    from = link.from
    captured = link.captured
    // The bytes before that have been captured.
    length = packet.length - (link.from - packet.from)
    if (version == 4) readV4() else readV6()
  }

  /** Nothing more comes: fragments that wait for others are given up. */
  def end(): Unit = fragments.end()

  /** Whether there are packets of which fragments are missing, and that have been given up. */
  def hasLost: Boolean = fragments.hasLost

  /** Takes the first of them. */
  private[packets] def nextLost(): LostPacket = fragments.nextLost()

  private def readV4(): Boolean = captured >= V4Header && {
    val size = (bytes(from) & 0xf) * 4
    val total = u16(from + 2)
    val fragment = u16(from + 6)
    val kind = bytes(from + 9) & 0xff
    val id = u16(from + 4)
    addressSize = 4
    addresses = from + 12
    if (total > 0) limit(total.toLong)
    size >= V4Header && skip(size) && kind == protocol && {
      val offset = (fragment & 0x1fff) * 8
      val hasMore = (fragment & 0x2000) != 0
      (offset == 0 && !hasMore) || joined(kind, id, offset, hasMore)
    }
  }

  private def readV6(): Boolean = captured >= V6Header && {
    val size = u16(from + 4)
    val next = bytes(from + 6) & 0xff
    addressSize = 16
    addresses = from + 8
    if (size > 0) limit(V6Header.toLong + size)
    skip(V6Header) && extensions(next)
  }

  /** Skips the extensions. Returns whether the protocol follows. Only one of them may be of a fragment:
    * a fragment that is put together of others would cost as much as all of these again.
    */
  private def extensions(first: Int): Boolean = {
    var next = first
    var goesOn = true
    var isFragment = false
    while (goesOn && isExtension(next)) {
      goesOn = captured >= MinExtension
      if (goesOn) {
        val kind = next
        next = bytes(from) & 0xff
        goesOn =
          if (kind != Fragment) skip(extensionSize(kind)) else !isFragment && fragment(next)
        isFragment |= kind == Fragment
      }
    }
    goesOn && next == protocol
  }

  private def extensionSize(kind: Int): Int = {
    val units = bytes(from + 1) & 0xff
    if (kind == Authentication) (units + 2) * 4 else (units + 1) * 8
  }

  private def fragment(next: Int): Boolean = {
    val position = u16(from + 2)
    val id = Bytes.i32be(bytes, from + 4)
    val hasMore = (position & 1) != 0
    skip(MinExtension) && {
      val offset = position & 0xfff8
      (offset == 0 && !hasMore) || joined(next, id, offset, hasMore)
    }
  }

  /** Adds a fragment. Returns whether all are there now: then they are the payload. */
  private def joined(kind: Int, id: Int, offset: Int, hasMore: Boolean): Boolean = {
    // The bytes that were cut off do not come again.
    val isCut = captured < length
    val whole =
      if (isCut && !keepsLost) null
      else
        fragments.add(FragmentKey(header, addresses, 2 * addressSize, kind, id), bytes, from,
          captured, offset, hasMore || isCut, current.place)
    if (whole != null) {
      joinedAt = fragments.firstPlace
      bytes = whole
      from = 0
      captured = whole.length
      length = whole.length.toLong
    }
    whole != null
  }

  private def limit(size: Long): Unit = {
    length = size
    captured = math.min(captured.toLong, size).toInt
  }

  private def skip(size: Int): Boolean = size <= captured && {
    from += size
    captured -= size
    length -= size
    true
  }

  private def u16(at: Int): Int = Bytes.i16be(bytes, at) & 0xffff
}

object IpPacket {

  // Numbers of protocols.
  final val Tcp = 6
  final val Udp = 17

  private final val V4Header = 20
  private final val V6Header = 40

  private final val Fragment = 44
  private final val Authentication = 51
  private final val MinExtension = 8

  /** Hop-by-hop and destination options, routing, fragment, authentication, mobility, HIP and Shim6. */
  private def isExtension(next: Int): Boolean = next match {
    case 0 | 43 | Fragment | Authentication | 60 | 135 | 139 | 140 => true
    case _ => false
  }
}
