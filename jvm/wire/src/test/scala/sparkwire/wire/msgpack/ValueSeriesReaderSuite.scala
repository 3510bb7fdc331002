package sparkwire.wire.msgpack

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Options, Reason}
import sparkwire.wire.msgpack.Msgpack.ManyValues

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Several values, one after another, in one input. */
class ValueSeriesReaderSuite extends AnyFunSuite with ScalaCheckPropertyChecks with ReaderChecks {

  private def all(bytes: Array[Byte], options: Options = Options.none): Tree =
    TypedValues.plain(walk(ManyValues, bytes, options).toOption.get)

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
      prunedIsUnpruned(ManyValues, options)(Vectors.bytes(hex))
    }

  test("pruned is unpruned, whatever the bytes") {
    forAll(MsgpackGenerator.encoded, MsgpackGenerator.encoded) { (one, other) =>
      prunedIsUnpruned(ManyValues)(one ++ other)
      prunedIsUnpruned(ManyValues)(one ++ other.dropRight(1))
    }
    forAll((bytes: Array[Byte]) => prunedIsUnpruned(ManyValues)(bytes))
  }

  test("many small values count with what they become") {
    // The row of a value of one byte takes 64 bytes; twice the byte is free.
    val options = Options(Map("maxSize" -> "6200"))
    for (keep <- Seq[String => Boolean](_ => true, _ => false)) {
      assert(walk(ManyValues, Array.fill(100)(0xc0.toByte), options, keep).isRight)
      val refused = walk(ManyValues, Array.fill(101)(0xc0.toByte), options, keep)
      assert(refused === Left(Reason.TooLarge))
    }
  }

  test("values may be as deep as maxDepth says, each") {
    val deep = TypedValues.nested("91", 500, "c0")
    assert(all(deep ++ deep).at("tail") === NoValue)
  }
}
