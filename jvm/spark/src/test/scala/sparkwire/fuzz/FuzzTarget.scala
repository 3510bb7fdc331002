package sparkwire.fuzz

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.{Random, Using}

import sparkwire.wire.kafka.KafkaClasses

import FuzzSamples._

/** A target for made-up bytes: the calls that read one kind of bytes. An input that leads into a
  * new branch of one of them is tried on all.
  *
  * @param calls
  *   by names, which also say what is special about a call
  */
final class FuzzTarget(val name: String, val calls: (String, FuzzedCall)*) {

  /** Makes the assertions of [[FuzzedCall.check]] for each call. */
  def check(bytes: Array[Byte]): Unit = calls.foreach { case (call, one) =>
    try one.check(bytes)
    catch { case error: Throwable => throw new AssertionError(s"$call: $error", error) }
  }

  /** Returns the files with bytes to begin with, and with bytes that once broke a call. */
  def files: Seq[Path] =
    Using.resource(Files.list(Path.of("tests", "fuzz", name)))(_.iterator.asScala.toVector.sorted)
}

/** The targets of `make fuzz`, in which Jazzer makes up bytes. [[FuzzSuite]] replays the bytes that
  * it once found.
  */
object FuzzTarget {
  private val listedTypes =
    "a VARINT, b NULLABLE_STRING, c COMPACT_ARRAY<STRUCT<d UUID, e UNSIGNED_VARLONG, " +
      "TAGGED_FIELDS(1 f COMPACT_NULLABLE_BYTES)>>, g ARRAY<NULLABLE_COMPACT_ARRAY<INT16>>, " +
      "TAGGED_FIELDS(0 h COMPACT_STRING, 5 i COMPACT_ARRAY<VARLONG>)"

  private val resync = Map("resync" -> "true")
  private val either = Map("structs" -> "either")

