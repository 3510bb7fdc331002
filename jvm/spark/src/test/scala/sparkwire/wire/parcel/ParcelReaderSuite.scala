package sparkwire.wire.parcel

import sparkwire.wire.{ReaderChecks, Vectors}

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class ParcelReaderSuite extends AnyFunSuite with ScalaCheckPropertyChecks with ReaderChecks {
  private val refused = Seq(
    ("no bytes", "", "truncated", 0, "version"),
    ("another version", "02 0000", "bad-version", 0, "version"),
    ("more tags than bytes", "01 ffff 01", "too-many-tags", 4, "tags[0].data"),
    ("data past the end", "01 0001 07 00000009 41", "length-past-end", 8, "tags[0].data"),
    ("bytes behind the parcel", "01 0000 ff", "trailing-bytes", 3, "")
  )
  for ((what, hex, reason, offset, path) <- refused)
    test(s"parcel refuses $what") {
      val fault = faultOf(Parcel.OneParcel, Vectors.bytes(hex)).get
      assert((fault.reason.word, fault.offset, fault.path) === ((reason, offset, path)))
    }

  private val whole: Gen[Array[Byte]] = for {
    count <- Gen.choose(0, 5)
    tags <- Gen.listOfN(count, Gen.choose(0, 9).map(n => f"07 $n%08x ${"41" * n}"))
  } yield Vectors.bytes(f"01 $count%04x ${tags.mkString}")

  test("parcel - the dissection tiles")(forAll(whole)(tiles(Parcel.OneParcel)(_)))
  test("parcel - a cut anywhere is a fault")(forAll(whole)(everyCutIsAFault(Parcel.OneParcel)(_)))
  test("parcel - flipped bytes are values or faults")(
    forAll(whole)(everyFlipIsValueOrFault(Parcel.OneParcel)(_)))
  test("parcel - pruned is unpruned")(forAll(whole)(prunedIsUnpruned(Parcel.OneParcel)(_)))
}
