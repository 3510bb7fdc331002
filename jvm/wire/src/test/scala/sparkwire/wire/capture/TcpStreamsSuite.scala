package sparkwire.wire.capture

import sparkwire.wire.capture.Packets._
import sparkwire.wire.capture.StreamReads._

import org.scalatest.funsuite.AnyFunSuite

/** The streams of connections, each trap once. */
class TcpStreamsSuite extends AnyFunSuite {
  private val a = "10.0.0.1:40000"
  private val b = "10.0.0.2:9092"

  private def up(sequence: Long, data: String, expected: Long = -1, flags: Int = 0): Array[Byte] =
    frame(client, server, sequence, data, expected, flags)
  private def down(sequence: Long, data: String, expected: Long = -1, flags: Int = 0): Array[Byte] =
    frame(server, client, sequence, data, expected, flags)

  test("a connection from its beginning to its end") {
    val found = read(
      CaptureFiles.pcap(
        Seq(up(99, "", flags = Syn), down(499, "", 100, Syn),
          up(100, "", 500), up(100, "hello", 500), down(500, "world", 105), up(105, "", 505, Fin),
          down(505, "", 106, Fin), up(106, "", 506)).map(Captured(_))))
    assert(found.texts === Seq((0, a, "hello"), (0, b, "world")))
    assert(found.ended === Seq(0))
  }

  test("a piece has the time and the place of its packet") {
    val frames = Seq(up(10, "abc"), up(16, "ghi"), up(13, "def"))
    val file = CaptureFiles.pcap(
      frames.zipWithIndex.map { case (frame, i) =>
        Captured(frame, nanos = (i + 1) * 1000L)
      })
    assert(read(file).pieces.map(one => (one.text, one.start, one.micros, one.position)) === Seq(
      ("abc", 0, 1, 24), ("def", 3, 3, 24 + 2 * (16 + 57)), ("ghi", 6, 2, 24 + 16 + 57)))
  }

  test("retransmission, overlap and reordering") {
    assert(texts(up(10, "abc"), up(10, "abc"), up(11, "bcde"), up(10, "a"), up(15, "f")) ===
      Seq((0, a, "abcdef")))
    assert(texts(up(10, "a"), up(13, "de"), up(15, "f"), up(12, "cde"), up(11, "b")) ===
      Seq((0, a, "abcdef")))
    assert(texts(up(10, "a"), up(13, "d"), up(11, "bcdef")) === Seq((0, a, "abcdef")))
  }

  test("of bytes that come twice, the first ones count") {
    assert(texts(up(10, "a"), up(12, "C"), up(11, "bcd")) === Seq((0, a, "abCd")))
  }

  test("sequence numbers wrap") {
    val start = (1L << 32) - 3
    assert(texts(up(start - 1, "", flags = Syn), up(start, "abc"), up(2, "fg"), up(0, "de")) ===
      Seq((0, a, "abcdefg")))
    assert(texts(up(start, "abcd"), up(1, "ef")) === Seq((0, a, "abcdef")))
  }

  test("a loss shows when the other side has acknowledged it, and some packets later") {
    val lost = Seq(up(10, "ab"), up(14, "ef", 500), down(500, "", 16))
    val more = (0 until 20).map(i => up(16 + i, "x"))
    val all = read(CaptureFiles.pcap((lost ++ more).map(Captured(_))))
    assert(all.texts === Seq((0, a, "ab<2>ef" + "x" * 20)))
    // Not only at the end: the gap is given up in between.
    assert(all.pieces(1).text === "<2>")
    assert(all.pieces(1).position === 24 + 16 + 56)
  }

  test("a gap that is not acknowledged is filled late, or lost at the end") {
    val early = (0 until 50).map(i => up(12 + i, "x"))
    assert(texts(up(10, "a") +: early :+ up(11, "b"): _*) === Seq((0, a, "ab" + "x" * 50)))
    assert(texts(up(10, "a") +: early: _*) === Seq((0, a, "a<1>" + "x" * 50)))
  }

