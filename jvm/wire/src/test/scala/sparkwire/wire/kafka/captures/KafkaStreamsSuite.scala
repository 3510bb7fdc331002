package sparkwire.wire.kafka.captures

import scala.util.Random

import sparkwire.wire.capture.{Captured, CaptureFiles, Talk}
import sparkwire.wire.capture.Packets._
import sparkwire.wire.kafka.captures.Frames._

import org.scalatest.funsuite.AnyFunSuite

/** Requests and their responses in the connections of a capture, each trap once. */
class KafkaStreamsSuite extends AnyFunSuite {
  // ApiVersions, Metadata and Fetch.
  private val versions = sized(request(18, 3, 1, "v"))
  private val metadata = sized(request(3, 9, 2, "topics"))
  private def fetch(id: Int, body: String = "fetch") = sized(request(1, 12, id, body))
  private def answer(id: Int, body: String = "answer") = sized(response(id, body))

  test("a request and its response, with all that is known of them") {
    val talk = new Talk().open().up(versions).down(answer(1)).close()
    val one = exchanges(CaptureFiles.pcap(talk.said)).head
    assert(one.connection.text(one.client) === "10.0.0.1:40000")
    assert(one.connection.text(1 - one.client) === "10.0.0.2:9092")
    assert((one.apiKey, one.api, one.apiVersion, one.correlationId) === ((18, "ApiVersions", 3, 1)))
    assert(plain(one.clientId) === "app")
    // Without the sizes.
    assert(one.request.toSeq === versions.drop(4).toSeq)
    assert(one.response.toSeq === answer(1).drop(4).toSeq)
    assert((one.requestTime, one.responseTime, one.latency) === ((3, 4, 1)))
    assert(one.fault === null)
    assert(exchanges(CaptureFiles.pcap(talk.said)).length === 1)
  }

  test("frames that share packets, and frames of many packets") {
    val all = versions ++ metadata ++ fetch(3)
    val talk = new Talk().open()
    all.grouped(5).foreach(part => talk.up(part))
    talk.down(answer(1), answer(2), answer(3, "x" * 5000))
    val expected = Seq("ApiVersions 1 14/10", "Metadata 2 19/10", "Fetch 3 18/5004")
    assert(found(talk.said) === expected)
    val other = new Talk().open().up(all)
    (answer(1) ++ answer(2) ++ answer(3, "x" * 5000)).grouped(3).foreach(part => other.down(part))
    assert(found(other.said) === expected)
  }

  test(
    "the times of a request that comes in pieces: from its first byte to the last of the response") {
    val (front, back) = (fetch(3).take(9), fetch(3).drop(9))
    val response = answer(3)
    val talk = new Talk().open().up(front).up(back).down(response.take(2)).down(response.drop(2))
    val one = exchanges(CaptureFiles.pcap(talk.said)).head
    assert((one.requestTime, one.responseTime) === ((3, 6)))
  }

  test("a client id that is null, and one that is not ASCII") {
    val none = sized(join(u16(18), u16(0), u32(1), u16(-1)))
    val umlaut = sized(request(18, 0, 2, clientId = "\u00c3\u00a4"))
    val all = exchanges(CaptureFiles.pcap(new Talk().open().up(none, umlaut).said))
    assert(all.map(one => plain(one.clientId)) === Seq(null, "\u00c3\u00a4"))
  }

  test("requests that nobody answers, and responses that nobody asked for") {
    assert(found(new Talk().open().up(versions, metadata).down(answer(2)).said) ===
      Seq("ApiVersions 1 14/- unanswered", "Metadata 2 19/10"))
    assert(found(new Talk().open().up(versions, metadata).down(answer(1)).said) ===
      Seq("ApiVersions 1 14/10", "Metadata 2 19/- unanswered"))
    assert(found(new Talk().open().up(versions).down(answer(7), answer(1)).said).sorted ===
      Seq("ApiVersions 1 14/10", "null 7 -/10 no-request"))
  }

