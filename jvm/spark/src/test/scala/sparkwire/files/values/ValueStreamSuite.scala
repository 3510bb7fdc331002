package sparkwire.files.values

import java.nio.file.{Files, Path, StandardOpenOption}

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.streaming.{StreamingQueryException, Trigger}

import sparkwire.files.StreamRuns
import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

/** Streams over files that are added and grow. */
class ValueStreamSuite extends AnyFunSuite with StreamRuns {
  private def add(name: String, bytes: Array[Byte]): Path =
    Files.write(root.resolve("in").resolve(name), bytes, StandardOpenOption.CREATE,
      StandardOpenOption.APPEND)

  private def record(id: Int): Array[Byte] = Vectors.bytes("81a26964cd") ++ Array((id >> 8).toByte,
    id.toByte)

  private def records(ids: Range): Array[Byte] = ids.flatMap(record).toArray

  private val event = Vectors.read("databus", "events-v1").head.bytes

  private def table(kind: String, options: (String, String)*): DataFrame =
    spark.readStream.format(s"sparkwire-$kind").options(options.toMap)
      .load(root.resolve("in").toString)

  /** Runs a stream over the existing files, from the checkpoint on, and returns the rows of each
    * batch.
    */
  private def run(kind: String, options: (String, String)*)(columns: String*): Seq[Seq[Row]] =
    run(table(kind, options: _*).selectExpr(columns: _*))

  private val ids = Seq("msgpack_decode(value, 'id INT').id")
  private def of(ids: Range): Seq[Row] = ids.map(Row(_))

  test("new files, and what is added to files: each value comes once") {
    add("a", records(0 until 10))
    assert(run("msgpack")(ids: _*).flatten === of(0 until 10))
    assert(run("msgpack")(ids: _*) === Nil)
    add("a", records(10 until 15))
    add("b", records(100 until 103))
    assert(run("msgpack")(ids: _*).flatten.toSet === (of(10 until 15) ++ of(100 until 103)).toSet)
    add("a", records(15 until 16))
    assert(run("msgpack")(ids: _*).flatten === of(15 until 16))
    assert(run("msgpack")(ids: _*) === Nil)
  }

  private val named =
    "{meta: {id: named, endian: be}, seq: [{id: n, type: u1}, {id: name, size: n}]}"
  private val none = Seq.empty[(String, String)]

  for ((kind, options, each) <- Seq(
      ("msgpack", none, (0 until 6).map(record)), ("databus", none, Seq.fill(6)(event)),
      ("cernan", none, Vectors.read("cernan", "packets").take(3).map(_.bytes)),
      ("layout", Seq("layout" -> named), (0 until 6).map(n => Array.fill(n + 1)(n.toByte)))))
    test(s"$kind: wherever a file ends when a batch begins, each value comes once") {
      val all = each.flatten.toArray
      val step = math.max(5, all.length / 12)
      val found = (0 until all.length by step).flatMap { at =>
        add("a", all.slice(at, at + step))
        run(kind, options: _*)("offset", "value").flatten
      }
      assert(found.map(_.getLong(0)) === each.scanLeft(0L)(_ + _.length).init)
      assert(found.map(_.getAs[Array[Byte]](1).toSeq) === each.map(_.toSeq))
    }

  test("limits: so many files or bytes a batch") {
    for (number <- 0 until 6) add(s"f$number", records(number * 10 until number * 10 + 10))
    val all = of(0 until 60).toSet
    val byFiles = run("msgpack", "maxFilesPerTrigger" -> "2")(ids: _*)
    assert(byFiles.map(_.length) === Seq(20, 20, 20))
    assert(byFiles.flatten.toSet === all)
    deleteCheckpoint()
    // A file has 70 bytes, and a record 7.
    val byBytes = run("msgpack", "maxBytesPerTrigger" -> "100b")(ids: _*)
    assert(byBytes.length === 5)
    assert(byBytes.flatten.toSet === all)
    assert(byBytes.flatten.length === 60)
  }

  test("a stream that waits takes what comes") {
    add("a", records(0 until 3))
    val query = started(table("msgpack").selectExpr(ids: _*), Trigger.ProcessingTime(0))
    try {
      query.processAllAvailable()
      add("a", records(3 until 5).dropRight(2))
      query.processAllAvailable()
      assert(rows.flatten === of(0 until 4))
      add("a", record(4).takeRight(2))
      query.processAllAvailable()
      assert(rows.flatten === of(0 until 5))
    } finally query.stop()
  }

