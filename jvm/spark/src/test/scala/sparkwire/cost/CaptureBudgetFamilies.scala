package sparkwire.cost

import scala.collection.mutable

import sparkwire.cost.CaptureFamilies.{down, family, up}
import sparkwire.files.values.ValueReads
import sparkwire.wire.capture.{Captured, CaptureFiles}
import sparkwire.wire.capture.CaptureFiles.little
import sparkwire.wire.capture.Packets._
import sparkwire.wire.cernan.captures.Conversations.{answer, packet}
import sparkwire.wire.databus.captures.Relay
import sparkwire.wire.kafka.captures.Frames.{request, response, sized}

/** Captures of which as much waits as the budget allows: first a budget that all of it fits, then one
  * that it exceeds.
  */
object CaptureBudgetFamilies {
  private val large = Map("maxMemory" -> s"${256 << 20}")

  private def protocol(name: String, options: Map[String, String] = large): Map[String, String] =
    options + ("protocol" -> name)

  private val byte = bytes(7)
  private val none = Array.emptyByteArray

  /** Packets up to this size together, of which a part is known before. */
  private def captured(size: Int)(packet: (Int, Int) => Captured): Seq[Captured] = {
    val all = mutable.Buffer.empty[Captured]
    var left = size
    while (left > 0) {
      val next = packet(all.length, left)
      all += next
      left -= next.bytes.length + 16
    }
    all.toSeq
  }

  private def pcap(size: Int)(packet: (Int, Int) => Array[Byte]): Array[Byte] =
    CaptureFiles.pcap(captured(size)((i, left) => Captured(packet(i, left))))

  /** A frame whose IP header does not tell the length, and of which more was not captured. */
  private def claiming(frame: Array[Byte], more: Int): Captured = {
    val bytes = frame.clone
    bytes(16) = 0
    bytes(17) = 0
    Captured(bytes, more = more)
  }

  /** The first half of the packets, and the others, which are counted from 0. */
  private def halves(size: Int)(first: Int => Captured, second: Int => Captured): Array[Byte] = {
    var turn = 0
    CaptureFiles.pcap(
      captured(size) { (i, left) =>
        if (left > size / 2) turn = i + 1
        if (left > size / 2) first(i) else second(i - turn)
      })
  }

  /** Packets of which that with the number 0 comes last. */
  private def late(size: Int, first: Array[Byte])(packet: Int => Array[Byte]): Array[Byte] =
    pcap(size)((i, left) => if (i == 0) first else packet(if (left <= 1600) 0 else i))

  private val serverSyn =
    ethernet(ipv4(server, client, tcp(server, client, 9, none, expected = 10, flags = Syn)))

  private def fragment(id: Int, at: Int, size: Int, hasMore: Boolean): Array[Byte] =
    ethernet(
      ipv4(client, server, new Array[Byte](size), id,
        fragment = at / 8 | (if (hasMore) 0x2000 else 0)))

  private val streams = Seq(
    family("early-claims", "Early bytes, one by one, and packets that claim 16 MiB over them.",
      large)(
      halves(_)(
        i => Captured(up(12 + 2L * i, byte)),
        i => claiming(up(11 + 2L * (i % 50), none), 16 << 20))),
    family("claims", "Packets of which nothing but the head was captured.", large)(size =>
      CaptureFiles.pcap(captured(size)((i, _) => claiming(up(10 + 100L * i, none), 100)))),
    family("nested-claims", "Claims that begin earlier and end later, each over all others.",
      large)(size =>
      CaptureFiles.pcap(
        captured(size)((i, _) =>
          claiming(up(0x1000000L - 2L * i, none), 4 * i + 1)))),
    family("apart-claims", "Claims with gaps between them, and one over all of them.", large)(
      halves(_)(
        i => claiming(up(12 + 4L * i, none), 1), i => claiming(up(11 + 4L * i, none), 16 << 20))),
    family("closed-gap", "Early bytes, one by one, and the missing one at last.", large)(
      late(_, up(9, none, Syn))(i => up(10L + i, byte))),
    family("early-backwards", "Early bytes in the wrong order, all of which wait.", large)(
      pcap(_)((i, _) => up(0x10000000L - i, byte))),
    family("resent", "Long segments over bytes that came one by one.", large)(
      halves(_)(i => Captured(up(12 + 2L * i, byte)),
        i => Captured(up(11L + i % 1000, new Array[Byte](1400))))),
    family("early-connections", "Connections that all wait for a byte.", large)(
      pcap(_)((i, _) => up(if (i % 2 == 0) 10 else 12, byte, port = 1000 + i / 2 % 50000))),
    family("flushed", "Connections that end with the capture, of which all bytes wait.", large)(
      pcap(_)((i, _) => up(if (i < 60) 10L else 12L + i / 60, byte, port = 1000 + i % 60))),
    family("acknowledged-gaps", "Connections whose gaps are given up one after the other.", large)(
      pcap(_)((i, _) =>
        if (i % 20 == 0) up(10 + 2L * i, byte) else down(1, none, expected = 0x1000000))))

