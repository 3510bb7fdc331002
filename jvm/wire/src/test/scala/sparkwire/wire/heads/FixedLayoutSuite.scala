package sparkwire.wire.heads

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import sparkwire.wire.heads.LayoutEdge.{End, HeaderEnd, Offset}
import sparkwire.wire.heads.LayoutField._

import org.scalatest.funsuite.AnyFunSuite

class FixedLayoutSuite extends AnyFunSuite {
  private val layout = FixedLayout("sample",
    int8("version", 0).is(3),
    uint32("whole_crc", 1).sums(Offset(5), End),
    uint32("body_crc", 5).sums(HeaderEnd, End),
    uint16("flags", 9).flags(LayoutBits("count", 0xc), LayoutBits("kind", 0x3, Seq("ODD" -> 1))),
    int32("size", 11).counts(Offset(0), End).making(
      ResultField.number("length")((size, _) => size)),
    varying("body", 15, "bytes").saying("To the end"))

  test("a gap between fields is refused") {
    val refused = intercept[IllegalArgumentException](
      FixedLayout("sample", int8("a", 0), int8("b", 2)))
    assert(refused.getMessage.contains("sample: b is at 2, not at 1"))
  }

  test("readers take offsets, constants and bits from it") {
    assert(layout.at("size") === 11)
    assert(layout.fixedSize === 15)
    assert(layout.constant("version") === 3)
    assert(layout.checksumFrom("whole_crc") === 5)
    assert(layout.bits("flags", "count").shift === 2)
    for (wrong <- Seq(() => layout.at("none"), () => layout.constant("size"),
        () => layout.bits("flags", "size"), () => layout.checksumFrom("size")))
      intercept[IllegalArgumentException](wrong())
  }

  test("sizes are computed first, and a checksum after those that it covers") {
    assert(layout.computed.map(_.name) === Seq("size", "body_crc", "whole_crc"))
  }

  test("it is printed as a table") {
    assert(layout.table ===
      """| offset | type | field |
        ~|---|---|---|
        ~| 0 | int8 | `version`, 3 |
        ~| 1 | uint32 | `whole_crc`, the checksum of the bytes from 5 to the end |
        ~| 5 | uint32 | `body_crc`, the checksum of the bytes from the end of the header to the end |
        ~| 9 | uint16 | `flags`: 0xc `count`; `kind` 0x1 ODD |
        ~| 11 | int32 | `size`, the number of bytes from 0 to the end; makes `length` |
        ~| 15 | bytes | `body`. To the end |""".stripMargin('~'))
  }

  // `make docs` writes the tables.
  test("the pages have the tables of the layouts") {
    val folder = Path.of("docs/pages/formats")
    val pages = Using.resource(Files.list(folder))(_.iterator.asScala.toSeq.sorted)
    val table = "(?s)<!-- layout: ([\\w.]+) (\\w+) -->\n\n(.*?)\n\n<!-- end -->".r
    val found = pages.flatMap(page => table.findAllMatchIn(Files.readString(page, UTF_8)))
    assert(found.nonEmpty)
    for (part <- found) {
      val of = Class.forName(s"sparkwire.wire.${part.group(1)}")
      val shown = of.getMethod(part.group(2)).invoke(null).asInstanceOf[FixedLayout].table
      assert(part.group(3) === shown)
    }
  }
}
