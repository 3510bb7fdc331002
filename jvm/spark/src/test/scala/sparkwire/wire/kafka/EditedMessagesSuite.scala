package sparkwire.wire.kafka

import scala.util.{Random, Try}

import sparkwire.fuzz.{FieldEdits, FuzzedCall}
import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.definitions.{Definitions, KafkaLayout, MessageDefinition}
import sparkwire.wire.kafka.messages.{OneMessage, VersionSource}

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Messages that Kafka's classes wrote, edited field by field: our reader accepts the messages that
  * Kafka's classes accept, with the same fields, except for the bytes that only we refuse.
  */
class EditedMessagesSuite extends AnyFunSuite with ReaderChecks {
  import EditedMessagesSuite.OnlyOurs

  private val seed = FieldEdits.seed
  private val EditsOfEach = 100

  for (definition <- Definitions.all.filterNot(_.isRemoved).filter(KafkaClasses.has))
    test(s"${definition.name}, edits of seed $seed") {
      val random = new Random(seed + definition.name.hashCode)
      val edits = new FieldEdits(new Messages(definition))
      for (_ <- 1 to EditsOfEach)
        agrees(definition, edits.some(random))
    }

  private def agrees(definition: MessageDefinition, edited: Array[Byte]): Assertion = {
    val version = edited.take(2).foldLeft(0)((read, byte) => read << 8 | byte & 0xff).toShort.toInt
    val bytes = edited.drop(2)
    if (edited.length < 2 || !definition.validVersions.has(version)) succeed
    else
      withClue(s"version $version, ${Vectors.hex(bytes)}: ") {
        val theirs = theirsOf(definition, version, bytes)
        val root =
          OneMessage(
            KafkaLayout.Message(definition.name, isName = true), VersionSource.Constant(version))
        walk(root, bytes, Options(Map("absent" -> "default"))) match {
          case Right(Struct(fields)) =>
            val full = KafkaClasses.full(definition, version, theirs.get)
            // Fields of other releases are left out.
            assert(Views.named(Struct(fields), full) === full)
          case Right(other) => fail(other.toString)
          case Left(reason) =>
            val isOnlyOurs =
              definition.flexibleVersions.has(version) || reason == Kafka.NegativeLength
            assert(theirs.isFailure || (isOnlyOurs && OnlyOurs(reason)), reason.word)
        }
      }
  }

  // A broker that does not know the version of an ApiVersions request answers in version 0.
  private def theirsOf(definition: MessageDefinition, version: Int, bytes: Array[Byte]) = {
    val read = Try(KafkaClasses.readWhole(definition, version, bytes))
    if (definition.name == "ApiVersionsResponse")
      read.orElse(Try(KafkaClasses.readWhole(definition, 0, bytes)))
    else read
  }

  private final class Messages(definition: MessageDefinition)
      extends FuzzedCall(
        "kafka_decode", "kafka", definition.name, Map("versionPrefix" -> "true")) {
    override def known: Seq[Array[Byte]] = KafkaClasses.prefixed(definition.name)
  }
}

private object EditedMessagesSuite {

  /** The rules that Kafka's generated classes do not check: the order and the size of known tags,
    * the bits of a varint beyond its type, and which negative number a length is. A size beyond the
    * end of the input is a length past the end.
    */
  private val OnlyOurs = Set(Kafka.NegativeLength, Kafka.VarintOverflow, Kafka.TagsOutOfOrder,
    Kafka.DuplicateTag, Kafka.TagSizeMismatch, Kafka.LengthPastEnd)
}
