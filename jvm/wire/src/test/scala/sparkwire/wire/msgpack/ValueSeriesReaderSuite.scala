package sparkwire.wire.msgpack

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Options, Reason}
import sparkwire.wire.msgpack.series.ManyValues

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Several values, one after another, in one input. */
class ValueSeriesReaderSuite extends AnyFunSuite with ScalaCheckPropertyChecks with ReaderChecks {

  private def all(bytes: Array[Byte], options: Options = Options.none): Tree =
    TypedValues.plain(walk(ManyValues(), bytes, options).toOption.get)

  private def treeOf(values: Seq[(Long, Tree)], tail: Tree = NoValue): Tree = struct(
    "values" -> Items(
      values.map { case (offset, value) =>
        struct("offset" -> Whole(offset), "value" -> value)
      }.toVector),
    "tail" -> tail
  )

  private def tailOf(reason: String, offset: Int): Tree =
    struct("reason" -> Text(reason), "offset" -> Whole(offset.toLong))

  private val streams = Gen.choose(0, 4).flatMap(Gen.listOfN(_, MsgpackGenerator.values))

  test("what msgpack-core writes end to end is read, and there is no tail") {
    forAll(streams) { values =>
      val written = values.map(MsgpackGenerator.write)
      val offsets = written.scanLeft(0L)(_ + _.length)
      assert(all(written.flatten.toArray) === treeOf(offsets.zip(values)))
    }
  }

  test("a stream that is cut keeps the whole values, and the tail begins behind them") {
    forAll(Gen.choose(1, 3).flatMap(Gen.listOfN(_, MsgpackGenerator.encoded)),
      minSuccessful(20)) { written =>
      val bytes = written.flatten.toArray
      val ends = written.scanLeft(0)(_ + _.length)
      for (length <- bytes.indices) {
        val whole = ends.lastIndexWhere(_ <= length)
        val found = all(bytes.take(length))
        assert(found.at("values") === all(bytes.take(ends(whole))).at("values"))
        if (ends(whole) == length) assert(found.at("tail") === NoValue)
        else {
          assert(found.at("tail.offset") === Whole(ends(whole).toLong))
          assert(
            Set("truncated", "length-past-end").exists(word =>
              found.at("tail.reason") === Text(word)))
        }
      }
    }
  }

  private val tails = Seq(
    ("nothing", "", Nil, NoValue),
    ("a byte that begins nothing", "01 c1 02", Seq(0L -> Whole(1)), tailOf("reserved-byte-c1", 1)),
    ("a byte that begins nothing, inside", "c0 9201c1", Seq(0L -> NoValue),
      tailOf("reserved-byte-c1", 1)),
    ("text that is no UTF-8", "01 a1ff 02", Seq(0L -> Whole(1)), tailOf("invalid-utf8", 1)),
    ("a bad timestamp", "01 c703ff000000", Seq(0L -> Whole(1)), tailOf("int-out-of-range", 1)),
    ("nesting that is too deep", "01" + "91" * 501 + "c0", Seq(0L -> Whole(1)),
      tailOf("nesting-too-deep", 1))
  )
  for ((what, hex, values, tail) <- tails; verify <- Seq("full", "none"))
    test(s"the values end at $what, verify $verify") {
      val options = Options(Map("verify" -> verify))
      assert(all(Vectors.bytes(hex), options) === treeOf(values, tail))
      prunedIsUnpruned(ManyValues(), options)(Vectors.bytes(hex))
    }

  test("pruned is unpruned, whatever the bytes") {
    forAll(MsgpackGenerator.encoded, MsgpackGenerator.encoded) { (one, other) =>
      prunedIsUnpruned(ManyValues())(one ++ other)
      prunedIsUnpruned(ManyValues())(one ++ other.dropRight(1))
    }
    forAll((bytes: Array[Byte]) => prunedIsUnpruned(ManyValues())(bytes))
  }

  test("many small values count with what they become") {
    // The row of a value of one byte takes 64 bytes; twice the byte is free.
    val options = Options(Map("maxSize" -> "6200"))
    for (keep <- Seq[String => Boolean](_ => true, _ => false)) {
      assert(walk(ManyValues(), Array.fill(100)(0xc0.toByte), options, keep).isRight)
      val refused = walk(ManyValues(), Array.fill(101)(0xc0.toByte), options, keep)
      assert(refused === Left(Reason.TooLarge))
    }
  }

  test("values may be as deep as maxDepth says, each") {
    val deep = TypedValues.nested("91", 500, "c0")
    assert(all(deep ++ deep).at("tail") === NoValue)
  }

