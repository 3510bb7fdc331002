package sparkwire.files.kafka.tiered

import java.util.Arrays

import sparkwire.files.HadoopInput
import sparkwire.wire.core.Reason
import sparkwire.wire.files.FileInput

import com.github.luben.zstd.{Zstd, ZstdException}

/** A segment that is stored in chunks, each compressed by itself with zstd. One unpacked chunk is held. A
  * chunk that cannot be unpacked is read as zeros: no batch begins there, and the next one is found behind
  * it.
  */
private[kafka] final class ChunkedInput(stored: HadoopInput, manifest: SegmentManifest)
    extends FileInput {
  private[this] val unpacked =
    new Array[Byte](math.min(manifest.chunkSize.toLong, manifest.length).toInt)
  private[this] var packed = Array.emptyByteArray
  private[this] var held = -1
  private[this] var damage: Reason = _
  // The unpacked bytes of the chunk that could not be unpacked last.
  private[this] var damagedFrom = 0L
  private[this] var damagedUntil = 0L

  override def length: Long = manifest.length

  /** Returns why the last chunk that was damaged could not be unpacked, if some of it is in a range. */
  def damageIn(from: Long, until: Long): Reason =
    if (from < damagedUntil && until > damagedFrom) damage else null

  override def read(position: Long, into: Array[Byte], from: Int, size: Int): Int = {
    var done = 0
    while (done < size) {
      val chunk = ((position + done) / manifest.chunkSize).toInt
      hold(chunk)
      val at = (position + done - chunk.toLong * manifest.chunkSize).toInt
      val taken = math.min(size - done, manifest.lengthOf(chunk) - at)
      System.arraycopy(unpacked, at, into, from + done, taken)
      done += taken
    }
    size
  }

  private def hold(chunk: Int): Unit = if (chunk != held) {
    val size = manifest.sizeOf(chunk)
    if (packed.length < size) packed = new Array[Byte](size)
    val _ = stored.read(manifest.startOf(chunk), packed, 0, size)
    val length = manifest.lengthOf(chunk)
    val why = unpack(size, length)
    if (why != null) {
      Arrays.fill(unpacked, 0.toByte)
      damage = ChunkedInput.BadCompression.because(
        s"${ChunkedInput.BadCompression.explanation}: $why")
      damagedFrom = chunk.toLong * manifest.chunkSize
      damagedUntil = damagedFrom + length
    }
    held = chunk
  }

  /** Returns why the chunk cannot be unpacked, or null. */
  private def unpack(size: Int, length: Int): String =
    try {
      val got = Zstd.decompressByteArray(unpacked, 0, length, packed, 0, size)
      if (Zstd.isError(got)) Zstd.getErrorName(got)
      else if (got != length) s"it has $got bytes, and the manifest says $length"
      else null
    } catch { case error: ZstdException => error.getMessage }

  override def close(): Unit = stored.close()
}

private object ChunkedInput {
  val BadCompression = new Reason("bad-compression", "a chunk of the segment cannot be unpacked")
}
