package sparkwire.rows

import java.util.Arrays

import org.apache.spark.sql.types.VariantType
import org.apache.spark.unsafe.types.VariantVal

import sparkwire.Decoders
import sparkwire.errors.MalformedInputException
import sparkwire.expressions.{Decoder, Ending}
import sparkwire.wire.{StepByStep, Tree, Vectors}
import sparkwire.wire.Tree._
import sparkwire.wire.msgpack.{Msgpack, MsgpackGenerator, MsgpackSteps, MsgpackVariant}
import sparkwire.wire.variant.{KeyTable, VariantEntries, VariantTranscoding}

import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Values transcoded to VARIANTs, compared with the same values given part by part. */
class MsgpackVariantSuite extends AnyFunSuite with ScalaCheckPropertyChecks {
  // Shared by all tests, so that the state kept from value to value is tested too.
  private val keys = new KeyTable
  private val made = new MsgpackVariant(keys, new VariantEntries(Int.MaxValue))
  private val byParts = {
    val plan = Decoders.plan(
      Ending.Strict, VariantType, Map.empty, root = StepByStep(Msgpack.OneValue))
    new Decoder(plan, plan.resultType)
  }

  // An offset that is not the beginning of the buffer.
  private val At = 3

  /** Returns the value and the number of its bytes, or null if the transcoder declines it. */
  private def whole(bytes: Array[Byte]): (VariantVal, Int) = {
    keys.begin()
    val out = new Array[Byte](At + MsgpackSteps.roomFor(bytes.length))
    made.begin(bytes, bytes.length, out)
    val end = made.make(0, At)
    val names = keys.metadata(Int.MaxValue)
    if (end == MsgpackSteps.Declined) null
    else (new VariantVal(Arrays.copyOfRange(out, At, end.toInt), names), (end >> 32).toInt)
  }

  private def isSame(bytes: Array[Byte]): Boolean = {
    val found = whole(bytes)
    if (found != null) {
      val expected = byParts.decode(bytes.take(found._2)).asInstanceOf[VariantVal]
      assert(Vectors.hex(found._1.getValue) === Vectors.hex(expected.getValue))
      assert(Vectors.hex(found._1.getMetadata) === Vectors.hex(expected.getMetadata))
    }
    found != null
  }

  /** Also compares a value that the transcoder declines after it has numbered some of its names. */
  private def isSameInQueries(bytes: Array[Byte]): Assertion = {
    val found = Decoders.value(bytes).asInstanceOf[VariantVal]
    val expected = byParts.decode(bytes).asInstanceOf[VariantVal]
    assert(Arrays.equals(found.getValue, expected.getValue))
    assert(Arrays.equals(found.getMetadata, expected.getMetadata))
  }

  /** Returns whether a value has only parts that the transcoder does not decline. */
  private def isUsual(tree: Tree): Boolean = tree match {
    case BigWhole(_) | Instant(_, _, _) | Struct(_) => false
    case Items(items) => items.forall(isUsual)
    case Entries(entries) =>
      val names = entries.collect { case (Text(name), _) => name }
      (names.isEmpty || names.distinct.length == entries.length) &&
      entries.forall { case (key, value) => isUsual(key) && isUsual(value) }
    case _ => true
  }

  private def containers(tree: Tree): Int = tree match {
    case Items(items) => 1 + items.map(containers).maxOption.getOrElse(0)
    case Entries(entries) =>
      1 + entries.flatMap { case (key, value) => Seq(containers(key), containers(value)) }.maxOption
        .getOrElse(0)
    case _ => 0
  }

  private def isTaken(tree: Tree, bytes: Array[Byte]): Assertion = {
    if (containers(tree) < VariantTranscoding.MaxLevels) isSameInQueries(bytes)
    // The transcoder has one byte for the number of a name.
    val few = names(tree).size <= 0x100
    val usual = isUsual(tree) && few && containers(tree) <= VariantTranscoding.MaxLevels
    assert(isSame(bytes) === usual)
  }

  /** Returns the names that the VARIANT has. Pairs have the names `key` and `value`. */
  private def names(tree: Tree): Set[String] = tree match {
    case Items(items) => items.flatMap(names).toSet
    case Entries(entries) =>
      entries.flatMap { case (key, value) =>
        names(value) ++ (key match {
          case Text(name) => Set(name)
          case other => names(other) ++ Set("key", "value")
        })
      }.toSet
    case _ => Set.empty
  }

  test("any value")(
    forAll(MsgpackGenerator.values)(tree =>
      isTaken(tree, MsgpackGenerator.write(tree))))

