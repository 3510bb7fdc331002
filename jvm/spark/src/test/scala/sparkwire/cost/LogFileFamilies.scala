package sparkwire.cost

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.file.{Files, Path}

import sparkwire.files.kafka._
import sparkwire.wire.kafka.KafkaBatches
import sparkwire.wire.kafka.KafkaBatches.About

import com.github.luben.zstd.Zstd

/** The data around the batches of a log: manifests of tiered storage, replicas, gaps between
  * offsets. A query with a filter walks over all batches.
  */
object LogFileFamilies {
  private val none = KafkaBatches.codecs.head._2

  private def batch(offset: Long): Array[Byte] =
    KafkaBatches.written(2, none, Seq(KafkaBatches.simple("a")), Seq(1), About(baseOffset = offset))
  private lazy val one = batch(0)
  private lazy val broken = one.updated(one.length - 1, (one.last ^ 1).toByte)

  private def at(made: Array[Byte], offset: Long, length: Int = -1): Array[Byte] = {
    val copy = ByteBuffer.wrap(made.clone()).putLong(0, offset)
    (if (length < 0) copy else copy.putInt(8, length)).array
  }

  private def groups(size: Int)(group: Int => Array[Byte]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    var number = 0
    while (out.size < size) {
      out.write(group(number))
      number += 1
    }
    out.toByteArray
  }

  private def family(name: String, attacks: String)(
      calls: Int => Seq[(String, () => Int)]): CostFamily = new CostFamily(name, attacks,
    calls(_).map { case (call, rows) => call -> (() => Outcome("rows", rows())) })

  // Tiered storage.

