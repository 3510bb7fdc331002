package sparkwire.files.kafka

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import scala.util.Random

import org.apache.spark.sql.Row

import sparkwire.errors.MalformedInputException
import sparkwire.files.kafka.TieredSegments.{manifest, writeManifest}
import sparkwire.files.kafka.tiered.SegmentManifest
import sparkwire.wire.kafka.KafkaBatches.marker

import org.scalatest.funsuite.AnyFunSuite

/** Segments as tiered storage has them: other names, other folders, and chunks that are compressed. */
class TieredLogSuite extends AnyFunSuite with LogFolders {
  private val topicId = "MWJ6FHTfRYy67jzwZdeqSQ"
  private val segmentId = TieredSegments.Id

  private def folder(path: String): Path = Files.createDirectories(root.resolve(path))

  private def store(path: String, base: Long, segment: Array[Byte], chunk: Int,
      change: Int => Array[Byte] => Array[Byte] = _ => identity, id: String = segmentId): Path =
    TieredSegments.store(folder(path), base, segment, chunk, change, id)

  private def rows(path: Path, options: (String, String)*): Seq[Row] = load(options: _*)(path)
    .selectExpr("topic", "partition", "offset", "STRING(value)", "fault.reason").collect().toSeq

  test("segments in chunks, in the layout of a bucket") {
    val log = Seq(0L -> Seq("a", "b"), 2L -> Seq("c")).map { case (offset, all) =>
      batch(offset, all: _*)
    }
    for (chunk <- Seq(1, 7, 64, 100, 1 << 20)) {
      store(s"bucket$chunk/kafka/my-topic-$topicId/7", 0, log.flatten.toArray, chunk)
      store(s"bucket$chunk/kafka/my-topic-$topicId/7", 3, batch(3, "d"), chunk)
      store(s"bucket$chunk/kafka/other-$topicId/0", 0, batch(0, "e"), chunk)
      val all = Seq("a", "b", "c", "d").zipWithIndex.map { case (value, offset) =>
        Row("my-topic", 7, offset.toLong, value, null)
      } :+ Row("other", 0, 0L, "e", null)
      val bucket = root.resolve(s"bucket$chunk/kafka")
      assert(rows(bucket) === all)
      assert(rows(bucket.resolve(s"my-topic-$topicId")) === all.init)
      assert(rows(bucket.resolve(s"my-topic-$topicId/7")) === all.init)
      assert(rows(bucket.resolve("*/0")) === all.takeRight(1))
    }
  }

  test("segments that are stored as they were, in both layouts") {
    val plain = folder(s"plain/t-$topicId/3").resolve(s"00000000000000000005-$segmentId.log")
    val _ = Files.write(plain, batch(5, "x"))
    writeManifest(plain,
      manifest(
        """"type":"fixed","originalChunkSize":100,"originalFileSize":70,
      "transformedChunkSize":100,"finalTransformedChunkSize":70""", compression = false))
    assert(rows(root.resolve("plain")) === Seq(Row("t", 3, 5L, "x", null)))
    val local = folder(s"local/t-1-3-$topicId")
    Files.write(local.resolve(s"00000000000000000005-$segmentId.log"), batch(5, "x"))
    Files.write(local.resolve(s"00000000000000000006-$segmentId.log"), batch(6, "y"))
    Files.write(local.resolve(s"00000000000000000006-$segmentId.leader_epoch_checkpoint"),
      Array[Byte](1))
    assert(rows(root.resolve("local")) ===
      Seq(Row("t-1", 3, 5L, "x", null), Row("t-1", 3, 6L, "y", null)))
  }

  test("no segment in tiered storage is being written") {
    val path = folder(s"cut/t-0-$topicId").resolve(s"00000000000000000000-$segmentId.log")
    val _ = Files.write(path, batch(0, "x") ++ batch(1, "y").dropRight(3))
    assert(rows(root.resolve("cut"), "mode" -> "permissive").map(_.get(4)) ===
      Seq(null, "truncated"))
  }