  val all: Seq[FuzzTarget] = Seq(
    new FuzzTarget("databus",
      "databus_decode" -> new FuzzedCall("databus_decode", "databus"),
      "databus_decode_all" -> new FuzzedCall("databus_decode_all", "databus"),
      "databus_decode_all-resync" -> new FuzzedCall("databus_decode_all", "databus", resync),
      "databus_checksum" -> new FuzzedCall("databus_checksum", "databus"),
      "databus_encode" -> new EncodedCall("databus_decode", "databus_encode", "databus"),
      "databus_to_json" -> new FuzzedCall("databus_to_json", "databus")),
    new FuzzTarget("databus-json",
      "databus_decode_json" -> new TextCall("databus_decode_json", texts("json-read", "json"))),
    new FuzzTarget("cernan",
      "cernan_decode" -> new FuzzedCall("cernan_decode", "cernan"),
      "cernan_decode-typed" -> new FuzzedCall("cernan_decode", "cernan", parts),
      "cernan_decode_all" -> new FuzzedCall("cernan_decode_all", "cernan"),
      "cernan_decode_all-typed" -> new FuzzedCall("cernan_decode_all", "cernan", parts),
      "cernan_decode_all-resync" -> new FuzzedCall("cernan_decode_all", "cernan", resync),
      "cernan_ack" -> new FuzzedCall("cernan_ack", "cernan"),
      "cernan_encode" -> new EncodedCall("cernan_decode", "cernan_encode", "cernan")),
    new FuzzTarget("avro",
      "avro_decode" -> new OtherCall("avro_decode", "cernan", data, schema),
      "avro_decode-framed" -> new OtherCall("avro_decode", "cernan", framed, writers, reader),
      "avro_decode-id" -> new OtherCall("avro_decode", "cernan", data, writers, reader, 1),
      "avro_frame" -> new OtherCall("avro_frame", "cernan", framed),
      "avro_header_id" -> new HeaderCall,
      "registry_frame" -> new OtherCall("registry_frame", "cernan", framed),
      "registry_frame-protobuf" -> new OtherCall("registry_frame", "cernan", messages,
        Map("payload" -> "protobuf")),
      "avro_variant" -> new OtherCall("avro_variant", "cernan", data, schema),
      "avro_encode" ->
        new EncodedLayoutCall("avro_decode", "avro_encode", "cernan", data, schema)),
    new FuzzTarget("avro-container",
      "avro_container_decode" -> new OtherCall("avro_container_decode", "cernan", containers),
      "avro_container_decode-typed" ->
        new OtherCall("avro_container_decode", "cernan", containers, parts),
      "avro_container_encode" -> new EncodedContainers(containers)),
    new FuzzTarget("avro-schema",
      "avro_schema" -> new TextCall("avro_schema", Seq(schema)),
      "avro_fingerprint" -> new TextCall("avro_fingerprint", Seq(schema)),
      "databus_schema_id" -> new TextCall("databus_schema_id", texts("schema-ids", "schema"))),
    new FuzzTarget("ignite",
      "ignite_decode" -> new FuzzedCall("ignite_decode", "ignite"),
      "ignite_decode-typed" -> new FuzzedCall("ignite_decode", "ignite",
        "id INT, name STRING, salary DECIMAL(20,2), tags ARRAY<STRING>, inner VARIANT"),
      "ignite_decode-types" -> new FuzzedCall("ignite_decode", "ignite", Map("types" -> types)),
      "ignite_header" -> new FuzzedCall("ignite_header", "ignite"),
      "ignite_hash" -> new FuzzedCall("ignite_hash", "ignite"),
      "ignite_encode" -> new EncodedObjects),
    new FuzzTarget("ignite-type",
      "ignite_types" -> new OtherCall(
        "ignite_types", "ignite", keptTypes ++ IgniteSamples.recordsOfTypes)),
    new FuzzTarget("ignite-cdc",
      "ignite_cdc_decode" -> new OtherCall("ignite_cdc_decode", "ignite", IgniteSamples.changes),
      "ignite_cdc_decode-typed" -> new OtherCall(
        "ignite_cdc_decode", "ignite", IgniteSamples.changes,
        "key BIGINT, value STRUCT<id: INT, name: STRING>", Map("mismatch" -> "null"))),
    new FuzzTarget("kafka",
      "kafka_decode" -> new OtherCall("kafka_decode", "kafka",
        KafkaClasses.prefixed("MetadataResponse"), "MetadataResponse",
        Map("versionPrefix" -> "true")),
      "kafka_decode-types" -> new OtherCall("kafka_decode", "kafka", listed, listedTypes),
      "kafka_encode" -> new EncodedLayoutCall("kafka_decode", "kafka_encode", "kafka",
        KafkaClasses.prefixed("MetadataResponse"), "MetadataResponse",
        Map("versionPrefix" -> "true")),
      "kafka_encode-types" -> new EncodedLayoutCall("kafka_decode", "kafka_encode", "kafka",
        listed, listedTypes),
      "kafka_tags_encode" -> new EncodedCall("kafka_tags_decode", "kafka_tags_encode", "kafka"),
      "kafka_request_decode" -> new FuzzedCall("kafka_request_decode", "kafka"),
      "kafka_request_encode" ->
        new EncodedCall("kafka_request_decode", "kafka_request_encode", "kafka"),
      "kafka_response_encode" ->
        new EncodedCall("kafka_response_decode", "kafka_response_encode", "kafka", 1, 17),
      "kafka_response_decode" -> new FuzzedCall("kafka_response_decode", "kafka", 1, 17),
      "kafka_tags_decode" -> new FuzzedCall("kafka_tags_decode", "kafka")),
    new FuzzTarget("kafka-batch",
      "kafka_records_decode" -> new FuzzedCall("kafka_records_decode", "kafka"),
      "kafka_records_decode-unverified" -> new FuzzedCall("kafka_records_decode", "kafka",
        Map("verify" -> "none", "tail" -> "drop")),
      "kafka_records_encode" -> new EncodedBatches),
    new FuzzTarget("kafka-record",
      "kafka_record_decode" -> new RecordCall("__consumer_offsets"),
      "kafka_record_encode" -> new EncodedRecords("__consumer_offsets"),
      "kafka_record_decode-transactions" -> new RecordCall("__transaction_state"),
      "kafka_record_decode-share" -> new RecordCall("__share_group_state"),
      "kafka_record_decode-metadata" -> new RecordCall("__cluster_metadata")),
    new FuzzTarget("msgpack",
      "msgpack_decode" -> new FuzzedCall("msgpack_decode", "aerospike"),
      "msgpack_decode-typed" -> new FuzzedCall("msgpack_decode", "aerospike",
        "a INT, b STRING, c ARRAY<BIGINT>, d MAP<STRING, VARIANT>, e STRUCT<f DOUBLE>"),
      "msgpack_decode-either" -> new OtherCall("msgpack_decode", "aerospike", Seq(arrays),
        "a INT, b STRING, l ARRAY<STRUCT<x: INT, y: STRUCT<z: STRING, w: BIGINT>>>", either),
      "msgpack_encode" -> new EncodedCall("msgpack_decode", "msgpack_encode", "aerospike"),
      "msgpack_encode-typed" -> new EncodedCall("msgpack_decode", "msgpack_encode", "aerospike",
        "a INT, b STRING, c ARRAY<BIGINT>, d MAP<STRING, VARIANT>, e STRUCT<f DOUBLE>"),
      "msgpack_decode_all" -> new FuzzedCall("msgpack_decode_all", "aerospike"),
      "msgpack_decode_all-typed" -> new OtherCall("msgpack_decode_all", "aerospike", Seq(stream),
        "a INT, b STRING, l ARRAY<STRUCT<x: INT, y: BIGINT, z: STRING>>"),
      "msgpack_decode_all-resync" -> new OtherCall("msgpack_decode_all", "aerospike", Seq(stream),
        "a INT, b STRING, l ARRAY<STRUCT<x: INT, y: BIGINT, z: STRING>>", resync),
      "aerospike_decode" -> new FuzzedCall("aerospike_decode", "aerospike"),
      "aerospike_decode-typed" -> new FuzzedCall("aerospike_decode", "aerospike",
        "user_id BIGINT, name STRING, score DOUBLE, avatar BINARY, tags ARRAY<STRING>, a INT, b STRING, " +
          "prefs STRUCT<lang STRING, page INT, dark BOOLEAN>, visits VARIANT, counters MAP<INT, BIGINT>"),
      "aerospike_encode" -> new EncodedCall("aerospike_decode", "aerospike_encode", "aerospike",
        Map("verifyDigest" -> "true")),
      "aerospike_key_encode" ->
        new EncodedCall("aerospike_key_decode", "aerospike_key_encode", "aerospike",
          Map("verifyDigest" -> "true")),
      "aerospike_bins" -> new FuzzedCall("aerospike_bins", "aerospike"),
      "aerospike_key_decode" -> new FuzzedCall("aerospike_key_decode", "aerospike")),
    new FuzzTarget("layouts", LayoutCall.all: _*)
  )

  /** The calls of all targets by their names. */
  val calls: Map[String, FuzzedCall] = all.flatMap(_.calls).toMap

  /** Returns bytes of up to 4 KiB cut, with one byte changed, and with one byte appended. */
  def damaged(bytes: Array[Byte], random: Random): Seq[Array[Byte]] =
    if (bytes.isEmpty || bytes.length > 4096) Nil
    else {
      val changed = bytes.updated(random.nextInt(bytes.length), random.nextInt().toByte)
      Seq(bytes.take(random.nextInt(bytes.length)), changed, bytes :+ 0.toByte)
    }
}
