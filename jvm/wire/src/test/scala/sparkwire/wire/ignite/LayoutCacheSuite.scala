package sparkwire.wire.ignite

import sparkwire.wire.core.Cursor
import sparkwire.wire.ignite.IgniteBytes._
import sparkwire.wire.ignite.types.{Asked, IgniteLayout, LayoutCache}

import org.scalatest.funsuite.AnyFunSuite

/** Layouts are made once for each schema of a column, not for each value. */
class LayoutCacheSuite extends AnyFunSuite {

  private def headOf(names: Seq[String]): ObjectHead = {
    val cursor = new Cursor
    cursor.setBigEndian(false)
    cursor.wrap(fields(names.map(_ -> nothing): _*).bytes).moveTo(1)
    val head = new ObjectHead
    head.read(cursor, null)
    head
  }

  private def of(cache: LayoutCache, head: ObjectHead, asked: Asked): IgniteLayout =
    cache.of(head, TypeDescriptions.none, asked, new Rereads)

  test("objects of two dozen schemas in turn find the layouts that were made") {
    val schemas = ('a' to 'd').permutations.map(_.map(_.toString)).toSeq
    assert(schemas.length === 24)
    val cache = new LayoutCache
    val asked = Asked.anything
    def layouts = schemas.map(names => of(cache, headOf(names), asked))
    val made = layouts
    assert(made.toSet.size === 24)
    for (_ <- 1 to 3) layouts.zip(made).foreach { case (found, first) => assert(found eq first) }
  }

  test("of more schemas than there is room for each finds its own") {
    val cache = new LayoutCache
    val asked = Asked.anything
    for (_ <- 1 to 2; number <- 1 to 1000) {
      val layout = of(cache, headOf(Seq(s"field$number")), asked)
      assert(layout.keys.head.map(_.toChar).mkString === s"#${Hashes.id(s"field$number")}")
    }
  }
}
