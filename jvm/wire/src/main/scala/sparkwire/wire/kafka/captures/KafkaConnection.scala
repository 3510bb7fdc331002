package sparkwire.wire.kafka.captures

import sparkwire.wire.capture.{Capture, PacketPlace, Piece}
import sparkwire.wire.capture.streams.{Connection, ConnectionReader}
import sparkwire.wire.core.{Bytes, Reason}

/** Finds the requests and responses in the two streams of a connection.
  *
  * A direction that is read from its beginning is one frame after the other. Elsewhere, and after
  * lost bytes that reach beyond the end of a frame, the next frame is searched for: a request by
  * its head, a response by the correlation id of a request that waits for it. Small correlation ids
  * are frequent numbers, so a response that has one is found only at the beginning of a packet. The
  * request may come later than its response, when it waits for bytes before it, so a packet that
  * is exactly one response by its size is also taken for one.
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
    Array.fill(2)(new MessageFrame(RequestHead.Size, connection.held))
  private[this] val states = Array(Unseen, Unseen)
  private[this] val tails = Array.fill(2)(Array.emptyByteArray)
  // Whether the last bytes of a side were neither requests nor responses: that is said once.
  private[this] val isGarbage = Array(false, false)
  // Null as soon as the client is known.
  private[this] var clientSearch =
    if (client < 0) new ClientSearch(connection.held, reading.maxSize) else null
  // The data that it has held, until it is read.
  private[this] var held: ClientSearch = _
  private[this] var isOver = false
  private[this] var hasEnded = false
  private[this] var isFinishing = false
  private[this] var isSasl = false

  // The data that is being read: who has sent it, the bytes from a place on, and where in them the
  // piece begins.
  private[this] var current: Piece = _
  private[this] var sender = 0
  private[this] var bytes = Array.emptyByteArray
  private[this] var at = 0
  private[this] var edge = 0

  private def isRequest(side: Int): Boolean = client < 0 || side == client

  protected def take(side: Int, piece: Piece): Unit = if (!isOver) {
    if (clientSearch == null) takeKnown(side, piece)
    else {
      val found = clientSearch.add(side, piece)
      if (found >= 0 || clientSearch.isFull || (!piece.isLost && isTls(piece.bytes))) decide(found)
    }
  }

  /** Begins to read the data that was held. Where the client is not found, it is whoever sends the
    * first request.
    */
  private def decide(found: Int): Unit = {
    held = clientSearch
    clientSearch = null
    client = if (found >= 0) found else held.likely
  }

  private def takeKnown(side: Int, piece: Piece): Unit = {
    if (states(side) == Unseen) begin(side, piece)
    if (!isOver) if (piece.isLost) lose(side, piece) else beginReading(side, piece)
  }

  def step(): Boolean =
    if (!isOver && at < bytes.length) {
      readOn()
      true
    } else if (held != null) {
      takeHeld()
      true
    } else hasEnded && finish()

  private def takeHeld(): Unit = {
    val next = held.poll()
    if (next == null) {
      held.close()
      held = null
    } else if (!isOver) takeKnown(next.side, next.piece)
  }

  private def begin(side: Int, piece: Piece): Unit = {
    states(side) = if (connection.isWhole(piece)) Framed else Searching
    if (!piece.isLost && !pairing.hasRequests && isTls(piece.bytes)) giveUp(KafkaCapture.Tls)
  }

  def end(): Unit = {
    if (clientSearch != null) decide(-1)
    hasEnded = true
  }

  /** Gives one of the remaining rows. Returns false if there is none. */
  private def finish(): Boolean = {
    if (!isOver) {
      isOver = true
      isFinishing = true
      val isKafka = pairing.hasAny || (client >= 0 && frames(client).hasHead)
      if (!isKafka) giveUp(KafkaCapture.NotKafka)
      else for (side <- Seq(client, 1 - client)) cut(side, KafkaCapture.CutOff)
      frames.foreach(_.close())
    }
    isFinishing && pairing.giveLeft()
  }

  /** The client is decided upon with less data than it might take, or the exchange that waits
    * longest is given.
    */
  override def relieve(): Boolean =
    if (clientSearch != null) {
      decide(-1)
      true
    } else pairing.relieve()

  def exceed(place: PacketPlace): Unit = {
    val from = math.max(client, 0)
    pairing.bare(from, from, place, Capture.MemoryExceeded)
  }

  /** Says once why the connection is not read. */
  private def giveUp(reason: Reason): Unit = {
    isOver = true
    val from = math.max(client, 0)
    pairing.bare(from, from, first, reason)
    frames.foreach(_.close())
  }

  private def beginReading(side: Int, piece: Piece): Unit = {
    current = piece
    sender = side
    bytes = piece.bytes
    at = 0
    edge = 0
    frames(side).beginsAt = -1
  }

  private def readOn(): Unit = {
    if (states(sender) == Framed) at = fill(sender, bytes, at, current)
    else {
      if (tails(sender).length > 0) {
        bytes = tails(sender) ++ bytes.drop(at)
        edge = tails(sender).length
        at = 0
        tails(sender) = Array.emptyByteArray
      }
      at = search(sender, bytes, at, edge)
    }
    if (at == bytes.length) {
      bytes = Array.emptyByteArray
      at = 0
      current = null
    }
  }

  private def fill(side: Int, bytes: Array[Byte], at: Int, piece: Piece): Int = {
    val frame = frames(side)
    var until = frame.fill(bytes, at, piece.place)
    while (frame.isAtGoal) until = reached(side, frame, until)
    until
  }

  /** Goes on with a frame that has reached its goal. Returns where the next bytes are taken from. */
  private def reached(side: Int, frame: MessageFrame, until: Int): Int =
    if (frame.hasHead) {
      complete(side)
      until
    } else {
      val goesOn = if (frame.hasSize) accepts(side, frame) else frame.readSize()
      if (goesOn) until else refuse(side, frame, until)
    }

  /** Whether a head is plausible. */
  private def accepts(side: Int, frame: MessageFrame): Boolean = {
    val fits = if (isRequest(side)) isRequest(frame) else isResponse(frame)
    frame.isToken = !fits && isSasl && frame.size >= 0 && frame.size <= MostToken
    if (fits && frame.size > reading.maxSize) frame.damageBy(reading.tooLarge)
    val isGood = fits || frame.isToken
    if (isGood) {
      frame.accept()
      isGarbage(side) = false
    }
    isGood
  }

  private def isRequest(frame: MessageFrame): Boolean = frame.filled == RequestHead.Size && {
    if (isSasl) {
      // A token may begin like some API that there might be.
      val is = RequestHead.isKnown(frame.bytes, 0)
      if (is) isSasl = false
      is
    } else RequestHead.mayBegin(frame.bytes, 0)
  }

  private def isResponse(
      frame: MessageFrame): Boolean = frame.filled >= RequestHead.ResponseSize && {
    val id = Bytes.i32be(frame.bytes, 4)
    if (isSasl) pairing.outstanding.isFirst(id)
    else pairing.outstanding.has(id) || frame.size <= reading.maxSize
  }

  /** Returns where the search begins for the next frame. */
  private def refuse(side: Int, frame: MessageFrame, until: Int): Int =
    if (!pairing.hasAny) {
      giveUp(KafkaCapture.NotKafka)
      until
    } else {
      if (!isGarbage(side)) pairing.bare(client, side, frame.first, KafkaCapture.BadFrame)
      isGarbage(side) = true
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
    else if (pairing.isAnswer(bytes, at, edge)) RequestHead.Yes
    else RequestHead.No

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
