package sparkwire

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.{call_function, lit, map}

/** The door for Scala: `import sparkwire.functions._`, then `df.select(databus_decode($"value"))`.
  * Each function does what SQL's of the same name does; `DESCRIBE FUNCTION EXTENDED` tells what.
  */
object functions {
  private type Options = Map[String, String]

  private def call(name: String, arguments: Column*)(options: Options): Column =
    if (options.isEmpty) call_function(name, arguments: _*)
    else {
      val entries = options.toSeq.flatMap { case (key, value) => Seq(lit(key), lit(value)) }
      call_function(name, arguments :+ map(entries: _*): _*)
    }

  // Databus

  def databus_decode(value: Column, options: Options = Map.empty): Column =
    call("databus_decode", value)(options)
  def try_databus_decode(value: Column, options: Options = Map.empty): Column =
    call("try_databus_decode", value)(options)
  def databus_fault(value: Column, options: Options = Map.empty): Column =
    call("databus_fault", value)(options)
  def databus_dissect(value: Column, options: Options = Map.empty): Column =
    call("databus_dissect", value)(options)
  def databus_decode_all(value: Column, options: Options = Map.empty): Column =
    call("databus_decode_all", value)(options)

  def databus_to_json(value: Column): Column = call("databus_to_json", value)(Map.empty)
  def databus_to_json(value: Column, valueEnc: String, options: Options = Map.empty): Column =
    call("databus_to_json", value, lit(valueEnc))(options)
  def try_databus_to_json(value: Column): Column = call("try_databus_to_json", value)(Map.empty)
  def try_databus_to_json(value: Column, valueEnc: String, options: Options = Map.empty): Column =
    call("try_databus_to_json", value, lit(valueEnc))(options)
  def databus_to_json_fault(value: Column): Column = call("databus_to_json_fault", value)(Map.empty)
  def databus_to_json_fault(value: Column, valueEnc: String, options: Options = Map.empty): Column =
    call("databus_to_json_fault", value, lit(valueEnc))(options)

  def databus_decode_json(text: Column): Column = call("databus_decode_json", text)(Map.empty)
  def try_databus_decode_json(
      text: Column): Column = call("try_databus_decode_json", text)(Map.empty)
  def databus_decode_json_fault(
      text: Column): Column = call("databus_decode_json_fault", text)(Map.empty)

  def databus_schema_id(
      avro_schema: Column): Column = call("databus_schema_id", avro_schema)(Map.empty)
  def try_databus_schema_id(
      avro_schema: Column): Column = call("try_databus_schema_id", avro_schema)(Map.empty)
  def databus_schema_id_fault(
      avro_schema: Column): Column = call("databus_schema_id_fault", avro_schema)(Map.empty)

  // MessagePack

  def msgpack_decode(value: Column): Column = call("msgpack_decode", value)(Map.empty)
  def msgpack_decode(value: Column, options: Options): Column =
    call("msgpack_decode", value)(options)
  def msgpack_decode(value: Column, ddl: String, options: Options = Map.empty): Column =
    call("msgpack_decode", value, lit(ddl))(options)
  def try_msgpack_decode(value: Column): Column = call("try_msgpack_decode", value)(Map.empty)
  def try_msgpack_decode(value: Column, options: Options): Column =
    call("try_msgpack_decode", value)(options)
  def try_msgpack_decode(value: Column, ddl: String, options: Options = Map.empty): Column =
    call("try_msgpack_decode", value, lit(ddl))(options)
  def msgpack_fault(value: Column): Column = call("msgpack_fault", value)(Map.empty)
  def msgpack_fault(value: Column, options: Options): Column = call("msgpack_fault", value)(options)
  def msgpack_fault(value: Column, ddl: String, options: Options = Map.empty): Column =
    call("msgpack_fault", value, lit(ddl))(options)
  def msgpack_dissect(value: Column): Column = call("msgpack_dissect", value)(Map.empty)
  def msgpack_dissect(value: Column, options: Options): Column =
    call("msgpack_dissect", value)(options)
  def msgpack_dissect(value: Column, ddl: String, options: Options = Map.empty): Column =
    call("msgpack_dissect", value, lit(ddl))(options)
  def msgpack_decode_all(value: Column): Column = call("msgpack_decode_all", value)(Map.empty)
  def msgpack_decode_all(value: Column, options: Options): Column =
    call("msgpack_decode_all", value)(options)
  def msgpack_decode_all(value: Column, ddl: String, options: Options = Map.empty): Column =
    call("msgpack_decode_all", value, lit(ddl))(options)

