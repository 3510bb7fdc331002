package sparkwire.wire.files

import java.io.{
  ByteArrayInputStream, ByteArrayOutputStream, DataOutputStream, InputStream, IOException,
  OutputStream
}
import java.lang.management.ManagementFactory
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.zip.{CRC32, GZIPOutputStream, ZipEntry, ZipOutputStream}

import scala.jdk.CollectionConverters._
import scala.util.{Random, Using}

import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream

import com.github.luben.zstd.ZstdOutputStream
import com.sun.management.ThreadMXBean
import net.jpountz.lz4.{LZ4Factory, LZ4FrameOutputStream}
import net.jpountz.lz4.LZ4FrameOutputStream.{BLOCKSIZE, FLG}
import net.jpountz.xxhash.XXHashFactory
import org.scalatest.Assertion
import org.scalatest.concurrent.TimeLimits.failAfter
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.time.{Seconds, Span}
import org.tukaani.xz.{ArrayCache, LZMA2Options, XZOutputStream}
import org.xerial.snappy.{Snappy, SnappyFramedOutputStream}

/** The streams that decompress bytes: their output, and their behaviour for bytes that were never
  * compressed.
  */
class PackedFormSuite extends AnyFunSuite {
  private val random = new Random(61)
  private val content = {
    val words = Array.fill(200)(random.alphanumeric.take(1 + random.nextInt(12)).mkString)
    Array.fill(40000)(words(random.nextInt(words.length))).mkString(" ").getBytes(UTF_8)
  }

  private def packed(open: OutputStream => OutputStream, bytes: Array[Byte] = content) = {
    val out = new ByteArrayOutputStream
    Using.resource(open(out))(_.write(bytes))
    out.toByteArray
  }

  private def zipped(out: OutputStream): OutputStream = {
    val zip = new ZipOutputStream(out)
    zip.putNextEntry(new ZipEntry("one"))
    zip
  }

  private def lz4(size: Long, flags: FLG.Bits*)(out: OutputStream): OutputStream =
    new LZ4FrameOutputStream(out, BLOCKSIZE.SIZE_64KB, size, flags: _*)

  /** Writes as Hadoop's codecs do: a block for each write, in chunks of a buffer. */
  private def hadoop(pack: Array[Byte] => Array[Byte])(out: OutputStream): OutputStream =
    new OutputStream {
      private val data = new DataOutputStream(out)
      override def write(byte: Int): Unit = write(Array(byte.toByte))
      override def write(bytes: Array[Byte], from: Int, size: Int): Unit =
        bytes.slice(from, from + size).grouped(100000).foreach { block =>
          data.writeInt(block.length)
          block.grouped(30000).map(pack).foreach { chunk =>
            data.writeInt(chunk.length)
            data.write(chunk)
          }
        }
    }

  private def lz4Block(bytes: Array[Byte]): Array[Byte] =
    LZ4Factory.fastestInstance().fastCompressor().compress(bytes)

  private val hadoopForms: Seq[(PackedForm, Array[Byte] => Array[Byte])] = Seq(
    PackedForm.Lz4 -> lz4Block, PackedForm.Snappy -> (Snappy.compress(_: Array[Byte])))

  private val xz = PackedForm.xz(ArrayCache.getDummyCache)
  private val forms: Seq[(PackedForm, Seq[OutputStream => OutputStream])] = Seq(
    PackedForm.Gzip -> Seq(new GZIPOutputStream(_)),
    PackedForm.Zstd -> Seq(new ZstdOutputStream(_)),
    PackedForm.Lz4 -> Seq(
      hadoop(lz4Block), new LZ4FrameOutputStream(_), lz4(-1, FLG.Bits.BLOCK_INDEPENDENCE),
      lz4(content.length.toLong, FLG.Bits.BLOCK_INDEPENDENCE, FLG.Bits.CONTENT_SIZE,
        FLG.Bits.CONTENT_CHECKSUM, FLG.Bits.BLOCK_CHECKSUM)),
    PackedForm.Bzip2 -> Seq(new BZip2CompressorOutputStream(_)),
    PackedForm.Snappy -> Seq(hadoop(Snappy.compress(_)), new SnappyFramedOutputStream(_)),
    PackedForm.OneBzip2 -> Seq(new BZip2CompressorOutputStream(_)),
    PackedForm.Zip -> Seq(zipped(_)), xz -> Seq(new XZOutputStream(_, new LZMA2Options(1))))

