package sparkwire.files.values

import java.io.{FilterInputStream, InputStream}
import java.util.Locale
import java.util.zip.{ZipException, ZipInputStream}

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream

import sparkwire.wire.core.OptionSpec

import com.github.luben.zstd.ZstdInputStream
import net.jpountz.lz4.LZ4FrameInputStream

/** How a whole file is compressed. Each of them may be several compressed files end to end, but an
  * archive has one file.
  *
  * Trap: the JDK's reader of gzip takes a pause of a remote file system for the end of the file.
  */
private[sparkwire] object Packing {
  final val None = "none"

  private final case class Packed(name: String, endings: Seq[String],
      unpack: InputStream => InputStream)

  private val all = Seq(
    Packed("gzip", Seq("gz", "gzip"), new GzipCompressorInputStream(_, true)),
    Packed("zstd", Seq("zst", "zstd"), new ZstdInputStream(_)),
    Packed("lz4", Seq("lz4"), new LZ4FrameInputStream(_)),
    Packed("bzip2", Seq("bz2"), new BZip2CompressorInputStream(_, true)),
    Packed("zip", Seq("zip"), new ZippedFile(_))
  )

  val Option: OptionSpec.Words = OptionSpec.Words("compression",
    "auto" +: None +: all.map(_.name),
    "how each file is compressed; `auto`: by the ending of its name")

  /** Returns the compression of a file, as the option or the name of the file says. */
  def of(asked: String, file: String): String =
    if (asked != "auto") asked
    else {
      val name = file.toLowerCase(Locale.ROOT)
      all.find(_.endings.exists(ending => name.endsWith(s".$ending"))).fold(None)(_.name)
    }

  def unpack(packing: String, stream: InputStream): InputStream =
    all.find(_.name == packing).get.unpack(stream)
}

/** The one file in a ZIP archive. */
private final class ZippedFile(archive: InputStream)
    extends FilterInputStream(new ZipInputStream(archive)) {
  private[this] val files = in.asInstanceOf[ZipInputStream]
  if (files.getNextEntry == null) throw new ZipException("it is no archive, or an empty one")
  private[this] var hasEnded = false

  override def read(): Int = {
    val one = new Array[Byte](1)
    if (read(one, 0, 1) < 0) -1 else one(0) & 0xff
  }

  override def read(into: Array[Byte], from: Int, size: Int): Int = {
    val count = if (hasEnded) -1 else files.read(into, from, size)
    if (count < 0 && !hasEnded) {
      hasEnded = true
      if (files.getNextEntry != null)
        throw new ZipException("the archive has more than one file")
    }
    count
  }
}
