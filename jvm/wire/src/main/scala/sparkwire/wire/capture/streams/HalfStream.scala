package sparkwire.wire.capture.streams

import java.util.Arrays

import sparkwire.wire.capture.{Budget, CapturedPacket, PacketPlace, Piece, Pieces}
import sparkwire.wire.capture.packets.TcpSegment

/** One direction of a connection: the bytes that come next, and the bytes that have come too early.
  *
  * Positions are sequence numbers that do not wrap: their low 32 bits are on the wire.
  *
  * Bytes that are missing may still come: packets overtake each other, and lost packets are sent again.
  * They are lost to the capture if the other side has acknowledged them, and
  * [[HalfStream.Patience]] packets of the connection later they are not there. They are given up as
  * well if the connection ends, or the memory is needed.
  *
  * Bytes that were cut off are lost as soon as something confirms that they were sent: the other
  * side has acknowledged them, or the stream goes on after them. Until then they are a [[Claim]] of
  * a length that may be wrong, and bytes that come in their place count.
  *
  * The data of the direction is taken with [[poll]], piece by piece, until there is none.
  */
private[streams] final class HalfStream(val connection: Connection, val side: Int,
    budget: Budget) {
  import HalfStream._

  private[this] val early = new Pieces(budget)
  private[this] val claims = new Claims(budget)
  // The next bytes, if they have come in order.
  private[this] var ready: Piece = _
  private[this] var next = NotStarted
  private[this] var begin = 0L
  private[this] var acknowledged = NotStarted
  private[this] var finish = NotStarted
  // How many packets have come since the gap was acknowledged.
  private[this] var waited = 0
  // Up to here, missing bytes are lost.
  private[this] var givenUp = NotStarted
  // Where the stream ends, if it does.
  private[this] var flushedAt: PacketPlace = _
  private[this] var syn = -1L

  /** The number under which it waits, 0 if it does not: see [[GapQueue]]. */
  var waitingAs = 0L

  def isStarted: Boolean = next != NotStarted
  def hasSyn: Boolean = syn >= 0

  /** Whether a SYN is the one of this stream. The first bytes may have overtaken it. */
  def hasSyn(sequence: Int): Boolean =
    syn == (sequence & 0xffffffffL) || (isStarted && begin.toInt == sequence + 1)
  def isSynBefore(expected: Int): Boolean = hasSyn && syn.toInt + 1 == expected
  def hasGap: Boolean = gapEnd != NoGap
  def hasClaims: Boolean = !claims.isEmpty
  def hasEnded: Boolean = finish != NotStarted && next >= finish

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

  /** Takes note of the byte that the other side expects next. */
  def acknowledge(expected: Int): Unit = if (isStarted && isNear(expected)) {
    val position = positionOf(expected)
    if (position > acknowledged) acknowledged = position
  }

  def finishAt(sequence: Int): Unit = if (isStarted && finish == NotStarted)
    finish = math.max(next, positionOf(sequence))

  /** Takes the data of a segment that begin at a sequence number. */
  def data(segment: TcpSegment, sequence: Int, packet: CapturedPacket): Unit = {
    val start = positionOf(sequence)
    val passed = math.max(0L, next - start)
    val there = segment.captured - passed
    val place = packet.place
    if (there > 0) {
      val from = segment.from + passed.toInt
      if (early.isEmpty && start <= next)
        ready = new Piece(next - begin, there,
          Arrays.copyOfRange(segment.bytes, from, from + there.toInt), place)
      else early.add(start + passed, segment.bytes, from, there.toInt, place)
    }
    val cutFrom = math.max(next, start + segment.captured)
    if (start + segment.size > cutFrom) claims.add(cutFrom, start + segment.size, start, place)
  }

  /** Returns the next piece, null if it is not there yet. */
  def poll(): Piece =
    if (ready != null) inOrder()
    else if (isQuiet && flushedAt == null) null
    else waiting()

  /** Whether nothing waits, as usual. */
  private def isQuiet: Boolean = early.isEmpty && claims.isEmpty

  private def waiting(): Piece = {
    claims.dropUntil(next)
    val piece = early.first
    val claim = claims.first
    if (piece != null && piece.start == next) moved(early.removeFirst())
    else if (claim != null && claim.start <= next && (gives || isBorneOut(claim, piece)))
      lost(if (piece == null) claim.end else math.min(claim.end, piece.start), claim.place)
    else if (gives && gapEnd != NoGap)
      lost(gapEnd, if (piece != null && piece.start == gapEnd) piece.place else claim.place)
    else if (flushedAt != null) tail()
    else null
  }

  private def gives: Boolean = flushedAt != null || next < givenUp

  private def isBorneOut(claim: Claim, after: Piece): Boolean =
    acknowledged >= claim.end ||
      (if (after == null) claims.goOnAt(claim.end) else after.start >= claim.end)

  /** Where bytes end that are missing, [[NoGap]] if none are. */
  private def gapEnd: Long = if (isQuiet) NoGap
  else {
    val piece = early.first
    val claim = claims.first
    val ofPiece = if (piece == null) NoGap else piece.start
    if (claim == null || claim.start <= next) ofPiece else math.min(ofPiece, claim.start)
  }

  private def inOrder(): Piece = {
    val piece = ready
    ready = null
    next += piece.size
    piece
  }

  /** The piece with its position in the stream. */
  private def moved(piece: Piece): Piece = {
    next += piece.size
    new Piece(piece.start - begin, piece.size, piece.bytes, piece.place)
  }

  private def lost(until: Long, place: PacketPlace): Piece = {
    val piece = new Piece(next - begin, until - next, null, place)
    next = until
    piece
  }

  /** Returns the bytes that the other side has received, or that the end of the stream proves, and
    * the capture has not.
    */
  private def tail(): Piece = {
    val place = flushedAt
    flushedAt = null
    // A FIN is acknowledged like a byte, and may be lost like one.
    val isFinished = finish != NotStarted
    if (if (isFinished) finish > next else acknowledged > next + 1)
      lost(if (isFinished) finish else acknowledged, place)
    else null
  }

  /** Counts a packet of the connection. Gives up the gap if it has been acknowledged long ago, and
    * returns whether it does.
    */
  def count(): Boolean = {
    val end = gapEnd
    waited = if (end == NoGap) 0 else if (acknowledged >= end) waited + 1 else waited
    val isLost = waited > Patience
    if (isLost) giveUpGap()
    isLost
  }

  /** Takes the bytes before the next piece for lost. */
  def giveUpGap(): Unit = {
    waited = 0
    givenUp = gapEnd
  }

  /** Gives all bytes that are there, and the ones that are known to be lost. */
  def flush(packet: CapturedPacket): Unit = if (isStarted) flushedAt = packet.place
}

private[streams] object HalfStream {
  private final val NotStarted = -1L
  private final val NoGap = Long.MaxValue
  private final val FirstTurn = 1L << 32
  private final val MaxWindow = 1L << 30

  /** Cards with several queues deliver packets a little out of order. */
  private[streams] final val Patience = 16
}
