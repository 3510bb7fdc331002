package sparkwire.wire.avro.writing

import java.io.{ByteArrayOutputStream, OutputStream}
import java.util.zip.{CRC32, Deflater, DeflaterOutputStream}

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream

import sparkwire.wire.avro.container.Codecs
import sparkwire.wire.core.Bytes
import sparkwire.wire.writing.Output

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer
import org.xerial.snappy.Snappy

/** Compresses the blocks of containers, by the same libraries and with the same settings as Avro's own
  * writer, so that the bytes are the same.
  */
private[writing] final class Packer {
  private[this] var packed = new ByteArrayOutputStream

  /** Returns the bytes of a block as they are in the container. */
  def pack(codec: Int, block: Output): Array[Byte] = {
    // The memory of a large block is given back.
    if (packed.size > Packer.MostKept) packed = new ByteArrayOutputStream else packed.reset()
    codec match {
      case Codecs.Null => packed.write(block.bytes, 0, block.position)
      case Codecs.Deflate =>
        val deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)
        try through(block)(new DeflaterOutputStream(_, deflater))
        finally deflater.end()
      case Codecs.Snappy => snap(block)
      case Codecs.Bzip2 => through(block)(new BZip2CompressorOutputStream(_))
      // With arrays of an earlier block, the encoder of xz may write other bytes.
      case Codecs.Xz => through(block)(new XZCompressorOutputStream(_))
      case _ => through(block)(new ZstdOutputStreamNoFinalizer(_))
    }
    packed.toByteArray
  }

  private def through(block: Output)(open: OutputStream => OutputStream): Unit = {
    val out = open(packed)
    try out.write(block.bytes, 0, block.position)
    finally out.close()
  }

  /** The CRC-32 of the block follows the data, big endian. */
  private def snap(block: Output): Unit = {
    val room = new Array[Byte](Snappy.maxCompressedLength(block.position))
    val size = Snappy.compress(block.bytes, 0, block.position, room, 0)
    packed.write(room, 0, size)
    val crc = new CRC32
    crc.update(block.bytes, 0, block.position)
    val sum = new Array[Byte](4)
    Bytes.putI32be(sum, 0, crc.getValue.toInt)
    packed.write(sum, 0, sum.length)
  }
}

private object Packer {
  private final val MostKept = 1 << 20
}
