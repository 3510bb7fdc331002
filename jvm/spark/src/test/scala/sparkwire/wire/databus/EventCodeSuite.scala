package sparkwire.wire.databus

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types.StructType

import sparkwire.Decoders
import sparkwire.expressions.{Decoder, Ending}
import sparkwire.fast.GeneratedCode
import sparkwire.rows.Results
import sparkwire.wire._
import sparkwire.wire.core.{Options, Root}
import sparkwire.wire.places.CodeOnTrial

import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

/** Events that generated code writes to rows give the same rows and the same refusals as events given
  * in steps.
  */
class EventCodeSuite extends AnyFunSuite with ScalaCheckPropertyChecks {
  private val all = Decoders.plan(Ending.Attempt, null, Map.empty, Databus, Databus.OneEvent)
    .resultType.asInstanceOf[StructType]
  private def some(names: String*): StructType = StructType(names.map(all(_)))

  private val types = Seq(
    all,
    StructType(all.fields.reverse),
    some("version", "opcode", "key", "sequence", "timestamp", "schema_id", "payload"),
    some("payload", "is_error", "key_bytes", "opcode"),
    some("metadata", "payload", "byte_order"),
    some("sequence"))
  private val ways = for {
    order <- Seq("auto", "big", "little")
    verify <- Seq("full", "none")
  } yield Map("byteOrder" -> order, "verify" -> verify)

  private def decoder(root: Root, options: Map[String, String], asked: StructType): Decoder =
    new Decoder(Decoders.plan(Ending.Attempt, null, options, Databus, root), asked)

  private val compiledBefore = GeneratedCode.compiled.sum
  private val failedBefore = GeneratedCode.failed.sum

  private val usual = CodeOnTrial.terms
  CodeOnTrial.terms = CodeOnTrial.AtOnce
  private val pairs = for {
    options <- ways
    asked <- types
  } yield (asked, decoder(Databus.OneEvent, options, asked),
    decoder(StepByStep(Databus.OneEvent), options, asked))
  // A decoder takes the terms of its code with its first value.
  pairs.foreach { case (_, atOnce, _) => atOnce.decode(Array[Byte](0)) }
  CodeOnTrial.terms = usual

  private def same(bytes: Array[Byte]): Assertion = {
    pairs.foreach { case (asked, atOnce, inSteps) =>
      (atOnce.decode(bytes), inSteps.decode(bytes)) match {
        case (one: UnsafeRow, other: UnsafeRow) => assert(one === other)
        case (one: InternalRow, other: InternalRow) =>
          assert(Results.of(one, asked) === Results.of(other, asked))
        case (one, other) => assert(one === null && other === null)
      }
    }
    succeed
  }

  private def changed(bytes: Array[Byte]): Gen[Array[Byte]] = for {
    at <- Gen.choose(0, bytes.length - 1)
    value <- Gen.choose(-128, 127)
    cut <- Gen.frequency(3 -> bytes.length, 1 -> Gen.choose(0, bytes.length))
  } yield bytes.updated(at, value.toByte).take(cut)

  private val event: Gen[Array[Byte]] =
    Gen.oneOf(EventGenerator.version1.map(_.bytes), EventGenerator.version2.map(_.bytes))

  test("vectors, good and bad") {
    Vectors.bytesOf("databus").foreach(same)
  }

  test("events of any kind") {
    forAll(event, minSuccessful(500))(same(_))
  }

  test("events of which a byte was changed or the end is missing") {
    forAll(event.flatMap(changed), minSuccessful(1000))(same(_))
  }

  test("two events are not one") {
    forAll(event, event)((one, other) => same(one ++ other))
  }

  test("events of both versions are usual, in either order") {
    val parts = new EventParts(Options.none)
    forAll(EventGenerator.version1)(event =>
      assert(parts.tryFind(event.bytes, 0, event.bytes.length)))
    val known = Vectors.bytesOf("databus").filter(_.headOption.contains(2.toByte))
    assert(known.count(bytes => parts.tryFind(bytes, 0, bytes.length)) > 20)
  }

  test("code was generated, and all of it compiled") {
    assert(GeneratedCode.compiled.sum > compiledBefore)
    assert(GeneratedCode.failed.sum === failedBefore)
  }
}
