package sparkwire.wire.sinks

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.core.Bytes

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Every name has an entry of its own, wherever it is in the bytes and whatever came before. */
class NameTableSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  /** Looks up a name that is surrounded by other bytes, `behind` of them after it. */
  private def entry(table: NameTable, name: Array[Byte], behind: Int): Int = {
    val source = Array.fill[Byte](3)('#') ++ name ++ Array.fill[Byte](behind)('#')
    val known = table.find(source, 3, 3 + name.length)
    val found = table.entryOf(source, 3, 3 + name.length)
    assert(known === found || known === -1)
    found
  }

  // Names of few letters, so that many share a beginning, a middle or an end.
  private val name =
    Gen.choose(0, 40).flatMap(Gen.listOfN(_, Gen.oneOf("a", "b", "\u0000", "é"))).map(_.mkString)

  test("names of any length are numbered as they come")(
    forAll(Gen.listOf(name), Gen.choose(0, 20), minSuccessful(500)) { (names, behind) =>
      val table = new NameTable
      for (_ <- 1 to 2)
        assert(names.map(name => entry(table, name.getBytes(UTF_8), behind)) ===
          names.map(names.distinct.indexOf(_)))
      assert(table.count === names.distinct.length)
      for ((name, entry) <- names.distinct.zipWithIndex) {
        val out = new Array[Byte](100)
        val length = name.getBytes(UTF_8).length
        for (at <- Seq(5, out.length - length))
          assert(table.copy(entry, out, at) === at + length &&
            new String(out, at, length, UTF_8) === name)
      }
    })

  test("names with one hash are found, and none that only has that hash") {
    val names = SameHash.names(2000).map(_.getBytes(UTF_8))
    def hash(name: Array[Byte]): Long =
      NameTable.hash(Bytes.i64le(name, 0), Bytes.i64le(name, 16), name, 0, name.length)
    assert(names.map(hash).distinct.length === 1)
    val table = new NameTable
    val (known, others) = names.splitAt(1000)
    for (_ <- 1 to 2) assert(known.map(entry(table, _, 8)) === known.indices)
    assert(others.forall(name => table.find(name, 0, name.length) === -1))
  }

  test("what is forgotten is not found") {
    val table = new NameTable
    val names = (1 to 5000).map(number => s"name $number".getBytes(UTF_8))
    assert(names.map(entry(table, _, 0)) === names.indices)
    assert(table.areTooMany)
    table.clear()
    assert(names.forall(name => table.find(name, 0, name.length) === -1) && table.count === 0)
    assert(entry(table, names.last, 0) === 0)
  }
}