  test("compressed files are read once, as a whole") {
    add("a.gz", ValueReads.gzip(records(0 until 10)))
    assert(run("msgpack", "maxBytesPerTrigger" -> "1")(ids: _*).flatten === of(0 until 10))
    add("b.gz", ValueReads.gzip(records(10 until 12)))
    assert(run("msgpack")(ids: _*).flatten === of(10 until 12))
    add("b.gz", ValueReads.gzip(records(12 until 14)))
    assert(failure(run("msgpack")(ids: _*)).contains("It does not read compressed files again"))
  }

  private def failure(run: => Any): String =
    intercept[StreamingQueryException](run).getCause.getMessage

  test("a file that was written anew is an error, one that is gone is none") {
    add("a", records(0 until 10))
    add("b", records(10 until 20))
    assert(run("msgpack")(ids: _*).flatten.length === 20)
    Files.delete(root.resolve("in/b"))
    add("a", record(20))
    assert(run("msgpack")(ids: _*).flatten === of(20 until 21))
    Files.write(root.resolve("in/a"), record(5))
    assert(failure(run("msgpack")(ids: _*)).contains("in/a had 77 bytes when the stream read it"))
  }

  test("damage: an error, or a row as soon as the next value is there") {
    add("a", event ++ Array[Byte](7, 7, 7))
    assert(failure(run("databus")("value")).contains("bad-version"))
    deleteCheckpoint()
    val columns = Seq("offset", "fault.reason")
    def permissive: Seq[Row] = run("databus", "mode" -> "permissive")(columns: _*).flatten
    assert(permissive === Seq(Row(0, null)))
    add("a", Array[Byte](7) ++ event.take(20))
    assert(permissive === Nil)
    add("a", event.drop(20))
    val length = event.length.toLong
    assert(permissive === Seq(Row(length, "bad-version"), Row(length + 4, null)))
  }

  test("damage that has no end is passed over, but for what a value may need") {
    val options = Seq("mode" -> "permissive", "maxSize" -> "1000")
    add("a", event ++ Array.fill(5000)(7.toByte))
    val first = run("databus", options: _*)("offset", "length(value)").flatten
    assert(first === Seq(Row(0, event.length), Row(event.length, 4000)))
    add("a", Array.fill(500)(7.toByte) ++ event)
    val second = run("databus", options: _*)("offset", "length(value)").flatten
    assert(second === Seq(Row(event.length + 4000, 1500), Row(event.length + 5500, event.length)))
    // Nothing tells a value of MessagePack from other bytes.
    Files.delete(root.resolve("in/a"))
    deleteCheckpoint()
    add("m", record(1) ++ Array(0xc1.toByte))
    assert(run("msgpack", "mode" -> "permissive")("offset").flatten === Seq(Row(0), Row(7)))
    add("m", record(2))
    assert(run("msgpack", "mode" -> "permissive")("offset").flatten === Seq(Row(8)))
  }

  test("a stream goes on from its checkpoint with the batch that was not finished") {
    add("a", records(0 until 10))
    val failing = table("msgpack").selectExpr(ids: _*).writeStream
      .option("checkpointLocation", root.resolve("checkpoint").toString)
      .trigger(Trigger.AvailableNow()).foreachBatch((_: DataFrame, _: Long) =>
        throw new IllegalStateException("stopped")).start()
    assert(failure(failing.awaitTermination()).contains("stopped"))
    add("a", records(10 until 12))
    // First the batch whose offset was written, then the later values.
    assert(run("msgpack")(ids: _*) === Seq(of(0 until 10), of(10 until 12)))
  }

  test("limits that are none are refused") {
    for (limit <- Seq("0", "-1", "many"))
      assert(
        intercept[org.apache.spark.sql.AnalysisException](
          table("msgpack", "maxBytesPerTrigger" -> limit)).getMessage.contains(
          s"'$limit' is no such number"))
  }