  private val names: Gen[Tree] =
    Gen.oneOf("a", "b", "name", "ä", "", "x" * 40, "y" * 300).map(Text(_))
  private val small: Gen[Tree] = Gen.oneOf(
    Gen.oneOf(Long.MinValue, -129L, -33L, -1L, 0L, 127L, 128L, 1L << 31, 1L << 40).map(Whole(_)),
    Gen.oneOf(0.5, 1e300, Double.NaN).map(Real(_)),
    Gen.oneOf(NoValue, Flag(true), Text("é"), Text("z" * 63), Text("z" * 64), Hex("00ff")))
  private def nested(levels: Int): Gen[Tree] =
    if (levels == 0) small
    else {
      val inner = Gen.lzy(nested(levels - 1))
      Gen.frequency(
        3 -> small,
        1 -> Gen.choose(0, 9).flatMap(Gen.listOfN(_, inner)).map(list => Items(list.toVector)),
        1 -> Gen.mapOf(Gen.zip(names, inner)).map(map => Entries(map.toVector)),
        1 -> Gen.choose(0, 9).flatMap(Gen.listOfN(_, Gen.zip(Gen.oneOf(small, inner), inner))).map(
          list => Entries(list.toVector)))
    }

  test("values of few names and few forms")(
    forAll(nested(4), minSuccessful(1000))(tree =>
      isTaken(tree, MsgpackGenerator.write(tree))))

  test("containers of as many elements and as large as headers change with") {
    for {
      count <- Seq(0, 1, 2, 15, 16, 254, 255, 256, 257, 70000)
      element <-
        Seq(Whole(1), Text("x" * 20), Items(Vector.empty), Items(Vector.fill(300)(NoValue)))
      if count * MsgpackGenerator.write(element).length < (1 << 21)
      tree <- Seq(Items(Vector.fill(count)(element)),
        Entries(Vector.tabulate(count)(i => Whole(i.toLong) -> element)),
        Entries(Vector.tabulate(math.min(count, 200))(i => Text(s"$i") -> element)))
      outer <-
        Seq(tree, Items(Vector(tree, tree)), Entries(Vector(Text("t") -> tree, Text("a") -> tree)),
          Entries(Vector(tree -> tree)))
    } isTaken(outer, MsgpackGenerator.write(outer))
  }

  test("as many names as numbers of one byte, and one more") {
    for (count <- 250 to 260) {
      val tree = Entries(Vector.tabulate(count)(i => Text(s"name $i") -> NoValue))
      assert(isSame(MsgpackGenerator.write(tree)) === (count <= 256))
      val pairs = Items(Vector(tree, Entries(Vector(NoValue -> NoValue))))
      assert(isSame(MsgpackGenerator.write(pairs)) === (count <= 254))
      for (any <- Seq(tree, pairs)) isTaken(any, MsgpackGenerator.write(any))
    }
  }

  test("as deep as it goes, and deeper") {
    for (levels <- 1 to 31) assert(isSame(Array.fill(levels)(0x91.toByte) :+ 1.toByte))
    for (levels <- 33 to 40) assert(whole(Array.fill(levels)(0x91.toByte) :+ 1.toByte) == null)
  }

  test("the vectors") {
    val all = Vectors.bytesOf("aerospike")
    val taken = all.count(bytes => bytes.nonEmpty && isTakenOrRefused(bytes))
    assert(taken > all.length / 3)
  }

  /** Asserts that the transcoder declines malformed bytes and makes correct VARIANTs otherwise. */
  private def isTakenOrRefused(bytes: Array[Byte]): Boolean =
    try isSame(bytes)
    catch { case refused: MalformedInputException => fail(Vectors.hex(bytes), refused) }

  test("bytes that are cut or changed") {
    forAll(nested(3).map(MsgpackGenerator.write), Gen.choose(0, 1 << 20), Gen.choose(0, 255),
      minSuccessful(3000)) { (bytes, at, byte) =>
      if (bytes.nonEmpty) {
        isTakenOrRefused(bytes.updated(at % bytes.length, byte.toByte))
        isTakenOrRefused(bytes.take(at % bytes.length))
      }
    }
  }

  test("counts that promise more than there is take no more room than there is") {
    val heads = Seq("9f", "8f", "dcffff", "deffff", "dc0100", "de0040", "dd00001000", "df00001000")
    for (head <- heads; count <- Seq(1, 2, 5, 31, 1000, 5000);
      filler <- Seq("90", "c0", "80", "00")) {
      val bytes = Vectors.bytes(head * math.min(count, 40) + filler * count)
      isTakenOrRefused(bytes)
    }
  }
}
