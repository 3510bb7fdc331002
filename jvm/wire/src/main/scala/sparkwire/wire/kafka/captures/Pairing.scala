package sparkwire.wire.kafka.captures

import java.util.ArrayDeque

import sparkwire.wire.capture.PacketPlace
import sparkwire.wire.capture.streams.Connection
import sparkwire.wire.core.{Bytes, Reason}

/** Finds the request of each response of a connection.
  *
  * Trap: where packets overtake each other in a capture, a response may come before its request does. So
  * the last responses without a request wait for one.
  */
private[captures] final class Pairing(connection: Connection, reading: KafkaReading) {
  val outstanding: Outstanding = new Outstanding(connection.held)
  private[this] val early = new ArrayDeque[Exchange]
  private[this] var earlyCost = 0L
  private[this] val hasLost = Array(false, false)
  private[this] var requests = false
  private[this] var any = false

  def hasRequests: Boolean = requests

  /** Whether anything has been read as Kafka's. */
  def hasAny: Boolean = any

  /** Bytes of a side are lost. */
  def lost(side: Int): Unit = hasLost(side) = true

  /** Gives a row of bytes that are neither request nor response.
    *
    * @param side
    *   the side that has sent it
    */
  def bare(client: Int, side: Int, place: PacketPlace, reason: Reason): Unit = {
    val exchange = new Exchange(connection, client, place)
    if (side == client) exchange.requestTime = place.micros
    else exchange.responseTime = place.micros
    exchange.fail(reason)
    reading.give(exchange)
  }

  def request(client: Int, frame: MessageFrame): Exchange = {
    requests = true
    any = true
    val exchange = new Exchange(connection, client, frame.first)
    exchange.requestTime = frame.first.micros
    RequestHead.read(frame.bytes, frame.filled, exchange)
    if (frame.damage != null) exchange.fail(frame.damage) else exchange.request = frame.content
    val response = takeEarly(exchange)
    if (response != null) {
      answer(exchange, response)
      reading.give(exchange)
    } else if (!exchange.hasHead || wantsNoResponse(exchange)) reading.give(exchange)
    else {
      outstanding.add(exchange)
      limit()
    }
    exchange
  }

  /** Gives the exchange that has waited longest where all waiting exchanges take too much memory.
    */
  private def limit(): Unit =
    while (earlyCost + outstanding.cost > reading.maxMemory / 2 && relieve()) {}

  /** Gives the exchange that has waited longest. Returns false if none waits. */
  def relieve(): Boolean =
    if (!early.isEmpty) {
      drop(removeEarly(), KafkaCapture.NoRequest)
      true
    } else if (!outstanding.isEmpty) {
      drop(outstanding.remove(), KafkaCapture.MemoryExceeded)
      true
    } else false

  /** Whether a response begins at a place of bytes in which it is searched for.
    *
    * @param edge
    *   where the packet begins
    */
  def isAnswer(bytes: Array[Byte], at: Int, edge: Int): Boolean = {
    val size = Bytes.i32be(bytes, at)
    val id = Bytes.i32be(bytes, at + 4)
    size >= 4 && size <= reading.maxSize && {
      if (outstanding.has(id)) at == edge || id >>> 16 != 0
      else at == edge && size == bytes.length - at - 4
    }
  }

  private def wantsNoResponse(exchange: Exchange): Boolean =
    exchange.apiKey == KafkaApis.Produce && exchange.request != null &&
      RequestHead.wantsNoResponse(exchange.request, exchange.apiVersion)

  def response(client: Int, frame: MessageFrame): Unit = {
    any = true
    val response = new Exchange(connection, client, frame.first)
    response.responseTime = frame.time
    if (frame.filled >= RequestHead.ResponseSize) {
      response.hasCorrelationId = true
      response.correlationId = Bytes.i32be(frame.bytes, 4)
    }
    if (frame.damage != null) response.fail(frame.damage) else response.response = frame.content
    if (!response.hasCorrelationId) reading.give(response)
    else if (outstanding.has(response.correlationId)) {
      val request = answered(response)
      answer(request, response)
      reading.give(request)
    } else {
      early.add(response)
      earlyCost += response.cost
      connection.held.take(response.cost)
      if (early.size > Pairing.MostEarly) drop(removeEarly(), KafkaCapture.NoRequest)
      limit()
    }
  }

  /** Returns the request of a response. The requests before it get none. */
  private def answered(response: Exchange): Exchange = {
    var request = outstanding.remove()
    while (request.correlationId != response.correlationId) {
      drop(request, whyUnanswered(request))
      request = outstanding.remove()
    }
    hasLost(1 - request.client) = false
    request
  }

  private def whyUnanswered(request: Exchange): Reason =
    if (hasLost(1 - request.client)) KafkaCapture.LostBytes else KafkaCapture.Unanswered

  private def answer(request: Exchange, response: Exchange): Unit = {
    request.responseTime = response.responseTime
    request.response = response.response
    if (response.fault != null) request.fail(response.fault)
  }

  private def drop(exchange: Exchange, reason: Reason): Unit = {
    exchange.fail(reason)
    reading.give(exchange)
  }

  private def takeEarly(request: Exchange): Exchange = {
    var found: Exchange = null
    if (request.hasHead && !early.isEmpty) {
      val all = early.iterator
      while (found == null && all.hasNext) {
        val next = all.next()
        if (next.correlationId == request.correlationId) found = next
      }
      if (found != null) {
        all.remove()
        forget(found)
      }
    }
    found
  }

  private def removeEarly(): Exchange = {
    val oldest = early.poll()
    forget(oldest)
    oldest
  }

  private def forget(response: Exchange): Unit = {
    earlyCost -= response.cost
    connection.held.giveBack(response.cost)
  }

  /** Gives the next of the remaining exchanges: nothing more comes. Returns false if there is none.
    */
  def giveLeft(): Boolean =
    if (!early.isEmpty) {
      drop(removeEarly(), KafkaCapture.NoRequest)
      true
    } else if (!outstanding.isEmpty) {
      val request = outstanding.remove()
      drop(request, whyUnanswered(request))
      true
    } else false
}

private object Pairing {
  private final val MostEarly = 64
}
