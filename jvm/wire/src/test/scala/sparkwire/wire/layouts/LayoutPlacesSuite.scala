package sparkwire.wire.layouts

import sparkwire.wire.core.Options
import sparkwire.wire.layouts.reading.OneLayout

import org.scalatest.funsuite.AnyFunSuite

/** A layout that is refused says where in its text: at the smallest part that is wrong. */
class LayoutPlacesSuite extends AnyFunSuite {
  private def refusedAt(layout: String): String = {
    val bad = intercept[BadLayout](OneLayout(layout, Options.none).kind)
    assert(bad.sentence.matches("(?s).*[^.][.?]"), bad.sentence)
    bad.place
  }

  private def valid(valid: String): String = refusedAt(s"{seq: [{id: a, type: u1, valid: $valid}]}")

  test("a value that a field cannot have") {
    assert(valid("'\"x\"'") === "/seq/0/valid")
    assert(valid("{eq: '\"x\"'}") === "/seq/0/valid/eq")
    assert(valid("{any-of: [1, 2, true]}") === "/seq/0/valid/any-of/2")
    assert(valid("{min: true}") === "/seq/0/valid/min")
    assert(valid("{min: 1, max: unknown}") === "/seq/0/valid/max")
    assert(valid("{expr: 5}") === "/seq/0/valid/expr")
  }

  test("an enum of something that is not a number") {
    val enums = "enums: {e: {1: one}}"
    assert(refusedAt(s"{seq: [{id: a, size: 1, enum: e}], $enums}") === "/seq/0/enum")
    assert(refusedAt(s"{instances: {a: {value: '1.5', enum: e}}, $enums}") === "/instances/a/enum")
  }

  test("names that are taken") {
    assert(refusedAt("{seq: [{id: a, type: u1}, {id: a, type: u1}]}") === "/seq/1/id")
    assert(refusedAt("{seq: [{id: a, type: u1}], instances: {a: {value: 1}}}") === "/instances/a")
    assert(refusedAt("{enums: {e: {1: one, 2: two, 3: one}}}") === "/enums/e/3")
  }

  test("a case of an unknown type") {
    assert(refusedAt("{seq: [{id: a, type: {switch-on: 1, cases: {7: none_such}}}]}") ===
      "/seq/0/type/cases/7")
  }

  test("a version that there never was") {
    assert(refusedAt("{meta: {ks-version: 0.1}}") === "/meta/ks-version")
    assert(refusedAt("{meta: {ks-version: 0.12}}") === "/meta/ks-version")
    assert(OneLayout("{meta: {ks-version: 0.10}}", Options.none).kind != null)
  }

  test("a list of bytes may be computed") {
    val layout = "{seq: [{id: a, type: u1}, {id: b, type: u1}], " +
      "instances: {both: {value: '[b, a]'}, same: {value: '[a, b].as<bytes> == [1, 2]'}}}"
    assert(OneLayout(layout, Options.none).kind.toString.contains("Binary"))
  }
}
