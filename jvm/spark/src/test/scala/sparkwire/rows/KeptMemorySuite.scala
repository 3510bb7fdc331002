package sparkwire.rows

import java.util.{HashSet => JavaSet}

import sparkwire.rows.buffers.KeyBytes
import sparkwire.wire.sinks.{NameTable, SmallIntSet}
import sparkwire.wire.variant.VariantWriter

import org.scalatest.funsuite.AnyFunSuite

/** State that one value leaves behind for the next: memory, tables and orders. */
class KeptMemorySuite extends AnyFunSuite {

  test("the buffer of a large VARIANT is kept for large ones and released for small ones") {
    val writer = new VariantWriter(64 << 20)
    def write(size: Int): Int = {
      writer.begin()
      writer.binary(new Array[Byte](size), 0, size)
      writer.bytes.length
    }
    assert(write(100) < 1000)
    val large = write(20 << 20)
    assert(large >= (20 << 20) && write(10 << 20) === large && write(100) === large)
    assert(write(100) < 1000)
  }

  test("a set of numbers is the same after a round of very many") {
    val set = new SmallIntSet
    set.begin()
    assert((0 until 300000).forall(set.add))
    assert((0 until 300000).forall(set.has) && !set.add(7))
    for (_ <- 1 to 3) {
      set.begin()
      assert(!set.has(7) && set.add(7) && set.has(7) && !set.add(7) && !set.has(299999))
    }
  }

  test("names are ranked when the values have repeated as many as there are") {
    val names = new NameTable
    def settle(used: Int): Boolean = {
      names.settle(used)
      names.isRanked
    }
    for (at <- 0 until 1000) names.entryOf(f"name$at%04d".getBytes, 0, 8)
    assert(!settle(1000))
    assert((1 to 99).forall(_ => !settle(10)) && settle(10))
    names.entryOf("new".getBytes, 0, 3)
    assert(!settle(1) && !settle(1000) && settle(1))
    assert(names.rank(1) < names.rank(2) && names.rank(1000) > names.rank(999))
  }

  test("keys of a map with the same hash are found as fast as others") {
    val keys = new JavaSet[KeyBytes]
    def key(number: Int): KeyBytes = {
      val text = (0 until 17).map(bit => if ((number >> bit & 1) == 0) "Aa" else "BB").mkString
      new KeyBytes(s" $text ".getBytes, 1, 34)
    }
    assert(key(0).hashCode === key(77777).hashCode)
    val begun = System.nanoTime
    assert((0 until 100000).forall(at => keys.add(key(at))) && !keys.add(key(5)))
    assert(System.nanoTime - begun < 20000000000L)
  }
}
