package sparkwire.wire.capture.streams

import java.util.Arrays

import sparkwire.wire.capture.{CapturedPacket, PacketPlace, Piece, Pieces}
import sparkwire.wire.capture.packets.TcpSegment

/** One direction of a connection: what comes next, and what has come too early.
  *
  * Positions are sequence numbers that do not wrap: their low 32 bits are on the wire.
  *
  * Bytes that are missing may still come: packets overtake each other, and lost packets are sent again.
  * They are lost to the capture if the other side has acknowledged them, and
  * [[HalfStream.Patience]] packets of the connection later they are not there. They are given up as
  * well if the connection ends, or the memory is needed.
  */
private[streams] final class HalfStream(val connection: Connection, val side: Int) {
  import HalfStream._

  private[this] val early = new Pieces
  private[this] var next = NotStarted
  private[this] var begin = 0L
  private[this] var acknowledged = NotStarted
  private[this] var finish = NotStarted
  // How many packets have come since the gap was acknowledged.
  private[this] var waited = 0
  private[this] var syn = -1L

  /** The number under which it waits, 0 if it does not: see [[Gaps]]. */
  var waitingAs = 0L

  def isStarted: Boolean = next != NotStarted
  def hasSyn: Boolean = syn >= 0

  /** Whether a SYN is the one of this stream. The first bytes may have overtaken it. */
  def hasSyn(sequence: Int): Boolean =
    syn == (sequence & 0xffffffffL) || (isStarted && begin.toInt == sequence + 1)
  def isSynBefore(expected: Int): Boolean = hasSyn && syn.toInt + 1 == expected
  def hasGap: Boolean = early.first != null
  def hasEnded: Boolean = finish != NotStarted && next >= finish
  def cost: Long = early.cost

  /** Whether a sequence number may belong to this stream: windows have at most 1 GiB. */
  def isNear(sequence: Int): Boolean =
    !isStarted || math.abs((sequence - next.toInt).toLong) <= MaxWindow

  /** Whether a sequence number comes after all that the stream has had. */
  def isBehindEnd(sequence: Int): Boolean = !isStarted || sequence - next.toInt > 0

  def start(sequence: Int): Unit = {
    next = FirstTurn + (sequence & 0xffffffffL)
    begin = next
  }

  def startWithSyn(sequence: Int): Unit = {
    syn = sequence & 0xffffffffL
    start(sequence + 1)
  }

  private def positionOf(sequence: Int): Long = next + (sequence - next.toInt)

  /** The other side has said what it expects. */
  def acknowledge(expected: Int): Unit = if (isStarted && isNear(expected)) {
    val position = positionOf(expected)
    if (position > acknowledged) acknowledged = position
  }

  def finishAt(sequence: Int): Unit = if (isStarted && finish == NotStarted)
    finish = math.max(next, positionOf(sequence))

  /** Takes the data of a segment that begin at a sequence number. */
  def data(segment: TcpSegment, sequence: Int, packet: CapturedPacket, sink: StreamSink): Unit = {
    val start = positionOf(sequence)
    val end = start + segment.size
    if (end > next)
      if (early.first == null && start <= next) {
        val passed = (next - start).toInt
        now(segment, passed, packet, sink)
      } else {
        keep(segment, start, packet)
        deliver(sink)
      }
  }

  /** Gives the data of a segment behind the first `passed` bytes. */
  private def now(segment: TcpSegment, passed: Int, packet: CapturedPacket,
      sink: StreamSink): Unit = {
    val there = segment.captured - passed
    if (there > 0) {
      val from = segment.from + passed
      give(next, there.toLong, Arrays.copyOfRange(segment.bytes, from, from + there), packet, sink)
    }
    val cut = segment.size - math.max(segment.captured, passed)
    if (cut > 0) give(next, cut.toLong, null, packet, sink)
  }

  private def give(start: Long, size: Long, bytes: Array[Byte], packet: CapturedPacket,
      sink: StreamSink): Unit =
    give(new Piece(start - begin, size, bytes, packet.place), sink)

  private def give(piece: Piece, sink: StreamSink): Unit = {
    next += piece.size
    sink.piece(connection, side, piece)
  }

  private def keep(segment: TcpSegment, start: Long, packet: CapturedPacket): Unit = {
    val passed = math.max(0L, next - start).toInt
    val there = math.max(0, segment.captured - passed)
    val place = packet.place
    early.add(start + passed, segment.bytes, segment.from + passed, there, place)
    val cut = segment.size - passed - there
    early.add(start + passed + there, null, 0, cut, place)
  }

  /** Gives what has been waiting and comes next. */
  private def deliver(sink: StreamSink): Unit = {
    while (early.first != null && early.first.start == next) give(moved(early.removeFirst()), sink)
    if (early.first == null) waited = 0
  }

  /** The piece with its position in the stream. */
  private def moved(piece: Piece): Piece =
    new Piece(piece.start - begin, piece.size, piece.bytes, piece.place)

  /** Counts a packet of the connection, and gives up the gap if it has been acknowledged long ago. */
  def count(sink: StreamSink): Unit = if (early.first != null) {
    if (acknowledged >= early.first.start) waited += 1
    if (waited > Patience) giveUpGap(sink)
  }

  /** Takes the bytes in front of the next piece for lost. */
  def giveUpGap(sink: StreamSink): Unit = {
    val behind = early.first
    waited = 0
    lose(behind.start, behind.place, sink)
    deliver(sink)
  }

  private def lose(until: Long, place: PacketPlace, sink: StreamSink): Unit =
    give(new Piece(next - begin, until - next, null, place), sink)

  /** Gives all that is there, and what is known to be lost. */
  def flush(packet: CapturedPacket, sink: StreamSink): Unit = if (isStarted) {
    while (early.first != null) giveUpGap(sink)
    // A FIN is acknowledged like a byte, and may be lost like one.
    val isFinished = finish != NotStarted
    if (if (isFinished) finish > next else acknowledged > next + 1)
      lose(if (isFinished) finish else acknowledged, packet.place, sink)
  }
}

private[streams] object HalfStream {
  private final val NotStarted = -1L
  private final val FirstTurn = 1L << 32
  private final val MaxWindow = 1L << 30

  /** Cards with several queues deliver packets a little out of order. */
  private[streams] final val Patience = 16
}