  private val fragments = Seq(
    family("fragments-backwards", "Packets whose fragments come in the wrong order.", large)(
      pcap(_)((i, _) => fragment(i / 100, 800 - 8 * (i % 100), 8, hasMore = i % 100 != 0))),
    family("fragments-beyond", "Last fragments that end before others.", large)(
      pcap(_)((i, _) => fragment(i / 2, if (i % 2 == 0) 80 else 8, 8, hasMore = i % 2 == 0))),
    family("fragments-over", "Fragments that lie over all others of their packet.", large)(
      pcap(_)((i, _) =>
        fragment(i / 500, if (i % 2 == 0) 16 * (i % 500) else 8, if (i % 2 == 0) 8 else 1400,
          hasMore = true))),
    family("fragments-many", "Fragments of as many packets as wait, in turn.", large)(
      pcap(_)((i, _) => fragment(i % 64, 16 * (i / 64 % 2000), 8, hasMore = true))),
    family("fragments-small", "Fragments of many packets, with a small budget.")(
      pcap(_)((i, _) => fragment(i % 64, 1408 * (i / 64 % 40), 1400, hasMore = true))),
    family("fragments-inside", "Fragments with heads of fragments in them.", large)(
      pcap(_)((i, _) =>
        ethernet(
          ipv6(client6, server6, Array.fill(150)(join(bytes(44, 0), u16(8), u32(i.toLong))).flatten,
            next = 44)))))

  private def ng(size: Int)(block: Int => Array[Byte]): Array[Byte] = {
    val all = mutable.Buffer(little.section, little.interface())
    var left = size
    while (left > 0) {
      all += block(all.length)
      left -= all.last.length
    }
    join(all.toSeq: _*)
  }

  private val files = Seq(
    family("ng-packets", "Bytes one by one with gaps, in blocks of pcapng.", large)(
      ng(_)(i => little.enhanced(Captured(up(2L * i, byte)), i.toLong))),
    family("ng-claims", "Packets that claim 16 MiB, in blocks of pcapng.", large)(
      ng(_)(i => little.enhanced(claiming(up(10 + 2L * (i % 999), byte), 16 << 20), i.toLong))),
    family("ng-interfaces", "As many interfaces as a section may have, with options.", large)(
      ng(_)(_ => little.interface(options = Array.fill(5)(little.resolution(6)).flatten))),
    family("ng-sections", "Sections without a packet.", large)(ng(_)(_ => little.section)),
    family("ng-blocks", "Blocks that nobody knows.", large)(ng(_)(_ => little.block(0x0bad))),
    family("ng-gzip", "Blocks of pcapng, compressed.", large, "gzip")(size =>
      ValueReads.gzip(ng(4 * size)(i => little.enhanced(Captured(up(2L * i, byte)), 0)))))

  private def fetch(id: Int): Array[Byte] = sized(request(1, 12, id))
  private val tiny = Map("maxMemory" -> s"${1 << 20}")
  private val zeros = new Array[Byte](1400)

  private val ofKafka = Seq(
    family("kafka-waiting", "Requests that nobody answers, all of which wait.", protocol("kafka"))(
      pcap(_)((i, _) => if (i == 0) up(9, none, Syn) else up(10 + 17L * (i - 1), fetch(i)))),
    family("kafka-early", "Responses that come before their requests.", protocol("kafka"))(
      pcap(_) { (i, _) =>
        if (i == 0) up(9, none, Syn)
        else if (i % 128 >= 64) up(10 + 17L * (i % 64 + i / 128 * 64), fetch(i - 64))
        else down(10 + 12L * (i % 64 + i / 128 * 64), sized(response(i, "1234")))
      }),
    family("kafka-large-early", "Responses that nobody has asked for, above the budget.",
      protocol("kafka", tiny)) {
      val one = join(sized(response(70000, "z" * 69988)))
      pcap(_)((i, _) =>
        if (i == 0) up(9, none, Syn)
        else if (i == 1) up(10, fetch(1))
        else down(10 + 1400L * (i - 2), one.slice((i - 2) % 50 * 1400, (i - 2) % 50 * 1400 + 1400)))
    },
    family("kafka-tokens", "Bytes that look like a response at every second, and are none.",
      protocol("kafka")) {
      val asked = fetch(1) ++ sized(request(17, 0, 0x00200020))
      late(_, serverSyn)(i =>
        if (i == 0) down(10, bytes(0x20))
        else if (i == 1) up(9, asked, Syn)
        else down(11 + 1400L * (i - 2), Array.fill(700)(bytes(0, 0x20)).flatten))
    },
    family("kafka-exceeding", "A request that is larger than the budget.", protocol("kafka", tiny))(
      pcap(_)((i, _) =>
        if (i == 0) up(9, join(u32(16 << 20), request(1, 12, 1)), Syn)
        else up(27 + 1400L * (i - 1), zeros))),
    family("kafka-held", "Bytes one by one, while the client is not known.", protocol("kafka"))(
      pcap(_)((i, _) => up(10L + i, byte))),
    family("kafka-ended", "Connections that end, each with requests that wait.", protocol("kafka"))(
      pcap(_)((i, _) =>
        up(9 + (if (i < 100) 0 else 1 + 17L * (i / 100 - 1)), if (i < 100) none else fetch(i),
          if (i < 100) Syn else 0, port = 1000 + i % 100))))