  // Aerospike

  def aerospike_decode(value: Column): Column = call("aerospike_decode", value)(Map.empty)
  def aerospike_decode(value: Column, options: Options): Column =
    call("aerospike_decode", value)(options)
  def aerospike_decode(value: Column, bins_ddl: String, options: Options = Map.empty): Column =
    call("aerospike_decode", value, lit(bins_ddl))(options)
  def try_aerospike_decode(value: Column): Column = call("try_aerospike_decode", value)(Map.empty)
  def try_aerospike_decode(value: Column, options: Options): Column =
    call("try_aerospike_decode", value)(options)
  def try_aerospike_decode(value: Column, bins_ddl: String, options: Options = Map.empty): Column =
    call("try_aerospike_decode", value, lit(bins_ddl))(options)
  def aerospike_fault(value: Column): Column = call("aerospike_fault", value)(Map.empty)
  def aerospike_fault(value: Column, options: Options): Column =
    call("aerospike_fault", value)(options)
  def aerospike_fault(value: Column, bins_ddl: String, options: Options = Map.empty): Column =
    call("aerospike_fault", value, lit(bins_ddl))(options)
  def aerospike_dissect(value: Column): Column = call("aerospike_dissect", value)(Map.empty)
  def aerospike_dissect(value: Column, options: Options): Column =
    call("aerospike_dissect", value)(options)
  def aerospike_dissect(value: Column, bins_ddl: String, options: Options = Map.empty): Column =
    call("aerospike_dissect", value, lit(bins_ddl))(options)

  def aerospike_bins(value: Column, options: Options = Map.empty): Column =
    call("aerospike_bins", value)(options)
  def try_aerospike_bins(value: Column, options: Options = Map.empty): Column =
    call("try_aerospike_bins", value)(options)
  def aerospike_bins_fault(value: Column, options: Options = Map.empty): Column =
    call("aerospike_bins_fault", value)(options)
  def aerospike_key_decode(value: Column, options: Options = Map.empty): Column =
    call("aerospike_key_decode", value)(options)
  def try_aerospike_key_decode(value: Column, options: Options = Map.empty): Column =
    call("try_aerospike_key_decode", value)(options)
  def aerospike_key_fault(value: Column, options: Options = Map.empty): Column =
    call("aerospike_key_fault", value)(options)
  def aerospike_key_dissect(value: Column, options: Options = Map.empty): Column =
    call("aerospike_key_dissect", value)(options)

  def aerospike_digest(set: Column, user_key: Column): Column =
    call("aerospike_digest", set, user_key)(Map.empty)

  // Cernan

