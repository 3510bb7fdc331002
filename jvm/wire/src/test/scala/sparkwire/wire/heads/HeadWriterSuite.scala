package sparkwire.wire.heads

import java.util.zip.CRC32

import sparkwire.wire.core.{Cursor, Reason}
import sparkwire.wire.heads.LayoutEdge.{End, HeaderEnd, Offset}
import sparkwire.wire.heads.LayoutField._
import sparkwire.wire.writing.Output

import org.scalatest.funsuite.AnyFunSuite

class HeadWriterSuite extends AnyFunSuite {
  private val missing = new Reason("missing", "there are too few bytes")

  // The same fields in two orders.
  private val one = FixedLayout("one",
    int8("version", 0).is(7),
    int32("size", 1).counts(Offset(0), End),
    uint32("crc", 5).sums(Offset(9), HeaderEnd),
    int16("number", 9),
    varying("text", 11))

  private val other = FixedLayout("other",
    uint32("crc", 0).sums(Offset(4), HeaderEnd),
    int16("number", 4),
    int8("version", 6).is(7),
    int32("size", 7).counts(Offset(0), End),
    varying("text", 11))

  private final class Writer(layout: FixedLayout, output: Output)
      extends HeadWriter(layout, output, crcOf(_, _, _)) {
    def number(value: Int): Unit = output.putI16(start + layout.at("number"), value)
  }

  private def crcOf(bytes: Array[Byte], from: Int, until: Int): Int = {
    val crc = new CRC32
    crc.update(bytes, from, until - from)
    crc.getValue.toInt
  }

  private def write(layout: FixedLayout, text: Array[Byte], body: Int): Array[Byte] = {
    val output = new Output
    output.begin()
    output.i8(99)
    val writer = new Writer(layout, output)
    writer.begin()
    writer.number(-2)
    output.put(text, 0, text.length)
    val headerEnd = output.position
    output.i8(body)
    writer.end(headerEnd)
    output.result.drop(1)
  }

  for (layout <- Seq(one, other))
    test(s"the table ${layout.name} says where the fields are, for the writer and for a reader") {
      val bytes = write(layout, "abc".getBytes, 5)
      val cursor = new Cursor
      cursor.wrap(bytes, 0, bytes.length)
      cursor.setBigEndian(true)
      assert(bytes(layout.at("version")) === layout.constant("version"))
      assert(cursor.i32At(layout.at("size")) === bytes.length)
      assert(cursor.i16At(layout.at("number")) === -2)
      assert(cursor.i32At(layout.at("crc")) ===
        crcOf(bytes, layout.checksumFrom("crc"), bytes.length - 1))
      cursor.moveTo(layout.at("text"))
      assert(cursor.take(3, missing) === layout.fixedSize && cursor.u8(missing) === 5)
    }

  test("sizes are filled in before the checksums that cover them") {
    assert(other.computed.map(_.name) === Seq("size", "crc"))
    val (short, long) = (write(other, Array(), 0), write(other, Array(1, 2, 3), 0))
    assert(short.take(4).toSeq !== long.take(4).toSeq)
  }
}
