package sparkwire.wire.heads

import java.util.zip.CRC32

import sparkwire.wire.{ReaderChecks, Vectors}
import sparkwire.wire.core._
import sparkwire.wire.heads.LayoutEdge.{End, HeaderEnd, Offset}
import sparkwire.wire.heads.LayoutField._

import org.scalatest.funsuite.AnyFunSuite

class HeadReaderSuite extends AnyFunSuite with ReaderChecks {
  import HeadReaderSuite._

  // header_length 14, size 16, kind TWO, 5 ms, a body of two bytes.
  private val good = "03 0e 0010 0102 0005" + "%08x" + "0000 beef"
  private def withSum(hex: String): String = {
    val bytes = Vectors.bytes(hex.replace("%08x", "00000000"))
    val crc = new CRC32
    crc.update(bytes, math.min(14, bytes.length), math.max(0, bytes.length - 14))
    hex.replace("%08x", f"${crc.getValue}%08x")
  }

  test("each field is given, and what is made from it") {
    val tree = walk(Sample, Vectors.bytes(withSum(good))).toOption.get
    def text(field: String) = tree.at(field).toString
    assert(text("kind").contains("TWO") && text("is_last").contains("true"))
    assert(text("micros").contains("5000") && text("half").contains("0"))
    assert(dissect(Sample, Vectors.bytes(withSum(good))).tiles.map(_.path).take(4) ===
      Seq("version", "", "size", "flags"))
  }

  private val refused = Seq(
    ("another version", good.replace("03 0e", "04 0e"), "bad-version", 0, "version"),
    ("a header that is too short", good.replace("03 0e", "03 0d"), "too-short", 1, ""),
    ("a negative size", good.replace("0010", "8010"), "negative", 2, "size"),
    ("a size within the header", good.replace("0010", "000d"), "too-small", 2, "size"),
    ("an unknown kind", good.replace("0102", "0103"), "bad-kind", 4, "flags"),
    ("a wrong checksum", good.replace("%08x", "00000007"), "bad-sum", 8, ""),
    // Whatever the size says: the header is not there.
    ("a header that is cut off", "03 0e 8010 0103 0005", "truncated", 8, ""),
    // The checksum is of bytes that are not there.
    ("a body that is cut off", good.replace("%08x", "00000007").dropRight(2), "truncated", 14,
      "body")
  )
  for ((what, hex, reason, offset, path) <- refused)
    test(s"it refuses $what") {
      val fault = faultOf(Sample, Vectors.bytes(withSum(hex))).get
      assert((fault.reason.word, fault.offset, fault.path) === ((reason, offset, path)))
    }

  test("checksums are not compared if nobody asks for it") {
    val bytes = Vectors.bytes(good.replace("%08x", "00000007"))
    assert(faultOf(Sample, bytes).nonEmpty)
    assert(faultOf(Sample, bytes, Options(Map("verify" -> "none"))).isEmpty)
  }
}

private object HeadReaderSuite {
  private val Truncated = new Reason("truncated", "the bytes end inside the sample")
  private def reason(word: String) = new Reason(word, s"the sample has $word")

  private val layout = FixedLayout(
    "sample",
    int8("version", 0).is(3).refusing(reason("bad-version")),
    int8("header_length", 1).counts(Offset(0), HeaderEnd).refusing(reason("too-short")),
    int16("size", 2).counts(Offset(0), End).refusing(reason("negative"), reason("too-small")),
    uint16("flags", 4).flags(
      LayoutBits("kind", 0xff, Seq("ONE" -> 1, "TWO" -> 2)).refusing(reason("bad-kind")),
      LayoutBits("is_last", 0x100)),
    uint16("millis", 6).making(
      ResultField.timestamp("micros")((millis, _) => millis * 1000)),
    uint32("sum", 8).sums(HeaderEnd, End).refusing(reason("bad-sum")),
    bytes("rest", 12, 2).making(ResultField.first(int8("half", 0))),
    varying("body", 14)
  )

  private val shape = Shape("sample",
    Vector(
      Field("version", Kind.Int8, "int8"),
      Field("size", Kind.Int16, "int16"),
      Field("flags", Kind.Int32, "uint16"),
      Field("kind", Kind.Text, ""),
      Field("is_last", Kind.Bool, ""),
      Field("millis", Kind.Int32, "uint16"),
      Field("micros", Kind.Timestamp, ""),
      Field("rest", Kind.Binary, "bytes"),
      Field("half", Kind.Int8, ""),
      Field("body", Kind.Binary, "bytes"),
      Field.frame("", "header_length"),
      Field.frame("", "sum")
    ))
  private final val Body = 9

  private case object Sample extends Root {
    def kind: Kind = Kind.Struct(shape)
    def newReader(options: Options): Reader = new SampleReader(options.verifies)
  }

  private final class SampleReader(verifies: Boolean) extends Reader {
    private[this] val extent = new HeadExtent
    private[this] val head = new HeadReader(layout, shape, Truncated,
      if (verifies) new CrcSum(new CRC32) else null, "header_length" -> 10, "sum" -> 11)

    def read(cursor: Cursor, sink: Sink): Unit = {
      cursor.setBigEndian(true)
      val start = cursor.position
      val size = if (cursor.left >= layout.fixedSize) cursor.i16At(start + 2).toInt else -1
      extent.start = start
      extent.headerEnd = if (cursor.left >= layout.fixedSize) start + layout.fixedSize else -1
      extent.end = if (size >= layout.fixedSize && size <= cursor.left) start + size else -1
      sink.beginStruct(shape)
      head.read(cursor, sink, sink.needed, extent, first = 0)
      val isWanted = sink.wanted(Body)
      val from = cursor.take(start.toLong + size - cursor.position, Truncated)
      if (isWanted) sink.binary(cursor.bytes, from, cursor.position)
      sink.endStruct()
      Reader.requireEnd(cursor, sink, Truncated)
    }
  }
}
