package sparkwire.sinks

import java.nio.file.Files

import scala.util.Random

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection
import org.apache.spark.sql.types.DataType

import sparkwire.errors.MalformedInputException
import sparkwire.expressions.Decode
import sparkwire.fuzz.FuzzTarget
import sparkwire.optimizer.Pruned
import sparkwire.wire.{StepByStep, Vectors}

import org.scalatest.funsuite.AnyFunSuite

/** What a sink offers to readers beside taking values one by one changes nothing: each function, over its vectors as they
  * are, cut and changed, whole and in part, makes the same rows to the last byte and refuses the same with all offers and
  * with none.
  */
class OffersSuite extends AnyFunSuite {
  private val settings = Seq(
    Map.empty[String, String],
    Map("verify" -> "none"),
    Map("maxSize" -> "300"),
    Map("maxDepth" -> "3"))
  private val MostValues = 300

  /** One decoding, with all offers and with none; each keeps its decoder from value to value. */
  private final class Both(decode: Decode) {
    private val plan = decode.plan
    private val inSteps = decode.copy(plan = plan.copy(root = StepByStep(plan.root)))
    private val project = UnsafeProjection.create(Array[DataType](decode.dataType))

    private def outcome(decode: Decode, row: InternalRow): Either[String, String] =
      try Right(Vectors.hex(project(InternalRow(decode.eval(row))).getBytes))
      catch { case refused: MalformedInputException => Left(refused.getMessage) }

    /** Whether it was a value. */
    def areSame(row: InternalRow): Boolean = {
      val found = outcome(decode, row)
      assert(found === outcome(inSteps, row), s"${decode.required.catalogString}, ${plan.options}")
      found.isRight
    }
  }

  private def parts(decode: Decode, random: Random): Seq[Decode] =
    Seq.fill(2)(Pruned(decode, RequiredParts.of(decode.plan.valueType, random))).distinct

  private def changed(bytes: Array[Byte], random: Random): Seq[Array[Byte]] =
    if (bytes.isEmpty || bytes.length > 4096) Nil
    else {
      val one = bytes.updated(random.nextInt(bytes.length), random.nextInt().toByte)
      Seq(bytes.take(random.nextInt(bytes.length)), one, bytes :+ 0.toByte)
    }

  for ((name, target) <- FuzzTarget.all.toSeq.sortBy(_._1); options <- settings;
    whole <- target.decoding(options)) {
    val seed = name.hashCode + options.hashCode
    test(s"$name, ${if (options.isEmpty) "no options" else options.mkString}, seed $seed") {
      val random = new Random(seed)
      val known = target.some(MostValues, random) ++
        FuzzTarget.filesOf(name).map(Files.readAllBytes)
      val all = (whole +: parts(whole, random)).map(new Both(_))
      var values = 0
      for (vector <- known; bytes <- vector +: changed(vector, random)) withClue(
        s"${Vectors.hex(bytes.take(2000))}: ")(
        for (both <- all if both.areSame(target.row(bytes))) values += 1)
      assert(values > 0 || options.contains("maxDepth"))
    }
  }
}