  test("a correlation id that is used again") {
    assert(
      found(new Talk().open().up(fetch(0), fetch(0, "two")).down(answer(0), answer(0, "b")).said)
        === Seq("Fetch 0 18/10", "Fetch 0 16/5"))
  }

  test("a producer that wants no response") {
    val old = sized(request(0, 2, 1, "\u0000\u0000rest"))
    val middle = sized(request(0, 8, 2, "\u0000\u0002tx\u0000\u0000rest"))
    val newer = sized(request(0, 9, 3, "\u0000\u0000\u0000\u0000rest"))
    val tagged = sized(request(0, 9, 4, "\u0001\u0005\u0001x\u0003tx\u0000\u0000rest"))
    val waits = sized(request(0, 9, 5, "\u0000\u0000\u00ff\u00ffrest"))
    assert(found(
      new Talk().open().up(old, middle, newer, tagged, waits, versions).down(answer(5))
        .said) === Seq(
      "Produce 1 19/-", "Produce 2 23/-", "Produce 3 21/-", "Produce 4 26/-", "Produce 5 21/10",
      "ApiVersions 1 14/- unanswered"))
  }

  test("packets that overtake each other, also a response its request") {
    val talk = new Talk().open().up(fetch(1)).up(fetch(2)).down(answer(1)).down(answer(2))
    for (order <- Seq(0, 1, 2, 3).permutations) {
      val all = found(talk.said.take(2) ++ order.map(i => talk.said(2 + i)))
      assert(all.sorted === Seq("Fetch 1 18/10", "Fetch 2 18/10"), order)
    }
  }

  test("bytes that are lost inside of a request or response are its fault, and nothing else's") {
    val talk = new Talk().open().up(fetch(1)).down(answer(1, "x" * 50).take(20)).lose(1, 20)
      .down(answer(1, "x" * 50).drop(40)).up(fetch(2)).down(answer(2))
    for (_ <- 0 until 20) talk.up(versions)
    assert(found(talk.said).take(2) === Seq("Fetch 1 18/- lost-bytes", "Fetch 2 18/10"))
    val up = new Talk().open().up(fetch(1, "y" * 50).take(30)).lose(0, 10)
      .up(fetch(1, "y" * 50).drop(40)).up(fetch(2)).down(answer(1), answer(2))
    for (_ <- 0 until 20) up.down(answer(3))
    assert(found(up.said).take(2) === Seq("Fetch 1 -/10 lost-bytes", "Fetch 2 18/10"))
  }

  test("behind lost bytes that reach over the end of a frame, the next one is found") {
    val talk = new Talk().open().up(fetch(70000)).up(fetch(70001)).up(fetch(70002), fetch(70003))
      .down(answer(70000, "x" * 50).take(20)).lose(1, 34 + 18 + 5)
      .down(text("the rest"), answer(70002), answer(70003))
    assert(found(talk.said) === Seq("Fetch 70000 18/- lost-bytes", "Fetch 70001 18/- lost-bytes",
      "Fetch 70002 18/10", "Fetch 70003 18/10"))
    val up = new Talk().open().up(fetch(1).take(5)).lose(0, fetch(1).length + 3)
      .up(text("noise"), fetch(3)).down(answer(3))
    assert(found(up.said) === Seq("null -/- lost-bytes", "Fetch 3 18/10"))
  }

  test("a capture that begins in the middle of a connection") {
    val talk =
      new Talk(start = 5).up(text("the rest of a request")).down(text("\u0000\u0000of one"))
        .up(fetch(1), fetch(2)).down(answer(1), answer(2))
    assert(found(talk.said) === Seq("Fetch 1 18/10", "Fetch 2 18/10"))
    // In the middle of a packet, a small correlation id may be anything.
    val inside =
      new Talk(start = 5).up(fetch(1), fetch(70000)).down(text("end"), answer(1), answer(70000))
    assert(found(inside.said) === Seq("Fetch 1 18/- unanswered", "Fetch 70000 18/10"))
    // The broker is not whose packet comes first.
    val first = new Talk(start = 5).down(text("nothing of interest")).up(fetch(1)).down(answer(1))
    assert(found(first.said) === Seq("Fetch 1 18/10"))
    assert(exchanges(CaptureFiles.pcap(first.said)).map(one =>
      one.connection.text(one.client)) === Seq("10.0.0.1:40000"))
  }