  test("read_committed over segments in chunks") {
    val path = s"transactions/t-$topicId/0"
    store(path, 0, transactional(0, 1, "a") ++ transactional(1, 2, "b"), 50)
    store(path, 2, marker(2, 1, isCommit = true) ++ marker(3, 2, isCommit = false), 50)
    assert(
      rows(root.resolve("transactions"), "isolation" -> "read_committed").map(_.getString(3)) ===
        Seq("a"))
  }

  test("a chunk that cannot be unpacked loses the batches in it and no others") {
    val log = (0 until 40).map(at => batch(at.toLong, s"v$at"))
    val size = log.head.length
    // Chunks end inside of batches, and the third one is broken.
    def change(number: Int)(bytes: Array[Byte]): Array[Byte] =
      if (number == 2) bytes.updated(bytes.length / 2, (bytes(bytes.length / 2) + 1).toByte)
        .updated(5, 99.toByte)
      else bytes
    val file = store(s"broken/t-$topicId/0", 0, log.flatten.toArray, 5 * size + 9, change)
    val found = rows(file.getParent, "mode" -> "permissive")
    val broken = (2 * (5 * size + 9) / size) to ((3 * (5 * size + 9) - 1) / size)
    assert(found.filter(_.isNullAt(4)).map(_.getLong(2)) === (0L until 40L).filterNot(at =>
      broken.contains(at.toInt)))
    assert(found.flatMap(row => Option(row.getString(4))).distinct === Seq("bad-compression"))
    val error = intercept[MalformedInputException](rows(file.getParent))
    assert(error.getMessage.contains("a chunk of the segment cannot be unpacked"))
  }

  test("encrypted segments are refused by name, and others are read") {
    val path = s"encrypted/t-$topicId/0"
    val file = store(path, 0, batch(0, "x"), 100)
    writeManifest(file,
      manifest(""""type":"fixed"""", more = ""","encryption":{"dataKey":"a:b","aad":"AA=="}"""))
    store(path, 1, batch(1, "y"), 100)
    assert(rows(file.getParent, "mode" -> "permissive") ===
      Seq(Row("t", 0, null, null, "encrypted"), Row("t", 0, 1L, "y", null)))
    val error = intercept[MalformedInputException](rows(file.getParent))
    assert(error.getMessage.contains("encrypted at byte 0") && error.getMessage.contains(".log"))
  }

  test("a manifest of any other bytes is read or refused") {
    val segment = (0 until 9).flatMap(at => batch(at.toLong, "x")).toArray
    val file = store(s"bytes/t-$topicId/0", 0, segment, 100)
    val path = file.resolveSibling(file.getFileName.toString.replace(".log", ".rsm-manifest"))
    val good = Files.readAllBytes(path)
    val random = new Random(1)
    def reasonOf(bytes: Array[Byte]) = SegmentManifest.of(bytes, Files.size(file)).left.toOption
    assert(reasonOf(good).isEmpty)
    val found = (0 until 4000).map { _ =>
      val bytes = good.clone()
      for (_ <- 0 to random.nextInt(3))
        bytes(random.nextInt(bytes.length)) = random.nextInt(256).toByte
      reasonOf(if (random.nextBoolean()) bytes else bytes.take(random.nextInt(bytes.length)))
    }
    assert(found.flatten.map(_.word).distinct === Seq("bad-manifest") && found.contains(None))
    for (index <- Seq(
        """"type":"fixed","originalChunkSize":1,"originalFileSize":2147483647,"transformedChunkSize":1,
          "finalTransformedChunkSize":1""",
        """"type":"variable","originalChunkSize":0,"originalFileSize":9,"transformedChunks":"AAAAAQAAAAE="""",
        """"type":"variable","originalChunkSize":2147483647,"originalFileSize":9,"transformedChunks":"AAAAAQAAAAE="""",
        """"type":"variable","originalChunkSize":9,"originalFileSize":9,"transformedChunks":"fwAAAQAAAAEB""""))
      assert(reasonOf(manifest(index).getBytes(UTF_8)).map(_.word) === Some("bad-manifest"))
  }
}
