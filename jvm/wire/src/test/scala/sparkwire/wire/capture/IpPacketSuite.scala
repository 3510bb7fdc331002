package sparkwire.wire.capture

import scala.util.Random

import sparkwire.wire.capture.Packets._
import sparkwire.wire.capture.StreamReads._
import sparkwire.wire.capture.streams.TcpStreams

import org.scalatest.funsuite.AnyFunSuite

/** From the packets of a link to the segments in them. */
class IpPacketSuite extends AnyFunSuite {
  private val segment = tcp(client, server, 10, text("hello"))
  private val v4 = ipv4(client, server, segment)
  private val v6 = ipv6(client6, server6, segment)

  private def said(linkType: Int)(packets: Array[Byte]*): Seq[String] =
    read(CaptureFiles.pcap(packets.map(Captured(_)), linkType)).texts.map(_._3)

  test("link types") {
    assert(said(1)(ethernet(v4), ethernet(v6)) === Seq("hello", "hello"))
    assert(said(113)(join(new Array[Byte](14), u16(0x0800), v4)) === Seq("hello"))
    assert(said(276)(join(u16(0x86dd), new Array[Byte](18), v6)) === Seq("hello"))
    for (raw <- Seq(12, 14, 101, 228, 229)) assert(said(raw)(v4, v6) === Seq("hello", "hello"))
    // IPv6 has another number on each BSD.
    for (loop <- Seq(0, 108); family <- Seq(bytes(2, 0, 0, 0), bytes(0, 0, 0, 24)))
      assert(said(loop)(join(family, v4), join(family, v6)) === Seq("hello", "hello"))
  }

  test("tags of virtual networks, also of several") {
    assert(said(1)(ethernet(v4, 0x8100)) === Seq("hello"))
    assert(said(1)(ethernet(v6, 0x88a8, 0x8100)) === Seq("hello"))
    assert(said(1)(ethernet(v4, 0x9100, 0x8100)) === Seq("hello"))
  }

  test("what is not TCP over IP is passed over, an unknown link type is reported") {
    val arp = ethernet(v4)
    arp(13) = 6
    val udp = ethernet(ipv4(client, server, segment, protocol = 17))
    assert(said(1)(arp, udp, bytes(1, 2, 3), Array.empty) === Nil)
    val found = new TcpStreams(new Budget(1 << 20), new Collected)
    val packets = reader(CaptureFiles.pcap(Seq(Captured(v4)), linkType = 105))
    assert(packets.next() && !found.accept(packets.packet))
  }

  test("options of IPv4 and of TCP, padding of Ethernet, a length that only the card knew") {
    assert(said(1)(ethernet(ipv4(client, server, segment, options = new Array[Byte](8)))) ===
      Seq("hello"))
    val optional = tcp(client, server, 10, text("hello"), options = new Array[Byte](12))
    assert(said(1)(ethernet(ipv4(client, server, optional))) === Seq("hello"))
    assert(said(1)(join(ethernet(v4), new Array[Byte](9))) === Seq("hello"))
    assert(said(1)(ethernet(ipv4(client, server, segment, length = 0))) === Seq("hello"))
  }

  private def extension(next: Int, units: Int = 0): Array[Byte] =
    join(bytes(next, units), new Array[Byte](6 + 8 * units))

  test("extensions of IPv6") {
    val several = join(extension(60), extension(43, 2), extension(51),
      join(bytes(6, 1), new Array[Byte](10)))
    assert(said(101)(ipv6(client6, server6, segment, next = 0, several)) === Seq("hello"))
    assert(said(101)(ipv6(client6, server6, segment, next = 59)) === Nil)
    val atomic = join(bytes(6, 0), u16(0), u32(7))
    assert(said(101)(ipv6(client6, server6, segment, next = 44, atomic)) === Seq("hello"))
  }

  private val long = "0123456789" * 20
  private val payload = tcp(client, server, 10, text(long))

  private def fragments(id: Int): Seq[Array[Byte]] =
    payload.grouped(40).toSeq.zipWithIndex.map { case (part, i) =>
      val hasMore = (i + 1) * 40 < payload.length
      ipv4(client, server, part, id, fragment = i * 5 | (if (hasMore) 0x2000 else 0))
    }

  test("fragments of IPv4, in any order, twice, and overlapping") {
    val all = fragments(1)
    assert(all.length === 6)
    assert(said(101)(all: _*) === Seq(long))
    assert(said(101)(all.reverse ++ all.reverse: _*) === Seq(long))
    assert(said(101)((all.tail ++ all.tail :+ all.head): _*) === Seq(long))
    val wide = ipv4(client, server, payload.take(80), 1, fragment = 0x2000)
    assert(said(101)((all(1) +: all.drop(2) :+ wide): _*) === Seq(long))
    // Those of two packets do not mix.
    assert(said(101)((all.tail ++ fragments(2).take(1)): _*) === Nil)
  }