  test("responses that look like a request do not make the broker a client") {
    def zeros(count: Int) = new Array[Byte](count)
    // High watermark and last stable offset of Fetch, log start offset 0; ends of the same.
    val offsets = join(zeros(4), u32(37991), zeros(4), u32(37991), zeros(60))
    // Of old versions: correlation id, no throttling, a topic; and one topic of Produce.
    val fetched = sized(join(u32(70), zeros(4), u32(1), u16(6), text("orders"), zeros(60)))
    val produced = sized(join(u32(2), u32(1), u16(6), text("orders"), zeros(60)))
    for (down <- Seq(offsets, offsets.drop(4), fetched, fetched.drop(4), produced)) {
      def from(one: Exchange) = one.connection.text(one.client)
      val answered = new Talk(start = 5).down(down).up(fetch(70001)).down(down)
        .down(answer(70001)).up(fetch(70002)).down(answer(70002)).said
      val all = exchanges(CaptureFiles.pcap(answered))
      assert(all.map(from).distinct === Seq("10.0.0.1:40000"))
      assert(all.filter(_.hasHead).map(_.correlationId) === Seq(70001, 70002))
      assert(all.filter(_.hasHead).forall(_.fault == null))
      val silent = new Talk(start = 5).down(down).up(fetch(70001)).up(fetch(70002)).said
      assert(exchanges(CaptureFiles.pcap(silent)).map(from).distinct === Seq("10.0.0.1:40000"))
    }
  }

  test("random bytes in front, cut anywhere, are passed over") {
    val random = new Random(42)
    for (size <- 0 until 100) {
      val noise = random.nextBytes(size)
      val talk = new Talk(start = 5)
      (noise ++ fetch(1) ++ fetch(2)).grouped(1 + random.nextInt(9)).foreach(part => talk.up(part))
      talk.down(answer(1)).down(answer(2))
      assert(found(talk.said) === Seq("Fetch 1 18/10", "Fetch 2 18/10"), size)
    }
  }

  test("bytes that are no frame, between frames") {
    val talk = new Talk().open().up(versions, text("GARBAGE"), fetch(2)).down(answer(1), answer(2))
    assert(found(talk.said).sorted ===
      Seq("ApiVersions 1 14/10", "Fetch 2 18/10", "null -/- bad-frame"))
  }

  test("raw tokens follow a handshake of version 0, and none one of version 1") {
    val handshake = sized(request(17, 0, 1, "\u0000\u0005PLAIN"))
    val talk =
      new Talk().open().up(handshake).down(answer(1)).up(sized(text("\u0000user\u0000password")))
        .down(sized(Array.emptyByteArray)).up(versions).down(answer(1)).up(sized(text("x")))
    assert(found(talk.said.dropRight(1)) === Seq("SaslHandshake 1 20/10", "ApiVersions 1 14/10"))
    val scram = new Talk().open().up(handshake).down(answer(1)).up(sized(text("n,,n=user,r=abc")))
      .down(sized(text("r=abcdef,s=x,i=4096"))).up(sized(text("c=biws,p=x"))).down(
        sized(text("v=1")))
      .up(metadata).down(answer(2))
    assert(found(scram.said) === Seq("SaslHandshake 1 20/10", "Metadata 2 19/10"))
    val newer = new Talk().open().up(sized(request(17, 1, 1, "\u0000\u0005PLAIN"))).down(answer(1))
      .up(sized(request(36, 2, 2, "token"))).down(answer(2))
    assert(found(newer.said) === Seq("SaslHandshake 1 20/10", "SaslAuthenticate 2 18/10"))
  }

