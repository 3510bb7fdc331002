package sparkwire.files.filters

import java.nio.ByteBuffer
import java.nio.file.{Files, Path}

import scala.collection.mutable
import scala.util.Random

import sparkwire.files.kafka.TieredSegments
import sparkwire.wire.kafka.KafkaBatches
import sparkwire.wire.kafka.KafkaBatches.{marker, About}

/** Log directories of some brokers: partitions with segments, transactions and gaps, of which replicas
  * have lost something, and names that belong to other files.
  *
  * @param isHonest
  *   whether batches are where their offsets and the names of the segments say; some may be broken
  */
final class RandomLogFolder(random: Random, root: Path, isHonest: Boolean = false) {
  private def chance(of: Int): Boolean = random.nextInt(of) == 0
  private val codecs = KafkaBatches.codecs.map(_._2)

  val brokers: Seq[Path] =
    Seq.tabulate(if (isHonest) 1 else 1 + random.nextInt(3))(number => root.resolve(s"b$number"))
  private val segments = mutable.Buffer.empty[Path]

  for (partition <- 0 to random.nextInt(2)) {
    val log = batches(4 + random.nextInt(20))
    for (broker <- brokers) writePartition(broker.resolve(s"t-$partition"), log)
  }

  /** Paths of all brokers, or of one segment. */
  val paths: Seq[Path] =
    if (!isHonest && chance(5)) Seq(segments(random.nextInt(segments.length))) else brokers

  private def batches(count: Int): Seq[(Long, Array[Byte])] = {
    var next = random.nextInt(3) * 10L
    val made = mutable.Buffer.empty[(Long, Array[Byte])]
    while (made.length < count) {
      val records = 1 + random.nextInt(3)
      val producer = 1L + random.nextInt(2)
      val bytes = random.nextInt(10) match {
        case 0 => written(next, records, magic = random.nextInt(2))
        case 1 | 2 | 3 | 4 => written(next, records)
        case 5 | 6 | 7 =>
          written(next, records,
            about = About(producerId = producer, producerEpoch = 1, baseSequence = 0,
              isTransactional = true))
        case _ => marker(next, producer, isCommit = random.nextBoolean())
      }
      made += next -> bytes
      next += (if (bytes.length > 16 && (bytes(22) & 0x20) != 0) 1 else records)
      if (chance(8)) next += random.nextInt(6)
    }
    made.toSeq
  }

  private def written(offset: Long, count: Int, magic: Int = 2,
      about: About = About()): Array[Byte] =
    KafkaBatches.written(magic,
      codecs(if (chance(4) && magic == 2) random.nextInt(codecs.length) else 0),
      Seq.tabulate(count)(at =>
        KafkaBatches.simple(s"v${offset + at}", 1700000000000L + random.nextInt(5) * 1000L)),
      Seq.fill(count)(1), about.copy(baseOffset = offset))

  private def writePartition(folder: Path, log: Seq[(Long, Array[Byte])]): Unit = {
    val _ = Files.createDirectories(folder)
    val kept = log.filterNot(_ => chance(12))
    var rest = kept
    while (rest.nonEmpty) {
      val (here, behind) = rest.splitAt(1 + random.nextInt(rest.length))
      if (isHonest || behind.isEmpty || !chance(10)) writeSegment(folder, here)
      rest = behind
    }
  }

  private def writeSegment(folder: Path, batches: Seq[(Long, Array[Byte])]): Unit = {
    val first = batches.head._1
    val base = if (!isHonest && chance(6)) math.max(0L, first + random.nextInt(40) - 20L) else first
    val each = batches.map(_._2.clone())
    val bytes = if (chance(2)) damaged(each) else each.flatten.toArray
    val file =
      if (!isHonest && chance(8))
        TieredSegments.store(folder, base, bytes, 1 + random.nextInt(400),
          number => chunk => if (number == 1 && chance(2)) chunk.updated(5, 99.toByte) else chunk)
      else Files.write(folder.resolve(f"$base%020d.log"), bytes)
    val _ = segments += file
  }

  private def damaged(each: Seq[Array[Byte]]): Array[Byte] = {
    val at = random.nextInt(each.length)
    val batch = each(at)
    val next = if (at + 1 < each.length) each(at + 1).length else 20
    def length: Int = ByteBuffer.wrap(batch).getInt(8)
    def set(change: ByteBuffer => ByteBuffer): Seq[Array[Byte]] = {
      val _ = change(ByteBuffer.wrap(batch))
      each
    }
    val changed = random.nextInt(if (isHonest) 5 else 11) match {
      case 0 => set(_.put(random.nextInt(batch.length - 20) + 20, random.nextInt(256).toByte))
      case 1 => set(_.putInt(8, length + 20))
      case 2 => set(_.putInt(8, length + next))
      case 3 => each.patch(at, Seq(Array.fill[Byte](random.nextInt(60))(7)), 0)
      case 4 => set(_.putInt(8, length - 3))
      case 5 => set(_.putLong(0, 1L << 62))
      case 6 => set(_.putLong(0, random.nextInt(60).toLong))
      case 7 => each.patch(at, each.slice(at, at + 2).reverse, 2)
      case 8 => each.patch(at, Seq(batch, batch), 1)
      case 9 => each.patch(at, Seq(new Array[Byte](random.nextInt(200))), 0)
      case 10 =>
        set(_.put(random.nextInt(batch.length), random.nextInt(256).toByte))
    }
    val all = changed.flatten.toArray
    if (!isHonest && chance(6)) all.dropRight(random.nextInt(30)) else all
  }
}
