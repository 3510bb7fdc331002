package sparkwire.wire.kafka

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.Root
import sparkwire.wire.kafka.messages.{OneMessage, TopicRecord, VersionSource}
import sparkwire.wire.trace.Tile

import com.fasterxml.jackson.databind.JsonNode
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

/** Records of internal topics, and messages preceded by their version. */
class TopicRecordReaderSuite extends AnyFunSuite with VectorTests with ReaderChecks {
  private def bytesOf(json: JsonNode): Array[Byte] =
    if (json.isNull) null else Vectors.bytes(json.asText)

  private def record(topic: String, value: Array[Byte]): Root =
    Beside(TopicRecord, topic.getBytes(US_ASCII), value)

  private def check(root: Root, key: Array[Byte], fails: Option[String], isRecord: Boolean = true)(
      expected: Tree => Assertion): Assertion = {
    val read = walk(root, key).left.map(_.word).map(Views.plain)
    fails match {
      case Some("unknown-record-type") if read.isRight =>
        // Unknown types are skipped, because newer brokers write new types.
        val found = read.toOption.get.asInstanceOf[Struct]
        assert(found.fields.keySet === Set("record_type", "tombstone"))
      case Some("unsupported-version") if isRecord =>
        // The value of a newer broker is skipped as well, but reported as a fault.
        val found = read.toOption.get.asInstanceOf[Struct]
        assert(found.fields.keySet - "key" === Set("record", "record_type", "version", "tombstone"))
        assert(faultOf(root, key).map(_.reason.word) === fails)
      case Some(word) => assert(read.left.toOption.exists(Views.isNear(word, _)))
      case None => expected(read.fold(word => fail(word), identity))
    }
  }

  private def within(found: Tree, part: JsonNode): Assertion = {
    assert(Views.isWithin(Views.value(part.get("data")), found))
    if (part.has("full")) {
      val full = Views.value(part.get("full"))
      assert(Views.isWithin(Views.named(Views.without(found, Views.unknownTags), full), full))
    }
    val tags =
      Option(part.get("unknown_tags")).filterNot(_.isEmpty).fold[Tree](NoValue)(Views.value)
    assert(found.at(Views.unknownTags) === tags)
  }

  // A record that commits an offset: group g1, topic t, partition 10.
  private val commitKey = Vectors.bytes("0001000267310001740000000a")
  private val commit = Vectors.bytes("00030000000000000064ffffffff00000000018bcfe568ab")
  // Group g, a topic whose id is 1, partition 0.
  private val shareKey = Vectors.bytes("0000" + "000167" + "00" * 15 + "01" + "00000000")
  private def committed(value: Array[Byte]): Root = record("__consumer_offsets", value)
  private def placeOf(root: Root, key: Array[Byte]): Option[(String, Int, String)] =
    faultOf(root, key).map(fault => (fault.reason.word, fault.offset, fault.path))

  test("a known type at a version that is not known is passed over, and said to be a fault") {
    // The change of a broker's registration, as a Kafka after 4.4 may write it.
    val newerBroker = Vectors.bytes("01110400000001000000000000001201030101")
    val transaction = Vectors.bytes("0000000161")
    for ((topic, key, value, name, number, version, at) <- Seq(
        ("__consumer_offsets", commitKey, Vectors.bytes("0009ff"), "OffsetCommit", 1, 9, 0),
        ("__consumer_offsets", commitKey, Vectors.bytes("fffe"), "OffsetCommit", 1, -2, 0),
        ("__transaction_state", transaction, Vectors.bytes("0063"), "TransactionLog", 0, 99, 0),
        ("__share_group_state", shareKey, Vectors.bytes("006300"), "ShareSnapshot", 0, 99, 0),
        ("__cluster_metadata", Array.emptyByteArray, newerBroker, "BrokerRegistrationChangeRecord",
          17, 4, 2))) {
      val root = record(topic, value)
      val found = walk(root, key).fold(reason => fail(reason.word), identity)
      assert(found.at("record") === Text(name))
      assert(found.at("record_type") === Whole(number.toLong))
      assert(found.at("version") === Whole(version.toLong))
      assert(found.at("value") === NoValue)
      assert(placeOf(root, key) === Some(("unsupported-version", at, "value.version")))
      assert(dissect(root, key).tiles.last ===
        Tile(at, value.length - at, "value.version", "FAULT", "unsupported-version"))
    }
  }

  test("a version that no newer broker can write is refused") {
    val value = record("__cluster_metadata", Vectors.bytes("0111" + "808002"))
    assert(walk(value, Array.emptyByteArray).left.map(_.word) === Left("unsupported-version"))
  }

  test("a record type that is no INT16 is refused") {
    val value = record("__cluster_metadata", Vectors.bytes("01" + "808002" + "00"))
    assert(walk(value, Array.emptyByteArray).left.map(_.word) === Left("unknown-record-type"))
  }

  test("faults and gaps are said to be in the key or in the value") {
    for ((root, key, place) <- Seq(
        (committed(commit), commitKey :+ 0.toByte, ("trailing-bytes", 13, "key")),
        (committed(commit :+ 0.toByte), commitKey, ("trailing-bytes", 24, "value")),
        (committed(commit), commitKey.take(1), ("truncated", 0, "key.record_type")),
        (committed(commit), commitKey.take(5), ("length-past-end", 2, "key.group")),
        (committed(commit.take(1)), commitKey, ("truncated", 0, "value.version")),
        (committed(commit.take(9)), commitKey, ("truncated", 2, "value.offset"))))
      assert(placeOf(root, key) === Some(place))
    for (topic <- Seq("__consumer_offsets", "__cluster_metadata")) {
      // A key and a value of unknown types.
      val value = Vectors.bytes("01ff0f00aabb")
      val rows = dissect(record(topic, value), Vectors.bytes("7ffe01")).tiles
      assert(rows.filter(_.kind == "gap").map(_.path).distinct === Seq("key", "value"))
    }
  }

  test("what is no record has the gaps of its key and its value") {
    val key = Vectors.bytes("00")
    val value = Vectors.bytes("0102")
    val gaps = Seq(Tile(0, 1, "key", "gap", ""), Tile(0, 2, "value", "gap", ""))
    for ((topic, value, expected) <- Seq(
        ("other", value, gaps), ("other", null, gaps.take(1)),
        ("__cluster_metadata", null, gaps.take(1))))
      assert(dissect(record(topic, value), key).tiles.filter(_.length > 0) === expected)
    assert(dissect(record("__cluster_metadata", Vectors.bytes("02")), key).tiles.map(tile =>
      (tile.path, tile.kind)) === Seq(("key", "gap"), ("value", "FAULT")))
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
        check(root, bytes, line.fails, isRecord = false) { found =>
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
