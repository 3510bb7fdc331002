package sparkwire.sinks

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.sinks.names.NameSlots
import sparkwire.wire.core.Bytes

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Every name has a slot of its own, wherever it is in the bytes and whatever came before. */
class NameSlotsSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  /** Looks up a name that is surrounded by other bytes, `behind` of them after it. */
  private def slot(slots: NameSlots, name: Array[Byte], behind: Int): Int = {
    val source = Array.fill[Byte](3)('#') ++ name ++ Array.fill[Byte](behind)('#')
    val known = slots.find(source, 3, 3 + name.length)
    val found = slots.slotOf(source, 3, 3 + name.length)
    assert(known === found || known === -1)
    found
  }

  // Names of few letters, so that many share a beginning, a middle or an end.
  private val name =
    Gen.choose(0, 40).flatMap(Gen.listOfN(_, Gen.oneOf("a", "b", "\u0000", "é"))).map(_.mkString)

  test("names of any length are numbered as they come")(
    forAll(Gen.listOf(name), Gen.choose(0, 20), minSuccessful(500)) { (names, behind) =>
      val slots = new NameSlots
      for (_ <- 1 to 2)
        assert(names.map(name => slot(slots, name.getBytes(UTF_8), behind)) ===
          names.map(names.distinct.indexOf(_)))
      assert(slots.count === names.distinct.length)
      for ((name, slot) <- names.distinct.zipWithIndex) {
        val out = new Array[Byte](100)
        val length = name.getBytes(UTF_8).length
        for (at <- Seq(5, out.length - length))
          assert(slots.copy(slot, out, at) === at + length &&
            new String(out, at, length, UTF_8) === name)
      }
    })

  test("names with one hash are found, and none that only has that hash") {
    val names = SameHash.names(2000).map(_.getBytes(UTF_8))
    def hash(name: Array[Byte]): Long =
      NameSlots.hash(Bytes.i64le(name, 0), Bytes.i64le(name, 16), name, 0, name.length)
    assert(names.map(hash).distinct.length === 1)
    val slots = new NameSlots
    val (known, others) = names.splitAt(1000)
    for (_ <- 1 to 2) assert(known.map(slot(slots, _, 8)) === known.indices)
    assert(others.forall(name => slots.find(name, 0, name.length) === -1))
  }

  test("what is forgotten is not found") {
    val slots = new NameSlots
    val names = (1 to 5000).map(number => s"name $number".getBytes(UTF_8))
    assert(names.map(slot(slots, _, 0)) === names.indices)
    assert(slots.areTooMany)
    slots.clear()
    assert(names.forall(name => slots.find(name, 0, name.length) === -1) && slots.count === 0)
    assert(slot(slots, names.last, 0) === 0)
  }
}
