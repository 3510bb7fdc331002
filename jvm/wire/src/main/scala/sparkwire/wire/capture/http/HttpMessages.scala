package sparkwire.wire.capture.http

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.Arrays

import scala.annotation.switch

import sparkwire.wire.capture.{Budget, Capture, PacketPlace, Piece}
import sparkwire.wire.capture.values.DirectionValues
import sparkwire.wire.core.Reason

/** Divides a direction of a connection into messages of HTTP/1.x: a start line, fields, an empty line, and
  * the body (RFC 9112, 6.3):
  * | if                                                   | the body                          |
  * | a status 1xx, 204 or 304, or an answer to HEAD       | none                              |
  * | the last transfer coding is `chunked`                | chunks                            |
  * | a response with another transfer coding              | up to the end of the connection   |
  * | Content-Length                                       | so many bytes                     |
  * | a response with neither                              | up to the end of the connection   |
  * | a request with neither                               | none                              |
  *
  * A chunk is its size in hexadecimal, CRLF, its bytes, CRLF. After a chunk of 0 bytes, fields may
  * come, and an empty line.
  *
  * No size is trusted: bytes are given as they come, and counted. After bytes that are not HTTP,
  * and after lost bytes unless they end inside of a body, the next message is found at the
  * beginning of a packet.
  *
  * @param isWhole
  *   whether a message begins with the first byte
  */