  test("a connection that is encrypted, one of something else, and one without data") {
    val hello = join(bytes(22, 3, 1, 2, 0), text("x" * 512))
    assert(found(new Talk().open().up(hello).down(hello).close().said) === Seq("null -/- tls"))
    assert(found(new Talk(5).down(join(bytes(23, 3, 3, 2, 0), text("x" * 512))).said) ===
      Seq("null -/- tls"))
    assert(
      found(new Talk().open().up(text("GET / HTTP/1.1\r\n\r\n")).down(text("HTTP/1.1 200")).said)
        === Seq("null -/- not-kafka"))
    assert(found(new Talk().open().down(text("SSH-2.0-OpenSSH")).up(text("SSH-2.0")).said) ===
      Seq("null -/- not-kafka"))
    assert(found(new Talk(5).up(text("whatever")).said) === Seq("null -/- not-kafka"))
    assert(found(new Talk().open().close().said) === Nil)
  }

  test("frames that are larger than may be, or that the capture cuts off") {
    val large = new Talk().open().up(fetch(1, "z" * 3000)).down(answer(1)).up(fetch(2))
      .down(answer(2, "z" * 3000))
    assert(found(large.said, options = Map("maxSize" -> "2000")) ===
      Seq("Fetch 1 -/10 too-large", "Fetch 2 18/- too-large"))
    assert(found(new Talk().open().up(fetch(1).dropRight(1)).said) === Seq("Fetch 1 -/- cut-off"))
    assert(found(new Talk().open().up(fetch(1)).down(answer(1).dropRight(1)).said) ===
      Seq("Fetch 1 18/- cut-off"))
    // The bytes that are cut off in each packet.
    val cut = new Talk().open().up(fetch(1, "z" * 300)).down(answer(1, "z" * 300)).up(fetch(2))
      .down(answer(2))
    assert(found(cut.said.map(_.copy(captured = 150))) ===
      Seq("Fetch 1 -/- lost-bytes", "Fetch 2 18/10"))
  }

  test("an API and a version that nobody knows, in a connection that is known") {
    val strange = sized(request(200, 100, 9, "x"))
    assert(found(new Talk().open().up(versions, strange).down(answer(1), answer(9)).said) ===
      Seq("ApiVersions 1 14/10", "null 9 14/10"))
  }

  test("the port says which side is the broker, and leaves out other connections") {
    val other = new Talk(to = server.copy(port = 80)).open().up(text("GET / HTTP/1.1\r\n\r\n"))
    val talk = new Talk(start = 5, from = client.copy(port = 50000)).up(fetch(1)).down(answer(1))
    assert(found(other.said ++ talk.said, port = 9092) === Seq("Fetch 1 18/10"))
    assert(found(other.said ++ talk.said).length === 2)
  }

  test("requests that wait take only so much memory, and buffers grow with what is there") {
    val talk = new Talk().open()
    for (i <- 0 until 300) talk.up(fetch(i, "x" * 10000))
    val all = found(talk.said, maxMemory = 1 << 20)
    assert(all.length === 300)
    assert(all.count(_.endsWith("memory-exceeded")) > 200)
    val claims = (0 until 1000).flatMap { i =>
      val side = client.copy(port = 1000 + i)
      new Talk(from = side).open().up(join(u32(16 << 20), request(1, 12, i))).said
    }
    assert(found(claims, maxMemory = 100000).count(_.endsWith("cut-off")) === 1000)
  }

  test("no byte of a conversation makes the reader fail") {
    val talk = new Talk().open().up(versions, metadata).down(answer(1)).down(answer(2))
      .up(sized(request(17, 0, 3, "\u0000\u0005PLAIN"))).down(answer(3)).up(sized(text("token")))
      .up(fetch(4)).down(answer(4)).close()
    for {
      number <- talk.said.indices
      packet = talk.said(number)
      at <- packet.bytes.indices
      value <- Seq(0, 1, 0x7f, 0x80, 0xff)
    } {
      val changed = packet.bytes.clone
      changed(at) = value.toByte
      val _ = found(talk.said.updated(number, Captured(changed, packet.nanos)))
    }
    assert(found(talk.said).length === 4)
  }
}
