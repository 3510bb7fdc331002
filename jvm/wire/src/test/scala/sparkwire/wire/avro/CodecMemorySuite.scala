package sparkwire.wire.avro

import java.io.{ByteArrayOutputStream, OutputStream}
import java.util.zip.{Deflater, DeflaterOutputStream}

import scala.util.Using

import sparkwire.wire.avro.ContainerReaderSuite._
import sparkwire.wire.avro.container.AvroContainer.OneContainer
import sparkwire.wire.core._

import org.scalatest.funsuite.AnyFunSuite
import org.tukaani.xz.{LZMA2Options, XZOutputStream}

/** The memory that a reader of containers keeps from value to value. */
class CodecMemorySuite extends AnyFunSuite {
  private def packed(codec: String, bytes: Array[Byte]): Array[Byte] = {
    def through(open: OutputStream => OutputStream): Array[Byte] = {
      val out = new ByteArrayOutputStream
      Using.resource(open(out))(_.write(bytes))
      out.toByteArray
    }
    codec match {
      case "xz" =>
        val settings = new LZMA2Options(0)
        settings.setDictSize(64 << 20)
        through(new XZOutputStream(_, settings))
      case "deflate" =>
        through(new DeflaterOutputStream(_, new Deflater(Deflater.BEST_SPEED, true)))
      case _ => bytes
    }
  }

  private def container(codec: String, size: Int): Array[Byte] = {
    val text = new ByteArrayOutputStream
    org.apache.avro.io.EncoderFactory.get.directBinaryEncoder(text, null).writeLong(size.toLong)
    header("\"bytes\"", codec) ++ block(1, packed(codec, text.toByteArray ++ new Array[Byte](size)))
  }

  private def used: Long = {
    System.gc()
    val runtime = Runtime.getRuntime
    runtime.totalMemory - runtime.freeMemory
  }

  private val options = Options(Map("maxSize" -> (128 << 20).toString))
  private val small = Seq("null", "deflate", "xz").map(container(_, 10))

  for ((what, large) <- Seq("the dictionary of xz" -> container("xz", 10),
      "the buffer of a block" -> container("deflate", 100 << 20)))
    test(s"$what is given back once values are small") {
      val reader = OneContainer(None).newReader(options)
      val cursor = new Cursor
      cursor.setMaxSize(options.maxSize)
      def read(bytes: Array[Byte]): Unit = reader.read(cursor.wrap(bytes), Nowhere)
      small.foreach(read)
      val before = used
      read(large)
      (0 until 20).foreach(_ => small.take(2).foreach(read))
      assert(used - before < (20 << 20))
    }

  test("a dictionary that is needed again and again is allocated once") {
    val reader = OneContainer(None).newReader(options)
    val cursor = new Cursor
    cursor.setMaxSize(options.maxSize)
    val large = container("xz", 10)
    val threads = java.lang.management.ManagementFactory.getThreadMXBean
      .asInstanceOf[com.sun.management.ThreadMXBean]
    reader.read(cursor.wrap(large), Nowhere)
    val before = threads.getCurrentThreadAllocatedBytes
    (0 until 50).foreach { _ =>
      reader.read(cursor.wrap(large), Nowhere)
      reader.read(cursor.wrap(small.head), Nowhere)
    }
    assert(threads.getCurrentThreadAllocatedBytes - before < (200 << 20))
  }
}
