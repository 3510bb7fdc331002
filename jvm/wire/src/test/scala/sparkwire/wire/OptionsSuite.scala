package sparkwire.wire

import sparkwire.wire.core.{Options, OptionSpec}

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

class OptionsSuite extends AnyFunSuite with TableDrivenPropertyChecks {
  private val word = OptionSpec.Words("order", Seq("auto", "big"), "")
  private val number = OptionSpec.Number("depth", 5, 1, 1000, "")

  test("a word is accepted as it is written and in no other way") {
    assert(Seq("auto", "big").forall(word.accepts))
    assert(!Seq("", "Auto", "BIG", " big", "big ", "little", "auto, big").exists(word.accepts))
    assert(word.accepted === "auto, big")
  }

  private val numbers = Table(("text", "is accepted"), ("1", true), ("1000", true), ("007", true),
    ("0", false), ("1001", false), ("", false), (" 5", false), ("5 ", false), ("+5", false),
    ("-5", false), ("5.0", false), ("1e2", false), ("0x10", false), ("five", false),
    ("\u0665", false), ("4294967301", false), ("99999999999999999999", false))

  forAll(numbers) { (text, isAccepted) =>
    test(s"'$text' is ${if (isAccepted) "a" else "no"} number from 1 to 1000") {
      assert(number.accepts(text) === isAccepted)
    }
  }

  test("the range of a number is said") {
    assert(number.accepted === "a whole number from 1 to 1000")
  }

  test("the greatest number is accepted, one more is not") {
    val any = OptionSpec.Number("n", 0, 0, Int.MaxValue, "")
    assert(any.accepts("2147483647") && !any.accepts("2147483648"))
    assert(Options(Map("n" -> "2147483647")).number(any) === Int.MaxValue)
  }

  test("what is not given has its default") {
    assert(Options.none.word(word) === "auto")
    assert(Options.none.number(number) === 5)
    assert(Options.none.verifies && Options.none.mismatchFails)
    assert(Options.none.maxDepth === 500)
    assert(Options.none.maxSize === 16 * 1024 * 1024)
  }

  test("what is given counts") {
    val options = Options(
      Map("order" -> "big", "depth" -> "7", "verify" -> "none",
        "maxDepth" -> "3", "maxSize" -> "100", "mismatch" -> "null"))
    assert(options.word(word) === "big")
    assert(options.number(number) === 7)
    assert(!options.verifies && !options.mismatchFails)
    assert(options.maxDepth === 3 && options.maxSize === 100)
  }

  test("400 containers always decode and 128 MiB is the most: the limits of the common options") {
    assert(Options.MaxDepth.accepts("400") && Options.MaxDepth.default >= 400)
    assert(Options.MaxSize.accepts((128 << 20).toString))
    assert(!Options.MaxSize.accepts(((128 << 20) + 1).toString))
    assert(Options.Verify.words === Seq("full", "none"))
  }

  test("options are compared by value: calls with the same ones share a decoding") {
    assert(Options(Map("a" -> "1", "b" -> "2")) === Options(Map("b" -> "2", "a" -> "1")))
    assert(Options(Map("a" -> "1")) !== Options(Map("a" -> "2")))
  }
}
