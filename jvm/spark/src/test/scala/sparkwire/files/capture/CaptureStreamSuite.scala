package sparkwire.files.capture

import java.nio.file.Files

import scala.util.Random

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.streaming.StreamingQueryException

import sparkwire.files.StreamRuns
import sparkwire.wire.capture.{Captured, CaptureFiles => Written, Talk}
import sparkwire.wire.capture.Packets._
import sparkwire.wire.databus.captures.Relay
import sparkwire.wire.kafka.captures.Frames._

import org.scalatest.funsuite.AnyFunSuite

/** Streams over rotated captures. */
class CaptureStreamSuite extends AnyFunSuite with StreamRuns {
  private def add(name: String, packets: Seq[Captured]): Unit = {
    val _ = Files.write(root.resolve("in").resolve(name), Written.pcap(packets))
  }

  private def run(protocol: String, options: (String, String)*)(
      columns: String*): Seq[Seq[Row]] =
    run(
      spark.readStream.format("sparkwire-capture").option("protocol", protocol)
        .options(options.toMap).load(root.resolve("in").toString).selectExpr(columns: _*))

  private def batch(protocol: String): DataFrame =
    spark.read.format("sparkwire-capture").option("protocol", protocol).option("rotated", "true")
      .load(root.resolve("in").toString)

  private def fetch(id: Int): Array[Byte] = sized(request(1, 12, id))

  /** Connections that speak in turn, each a request with its response, all open to the end. */
  private def requests(connections: Int, rounds: Int, random: Random): Seq[Captured] = {
    val talks = Seq.tabulate(connections)(i =>
      new Talk(from = client.copy(port = 40000 + i)).open())
    val packets = Seq.tabulate(rounds * connections) { i =>
      val talk = talks(i % connections)
      talk.up(fetch(i)).down(sized(response(i, "x" * random.nextInt(30))))
      (3.0 * i, talk.said.takeRight(2))
    }
    // Up to two other exchanges come between a request and its response.
    val placed = packets.flatMap { case (at, both) =>
      Seq((at, both.head), (at + 1 + random.nextInt(5), both.last))
    }
    (talks.flatMap(_.said.take(2)) ++ placed.sortBy(_._1).map(_._2)).zipWithIndex.map {
      case (packet, i) => packet.copy(nanos = (i + 1) * 1000L)
    }
  }

  private val columns = Seq("client", "correlation_id", "request_time", "response_time",
    "length(request)", "length(response)", "fault", "file", "offset")

  test("each request and its response come once, wherever files end") {
    val random = new Random(4)
    for (size <- Seq(7, 8, 13)) {
      val files = requests(3, 40, random).grouped(size).toSeq
      var found = Seq.empty[Row]
      for ((packets, i) <- files.zipWithIndex) {
        add(s"t.pcap$i", packets)
        if (random.nextBoolean()) found ++= run("kafka")(columns: _*).flatten
      }
      // The last ones wait for others.
      for (i <- 0 to 1) add(s"t.pcap${files.length + i}", Nil)
      found ++= run("kafka", "maxFilesPerTrigger" -> "2")(columns: _*).flatten
      val expected = batch("kafka").selectExpr(columns: _*).collect()
      assert(expected.length === 120)
      assert(expected.forall(_.isNullAt(6)))
      assert(found.toSet === expected.toSet)
      assert(found.length === expected.length)
      assert(run("kafka")(columns: _*) === Nil)
      deleteCheckpoint()
      clear()
    }
  }

  private def clear(): Unit =
    root.resolve("in").toFile.listFiles.foreach(file => Files.delete(file.toPath))

  test("a file is read when as many follow as overlap, and another one") {
    for (i <- 0 to 4) {
      val talk = new Talk(1000L + 6 * i).up(text(s"part $i"))
      add(s"t$i", talk.said)
    }
    def names(options: (String, String)*): Seq[String] =
      run("none", options: _*)("CAST(value AS STRING)").flatten.map(_.getString(0)).sorted
    assert(names() === Seq("part 0", "part 1", "part 2"))
    assert(names("overlap" -> "0") === Seq("part 3"))
    deleteCheckpoint()
    assert(names("overlap" -> "5") === Nil)
    assert(names("overlap" -> "4") === Nil)
    assert(names("overlap" -> "3") === Seq("part 0"))
  }

  test("a response that comes behind the overlap is missing, and said to be") {
    val talk = new Talk().open().up(fetch(1)).up(fetch(2)).down(sized(response(1)))
    val late = talk.down(sized(response(2))).said
    add("t0", late.take(5))
    for (i <- 1 to 3) add(s"t$i", Nil)
    add("t4", late.drop(5))
    for (i <- 5 to 9) add(s"t$i", Nil)
    val columns = Seq("correlation_id", "fault.reason")
    def read(overlap: Int): Seq[Row] =
      run("kafka", "overlap" -> overlap.toString, "maxFilesPerTrigger" -> "1")(columns: _*).flatten
    // The response alone may be anything.
    assert(read(overlap = 1) === Seq(Row(1, null), Row(2, "unanswered"), Row(null, "not-kafka")))
    deleteCheckpoint()
    assert(read(overlap = 4) === Seq(Row(1, null), Row(2, null)))
  }

  test("folders are captures of their own; limits take files in their order") {
    val packets =
      new Talk().open().up(Relay.stream).down(Relay.sized(Relay.some(0))).up(Relay.stream)
        .down(Relay.chunked(Relay.some(1, 2), 20)).said
    for (folder <- Seq("a", "b")) {
      Files.createDirectories(root.resolve("in").resolve(folder))
      for ((some, i) <- packets.grouped(1).zipWithIndex) add(s"$folder/t${i + 8}", some)
      for (i <- 0 to 1) add(s"$folder/t${i + 20}", Nil)
    }
    val batches = run("databus", "maxFilesPerTrigger" -> "3")("file", "hex(value)")
    assert(batches.length > 1)
    for (folder <- Seq("a", "b")) {
      val values = batches.flatten.filter(_.getString(0).contains(s"/$folder/")).map(_.getString(1))
      assert(values === Seq(0, 1, 2).map(i => Relay.event(i).map(b => f"$b%02X").mkString))
    }
  }

  test("a broken file fails the stream when its rows are due, or has a row") {
    add("t0", new Talk().up(text("a")).said)
    Files.write(
      root.resolve("in").resolve("t1"), Written.pcap(new Talk().up(text("b")).said).dropRight(1))
    for (i <- 2 to 4) add(s"t$i", Nil)
    val error = intercept[StreamingQueryException](run("none")("value"))
    assert(error.getMessage.contains("truncated-file"))
    deleteCheckpoint()
    assert(run("none", "mode" -> "permissive")("CAST(value AS STRING)", "fault.reason").flatten ===
      Seq(Row("a", null), Row(null, "truncated-file")))
  }
}