  def cernan_decode(value: Column): Column = call("cernan_decode", value)(Map.empty)
  def cernan_decode(value: Column, options: Options): Column = call("cernan_decode", value)(options)
  def cernan_decode(value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("cernan_decode", value, lit(reader_schema))(options)
  def try_cernan_decode(value: Column): Column = call("try_cernan_decode", value)(Map.empty)
  def try_cernan_decode(value: Column, options: Options): Column =
    call("try_cernan_decode", value)(options)
  def try_cernan_decode(value: Column, reader_schema: String,
      options: Options = Map.empty): Column =
    call("try_cernan_decode", value, lit(reader_schema))(options)
  def cernan_fault(value: Column): Column = call("cernan_fault", value)(Map.empty)
  def cernan_fault(value: Column, options: Options): Column = call("cernan_fault", value)(options)
  def cernan_fault(value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("cernan_fault", value, lit(reader_schema))(options)
  def cernan_dissect(value: Column): Column = call("cernan_dissect", value)(Map.empty)
  def cernan_dissect(value: Column, options: Options): Column =
    call("cernan_dissect", value)(options)
  def cernan_dissect(value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("cernan_dissect", value, lit(reader_schema))(options)
  def cernan_decode_all(value: Column): Column = call("cernan_decode_all", value)(Map.empty)
  def cernan_decode_all(value: Column, options: Options): Column =
    call("cernan_decode_all", value)(options)
  def cernan_decode_all(value: Column, reader_schema: String,
      options: Options = Map.empty): Column =
    call("cernan_decode_all", value, lit(reader_schema))(options)

  def cernan_ack(value: Column): Column = call("cernan_ack", value)(Map.empty)

  // Avro

  def avro_decode(value: Column, schema: String, options: Options = Map.empty): Column =
    call("avro_decode", value, lit(schema))(options)
  def try_avro_decode(value: Column, schema: String, options: Options = Map.empty): Column =
    call("try_avro_decode", value, lit(schema))(options)
  def avro_fault(value: Column, schema: String, options: Options = Map.empty): Column =
    call("avro_fault", value, lit(schema))(options)
  def avro_dissect(value: Column, schema: String, options: Options = Map.empty): Column =
    call("avro_dissect", value, lit(schema))(options)

  def avro_variant(value: Column, schema: Column, options: Options = Map.empty): Column =
    call("avro_variant", value, schema)(options)
  def try_avro_variant(value: Column, schema: Column, options: Options = Map.empty): Column =
    call("try_avro_variant", value, schema)(options)
  def avro_variant_fault(value: Column, schema: Column, options: Options = Map.empty): Column =
    call("avro_variant_fault", value, schema)(options)

  def avro_container_decode(value: Column): Column = call("avro_container_decode", value)(Map.empty)
  def avro_container_decode(value: Column, options: Options): Column =
    call("avro_container_decode", value)(options)
  def avro_container_decode(value: Column, reader_schema: String,
      options: Options = Map.empty): Column =
    call("avro_container_decode", value, lit(reader_schema))(options)
  def try_avro_container_decode(
      value: Column): Column = call("try_avro_container_decode", value)(Map.empty)
  def try_avro_container_decode(value: Column, options: Options): Column =
    call("try_avro_container_decode", value)(options)
  def try_avro_container_decode(value: Column, reader_schema: String,
      options: Options = Map.empty): Column =
    call("try_avro_container_decode", value, lit(reader_schema))(options)
  def avro_container_fault(value: Column): Column = call("avro_container_fault", value)(Map.empty)
  def avro_container_fault(value: Column, options: Options): Column =
    call("avro_container_fault", value)(options)
  def avro_container_fault(value: Column, reader_schema: String,
      options: Options = Map.empty): Column =
    call("avro_container_fault", value, lit(reader_schema))(options)
  def avro_container_dissect(
      value: Column): Column = call("avro_container_dissect", value)(Map.empty)
  def avro_container_dissect(value: Column, options: Options): Column =
    call("avro_container_dissect", value)(options)
  def avro_container_dissect(value: Column, reader_schema: String,
      options: Options = Map.empty): Column =
    call("avro_container_dissect", value, lit(reader_schema))(options)

  // Ignite

  def ignite_decode(value: Column): Column = call("ignite_decode", value)(Map.empty)
  def ignite_decode(value: Column, options: Options): Column = call("ignite_decode", value)(options)
  def ignite_decode(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_decode", value, lit(schema_ddl))(options)
  def try_ignite_decode(value: Column): Column = call("try_ignite_decode", value)(Map.empty)
  def try_ignite_decode(value: Column, options: Options): Column =
    call("try_ignite_decode", value)(options)
  def try_ignite_decode(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("try_ignite_decode", value, lit(schema_ddl))(options)
  def ignite_fault(value: Column): Column = call("ignite_fault", value)(Map.empty)
  def ignite_fault(value: Column, options: Options): Column = call("ignite_fault", value)(options)
  def ignite_fault(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_fault", value, lit(schema_ddl))(options)
  def ignite_dissect(value: Column): Column = call("ignite_dissect", value)(Map.empty)
  def ignite_dissect(value: Column, options: Options): Column =
    call("ignite_dissect", value)(options)
  def ignite_dissect(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_dissect", value, lit(schema_ddl))(options)

  def ignite_header(value: Column, options: Options = Map.empty): Column =
    call("ignite_header", value)(options)
  def try_ignite_header(value: Column, options: Options = Map.empty): Column =
    call("try_ignite_header", value)(options)
  def ignite_header_fault(value: Column, options: Options = Map.empty): Column =
    call("ignite_header_fault", value)(options)
  def ignite_hash(value: Column, options: Options = Map.empty): Column =
    call("ignite_hash", value)(options)
  def try_ignite_hash(value: Column, options: Options = Map.empty): Column =
    call("try_ignite_hash", value)(options)
  def ignite_hash_fault(value: Column, options: Options = Map.empty): Column =
    call("ignite_hash_fault", value)(options)
  def ignite_types(value: Column, options: Options = Map.empty): Column =
    call("ignite_types", value)(options)
  def try_ignite_types(value: Column, options: Options = Map.empty): Column =
    call("try_ignite_types", value)(options)
  def ignite_types_fault(value: Column, options: Options = Map.empty): Column =
    call("ignite_types_fault", value)(options)

  def ignite_type_id(name: Column): Column = call("ignite_type_id", name)(Map.empty)
  def ignite_field_id(name: Column): Column = call("ignite_field_id", name)(Map.empty)
  def ignite_schema_id(names: Column): Column = call("ignite_schema_id", names)(Map.empty)

  // Kafka

  def kafka_decode(value: Column, layout: String): Column =
    call("kafka_decode", value, lit(layout))(Map.empty)
  def kafka_decode(value: Column, layout: String, options: Options): Column =
    call("kafka_decode", value, lit(layout))(options)
  def kafka_decode(value: Column, layout: String, version: Column,
      options: Options = Map.empty): Column =
    call("kafka_decode", value, lit(layout), version)(options)
  def try_kafka_decode(value: Column, layout: String): Column =
    call("try_kafka_decode", value, lit(layout))(Map.empty)
  def try_kafka_decode(value: Column, layout: String, options: Options): Column =
    call("try_kafka_decode", value, lit(layout))(options)
  def try_kafka_decode(value: Column, layout: String, version: Column,
      options: Options = Map.empty): Column =
    call("try_kafka_decode", value, lit(layout), version)(options)
  def kafka_fault(value: Column, layout: String): Column =
    call("kafka_fault", value, lit(layout))(Map.empty)
  def kafka_fault(value: Column, layout: String, options: Options): Column =
    call("kafka_fault", value, lit(layout))(options)
  def kafka_fault(value: Column, layout: String, version: Column,
      options: Options = Map.empty): Column =
    call("kafka_fault", value, lit(layout), version)(options)
  def kafka_dissect(value: Column, layout: String): Column =
    call("kafka_dissect", value, lit(layout))(Map.empty)
  def kafka_dissect(value: Column, layout: String, options: Options): Column =
    call("kafka_dissect", value, lit(layout))(options)
  def kafka_dissect(value: Column, layout: String, version: Column,
      options: Options = Map.empty): Column =
    call("kafka_dissect", value, lit(layout), version)(options)

  def kafka_record_decode(
      topic: Column, key: Column, value: Column, options: Options = Map.empty): Column =
    call("kafka_record_decode", topic, key, value)(options)
  def try_kafka_record_decode(
      topic: Column, key: Column, value: Column, options: Options = Map.empty): Column =
    call("try_kafka_record_decode", topic, key, value)(options)
  def kafka_record_fault(
      topic: Column, key: Column, value: Column, options: Options = Map.empty): Column =
    call("kafka_record_fault", topic, key, value)(options)
  def kafka_record_dissect(
      topic: Column, key: Column, value: Column, options: Options = Map.empty): Column =
    call("kafka_record_dissect", topic, key, value)(options)

  def kafka_response_decode(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("kafka_response_decode", value, api_key, api_version)(options)
  def try_kafka_response_decode(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("try_kafka_response_decode", value, api_key, api_version)(options)
  def kafka_response_fault(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("kafka_response_fault", value, api_key, api_version)(options)
  def kafka_response_dissect(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("kafka_response_dissect", value, api_key, api_version)(options)

  def kafka_request_decode(value: Column, options: Options = Map.empty): Column =
    call("kafka_request_decode", value)(options)
  def try_kafka_request_decode(value: Column, options: Options = Map.empty): Column =
    call("try_kafka_request_decode", value)(options)
  def kafka_request_fault(value: Column, options: Options = Map.empty): Column =
    call("kafka_request_fault", value)(options)
  def kafka_request_dissect(value: Column, options: Options = Map.empty): Column =
    call("kafka_request_dissect", value)(options)

  def kafka_records_decode(value: Column, options: Options = Map.empty): Column =
    call("kafka_records_decode", value)(options)
  def try_kafka_records_decode(value: Column, options: Options = Map.empty): Column =
    call("try_kafka_records_decode", value)(options)
  def kafka_records_fault(value: Column, options: Options = Map.empty): Column =
    call("kafka_records_fault", value)(options)
  def kafka_records_dissect(value: Column, options: Options = Map.empty): Column =
    call("kafka_records_dissect", value)(options)

  def kafka_tags_decode(value: Column, options: Options = Map.empty): Column =
    call("kafka_tags_decode", value)(options)
  def try_kafka_tags_decode(value: Column, options: Options = Map.empty): Column =
    call("try_kafka_tags_decode", value)(options)
  def kafka_tags_fault(value: Column, options: Options = Map.empty): Column =
    call("kafka_tags_fault", value)(options)
  def kafka_tags_dissect(value: Column, options: Options = Map.empty): Column =
    call("kafka_tags_dissect", value)(options)

  def kafka_layouts(): Column = call("kafka_layouts")(Map.empty)
}