  private def unpack(form: PackedForm, bytes: InputStream): Array[Byte] =
    Using.resource(form.unpack(bytes))(_.readAllBytes())
  private def unpack(form: PackedForm, bytes: Array[Byte]): Array[Byte] =
    unpack(form, new ByteArrayInputStream(bytes))

  for (((form, packings), number) <- forms.zipWithIndex; (pack, kind) <- packings.zipWithIndex) {
    lazy val whole = packed(pack)

    test(s"$number ${form.name} $kind: what was packed is unpacked") {
      assert(unpack(form, whole) === content)
      // A pause of a remote file system is not the end of the file.
      assert(unpack(form,
        new ByteArrayInputStream(whole) {
          override def read(into: Array[Byte], from: Int, size: Int): Int =
            super.read(into, from, math.min(size, 7))
          override def available(): Int = 0
        }) === content)
    }

    test(s"$number ${form.name} $kind: damage is a PackedException, and nothing else") {
      var refused = 0
      for (at <- 0 until 300) {
        val bytes = whole.clone()
        if (at % 3 == 0)
          bytes(random.nextInt(math.min(bytes.length, 100))) = random.nextInt().toByte
        else bytes(random.nextInt(bytes.length)) = random.nextInt().toByte
        val cut = if (at % 2 == 0) bytes else bytes.take(random.nextInt(bytes.length))
        try assert(unpack(form, cut).length <= content.length * 2)
        catch { case _: PackedException => refused += 1 }
      }
      assert(refused > 100)
    }

    test(s"$number ${form.name} $kind: a failure of the stored stream is passed on") {
      val failure = new IOException("gone")
      val source = new ByteArrayInputStream(whole.take(whole.length / 2)) {
        private def orFail(got: Int): Int = if (got < 0) throw failure else got
        override def read(): Int = orFail(super.read())
        override def read(into: Array[Byte], from: Int, size: Int): Int =
          orFail(super.read(into, from, size))
      }
      assert(intercept[IOException](unpack(form, source)) === failure)
    }
  }

