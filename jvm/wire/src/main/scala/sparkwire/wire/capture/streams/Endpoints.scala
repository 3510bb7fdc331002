package sparkwire.wire.capture.streams

import java.util.Arrays

import sparkwire.wire.capture.packets.{IpPacket, IpText}

/** The addresses and ports of both sides of a connection, the smaller one first. Equal hashes can be
  * made, so it can be compared: see `HashMap`.
  */
final class Endpoints private (private val sides: Array[Byte]) extends Comparable[Endpoints] {
  private[this] val hash = {
    val simple = Arrays.hashCode(sides)
    // Neighbouring ports are usual.
    simple * 0x9e3779b9 ^ (simple >>> 16)
  }
  private[this] val half = sides.length / 2

  override def hashCode: Int = hash
  override def equals(other: Any): Boolean = other match {
    case that: Endpoints => Arrays.equals(sides, that.sides)
    case _ => false
  }
  override def compareTo(that: Endpoints): Int = Arrays.compareUnsigned(sides, that.sides)

  /** The address of a side as text.
    *
    * @param side
    *   0 or 1
    */
  def address(side: Int): String = IpText.of(sides, side * half, half - 2)
  def port(side: Int): Int = {
    val at = side * half + half - 2
    (sides(at) & 0xff) << 8 | (sides(at + 1) & 0xff)
  }

  /** Address and port, as in a URL. */
  def text(side: Int): String =
    if (half == 6) s"${address(side)}:${port(side)}" else s"[${address(side)}]:${port(side)}"
}

private[streams] object Endpoints {

  /** Returns the side that has sent a packet, 0 or 1. */
  def sender(packet: IpPacket): Int = {
    val size = packet.addressSize
    val addresses = Arrays.compareUnsigned(
      packet.header, packet.addresses, packet.addresses + size,
      packet.header, packet.addresses + size, packet.addresses + 2 * size)
    val ports =
      Arrays.compareUnsigned(packet.bytes, packet.from, packet.from + 2, packet.bytes,
        packet.from + 2, packet.from + 4)
    if (addresses < 0 || (addresses == 0 && ports <= 0)) 0 else 1
  }

  /** The endpoints of a packet with a TCP segment. */
  def of(packet: IpPacket, sender: Int): Endpoints = {
    val size = packet.addressSize
    val half = size + 2
    val sides = new Array[Byte](2 * half)
    copySide(packet, 0, sides, sender * half)
    copySide(packet, 1, sides, (1 - sender) * half)
    new Endpoints(sides)
  }

  // 0 is the source.
  private def copySide(packet: IpPacket, number: Int, into: Array[Byte], at: Int): Unit = {
    val size = packet.addressSize
    System.arraycopy(packet.header, packet.addresses + number * size, into, at, size)
    System.arraycopy(packet.bytes, packet.from + number * 2, into, at + size, 2)
  }
}
