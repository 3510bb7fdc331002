package sparkwire.files.capture

import java.nio.file.Path

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{AnalysisException, DataFrame, Row}

import sparkwire.SparkSuite
import sparkwire.files.OwnFolder
import sparkwire.files.values.ValueReads
import sparkwire.wire.capture.{Captured, CaptureFiles => Written}
import sparkwire.wire.capture.Packets._

import org.scalatest.funsuite.AnyFunSuite

/** Captures as tables, without a protocol. */
class CaptureFilesSuite extends AnyFunSuite with SparkSuite with OwnFolder {
  private def load(options: (String, String)*)(paths: Path*): DataFrame =
    spark.read.format("sparkwire-capture").options(options.toMap).load(paths.map(_.toString): _*)

  private def said(table: DataFrame): Seq[(Long, Int, String)] =
    table.orderBy("stream", "src_port", "position").collect().toSeq.map { row =>
      val value = row.getAs[Array[Byte]]("value")
      (row.getAs[Long]("stream"), row.getAs[Int]("src_port"),
        if (value == null) "?" else new String(value))
    }

  private def packets(frames: Array[Byte]*): Seq[Captured] =
    frames.zipWithIndex.map { case (frame, i) => Captured(frame, (1700000000L + i) * 1000000000L) }

  private val up = packets(frame(client, server, 9, "", flags = Syn),
    frame(client, server, 10, "hel"), frame(server, client, 500, "world", 13),
    frame(client, server, 13, "lo", 505))
  private val whole = file("one/whole.pcap", Written.pcap(up))

  test("a row for each piece: when, from where to where, in which stream, and where in it") {
    val rows = load()(whole).selectExpr(
      "unix_micros(timestamp)", "src", "src_port", "dst", "dst_port", "stream", "position",
      "CAST(value AS STRING)", "offset", "fault IS NULL")
    assert(rows.collect().toSeq === Seq(
      Row(1700000001000000L, "10.0.0.1", 40000, "10.0.0.2", 9092, 0L, 0L, "hel", 94L, true),
      Row(1700000002000000L, "10.0.0.2", 9092, "10.0.0.1", 40000, 0L, 0L, "world", 167L, true),
      Row(1700000003000000L, "10.0.0.1", 40000, "10.0.0.2", 9092, 0L, 3L, "lo", 242L, true)))
    assert(load()(whole).select("file").distinct().collect().length === 1)
    assert(load()(whole).count() === 3)
  }

  test("pcapng, compressed, several files: each is a capture of its own") {
    val other = file("several/a.pcapng", Written.pcapng(up))
    val packed = file("several/b.pcap.gz", ValueReads.gzip(Written.pcap(up)))
    val expected = Seq((0, 9092, "world"), (0, 40000, "hel"), (0, 40000, "lo"))
    for (path <- Seq(other, packed)) assert(said(load()(path)) === expected)
    assert(load()(root.resolve("several")).groupBy("file").count().collect().map(_.getLong(1)).toSeq
      === Seq(3, 3))
    assert(load()(root.resolve("several")).where("input_file_name() = file").count() === 6)
    val one = load()(root.resolve("several")).where("file LIKE '%b.pcap.gz'")
    assert(one.count() === 3)
    val name = one.select("file").head().getString(0)
    assert(load()(root.resolve("several")).where(s"file = '$name'").count() === 3)
  }

  test("the files of a rotated capture are one, in the order of their names") {
    val parts = Seq("t.pcap" -> up.take(2), "t.pcap2" -> up.slice(2, 3), "t.pcap10" -> up.drop(3))
    for ((name, some) <- parts) file(s"rotated/$name", Written.pcap(some))
    val table = load("rotated" -> "true")(root.resolve("rotated"))
    assert(said(table) === Seq((0, 9092, "world"), (0, 40000, "hel"), (0, 40000, "lo")))
    assert(table.orderBy("timestamp").collect().map(_.getAs[String]("file").split("/").last).toSeq
      === parts.map(_._1))
    assert(table.rdd.getNumPartitions === 1)
    // Alone, the last file has a stream without a beginning.
    assert(said(load()(root.resolve("rotated/t.pcap10"))) === Seq((0, 40000, "lo")))
    // Each row has the file where it begins, though one task reads all of them.
    assert(table.where("input_file_name() = file").count() === 3)
    assert(table.where("file LIKE '%10'").count() === 1)
    val last = table.select("file").where("file LIKE '%10'").head().getString(0)
    assert(said(table.where(s"file = '$last'")) === Seq((0, 40000, "lo")))
  }

