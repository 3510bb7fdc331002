package sparkwire.files.kafka

import java.io.EOFException

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import sparkwire.errors.SparkwireErrors
import sparkwire.files.HadoopInput
import sparkwire.files.kafka.tiered.{ChunkedInput, ChunkMemory, SegmentManifest}
import sparkwire.wire.core.Reason
import sparkwire.wire.files.{FileInput, FileWindow}
import sparkwire.wire.kafka.log.{BatchScan, FileHoles, LogRange, OffsetLimits}

/** A log file that is open, however it is stored.
  *
  * @param refusal
  *   why it cannot be read; null if it can
  */
private[kafka] final class LogInput private (file: LogFile, input: FileInput, val refusal: Reason,
    ahead: Int)
    extends AutoCloseable {
  val window: FileWindow = new FileWindow(input, ahead)

  /** The length of the file as Kafka wrote it. */
  def length: Long = input.length

  private[this] val chunks = input match {
    case chunked: ChunkedInput => chunked
    case _ => null
  }
  private def holes: FileHoles = if (chunks == null) FileHoles.None else chunks.holes

  /** Returns a part of the file. A file that is stored in chunks is not divided, and has its own
    * length.
    */
  def range(part: LogRange): LogRange =
    if (chunks == null) part else LogRange(part.from, length, isActive = false)

  def whole: LogRange = range(LogRange(0, length, file.isActive))

  /** @param limits
    *   which offsets batches may have: see [[BatchScan]]
    * @param offsetBefore
    *   the last offset before the range, -1 if none is known
    * @param readsBatches
    *   whether the caller reads the whole of most batches
    */
  def scan(range: LogRange, maxSize: Int, limits: OffsetLimits, offsetBefore: Long = -1,
      readsBatches: Boolean = true): BatchScan =
    new BatchScan(window, range, maxSize, limits, offsetBefore, holes, readsBatches)

  /** The offsets that batches may have, as the names of the segments say. */
  def named: OffsetLimits = OffsetLimits(file.baseOffset, file.lastOffset)

  /** Returns why some bytes of a range cannot be read, null if it is not known that they cannot. */
  def damageIn(from: Long, until: Long): Reason =
    if (chunks == null) null else chunks.damageIn(from, until)

  override def close(): Unit = input.close()
}

private[kafka] object LogInput {

  /** @param ahead
    *   how many bytes are read at once
    * @param memory bounds the memory for all open files
    */
  def open(file: LogFile, hadoop: Configuration, ahead: Int,
      memory: ChunkMemory = new ChunkMemory): LogInput = {
    val stored = new ListedFile(file, hadoop)
    val opened =
      if (file.manifest == null) Right(stored)
      else
        SegmentManifest.read(new Path(file.manifest), file.length, hadoop).map {
          case Some(manifest) => new ChunkedInput(stored, manifest, memory)
          case None => stored
        }
    new LogInput(file, opened.getOrElse(NoInput), opened.left.toOption.orNull, ahead)
  }
}

/** A file that must have the length with which it was listed: a broker may have cut it since. */
private final class ListedFile(file: LogFile, hadoop: Configuration) extends FileInput {
  private[this] val input = new HadoopInput(file.path, file.length, hadoop)

  override def length: Long = input.length

  override def read(position: Long, into: Array[Byte], from: Int, size: Int): Int =
    try input.read(position, into, from, size)
    catch {
      case _: EOFException =>
        throw SparkwireErrors.changedFile(KafkaLog.name, file.path,
          s"had $length bytes when it was listed, and ends before byte ${position + size} " +
            "now. Run the query again to read what is there")
    }

  override def close(): Unit = input.close()
}

/** The input for a segment that cannot be read. */
private object NoInput extends FileInput {
  override def length: Long = 0
  override def read(position: Long, into: Array[Byte], from: Int, size: Int): Int = 0
  override def close(): Unit = ()
}
