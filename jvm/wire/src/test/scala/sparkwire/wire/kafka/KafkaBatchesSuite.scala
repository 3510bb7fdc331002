package sparkwire.wire.kafka

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.KafkaBatches._
import sparkwire.wire.kafka.batches.ManyBatches

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.funsuite.AnyFunSuite

/** Record batches written by Kafka's own classes: our reader gives the records that they read. */
class KafkaBatchesSuite extends AnyFunSuite with ReaderChecks {
  private val Samples = 12

  for (magic <- 0 to 2; (name, codec) <- codecs if magic == 2 || name != "zstd")
    test(s"magic $magic, $name") {
      for (sample <- 1 to Samples) {
        val bytes =
          random(magic, codec).pureApply(Gen.Parameters.default, Seed(sample * 10L + magic))
        withClue(s"sample $sample, ${Vectors.hex(bytes)}: ") {
          assert(walk(ManyBatches, bytes) === Right(rows(bytes)))
          tiles(ManyBatches)(bytes)
          if (sample == 1) {
            prunedIsUnpruned(ManyBatches)(bytes)
            everyFlipIsValueOrFault(ManyBatches, Options(Map("verify" -> "none")))(bytes.take(600))
          }
        }
      }
    }

  test("many batches of all kinds, end to end") {
    val bytes = (for (magic <- 0 to 2; (name, codec) <- codecs if magic == 2 || name != "zstd")
      yield written(magic, codec, simple(s"$magic"), simple(name))).flatten.toArray
    assert(walk(ManyBatches, bytes) === Right(rows(bytes)))
    assert(walk(ManyBatches, bytes).toOption.get.asInstanceOf[Items].items.length === 26)
  }

  test("control batches: markers of transactions") {
    for (isCommit <- Seq(true, false)) {
      val bytes = marker(isCommit)
      assert(walk(ManyBatches, bytes) === Right(rows(bytes)))
      val row = walk(ManyBatches, bytes).toOption.get.asInstanceOf[Items].items.head
      assert((row.at("control"), row.at("transactional")) === ((Flag(true), Flag(true))))
      assert(row.at("record").at("key") === Hex(if (isCommit) "00000001" else "00000000"))
    }
  }
}
