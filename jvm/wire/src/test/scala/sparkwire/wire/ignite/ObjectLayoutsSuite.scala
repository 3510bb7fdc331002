package sparkwire.wire.ignite

import sparkwire.wire._
import sparkwire.wire.core.{Bytes, Cursor, Kind}
import sparkwire.wire.heads.LayoutField
import sparkwire.wire.ignite.values.OneIgniteValue

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The table of [[ObjectLayouts]] against objects that Ignite wrote. */
class ObjectLayoutsSuite extends AnyFunSuite with ReaderChecks with LayoutChecks {
  private val layout = ObjectLayouts.Object

  for (file <- Seq("objects-full", "objects-compact"))
    test(s"$file: the reader and Ignite have the fields where the table has them") {
      val objects = Vectors.read("ignite", file).filter(line =>
        line.fails.isEmpty && line.bytes.head == Ignite.ObjectCode &&
          line.view.get("hash_ok").asBoolean)
      assert(objects.length > 10)
      objects.foreach(follows)
    }

  private def follows(line: Line): Assertion = {
    val bytes = line.bytes
    val tiles = dissect(OneIgniteValue(Kind.Dynamic), bytes, IgniteViews.optionsOf(line)).tiles
    val cursor = new Cursor().wrap(bytes)
    cursor.moveTo(1)
    cursor.setBigEndian(false)
    val head = new ObjectHead
    head.read(cursor, null)
    val names = layout.fields.filter(_.size > 0).map(_.name)
    val shown = tiles.take(names.length).map(_.kind)
    assert(shown.drop(1).dropRight(1) === names.drop(1).dropRight(1))
    assert(shown.last === (if (head.hasSchema) names.last else "raw offset"))
    assert(layout.fields.filter(_.size > 0).map(field => (field.at, field.size)) ===
      tiles.take(names.length).map(tile => (tile.offset, tile.length)))
    // Without a schema, the footer offset has another meaning.
    if (!head.hasSchema) succeed
    else
      computedAsSaid(layout, head.dataFrom, head.until, head.footerFrom)(numberIn(bytes)) {
        (from, until) => Hashes.ofData(bytes, from, until).toLong
      }
  }

  private def numberIn(bytes: Array[Byte])(field: LayoutField): Long =
    if (field.size == 1) bytes(field.at).toLong else Bytes.i32le(bytes, field.at).toLong
}
