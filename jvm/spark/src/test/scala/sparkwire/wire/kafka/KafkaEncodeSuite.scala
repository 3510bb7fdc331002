package sparkwire.wire.kafka

import org.apache.spark.sql.Row

import sparkwire.SparkSuite
import sparkwire.wire.{Vectors, VectorTests}
import sparkwire.wire.kafka.definitions.Definitions

import org.scalatest.funsuite.AnyFunSuite

/** `kafka_encode` and its twins. */
class KafkaEncodeSuite extends AnyFunSuite with SparkSuite with VectorTests {
  private def quoted(text: String): String = text.replace("\\", "\\\\").replace("'", "\\'")

  // Messages.

  private def roundTrip(definition: String, lines: Seq[Row], options: String = ""): Seq[Row] = {
    view("messages_to_encode", "name STRING, version INT, value BINARY", lines)
    rows(
      s"""SELECT name, lower(hex(again)), kafka_encode_fault(decoded, layout, version) AS fault,
        to_json(decoded) = to_json(kafka_decode(again, layout, version$options)), version FROM (
      SELECT *, kafka_encode(decoded, layout, version) AS again FROM (
        SELECT *, kafka_decode(value, layout, version$options) AS decoded FROM messages_to_encode))"""
        .replace("layout", s"'${quoted(definition)}'"))
  }

  for (file <- Seq("messages", "custom", "tagged"))
    test(s"kafka/$file: each line that is decoded is encoded") {
      val valid = Vectors.read("kafka", file).filter(_.fails.isEmpty)
      for ((name, lines) <- valid.groupBy(_.json.get("args").get("definition").asText)) {
        val values = lines.map(line =>
          Row(line.name, line.json.get("args").get("version").asInt, line.bytes))
        val found = roundTrip(Views.text(name), values)
        assert(found.length === lines.length)
        val bytes = values.map(row => row.getString(0) -> row.getAs[Array[Byte]](2)).toMap
        for (row <- found) withClue(s"${row.getString(0)}, ${row.get(1)}: ") {
          assert(row.isNullAt(2))
          assert(row.getBoolean(3))
          if (Definitions.has(name) && KafkaClasses.has(Definitions(name)))
            assert(row.getString(1) === Vectors.hex(
              KafkaClasses.again(Definitions(name), row.getInt(4), bytes(row.getString(0)))))
        }
      }
    }

  test("messages of Kafka's classes have the same bytes, with and without absent fields") {
    for (name <- Seq("MetadataResponse", "FetchRequest", "GroupMetadataValue", "PartitionRecord",
        "ConsumerGroupMemberMetadataValue"); options <- Seq("", ", map('absent', 'default')")) {
      val values = KafkaClasses.prefixed(name).map(bytes =>
        Row(Vectors.hex(bytes.drop(2)), (bytes(0) & 0xff) << 8 | bytes(1) & 0xff, bytes.drop(2)))
      for (row <- roundTrip(name, values, options)) assert(row.getString(1) === row.getString(0))
    }
  }

  test("generated and interpreted code give the same") {
    val values = KafkaClasses.prefixed("MetadataResponse").map(bytes =>
      Row("", bytes(1).toInt, bytes.drop(2)))
    view("metadata_to_encode", "name STRING, version INT, value BINARY", values)
    val query = "SELECT hex(kafka_encode(kafka_decode(value, 'MetadataResponse', version), " +
      "'MetadataResponse', version)) FROM metadata_to_encode"
    assert(generated(unfolded(rows(query))) === interpreted(unfolded(rows(query))))
  }

  test("a version in front") {
    val found = rows("SELECT name, lower(hex(value)), lower(hex(kafka_encode(kafka_decode(value, " +
      "'GroupMetadataValue', map('versionPrefix', 'true')), 'GroupMetadataValue', " +
      s"map('versionPrefix', 'true')))) FROM ${prefixed("GroupMetadataValue")}")
    assert(found.nonEmpty)
    found.foreach(row => assert(row.getString(1) === row.getString(2)))
  }

