package sparkwire.wire.capture.packets

import sparkwire.wire.capture.{Budget, CapturedPacket, PacketReceiver}

/** Finds the UDP datagrams of a capture. Each step gives one.
  *
  * @param budget
  *   of the fragments that wait for others. Fragments that are given up are given as they are
  * @param port
  *   the port that a side must have, 0 for any
  */
final class Datagrams(budget: Budget, port: Int) extends PacketReceiver {
  private[this] val link = new LinkLayer
  private[this] val ip = new IpPacket(IpPacket.Udp, budget, keepsLost = true)
  private[this] val current = new Datagram
  // Whether the last packet has brought one that has not been given.
  private[this] var isReady = false
  private[this] var isThere = false

  def accept(packet: CapturedPacket): Boolean = {
    val version = link.version(packet)
    if (version > 0 && ip.read(packet, link, version)) {
      current.read(ip, ip.firstPlace)
      isReady = current.hasPort(port)
    }
    version != LinkLayer.Unknown
  }

  def end(packet: CapturedPacket): Unit = ip.end()

  def step(): Boolean = {
    isThere = isReady
    isReady = false
    while (!isThere && ip.hasLost) {
      current.read(ip.nextLost())
      isThere = current.hasPort(port)
    }
    isThere
  }

  /** Takes the datagram of the last step; null if it has been taken, or there was none. */
  def poll(): Datagram = {
    val next = if (isThere) current else null
    isThere = false
    next
  }
}
