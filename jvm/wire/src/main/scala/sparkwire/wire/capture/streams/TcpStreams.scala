package sparkwire.wire.capture.streams

import java.util.LinkedHashMap

import sparkwire.wire.capture.CapturedPacket
import sparkwire.wire.capture.packets.{IpPacket, LinkLayer, TcpSegment}

/** Puts the TCP streams of a capture together, packet by packet.
  *
  * A SYN that does not repeat the last one begins a new connection between the same endpoints. So do
  * data whose sequence number is further away than any window reaches.
  *
  * @param budget
  *   what may wait. Beyond it, the gap that has been open longest is given up; if there is none, the
  *   connection that has been silent longest ends
  * @param port
  *   the port that a side must have, 0 for any
  */
final class TcpStreams(budget: Budget, sink: StreamSink, port: Int = 0) {
  private[this] val link = new LinkLayer
  private[this] val ip = new IpPacket
  private[this] val segment = new TcpSegment
  private[this] val gaps = new Gaps
  // By the last packet: the order of access.
  private[this] val connections =
    new LinkedHashMap[Endpoints, Connection](16, 0.75f, true)
  private[this] var opened = 0L

  /** Takes a packet. Returns false if it is of a link type that is not read. */
  def accept(packet: CapturedPacket): Boolean = {
    val version = link.version(packet)
    if (version > 0 && ip.read(packet, link, version) && segment.read(ip) && segment.hasPort(
        port)) {
      val sender = Endpoints.sender(ip)
      val connection = connectionOf(Endpoints.of(ip, sender), sender, packet)
      if (!connection.isClosed) take(connection, sender, packet)
      while (budget.isExceeded && evict(packet)) {}
    }
    version != LinkLayer.Unknown
  }

  /** Ends all connections: the capture ends with this packet. */
  def end(packet: CapturedPacket): Unit = {
    val all = connections.values.iterator
    while (all.hasNext) {
      close(all.next(), packet)
      all.remove()
    }
  }

  private def connectionOf(endpoints: Endpoints, sender: Int,
      packet: CapturedPacket): Connection = {
    val known = connections.get(endpoints)
    if (known != null && !isNew(known, sender)) known
    else {
      if (known != null) close(known, packet)
      else budget.take(Connection.Overhead)
      val client = if (!segment.isSyn) -1 else if (segment.isAck) 1 - sender else sender
      val connection = new Connection(endpoints, opened, client)
      opened += 1
      connections.put(endpoints, connection)
      connection
    }
  }

  /** Whether the segment is of another connection than the last one between these endpoints. */
  private def isNew(known: Connection, sender: Int): Boolean = {
    val half = known.halves(sender)
    if (segment.isSyn) !half.hasSyn(segment.sequence) && !completes(known, sender)
    else
      segment.size > 0 &&
      (!half.isNear(segment.sequence) || (known.isClosed && half.isBehindEnd(segment.sequence)))
  }

  /** Whether a SYN is the second one of a handshake: the answer, or a SYN that its answer has overtaken. */
  private def completes(known: Connection, sender: Int): Boolean = {
    val other = known.halves(1 - sender)
    !known.halves(sender).isStarted &&
    (if (segment.isAck) other.isSynBefore(segment.expected)
     else other.hasSyn && known.client == sender)
  }

  private def take(connection: Connection, sender: Int, packet: CapturedPacket): Unit = {
    val half = connection.halves(sender)
    val other = connection.halves(1 - sender)
    val before = half.cost + other.cost
    val first = if (segment.isSyn) segment.sequence + 1 else segment.sequence
    if (segment.isSyn && !half.isStarted) half.startWithSyn(segment.sequence)
    else if (!half.isStarted && (segment.size > 0 || segment.isFin)) half.start(first)
    // What a RST acknowledges need not be true.
    if (segment.isAck && !segment.isReset) other.acknowledge(segment.expected)
    if (segment.size > 0) half.data(segment, first, packet, sink)
    if (segment.isFin) half.finishAt(first + segment.size)
    half.count(sink)
    other.count(sink)
    if (segment.isReset) {
      half.flush(packet, sink)
      other.flush(packet, sink)
    }
    budget.take(half.cost + other.cost - before)
    gaps.update(half)
    gaps.update(other)
    if (half.hasEnded && other.hasEnded) close(connection, packet)
  }

  private def evict(packet: CapturedPacket): Boolean = {
    val half = gaps.oldest
    if (half != null) {
      val before = half.cost
      half.giveUpGap(sink)
      budget.giveBack(before - half.cost)
      gaps.remove(half)
      gaps.update(half)
      true
    } else connections.size > 1 && {
      val oldest = connections.values.iterator
      close(oldest.next(), packet)
      oldest.remove()
      budget.giveBack(Connection.Overhead)
      true
    }
  }

  private def close(connection: Connection, packet: CapturedPacket): Unit =
    if (!connection.isClosed) {
      for (half <- connection.halves) {
        val before = half.cost
        half.flush(packet, sink)
        budget.giveBack(before - half.cost)
        gaps.remove(half)
      }
      connection.isClosed = true
      sink.ended(connection)
    }
}
