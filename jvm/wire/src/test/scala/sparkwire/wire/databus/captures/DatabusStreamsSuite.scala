package sparkwire.wire.databus.captures

import scala.util.Random

import sparkwire.wire.capture.{CaptureFiles, Talk}
import sparkwire.wire.capture.Packets._
import sparkwire.wire.databus.captures.Relay._

import org.scalatest.funsuite.AnyFunSuite

/** Events in the connections of a capture, in the bodies of HTTP. */
class DatabusStreamsSuite extends AnyFunSuite {

  test("the events of a response, and where they stand") {
    val talk = new Talk().open().up(stream).down(sized(some(0, 1))).close()
    val all = values(CaptureFiles.pcap(talk.said))
    assert(found(talk.said) === Seq("0", "1"))
    assert(all.map(_.start.micros) === Seq(4, 4))
    assert(all.forall(value => value.connection.endpoints.port(value.side) == 9092))
  }

  test("all events of the vectors, with each framing of a body, in packets of any size") {
    val all = join(events: _*)
    val numbers = events.indices.map(_.toString)
    val bodies = Seq(sized(all), chunked(all, 1000), chunked(all, 7), join(head(), all),
      join(head("Transfer-Encoding: gzip, identity"), all))
    for {
      body <- bodies
      size <- Seq(1, 13, 1400)
    } {
      val talk = new Talk().open().up(stream)
      body.grouped(size).foreach(part => talk.down(part))
      assert(found(talk.close().said) === numbers)
    }
  }

  test("chunks with extensions, trailers, and a length that means nothing") {
    val body = join(
      head("Content-Length: 3", "Transfer-Encoding:  chunked ", "X-Folded: a", "  b"),
      text("42;name=\"value\"\r\n"), event(0), text("\r\n0\r\nx-dbus-error: none\r\n\r\n"))
    assert(found(
      new Talk().open().up(stream).down(body).up(stream).down(sized(event(1))).said) ===
      Seq("0", "1"))
  }

  test("a connection that is kept, with other requests") {
    val talk = new Talk().open()
      .up(get("/sources?protocolVersion=3")).down(sized(text("[{\"name\":\"s\",\"id\":1}]")))
      .up(get("/register?sources=1")).down(chunked(some(7), 30))
      .up(stream).down(chunked(some(1, 2), 50))
      .up(get("/stream", method = "HEAD")).down(head("Content-Length: 500"))
      .up(get("http://relay:8080/databus2/stream?size=1")).down(sized(some(3)))
      .up(get("/bootstrap?sources=1")).down(sized(some(4)))
      .up(join(text("POST /stream/ HTTP/1.1\r\nContent-Length: 5\r\n\r\n"), text("GET /")))
      .down(head("Content-Length: 0")).up(get("/streams")).down(sized(some(8)))
      .up(stream).down(text("HTTP/1.1 100 Continue\r\n\r\n"), sized(some(5)))
      .up(stream).down(text("HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n"))
      .up(stream).down(text("HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\noops"))
      .up(stream).down(sized(some(6))).close()
    assert(found(talk.said) === Seq("1", "2", "3", "4", "5", "6"))
  }

  test("requests in one packet, and responses in one") {
    val talk = new Talk().open().up(stream, get("/sources"), stream)
      .down(sized(some(0)), sized(some(1)), sized(some(2)))
    assert(found(talk.said) === Seq("0", "2"))
  }

  test("a response that overtakes its request") {
    val talk = new Talk().open().up(stream).down(sized(some(0))).reorder(1, 0)
      .up(get("/other")).down(sized(some(1))).up(stream).down(sized(some(2)))
    assert(found(talk.said) === Seq("0", "2"))
  }

  test("lost bytes in a body are one fault, and the next event is found") {
    for (framed <- Seq[Array[Byte] => Array[Byte]](sized(_), chunked(_, 10000))) {
      val body = framed(some(0, 1, 2))
      val at = body.length - event(2).length - event(1).length
      val talk = new Talk().open().up(stream).down(body.take(at)).lose(1, 9)
        .down(body.drop(at + 9)).up(stream).down(sized(some(3))).close()
      assert(found(talk.said) === Seq("0", "lost-bytes", "2", "3"))
    }
  }

