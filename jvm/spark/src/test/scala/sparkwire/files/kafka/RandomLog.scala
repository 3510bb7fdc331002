package sparkwire.files.kafka

import java.nio.file.{Files, Path, StandardOpenOption}

import scala.collection.mutable
import scala.util.Random

import sparkwire.wire.kafka.KafkaBatches
import sparkwire.wire.kafka.KafkaBatches.About

/** The log of a partition to which things happen at random between two looks of a stream.
  *
  * @param path
  *   the path of the segment with a base offset
  */
final class RandomLog(val random: Random, path: Long => Path) {
  // The batches of each segment, with their first offsets; the last segment is written.
  private val segments = mutable.Buffer(0L -> mutable.Buffer.empty[(Long, Array[Byte])])
  private var next = 0L
  // The end of a batch that is not yet in the file.
  private var missing = Array.empty[Byte]

  /** The offsets of all records that a stream must have found. */
  val written: mutable.Buffer[Long] = mutable.Buffer.empty

  /** How many pieces are broken. */
  var broken = 0
  // Malformed bytes after such a piece are one piece with it.
  private var isJunkAtEnd = false

  def change(): Unit = {
    if (random.nextInt(2) == 0) compact()
    for (_ <- 0 until 1 + random.nextInt(3)) random.nextInt(7) match {
      case 0 => roll()
      case 1 if !isJunkAtEnd => damage()
      case 2 if !isJunkAtEnd => addJunk()
      case _ => write()
    }
    if (random.nextInt(3) == 0) writePart()
  }

  /** Writes a batch that makes a stream find everything before it. */
  def finish(): Unit = write()

  private def append(bytes: Array[Byte]): Unit = {
    val _ = Files.write(path(segments.last._1), missing ++ bytes, StandardOpenOption.CREATE,
      StandardOpenOption.APPEND)
    missing = Array.empty
  }

  private def batch(count: Int): Array[Byte] = KafkaBatches.written(2, KafkaBatches.codecs.head._2,
    (0 until count).map(at => KafkaBatches.simple(s"v${next + at}")), Seq.fill(count)(1),
    About(baseOffset = next))

  private def add(count: Int): Array[Byte] = {
    val bytes = batch(count)
    segments.last._2 += next -> bytes
    written ++= (next until next + count)
    next += count
    isJunkAtEnd = false
    bytes
  }

  private def write(): Unit = append(add(1 + random.nextInt(3)))

  /** Writes a batch of which a stream can see only a part. */
  private def writePart(): Unit = {
    append(Array.empty)
    val bytes = add(1)
    val size = 1 + random.nextInt(bytes.length - 1)
    append(bytes.take(size))
    missing = bytes.drop(size)
  }

  private def roll(): Unit = if (segments.last._2.nonEmpty) {
    append(Array.empty)
    isJunkAtEnd = false
    segments += next -> mutable.Buffer.empty
    val _ = Files.write(path(next), Array.emptyByteArray)
  }

  /** Writes a batch with a wrong checksum. */
  private def damage(): Unit = {
    val bytes = batch(1)
    bytes(bytes.length - 1) = (bytes.last ^ 1).toByte
    segments.last._2 += next -> bytes
    append(bytes)
    next += 1
    broken += 1
  }

  private def addJunk(): Unit = {
    val bytes = Array.fill[Byte](20 + random.nextInt(40))(7)
    segments.last._2 += next -> bytes
    append(bytes)
    isJunkAtEnd = true
    broken += 1
  }

  /** Leaves batches out of segments that are no longer written, and may make one of two. */
  private def compact(): Unit = if (segments.length > 2) {
    val at = random.nextInt(segments.length - 2)
    val (base, batches) = segments(at)
    if (random.nextBoolean()) {
      val (other, more) = segments.remove(at + 1)
      batches ++= more
      Files.delete(path(other))
    }
    val kept = batches.filter { case (offset, _) => offset % 3 != random.nextInt(3) }
    val _ = Files.write(path(base), kept.flatMap(_._2).toArray)
    segments(at) = base -> kept
  }
}
