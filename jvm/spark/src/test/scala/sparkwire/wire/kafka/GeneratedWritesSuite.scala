package sparkwire.wire.kafka

import scala.util.Random

import sparkwire.encoding.WrittenBothWays
import sparkwire.rows.GeneratedFillers
import sparkwire.wire._
import sparkwire.wire.core._
import sparkwire.wire.kafka.definitions.{Definitions, KafkaLayout, MessageDefinition}
import sparkwire.wire.kafka.messages.{OneKafkaValue, OneMessage, VersionSource}
import sparkwire.wire.writing.Written

import org.scalacheck.Gen
import org.scalacheck.rng.Seed
import org.scalatest.funsuite.AnyFunSuite

/** Kafka's messages with random content: see [[WrittenBothWays]]. */
class GeneratedWritesSuite extends AnyFunSuite with WrittenBothWays {
  private val definitions = Definitions.all.filterNot(_.isRemoved).filter(KafkaClasses.has)

  for (absent <- Seq("null", "default"))
    test(s"Kafka's messages, what is absent being $absent") {
      val (compiled, failed) = (GeneratedFillers.compiled, GeneratedFillers.failed)
      for (definition <- definitions) {
        val random = new Random(definition.name.hashCode.toLong)
        val versions = definition.validVersions.lowest to definition.newest
        for (version <- Seq(definition.newest, versions(random.nextInt(versions.length))).distinct)
          withClue(s"${definition.name} $version: ") {
            val root = OneMessage(
              KafkaLayout.Message(definition.name, isName = true), VersionSource.Constant(version))
            check(root, Options(Map("absent" -> absent)),
              message(definition, version, random.nextLong()), random)
          }
      }
      assert(GeneratedFillers.compiled - compiled > 100)
      assert(GeneratedFillers.failed === failed)
    }

  test("lists of types") {
    val list =
      "a COMPACT_ARRAY<STRUCT<b INT16, c UINT16, d UINT32, e FLOAT64, f BOOLEAN, g NULLABLE_BYTES, " +
        "h UUID, i NULLABLE_ARRAY<INT64>, j COMPACT_NULLABLE_STRING, TAGGED_FIELDS(0 k COMPACT_STRING, " +
        "1 l COMPACT_ARRAY<INT32>, 3 m UUID, 4 n FLOAT64, 7 o BOOLEAN, 8 p COMPACT_NULLABLE_BYTES, " +
        "9 q COMPACT_ARRAY<STRUCT<r INT8, TAGGED_FIELDS(0 s INT8)>>)>>, TAGGED_FIELDS()"
    val uuid = "000102030405060708090a0b0c0d0e0f"
    val plain = s"0001 ffff ffffffff 7ff8000000000000 01 00000002 aabb $uuid 00000001 " +
      "8000000000000000 03 c3a9"
    val bytes = Vectors.bytes(
      s"04 $plain 07 00 03 03c3a9 01 09 03 00000001 ffffffff 03 10 $uuid 04 08 7ff8000000000000 " +
        s"07 01 02 08 02 02 aa 09 08 03 05 01 00 01 07 06 00 $plain 00 $plain 01 00 02 02 61 00"
          .replace("08 02 02 aa", "08 02 02aa"))
    for (round <- 1 to 10)
      check(OneKafkaValue(KafkaLayout.Types(list)), Options.none, bytes, new Random(round.toLong))
  }

  test("a tagged field that may be null and has another default") {
    val definition =
      """{"type": "data", "name": "Mine", "validVersions": "0-1", "flexibleVersions": "0+", "fields": [
        {"name": "a", "type": "int32", "versions": "0+"},
        {"name": "c", "type": "[]int32", "versions": "0", "nullableVersions": "0"},
        {"name": "b", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0,
         "nullableVersions": "0+", "default": "x"}]}"""
    val root = OneMessage(KafkaLayout.of(definition).asInstanceOf[KafkaLayout.Message],
      VersionSource.Constant(1))
    val compiled = GeneratedFillers.compiled
    check(root, Options.none, Vectors.bytes("00000001 01 00 02 0279"), new Random(1))
    assert(GeneratedFillers.compiled === compiled + 1)
  }

  test("enough of them were written, and enough were refused") {
    assert(written > 5000 && refused > 2000)
  }

  private def message(definition: MessageDefinition, version: Int, seed: Long): Array[Byte] =
    KafkaClasses.written(definition, version,
      KafkaClasses.content(definition, version).pureApply(
        Gen.Parameters.default.withSize(4), Seed(seed)))

  private def check(root: Root with Written, options: Options, bytes: Array[Byte],
      random: Random): Unit = check(Kafka.Layouts, root, options, bytes, root, random)
}