  private def allocated(run: => Any): Long = {
    val threads = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]
    val before = threads.getCurrentThreadAllocatedBytes
    val _ = run
    threads.getCurrentThreadAllocatedBytes - before
  }

  private def several(one: Array[Byte], count: Int): Array[Byte] =
    Array.fill(count)(one).flatten ++ one

  for ((form, pack) <- Seq(PackedForm.Gzip -> ((out: OutputStream) => new GZIPOutputStream(out)),
      PackedForm.Lz4 -> ((out: OutputStream) => new LZ4FrameOutputStream(out)),
      PackedForm.Zstd -> ((out: OutputStream) => new ZstdOutputStream(out)),
      PackedForm.Snappy -> ((out: OutputStream) => new SnappyFramedOutputStream(out))))
    test(s"${form.name}: many empty parts end to end cost no more than their bytes") {
      val bytes = several(packed(pack, Array.emptyByteArray), 100000) ++ packed(pack)
      assert(allocated(assert(unpack(form, bytes) === content)) < (40L << 20))
    }

  for ((form, pack) <- hadoopForms) {
    test(
      s"${form.name} of Hadoop: blocks of a byte, and without bytes, cost no more than their bytes") {
      val one = packed(hadoop(pack), content.take(1))
      val bytes = several(one ++ new Array[Byte](4), 50000) ++ packed(hadoop(pack))
      val expected = Array.fill(50001)(content(0)) ++ content
      assert(allocated(assert(unpack(form, bytes) === expected)) < (60L << 20))
      assert(unpack(form, new Array[Byte](4)) === Array.emptyByteArray)
    }

    test(s"${form.name} of Hadoop: a file is taken for this form by its first chunk alone") {
      val whole = packed(hadoop(pack))
      def cut(length: Int): String =
        intercept[PackedException](unpack(form, whole.take(length))).getMessage
      val none = cut(6)
      assert(
        none.matches(
          "there is no (lz4 frame|snappy stream) where one should be|the file ends in a block of Hadoop's codec"))
      assert(cut(100).contains("where one should be"))
      assert(cut(whole.length - 1) === "the file ends in a chunk")
      // A block is longer than its chunk, which is too short for a buffer of a codec.
      val short = Array[Byte](0, 0, 1, 0, 0, 0, 0, 8) ++ pack(Array.fill(20)(7)).take(8)
      assert(
        intercept[PackedException](unpack(form, short)).getMessage.contains("where one should be"))
    }

    test(s"${form.name} of Hadoop: no length is trusted") {
      val first = packed(hadoop(pack), content.take(3000))
      val lengths = Seq(0x7fffffff, -1, 0x01000000, 0x02000000, 1, 0)
      for (size <- lengths; length <- lengths) {
        val lying = ByteBuffer.allocate(8).putInt(size).putInt(length).array
        for (bytes <- Seq(lying, first ++ lying, lying ++ first.drop(8), first ++ lying ++ first)
          if size != 0) {
          val spent = allocated {
            try { val _ = unpack(form, bytes) }
            catch { case _: PackedException => }
          }
          assert(spent < (40L << 20), s"$size $length")
        }
      }
    }
  }

  test("xz: many streams end to end have one dictionary, however large they say it is") {
    val one = packed(new XZOutputStream(_, new LZMA2Options(1)), "a few words".getBytes(UTF_8))
    // The head of a block: its size in words, flags, the id of LZMA2, 1 for the size of the code of its
    // dictionary, and the code, 64 MiB. It ends with its checksum.
    val end = 12 + (one(12) + 1) * 4
    assert(one.slice(13, 16) === Array[Byte](0, 0x21, 1))
    one(16) = 28
    val sum = new CRC32
    sum.update(one, 12, end - 4 - 12)
    for (at <- 0 until 4) one(end - 4 + at) = (sum.getValue >> 8 * at).toByte
    // The first stream may be the only one, and most of what it allocates is its dictionary.
    assert(allocated(unpack(PackedForm.Xz, one)) > (60L << 20))
    assert(allocated(unpack(PackedForm.Xz, several(one, 1000))) < (200L << 20))
  }

  private def gzipHead(flags: Int): Array[Byte] =
    Array[Byte](0x1f, 0x8b.toByte, 8, flags.toByte, 0, 0, 0, 0, 0, 0)

  test("gzip: the name and the comment in a header may be long, and are not kept") {
    val data = packed(new GZIPOutputStream(_)).drop(10)
    for (flags <- Seq(0x08, 0x10, 0x18)) {
      val texts = Seq.fill(Integer.bitCount(flags))(Array.fill(16 << 20)('a'.toByte) :+ 0.toByte)
      val bytes = gzipHead(flags) ++ texts.flatten ++ data
      assert(allocated(assert(unpack(PackedForm.Gzip, bytes) === content)) < (8L << 20))
    }
    val endless = gzipHead(0x08) ++ Array.fill(1 << 20)('a'.toByte)
    assert(intercept[PackedException](unpack(PackedForm.Gzip, endless)).getMessage ===
      "the file ends in a member")
  }

  test("gzip: all parts of a header are skipped, and its checksum is compared") {
    val data = packed(new GZIPOutputStream(_)).drop(10)
    val head = gzipHead(0x1e) ++ Array[Byte](3, 0, 1, 2, 3) ++ "name".getBytes ++ Array[Byte](0) ++
      "comment".getBytes ++ Array[Byte](0)
    val crc = new CRC32
    crc.update(head)
    val sum = Array(crc.getValue.toByte, (crc.getValue >> 8).toByte)
    assert(unpack(PackedForm.Gzip, head ++ sum ++ data) === content)
    refusesGzip(head ++ sum.map(byte => (byte + 1).toByte) ++ data, "the checksum of a header")
    refusesGzip(data, "no gzip header")
    refusesGzip(gzipHead(0x80) ++ data, "flags that gzip does not define")
    refusesGzip(packed(new GZIPOutputStream(_)) ++ Array[Byte](1), "the file ends in a member")
    refusesGzip(packed(new GZIPOutputStream(_)) ++ Array.fill[Byte](20)(0), "no gzip header")
  }

  private def refusesGzip(bytes: Array[Byte], message: String): Assertion =
    assert(intercept[PackedException](unpack(PackedForm.Gzip, bytes)).getMessage.contains(message))

  for ((form, pack) <- Seq(PackedForm.Gzip -> ((out: OutputStream) => new GZIPOutputStream(out)),
      PackedForm.Lz4 -> ((out: OutputStream) => new LZ4FrameOutputStream(out)),
      PackedForm.Zstd -> ((out: OutputStream) => new ZstdOutputStream(out)),
      PackedForm.Bzip2 -> ((out: OutputStream) => new BZip2CompressorOutputStream(out)),
      xz -> ((out: OutputStream) => new XZOutputStream(out, new LZMA2Options(1)))))
    test(
      s"${form.name}: the end of a part that is cut off is missed, however short the parts are") {
      val one = packed(pack, "a few words of a log".getBytes(UTF_8))
      for (parts <- 1 to 3; cut <- 1 until one.length) {
        val bytes = Array.fill(parts)(one).flatten.dropRight(cut)
        withClue(s"$parts parts, $cut bytes cut off: ") {
          intercept[PackedException](unpack(form, bytes))
        }
      }
    }

  test("lz4: linked blocks without bytes cost no more than their heads") {
    val head = Array[Byte](0x40, 0x40)
    val sum = (XXHashFactory.fastestJavaInstance().hash32().hash(head, 0, 2, 0) >>> 8).toByte
    def stored(bytes: Array[Byte]): Array[Byte] =
      Array(bytes.length, bytes.length >> 8, 0, 0x80).map(_.toByte) ++ bytes
    val first = content.take(0xffff)
    val bytes = Array[Byte](0x04, 0x22, 0x4d, 0x18) ++ head ++ Array(sum) ++ stored(first) ++
      Array.fill(4 << 20)(stored(Array.emptyByteArray)).flatten ++ stored(first.take(9)) ++
      new Array[Byte](4)
    // A copy of the 64 KiB before each of the blocks would take 20 s.
    failAfter(Span(5, Seconds))(assert(unpack(PackedForm.Lz4, bytes) === first ++ first.take(9)))
  }

  test("lz4: frames that are to be skipped are skipped") {
    val skipped = Array[Byte](0x53, 0x2a, 0x4d, 0x18, 5, 0, 0, 0, 1, 2, 3, 4, 5)
    val frame = packed(new LZ4FrameOutputStream(_))
    assert(unpack(PackedForm.Lz4, skipped ++ frame ++ skipped ++ frame) === content ++ content)
    assert(intercept[PackedException](unpack(PackedForm.Lz4, frame ++ skipped.take(9))) != null)
  }

  test("streams of libraries are opened in one place only") {
    val opening = ("\\b(GZIP|Inflater|DeflaterInput|Zip|GzipCompressor|BZip2Compressor|XZ|Zstd|" +
      "LZ4Frame|LZ4Block|Snappy|SnappyFramed)InputStream").r
    val sources = Seq("jvm/wire/src/main", "jvm/spark/src/main").flatMap(folder =>
      Using.resource(Files.walk(Path.of(folder)))(_.iterator.asScala.toSeq))
      .filter(_.toString.endsWith(".scala"))
    assert(sources.length > 300)
    val found = sources.filter(file => opening.findFirstIn(Files.readString(file)).isDefined)
      .map(_.getFileName.toString).toSet
    // Definitions is a file of our own.
    assert(found === Set("PackedForm.scala", "ZippedFile.scala", "Definitions.scala"))
  }
}
