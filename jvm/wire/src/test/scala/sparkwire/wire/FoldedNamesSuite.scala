package sparkwire.wire

import java.util.Locale

import sparkwire.wire.core.FoldedNames

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class FoldedNamesSuite extends AnyFunSuite with ScalaCheckPropertyChecks {
  private val letters =
    Gen.oneOf("Σ", "σ", "ς", "İ", "i", "I", "i̇", "ı", "a", "A", "ä", "Ä", "ß", "ẞ",
      "K", "K", "ǅ", "\ud801\udc00", "\ud801\udc28", "'", " ")
  private val name = Gen.choose(0, 4).flatMap(Gen.listOfN(_, letters)).map(_.mkString)

  test("finds what Java's lower case finds")(
    forAll(Gen.listOf(name).map(_.distinct), name, minSuccessful(20000)) { (names, wanted) =>
      def lower(name: String): String = name.toLowerCase(Locale.ROOT)
      val found = names.indices.filter(at => lower(names(at)) == lower(wanted))
      val only = if (found.length == 1) found.head else -1
      assert(new FoldedNames(names.toArray).positionOf(wanted) === only)
    })

  // Java takes 10 s for the first of these, and quadratically more for longer ones.
  for (letter <- Seq("Σ'", "aΣ", "İ"))
    test(s"a name of many '$letter' takes no longer than others") {
      val names = new FoldedNames(Array("a", letter))
      val begun = System.nanoTime
      assert(names.positionOf(letter * 200000) === -1)
      assert((System.nanoTime - begun) / 1000000 < 2000)
    }
}