  test("behind bytes that are lost beyond a body, the next response is found") {
    val body = chunked(some(0, 1, 2), 20)
    val talk = new Talk().open().up(stream).down(body.take(200)).lose(1, 90)
      .down(body.drop(290)).up(stream).down(sized(some(3))).up(stream).down(sized(some(4))).close()
    assert(found(talk.said) === Seq("0", "lost-bytes", "3", "4"))
    val inHead = new Talk().open().up(stream).lose(1, 30).down(sized(some(0)).drop(30))
      .up(stream).down(sized(some(1)))
    assert(found(inHead.said) === Seq("1"))
    val between = new Talk().open().up(stream).down(sized(some(0))).lose(1, 100)
      .up(stream).down(sized(some(1)))
    assert(found(between.said) === Seq("0", "lost-bytes", "1"))
  }

  test("where a request is lost, events are searched for") {
    val talk = new Talk().open().lose(0, 70).down(sized(some(0))).up(get("/other"))
      .down(sized(text("{}"))).lose(0, 30).down(sized(text("[1, 2, 3]")))
      .up(stream).down(sized(some(1)))
    assert(found(talk.said) === Seq("0", "1"))
  }

  test("a capture that begins in the middle of a connection") {
    val later = Seq("1", "2")
    def talk: Talk = new Talk().down(sized(some(0)).drop(60))
    assert(
      found(talk.up(stream).down(sized(some(1))).up(stream).down(sized(some(2))).said) === later)
    assert(found(talk.down(sized(some(1))).up(stream).down(sized(some(2))).said) === later)
    assert(found(talk.up(stream).down(sized(some(1))).up(stream).down(sized(some(2))).said,
      port = 9092) === later)
    // The events that look like a request do not mislead.
    assert(found(new Talk().down(text("GET x")).up(stream).down(sized(some(1))).said) === Seq("1"))
    // The other direction is not there.
    assert(found(new Talk().down(sized(some(1))).down(sized(some(2))).said) === later)
    assert(found(new Talk().up(stream).up(stream).said) === Nil)
  }

  test("bytes that are no event are one fault") {
    val body = join(event(0), bytes(9, 9, 9), event(1))
    assert(found(new Talk().open().up(stream).down(sized(body)).said) ===
      Seq("0", "bad-version", "1"))
    val json = text("{\"opcode\":\"UPSERT\"}\n")
    assert(found(new Talk().open().up(stream).down(sized(json)).said) ===
      Seq("remote-exception-json"))
  }

  test("an event that is larger than it may be") {
    val talk = new Talk().open().up(stream).down(sized(some(0, 1))).close()
    assert(found(talk.said, options = Map("maxSize" -> "60")) ===
      Seq("too-large", "too-large"))
  }

  test("a response that ends early") {
    val talk = new Talk().open().up(stream)
    assert(found(talk.down(sized(some(0, 1)).dropRight(4)).said) === Seq("0", "cut-off"))
    // At the end of an event, others are missing.
    assert(found(
      new Talk().open().up(stream).down(head("Transfer-Encoding: chunked"),
        chunk(event(0))).close().said) === Seq("0", "cut-off"))
    assert(found(new Talk().open().up(stream).down(head("Content-Length: 0").take(20)).said) ===
      Seq("cut-off"))
    assert(found(new Talk().open().up(stream).close().said) === Nil)
    assert(found(new Talk().open().up(get("/sources")).down(sized(some(0)).dropRight(1)).said) ===
      Nil)
  }