  test("what is acknowledged at the end and not there is lost, except for the number of a FIN") {
    assert(texts(up(10, "ab"), down(500, "x", 16)) === Seq((0, a, "ab<4>"), (0, b, "x")))
    assert(texts(up(10, "ab"), down(500, "x", 13)) === Seq((0, a, "ab"), (0, b, "x")))
    assert(texts(up(10, "ab"), up(14, "", flags = Fin), down(500, "x", 15)) ===
      Seq((0, a, "ab<2>"), (0, b, "x")))
  }

  test("a connection without its beginning, and an answer alone") {
    assert(texts(up(1000, "late"), down(7, "x", 1004)) === Seq((0, a, "late"), (0, b, "x")))
    assert(texts(down(499, "", 100, Syn), up(100, "abc"), down(500, "d")) ===
      Seq((0, a, "abc"), (0, b, "d")))
  }

  test("probes that keep a connection alive are no data") {
    assert(texts(up(10, "abc"), up(12, "", 500), up(12, "c", 500), up(13, "d")) ===
      Seq((0, a, "abcd")))
  }

  test("a new SYN is a new connection, a repeated one is not") {
    assert(texts(up(9, "", flags = Syn), up(9, "", flags = Syn), up(10, "one"),
      up(7000, "", flags = Syn), up(7001, "two"), down(1, "", 7001, Syn), down(2, "x")) ===
      Seq((0, a, "one"), (1, a, "two"), (1, b, "x")))
  }

  test("an answer that overtakes its SYN") {
    assert(texts(down(1, "", 10, Syn), up(9, "", flags = Syn), up(10, "a"), down(2, "b")) ===
      Seq((0, a, "a"), (0, b, "b")))
  }

  test("a SYN that its first data overtake") {
    assert(texts(up(10, "ab"), up(9, "", flags = Syn), up(12, "c")) === Seq((0, a, "abc")))
  }

  test("a SYN with data") {
    assert(texts(up(9, "ab", flags = Syn), up(12, "c")) === Seq((0, a, "abc")))
  }

  test("a reset gives what is there, and the connection may go on") {
    assert(texts(up(10, "a"), up(12, "c"), down(1, "", 999999, Rst), up(13, "d")) ===
      Seq((0, a, "a<1>cd")))
  }

  test("after its end, only what comes behind it is another connection") {
    val closed = Seq(up(10, "ab", 500, Fin), down(500, "cd", 13, Fin))
    assert(texts(closed ++ Seq(up(10, "ab"), up(13, "", 503)): _*) ===
      Seq((0, a, "ab"), (0, b, "cd")))
    assert(texts(closed :+ up(90000, "new"): _*) ===
      Seq((0, a, "ab"), (0, b, "cd"), (1, a, "new")))
  }

  test("data further away than any window are of another connection") {
    assert(texts(up(10, "ab"), up(0x70000000L, "cd")) === Seq((0, a, "ab"), (1, a, "cd")))
  }

  test("what the snapshot length cuts off is lost") {
    val frames = Seq(Captured(up(10, "abcdef"), captured = 54 + 2), Captured(up(16, "gh")),
      Captured(up(18, "ij"), captured = 54 + 14 - 20), Captured(up(20, "k")))
    assert(read(CaptureFiles.pcap(frames)).texts === Seq((0, a, "ab<4>gh<2>k")))
    // Also of bytes that come early.
    val early = Seq(Captured(up(10, "a")), Captured(up(14, "efg"), captured = 55),
      Captured(up(11, "bcd")), Captured(up(17, "h")))
    assert(read(CaptureFiles.pcap(early)).texts === Seq((0, a, "abcde<2>h")))
  }

  // The IP header does not tell the length; the capture says that it was so many bytes more.
  private def claiming(frame: Array[Byte], more: Int): Captured = {
    val unknown = frame.clone
    unknown(16) = 0
    unknown(17) = 0
    Captured(unknown, more = more)
  }

