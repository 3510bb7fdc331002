package sparkwire.fuzz

import org.scalatest.funsuite.AnyFunSuite

/** Checks that edited values still have the lengths and checksums that follow from their bytes, so
  * that most of them reach the code of a reader that runs after these checks.
  */
class FieldEditsSuite extends AnyFunSuite {
  private val unlike =
    (part: Part) => part.number.fold(part)(number => part.withNumber(number._2 ^ 1))
  private val longer = (part: Part) =>
    if (part.number.isDefined || part.bytes.length <= 2) part
    else part.copy(bytes = part.bytes ++ part.bytes)

  /** Returns the share, in percent, of values that are decoded after a change to one part. */
  private def decoded(call: FuzzedCall, change: Part => Part, lengths: Boolean = true,
      checksums: Boolean = true): Int = {
    val edited = for {
      bytes <- call.known if call.decodes(bytes) && bytes.length < 2000
      anatomy = Anatomy(call.fieldsOf(bytes))
      index <- anatomy.parts.indices
      part = anatomy.parts(index)
      changed = change(part) if !changed.bytes.sameElements(part.bytes)
    } yield anatomy.bytes(anatomy.parts.updated(index, changed), lengths, checksums)
    100 * edited.count(call.decodes) / edited.length
  }

  for ((name, call) <- FuzzTarget.calls if Set("databus_decode", "kafka_records_decode")(name))
    test(s"$name: checksums follow the fields") {
      assert(decoded(call, unlike) > 80)
      assert(decoded(call, unlike, checksums = false) < 50)
    }

  for {
    (name, least) <-
      Seq("databus_decode" -> 20, "kafka_records_decode" -> 30, "cernan_decode" -> 10,
        "ignite_decode" -> 30, "aerospike_decode" -> 40, "msgpack_decode" -> 60)
    call = FuzzTarget.calls(name)
  } test(s"$name: lengths follow the fields") {
    assert(decoded(call, longer) >= least)
    assert(decoded(call, longer, lengths = false) <= 1)
  }

  test("the same input gives the same bytes") {
    val input = Array[Byte](1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    val two = Seq.fill(2)(new FieldEdits(FuzzTarget.calls("ignite_decode")).edited(input))
    assert(two.head.sameElements(two.last))
  }
}
