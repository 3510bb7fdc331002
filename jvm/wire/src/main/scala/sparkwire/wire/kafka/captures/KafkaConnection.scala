package sparkwire.wire.kafka.captures

import sparkwire.wire.capture.Piece
import sparkwire.wire.capture.streams.{Budget, Connection, ConnectionReader}
import sparkwire.wire.core.{Bytes, Options, Reason}

/** What all connections of a capture of Kafka have in common.
  *
  * @param port
  *   the port of the brokers, 0 if it is not known
  */
private[captures] final class KafkaReading(val port: Int, options: Options, val budget: Budget,
    val maxMemory: Long, val give: Exchange => Unit) {
  val maxSize: Int = options.maxSize
  val tooLarge: Reason = Reason.TooLarge.because(options.explain(Reason.TooLarge))
}

/** Finds the requests and responses in the two streams of a connection.
  *
  * A direction that is read from its beginning is a frame after the other. Elsewhere, and behind lost bytes
  * that reach beyond the end of a frame, the next frame is searched for: a request by its head, a
  * response by the correlation id of a request that waits for it. Small correlation ids are frequent
  * numbers, so a response that has one is found only at the beginning of a packet. The request may
  * come later than its response, when bytes in front of it are waited for, so a packet that is
  * exactly one response by its size is taken for one, too.
  *
  * Traps: with version 0 of SaslHandshake, tokens follow that have a size and no head, until a request
  * comes. A producer may want no response.
  */
