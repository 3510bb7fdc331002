package sparkwire.wire.kafka.captures

import sparkwire.wire.capture.{Capture, Captured, CaptureFiles, StreamReads, Talk}
import sparkwire.wire.capture.Packets._
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.captures.Frames._

import org.scalatest.funsuite.AnyFunSuite

/** Connections of which much waits at once: it stays within the budget, and nothing is lost. */
class ManyRowsSuite extends AnyFunSuite {
  private def fetch(id: Int, body: String = "fetch") = sized(request(1, 12, id, body))
  private def answer(id: Int, body: String = "answer") = sized(response(id, body))
  // A producer that wants no response, so that each is a row at once.
  private val produced = sized(request(0, 2, 7, "\u0000\u0000"))
  private val packet = Array.fill(3000)(produced).flatten

  /** Returns the rows, and the most memory that has waited for them. */
  private def rows(packets: Seq[Captured], maxMemory: Long): (Seq[Exchange], Long) =
    StreamReads.valuesAndPeak(CaptureFiles.pcap(packets), 0, maxMemory)(
      new KafkaStreams(0, Options(Map.empty), _, maxMemory))

  private def faults(all: Seq[Exchange]): Map[String, Int] =
    all.groupMapReduce(one => if (one.fault == null) "" else one.fault.word)(_ => 1)(_ + _)

  test("early bytes become rows one after the other, in the memory that they take themselves") {
    val talk = new Talk().open().up(produced)
    for (_ <- 0 until 20) talk.up(packet)
    val (front, first) = talk.said.splitAt(2)
    val (all, most) = rows(front ++ first.tail :+ first.head, 4 << 20)
    assert(faults(all) === Map("" -> 60001))
    // As rows, it would be more than 10 MB.
    assert(most < (2 << 20))
  }

  test("at the end of a capture, connections become rows one after the other") {
    val talks = for (i <- 0 until 20)
      yield new Talk(from = client.copy(port = 1000 + i)).open().lose(0, 100).up(packet).said
    val (all, most) = rows(talks.flatten, 4 << 20)
    assert(all.count(_.fault == null) === 60000)
    assert(most < (2 << 20))
  }

  test("responses that wait for their requests take half of the memory, and come as rows") {
    val talk = new Talk().open().up(fetch(1)).down(answer(1))
    for (id <- 100 until 164)
      answer(id, "z" * 60000).grouped(30000).foreach(part => talk.down(part))
    val (all, most) = rows(talk.up(fetch(2)).down(answer(2)).said, 1 << 20)
    assert(faults(all) === Map("" -> 2, "no-request" -> 64))
    assert(all.filter(_.fault != null).forall(_.response.length == 60004))
    assert(most < (1 << 20))
  }

  test("a connection that needs too much is read anew, and says so") {
    val talk = new Talk().open().up(fetch(1)).down(answer(1)).up(fetch(2))
    fetch(3, "z" * 3000000).grouped(60000).foreach(part => talk.up(part))
    val (all, most) = rows(talk.up(fetch(4), fetch(5)).down(answer(4), answer(5)).said, 1 << 20)
    assert(most < (2 << 20))
    val exceeded = all.filter(_.fault eq Capture.MemoryExceeded)
    assert(exceeded.nonEmpty && exceeded.length < 5)
    assert(exceeded.forall(one => one.connection.text(one.client) == "10.0.0.1:40000"))
    assert(all.filter(_.fault == null).map(_.correlationId) === Seq(1, 4, 5))
    // Data that waited is not lost.
    assert(all.exists(one => one.correlationId == 2 && one.request != null && one.fault != null))
    // With as much as it needs, all is there.
    val (whole, _) = rows(talk.said, 16 << 20)
    assert(whole.map(_.correlationId).sorted === Seq(1, 2, 3, 4, 5))
  }

  test("another connection is not concerned") {
    val other = new Talk(from = client.copy(port = 1)).open().up(fetch(6)).said
    val talk = new Talk().open()
    fetch(3, "z" * 3000000).grouped(60000).foreach(part => talk.up(part))
    val later = new Talk(start = 1000, from = client.copy(port = 1)).open().up(fetch(6))
      .down(answer(6)).said.drop(3)
    val (all, _) = rows(other ++ talk.said ++ later, 1 << 20)
    assert(all.filter(_.fault == null).map(_.correlationId) === Seq(6))
  }

  test("bytes that are no frame are one row, however often they look like one") {
    val id = 0x00200020
    val talk = new Talk().open().up(fetch(1), sized(request(17, 0, id, "\u0000\u0005PLAIN")))
    for (_ <- 0 until 10) talk.down(Array.fill(15000)(bytes(0x20, 0)).flatten)
    val (all, most) = rows(talk.said, 1 << 20)
    // The last of them is not refused yet when the capture ends.
    assert(faults(all) === Map("unanswered" -> 1, "bad-frame" -> 1, "cut-off" -> 1))
    assert(most < (1 << 20))
  }
}
