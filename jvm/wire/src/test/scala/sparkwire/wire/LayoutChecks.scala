package sparkwire.wire

import sparkwire.wire.heads.{FixedLayout, LayoutEdge, LayoutField, LayoutValue}
import sparkwire.wire.trace.Tile

import org.scalatest.Assertion
import org.scalatest.Assertions._

/** Compares the table of a layout with bytes of the format's own software. */
trait LayoutChecks {

  /** Checks that a dissection, which the reader makes, has the fields where the table has them.
    *
    * @param start
    *   the offset of the first field
    */
  def fieldsAreAt(layout: FixedLayout, tiles: Seq[Tile], start: Int = 0): Assertion = {
    val expected = layout.fields.filter(_.size >= 0).map(field => (start + field.at, field.size))
    val found = tiles.map(tile => (tile.offset, tile.length))
    assert(expected.diff(found) === Nil)
    for (field <- layout.fields if field.size >= 0;
      tile <- tiles.find(_.offset == start + field.at))
      assert(tile.path.endsWith(field.name) || tile.kind.replace(' ', '_').startsWith(field.name))
    succeed
  }

  /** Checks that constants, sizes and checksums are those that the table promises a writer.
    *
    * @param header
    *   the end of the header
    * @param end
    *   the end of the whole, like `header` relative to the first field
    */
  def computedAsSaid(layout: FixedLayout, header: Int, end: Int, footer: Int = -1)(
      value: LayoutField => Long)(checksum: (Int, Int) => Long): Assertion = {
    def at(edge: LayoutEdge): Int = edge match {
      case LayoutEdge.Offset(offset) => offset
      case LayoutEdge.HeaderEnd => header
      case LayoutEdge.Footer => footer
      case LayoutEdge.End => end
    }
    layout.fields.foreach { field =>
      field.value match {
        case LayoutValue.Constant(constant) => assert(value(field) === constant, field.name)
        case LayoutValue.Count(from, until) if field.size >= 0 =>
          assert(value(field) === (at(until) - at(from)).toLong, field.name)
        case LayoutValue.Checksum(from, until) =>
          assert(value(field) === checksum(at(from), at(until)), field.name)
        case _ => ()
      }
    }
    succeed
  }
}
