package sparkwire.wire.cernan.captures

import scala.util.Random

import sparkwire.wire.capture.{CaptureFiles, Talk}
import sparkwire.wire.capture.Packets._
import sparkwire.wire.cernan.captures.Conversations._

import org.scalatest.funsuite.AnyFunSuite

/** Packets for Cernan and its answers in the connections of a capture. */
class CernanStreamsSuite extends AnyFunSuite {
  private val both = Seq("40000 1", "9092 1")

  test("a packet and its answer, and where they stand") {
    val talk = new Talk().open().up(packet(1)).down(answer(1)).close()
    val all = values(CaptureFiles.pcap(talk.said))
    assert(found(talk.said) === both)
    assert(all.map(_.bytes.toSeq) === Seq(packet(1).toSeq, answer(1).toSeq))
    assert(all.map(_.start.micros) === Seq(3, 4))
    assert(all.forall(_.fault == null))
  }

  test("packets that share segments, and packets and answers in many segments") {
    val all = (1L to 3L).map(packet(_)).reduce(join(_, _))
    assert(found(new Talk().open().up(all).said) === Seq("40000 1", "40000 2", "40000 3"))
    for (size <- Seq(1, 3, 17, 100)) {
      val talk = new Talk().open()
      all.grouped(size).foreach(part => talk.up(part))
      join(answer(1), answer(2)).grouped(size).foreach(part => talk.down(part))
      val read = values(CaptureFiles.pcap(talk.said))
      assert(found(talk.said).sorted ===
        Seq("40000 1", "40000 2", "40000 3", "9092 1", "9092 2"))
      // Each begins in the packet that has its first byte.
      assert(read.filter(_.bytes.length > 8).map(_.start.micros) ===
        Seq(0, 1, 2).map(number => 3L + number * packet(1).length / size))
    }
  }

  test("a large packet, whose bytes come one by one") {
    val talk = new Talk().open()
    packet(1, filler = 60000).grouped(1).foreach(part => talk.up(part))
    assert(found(talk.said, maxMemory = 16 << 20) === Seq("40000 1"))
  }

  test("lost bytes are one fault, and the next packet is found") {
    val talk = new Talk().open().up(packet(1)).up(packet(2).take(50)).lose(0, 9)
      .up(packet(2).drop(59)).up(packet(3)).down(answer(3))
    assert(found(talk.said).filter(_.startsWith("4")) ===
      Seq("40000 1", "40000 lost-bytes", "40000 3"))
    val between = new Talk().open().up(packet(1)).lose(0, 70).up(packet(3)).down(answer(3))
    assert(found(between.said).filter(_.startsWith("4")) ===
      Seq("40000 1", "40000 lost-bytes", "40000 3"))
  }

  test("answers keep their places behind lost bytes") {
    val talk = new Talk().open().up(packet(1)).down(answer(1)).down(answer(2).take(3)).lose(1, 7)
      .down(answer(3).drop(2), answer(4)).up(packet(5))
    assert(
      found(talk.said).filter(_.startsWith("9")) === Seq("9092 1", "9092 lost-bytes", "9092 4"))
  }

  test("bytes that are no packet are one fault") {
    val talk = new Talk().open().up(packet(1), bytes(0, 0, 0, 1, 9, 9, 9), packet(2))
    assert(found(talk.said) === Seq("40000 1", "40000 truncated-header", "40000 2"))
  }

  test("a length that is too large") {
    val talk = new Talk().open().up(packet(1), u32(1 << 30), packet(2))
    assert(found(talk.said) === Seq("40000 1", "40000 cut-off", "40000 2"))
    val more = new Talk().open().up(packet(1), packet(2, filler = 2000), packet(3))
    for (part <- Seq(packet(4), packet(5))) more.up(part)
    assert(found(more.said, options = Map("maxSize" -> "1000")) ===
      Seq("40000 1", "40000 too-large", "40000 3", "40000 4", "40000 5"))
  }

  test("a connection that ends inside a packet and an answer") {
    val talk = new Talk().open().up(packet(1), packet(2).take(80)).down(answer(1).take(4))
    assert(found(talk.said) === Seq("40000 1", "40000 cut-off", "9092 cut-off"))
  }

  test("a capture that begins in the middle of a connection") {
    val talk = new Talk().down(answer(1)).up(packet(2).drop(20)).up(packet(3)).down(answer(3))
    assert(found(talk.said).sorted === Seq("40000 3", "9092 1", "9092 3"))
    assert(found(talk.said, port = 9092).sorted === Seq("40000 3", "9092 1", "9092 3"))
  }

  test("a connection that speaks something else") {
    val talk = new Talk().open().up(text("GET / HTTP/1.1\r\n\r\n")).down(text("HTTP/1.1 200 OK"))
    assert(found(talk.said) === Seq("40000 not-cernan"))
    assert(found(new Talk().open().close().said) === Nil)
  }

  test("packets are found in whatever parts they come, and whatever is lost") {
    val random = new Random(6)
    for (_ <- 0 until 200) {
      val talk = new Talk().open()
      val all = (1L to 8L).map(packet(_, random.nextInt(300))).reduce(join(_, _))
      var at = 0
      while (at < all.length) {
        val size = math.min(1 + random.nextInt(400), all.length - at)
        if (random.nextInt(6) == 0) talk.lose(0, size) else talk.up(all.slice(at, at + size))
        at += size
      }
      val said = found(talk.down(answer(8)).said)
      val ids = said.filter(_.startsWith("40000 ")).map(_.drop(6)).filter(_ != "lost-bytes")
      assert(ids.map(_.toLong) === ids.map(_.toLong).sorted.distinct)
      assert(ids.length <= 8 && said.count(_.endsWith("lost-bytes")) <= all.length / 60)
    }
  }
}
