package sparkwire.files.capture

import scala.util.Random

import org.apache.spark.sql.{DataFrame, Row}

import sparkwire.files.values.ValueReads
import sparkwire.wire.capture.{Captured, CaptureFiles => Written, Side}
import sparkwire.wire.capture.Packets._

/** Captures as tables of UDP datagrams. */
class UdpCaptureSuite extends ProtocolSuite("udp") {
  private val dns = Side(server.address, 53)
  private val dns6 = Side(server6.address, 53)

  private def datagram(from: Side, to: Side, data: Array[Byte], length: Int = -1): Array[Byte] =
    join(u16(from.port), u16(to.port), u16(if (length < 0) data.length + 8 else length), u16(0),
      data)

  private def v4(data: String, from: Side = client, to: Side = dns, length: Int = -1) =
    ethernet(ipv4(from, to, datagram(from, to, text(data), length), protocol = 17))
  private def v6(data: String) =
    ethernet(ipv6(client6, dns6, datagram(client6, dns6, text(data)), next = 17))

  /** The fragments of a datagram over IPv4. */
  private def fragments(data: Array[Byte], id: Int, size: Int = 40): Seq[Array[Byte]] = {
    val all = datagram(client, dns, data)
    all.grouped(size).toSeq.zipWithIndex.map { case (part, i) =>
      val hasMore = (i + 1) * size < all.length
      ethernet(
        ipv4(client, dns, part, id, fragment = i * size / 8 | (if (hasMore) 0x2000 else 0),
          protocol = 17))
    }
  }
  private val long = text("0123456789" * 20)

  private def timed(frames: Array[Byte]*): Seq[Captured] =
    frames.zipWithIndex.map { case (frame, i) => Captured(frame, (i + 1) * 1000000L) }

  test("a row for each datagram, over IPv4 and IPv6") {
    val packets = timed(v4("ask"), v6("ask too"), v4("answer", dns, client), v4(""))
    val table = load(packets)
    assert(table.columns.toSeq === Seq("timestamp", "src", "src_port", "dst", "dst_port", "value",
      "file", "offset", "fault"))
    assert(
      table.selectExpr("unix_micros(timestamp)", "src", "src_port", "dst", "dst_port",
        "CAST(value AS STRING)", "offset", "fault").collect().toSeq === Seq(
        Row(1000L, "10.0.0.1", 40000, "10.0.0.2", 53, "ask", 24L, null),
        Row(2000L, "2001:db8::1", 40000, "2001:db8::2", 53, "ask too", 85L, null),
        Row(3000L, "10.0.0.2", 53, "10.0.0.1", 40000, "answer", 170L, null),
        Row(4000L, "10.0.0.1", 40000, "10.0.0.2", 53, "", 234L, null)))
    assert(table.count() === 4)
    assert(load(packets, "port" -> "53").count() === 4)
    assert(load(packets, "port" -> "54").count() === 0)
    // Padding of Ethernet, and a length that is left out.
    val padded = timed(v4("x") ++ new Array[Byte](20), v4("unknown", length = 0))
    assert(said(load(padded)) === Seq("x", "unknown"))
    // TCP is skipped, as UDP is without this protocol.
    assert(load(timed(frame(client, server, 10, "tcp"))).count() === 0)
  }

  private def said(table: DataFrame): Seq[String] =
    table.selectExpr("coalesce(fault.reason, CAST(value AS STRING))").collect().toSeq
      .map(_.getString(0))

