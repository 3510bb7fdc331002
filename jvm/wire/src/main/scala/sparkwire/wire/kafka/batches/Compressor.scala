package sparkwire.wire.kafka.batches

import java.io.OutputStream
import java.util.zip.GZIPOutputStream

import scala.annotation.switch
import scala.util.Using

import sparkwire.wire.writing.Output

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer
import net.jpountz.lz4.LZ4FrameOutputStream
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE
import org.xerial.snappy.SnappyOutputStream

/** Compresses the records of a batch, in the forms that [[Decompressor]] lists. */
private[kafka] final class Compressor {
  // Compressed bytes are collected without a limit: the records that they come from have one. So no
  // stream is left in the middle of a write.
  private[this] val packed = new Output
  packed.setMaxSize(Compressor.NoLimit)

  private[this] val into = new OutputStream {
    override def write(byte: Int): Unit = packed.i8(byte)
    override def write(bytes: Array[Byte], from: Int, length: Int): Unit =
      packed.put(bytes, from, from + length)
  }

  /** Writes the compressed form of all bytes of `records`. */
  def compress(codec: Int, records: Output, output: Output): Unit = {
    packed.begin()
    Using.resource(stream(codec))(_.write(records.bytes, 0, records.position))
    output.put(packed.bytes, 0, packed.position)
  }

  private def stream(codec: Int): OutputStream = (codec: @switch) match {
    case Decompressor.Gzip => new GZIPOutputStream(into)
    case Decompressor.SnappyBlocks => new SnappyOutputStream(into)
    // The block size that Kafka's producers use.
    case Decompressor.Lz4 => new LZ4FrameOutputStream(into, BLOCKSIZE.SIZE_64KB)
    case _ => new ZstdOutputStreamNoFinalizer(into)
  }
}

private object Compressor {
  private final val NoLimit = Int.MaxValue - 8
}
