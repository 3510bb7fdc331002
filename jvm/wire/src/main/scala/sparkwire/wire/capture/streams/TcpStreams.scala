package sparkwire.wire.capture.streams

import java.util.{Iterator => JavaIterator, LinkedHashMap}

import sparkwire.wire.capture.{Budget, CapturedPacket, PacketReceiver}
import sparkwire.wire.capture.packets.{IpPacket, LinkLayer, TcpSegment}

/** Puts the TCP streams of a capture together, packet by packet.
  *
  * A SYN that does not repeat the last one begins a new connection between the same endpoints. So do
  * data whose sequence number is further away than any window reaches.
  *
  * A packet is taken in stages. After each of them, the data that it releases is given piece by
  * piece, so that the rows of one are out before the next one is read.
  *
  * @param budget the limit for waiting data. Beyond it, a connection that holds more than half of
  *   it is read from scratch. If there is none, the gap that has been open longest is given up; if
  *   there is no gap, the connection that has been silent longest ends
  * @param port
  *   the port that a side must have, 0 for any
  */
final class TcpStreams(budget: Budget, sink: StreamSink, port: Int = 0) extends PacketReceiver {
  import TcpStreams._

  private[this] val link = new LinkLayer
  private[this] val ip = new IpPacket(IpPacket.Tcp, budget)
  private[this] val segment = new TcpSegment
  private[this] val gaps = new GapQueue
  // By the last packet: the order of access.
  private[this] val connections =
    new LinkedHashMap[Endpoints, Connection](16, 0.75f, true)
  private[this] var opened = 0L

  // The last packet, its connection and who has sent it; the next stage for it.
  private[this] var packet: CapturedPacket = _
  private[this] var connection: Connection = _
  private[this] var sender = 0
  private[this] var stage = Done

  // The direction whose pieces are being given, null if all are that can be; whether its connection ends
  // then, after the other one.
  private[this] var giving: HalfStream = _
  private[this] var isClosing = false
  // The connections that are still to be closed at the end of the capture.
  private[this] var open: JavaIterator[Connection] = _

  def accept(next: CapturedPacket): Boolean = {
    packet = next
    stage = Relieve
    val version = link.version(next)
    if (version > 0 && ip.read(next, link, version) && segment.read(ip) && segment.hasPort(port)) {
      sender = Endpoints.sender(ip)
      connection = connectionOf(Endpoints.of(ip, sender))
      if (!connection.isClosed) stage = Acknowledge
    }
    version != LinkLayer.Unknown
  }

  def end(last: CapturedPacket): Unit = {
    packet = last
    ip.end()
    open = connections.values.iterator
    stage = End
  }

  def step(): Boolean = {
    var hasGiven = false
    while (!hasGiven && (giving != null || stage != Done))
      if (giving != null) hasGiven = give()
      else if (stage < Relieve) take(connection.halves(sender), connection.halves(1 - sender))
      else if (stage == End) closeNext()
      else if (!budget.isExceeded || !relieve()) stage = Done
      else hasGiven = giving == null
    hasGiven
  }

  private def closeNext(): Unit =
    if (open.hasNext) {
      close(open.next())
      open.remove()
    } else stage = Done

  /** Gives the next piece of a direction. Returns false if there is none, and nothing ends. */
  private def give(): Boolean = {
    val from = giving.connection
    if (budget.isExceeded && from.held.isExceeded) giveWay(from)
    else {
      val piece = giving.poll()
      if (piece != null) sink.piece(from, giving.side, piece)
      piece != null || allIsGiven(from)
    }
  }

  private def allIsGiven(from: Connection): Boolean = {
    gaps.update(giving)
    val hasEnded = isClosing && giving.side == 1
    giving = if (isClosing && giving.side == 0) from.halves(1) else null
    if (hasEnded) {
      isClosing = false
      sink.ended(from)
    }
    hasEnded
  }

  private def connectionOf(endpoints: Endpoints): Connection = {
    val known = connections.get(endpoints)
    if (known != null && !isNew(known, sender)) known
    else {
      if (known != null) close(known)
      else budget.take(Connection.Overhead)
      val client = if (!segment.isSyn) -1 else if (segment.isAck) 1 - sender else sender
      val connection = new Connection(endpoints, opened, client, budget)
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

  private def first: Int = if (segment.isSyn) segment.sequence + 1 else segment.sequence

  /** Takes the packet by the next stages, up to one that gives something. */
  private def take(half: HalfStream, other: HalfStream): Unit = {
    if (stage == Acknowledge) {
      if (segment.isSyn && !half.isStarted) half.startWithSyn(segment.sequence)
      else if (!half.isStarted && (segment.size > 0 || segment.isFin)) half.start(first)
      // The acknowledgement of a RST need not be true.
      if (segment.isAck && !segment.isReset) other.acknowledge(segment.expected)
      next(Data, if (other.hasClaims) other else null)
    }
    if (stage == Data && giving == null) {
      if (segment.size > 0) half.data(segment, first, packet)
      next(Count, if (segment.size > 0) half else null)
    }
    if (stage == Count && giving == null) {
      if (segment.isFin) half.finishAt(first + segment.size)
      next(CountOther, if (half.count()) half else null)
    }
    if (stage == CountOther && giving == null)
      next(if (segment.isReset) Reset else Settle, if (other.count()) other else null)
    if (stage == Reset && giving == null) {
      half.flush(packet)
      next(ResetOther, half)
    }
    if (stage == ResetOther && giving == null) {
      other.flush(packet)
      next(Settle, other)
    }
    if (stage == Settle && giving == null) {
      stage = Relieve
      if (half.hasEnded && other.hasEnded) close(connection)
    }
  }

  private def next(following: Int, gives: HalfStream): Unit = {
    stage = following
    giving = gives
  }

  /** Gives up something, or begins to. Returns false if there is nothing. */
  private def relieve(): Boolean = {
    val half = gaps.oldest
    if (connection != null && connection.held.isExceeded) giveWay(connection)
    else if (half != null) {
      gaps.remove(half)
      half.giveUpGap()
      giving = half
      true
    } else if (connections.size > 1) {
      val oldest = connections.values.iterator
      close(oldest.next())
      oldest.remove()
      budget.giveBack(Connection.Overhead)
      true
    } else connection != null && connection.held.used > 0 && giveWay(connection)
  }

  /** Gives up a part of the data that is kept of a connection, or all. */
  private def giveWay(from: Connection): Boolean = {
    if (!sink.relieve(from)) sink.exceeded(from, packet.place)
    true
  }

  /** Begins to close a connection: the data that is there is given. */
  private def close(closed: Connection): Unit = if (!closed.isClosed) {
    closed.isClosed = true
    closed.halves.foreach(_.flush(packet))
    giving = closed.halves(0)
    isClosing = true
  }
}

private object TcpStreams {
  // The stages of a packet, in their order.
  private final val Acknowledge = 0
  private final val Data = 1
  private final val Count = 2
  private final val CountOther = 3
  private final val Reset = 4
  private final val ResetOther = 5
  private final val Settle = 6
  private final val Relieve = 7
  private final val Done = 8

  /** The stage of the end of the capture. */
  private final val End = 9
}