  test("a file that is away for a batch and comes back is not read again") {
    val a = add("a", records(0 until 10))
    add("b", records(10 until 12))
    assert(run("msgpack")(ids: _*).flatten.length === 12)
    val away = root.resolve("away")
    Files.move(a, away)
    add("b", records(12 until 13))
    assert(run("msgpack")(ids: _*).flatten === of(12 until 13))
    assert(run("msgpack")(ids: _*) === Nil)
    Files.move(away, a)
    assert(run("msgpack")(ids: _*) === Nil)
    add("a", records(20 until 22))
    assert(run("msgpack")(ids: _*).flatten === of(20 until 22))
    // It may also have grown meanwhile.
    Files.move(a, away)
    add("b", records(13 until 14))
    assert(run("msgpack")(ids: _*).flatten === of(13 until 14))
    Files.write(away, record(22), StandardOpenOption.APPEND)
    Files.move(away, a)
    assert(run("msgpack")(ids: _*).flatten === of(22 until 23))
    // Another file of the same name is a new one.
    Files.delete(a)
    assert(run("msgpack")(ids: _*) === Nil)
    Files.write(a, records(30 until 53))
    assert(run("msgpack")(ids: _*).flatten === of(30 until 53))
  }

  test(
    "a file of the same name that is not the one that was read is an error, however long it is") {
    for (ids2 <- Seq(20 until 40, 20 until 30, 9 until 19)) {
      deleteCheckpointIfThere()
      Files.write(root.resolve("in/a"), records(0 until 10))
      assert(run("msgpack")(ids: _*).flatten === of(0 until 10))
      Files.write(root.resolve("in/a"), records(ids2))
      assert(
        failure(run("msgpack")(ids: _*)).contains(
          "in/a has other bytes before byte 70 than when the stream read it"),
        ids2)
    }
    // A file that is written again as it was, and then extended, has only grown.
    deleteCheckpointIfThere()
    Files.write(root.resolve("in/a"), records(0 until 10))
    assert(run("msgpack")(ids: _*).flatten === of(0 until 10))
    Files.write(root.resolve("in/a"), records(0 until 10))
    assert(run("msgpack")(ids: _*) === Nil)
    Files.write(root.resolve("in/a"), records(0 until 12))
    assert(run("msgpack")(ids: _*).flatten === of(10 until 12))
  }

  test("a compressed file that was written anew is an error") {
    val a = add("a.gz", ValueReads.gzip(records(0 until 10)))
    assert(run("msgpack")(ids: _*).flatten.length === 10)
    Files.write(a, ValueReads.gzip(records(1 until 11)))
    assert(failure(run("msgpack")(ids: _*)).contains("SPARKWIRE_FILE_CHANGED"))
  }

  private def deleteCheckpointIfThere(): Unit =
    if (Files.exists(root.resolve("checkpoint"))) deleteCheckpoint()

  test("a file that vanishes while a stream reads what was there is left out") {
    for (name <- Seq("a", "b", "c")) add(name, records(0 until 3))
    val found = scala.collection.mutable.Buffer.empty[Long]
    table("msgpack", "maxFilesPerTrigger" -> "1").writeStream.trigger(Trigger.AvailableNow())
      .option("checkpointLocation", root.resolve("checkpoint").toString)
      .foreachBatch { (batch: DataFrame, _: Long) =>
        found += batch.count()
        val _ = Files.deleteIfExists(root.resolve("in/b"))
      }.start().awaitTermination()
    assert(found.sum === 6)
  }

  test("checkpoints of older versions go on") {
    val old = StreamOffset.of("""{"file:/in/a":[0,70],"file:/in/b":[7,14]}""")
    assert(old.places("file:/in/b") === FilePlace(7, 14))
    assert(StreamOffset.of(old.json()) === old)
  }

  test("the places of files that are gone are kept for a week") {
    val place = FilePlace(0, 70, 5, 3)
    val gone = StreamOffset(Map("a" -> place, "b" -> place)).seen(Set("a"), now = 1000)
    assert(gone.places === Map("a" -> place, "b" -> place.copy(goneSince = 1000)))
    val week = StreamOffset.KeptMillis
    assert(gone.seen(Set("a"), now = 999 + week) === gone)
    assert(gone.seen(Set("a", "b"), now = 999 + week).places === Map("a" -> place, "b" -> place))
    assert(gone.seen(Set("a"), now = 1000 + week).places === Map("a" -> place))
  }

  test("the progress of a stream names its files") {
    add("a", records(0 until 3))
    val query = started(table("msgpack"))
    query.awaitTermination()
    assert(
      query.lastProgress.sources.head.description.startsWith(
        s"sparkwire-msgpack [${root.resolve("in")}], columns: [value"))
  }
}
