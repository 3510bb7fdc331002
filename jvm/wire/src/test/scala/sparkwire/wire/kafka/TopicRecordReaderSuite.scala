package sparkwire.wire.kafka

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire._
import sparkwire.wire.Tree._

import com.fasterxml.jackson.databind.JsonNode
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Records of internal topics, and messages with their version in front. */
class TopicRecordReaderSuite extends AnyFunSuite with VectorTests with ReaderChecks {
  private def bytesOf(json: JsonNode): Array[Byte] =
    if (json.isNull) null else Vectors.bytes(json.asText)

  private def record(topic: String, value: Array[Byte]): Root =
    Beside(TopicRecord, topic.getBytes(US_ASCII), value)

  private def check(root: Root, key: Array[Byte], fails: Option[String])(
      expected: Tree => Assertion): Assertion = {
    val read = walk(root, key).left.map(_.word).map(Views.plain)
    fails match {
      case Some("unknown-record-type") if read.isRight =>
        // Passed over: new brokers write new types.
        val found = read.toOption.get.asInstanceOf[Struct]
        assert(found.fields.keySet === Set("record_type", "tombstone"))
      case Some(word) => assert(read.left.toOption.exists(Views.isNear(word, _)))
      case None => expected(read.fold(word => fail(word), identity))
    }
  }

  private def within(found: Tree, part: JsonNode): Assertion = {
    assert(Views.isWithin(Views.value(part.get("data")), found))
    if (part.has("full"))
      assert(Views.isWithin(Views.without(found, Views.unknownTags), Views.value(part.get("full"))))
    val tags =
      Option(part.get("unknown_tags")).filterNot(_.isEmpty).fold[Tree](NoValue)(Views.value)
    assert(found.at(Views.unknownTags) === tags)
  }

  eachLine("kafka", "internal_topics", 176) { line =>
    val args = line.json.get("args")
    val bytes = bytesOf(line.json.get("hex"))
    line.text("kind") match {
      case "coordinator-record" =>
        val key = bytesOf(args.get("key"))
        check(record(args.get("topic").asText, bytes), key, line.fails) { found =>
          val keyView = line.view.get("key")
          assert(found.at("record") === Text(keyView.get("name").asText.stripSuffix("Key")))
          assert(found.at("record_type") === Whole(keyView.get("type").asLong))
          assert(found.at("tombstone") === Flag(bytes == null))
          within(found.at("key"), keyView)
          val value = line.view.get("value")
          if (value.isNull)
            assert((found.at("value"), found.at("version")) === ((NoValue, NoValue)))
          else {
            assert(found.at("version") === Whole(value.get("version").asLong))
            within(found.at("value"), value)
          }
        }
      case "metadata-record" =>
        check(record("__cluster_metadata", bytes), Array[Byte](1, 2, 3), line.fails) { found =>
          assert(found.at("record") === Text(line.view.get("name").asText))
          assert(found.at("record_type") === Whole(line.view.get("type").asLong))
          assert(found.at("version") === Whole(line.view.get("version").asLong))
          assert(found.at("tombstone") === Flag(false))
          within(found.at("value"), line.view)
        }
      case "versioned-message" =>
        val layout = Views.definition(args.get("definition").asText)
        val root = OneMessage(layout, VersionSource.Prefix)
        tiles(root)(bytes)
        check(root, bytes, line.fails) { found =>
          assert(found.at("_version") === Whole(line.view.get("version").asLong))
          assert(Views.isWithin(Views.value(line.view.get("message")), found))
          assert(
            Views.isWithin(Views.without(found, "_version", Views.unknownTags),
              Views.value(line.view.get("full"))))
          prunedIsUnpruned(root)(bytes)
        }
    }
  }
}
