package sparkwire.rows

import java.nio.file.Files

import scala.util.Random

import sparkwire.expressions.Decode
import sparkwire.fast.GeneratedCode
import sparkwire.fuzz.{FuzzedCall, FuzzTarget}
import sparkwire.optimizer.Pruned
import sparkwire.wire.Vectors
import sparkwire.wire.places.CodeOnTrial

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** The offers of a sink do not change results. Each function runs over its vectors as they are, cut
  * and changed, whole and pruned. With all offers, and code that is generated for the first value, it
  * makes the same rows to the last byte and the same refusals as with none.
  */
class OffersSuite extends AnyFunSuite {
  private val compiledBefore = GeneratedCode.compiled.sum
  private val failedBefore = GeneratedCode.failed.sum
  private val settings = Seq(
    Map.empty[String, String],
    Map("verify" -> "none"),
    Map("maxSize" -> "300"),
    Map("maxDepth" -> "3"))
  private val MaxValues = 300

  private def parts(decode: Decode, random: Random): Seq[Decode] =
    Seq.fill(2)(Pruned(decode, RequiredParts.of(decode.plan.valueType, random))).distinct

  for (target <- FuzzTarget.all; (name, call) <- target.calls; options <- settings;
    whole <- call.decoding(options)) {
    val seed = name.hashCode + options.hashCode
    test(s"$name, ${if (options.isEmpty) "no options" else options.mkString}, seed $seed") {
      val usual = CodeOnTrial.terms
      CodeOnTrial.terms = CodeOnTrial.AtOnce
      try compare(target, call, whole, seed, isDeep = !options.contains("maxDepth"))
      finally CodeOnTrial.terms = usual
    }
  }

  test("code was generated, and all of it compiled") {
    assert(GeneratedCode.compiled.sum > compiledBefore)
    assert(GeneratedCode.failed.sum === failedBefore)
  }

  private def compare(target: FuzzTarget, call: FuzzedCall, whole: Decode, seed: Int,
      isDeep: Boolean): Assertion = {
    val random = new Random(seed)
    val known = call.some(MaxValues, random) ++ target.files.map(Files.readAllBytes)
    val all = (whole +: parts(whole, random)).map(new BothWays(_))
    var values = 0
    for (vector <- known; bytes <- vector +: FuzzTarget.damaged(vector, random)) withClue(
      s"${Vectors.hex(bytes.take(2000))}: ")(
      for (both <- all if both.areSame(call.row(bytes))) values += 1)
    assert(values > 0 || !isDeep)
  }
}