  /** Returns a segment in chunks, each stored as it is given. */
  private def stored(chunks: Seq[Array[Byte]], chunk: Int, length: Long): LogFile = {
    val folder = Files.createTempDirectory("tiered")
    folder.toFile.deleteOnExit()
    val bytes = groupsOf(chunks)
    val file = TieredSegments.write(folder, 0, bytes,
      s""""type":"variable","originalChunkSize":$chunk,"originalFileSize":$length,"transformedChunks":"${TieredSegments.sizes(
          chunks.map(_.length))}"""")
    listed(file, manifest = file.toString.replace(".log", ".rsm-manifest"))
  }

  private def groupsOf(chunks: Seq[Array[Byte]]): Array[Byte] = {
    val out = new ByteArrayOutputStream
    chunks.foreach(out.write(_))
    out.toByteArray
  }

  private def listed(file: Path, base: Long = 0, last: Long = Long.MaxValue,
      manifest: String = null): LogFile = {
    file.toFile.deleteOnExit()
    LogFile(
      file.toUri.toString, Files.size(file), "t", 0, base, last, isActive = false, changed = 0,
      manifest = manifest)
  }

  private def ofChunks(name: String, attacks: String)(made: Int => LogFile): CostFamily =
    family(s"kafka-tiered-$name", attacks) { size =>
      val file = made(size)
      Seq(
        "rows" -> (() => LogReads.rowsOf(file)),
        "union" -> (() => LogReads.merged(Seq(Seq(file), Seq(file)))))
    }

  private lazy val zeros = Zstd.compress(new Array[Byte](1 << 16))
  private val junk = Array.fill[Byte](15)(7)

  /** Heads that lead to the chunk after the next one, and back. */
  private def leading(chunk: Int): Array[Byte] =
    groups(chunk - 100)(number => at(broken.take(61), number.toLong, 2 * chunk)).padTo(
      chunk, 0.toByte)

  private val tiered = Seq(
    ofChunks("claims", "Chunks that cannot be unpacked and claim as much as a file may have.") {
      size =>
        val count = size / junk.length
        val chunk = Int.MaxValue / count
        stored(Seq.fill(count)(junk), chunk, count.toLong * chunk)
    },
    ofChunks("zeros", "Chunks of zeros, which are the magic of a message.") { size =>
      val count = size / zeros.length / 64
      stored(Seq.fill(count)(zeros), 1 << 16, count.toLong << 16)
    },
    ofChunks("holes", "A batch in each second chunk, which claims to end in the one behind it.") {
      size =>
        val count = size / 100 / 2
        val good =
          groups(200)(number => if (number == 0) at(one, 0, 300) else at(one, number.toLong))
        stored(
          Seq.fill(count)(Seq(Zstd.compress(good.take(256).padTo(256, 0.toByte)), junk)).flatten,
          256, count * 512L)
    },
    ofChunks("leading", "Broken batches that lead from chunk to chunk and back.") { size =>
      val chunk = 1 << 14
      val each = Zstd.compress(leading(chunk))
      val count = math.max(4, size / chunk)
      stored(Seq.fill(count)(each), chunk, count.toLong * chunk)
    }
  )

  // Replicas.

  private def replica(segments: Seq[(Long, Long, Array[Byte])]): Seq[LogFile] =
    segments.map { case (base, last, bytes) => listed(LogReads.segment(bytes), base, last) }

  private val replicas = Seq(
    family("kafka-union-broken", "Broken segments in one replica, batches in another.") { size =>
      val count = math.min(size / 300, 2000)
      val bad = (0 until count).map(number =>
        (100000L + number, 100000L + number, Array.fill[Byte](20)(7)))
      val good = groups(size / 2)(number => at(one, number.toLong))
      val all = Seq(replica(bad), replica(Seq((0L, Long.MaxValue, good))))
      Seq("union" -> (() => LogReads.merged(all)))
    },
    family(
      "kafka-union-copies", "As many copies of a segment as are read, of other offsets each.") {
      size =>
        val each = size / 64
        val all = Seq.tabulate(64)(copy =>
          replica(Seq((0L, Long.MaxValue, groups(each)(number => at(one, 64L * number + copy))))))
        Seq("union" -> (() => LogReads.merged(all)))
    }
  )

  // Batches whose ends are in doubt.

  private def passedOver(name: String, attacks: String)(
      group: (Int, Int) => Array[Byte]): CostFamily = family(s"kafka-log-$name", attacks) { size =>
    var left = size
    val file = LogReads.segment(
      groups(size) { number =>
        val bytes = group(number, left)
        left -= bytes.length
        bytes
      })
    Seq("rows" -> (() => LogReads.rows(file, Seq("offset", "value", "fault"))),
      "filtered" -> (() => LogReads.rowsOf(listed(file), "offset" -> Long.MaxValue)),
      "walk" -> (() => LogReads.looked(listed(file))))
  }

  /** Heads up to the middle, each of which claims to end where a large batch begins. */
  private def doubted(size: Int): Array[Byte] = {
    val head = broken.take(61)
    val begin = math.max(1, size / 2 / head.length) * head.length
    val large = KafkaBatches.written(2, none, Seq(KafkaBatches.simple("a" * (size - begin))),
      Seq(1), About(baseOffset = 5))
    groups(begin)(number => at(head, 5, begin - number * head.length - 12)) ++ large
  }

  private val doubts = Seq(
    passedOver("gaps", "Batches with wrong checksums and a gap of offsets behind each.")(
      (number, _) =>
        at(broken, 3L * number)),
    passedOver("hiding", "Broken batches that claim to end far behind, and good ones in them.")(
      (number, left) =>
        at(broken.take(61), 3L * number, math.max(left - 300, 100)) ++ at(one, 3L * number + 1)),
    passedOver("doubted", "Broken batches that lead to one large batch, which has their offset.")(
      (_, left) => doubted(left)),
    passedOver("chained", "Broken batches that end where the one after the next one begins.")(
      (number, _) => at(broken, 3L * number, 2 * broken.length - 12))
  )

  val all: Seq[CostFamily] = tiered ++ replicas ++ doubts
}
