package sparkwire.files.kafka.tiered

import java.util.{Arrays, BitSet}

import sparkwire.wire.core.Reason
import sparkwire.wire.files.FileInput
import sparkwire.wire.kafka.log.{FileHoles, ZstdGrowth}

import com.github.luben.zstd.{Zstd, ZstdException}

/** A segment that is stored in chunks, each compressed by itself with zstd. One unpacked chunk is held. A
  * chunk that cannot be unpacked is a hole: it is read as zeros, and the next batch is looked for after
  * it.
  *
  * Traps: the manifest says how long each chunk is when it is unpacked, so nothing is allocated
  * before the blocks of the chunk confirm it. Batches that are broken may lead from chunk to chunk,
  * so that each look unpacks one: a chunk that was unpacked too often is also a hole.
  */
private[kafka] final class ChunkedInput(stored: FileInput, manifest: SegmentManifest,
    memory: ChunkMemory)
    extends FileInput {
  import ChunkedInput._

  private[this] var unpacked = Array.emptyByteArray
  private[this] var packed = Array.emptyByteArray
  private[this] var held = -1
  private[this] val good = new BitSet
  private[this] val bad = new BitSet
  private[this] var damage: Reason = BadCompression
  // The bytes of all chunks that were unpacked, and the same with each chunk counted once.
  private[this] var spent = 0L
  private[this] var paid = 0L

  override def length: Long = manifest.length

  val holes: FileHoles = new FileHoles {
    override def end(position: Long): Long =
      if (position >= manifest.length) position
      else {
        val chunk = chunkAt(position)
        if (!good.get(chunk)) hold(chunk)
        if (bad.get(chunk)) startOf(chunk + 1) else position
      }

    override def areWithin(from: Long, until: Long): Boolean =
      until > from && {
        val found = bad.nextSetBit(chunkAt(from))
        found >= 0 && startOf(found) < until
      }
  }

  /** Returns why a chunk is damaged that is in a range, null if none is known to be. */
  def damageIn(from: Long, until: Long): Reason = if (holes.areWithin(from, until)) damage else null

  private def chunkAt(position: Long): Int = (position / manifest.chunkSize).toInt
  private def startOf(chunk: Int): Long =
    math.min(chunk.toLong * manifest.chunkSize, manifest.length)

  override def read(position: Long, into: Array[Byte], from: Int, size: Int): Int = {
    var done = 0
    while (done < size) {
      val chunk = chunkAt(position + done)
      hold(chunk)
      val at = (position + done - startOf(chunk)).toInt
      val taken = math.min(size - done, manifest.lengthOf(chunk) - at)
      if (bad.get(chunk)) Arrays.fill(into, from + done, from + done + taken, 0.toByte)
      else System.arraycopy(unpacked, at, into, from + done, taken)
      done += taken
    }
    size
  }

  private def hold(chunk: Int): Unit = if (chunk != held && !bad.get(chunk)) {
    val why = if (isSpent(chunk)) TooOften else unpack(chunk)
    if (why == null) {
      held = chunk
      good.set(chunk)
    } else {
      held = -1
      bad.set(chunk)
      damage = BadCompression.because(s"${BadCompression.explanation}: $why")
    }
  }

  private def isSpent(chunk: Int): Boolean = {
    val length = manifest.lengthOf(chunk)
    spent += length
    if (!good.get(chunk)) paid += length
    spent > MostTimes * paid + Free
  }

  /** Returns why the chunk cannot be unpacked, or null. */
  private def unpack(chunk: Int): String = {
    val size = manifest.sizeOf(chunk)
    val length = manifest.lengthOf(chunk)
    if (packed.length < size) packed = new Array[Byte](size)
    val _ = stored.read(manifest.startOf(chunk), packed, 0, size)
    val most = ZstdGrowth.mostUnpacked(packed, size)
    if (most < 0) "it is not compressed with zstd, or cut off"
    else if (most < length) s"it has at most $most bytes, and the manifest says $length"
    else if (!hasRoom(length))
      s"with the chunks of the other files that are open, it takes more than ${ChunkMemory.Most} " +
        "bytes. Read fewer replicas at once"
    else unpackInto(length, size)
  }

  private def hasRoom(length: Int): Boolean =
    unpacked.length >= length || memory.tryTake(length.toLong - unpacked.length) && {
      unpacked = new Array[Byte](length)
      true
    }

  private def unpackInto(length: Int, size: Int): String =
    try {
      val got = Zstd.decompressByteArray(unpacked, 0, length, packed, 0, size)
      if (Zstd.isError(got)) Zstd.getErrorName(got)
      else if (got != length) s"it has $got bytes, and the manifest says $length"
      else null
    } catch { case error: ZstdException => error.getMessage }

  override def close(): Unit = {
    memory.giveBack(unpacked.length.toLong)
    unpacked = Array.emptyByteArray
    packed = Array.emptyByteArray
    held = -1
    stored.close()
  }
}

private object ChunkedInput {
  val BadCompression = new Reason("bad-compression", "a chunk of the segment cannot be unpacked")
  private final val TooOften = "batches lead back to it too often"

  // Who reads one batch after the other unpacks each chunk three times at most.
  private final val MostTimes = 4L
  private final val Free = 64L << 20
}