  test("bytes that are no HTTP are one fault, and the next response is found") {
    val broken = Seq(join(head("Transfer-Encoding: chunked"), text("xyz\r\n"), event(0)),
      join(head("Transfer-Encoding: chunked"), text("ffffffffffffffff\r\n"), event(0)),
      join(head("Transfer-Encoding: chunked"), text("-1\r\n"), event(0)),
      join(head("Content-Length: -1"), event(0)), join(head("Content-Length: 1, 2"), event(0)),
      join(head("Content-Length: 66", "Content-Length: 67"), event(0)),
      join(head("no field"), event(0)), join(head("name : value"), event(0)),
      text("HTTP/2 200\r\n\r\n"), text("ICY 200 OK\r\n\r\n"), text("HTTP/1.1 2x0 OK\r\n\r\n"),
      text("HTTP/1.1 200 OK\r\nX: " + "x" * 70000),
      text("HTTP/1.1 200 OK\r\n" + s"X: ${"x" * 60000}\r\n" * 5))
    for (response <- broken) {
      val talk = new Talk().open().up(stream)
      response.grouped(60000).foreach(part => talk.down(part))
      val said = talk.up(stream).down(sized(some(1))).up(stream).down(sized(some(2))).said
      assert(found(said) === Seq("bad-http", "1", "2"))
    }
    val chunkEnd = join(head("Transfer-Encoding: chunked"), text("42\r\n"), event(0), text("x\r\n"))
    assert(found(new Talk().open().up(stream).down(chunkEnd).up(stream).down(sized(some(1))).said)
      === Seq("0", "bad-http", "1"))
  }

  test("a size that is never reached takes no memory") {
    val talk = new Talk().open().up(stream).down(head("Content-Length: 999999999999999"), event(0))
      .down(some(1)).close()
    assert(found(talk.said) === Seq("0", "1", "cut-off"))
  }

  test("a body that is encoded") {
    val talk = new Talk().open().up(stream)
      .down(sized(some(0), "Content-Encoding: gzip")).up(stream)
      .down(sized(some(1), "Content-Encoding: identity"))
      .up(get("/sources")).down(sized(some(2), "Content-Encoding: gzip"))
    assert(found(talk.said) === Seq("content-encoding", "1"))
  }

  test("a connection that speaks something else, or goes on with something else") {
    assert(found(new Talk().open().up(bytes(22, 3, 1, 0, 5)).down(bytes(22, 3, 3)).said) ===
      Seq("not-http"))
    assert(found(new Talk().open().up(text("SSH-2.0-x\r\n")).down(text("SSH-2.0-y\r\n")).said) ===
      Seq("not-http"))
    assert(found(new Talk().open().close().said) === Nil)
    val socket = new Talk().open().up(stream)
      .down(text("HTTP/1.1 101 Switching Protocols\r\n\r\n"), some(1)).down(sized(some(2)))
    assert(found(socket.said) === Nil)
  }

  test("no bytes of a connection are an error, and none takes memory that is not given back") {
    val random = new Random(7)
    val up = join(stream, get("/sources"), stream, stream)
    val down = join(sized(some(0, 1)), chunked(text("[]"), 1), chunked(some(2, 3, 4), 50),
      sized(some(5), "Content-Encoding: gzip"))
    for (_ <- 0 until 5000) {
      val sides = Seq(up, down).map { all =>
        val changed = all.clone
        for (_ <- 0 to random.nextInt(4))
          changed(random.nextInt(changed.length)) =
            ("\r\n 0:;-f\u0000" + random.nextPrintableChar())
              .charAt(random.nextInt(10)).toByte
        changed
      }
      val talk = new Talk().open().up(sides.head)
      sides.last.grouped(1 + random.nextInt(2000)).foreach(part => talk.down(part))
      assert(found(talk.close().said).length <= 20)
    }
  }

  test("events are found in whatever parts they come, and whatever is lost") {
    val random = new Random(6)
    for (_ <- 0 until 200) {
      val talk = new Talk().open()
      var sent = 0
      for (_ <- 0 until 4) {
        talk.up(stream)
        val body = some(sent, sent + 1, sent + 2)
        sent += 3
        val all = if (random.nextBoolean()) sized(body) else chunked(body, 1 + random.nextInt(100))
        var at = 0
        while (at < all.length) {
          val size = math.min(1 + random.nextInt(200), all.length - at)
          if (random.nextInt(8) == 0) talk.lose(1, size) else talk.down(all.slice(at, at + size))
          at += size
        }
      }
      val numbers = found(talk.close().said).filter(_.forall(_.isDigit)).map(_.toInt)
      assert(numbers === numbers.sorted.distinct)
    }
  }
}