  private def prefixed(name: String): String = {
    view("prefixed_to_encode", "name STRING, value BINARY",
      KafkaClasses.prefixed(name).map(Row("", _)))
    "prefixed_to_encode"
  }

  // Types.

  private val valid = Vectors.read("kafka", "types").filter(_.fails.isEmpty)
  test("kafka/types: each line that is decoded is encoded") {
    val calls = valid.zipWithIndex.map { case (line, number) =>
      val args = line.json.get("args")
      val layout =
        if (args.has("type")) VectorLayouts.of(args.get("type"))
        else VectorLayouts.listOf(args.get("schema"))
      s"""SELECT $number AS number, to_json(named_struct('d', d)) = to_json(named_struct('d', 
        kafka_decode(kafka_encode(d, '$layout'), '$layout'))), d IS NULL,
        kafka_encode_fault(d, '$layout') FROM (
          SELECT kafka_decode(X'${Vectors.hex(line.bytes)}', '$layout') AS d)"""
    }
    for (some <- calls.grouped(60))
      for (row <- rows(some.mkString(" UNION ALL "))) withClue(valid(row.getInt(0)).name) {
        assert(row.isNullAt(3))
        assert(row.getBoolean(2) || row.getBoolean(1))
      }
  }

  private def hexOf(value: String, layout: String): Any =
    one(s"SELECT hex(kafka_encode($value, '$layout'))")

  test("values of any type that fits") {
    assert(hexOf("named_struct('B', 'x', 'a', CAST(7 AS BIGINT))", "a INT8, b STRING") ===
      "07000178")
    assert(hexOf("7", "UNSIGNED_VARLONG") === "07")
    assert(hexOf("CAST(18446744073709551615 AS DECIMAL(20,0))", "UNSIGNED_VARLONG") ===
      "FFFFFFFFFFFFFFFFFF01")
    assert(hexOf("CAST(0.5 AS FLOAT)", "FLOAT64") === "3FE0000000000000")
    assert(
      hexOf("array('1', NULL)", "ARRAY<COMPACT_NULLABLE_STRING>") === "00000002" + "0231" + "00")
  }

  test("sections of tags") {
    val options = "map('tagHeader', 'interleaved')"
    for (line <- Vectors.read("kafka", "interleaved") if line.fails.isEmpty) {
      val value = s"X'${Vectors.hex(line.bytes)}'"
      val again = s"kafka_tags_encode(kafka_tags_decode($value, $options), $options)"
      assert(one(s"SELECT kafka_tags_decode($again, $options) = " +
        s"kafka_tags_decode($value, $options)") === true)
    }
    assert(one("SELECT hex(kafka_tags_encode(array(named_struct('tag', 300, 'data', X'07'), " +
      "named_struct('tag', 5, 'data', X''))))") === "020500AC020107")
    for ((value, reason, path) <- Seq(
        ("array(named_struct('tag', 1, 'data', X''), named_struct('tag', 1, 'data', X''))",
          "conflicting-field", "[1].tag"),
        ("array(named_struct('tag', 1))", "missing-field", "[0].data"),
        ("array(named_struct('data', X''))", "missing-field", "[0].tag"),
        ("array(named_struct('tag', 4294967296, 'data', X''))", "out-of-range", "[0].tag")))
      assert(one(s"SELECT kafka_tags_encode_fault($value)").asInstanceOf[Row].toSeq.take(2) ===
        Seq(reason, path))
    refused("SELECT kafka_tags_encode(array(1))", "SPARKWIRE_WRONG_ARGUMENTS", "value[] is INT")
  }

