package sparkwire.wire.capture.packets

import java.util.Arrays

import sparkwire.wire.capture.{Capture, PacketPlace}
import sparkwire.wire.core.{Bytes, Reason}

/** A UDP datagram. Big endian:
  * | offset | type | field                                                        |
  * | 0      | u16  | port of the source                                           |
  * | 2      | u16  | port of the destination                                      |
  * | 4      | u16  | length of the datagram with this header                      |
  * | 6      | u16  | checksum                                                     |
  * | 8      |      | data                                                         |
  *
  * Trap: a length of 0 means that the datagram ends with the IP packet. Otherwise the packet may be longer.
  *
  * One object is reused for all datagrams.
  */
final class Datagram {
  import Datagram._

  private[this] var packet: PacketPlace = _
  private[this] var addresses = Array.emptyByteArray
  private[this] var addressesAt = 0
  private[this] var addressSize = 0
  private[this] var why: Reason = _

  private[this] var bytes = Array.emptyByteArray
  private[this] var from = 0
  private[this] var captured = 0

  /** The packet; of one that is put together, the packet with its first bytes. */
  def place: PacketPlace = packet

  /** Why the data are not there, or not all of them; null if they are. */
  def fault: Reason = why

  /** Whether the ports have been captured. */
  def hasPorts: Boolean = captured >= Ports

  /** The address of a side as text.
    *
    * @param side
    *   0 for the source, 1 for the destination
    */
  def address(
      side: Int): String = IpText.of(addresses, addressesAt + side * addressSize, addressSize)
  def port(side: Int): Int = Bytes.i16be(bytes, from + 2 * side) & 0xffff

  /** Returns a copy of the data, or of those bytes of them that have been captured. */
  def data: Array[Byte] =
    if (captured <= Header) Array.emptyByteArray
    else Arrays.copyOfRange(bytes, from + Header, from + captured)

  /** Takes the payload of an IP packet. */
  private[packets] def read(ip: IpPacket, at: PacketPlace): Unit = {
    set(ip.header, ip.addresses, ip.addressSize, at)
    bytes = ip.bytes
    from = ip.from
    captured = ip.captured
    why = if (captured >= Header) limit(ip.length) else cut(ip.length)
  }

  /** Removes the bytes after the datagram. Returns the fault of the datagram, if any. */
  private def limit(available: Long): Reason = {
    val said = Bytes.i16be(bytes, from + 4) & 0xffff
    val length = if (said == 0) available else said.toLong
    if (length < Header || length > available) Capture.BadDatagram
    else if (length > captured) Capture.TruncatedDatagram
    else {
      captured = length.toInt
      null
    }
  }

  private def cut(available: Long): Reason =
    if (available < Header) Capture.BadDatagram else Capture.TruncatedDatagram

  /** Takes the available part of a datagram whose other fragments are missing. */
  private[packets] def read(lost: LostPacket): Unit = {
    set(lost.key.addresses, 0, lost.key.addresses.length / 2, lost.place)
    bytes = lost.begin
    from = 0
    captured = lost.begin.length
    why = Capture.LostBytes
  }

  private def set(all: Array[Byte], from: Int, size: Int, at: PacketPlace): Unit = {
    addresses = all
    addressesAt = from
    addressSize = size
    packet = at
  }

  /** Whether a side has the port, which is 0 for any. */
  private[packets] def hasPort(number: Int): Boolean =
    number == 0 || (hasPorts && (port(0) == number || port(1) == number))
}

private object Datagram {
  private final val Ports = 4
  private final val Header = 8
}
