package sparkwire.wire.files

import java.io.InputStream

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream

import com.github.luben.zstd.ZstdInputStreamNoFinalizer
import org.tukaani.xz.{ArrayCache, BasicArrayCache, XZInputStream}

/** A compressed form that is unpacked by a stream of a library. This is the only place where such streams
  * are opened (`StreamsSuite`), because each of them has traps:
  * | form  | trap                                                                                      |
  * | gzip  | see [[GzipStream]], which is ours                                                         |
  * | zstd  | a frame may ask for a window of 128 MiB, which is native memory until the stream is closed |
  * |       | see [[LastByteApart]]                                                                     |
  * | lz4   | see [[Lz4Stream]] and [[HadoopStream]], which are ours                                    |
  * | bzip2 | 4.5 MB for each of the streams that stand end to end; undeclared exceptions              |
  * | xz    | memory as large as the dictionary that is asked for; undeclared exceptions                |
  * | snappy | see [[SnappyStream]] and [[HadoopStream]], which are ours                               |
  * | zip   | see [[ZippedFile]]                                                                        |
  *
  * @param name
  *   what users call it
  */
private[sparkwire] final class PackedForm private (val name: String,
    open: InputStream => InputStream) {

  /** Unpacks a stream, which it closes when it is closed itself. It throws [[PackedException]] for
    * malformed bytes, and what the packed stream throws.
    */
  def unpack(packed: InputStream): InputStream = new UnpackingStream(packed, open)
}

private[sparkwire] object PackedForm {
  // The memory that the strongest setting of xz takes.
  private final val XzMemoryKiB = 80 << 10

  val Gzip = new PackedForm("gzip", new GzipStream(_))
  val Zstd =
    new PackedForm("zstd", source => new ZstdInputStreamNoFinalizer(new LastByteApart(source)))

  /** Frames, the legacy form, or the blocks of Hadoop's codec. */
  val Lz4 = new PackedForm("lz4",
    HadoopStream.orTools(_, Lz4Stream.begins, new Lz4Stream(_), HadoopStream.Lz4,
      Lz4Stream.NoFrame))
  val Zip = new PackedForm("zip", new ZippedFile(_))

  /** Several streams may stand end to end. */
  val Bzip2 = new PackedForm("bzip2", new BZip2CompressorInputStream(_, true))

  /** One stream. What follows it is ignored. */
  val OneBzip2 = new PackedForm("bzip2", new BZip2CompressorInputStream(_))

  /** The framing format of snappy, or the blocks of Hadoop's codec, but not a block alone. */
  val Snappy = new PackedForm("snappy",
    HadoopStream.orTools(_, SnappyStream.begins, new SnappyStream(_), HadoopStream.SnappyBlocks,
      SnappyStream.NoStream))

  /** Several streams may stand end to end, each with a dictionary of 64 MiB, which `xz -9` asks for. They
    * use one after the other.
    */
  val Xz = new PackedForm("xz", unxz(_, new BasicArrayCache))

  /** @param arrays
    *   the arrays of earlier streams
    */
  def xz(arrays: ArrayCache): PackedForm = new PackedForm("xz", unxz(_, arrays))

  private def unxz(packed: InputStream, arrays: ArrayCache): InputStream =
    new XZInputStream(packed, XzMemoryKiB, true, arrays)
}
