package sparkwire.cost

import scala.collection.mutable

import sparkwire.files.capture.CaptureReads
import sparkwire.files.values.{Packing, ValueReads}
import sparkwire.wire.capture.{Captured, CaptureFiles}
import sparkwire.wire.capture.CaptureFiles.little
import sparkwire.wire.capture.Packets._
import sparkwire.wire.cernan.captures.Conversations.packet
import sparkwire.wire.kafka.captures.Frames.{request, response, sized}

/** Captures, read with `mode` = `permissive`. */
object CaptureFamilies {
  private val columns = Seq("value", "request", "response", "offset", "fault")
  private[cost] val small = Map("maxMemory" -> "1048576")

  private[cost] def family(name: String, attacks: String, options: Map[String, String] = small,
      packing: String = Packing.None)(bytes: Int => Array[Byte]): CostFamily =
    new CostFamily(s"capture-$name", attacks,
      size => {
        val file = ValueReads.file(bytes(size))
        Seq("sparkwire-capture" -> (() =>
          Outcome("rows", CaptureReads.rows(file, columns, options, packing))))
      })

  /** Packets up to this size together. */
  private[cost] def packets(size: Int)(frame: Int => Array[Byte]): Array[Byte] = {
    val all = mutable.Buffer.empty[Captured]
    var left = size
    while (left > 0) {
      val next = Captured(frame(all.length))
      all += next
      left -= next.bytes.length + 16
    }
    CaptureFiles.pcap(all.toSeq)
  }

  private[cost] def up(sequence: Long, data: Array[Byte], flags: Int = 0, expected: Long = -1,
      port: Int = 40000): Array[Byte] = {
    val from = client.copy(port = port)
    ethernet(ipv4(from, server, tcp(from, server, sequence & 0xffffffffL, data, expected, flags)))
  }

  private[cost] def down(sequence: Long, data: Array[Byte], expected: Long = -1): Array[Byte] =
    ethernet(
      ipv4(server, client, tcp(server, client, sequence & 0xffffffffL, data, expected)))

  private val byte = bytes(7)
  private val wide = new Array[Byte](1400)

  private val streams = Seq(
    family("gaps", "Single bytes with a gap in front of each.")(
      packets(_)(i => up(2L * i, byte))),
    family("backwards", "Single bytes that come in the wrong order.")(
      packets(_)(i => up(0x10000000L - i, byte))),
    family("covered", "Long segments over many short ones.")(size =>
      packets(size)(i =>
        if (i * 71 < size / 2) up(10 + 2L * i, byte) else up(10L + i % 1000, wide))),
    family("acknowledged", "Gaps that are acknowledged at once.")(
      packets(_)(i => if (i % 2 == 0) up(10L * i, byte) else down(1, byte, expected = 10L * i))),
    family("connections", "A new connection with each packet.")(
      packets(_)(i => up(9, byte, Syn, port = i & 0xffff))),
    family("reopened", "A new connection between the same ports with each packet.")(
      packets(_)(i => up(7919L * i, byte, Syn))),
    family("far", "Sequence numbers that jump further than any window.")(
      packets(_)(i => up(0x60000000L * i, byte))),
    family("fragments", "First fragments of packets whose other ones never come.")(
      packets(_)(i => ethernet(ipv4(client, server, new Array[Byte](8), i, fragment = 0x2000)))),
    family("last-fragments", "Fragments of one packet, a few bytes each.")(
      packets(_)(i =>
        ethernet(ipv4(client, server, new Array[Byte](8), 1, fragment = 0x2000 | i % 8000)))),
    family("extensions", "Extensions of IPv6, as many as fit.")(
      packets(_)(_ =>
        ethernet(
          ipv6(client6, server6, Array.fill(180)(bytes(0, 0, 0, 0, 0, 0, 0, 0)).flatten,
            next = 0)))),
    family("tags", "Tags of virtual networks, as many as fit.")(
      packets(_)(_ => join(new Array[Byte](12), Array.fill(340)(bytes(0x81, 0, 0, 7)).flatten))),
    family("empty", "Packets without a byte.")(packets(_)(_ => Array.emptyByteArray)),
    family("gzip", "Compressed packets without a byte.", packing = "gzip")(size =>
      ValueReads.gzip(packets(size * 4)(_ => Array.emptyByteArray))),
    family("interfaces", "Interfaces of a pcapng file, in as many sections.")(size =>
      join(
        Seq.fill(size / 200)(
          join(
            little.section, little.interface(options = little.resolution(9)),
            little.block(0x0bad), little.simple(Captured(byte)))): _*))
  )