  test("fragments of IPv6") {
    val parts = payload.grouped(40).toSeq.zipWithIndex.map { case (part, i) =>
      val hasMore = (i + 1) * 40 < payload.length
      val head = join(bytes(6, 0), u16(i * 40 | (if (hasMore) 1 else 0)), u32(9))
      ipv6(client6, server6, part, next = 44, head)
    }
    assert(said(101)(parts.reverse: _*) === Seq(long))
  }

  test("fragments that contradict each other, or wait too long, are given up") {
    val beyond = ipv4(client, server, new Array[Byte](40), 1, fragment = 8191)
    assert(said(101)((fragments(1).tail :+ beyond :+ fragments(1).head): _*) === Nil)
    val many = (2 until 100).map(id => fragments(id).head)
    assert(said(101)((fragments(1).tail ++ many :+ fragments(1).head): _*) === Nil)
  }

  test("fragments are complete by where they lie, not by how many bytes they have") {
    def fragment(at: Int, size: Int, hasMore: Boolean) =
      ipv4(client, server, payload.slice(at, at + size), 1,
        fragment = at / 8 | (if (hasMore) 0x2000 else 0))
    // One lies beyond the end that the last one tells, and the bytes are as many as up to there.
    val beyond = Seq(fragment(80, 16, hasMore = true), fragment(8, 8, hasMore = false))
    for (order <- Seq(beyond, beyond.reverse)) assert(said(101)(order: _*) === Nil)
    // Two last ones that end in different places.
    val two = Seq(fragment(40, 40, hasMore = false), fragment(40, 80, hasMore = false))
    for (order <- Seq(two, two.reverse))
      assert(said(101)(order :+ fragment(0, 40, hasMore = true): _*) === Nil)
    // The next packet with this identification is not concerned.
    assert(said(101)(beyond ++ fragments(1): _*) === Seq(long))
  }

  private val seed = sys.env.get("SPARKWIRE_SEED").fold(System.nanoTime)(_.toLong)

  test(s"fragments of any size and order are a packet when all bytes are there, seed $seed") {
    val random = new Random(seed)
    val size = payload.length
    for (_ <- 0 until 2000) {
      val parts = Seq.fill(1 + random.nextInt(12)) {
        val from = random.nextInt(size / 8 + 1) * 8
        val until =
          if (random.nextInt(3) == 0) size else math.min(size, from + 8 * random.nextInt(9))
        (from, math.max(from, until))
      }
      val sent = parts.map { case (from, until) =>
        val hasMore = until < size
        ipv4(client, server, payload.slice(from, until), 1,
          fragment = from / 8 | (if (hasMore) 0x2000 else 0))
      }
      val isThere = (0 until size).forall(at => parts.exists(part => part._1 <= at && at < part._2))
      // A whole packet among them is complete without the others.
      assert(said(101)(sent: _*).contains(long) === isThere, parts)
    }
  }

  test("fragments that wait take no more than a quarter of the memory") {
    val budget = new Budget(1 << 20)
    val streams = new TcpStreams(budget, new Collected)
    val some = for (id <- 0 until 60; i <- 0 until 4)
      yield Captured(ipv4(client, server, new Array[Byte](8000), id, fragment = 0x2000 | i * 1000))
    val packets = reader(CaptureFiles.pcap(some, linkType = 101))
    while (packets.next()) {
      assert(streams.accept(packets.packet))
      while (streams.step()) {}
      assert(budget.used <= (1 << 18))
    }
    streams.end(packets.packet)
    assert(budget.used === 0)
  }

  test("a fragment inside of a fragment is passed over") {
    def head(id: Int, at: Int, hasMore: Boolean, next: Int = 6) =
      join(bytes(next, 0), u16(at | (if (hasMore) 1 else 0)), u32(id.toLong))
    val inner = join(head(2, 8, hasMore = false), payload.drop(8))
    val parts = Seq(
      ipv6(client6, server6, payload.take(8), next = 44, head(2, 0, hasMore = true)),
      ipv6(client6, server6, inner.take(64), next = 44, head(1, 0, hasMore = true, next = 44)),
      ipv6(client6, server6, inner.drop(64), next = 44, head(1, 64, hasMore = false, next = 44)))
    assert(said(101)(parts: _*) === Nil)
  }

  test("no byte of a packet makes the reader fail") {
    for {
      packet <- Seq(v4, v6, fragments(1).head) ++ Seq(
        ipv6(client6, server6, segment, next = 0, extension(6)))
      at <- packet.indices
      value <- Seq(0, 1, 0x7f, 0x80, 0xff)
    } {
      val changed = packet.clone
      changed(at) = value.toByte
      assert(said(101)(changed, v4).nonEmpty)
    }
  }
}