  test("bytes that were cut off are a claim: what comes in their place counts") {
    val lie = claiming(up(10, "a"), 1 << 20)
    assert(read(CaptureFiles.pcap(lie +: Seq(up(11, "bc"), up(13, "d")).map(Captured(_)))).texts ===
      Seq((0, a, s"abcd<${(1 << 20) - 3}>")))
    // Also if it is said of bytes that come early, and if a gap follows.
    val early = Seq(Captured(up(10, "a")), claiming(up(12, "c"), 1 << 20), Captured(up(11, "b")),
      Captured(up(13, "d")), Captured(up(15, "f")), Captured(up(14, "e")))
    assert(read(CaptureFiles.pcap(early)).texts === Seq((0, a, s"abcdef<${(1 << 20) - 3}>")))
    // A packet that was cut off is sent again, and is there then.
    assert(read(
      CaptureFiles.pcap(
        Seq(claiming(up(10, "ab"), 2), Captured(up(10, "abcd")),
          Captured(up(14, "ef")))))
      .texts === Seq((0, a, "abcdef")))
  }

  test("bytes that were cut off are lost once the other side has them, or the stream goes on") {
    val cut = claiming(up(10, "ab"), 2)
    def first(packets: Captured*) = {
      val all = read(CaptureFiles.pcap(cut +: packets)).pieces
      (all.map(_.text).mkString(","), all.find(_.text == "<2>").map(_.position))
    }
    // Before the answer, and with the place of the packet that was cut off.
    assert(first(Captured(down(500, "x", 14))) === (("ab,<2>,x", Some(24))))
    assert(first(Captured(up(14, "ef")), Captured(down(500, "x", 14))) ===
      (("ab,<2>,ef,x", Some(24))))
    assert(first(Captured(down(500, "x", 12)), Captured(up(14, "ef"))) ===
      (("ab,x,<2>,ef", Some(24))))
    // Packets of which nothing but the head was captured.
    val heads = (0 until 4).map(i => claiming(up(14L + 4 * i, ""), 4))
    assert(read(CaptureFiles.pcap(cut +: heads)).pieces.map(_.text) ===
      Seq("ab", "<2>", "<4>", "<4>", "<4>", "<4>"))
  }

  test("segments that claim much cost no more than others") {
    def time(more: Int) = {
      val some = (0 until 20000).map(i => Captured(up(12L + 2 * i, "x"))) ++
        (0 until 20000).map(i => claiming(up(11L + 2 * (i % 50), ""), more))
      val start = System.nanoTime
      val found = read(CaptureFiles.pcap(some), maxMemory = 1 << 28)
      (found.pieces.count(_.text == "x"), (System.nanoTime - start) / 1000000)
    }
    val (pieces, millis) = time(16 << 20)
    assert(pieces === 20000)
    assert(millis < 5000)
  }

  test("memory is limited: the oldest gap is given up first") {
    val other = client.copy(port = 40001)
    val first = frame(other, server, 10, "a") +: (1 to 10).map(i =>
      frame(other, server, 10L + 2 * i, "x"))
    val second = up(10, "a") +: (0 until 200).map(i => up(12L + i, "y"))
    val file = CaptureFiles.pcap((first ++ second :+ up(11, "b")).map(Captured(_)))
    val small = read(file, maxMemory = 20000)
    assert(small.texts.map(_._3) ===
      Seq("a" + "<1>x" * 10, "a<1>" + "y" * 200))
    assert(read(file).texts.map(_._3) === Seq("a" + "<1>x" * 10, "ab" + "y" * 200))
    assert(small.pieces.indexWhere(_.text == "<1>") < small.pieces.indexWhere(_.stream == 1) + 200)
  }

  test("connections that are silent longest end where there are too many") {
    val sides = (0 until 100).map(i => client.copy(port = 1000 + i))
    val found = read(
      CaptureFiles.pcap(sides.map(side => Captured(frame(side, server, 5, "hi")))), 20000)
    assert(found.texts.map(_._3) === Seq.fill(100)("hi"))
    assert(found.ended === (0 until 100))
  }

  test("addresses as text") {
    def of(address: Int*): String =
      read(
        CaptureFiles.pcap(Seq(Captured(frame(Side(address, 1), server6, 1, "a"))))).pieces.head.from
    assert(of(client6.address: _*) === "[2001:db8::1]:1")
    assert(of(Seq.fill(15)(0) :+ 1: _*) === "[::1]:1")
    assert(of(Seq.fill(16)(0): _*) === "[::]:1")
    assert(of(0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1) === "[1:0:1::1:0:1]:1")
    assert(of(0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1) === "[1:0:1:1:1:1:1:1]:1")
  }
}