  // Resync.

  private val resynced = ManyValues(Some(Seq("id", "name", "rare")))

  private def kept(bytes: Array[Byte]): (Seq[Tree], Seq[Tree], Tree) = {
    val found = TypedValues.plain(walk(resynced, bytes).toOption.get)
    val Items(values) = found.at("values"): @unchecked
    val Items(gaps) = found.at("gaps"): @unchecked
    (values.map(_.at("offset")), gaps, found.at("tail"))
  }

  private def gapOf(offset: Int, length: Int, reason: String): Tree = struct(
    "offset" -> Whole(offset.toLong), "length" -> Whole(length.toLong), "reason" -> Text(reason))

  // {"id": 7, "name": "abc", "inside": {"id": 1}}
  private val record =
    Vectors.bytes("83 a26964 07 a46e616d65 a3616263 a6696e73696465 81a2696401")

  test("broken bytes between records cost no record") {
    forAll(Gen.choose(1, 5), Gen.nonEmptyListOf(Gen.oneOf(0xc1, 0x93, 0x61, 0xd9))) {
      (after, noise) =>
        val bytes =
          record ++ record ++ noise.map(_.toByte) :+ 0xc1.toByte
        val all = bytes ++ Array.fill(after)(record).flatten
        val (offsets, gaps, tail) = kept(all)
        val next = (0 until after).map(at => bytes.length + at * record.length)
        assert(offsets === (Seq(0, record.length) ++ next).map(at => Whole(at.toLong)))
        assert(gaps.map(gap => (gap.at("offset"), gap.at("length"))) ===
          Seq((Whole(2L * record.length), Whole(noise.length + 1L))))
        assert(tail === NoValue)
    }
  }

  test("whatever byte is wrong, the records behind those that it affects are kept") {
    val count = 6
    val whole = Array.fill(count)(record).flatten
    for (at <- whole.indices; change <- Seq(0xff, 0x80, 0x10, 1)) {
      val bytes = whole.clone()
      bytes(at) = (bytes(at) ^ change).toByte
      val offsets = kept(bytes)._1.toSet
      val broken = at / record.length
      // A wrong length takes bytes of the next record; a 1 that becomes a map takes two records.
      for (number <- 0 until count if number < broken || number > broken + 2)
        assert(offsets.contains(Whole(number.toLong * record.length)), s"$at $change")
    }
  }

  test("a map inside of a broken record is no record") {
    val bytes = 0xc1.toByte +: record.drop(1) ++: record
    assert(kept(bytes.toArray) === ((
      Seq(Whole(record.length.toLong)), Seq(gapOf(0, record.length, "reserved-byte-c1")),
      NoValue)))
  }

  test("a value that is no record is kept if a record follows") {
    val other = Vectors.bytes("93010203")
    assert(kept(record ++ other ++ record)._1.length === 3)
    val (offsets, gaps, tail) = kept(record ++ Vectors.bytes("61 62 63") ++ record)
    assert(offsets === Seq(0, record.length + 3).map(at => Whole(at.toLong)))
    assert(gaps === Seq(gapOf(record.length, 3, "type-mismatch")))
    assert(tail === NoValue)
  }

  test("records have some of the fields, by names in any case") {
    val sparse = Vectors.bytes("81a2494403")
    assert(kept(record ++ sparse ++ sparse)._1.length === 3)
    assert(kept(record ++ Vectors.bytes("c1") ++ record ++ sparse)._1.length === 3)
    val (offsets, gaps, tail) = kept(record ++ Vectors.bytes("c1") ++ sparse)
    assert((offsets.length, gaps) === ((1, Nil)))
    assert(tail === tailOf("reserved-byte-c1", record.length))
  }

  test("many names do not stay in memory, and pruned is unpruned") {
    val many = (0 until 6000).flatMap { number =>
      Vectors.bytes("82a26964") ++ Seq[Byte](1, 0xa6.toByte) ++ f"n$number%05d".getBytes :+ 2.toByte
    }.toArray
    assert(kept(many)._1.length === 6000)
    prunedIsUnpruned(resynced)(record ++ Vectors.bytes("c1 93") ++ record ++ record.dropRight(1))
  }

  test("records that claim each other's bytes end the search") {
    // Each map says that all the rest is its value, and the last byte is broken.
    val head = Vectors.bytes("81 a26964 81 a26964 93 0102")
    val bytes = Array.fill(300)(head).flatten :+ 0xc1.toByte
    val (offsets, _, tail) = kept(bytes)
    assert(offsets.isEmpty)
    assert(tail !== NoValue)
  }
}
