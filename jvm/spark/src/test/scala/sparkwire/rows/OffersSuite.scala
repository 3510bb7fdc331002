package sparkwire.rows

import java.nio.file.Files

import scala.util.Random

import sparkwire.expressions.Decode
import sparkwire.fuzz.FuzzTarget
import sparkwire.optimizer.Pruned
import sparkwire.wire.Vectors

import org.scalatest.funsuite.AnyFunSuite

/** The offers of a sink do not change results. Each function runs over its vectors as they are, cut
  * and changed, whole and pruned. With all offers and with none, it makes the same rows to the last
  * byte and the same refusals.
  */
class OffersSuite extends AnyFunSuite {
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
      val random = new Random(seed)
      val known = call.some(MaxValues, random) ++ target.files.map(Files.readAllBytes)
      val all = (whole +: parts(whole, random)).map(new BothWays(_))
      var values = 0
      for (vector <- known; bytes <- vector +: FuzzTarget.damaged(vector, random)) withClue(
        s"${Vectors.hex(bytes.take(2000))}: ")(
        for (both <- all if both.areSame(call.row(bytes))) values += 1)
      assert(values > 0 || options.contains("maxDepth"))
    }
  }
}