  test("bytes that are lost are a row with a fault, in both modes") {
    val lossy = file("lossy.pcap",
      Written.pcap(packets(frame(client, server, 10, "ab"), frame(client, server, 14, "ef"))))
    for (mode <- Seq("failfast", "permissive"))
      assert(
        load("mode" -> mode)(lossy).selectExpr("position", "CAST(value AS STRING)", "fault.reason",
          "fault.offset").collect().toSeq === Seq(Row(0L, "ab", null, null),
          Row(2L, null, "lost-bytes", 96L), Row(4L, "ef", null, null)))
  }

  private def failure(table: => DataFrame): SparkThrowable =
    intercept[Exception](table.collect()) match {
      case error: SparkThrowable => error
      case other => other.getCause.asInstanceOf[SparkThrowable]
    }

  test("a file that is cut off fails, or has a row that says so") {
    val bytes = Written.pcap(up)
    val cut = file("cut.pcap", bytes.dropRight(1))
    val error = failure(load()(cut))
    assert(error.getCondition === "SPARKWIRE_MALFORMED")
    assert(error.getMessageParameters.get("reason") === "truncated-file")
    assert(error.getMessageParameters.get("offset") === "242")
    val rows =
      load("mode" -> "permissive")(cut).selectExpr("value IS NULL", "fault.reason", "offset")
    assert(rows.collect().toSeq.last === Row(true, "truncated-file", 242L))
    assert(rows.count() === 3)
    // A file that is cut off does not end the capture.
    val _ = file("cuts/a", bytes.dropRight(1))
    file("cuts/b", Written.pcap(up.drop(3)))
    val both = load("mode" -> "permissive", "rotated" -> "true")(root.resolve("cuts"))
    assert(said(both.where("fault IS NULL")) ===
      Seq((0, 9092, "world"), (0, 40000, "hel"), (0, 40000, "lo")))
  }

  test("no capture, a broken compression, an unknown link type, an empty file") {
    def reasons(path: Path): Seq[String] =
      load("mode" -> "permissive")(path).select("fault.reason").collect().toSeq.map(_.getString(0))
    assert(reasons(file("text.pcap", "hello".getBytes)) === Seq("bad-magic"))
    val packed = ValueReads.gzip(Written.pcap(up))
    assert(reasons(file("broken.pcap.gz", packed.dropRight(12))).last === "bad-compression")
    assert(reasons(file("radio.pcap", Written.pcap(up, linkType = 105))) ===
      Seq("unknown-link-type"))
    assert(
      failure(load()(file("radio.pcap", Written.pcap(up, linkType = 105))))
        .asInstanceOf[Throwable].getMessage.contains("but 105"))
    assert(reasons(file("empty.pcap", Array.emptyByteArray)) === Nil)
  }

  test("a port leaves out other connections, and memory may be limited") {
    val other = frame(client.copy(port = 1), server.copy(port = 80), 5, "GET")
    val path = file("ports.pcap", Written.pcap(up ++ packets(other)))
    assert(said(load()(path)).length === 4)
    assert(said(load("port" -> "9092", "maxMemory" -> "1048576")(path)).length === 3)
    assert(said(load("port" -> "80")(path)) === Seq((0, 1, "GET")))
  }

  test("options and paths are checked") {
    def message(options: (String, String)*)(path: Path): String =
      intercept[AnalysisException](load(options: _*)(path)).getMessage
    assert(message("protocol" -> "http")(whole).contains("Accepted: none"))
    assert(message("maxMemory" -> "1")(whole).contains("1048576 to 2147483647"))
    assert(message("speed" -> "9")(whole).contains("unknown option 'speed'"))
    assert(message()(root.resolve("missing")).contains("there is no such file or folder"))
  }

  test("names are ordered by the numbers in them") {
    val names = Seq("a", "a1", "a2", "a10", "a10b", "b01", "b1")
    assert(names.reverse.sorted(NameOrder) === names)
  }
}