private[captures] final class KafkaConnection(connection: Connection, reading: KafkaReading)
    extends ConnectionReader(connection, reading.port) {
  import KafkaConnection._

  private[this] val pairing = new Pairing(connection, reading)
  // Of each side of the connection.
  private[this] val frames =
    Array.fill(2)(new Frame(RequestHead.Size, reading.budget))
  private[this] val states = Array(Unseen, Unseen)
  private[this] val tails = Array.fill(2)(Array.emptyByteArray)
  // Null as soon as the client is known.
  private[this] var clientSearch =
    if (client < 0) new ClientSearch(reading.budget, reading.maxSize) else null
  private[this] var isOver = false
  private[this] var isSasl = false

  private def isRequest(side: Int): Boolean = client < 0 || side == client

  protected def take(side: Int, piece: Piece): Unit = if (!isOver) {
    if (clientSearch == null) takeKnown(side, piece)
    else {
      val found = clientSearch.add(side, piece)
      if (found >= 0 || clientSearch.isFull || (!piece.isLost && isTls(piece.bytes))) decide(found)
    }
  }

  /** Reads what was held. Where the client is not found, it is whoever sends the first request. */
  private def decide(found: Int): Unit = {
    val held = clientSearch
    clientSearch = null
    client = if (found >= 0) found else held.likely
    var next = held.poll()
    while (next != null) {
      if (!isOver) takeKnown(next.side, next.piece)
      next = held.poll()
    }
    held.close()
  }

  private def takeKnown(side: Int, piece: Piece): Unit = {
    if (states(side) == Unseen) begin(side, piece)
    if (!isOver) if (piece.isLost) lose(side, piece) else read(side, piece)
  }

  private def begin(side: Int, piece: Piece): Unit = {
    states(side) = if (connection.isWhole(piece)) Framed else Searching
    if (!piece.isLost && !pairing.hasRequests && isTls(piece.bytes)) giveUp(KafkaCapture.Tls)
  }

  def end(): Unit = {
    if (clientSearch != null) decide(-1)
    if (!isOver) {
      val isKafka = pairing.hasAny || (client >= 0 && frames(client).hasHead)
      if (!isKafka) giveUp(KafkaCapture.NotKafka)
      else for (side <- Seq(client, 1 - client)) cut(side, KafkaCapture.CutOff)
      pairing.end()
    }
    frames.foreach(_.close())
  }

  /** Says once why the connection is not read. */
  private def giveUp(reason: Reason): Unit = {
    isOver = true
    val from = math.max(client, 0)
    pairing.bare(from, from, first, reason)
    frames.foreach(_.close())
  }

  private def read(side: Int, piece: Piece): Unit = {
    var bytes = piece.bytes
    var at = 0
    // Where the packet begins.
    var edge = 0
    frames(side).beginsAt = -1
    while (at < bytes.length && !isOver)
      if (states(side) == Framed) at = fill(side, bytes, at, piece)
      else {
        if (tails(side).length > 0) {
          bytes = tails(side) ++ bytes.drop(at)
          edge = tails(side).length
          at = 0
          tails(side) = Array.emptyByteArray
        }
        at = search(side, bytes, at, edge)
      }
  }

  private def fill(side: Int, bytes: Array[Byte], at: Int, piece: Piece): Int = {
    val frame = frames(side)
    var until = frame.fill(bytes, at, piece.place)
    while (frame.isAtGoal) until = reached(side, frame, until)
    until
  }

  /** Goes on with a frame that has reached its goal. Returns where the next bytes are taken from. */
  private def reached(side: Int, frame: Frame, until: Int): Int =
    if (frame.hasHead) {
      complete(side)
      until
    } else {
      val goesOn = if (frame.hasSize) accepts(side, frame) else frame.readSize()
      if (goesOn) until else refuse(side, frame, until)
    }

  /** Whether a head is plausible. */
  private def accepts(side: Int, frame: Frame): Boolean = {
    val fits = if (isRequest(side)) isRequest(frame) else isResponse(frame)
    frame.isToken = !fits && isSasl && frame.size >= 0 && frame.size <= MostToken
    if (fits && frame.size > reading.maxSize) frame.damageBy(reading.tooLarge)
    if (fits || frame.isToken) frame.accept()
    fits || frame.isToken
  }

  private def isRequest(frame: Frame): Boolean = frame.filled == RequestHead.Size && {
    if (isSasl) {
      // A token may begin like some API that there might be.
      val is = RequestHead.isKnown(frame.bytes, 0)
      if (is) isSasl = false
      is
    } else RequestHead.mayBegin(frame.bytes, 0)
  }

  private def isResponse(frame: Frame): Boolean = frame.filled >= RequestHead.ResponseSize && {
    val id = Bytes.i32be(frame.bytes, 4)
    if (isSasl) pairing.outstanding.isFirst(id)
    else pairing.outstanding.has(id) || frame.size <= reading.maxSize
  }

  /** Returns where the search begins for the next frame. */
  private def refuse(side: Int, frame: Frame, until: Int): Int =
    if (!pairing.hasAny) {
      giveUp(KafkaCapture.NotKafka)
      until
    } else {
      pairing.bare(client, side, frame.first, KafkaCapture.BadFrame)
      states(side) = Searching
      val begin = frame.beginsAt
      // Where it began in another packet, its bytes are looked at once more.
      if (begin < 0) tails(side) = frame.bytes.slice(1, frame.filled)
      frame.clear()
      if (begin < 0) until else begin + 1
    }

  /** Looks for the beginning of a frame. Returns where it is, or the end, with the last bytes kept. */
  private def search(side: Int, bytes: Array[Byte], from: Int, edge: Int): Int = {
    val needed = if (isRequest(side)) RequestHead.Size else RequestHead.ResponseSize
    var at = from
    var found = RequestHead.No
    while (found == RequestHead.No && at + needed <= bytes.length) {
      found = judge(side, bytes, at, edge)
      if (found == RequestHead.No) at += 1
    }
    if (found == RequestHead.Yes) {
      states(side) = Framed
      if (client < 0) client = side
      at
    } else {
      tails(side) = bytes.drop(at)
      bytes.length
    }
  }

  private def judge(side: Int, bytes: Array[Byte], at: Int, edge: Int): Int =
    if (isRequest(side)) RequestHead.judge(bytes, at, reading.maxSize)
    else if (isAnswer(bytes, at, edge)) RequestHead.Yes
    else RequestHead.No

  private def isAnswer(bytes: Array[Byte], at: Int, edge: Int): Boolean = {
    val size = Bytes.i32be(bytes, at)
    val id = Bytes.i32be(bytes, at + 4)
    size >= 4 && size <= reading.maxSize && {
      if (pairing.outstanding.has(id)) at == edge || id >>> 16 != 0
      else at == edge && size == bytes.length - at - 4
    }
  }

  private def lose(side: Int, piece: Piece): Unit = {
    val frame = frames(side)
    if (states(side) == Framed && frame.holds(piece.size)) {
      frame.lose(piece)
      if (frame.isAtGoal) complete(side)
    } else {
      // Of a connection that may be anything, nothing is said.
      if (frame.isEmpty && pairing.hasAny && states(side) == Framed)
        pairing.bare(client, side, piece.place, KafkaCapture.LostBytes)
      cut(side, KafkaCapture.LostBytes)
      pairing.lost(side)
      states(side) = Searching
      tails(side) = Array.emptyByteArray
    }
  }

  /** Ends a frame that is not complete. */
  private def cut(side: Int, reason: Reason): Unit = if (!frames(side).isEmpty) {
    frames(side).damageBy(reason)
    complete(side)
  }

  private def complete(side: Int): Unit = {
    val frame = frames(side)
    if (!frame.isToken) {
      if (isRequest(side)) {
        val exchange = pairing.request(side, frame)
        if (exchange.hasHead && exchange.apiKey == KafkaApis.SaslHandshake)
          isSasl = exchange.apiVersion == 0
      } else pairing.response(client, frame)
    }
    frame.clear()
  }
}

private[captures] object KafkaConnection {
  private final val Unseen = 0
  private final val Searching = 1
  private final val Framed = 2

  private final val MostToken = 1 << 20

  /** Whether a stream begins with a record of TLS: u8 type, u16 version from 0300 to 0304. */
  private def isTls(bytes: Array[Byte]): Boolean = bytes.length >= 3 &&
    bytes(0) >= 20 && bytes(0) <= 23 && bytes(1) == 3 && bytes(2) >= 0 && bytes(2) <= 4
}