  test("fragments are put together, in any order, over IPv4 and IPv6") {
    for (order <- Seq(fragments(long, 1), fragments(long, 1).reverse)) {
      val table = load(timed(order: _*))
      assert(said(table) === Seq(new String(long)))
      // The row is at the position of its first bytes.
      val first = order.indexWhere(_.sameElements(fragments(long, 1).head))
      assert(table.selectExpr("unix_micros(timestamp)", "src_port").head() ===
        Row((first + 1) * 1000L, 40000))
    }
    val all = datagram(client6, dns6, long)
    val parts = all.grouped(40).toSeq.zipWithIndex.map { case (part, i) =>
      val hasMore = (i + 1) * 40 < all.length
      ethernet(
        ipv6(client6, dns6, part, next = 44,
          join(bytes(17, 0), u16(i * 40 | (if (hasMore) 1 else 0)), u32(9))))
    }
    assert(said(load(timed(parts.reverse: _*))) === Seq(new String(long)))
  }

  test("a datagram of which fragments are missing has what is there, in both modes") {
    val withoutLast = fragments(long, 1).dropRight(1)
    val withoutFirst = fragments(long, 2).tail
    for (mode <- Seq("failfast", "permissive")) {
      val table = load(timed(withoutLast ++ withoutFirst :+ v4("next"): _*), "mode" -> mode)
      assert(table.selectExpr("src", "src_port", "fault.reason", "octet_length(value)").collect()
        .toSet === Set(Row("10.0.0.1", 40000, "lost-bytes", 192),
        Row("10.0.0.1", null, "lost-bytes", 0), Row("10.0.0.1", 40000, null, 4)))
    }
    // Many of them wait, and all of them have a row.
    val many = (0 until 500).flatMap(id => fragments(long, id).dropRight(1))
    for (limit <- Seq("1048576", "268435456"))
      assert(load(timed(many: _*), "maxMemory" -> limit).where("fault.reason = 'lost-bytes'")
        .count() === 500)
  }

  test("a datagram that is cut off, or whose length is wrong, fails or has a fault") {
    val cut = Captured(v4("0123456789"), captured = 14 + 20 + 8 + 4)
    val short = Captured(v4("0123456789"), captured = 14 + 20 + 6)
    val cases = Seq((cut, "truncated-datagram", "0123"), (short, "truncated-datagram", ""),
      (Captured(v4("abc", length = 20)), "bad-datagram", "abc"),
      (Captured(v4("abc", length = 7)), "bad-datagram", "abc"))
    for ((packet, reason, value) <- cases) {
      val packets = Seq(Captured(v4("before")), packet, Captured(v4("after")))
      val error = failure(load(packets))
      assert(error.getCondition === "SPARKWIRE_MALFORMED")
      assert(error.getMessageParameters.get("reason") === reason)
      assert(error.getMessageParameters.get("offset") === "88")
      val table = load(packets, "mode" -> "permissive")
      assert(said(table) === Seq("before", reason, "after"))
      assert(table.where("fault IS NOT NULL").selectExpr("src_port", "CAST(value AS STRING)",
        "fault.offset").head() === Row(40000, value, 88L))
    }
  }

  test("no byte of a file makes a query fail") {
    val packets = timed((fragments(text("x" * 60), 1) :+ v4("ask") :+ v6("six")): _*)
    noByteFails(packets, mostRows = 8)
  }

  private val seed = sys.env.get("SPARKWIRE_SEED").fold(System.nanoTime)(_.toLong)

  test(s"fragments of several datagrams in any order, SPARKWIRE_SEED=$seed") {
    val random = new Random(seed)
    for (_ <- 0 until 20) {
      val sizes = Seq.fill(1 + random.nextInt(20))(random.nextInt(2000))
      val sent = sizes.zipWithIndex.flatMap { case (size, id) =>
        fragments(random.nextBytes(size), id, size = 8 * (1 + random.nextInt(50)))
      }
      val file = Written.pcap(random.shuffle(sent).map(Captured(_)))
      val path = ValueReads.file(file)
      var lengths = Seq.empty[Int]
      val count = CaptureReads.rows(path, Seq("value", "fault"), Map("protocol" -> "udp"),
        use = row => lengths :+= (if (row.isNullAt(1)) row.getBinary(0).length else -1))
      assert(count === sizes.length)
      assert(lengths.sorted === sizes.sorted)
    }
  }
}