  private val kafka = small + ("protocol" -> "kafka")

  private def fetch(id: Int, body: String = ""): Array[Byte] = sized(request(1, 12, id, body))

  private val ofKafka = Seq(
    family("kafka-requests", "Requests that nobody answers.", kafka)(
      packets(_)(i => if (i == 0) up(9, byte.take(0), Syn) else up(10 + 17L * (i - 1), fetch(i)))),
    family("kafka-unknown", "Responses that nobody has asked for, beside many requests.", kafka)(
      packets(_) { i =>
        if (i == 0) up(9, byte.take(0), Syn)
        else if (i % 2 == 0) up(10 + 17L * (i / 2 - 1), fetch(i))
        else down(10 + 8L * (i / 2), sized(response(-i)))
      }),
    family("kafka-heads", "Heads of requests that are none, in the middle of a connection.", kafka)(
      packets(_)(i => up(10 + 1400L * i, Array.fill(100)(fetch(1).take(14)).flatten))),
    family("kafka-garbage", "Requests with a byte between them that is none.", kafka)(
      packets(_)(i => up(10 + 1440L * i, Array.fill(80)(fetch(1) :+ 0xff.toByte).flatten))),
    family("kafka-bytes", "Requests whose bytes come one by one.", kafka) {
      val all = Array.tabulate(100)(fetch(_)).flatten
      packets(_)(i => up(10L + i, bytes(all(i % all.length).toInt)))
    },
    family("kafka-sizes", "Connections whose requests claim as much as they may.", kafka)(
      packets(_)(i =>
        up(10, join(u32(16 << 20), request(1, 12, i)), Syn, port = i & 0xffff))),
    family("kafka-search", "Zeros, in which requests are searched for.", kafka)(
      packets(_)(i => up(10 + 1400L * i, wide))),
    family("kafka-clients", "Many connections in the middle, in turn, in which nobody answers.",
      kafka)(packets(_)(i => up(10 + 17L * (i / 500), fetch(i), port = 1000 + i % 500)))
  )

  private val cernan = small + ("protocol" -> "cernan")

  /** Pieces of a stream that repeats, in segments of this size. */
  private def repeated(segment: Int, all: Array[Byte])(size: Int): Array[Byte] =
    packets(size) { i =>
      if (i == 0) up(9, byte.take(0), Syn)
      else {
        val from = (i - 1L) * segment
        up(10 + from, Array.tabulate(segment)(at => all(((from + at) % all.length).toInt)))
      }
    }

  private val ofCernan = Seq(
    family("cernan-bytes", "Packets whose bytes come one by one.", cernan)(
      repeated(1, packet(1, filler = 50000))),
    family("cernan-packets", "Packets as small as can be.", cernan)(repeated(1400, packet(1))),
    family("cernan-lengths", "Lengths that are not reached, behind a packet.", cernan)(
      repeated(1400, packet(1) ++ Array.fill(5000)(u32(1 << 14)).flatten)),
    family("cernan-heads", "Heads that overlap, with the lengths of packets.", cernan)(
      repeated(1400,
        packet(1) ++ Array.fill(2000)(u32(9000) ++ packet(1).slice(4, 33) ++
          packet(1).slice(33, 37))
          .flatten)),
    family("cernan-gaps", "Packets with lost bytes between them.", cernan)(
      packets(_)(i => up(10L + 4000L * i, packet(i.toLong)))),
    family("cernan-answers", "Answers whose bytes come one by one.", cernan)(
      packets(_)(i => if (i == 0) up(9, packet(1), Syn) else down(9L + i, byte))),
    family("cernan-none", "Connections that speak something else.", cernan)(
      packets(_)(i => up(10, wide, Syn, port = i & 0xffff)))
  )

  val all: Seq[CostFamily] = streams ++ ofKafka ++ ofCernan
}