  private val ofValues = Seq(
    family("cernan-held", "Bytes one by one, of which none is a packet yet.", protocol("cernan"))(
      pcap(_)((i, _) => if (i == 0) up(9, none, Syn) else up(9L + i, byte))),
    family("cernan-early", "Answers that all wait for a byte.", protocol("cernan"))(
      late(_, serverSyn)(i =>
        if (i == 0) down(10, byte)
        else if (i == 1) up(9, packet(1), Syn)
        else down(11 + 1400L * (i - 2), Array.fill(175)(answer(3)).flatten))),
    family("cernan-exceeding", "A packet that is larger than the budget.",
      protocol("cernan", tiny)) {
      val large = packet(1) ++ u32(16 << 20) ++ packet(1).drop(4)
      pcap(_)((i, _) =>
        if (i == 0) up(9, large, Syn) else up(10L + large.length + 1400L * (i - 1), zeros))
    },
    family("databus-targets", "Connections with a long line each that does not end its head.",
      protocol("databus", tiny))(
      pcap(_) { (i, _) =>
        val line = if (i % 20 == 0) text("GET /") else Array.fill(1400)('x'.toByte)
        up(if (i % 20 == 0) 9 else 15 + 1400L * (i % 20 - 1), line, if (i % 20 == 0) Syn else 0,
          port = 1000 + i / 20)
      }),
    family("databus-pipelines", "Connections with requests that nobody answers.",
      protocol("databus"))(
      pcap(_) { (i, _) =>
        val requests = Array.fill(70)(text("GET / HTTP/1.1\r\n\r\n")).flatten
        up(9 + (if (i < 60) 0 else 1 + requests.length.toLong * (i / 60 - 1)),
          if (i < 60) none else requests, if (i < 60) Syn else 0, port = 1000 + i % 60)
      }),
    family("databus-early", "Events that all wait for a byte.", protocol("databus")) {
      val head = Relay.head("Content-Length: 100000000")
      val event = Relay.event(0)
      val start = 10L + head.length
      late(_, serverSyn)(i =>
        if (i == 0) down(start, event.take(1))
        else if (i == 1) up(9, Relay.stream, Syn)
        else if (i == 2) down(10, head)
        else {
          val from = 1L + 1400L * (i - 3)
          down(start + from, Array.tabulate(1400)(at => event(((from + at) % event.length).toInt)))
        })
    },
    family("databus-exceeding", "An event that is larger than the budget.",
      protocol("databus", tiny)) {
      val head = Relay.head("Content-Length: 100000000")
      pcap(_)((i, _) =>
        if (i == 0) up(9, Relay.stream, Syn)
        else if (i == 1) down(10, head)
        else down(10L + head.length + 1400L * (i - 2), zeros))
    })

  private def udp(id: Int, at: Int, data: Array[Byte], hasMore: Boolean): Array[Byte] =
    ethernet(
      ipv4(client, server, data, id, fragment = at / 8 | (if (hasMore) 0x2000 else 0),
        protocol = 17))
  private val header = join(u16(53), u16(53), u16(0), u16(0))

  private val ofUdp = Seq(
    family("udp-datagrams", "Datagrams without a byte.", protocol("udp"))(
      pcap(_)((i, _) => udp(i, 0, header, hasMore = false))),
    family("udp-fragments", "First fragments of datagrams whose other ones never come.",
      protocol("udp"))(pcap(_)((i, _) => udp(i, 0, header, hasMore = true))),
    family("udp-backwards", "Datagrams whose fragments come in the wrong order.", protocol("udp"))(
      pcap(_)((i, _) => udp(i / 100, 8 * (99 - i % 100), header, hasMore = i % 100 != 0))),
    family("udp-cut", "Datagrams that say to be longer than the packet.", protocol("udp"))(
      pcap(_)((i, _) => udp(i, 0, bytes(0, 53, 0, 53, 255, 255, 0, 0, 1), hasMore = false))),
    family("udp-small", "Fragments of many datagrams, with a small budget.",
      protocol("udp", tiny))(
      pcap(_)((i, _) => udp(i % 64, 1408 * (i / 64 % 40), new Array[Byte](1400), hasMore = true))))

  val all: Seq[CostFamily] = streams ++ fragments ++ files ++ ofKafka ++ ofValues ++ ofUdp
}
