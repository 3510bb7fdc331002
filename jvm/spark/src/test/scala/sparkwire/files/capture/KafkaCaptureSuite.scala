package sparkwire.files.capture

import org.apache.spark.sql.Row

import sparkwire.wire.capture.{Captured, Talk}
import sparkwire.wire.capture.Packets._
import sparkwire.wire.kafka.captures.Frames._

/** Captures as tables of Kafka's requests. */
class KafkaCaptureSuite extends ProtocolSuite("kafka") {
  // ApiVersions 0: an error code, and no versions.
  private val versions = sized(request(18, 0, 1))
  private val noVersions = sized(join(u32(1), u16(0), u32(0)))

  test("a row for each request, with its response") {
    val table = load(new Talk().open().up(versions).down(noVersions).close().said)
    assert(table.drop("file", "request", "response").selectExpr(
      "*", "unix_micros(request_time)", "unix_micros(response_time)").drop(
      "request_time", "response_time").collect().toSeq === Seq(
      Row(
        "10.0.0.1:40000", "10.0.0.2:9092", 1L, 18, "ApiVersions", 0, 1, "app", 164L, null, 3L, 4L)))
  }

  test("the functions decode what the table gives") {
    val table = load(new Talk().open().up(versions).down(noVersions).said)
    assert(table.selectExpr(
      "kafka_request_decode(request).client_id", "kafka_request_decode(request).api",
      "kafka_response_decode(response, api_key, api_version).correlation_id",
      "to_json(kafka_response_decode(response, api_key, api_version).body)").collect().toSeq ===
      Seq(Row("app", "ApiVersions", 1, """{"apiKeys":[],"errorCode":0}""")))
  }

  test("what is missing is a row with a fault, in both modes, and only the columns asked for") {
    val packets = new Talk().open().up(versions).said
    for (mode <- Seq("failfast", "permissive")) {
      val table = load(packets, "mode" -> mode)
      assert(table.select("fault.reason", "response_time", "latency").collect().toSeq ===
        Seq(Row("unanswered", null, null)))
      assert(table.select("api").collect().toSeq === Seq(Row("ApiVersions")))
      assert(table.count() === 1)
    }
  }

  test("a client id that is not UTF-8 is repaired, as Kafka's own software does") {
    val malformed = sized(request(18, 0, 1, clientId = "a\u00ff\u00c3b"))
    val table = load(new Talk().open().up(malformed).down(noVersions).said)
    assert(table.selectExpr("client_id", "is_valid_utf8(client_id)").collect().toSeq ===
      Seq(Row("a\ufffd\ufffdb", true)))
  }

  test("a connection that needs more than maxMemory fails, or has a row that says so") {
    val talk = new Talk().open().up(versions).down(noVersions)
    sized(request(1, 12, 2, "z" * 2000000)).grouped(50000).foreach(part => talk.up(part))
    val packets = talk.up(sized(request(18, 0, 3))).down(sized(join(u32(3), u16(0), u32(0)))).said
    val limit = "maxMemory" -> (1 << 20).toString
    val error = failure(load(packets, limit))
    assert(error.getCondition === "SPARKWIRE_MALFORMED")
    assert(error.getMessageParameters.get("reason") === "memory-exceeded")
    assert(error.asInstanceOf[Throwable].getMessage.contains("raise maxMemory"))
    val table = load(packets, limit, "mode" -> "permissive")
    assert(table.where("fault IS NULL").select("correlation_id").collect().toSeq ===
      Seq(Row(1), Row(3)))
    val exceeded = table.where("fault.reason = 'memory-exceeded'")
    assert(exceeded.select("client", "broker").distinct().collect().toSeq ===
      Seq(Row("10.0.0.1:40000", "10.0.0.2:9092")))
    assert(exceeded.count() < 5)
    assert(load(packets).where("fault IS NULL").count() === 2)
  }

  test("a connection over IPv6") {
    val frame = ethernet(ipv6(client6, server6, tcp(client6, server6, 9, versions, flags = Syn)))
    assert(load(Seq(Captured(frame))).select("client", "broker").collect().toSeq ===
      Seq(Row("[2001:db8::1]:40000", "[2001:db8::2]:9092")))
  }

  test("no byte of a file makes a query fail") {
    val talk = new Talk().open().up(versions).down(noVersions).up(sized(request(1, 12, 2))).said
    for (protocol <- Seq("none", "kafka")) noByteFails(talk, mostRows = 5, protocol)
  }
}
