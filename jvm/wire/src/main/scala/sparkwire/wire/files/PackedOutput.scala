package sparkwire.wire.files

import java.io.OutputStream
import java.util.zip.GZIPOutputStream

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer
import net.jpountz.lz4.LZ4FrameOutputStream

/** The compressed forms in which files are written. Each takes a constant amount of memory for a file,
  * however large its values are, and has a checksum of the content.
  * | form  | trap                                                                                  |
  * | gzip  | the buffer of the JDK's stream has 512 bytes by default                               |
  * | zstd  | the native memory of the stream is released when it is closed, and only then          |
  * | lz4   | blocks have 4 MiB by default, and two of them are kept                                |
  * | bzip2 | 8 MB for a stream, whose blocks have 900 kB                                           |
  */
private[sparkwire] object PackedOutput {
  private final val Buffer = 64 << 10

  private val forms: Seq[(PackedForm, OutputStream => OutputStream)] = Seq(
    PackedForm.Gzip -> (new GZIPOutputStream(_, Buffer)),
    PackedForm.Zstd -> (new ZstdOutputStreamNoFinalizer(_).setChecksum(true)),
    PackedForm.Lz4 -> (new LZ4FrameOutputStream(_, LZ4FrameOutputStream.BLOCKSIZE.SIZE_256KB,
      LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
      LZ4FrameOutputStream.FLG.Bits.CONTENT_CHECKSUM)),
    PackedForm.Bzip2 -> (new BZip2CompressorOutputStream(_))
  )

  val names: Seq[String] = forms.map(_._1.name)

  /** Returns a stream that compresses what is written to it, and closes `stream` with itself.
    *
    * @param form
    *   one of [[names]]
    */
  def pack(form: String, stream: OutputStream): OutputStream =
    forms.collectFirst { case (packed, open) if packed.name == form => open(stream) }.get
}
