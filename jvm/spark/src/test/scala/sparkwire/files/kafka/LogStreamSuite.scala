package sparkwire.files.kafka

import java.nio.file.{Files, Path, StandardOpenOption}

import scala.util.Random

import org.apache.kafka.common.compress.Compression
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.streaming.StreamingQueryException

import sparkwire.errors.MalformedInputException
import sparkwire.files.StreamRuns
import sparkwire.wire.kafka.KafkaBatches
import sparkwire.wire.kafka.KafkaBatches.{marker, About}
import sparkwire.wire.kafka.log.OffsetRanges

import org.scalatest.funsuite.AnyFunSuite

/** Streams over logs that grow, roll, are compacted and are damaged. */
class LogStreamSuite extends AnyFunSuite with StreamRuns {

  private def segment(base: Long, partition: String = "t-0"): Path =
    Files.createDirectories(root.resolve("in").resolve(partition)).resolve(f"$base%020d.log")

  private def add(base: Long, bytes: Array[Byte]*): Unit = {
    val _ = Files.write(segment(base), bytes.flatten.toArray, StandardOpenOption.CREATE,
      StandardOpenOption.APPEND)
  }

  private def batch(offset: Long, count: Int = 1, magic: Int = 2,
      codec: Compression = KafkaBatches.codecs.head._2): Array[Byte] =
    KafkaBatches.written(magic, codec,
      (0 until count).map(at => KafkaBatches.simple(s"v${offset + at}")), Seq.fill(count)(1),
      About(baseOffset = offset))

  private def transactional(offset: Long, producer: Long): Array[Byte] =
    KafkaBatches.written(2, KafkaBatches.codecs.head._2, Seq(KafkaBatches.simple(s"v$offset")),
      Seq(1),
      About(offset, producerId = producer, producerEpoch = 1, baseSequence = 0,
        isTransactional = true))

  private def broken(offset: Long): Array[Byte] = {
    val bytes = batch(offset)
    bytes(bytes.length - 1) = (bytes.last ^ 1).toByte
    bytes
  }

  private def table(options: (String, String)*): DataFrame =
    spark.readStream.format("sparkwire-kafka-log").options(options.toMap)
      .load(root.resolve("in").toString)

  private def batches(options: (String, String)*): Seq[Seq[Long]] =
    run(table(options: _*).selectExpr("offset", "CAST(value AS STRING)")).map(
      _.map { row =>
        assert(row.getString(1) === s"v${row.getLong(0)}")
        row.getLong(0)
      })

  private def offsets(options: (String, String)*): Seq[Long] = batches(options: _*).flatten

  /** Returns the offset of each record, and reason and place of each malformed batch. */
  private def all(options: (String, String)*): Seq[String] =
    run(
      table(("mode" -> "permissive") +: options: _*).selectExpr("offset", "fault.reason",
        "fault.offset"))
      .flatten.map { row =>
        if (row.isNullAt(1)) row.getLong(0).toString else s"${row.getString(1)}@${row.getLong(2)}"
      }

  private def refused(options: (String, String)*): String =
    intercept[StreamingQueryException](offsets(options: _*)).getCause.getMessage

  test("records come once, when a log grows, rolls, and gets partitions") {
    add(0, batch(0, 3), batch(3))
    assert(offsets() === Seq(0, 1, 2, 3))
    assert(offsets() === Nil)
    add(0, batch(4))
    add(5, batch(5, 2))
    assert(offsets() === Seq(4, 5, 6))
    val _ = Files.write(segment(0, "t-1"), batch(0, 2))
    assert(offsets() === Seq(0, 1))
    add(5, batch(7))
    add(8)
    assert(offsets() === Seq(7))
    assert(offsets() === Nil)
  }

  for ((name, codec) <-
      Seq(KafkaBatches.codecs.head, "gzip" -> KafkaBatches.codecs.toMap.apply("gzip"));
    magic <- 0 to 2)
    test(s"magic $magic, $name: wherever a segment ends, each record comes once") {
      val log = (0 until 5).flatMap(at => batch(at * 4L, 4, magic, codec)).toArray
      val step = log.length / 9
      val found = (0 until log.length by step).flatMap { at =>
        add(0, log.slice(at, at + step))
        offsets()
      }
      assert(found === (0 until 20))
    }

  test("zeros that a broker has allocated in advance are no records yet") {
    add(0, batch(0), new Array[Byte](500))
    assert(offsets() === Seq(0))
    val _ = Files.write(segment(0), batch(0) ++ batch(1) ++ new Array[Byte](400))
    assert(offsets() === Seq(1))
  }

  test("compaction between and before batches: what is left comes once") {
    add(0, batch(0, 2), batch(2, 2), batch(4))
    assert(offsets() === Seq(0, 1, 2, 3, 4))
    add(5, batch(5))
    add(6, batch(6), batch(7))
    // The first segments become one, and lose some batches.
    val _ = Files.write(segment(0), batch(2, 2) ++ batch(5))
    Files.delete(segment(5))
    assert(offsets() === Seq(5, 6, 7))
    val _ = Files.write(segment(0), batch(5))
    assert(offsets() === Nil)
  }

  test("a segment that is written anew between plan and reading is read as it is then") {
    val before = batch(0) ++ batch(1) ++ batch(2) ++ batch(3)
    val now = batch(1) ++ batch(3) ++ batch(4) ++ batch(5)
    for (from <- 0 to 3) {
      val found = LogReads.closed(LogReads.segment(now), listed = before.length - 10, base = 0,
        last = 3, OffsetRanges.of(from.toLong, 9))
      assert(found === Seq(1L, 3L).filter(_ >= from))
    }
  }

