package sparkwire.rows

import sparkwire.wire.Tree._
import sparkwire.wire.Vectors
import sparkwire.wire.ignite.IgniteBytes._

import org.scalatest.Assertion

/** Keys of typed maps that are equal in Spark, names that look like marks, and the offset of a
  * value that does not fit.
  */
class IgniteKeysSuite extends IgniteTyped {
  private val negativeNaN = java.lang.Double.longBitsToDouble(0xfff8000000000001L)

  private def isRepeated(ddl: String, keys: Encoded*): Assertion = {
    val bytes = map(keys.map(_ -> int(1)): _*)
    assert(fault(bytes, s"MAP<$ddl, INT>") === (("type-mismatch", "")), ddl)
    // More keys than are compared one by one, in any order.
    val many = keys ++ (1 to 20).map(_ => keys.head)
    assert(fault(map(many.map(_ -> int(1)): _*), s"MAP<$ddl, INT>") === (("type-mismatch", "")))
    assert(typed(bytes, s"ARRAY<STRUCT<key $ddl, value INT>>") !== NoValue)
  }

  test("zeros of either sign are one key, and so are all NaNs") {
    isRepeated("DOUBLE", double(0.0), double(-0.0))
    isRepeated("DOUBLE", double(-0.0), double(5), double(0.0))
    isRepeated("FLOAT", float(0f), float(-0f))
    isRepeated("DOUBLE", double(Double.NaN), double(negativeNaN))
    isRepeated("FLOAT", float(Float.NaN), float(java.lang.Float.intBitsToFloat(0xffc00001)))
    assert(fault(
      Vectors.bytes("19020000000106000000000000000003010000000600000000000000800302000000"),
      "MAP<DOUBLE, INT>") === (("type-mismatch", "")))
  }

  test("and so are arrays and structs of such") {
    isRepeated("ARRAY<DOUBLE>", list(double(1), double(0.0)), list(double(1), double(-0.0)))
    isRepeated("ARRAY<FLOAT>", list(nothing, float(0f)), list(nothing, float(-0f)))
    isRepeated(
      "ARRAY<ARRAY<DOUBLE>>", list(list(double(Double.NaN))), list(list(double(negativeNaN))))
    isRepeated("STRUCT<x DOUBLE, y STRING>",
      fields("x" -> double(0.0), "y" -> text("a")).bytes,
      fields("x" -> double(-0.0), "y" -> text("a")).bytes)
    isRepeated("STRUCT<x ARRAY<FLOAT>>", fields("x" -> list(float(0f))).bytes,
      fields("x" -> list(float(-0f))).bytes)
  }

  test("other keys are different") {
    for ((ddl, keys) <- Seq(
        "DOUBLE" -> Seq(
          double(0.0), double(Double.MinPositiveValue), double(-1), double(Double.NaN)),
        "ARRAY<DOUBLE>" -> Seq(list(double(0)), list(double(0), double(0)), list(nothing), list()),
        "ARRAY<INT>" -> Seq(list(int(0)), list(int(Int.MinValue)))))
      typed(map(keys.map(_ -> int(1)): _*), s"MAP<$ddl, INT>") match {
        case Entries(found) => assert(found.length === keys.length, ddl)
        case other => fail(other.toString)
      }
  }

  test("a field may be called as a mark is") {
    val marked = fields("@type" -> text("own"), "@raw" -> int(7)).bytes
    assert(typed(marked, "`@type` STRING, `@raw` INT") ===
      struct("@type" -> Text("own"), "@raw" -> Whole(7)))
    assert(typed(marked, "`@TYPE` STRING") === struct("@TYPE" -> Text("own")))
    val texts = fields("@type" -> text("own")).bytes
    assert(typed(texts, "MAP<STRING, STRING>",
      "types" ->
        """[{"type_name": "T", "schemas": [["@type"]]}]""") ===
      Entries(Vector(Text("@type") -> Text("own"))))
    assert(fault(marked, "`@type` INT") === (("type-mismatch", "@type")))
  }

  test("a struct may ask for the type of an object") {
    // Without its name, the type is a number.
    val bytes = fields("x" -> int(1)).bytes
    assert(typed(bytes, "`@type` INT, x INT") === struct("@type" -> Whole(116), "x" -> Whole(1)))
    assert(typed(bytes, "x INT, `@raw` BINARY") === struct("x" -> Whole(1)))
    assert(fault(bytes, "`@type` STRING, x INT")._1 === "type-mismatch")
    val named = "types" -> """[{"type_name": "T", "schemas": [["x"]]}]"""
    assert(typed(bytes, "`@type` STRING, x INT", named) ===
      struct("@type" -> Text("T"), "x" -> Whole(1)))
  }

  test("a value that a handle stands for does not fit where the handle is") {
    assert(mismatchAt(Vectors.bytes("18020000000166060000000305000000"), "ARRAY<INT>") === 6)
    val inner = list(int(1))
    // The second element is a handle to the first.
    val shared = list(inner, handle(inner.length), int(5))
    assert(mismatchAt(shared, "ARRAY<STRUCT<x INT>>") === 6)
    val texts = list(text("a"), handle(6))
    assert(mismatchAt(list(text("1"), handle(6)), "ARRAY<INT>") === 6)
    assert(typed(texts, "ARRAY<STRING>") === Items(Vector(Text("a"), Text("a"))))
    val later = list(int(1), list(int(2)), handle(11))
    assert(mismatchAt(later, "ARRAY<INT>") === 11)
    assert(mismatchAt(fields("a" -> text("x"), "b" -> handle(6)).bytes, "b INT") === 30)
    assert(mismatchAt(wrapped(text("x")), "INT") === 0)
  }
}