  private val refusals = Seq(
    ("named_struct('a', 300)", "'a INT8'", "out-of-range", "a"),
    ("named_struct('a', -1)", "'a UINT16'", "out-of-range", "a"),
    ("named_struct('b', 1)", "'a INT8, b INT8'", "missing-field", "a"),
    ("named_struct('a', repeat('x', 40000))", "'a STRING'", "too-long", "a"),
    ("named_struct('a', 'no uuid')", "'a UUID'", "type-mismatch", "a"),
    ("named_struct('a', CAST(X'ff' AS STRING))", "'a STRING'", "not-text", "a"),
    ("CAST(-1 AS DECIMAL(3,0))", "'UNSIGNED_VARLONG'", "out-of-range", ""),
    ("CAST(18446744073709551616 AS DECIMAL(20,0))", "'UNSIGNED_VARLONG'", "out-of-range", ""),
    ("array(array(1), array(CAST(NULL AS INT)))", "'ARRAY<ARRAY<INT8>>'", "missing-field",
      "[1][0]"), ("named_struct('offset', 1, 'expireTimestamp', 5)", "'OffsetCommitValue', 3",
      "conflicting-field", "expireTimestamp"),
    ("named_struct('offset', 1)", "'OffsetCommitValue', v", "unsupported-version", ""),
    ("named_struct('_version', 9)", "'OffsetCommitValue', map('versionPrefix', 'true')",
      "unsupported-version", "_version"),
    ("named_struct('_unknown_tags', array(named_struct('path', 'x', 'tag', 1, 'data', X'')))",
      "'OffsetCommitValue'", "conflicting-field", "_unknown_tags[0].path"))
  for ((value, layout, reason, path) <- refusals)
    test(s"$value as $layout: $reason at $path") {
      val found = rows(s"SELECT kafka_encode_fault($value, $layout), try_kafka_encode($value, " +
        s"$layout) FROM VALUES (99) AS t(v)")
        .head
      assert(found.getStruct(0).getString(0) === reason)
      assert(found.getStruct(0).getString(1) === path)
      assert(found.isNullAt(1))
      val error =
        errorOf(s"SELECT kafka_encode($value, $layout) FROM VALUES (99) AS t(v)")
      assert(error.getCondition === "SPARKWIRE_UNENCODABLE")
    }

  test("a NULL version gives NULL") {
    val row = rows("SELECT kafka_encode(s, 'OffsetCommitValue', v), " +
      "kafka_encode_fault(s, 'OffsetCommitValue', v) FROM VALUES " +
      "(named_struct('offset', 1), CAST(NULL AS INT)) AS t(s, v)")
      .head
    assert(row.isNullAt(0) && row.isNullAt(1))
  }

  test("record batches") {
    for (line <- Vectors.read("kafka", "records") if line.fails.isEmpty) {
      val row = rows("SELECT d = kafka_records_decode(try_kafka_records_encode(d)), " +
        s"kafka_records_encode_fault(d) FROM (SELECT kafka_records_decode(X'${Vectors.hex(
            line.bytes)}') AS d)")
        .head
      withClue(line.name) {
        if (row.isNullAt(1)) assert(row.getBoolean(0))
        else assert(row.getStruct(1).getString(1).endsWith("].magic"))
      }
    }
    refused("SELECT kafka_records_encode(array(named_struct('codek', 'gzip')))",
      "SPARKWIRE_WRONG_ARGUMENTS", "value[].codek is no field.", "Did you mean codec?")
  }

  test("what no message can be is refused at analysis") {
    def isRefused(arguments: String, words: String*) =
      refused(s"SELECT kafka_encode($arguments)", "SPARKWIRE_WRONG_ARGUMENTS", words: _*)
    isRefused("named_struct('ofset', 1), 'OffsetCommitValue'", "ofset is no field.",
      "Did you mean offset?")
    isRefused("named_struct('offset', 'x'), 'OffsetCommitValue'",
      "offset is STRING. Accepted: TINYINT, SMALLINT, INT, BIGINT.")
    isRefused("X'00', 'OffsetCommitValue'", "value is BINARY. Accepted: STRUCT")
    isRefused("'x', 'INT8'", "value is STRING")
    isRefused("array('x'), 'ARRAY<INT8>'", "value[] is STRING")
    isRefused("named_struct('_version', 1), 'OffsetCommitValue'", "_version is no field.")
    refused("SELECT kafka_encode(named_struct('offset', 1), 'OffsetCommitValue', 99)",
      "SPARKWIRE_INVALID_OPTION", "has the versions 0-4")
    refused("SELECT kafka_encode(1, 'INT8', map('verify', 'none'))", "SPARKWIRE_INVALID_OPTION",
      "versionPrefix")
  }
}