final class HttpMessages(receiver: HttpReceiver, isResponse: Boolean, isWhole: Boolean,
    budget: Budget) {
  import HttpMessages._

  private[this] var state = if (isWhole) Start else Searching
  private[this] var line = new Array[Byte](LeastLine)
  private[this] var filled = 0
  // How many bytes the lines of this head have.
  private[this] var headSize = 0L
  private[this] var head: HttpHead = _
  private[this] var startLine = 0L
  // How many bytes follow of a body or a chunk.
  private[this] var left = 0L
  // The part that is being read, and its start.
  private[this] var current: Piece = _
  private[this] var at = 0
  private[this] var last: PacketPlace = _

  /** Whether all that has come are complete messages. */
  def isIdle: Boolean = state == Start && filled == 0

  /** Takes bytes, which are read by [[step]], or lost bytes. */
  def piece(piece: Piece): Unit = {
    last = piece.place
    if (piece.isLost) lose(piece)
    else {
      if (state == Searching && mayBegin(piece.bytes)) begin(Start)
      current = piece
      at = 0
    }
  }

  /** Reads a line, or bytes of a body. Returns false if there are none. */
  def step(): Boolean =
    if (current != null && at < current.bytes.length) {
      at = take(current, at)
      true
    } else {
      current = null
      false
    }

  private def mayBegin(bytes: Array[Byte]): Boolean =
    if (isResponse) HttpHead.mayBeResponse(bytes) else HttpHead.mayBeRequest(bytes)

  private def begin(next: Int): Unit = {
    state = next
    filled = 0
    if (next == Start || next == Trailer) headSize = 0
    forgetHead()
  }

  /** Takes bytes from `at` on. Returns where the rest begins. */
  private def take(piece: Piece, at: Int): Int = (state: @switch) match {
    case Searching | Over => piece.bytes.length
    case Fixed | Chunk => takeBody(piece, at, left)
    case Rest => takeBody(piece, at, Long.MaxValue)
    case _ => takeLine(piece, at)
  }

  private def takeBody(piece: Piece, at: Int, most: Long): Int = {
    val until = at + math.min(piece.bytes.length - at, most).toInt
    receiver.body(part(piece, at, until))
    passBody((until - at).toLong)
    until
  }

  private def part(piece: Piece, from: Int, until: Int): Piece =
    if (from == 0 && until == piece.bytes.length) piece
    else
      new Piece(piece.start + from, (until - from).toLong,
        Arrays.copyOfRange(piece.bytes, from, until), piece.place)

  /** Counts bytes of a body. */
  private def passBody(count: Long): Unit = if (state != Rest) {
    left -= count
    if (left == 0) if (state == Chunk) begin(ChunkEnd) else complete()
  }

  private def complete(): Unit = {
    begin(Start)
    receiver.complete()
  }

  /** Takes bytes up to the end of a line. */
  private def takeLine(piece: Piece, at: Int): Int = {
    var until = at
    while (until < piece.bytes.length && piece.bytes(until) != '\n') until += 1
    val ends = until < piece.bytes.length
    val count = until - at
    headSize += count + 1
    if (filled + count > MostLine || headSize > MostHead) refuse(piece)
    else {
      keep(piece.bytes, at, count)
      if (ends) {
        val isCarriageReturn = filled > 0 && line(filled - 1) == '\r'
        val text = new String(line, 0, if (isCarriageReturn) filled - 1 else filled, ISO_8859_1)
        filled = 0
        if (!accepts(text)) refuse(piece)
      }
    }
    if (ends) until + 1 else until
  }

  private def keep(bytes: Array[Byte], from: Int, count: Int): Unit = {
    if (filled + count > line.length) {
      val larger = math.max(filled + count, 2 * line.length)
      budget.take((larger - line.length).toLong)
      line = Arrays.copyOf(line, larger)
    }
    System.arraycopy(bytes, from, line, filled, count)
    filled += count
  }

  private def accepts(text: String): Boolean = (state: @switch) match {
    // An empty line before a message is skipped.
    case Start => text.isEmpty || startsWith(text)
    case Fields => if (text.isEmpty) endHead() else head.accept(text)
    case ChunkSize => beginChunk(text)
    case ChunkEnd =>
      begin(ChunkSize)
      text.isEmpty
    case Trailer =>
      if (text.isEmpty) complete()
      true
  }

  private def startsWith(text: String): Boolean = {
    head = HttpHead.of(text)
    startLine = text.length.toLong
    budget.take(startLine)
    state = Fields
    head != null && head.isResponse == isResponse
  }

  private def forgetHead(): Unit = {
    budget.giveBack(startLine)
    startLine = 0
    head = null
  }

  private def endHead(): Boolean = {
    val head = this.head
    val mayHaveBody = receiver.head(head) && !head.neverHasBody
    val hasLength = !head.hasTransferCodings && head.contentLength >= 0
    if (head.status == SwitchingProtocols) begin(Over)
    else if (!mayHaveBody || (!isResponse && !head.hasTransferCodings && !hasLength)) complete()
    else if (head.isChunked) begin(ChunkSize)
    else if (hasLength) beginBody(head.contentLength)
    else begin(Rest)
    // Nothing tells where such a request ends.
    isResponse || head.isChunked || !head.hasTransferCodings
  }

  private def beginBody(size: Long): Unit = {
    left = size
    if (size == 0) complete() else begin(Fixed)
  }

  private def beginChunk(text: String): Boolean = {
    headSize = 0
    val end = text.indexOf(';')
    left = HttpHead.number((if (end < 0) text else text.substring(0, end)).trim, 16)
    if (left == 0) begin(Trailer) else begin(Chunk)
    left >= 0
  }

  private def refuse(piece: Piece): Unit = giveUp(piece.place, BadHttp)

  private def giveUp(place: PacketPlace, reason: Reason): Unit = {
    val isInBody = state >= Fixed
    begin(Searching)
    receiver.broken(place, reason, isInBody)
  }

  private def lose(piece: Piece): Unit =
    if (state == Rest || ((state == Fixed || state == Chunk) && piece.size <= left)) {
      receiver.body(piece)
      passBody(piece.size)
    } else if (state != Over && state != Searching) giveUp(piece.place, Capture.LostBytes)

  /** Nothing more comes. */
  def end(): Unit = {
    current = null
    if (state == Rest) complete()
    else if (!isIdle && state != Searching && state != Over) giveUp(last, DirectionValues.CutOff)
    forgetHead()
    budget.giveBack((line.length - LeastLine).toLong)
    line = new Array[Byte](LeastLine)
  }
}

object HttpMessages {
  val BadHttp = new Reason("bad-http",
    "these bytes are not HTTP/1.1; what follows up to the next response is skipped")

  /** A request of Databus has the state of a client in its target. */
  private final val MostLine = 64 << 10
  private final val MostHead = 256 << 10
  private final val LeastLine = 256

  private final val SwitchingProtocols = 101

  private final val Searching = 0
  private final val Over = 1
  private final val Start = 2
  private final val Fields = 3
  // From here on, there is a body.
  private final val Fixed = 4
  private final val Rest = 5
  private final val ChunkSize = 6
  private final val Chunk = 7
  private final val ChunkEnd = 8
  private final val Trailer = 9
}
