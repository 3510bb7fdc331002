package sparkwire.encoding

import org.apache.spark.sql.Row

import sparkwire.SparkSuite
import sparkwire.wire.{Line, Vectors, VectorTests}
import sparkwire.wire.kafka.KafkaFrames

import org.scalatest.funsuite.AnyFunSuite

/** Requests, responses and records of internal topics that are decoded and encoded again. Bytes
  * that Kafka's own software wrote are the same to the last byte.
  */
class KafkaFramesEncodeSuite extends AnyFunSuite with SparkSuite with VectorTests {
  private def hex(row: Row, at: Int): String =
    if (row.isNullAt(at)) null else Vectors.hex(row.getAs[Array[Byte]](at))

  private def textOf(line: Line, name: String): String =
    Option(line.json.get("args").get(name)).filterNot(_.isNull).map(_.asText).orNull

  private def bytesOf(hex: String): Array[Byte] = if (hex == null) null else Vectors.bytes(hex)

  private lazy val frames: Map[String, Row] = {
    view("frames_to_encode", "name STRING, kind STRING, sized STRING, k INT, v INT, value BINARY",
      Vectors.read("kafka", "wire").map { line =>
        def number(name: String) = Option(textOf(line, name)).map(_.toInt: Integer).orNull
        Row(line.name, line.text("kind"), textOf(line, "size_prefix"), number("api_key"),
          number("api_version"), line.bytes)
      })
    val each = for (sized <- Seq("true", "false"); kind <- Seq("request", "response")) yield {
      val options = s"map('sizePrefix', '$sized')"
      val (decoded, encoded) =
        if (kind == "request")
          (s"try_kafka_request_decode(value, $options)", s"kafka_request_encode(d, $options)")
        else (s"try_kafka_response_decode(value, k, v, $options)",
          s"kafka_response_encode(d, k, v, $options)")
      val variant = encoded.replace("d,", "to_variant_object(d),")
      rows(s"SELECT name, value, $encoded, $variant, to_json(d), " +
        s"to_json(${decoded.replace("(value", s"($encoded")}) FROM (SELECT *, $decoded AS d FROM frames_to_encode WHERE kind = '$kind' AND sized = '$sized') " +
        "WHERE d IS NOT NULL")
    }
    each.flatten.map(row => row.getString(0) -> row).toMap
  }

  private def isTold(line: Line): Boolean =
    Option(line.view.get("header")).flatMap(header => Option(header.get("unknown_tags")))
      .forall(_.isEmpty) && !line.name.startsWith("join-group-response")

  eachLine("kafka", "wire", 269) { line =>
    val found = frames.get(line.name)
    assert(found.isEmpty === line.fails.nonEmpty)
    found.foreach { row =>
      // The tags of a header are not kept, and an empty protocol name is null in a response.
      if (isTold(line)) assert(hex(row, 2) === hex(row, 1))
      assert(hex(row, 3) === hex(row, 2))
      assert(row.getString(5) === row.getString(4))
    }
    succeed
  }

  test("requests and responses of every release, with the headers that it gives them") {
    // Of these, Kafka's reader of responses makes an empty protocol name null.
    val frames = KafkaFrames.all.filterNot(_.message == "JoinGroupResponse")
    view("frames_of_releases", "n INT, request BOOLEAN, k INT, v INT, value BINARY",
      frames.zipWithIndex.map { case (frame, n) =>
        Row(n, frame.isRequest, frame.apiKey, frame.version, frame.bytes)
      })
    val found = rows("SELECT n, kafka_request_encode(kafka_request_decode(value)) " +
      "FROM frames_of_releases WHERE request") ++
      rows("SELECT n, kafka_response_encode(kafka_response_decode(value, k, v), k, v) " +
        "FROM frames_of_releases WHERE NOT request")
    assert(found.length === frames.length)
    for (row <- found; frame = frames(row.getInt(0)))
      assert(hex(row, 1) === Vectors.hex(frame.bytes), frame)
  }

  private lazy val records: Map[String, Row] = {
    view("records_to_encode", "name STRING, topic STRING, key BINARY, value BINARY",
      Vectors.read("kafka", "internal_topics").filter(_.text("kind").endsWith("record")).map {
        line =>
          val topic = textOf(line, "topic")
          val bytes = Option(line.json.get("hex")).filterNot(_.isNull).map(_.asText).orNull
          val key = textOf(line, "key")
          Row(line.name, if (topic == null) "__cluster_metadata" else topic, bytesOf(key),
            bytesOf(bytes))
      })
    rows("SELECT name, key, value, kafka_record_encode(d, topic) AS again FROM " +
      "(SELECT *, try_kafka_record_decode(topic, key, value) AS d FROM records_to_encode) " +
      "WHERE d.value IS NOT NULL OR (d.tombstone AND d.key IS NOT NULL)")
      .map(row => row.getString(0) -> row).toMap
  }

  eachLine("kafka", "internal_topics", 176) { line =>
    records.get(line.name).foreach { row =>
      val again = row.getStruct(3)
      // The keys of metadata records are not decoded.
      if (!again.isNullAt(0)) assert(hex(again, 0) === hex(row, 1))
      assert(hex(again, 1) === hex(row, 2))
    }
    assert(records.size >= 120)
  }

  test("what cannot be written") {
    def fault(sql: String): (String, String) = {
      val row = this.rows(s"SELECT $sql").head.getStruct(0)
      (row.getString(0), row.getString(1))
    }
    val request = "named_struct('api_key', 18, 'api_version', 0, 'body', parse_json('{}'))"
    assert(fault("kafka_request_encode_fault(named_struct('api_key', 9999, 'api_version', 0, " +
      "'body', parse_json('{}')))") === ("unknown-api-key", "api_key"))
    assert(fault("kafka_request_encode_fault(named_struct('api_key', 18, 'api_version', 99, " +
      "'body', parse_json('{}')))") === ("unsupported-version", "api_version"))
    assert(fault("kafka_request_encode_fault(named_struct('api_key', 7, 'api_version', 0, " +
      """'client_id', 'c', 'body', parse_json('{"brokerId": 1}')))""") ===
      ("conflicting-field", "client_id"))
    assert(fault("kafka_request_encode_fault(named_struct('api_key', 3, 'api_version', 0, " +
      """'body', parse_json('{"topics": [{"name": 7}]}')))""") ===
      ("type-mismatch", "body.topics[0].name"))
    assert(fault("kafka_request_encode_fault(named_struct('api_key', 3, 'api_version', 0, " +
      """'body', parse_json('{"topic": []}')))""")
      ._1 === "unknown-field")
    assert(one(s"hex(kafka_request_encode($request))".prependedAll("SELECT ")) ===
      "0012000000000000FFFF")
    assert(
      fault("kafka_record_encode_fault(named_struct('record_type', 77, 'key', parse_json('{}')), " +
        "'__consumer_offsets')") === ("unknown-type", "record_type"))
    assert(fault("kafka_record_encode_fault(named_struct('record_type', 1, 'version', 3, 'key', " +
      """parse_json('{"group": "g", "topic": "t", "partition": 0}')), '__consumer_offsets')""") ===
      ("missing-field", "value"))
    assert(
      rows("SELECT kafka_record_encode(named_struct('record_type', 1, 'key', " +
        """parse_json('{"group": "g1", "topic": "t", "partition": 10}')), '__consumer_offsets')""")
        .head.getStruct(0).isNullAt(1))
  }
}
