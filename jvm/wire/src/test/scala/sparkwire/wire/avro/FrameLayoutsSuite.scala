package sparkwire.wire.avro

import sparkwire.wire._
import sparkwire.wire.avro.framed.{AvroFrame, AvroFrameLayouts, AvroHeader}
import sparkwire.wire.heads.FixedLayout
import sparkwire.wire.trace.Tile

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The tables of [[AvroFrameLayouts]] against the reader of frames. Bytes as the documents of the
  * registries and of Avro have them.
  */
class FrameLayoutsSuite extends AnyFunSuite with ReaderChecks with LayoutChecks {
  test("the reader has the fields where the tables have them") {
    follows(AvroFrameLayouts.Confluent, "00 00000009 54", "00", "00000009")
    follows(AvroFrameLayouts.SingleObject, "c301 0102030405060708 54", "c301", "0102030405060708")
    follows(AvroFrameLayouts.Glue, "0305 0102030405060708090a0b0c0d0e0f10 54", "03", "05",
      "0102030405060708090a0b0c0d0e0f10")
  }

  test("a header has the fields where the tables have them") {
    val id = Vectors.bytes("00 00000009")
    fieldsAreAt(AvroFrameLayouts.HeaderId, dissect(AvroHeader.OneHeader, id).tiles.map(magicNamed))
    val guid = Vectors.bytes("01 0102030405060708090a0b0c0d0e0f10")
    fieldsAreAt(
      AvroFrameLayouts.HeaderGuid, dissect(AvroHeader.OneHeader, guid).tiles.map(magicNamed))
    for ((layout, bytes) <-
        Seq(AvroFrameLayouts.HeaderId -> id, AvroFrameLayouts.HeaderGuid -> guid))
      computedAsSaid(layout, layout.fixedSize, bytes.length)(field => bytes(field.at) & 0xffL)(
        (_, _) => fail("no checksum"))
  }

  // The path of the magic is the frame that it stands for.
  private def magicNamed(tile: Tile): Tile =
    if (tile.path == "frame") tile.copy(path = "magic") else tile

  private def follows(layout: FixedLayout, hex: String, parts: String*): Assertion = {
    val bytes = Vectors.bytes(hex)
    val tiles = dissect(AvroFrame.OneFrame, bytes).tiles
    val found = tiles.map(tile =>
      Vectors.hex(bytes.slice(tile.offset, tile.offset + tile.length))).filter(_.nonEmpty)
    assert(found === parts :+ "54")
    // The magic of a single object is one field for the reader, magic and version.
    val ends = layout.fields.filterNot(_.name == "version").map(_.at)
    assert(tiles.filter(_.length > 0).map(_.offset) === ends)
    computedAsSaid(layout, layout.fixedSize, bytes.length)(field => bytes(field.at) & 0xffL)(
      (_, _) => fail("no checksum"))
  }
}