  test("a segment that is part of another between plan and reading is read there") {
    add(0, batch(0), batch(1), batch(3))
    add(3, batch(4), batch(6))
    add(7, batch(7))
    // One segment of offsets 2 to 5 was planned, and is gone.
    val found = LogReads.closed(segment(2), listed = 100, base = 2, last = 5, OffsetRanges.of(1, 9))
    assert(found === Seq(3, 4))
    val gone = intercept[MalformedInputException](
      LogReads.closed(segment(0, "t-1").resolveSibling("00000000000000000009.log"), listed = 9, 9,
        9, OffsetRanges.of(9, 10)))
    assert(gone.getMessage.contains("was deleted before the stream has read it"))
  }

  test("limits by bytes cut segments between batches, limits by files between segments") {
    val each = batch(0).length
    for (base <- Seq(0, 10, 20))
      add(base.toLong, (base until base + 10).map(at => batch(at.toLong)): _*)
    val byBytes = batches("maxBytesPerTrigger" -> s"${4 * each}b")
    assert(byBytes.flatten === (0 until 30))
    assert(byBytes.map(_.length).forall(_ <= 4))
    assert(byBytes.length <= 9)
    deleteCheckpoint()
    assert(batches("maxFilesPerTrigger" -> "2") === Seq(0L until 20L, 20L until 30L))
    deleteCheckpoint()
    assert(batches("maxBytesPerTrigger" -> "1b") === (0L until 30L).map(Seq(_)))
  }

  test("committed records come when their transaction has ended, and aborted ones never") {
    add(0, transactional(0, 1), transactional(1, 2), batch(2))
    assert(offsets("isolation" -> "read_committed") === Nil)
    add(0, marker(3, 1, isCommit = true))
    assert(offsets("isolation" -> "read_committed") === Seq(0))
    add(4, transactional(4, 1))
    assert(offsets("isolation" -> "read_committed") === Nil)
    add(4, marker(5, 2, isCommit = false), batch(6))
    assert(offsets("isolation" -> "read_committed") === Seq(2))
    add(4, marker(7, 1, isCommit = true))
    assert(offsets("isolation" -> "read_committed") === Seq(4, 6))
    assert(offsets("isolation" -> "read_committed") === Nil)
  }

  test("what is broken comes once, and at the end of a log when something follows it") {
    add(0, batch(0), broken(1), batch(2))
    assert(all() === Seq("0", s"bad-crc@${17 + batch(0).length}", "2"))
    assert(all() === Nil)
    val end = Files.size(segment(0))
    add(0, Array.fill[Byte](40)(7))
    assert(all() === Nil)
    add(0, batch(3))
    val found = all()
    assert(found.length === 2 && found.last === "3")
    val at = found.head.dropWhile(_ != '@').drop(1).toLong
    assert(at >= end && at < end + 40)
    assert(all() === Nil)
  }

  test("damage at the end of a segment comes when the next one has begun") {
    add(0, batch(0), Array.fill[Byte](40)(7))
    assert(all() === Seq("0"))
    add(1)
    assert(all() === Nil)
    add(1, batch(1))
    val found = all()
    assert(found.length === 2 && found.last === "1")
    assert(all() === Nil)
  }

  test("damage fails a stream when it is reached, unless it is permissive") {
    add(0, batch(0), broken(1), batch(2))
    assert(refused().contains("SPARKWIRE_MALFORMED"))
    assert(all() === Seq("0", s"bad-crc@${17 + batch(0).length}", "2"))
  }

  test("deleted records that were not read fail a stream, unless it may lose them") {
    add(0, batch(0))
    assert(offsets() === Seq(0))
    Files.delete(segment(0))
    add(5, batch(5))
    val message = refused()
    assert(
      message.contains("[SPARKWIRE_FILE_CHANGED]") && message.contains("begins with offset 5") &&
        message.contains("failOnDataLoss"))
    assert(offsets("failOnDataLoss" -> "false") === Seq(5))
  }

  test("a log that is cut or begins anew fails a stream") {
    add(0, batch(0), batch(1))
    assert(offsets() === Seq(0, 1))
    val _ = Files.write(segment(0), batch(0))
    assert(
      refused().contains("had offsets up to 2 when the stream read it, and has them up to 1 now"))
  }

  test("offsets that go back fail a stream, because it could not tell what is new") {
    add(0, batch(0), batch(9), batch(1))
    assert(refused().contains("not behind those of the batch in front of it"))
  }

  for (seed <- 1 to 4)
    test(s"a log that grows, rolls, is compacted and damaged at random, seed $seed") {
      val log = new RandomLog(new Random(seed), base => segment(base))
      val found = (1 to 15).flatMap { run =>
        if (run < 15) log.change() else log.finish()
        val limit = log.random.nextInt(3) match {
          case 0 => Nil
          case 1 => Seq("maxFilesPerTrigger" -> "1")
          case 2 => Seq("maxBytesPerTrigger" -> s"${1 + log.random.nextInt(600)}b")
        }
        all(limit: _*).map(_.takeWhile(_ != '@'))
      }
      val (offsets, broken) = found.partition(_.head.isDigit)
      assert(offsets.map(_.toLong) === log.written)
      assert(broken.length === log.broken && log.broken > 2 && log.written.length > 20)
    }

  test("a filter by topic or partition reads no other files") {
    add(0, batch(0))
    val _ = Files.write(segment(0, "t-1"), batch(5))
    assert(run(table().where("partition = 1").select("offset")).flatten === Seq(Row(5)))
    val _ = Files.write(segment(0, "t-1"), batch(6), StandardOpenOption.APPEND)
    add(0, batch(1))
    assert(run(table().where("partition = 1").select("offset")).flatten === Seq(Row(6)))
  }
}
