package sparkwire.cost

import sparkwire.cost.CaptureFamilies.{down, family, packets, small, up}
import sparkwire.wire.capture.Packets._
import sparkwire.wire.databus.captures.Relay

/** Captures of a relay of Databus. */
object DatabusCaptureFamilies {
  private val options = small + ("protocol" -> "databus")
  private val segment = 1400

  /** The answers to a request, which repeat after a first part. */
  private def answers(all: Array[Byte], first: Array[Byte] = Array.emptyByteArray,
      request: Array[Byte] = Relay.stream, segment: Int = segment)(size: Int): Array[Byte] =
    packets(size) { i =>
      if (i == 0) up(9, request, Syn)
      else {
        val from = (i - 1L) * segment
        down(10 + from, Array.tabulate(segment)(at => byteAt(first, all, from + at)))
      }
    }

  private def byteAt(first: Array[Byte], all: Array[Byte], at: Long): Byte =
    if (at < first.length) first(at.toInt) else all(((at - first.length) % all.length).toInt)

  private def ofDatabus(name: String, attacks: String)(bytes: Int => Array[Byte]): CostFamily =
    family(s"databus-$name", attacks, options)(bytes)

  private val chunked = Relay.head("Transfer-Encoding: chunked")
  private val event = Relay.event(0)

  val all: Seq[CostFamily] = Seq(
    ofDatabus("responses", "Responses of one event each, without requests.")(
      answers(Relay.sized(event))),
    ofDatabus("empty", "Responses without a byte.")(answers(Relay.sized(Array.emptyByteArray))),
    ofDatabus("continue", "Responses that announce others.")(
      answers(text("HTTP/1.1 100 Continue\r\n\r\n"))),
    ofDatabus("chunks", "Events in chunks of a byte.")(
      answers(join(event.grouped(1).map(Relay.chunk).toSeq: _*), chunked)),
    ofDatabus("zeros", "A body of zeros.")(answers(bytes(0), Relay.head())),
    ofDatabus("bytes", "Events whose bytes come one by one.")(
      answers(event, Relay.head(), segment = 1)),
    ofDatabus("lines", "Empty lines.")(answers(text("\r\n"))),
    ofDatabus("fields", "Fields of a response that never end.")(
      answers(text("a: b\r\n"), text("HTTP/1.1 200 OK\r\n"))),
    ofDatabus("line", "A line that never ends.")(
      answers(text("x"), text("HTTP/1.1 200 OK\r\n"), segment = 1)),
    ofDatabus("trailers", "Fields behind the chunks.")(
      answers(text("a: b\r\n"), join(chunked, text("0\r\n")))),
    ofDatabus("broken", "Responses that are refused, one in each packet.")(
      answers(text("HTTP/1.1 2x0 OK\r\n") ++ new Array[Byte](segment - 17))),
    ofDatabus("requests", "Requests that nobody answers.")(
      packets(_) { i =>
        val request = Relay.get("/stream")
        if (i == 0) up(9, request.take(0), Syn) else up(10L + (i - 1) * request.length, request)
      }),
    ofDatabus("gaps", "Responses with lost bytes between them.")(
      packets(_) { i =>
        if (i == 0) up(9, Relay.stream, Syn) else down(10L + 4000L * i, Relay.sized(event))
      }),
    ofDatabus("none", "Connections that speak something else.")(
      packets(_)(i => up(10, text("x" * segment), Syn, port = i & 0xffff)))
  )
}
