// Made by `make wrappers` (python/wrappers) from the catalogue. Do not edit.
package sparkwire

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.lit

import sparkwire.Call.{call, Options}

/** A method for each function of the catalogue; users import them from [[functions]]. */
private[sparkwire] trait CatalogFunctions {

  // Aerospike

  /** The bins of one Aerospike change notification with their types, in the order of the bytes;
    * NULL for a delete. Malformed input fails the query.
    */
  def aerospike_bins(value: Column, options: Options = Map.empty): Column =
    call("aerospike_bins", value)(options)

  /** Like `aerospike_bins`, but returns NULL for malformed input. */
  def try_aerospike_bins(value: Column, options: Options = Map.empty): Column =
    call("try_aerospike_bins", value)(options)

  /** Explains why `aerospike_bins` rejects its input: reason, byte offset, path and message; NULL
    * if the input is accepted.
    */
  def aerospike_bins_fault(value: Column, options: Options = Map.empty): Column =
    call("aerospike_bins_fault", value)(options)

  /** Decodes one Aerospike change notification in MessagePack, a write or a delete; `bins` are
    * VARIANT or the struct that `bins_ddl` names. Malformed input fails the query.
    */
  def aerospike_decode(value: Column): Column =
    call("aerospike_decode", value)(Map.empty)
  def aerospike_decode(value: Column, options: Options): Column =
    call("aerospike_decode", value)(options)
  def aerospike_decode(value: Column, bins_ddl: String, options: Options = Map.empty): Column =
    call("aerospike_decode", value, lit(bins_ddl))(options)

  /** Like `aerospike_decode`, but returns NULL for malformed input. */
  def try_aerospike_decode(value: Column): Column =
    call("try_aerospike_decode", value)(Map.empty)
  def try_aerospike_decode(value: Column, options: Options): Column =
    call("try_aerospike_decode", value)(options)
  def try_aerospike_decode(value: Column, bins_ddl: String, options: Options = Map.empty): Column =
    call("try_aerospike_decode", value, lit(bins_ddl))(options)

  /** The digest (RIPEMD-160) by which Aerospike identifies the record of a set and a user key. */
  def aerospike_digest(set: Column, user_key: Column): Column =
    call("aerospike_digest", set, user_key)(Map.empty)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def aerospike_dissect(value: Column): Column =
    call("aerospike_dissect", value)(Map.empty)
  def aerospike_dissect(value: Column, options: Options): Column =
    call("aerospike_dissect", value)(options)
  def aerospike_dissect(value: Column, bins_ddl: String, options: Options = Map.empty): Column =
    call("aerospike_dissect", value, lit(bins_ddl))(options)

  /** Encodes one Aerospike change notification in MessagePack. The type of each bin follows from
    * its value; the digest is computed from the set and the user key. A value that the format
    * cannot represent fails the query.
    */
  def aerospike_encode(value: Column, options: Options = Map.empty): Column =
    call("aerospike_encode", value)(options)

  /** Like `aerospike_encode`, but returns NULL for a value that the format cannot represent. */
  def try_aerospike_encode(value: Column, options: Options = Map.empty): Column =
    call("try_aerospike_encode", value)(options)

  /** Explains why `aerospike_encode` rejects a value: reason, path and message; NULL if the value
    * is accepted.
    */
  def aerospike_encode_fault(value: Column, options: Options = Map.empty): Column =
    call("aerospike_encode_fault", value)(options)

  /** Explains why `aerospike_decode` rejects its input: reason, byte offset, path and message; NULL
    * if the input is accepted.
    */
  def aerospike_fault(value: Column): Column =
    call("aerospike_fault", value)(Map.empty)
  def aerospike_fault(value: Column, options: Options): Column =
    call("aerospike_fault", value)(options)
  def aerospike_fault(value: Column, bins_ddl: String, options: Options = Map.empty): Column =
    call("aerospike_fault", value, lit(bins_ddl))(options)

  /** Decodes the key of an Aerospike record that is not inside a change notification. Malformed
    * input fails the query.
    */
  def aerospike_key_decode(value: Column, options: Options = Map.empty): Column =
    call("aerospike_key_decode", value)(options)

  /** Like `aerospike_key_decode`, but returns NULL for malformed input. */
  def try_aerospike_key_decode(value: Column, options: Options = Map.empty): Column =
    call("try_aerospike_key_decode", value)(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def aerospike_key_dissect(value: Column, options: Options = Map.empty): Column =
    call("aerospike_key_dissect", value)(options)

  /** Encodes the key of an Aerospike record. The digest is computed from the set and the user key.
    * A value that the format cannot represent fails the query.
    */
  def aerospike_key_encode(value: Column, options: Options = Map.empty): Column =
    call("aerospike_key_encode", value)(options)

  /** Like `aerospike_key_encode`, but returns NULL for a value that the format cannot represent. */
  def try_aerospike_key_encode(value: Column, options: Options = Map.empty): Column =
    call("try_aerospike_key_encode", value)(options)

  /** Explains why `aerospike_key_encode` rejects a value: reason, path and message; NULL if the
    * value is accepted.
    */
  def aerospike_key_encode_fault(value: Column, options: Options = Map.empty): Column =
    call("aerospike_key_encode_fault", value)(options)

  /** Explains why `aerospike_key_decode` rejects its input: reason, byte offset, path and message;
    * NULL if the input is accepted.
    */
  def aerospike_key_fault(value: Column, options: Options = Map.empty): Column =
    call("aerospike_key_fault", value)(options)

  // Avro

  /** Encodes the records of all rows as one Avro object container. An aggregate function; as for
    * `listagg`, `WITHIN GROUP (ORDER BY …)` sets the order.
    */
  def avro_container_agg(value: Column, schema: String, options: Options = Map.empty): Column =
    call("avro_container_agg", value, lit(schema))(options)

  /** Decodes one Avro object container, as an Avro file or Cernan's Kafka sink has it, with its
    * records. Malformed input fails the query.
    */
  def avro_container_decode(value: Column): Column =
    call("avro_container_decode", value)(Map.empty)
  def avro_container_decode(value: Column, options: Options): Column =
    call("avro_container_decode", value)(options)
  def avro_container_decode(
      value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("avro_container_decode", value, lit(reader_schema))(options)

  /** Like `avro_container_decode`, but returns NULL for malformed input. */
  def try_avro_container_decode(value: Column): Column =
    call("try_avro_container_decode", value)(Map.empty)
  def try_avro_container_decode(value: Column, options: Options): Column =
    call("try_avro_container_decode", value)(options)
  def try_avro_container_decode(
      value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("try_avro_container_decode", value, lit(reader_schema))(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def avro_container_dissect(value: Column): Column =
    call("avro_container_dissect", value)(Map.empty)
  def avro_container_dissect(value: Column, options: Options): Column =
    call("avro_container_dissect", value)(options)
  def avro_container_dissect(
      value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("avro_container_dissect", value, lit(reader_schema))(options)

  /** Encodes one Avro object container. The records are written with the schema that the value
    * names; counts and sizes are computed, and the sync marker is a hash of the content. A value
    * that the format cannot represent fails the query.
    */
  def avro_container_encode(value: Column): Column =
    call("avro_container_encode", value)(Map.empty)
  def avro_container_encode(value: Column, options: Options): Column =
    call("avro_container_encode", value)(options)
  def avro_container_encode(value: Column, schema: String, options: Options = Map.empty): Column =
    call("avro_container_encode", value, lit(schema))(options)

  /** Like `avro_container_encode`, but returns NULL for a value that the format cannot represent.
    */
  def try_avro_container_encode(value: Column): Column =
    call("try_avro_container_encode", value)(Map.empty)
  def try_avro_container_encode(value: Column, options: Options): Column =
    call("try_avro_container_encode", value)(options)
  def try_avro_container_encode(
      value: Column, schema: String, options: Options = Map.empty): Column =
    call("try_avro_container_encode", value, lit(schema))(options)

  /** Explains why `avro_container_encode` rejects a value: reason, path and message; NULL if the
    * value is accepted.
    */
  def avro_container_encode_fault(value: Column): Column =
    call("avro_container_encode_fault", value)(Map.empty)
  def avro_container_encode_fault(value: Column, options: Options): Column =
    call("avro_container_encode_fault", value)(options)
  def avro_container_encode_fault(
      value: Column, schema: String, options: Options = Map.empty): Column =
    call("avro_container_encode_fault", value, lit(schema))(options)

  /** Explains why `avro_container_decode` rejects its input: reason, byte offset, path and message;
    * NULL if the input is accepted.
    */
  def avro_container_fault(value: Column): Column =
    call("avro_container_fault", value)(Map.empty)
  def avro_container_fault(value: Column, options: Options): Column =
    call("avro_container_fault", value)(options)
  def avro_container_fault(
      value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("avro_container_fault", value, lit(reader_schema))(options)

  /** Decodes one value in Avro's binary encoding, with or without the id of its schema before it,
    * to a typed column. Malformed input fails the query.
    */
  def avro_decode(value: Column, writer: Column): Column =
    call("avro_decode", value, writer)(Map.empty)
  def avro_decode(value: Column, writer: Column, options: Options): Column =
    call("avro_decode", value, writer)(options)
  def avro_decode(value: Column, writer: Column, reader: String): Column =
    call("avro_decode", value, writer, lit(reader))(Map.empty)
  def avro_decode(value: Column, writer: Column, reader: String, options: Options): Column =
    call("avro_decode", value, writer, lit(reader))(options)
  def avro_decode(
      value: Column, writer: Column, reader: String, id: Column,
      options: Options = Map.empty): Column =
    call("avro_decode", value, writer, lit(reader), id)(options)
  def avro_decode(value: Column, writer: String): Column =
    call("avro_decode", value, lit(writer))(Map.empty)
  def avro_decode(value: Column, writer: String, options: Options): Column =
    call("avro_decode", value, lit(writer))(options)
  def avro_decode(value: Column, writer: String, reader: String): Column =
    call("avro_decode", value, lit(writer), lit(reader))(Map.empty)
  def avro_decode(value: Column, writer: String, reader: String, options: Options): Column =
    call("avro_decode", value, lit(writer), lit(reader))(options)

  /** Like `avro_decode`, but returns NULL for malformed input. */
  def try_avro_decode(value: Column, writer: Column): Column =
    call("try_avro_decode", value, writer)(Map.empty)
  def try_avro_decode(value: Column, writer: Column, options: Options): Column =
    call("try_avro_decode", value, writer)(options)
  def try_avro_decode(value: Column, writer: Column, reader: String): Column =
    call("try_avro_decode", value, writer, lit(reader))(Map.empty)
  def try_avro_decode(value: Column, writer: Column, reader: String, options: Options): Column =
    call("try_avro_decode", value, writer, lit(reader))(options)
  def try_avro_decode(
      value: Column, writer: Column, reader: String, id: Column,
      options: Options = Map.empty): Column =
    call("try_avro_decode", value, writer, lit(reader), id)(options)
  def try_avro_decode(value: Column, writer: String): Column =
    call("try_avro_decode", value, lit(writer))(Map.empty)
  def try_avro_decode(value: Column, writer: String, options: Options): Column =
    call("try_avro_decode", value, lit(writer))(options)
  def try_avro_decode(value: Column, writer: String, reader: String): Column =
    call("try_avro_decode", value, lit(writer), lit(reader))(Map.empty)
  def try_avro_decode(value: Column, writer: String, reader: String, options: Options): Column =
    call("try_avro_decode", value, lit(writer), lit(reader))(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def avro_dissect(value: Column, writer: Column): Column =
    call("avro_dissect", value, writer)(Map.empty)
  def avro_dissect(value: Column, writer: Column, options: Options): Column =
    call("avro_dissect", value, writer)(options)
  def avro_dissect(value: Column, writer: Column, reader: String): Column =
    call("avro_dissect", value, writer, lit(reader))(Map.empty)
  def avro_dissect(value: Column, writer: Column, reader: String, options: Options): Column =
    call("avro_dissect", value, writer, lit(reader))(options)
  def avro_dissect(
      value: Column, writer: Column, reader: String, id: Column,
      options: Options = Map.empty): Column =
    call("avro_dissect", value, writer, lit(reader), id)(options)
  def avro_dissect(value: Column, writer: String): Column =
    call("avro_dissect", value, lit(writer))(Map.empty)
  def avro_dissect(value: Column, writer: String, options: Options): Column =
    call("avro_dissect", value, lit(writer))(options)
  def avro_dissect(value: Column, writer: String, reader: String): Column =
    call("avro_dissect", value, lit(writer), lit(reader))(Map.empty)
  def avro_dissect(value: Column, writer: String, reader: String, options: Options): Column =
    call("avro_dissect", value, lit(writer), lit(reader))(options)

  /** Encodes one value in Avro's binary encoding, with or without the id of its schema before it. A
    * value that the format cannot represent fails the query.
    */
  def avro_encode(value: Column, schema: String): Column =
    call("avro_encode", value, lit(schema))(Map.empty)
  def avro_encode(value: Column, schema: String, options: Options): Column =
    call("avro_encode", value, lit(schema))(options)
  def avro_encode(value: Column, schema: String, id: Column, options: Options = Map.empty): Column =
    call("avro_encode", value, lit(schema), id)(options)

  /** Like `avro_encode`, but returns NULL for a value that the format cannot represent. */
  def try_avro_encode(value: Column, schema: String): Column =
    call("try_avro_encode", value, lit(schema))(Map.empty)
  def try_avro_encode(value: Column, schema: String, options: Options): Column =
    call("try_avro_encode", value, lit(schema))(options)
  def try_avro_encode(
      value: Column, schema: String, id: Column, options: Options = Map.empty): Column =
    call("try_avro_encode", value, lit(schema), id)(options)

  /** Explains why `avro_encode` rejects a value: reason, path and message; NULL if the value is
    * accepted.
    */
  def avro_encode_fault(value: Column, schema: String): Column =
    call("avro_encode_fault", value, lit(schema))(Map.empty)
  def avro_encode_fault(value: Column, schema: String, options: Options): Column =
    call("avro_encode_fault", value, lit(schema))(options)
  def avro_encode_fault(
      value: Column, schema: String, id: Column, options: Options = Map.empty): Column =
    call("avro_encode_fault", value, lit(schema), id)(options)

  /** Explains why `avro_decode` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def avro_fault(value: Column, writer: Column): Column =
    call("avro_fault", value, writer)(Map.empty)
  def avro_fault(value: Column, writer: Column, options: Options): Column =
    call("avro_fault", value, writer)(options)
  def avro_fault(value: Column, writer: Column, reader: String): Column =
    call("avro_fault", value, writer, lit(reader))(Map.empty)
  def avro_fault(value: Column, writer: Column, reader: String, options: Options): Column =
    call("avro_fault", value, writer, lit(reader))(options)
  def avro_fault(
      value: Column, writer: Column, reader: String, id: Column,
      options: Options = Map.empty): Column =
    call("avro_fault", value, writer, lit(reader), id)(options)
  def avro_fault(value: Column, writer: String): Column =
    call("avro_fault", value, lit(writer))(Map.empty)
  def avro_fault(value: Column, writer: String, options: Options): Column =
    call("avro_fault", value, lit(writer))(options)
  def avro_fault(value: Column, writer: String, reader: String): Column =
    call("avro_fault", value, lit(writer), lit(reader))(Map.empty)
  def avro_fault(value: Column, writer: String, reader: String, options: Options): Column =
    call("avro_fault", value, lit(writer), lit(reader))(options)

  /** The fingerprint of the canonical form of an Avro schema. Values in the single-object encoding
    * start with the CRC-64-AVRO fingerprint. Malformed input fails the query.
    */
  def avro_fingerprint(schema: Column): Column =
    call("avro_fingerprint", schema)(Map.empty)
  def avro_fingerprint(schema: Column, options: Options): Column =
    call("avro_fingerprint", schema)(options)
  def avro_fingerprint(schema: Column, algorithm: String, options: Options = Map.empty): Column =
    call("avro_fingerprint", schema, lit(algorithm))(options)

  /** Like `avro_fingerprint`, but returns NULL for malformed input. */
  def try_avro_fingerprint(schema: Column): Column =
    call("try_avro_fingerprint", schema)(Map.empty)
  def try_avro_fingerprint(schema: Column, options: Options): Column =
    call("try_avro_fingerprint", schema)(options)
  def try_avro_fingerprint(
      schema: Column, algorithm: String, options: Options = Map.empty): Column =
    call("try_avro_fingerprint", schema, lit(algorithm))(options)

  /** Explains why `avro_fingerprint` rejects its input: reason, byte offset, path and message; NULL
    * if the input is accepted.
    */
  def avro_fingerprint_fault(schema: Column): Column =
    call("avro_fingerprint_fault", schema)(Map.empty)
  def avro_fingerprint_fault(schema: Column, options: Options): Column =
    call("avro_fingerprint_fault", schema)(options)
  def avro_fingerprint_fault(
      schema: Column, algorithm: String, options: Options = Map.empty): Column =
    call("avro_fingerprint_fault", schema, lit(algorithm))(options)

  /** Reads the schema id that precedes an Avro value: in the frames of the Confluent and Glue
    * registries, and in Avro's single-object encoding. Malformed input fails the query.
    */
  def avro_frame(value: Column, options: Options = Map.empty): Column =
    call("avro_frame", value)(options)

  /** Like `avro_frame`, but returns NULL for malformed input. */
  def try_avro_frame(value: Column, options: Options = Map.empty): Column =
    call("try_avro_frame", value)(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def avro_frame_dissect(value: Column, options: Options = Map.empty): Column =
    call("avro_frame_dissect", value)(options)

  /** Explains why `avro_frame` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def avro_frame_fault(value: Column, options: Options = Map.empty): Column =
    call("avro_frame_fault", value)(options)

  /** The value of the header `__value_schema_id` or `__key_schema_id` for the id of a schema. NULL
    * if the id in a column is neither.
    */
  def avro_header(id: Column): Column =
    call("avro_header", id)(Map.empty)

  /** Reads the schema id in the headers of a Kafka record, as Confluent's serializers write it:
    * from `__value_schema_id` or `__key_schema_id`, the last one if there are several. NULL without
    * such a header. Malformed input fails the query.
    */
  def avro_header_id(headers: Column): Column =
    call("avro_header_id", headers)(Map.empty)
  def avro_header_id(headers: Column, options: Options): Column =
    call("avro_header_id", headers)(options)
  def avro_header_id(headers: Column, part: String, options: Options = Map.empty): Column =
    call("avro_header_id", headers, lit(part))(options)

  /** Like `avro_header_id`, but returns NULL for malformed input. */
  def try_avro_header_id(headers: Column): Column =
    call("try_avro_header_id", headers)(Map.empty)
  def try_avro_header_id(headers: Column, options: Options): Column =
    call("try_avro_header_id", headers)(options)
  def try_avro_header_id(headers: Column, part: String, options: Options = Map.empty): Column =
    call("try_avro_header_id", headers, lit(part))(options)

  /** Explains why `avro_header_id` rejects its input: reason, byte offset, path and message; NULL
    * if the input is accepted.
    */
  def avro_header_id_fault(headers: Column): Column =
    call("avro_header_id_fault", headers)(Map.empty)
  def avro_header_id_fault(headers: Column, options: Options): Column =
    call("avro_header_id_fault", headers)(options)
  def avro_header_id_fault(headers: Column, part: String, options: Options = Map.empty): Column =
    call("avro_header_id_fault", headers, lit(part))(options)

  /** The type, as DDL, of the column that avro_decode returns for an Avro schema. Malformed input
    * fails the query.
    */
  def avro_schema(schema: Column, options: Options = Map.empty): Column =
    call("avro_schema", schema)(options)

  /** Like `avro_schema`, but returns NULL for malformed input. */
  def try_avro_schema(schema: Column, options: Options = Map.empty): Column =
    call("try_avro_schema", schema)(options)

  /** Explains why `avro_schema` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def avro_schema_fault(schema: Column, options: Options = Map.empty): Column =
    call("avro_schema_fault", schema)(options)

  /** The Avro schema of a Spark type, for use as a reader: values of other schemas then become a
    * column of this type. A missing field is NULL.
    */
  def avro_schema_of(ddl: String): Column =
    call("avro_schema_of", lit(ddl))(Map.empty)

  /** Decodes one value in Avro's binary encoding, with or without the id of its schema before it,
    * to VARIANT, by a schema that may differ from row to row. Malformed input fails the query.
    */
  def avro_variant(value: Column, writer: Column): Column =
    call("avro_variant", value, writer)(Map.empty)
  def avro_variant(value: Column, writer: Column, options: Options): Column =
    call("avro_variant", value, writer)(options)
  def avro_variant(
      value: Column, writer: Column, id: Column, options: Options = Map.empty): Column =
    call("avro_variant", value, writer, id)(options)
  def avro_variant(value: Column, writer: String): Column =
    call("avro_variant", value, lit(writer))(Map.empty)
  def avro_variant(value: Column, writer: String, options: Options): Column =
    call("avro_variant", value, lit(writer))(options)

  /** Like `avro_variant`, but returns NULL for malformed input. */
  def try_avro_variant(value: Column, writer: Column): Column =
    call("try_avro_variant", value, writer)(Map.empty)
  def try_avro_variant(value: Column, writer: Column, options: Options): Column =
    call("try_avro_variant", value, writer)(options)
  def try_avro_variant(
      value: Column, writer: Column, id: Column, options: Options = Map.empty): Column =
    call("try_avro_variant", value, writer, id)(options)
  def try_avro_variant(value: Column, writer: String): Column =
    call("try_avro_variant", value, lit(writer))(Map.empty)
  def try_avro_variant(value: Column, writer: String, options: Options): Column =
    call("try_avro_variant", value, lit(writer))(options)

  /** Explains why `avro_variant` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def avro_variant_fault(value: Column, writer: Column): Column =
    call("avro_variant_fault", value, writer)(Map.empty)
  def avro_variant_fault(value: Column, writer: Column, options: Options): Column =
    call("avro_variant_fault", value, writer)(options)
  def avro_variant_fault(
      value: Column, writer: Column, id: Column, options: Options = Map.empty): Column =
    call("avro_variant_fault", value, writer, id)(options)
  def avro_variant_fault(value: Column, writer: String): Column =
    call("avro_variant_fault", value, lit(writer))(Map.empty)
  def avro_variant_fault(value: Column, writer: String, options: Options): Column =
    call("avro_variant_fault", value, lit(writer))(options)

  // Registry

  /** Reads the schema id that a registry's serializer writes before JSON or Protobuf, and returns
    * the decompressed payload after it. Malformed input fails the query.
    */
  def registry_frame(value: Column, options: Options = Map.empty): Column =
    call("registry_frame", value)(options)

  /** Like `registry_frame`, but returns NULL for malformed input. */
  def try_registry_frame(value: Column, options: Options = Map.empty): Column =
    call("try_registry_frame", value)(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def registry_frame_dissect(value: Column, options: Options = Map.empty): Column =
    call("registry_frame_dissect", value)(options)

  /** Explains why `registry_frame` rejects its input: reason, byte offset, path and message; NULL
    * if the input is accepted.
    */
  def registry_frame_fault(value: Column, options: Options = Map.empty): Column =
    call("registry_frame_fault", value)(options)

  // Cernan

  /** The eight bytes with which Cernan answers a packet that asks for it; NULL for any other
    * packet, and for malformed bytes.
    */
  def cernan_ack(value: Column): Column =
    call("cernan_ack", value)(Map.empty)

  /** Encodes the values of all rows as Cernan packets, one after the other, as `cernan_decode_all`
    * reads them. Rows with NULL are skipped. An aggregate function; as for `listagg`, `WITHIN GROUP
    * (ORDER BY …)` sets the order.
    */
  def cernan_agg(value: Column): Column =
    call("cernan_agg", value)(Map.empty)
  def cernan_agg(value: Column, options: Options): Column =
    call("cernan_agg", value)(options)
  def cernan_agg(value: Column, schema: String, options: Options = Map.empty): Column =
    call("cernan_agg", value, lit(schema))(options)

  /** Decodes one packet of Cernan's Avro source: header, pairs, and the Avro container with its
    * records. Malformed input fails the query.
    */
  def cernan_decode(value: Column): Column =
    call("cernan_decode", value)(Map.empty)
  def cernan_decode(value: Column, options: Options): Column =
    call("cernan_decode", value)(options)
  def cernan_decode(value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("cernan_decode", value, lit(reader_schema))(options)

  /** Like `cernan_decode`, but returns NULL for malformed input. */
  def try_cernan_decode(value: Column): Column =
    call("try_cernan_decode", value)(Map.empty)
  def try_cernan_decode(value: Column, options: Options): Column =
    call("try_cernan_decode", value)(options)
  def try_cernan_decode(
      value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("try_cernan_decode", value, lit(reader_schema))(options)

  /** Decodes all Cernan packets of a value that holds several. Does not fail on malformed bytes: it
    * keeps the complete packets before them, and `tail` says where and why it stopped. A packet
    * whose Avro blocks are broken stays, without its records. With `resync` = `true` it continues
    * with the next packet, and the result has another field, `gaps ARRAY<STRUCT<offset: INT,
    * length: INT, reason: STRING>>`.
    */
  def cernan_decode_all(value: Column): Column =
    call("cernan_decode_all", value)(Map.empty)
  def cernan_decode_all(value: Column, options: Options): Column =
    call("cernan_decode_all", value)(options)
  def cernan_decode_all(
      value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("cernan_decode_all", value, lit(reader_schema))(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def cernan_dissect(value: Column): Column =
    call("cernan_dissect", value)(Map.empty)
  def cernan_dissect(value: Column, options: Options): Column =
    call("cernan_dissect", value)(options)
  def cernan_dissect(value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("cernan_dissect", value, lit(reader_schema))(options)

  /** Encodes one packet of Cernan's Avro source. The length is computed. A value that the format
    * cannot represent fails the query.
    */
  def cernan_encode(value: Column): Column =
    call("cernan_encode", value)(Map.empty)
  def cernan_encode(value: Column, options: Options): Column =
    call("cernan_encode", value)(options)
  def cernan_encode(value: Column, schema: String, options: Options = Map.empty): Column =
    call("cernan_encode", value, lit(schema))(options)

  /** Like `cernan_encode`, but returns NULL for a value that the format cannot represent. */
  def try_cernan_encode(value: Column): Column =
    call("try_cernan_encode", value)(Map.empty)
  def try_cernan_encode(value: Column, options: Options): Column =
    call("try_cernan_encode", value)(options)
  def try_cernan_encode(value: Column, schema: String, options: Options = Map.empty): Column =
    call("try_cernan_encode", value, lit(schema))(options)

  /** Explains why `cernan_encode` rejects a value: reason, path and message; NULL if the value is
    * accepted.
    */
  def cernan_encode_fault(value: Column): Column =
    call("cernan_encode_fault", value)(Map.empty)
  def cernan_encode_fault(value: Column, options: Options): Column =
    call("cernan_encode_fault", value)(options)
  def cernan_encode_fault(value: Column, schema: String, options: Options = Map.empty): Column =
    call("cernan_encode_fault", value, lit(schema))(options)

  /** Explains why `cernan_decode` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def cernan_fault(value: Column): Column =
    call("cernan_fault", value)(Map.empty)
  def cernan_fault(value: Column, options: Options): Column =
    call("cernan_fault", value)(options)
  def cernan_fault(value: Column, reader_schema: String, options: Options = Map.empty): Column =
    call("cernan_fault", value, lit(reader_schema))(options)

  // Databus

  /** Encodes the values of all rows as Databus events, one after the other, as `databus_decode_all`
    * reads them. Rows with NULL are skipped. An aggregate function; as for `listagg`, `WITHIN GROUP
    * (ORDER BY …)` sets the order.
    */
  def databus_agg(value: Column, options: Options = Map.empty): Column =
    call("databus_agg", value)(options)

  /** The checksums of one event: the ones in its header and the correct ones. Both are CRC-32 as
    * Databus computes it. Wrong checksums are not a fault. Malformed input fails the query.
    */
  def databus_checksum(value: Column, options: Options = Map.empty): Column =
    call("databus_checksum", value)(options)

  /** Like `databus_checksum`, but returns NULL for malformed input. */
  def try_databus_checksum(value: Column, options: Options = Map.empty): Column =
    call("try_databus_checksum", value)(options)

  /** Explains why `databus_checksum` rejects its input: reason, byte offset, path and message; NULL
    * if the input is accepted.
    */
  def databus_checksum_fault(value: Column, options: Options = Map.empty): Column =
    call("databus_checksum_fault", value)(options)

  /** Decodes one Databus event, version 1 or 2, in either byte order. Malformed input fails the
    * query.
    */
  def databus_decode(value: Column, options: Options = Map.empty): Column =
    call("databus_decode", value)(options)

  /** Like `databus_decode`, but returns NULL for malformed input. */
  def try_databus_decode(value: Column, options: Options = Map.empty): Column =
    call("try_databus_decode", value)(options)

  /** Decodes all Databus events of a value that holds several. Does not fail on malformed bytes: it
    * keeps the complete events before them, and `tail` says where and why it stopped. With `resync`
    * = `true` it continues with the next event, and the result has another field, `gaps
    * ARRAY<STRUCT<offset: INT, length: INT, reason: STRING>>`.
    */
  def databus_decode_all(value: Column, options: Options = Map.empty): Column =
    call("databus_decode_all", value)(options)

  /** Reads the event from a JSON line that Databus or databus_to_json wrote. Fields that the line
    * does not contain are NULL. Malformed input fails the query.
    */
  def databus_decode_json(text: Column): Column =
    call("databus_decode_json", text)(Map.empty)

  /** Like `databus_decode_json`, but returns NULL for malformed input. */
  def try_databus_decode_json(text: Column): Column =
    call("try_databus_decode_json", text)(Map.empty)

  /** Explains why `databus_decode_json` rejects its input: reason, byte offset, path and message;
    * NULL if the input is accepted.
    */
  def databus_decode_json_fault(text: Column): Column =
    call("databus_decode_json_fault", text)(Map.empty)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def databus_dissect(value: Column, options: Options = Map.empty): Column =
    call("databus_dissect", value)(options)

  /** Encodes one Databus event, version 2 and big endian unless `version` and `byte_order` say
    * otherwise. Lengths and checksums are computed. A value that the format cannot represent fails
    * the query.
    */
  def databus_encode(value: Column, options: Options = Map.empty): Column =
    call("databus_encode", value)(options)

  /** Like `databus_encode`, but returns NULL for a value that the format cannot represent. */
  def try_databus_encode(value: Column, options: Options = Map.empty): Column =
    call("try_databus_encode", value)(options)

  /** Explains why `databus_encode` rejects a value: reason, path and message; NULL if the value is
    * accepted.
    */
  def databus_encode_fault(value: Column, options: Options = Map.empty): Column =
    call("databus_encode_fault", value)(options)

  /** Explains why `databus_decode` rejects its input: reason, byte offset, path and message; NULL
    * if the input is accepted.
    */
  def databus_fault(value: Column, options: Options = Map.empty): Column =
    call("databus_fault", value)(options)

  /** The id by which Databus events refer to an Avro schema: the MD5 of its text as Avro 1.4.0
    * prints it. Malformed input fails the query.
    */
  def databus_schema_id(avro_schema: Column): Column =
    call("databus_schema_id", avro_schema)(Map.empty)

  /** Like `databus_schema_id`, but returns NULL for malformed input. */
  def try_databus_schema_id(avro_schema: Column): Column =
    call("try_databus_schema_id", avro_schema)(Map.empty)

  /** Explains why `databus_schema_id` rejects its input: reason, byte offset, path and message;
    * NULL if the input is accepted.
    */
  def databus_schema_id_fault(avro_schema: Column): Column =
    call("databus_schema_id_fault", avro_schema)(Map.empty)

  /** The JSON line of one Databus event, exactly as Databus writes it, without the line terminator.
    * Malformed input fails the query.
    */
  def databus_to_json(value: Column): Column =
    call("databus_to_json", value)(Map.empty)
  def databus_to_json(value: Column, options: Options): Column =
    call("databus_to_json", value)(options)
  def databus_to_json(value: Column, valueEnc: String, options: Options = Map.empty): Column =
    call("databus_to_json", value, lit(valueEnc))(options)

  /** Like `databus_to_json`, but returns NULL for malformed input. */
  def try_databus_to_json(value: Column): Column =
    call("try_databus_to_json", value)(Map.empty)
  def try_databus_to_json(value: Column, options: Options): Column =
    call("try_databus_to_json", value)(options)
  def try_databus_to_json(value: Column, valueEnc: String, options: Options = Map.empty): Column =
    call("try_databus_to_json", value, lit(valueEnc))(options)

  /** Explains why `databus_to_json` rejects its input: reason, byte offset, path and message; NULL
    * if the input is accepted.
    */
  def databus_to_json_fault(value: Column): Column =
    call("databus_to_json_fault", value)(Map.empty)
  def databus_to_json_fault(value: Column, options: Options): Column =
    call("databus_to_json_fault", value)(options)
  def databus_to_json_fault(value: Column, valueEnc: String, options: Options = Map.empty): Column =
    call("databus_to_json_fault", value, lit(valueEnc))(options)

  // Ignite

  /** Decodes one event of Apache Ignite's change data capture, as its streamer writes it to Kafka.
    * The marker that the streamer writes when there are new types becomes NULL. Malformed input
    * fails the query.
    */
  def ignite_cdc_decode(value: Column): Column =
    call("ignite_cdc_decode", value)(Map.empty)
  def ignite_cdc_decode(value: Column, options: Options): Column =
    call("ignite_cdc_decode", value)(options)
  def ignite_cdc_decode(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_cdc_decode", value, lit(schema_ddl))(options)

  /** Like `ignite_cdc_decode`, but returns NULL for malformed input. */
  def try_ignite_cdc_decode(value: Column): Column =
    call("try_ignite_cdc_decode", value)(Map.empty)
  def try_ignite_cdc_decode(value: Column, options: Options): Column =
    call("try_ignite_cdc_decode", value)(options)
  def try_ignite_cdc_decode(
      value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("try_ignite_cdc_decode", value, lit(schema_ddl))(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def ignite_cdc_dissect(value: Column): Column =
    call("ignite_cdc_dissect", value)(Map.empty)
  def ignite_cdc_dissect(value: Column, options: Options): Column =
    call("ignite_cdc_dissect", value)(options)
  def ignite_cdc_dissect(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_cdc_dissect", value, lit(schema_ddl))(options)

  /** Explains why `ignite_cdc_decode` rejects its input: reason, byte offset, path and message;
    * NULL if the input is accepted.
    */
  def ignite_cdc_fault(value: Column): Column =
    call("ignite_cdc_fault", value)(Map.empty)
  def ignite_cdc_fault(value: Column, options: Options): Column =
    call("ignite_cdc_fault", value)(options)
  def ignite_cdc_fault(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_cdc_fault", value, lit(schema_ddl))(options)

  /** Decodes one value of Apache Ignite, to VARIANT or to the type that `schema_ddl` names.
    * Malformed input fails the query.
    */
  def ignite_decode(value: Column): Column =
    call("ignite_decode", value)(Map.empty)
  def ignite_decode(value: Column, options: Options): Column =
    call("ignite_decode", value)(options)
  def ignite_decode(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_decode", value, lit(schema_ddl))(options)

  /** Like `ignite_decode`, but returns NULL for malformed input. */
  def try_ignite_decode(value: Column): Column =
    call("try_ignite_decode", value)(Map.empty)
  def try_ignite_decode(value: Column, options: Options): Column =
    call("try_ignite_decode", value)(options)
  def try_ignite_decode(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("try_ignite_decode", value, lit(schema_ddl))(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def ignite_dissect(value: Column): Column =
    call("ignite_dissect", value)(Map.empty)
  def ignite_dissect(value: Column, options: Options): Column =
    call("ignite_dissect", value)(options)
  def ignite_dissect(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_dissect", value, lit(schema_ddl))(options)

  /** Encodes a value in Apache Ignite's binary format. Header flags, schema id and hash code are
    * computed. A value that the format cannot represent fails the query.
    */
  def ignite_encode(value: Column): Column =
    call("ignite_encode", value)(Map.empty)
  def ignite_encode(value: Column, options: Options): Column =
    call("ignite_encode", value)(options)
  def ignite_encode(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_encode", value, lit(schema_ddl))(options)

  /** Like `ignite_encode`, but returns NULL for a value that the format cannot represent. */
  def try_ignite_encode(value: Column): Column =
    call("try_ignite_encode", value)(Map.empty)
  def try_ignite_encode(value: Column, options: Options): Column =
    call("try_ignite_encode", value)(options)
  def try_ignite_encode(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("try_ignite_encode", value, lit(schema_ddl))(options)

  /** Explains why `ignite_encode` rejects a value: reason, path and message; NULL if the value is
    * accepted.
    */
  def ignite_encode_fault(value: Column): Column =
    call("ignite_encode_fault", value)(Map.empty)
  def ignite_encode_fault(value: Column, options: Options): Column =
    call("ignite_encode_fault", value)(options)
  def ignite_encode_fault(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_encode_fault", value, lit(schema_ddl))(options)

  /** Explains why `ignite_decode` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def ignite_fault(value: Column): Column =
    call("ignite_fault", value)(Map.empty)
  def ignite_fault(value: Column, options: Options): Column =
    call("ignite_fault", value)(options)
  def ignite_fault(value: Column, schema_ddl: String, options: Options = Map.empty): Column =
    call("ignite_fault", value, lit(schema_ddl))(options)

  /** The number by which Apache Ignite identifies a field of this name, regardless of case. */
  def ignite_field_id(name: Column): Column =
    call("ignite_field_id", name)(Map.empty)

  /** The hash code of an Apache Ignite object, computed from its data; NULL for a value that is not
    * an object. Malformed input fails the query.
    */
  def ignite_hash(value: Column, options: Options = Map.empty): Column =
    call("ignite_hash", value)(options)

  /** Like `ignite_hash`, but returns NULL for malformed input. */
  def try_ignite_hash(value: Column, options: Options = Map.empty): Column =
    call("try_ignite_hash", value)(options)

  /** Explains why `ignite_hash` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def ignite_hash_fault(value: Column, options: Options = Map.empty): Column =
    call("ignite_hash_fault", value)(options)

  /** The header of an Apache Ignite object; NULL for a value that is not an object. Malformed input
    * fails the query.
    */
  def ignite_header(value: Column, options: Options = Map.empty): Column =
    call("ignite_header", value)(options)

  /** Like `ignite_header`, but returns NULL for malformed input. */
  def try_ignite_header(value: Column, options: Options = Map.empty): Column =
    call("try_ignite_header", value)(options)

  /** Explains why `ignite_header` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def ignite_header_fault(value: Column, options: Options = Map.empty): Column =
    call("ignite_header_fault", value)(options)

  /** The number by which Apache Ignite identifies the fields of an object in their order. */
  def ignite_schema_id(names: Column): Column =
    call("ignite_schema_id", names)(Map.empty)

  /** The number by which Apache Ignite identifies a type of this name, regardless of case. */
  def ignite_type_id(name: Column): Column =
    call("ignite_type_id", name)(Map.empty)

  /** The description of a type for the option `types`, from the metadata file of an Apache Ignite
    * node (binary_meta/.../<type id>.bin) or from a record of the topic for metadata that its
    * change data capture fills. Malformed input fails the query.
    */
  def ignite_types(value: Column, options: Options = Map.empty): Column =
    call("ignite_types", value)(options)

  /** Like `ignite_types`, but returns NULL for malformed input. */
  def try_ignite_types(value: Column, options: Options = Map.empty): Column =
    call("try_ignite_types", value)(options)

  /** Explains why `ignite_types` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def ignite_types_fault(value: Column, options: Options = Map.empty): Column =
    call("ignite_types_fault", value)(options)

  // Kafka

  /** Decodes one value in Kafka's wire types, by the definition of a message or by a list of types.
    * Malformed input fails the query.
    */
  def kafka_decode(value: Column, layout: String): Column =
    call("kafka_decode", value, lit(layout))(Map.empty)
  def kafka_decode(value: Column, layout: String, options: Options): Column =
    call("kafka_decode", value, lit(layout))(options)
  def kafka_decode(
      value: Column, layout: String, version: Column, options: Options = Map.empty): Column =
    call("kafka_decode", value, lit(layout), version)(options)

  /** Like `kafka_decode`, but returns NULL for malformed input. */
  def try_kafka_decode(value: Column, layout: String): Column =
    call("try_kafka_decode", value, lit(layout))(Map.empty)
  def try_kafka_decode(value: Column, layout: String, options: Options): Column =
    call("try_kafka_decode", value, lit(layout))(options)
  def try_kafka_decode(
      value: Column, layout: String, version: Column, options: Options = Map.empty): Column =
    call("try_kafka_decode", value, lit(layout), version)(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def kafka_dissect(value: Column, layout: String): Column =
    call("kafka_dissect", value, lit(layout))(Map.empty)
  def kafka_dissect(value: Column, layout: String, options: Options): Column =
    call("kafka_dissect", value, lit(layout))(options)
  def kafka_dissect(
      value: Column, layout: String, version: Column, options: Options = Map.empty): Column =
    call("kafka_dissect", value, lit(layout), version)(options)

  /** Encodes one value in Kafka's wire types, by the definition of a message or by a list of types.
    * Missing fields take their defaults, and tagged fields with default values are omitted, as in
    * Kafka's own software. A value that the format cannot represent fails the query.
    */
  def kafka_encode(value: Column, layout: String): Column =
    call("kafka_encode", value, lit(layout))(Map.empty)
  def kafka_encode(value: Column, layout: String, options: Options): Column =
    call("kafka_encode", value, lit(layout))(options)
  def kafka_encode(
      value: Column, layout: String, version: Column, options: Options = Map.empty): Column =
    call("kafka_encode", value, lit(layout), version)(options)

  /** Like `kafka_encode`, but returns NULL for a value that the format cannot represent. */
  def try_kafka_encode(value: Column, layout: String): Column =
    call("try_kafka_encode", value, lit(layout))(Map.empty)
  def try_kafka_encode(value: Column, layout: String, options: Options): Column =
    call("try_kafka_encode", value, lit(layout))(options)
  def try_kafka_encode(
      value: Column, layout: String, version: Column, options: Options = Map.empty): Column =
    call("try_kafka_encode", value, lit(layout), version)(options)

  /** Explains why `kafka_encode` rejects a value: reason, path and message; NULL if the value is
    * accepted.
    */
  def kafka_encode_fault(value: Column, layout: String): Column =
    call("kafka_encode_fault", value, lit(layout))(Map.empty)
  def kafka_encode_fault(value: Column, layout: String, options: Options): Column =
    call("kafka_encode_fault", value, lit(layout))(options)
  def kafka_encode_fault(
      value: Column, layout: String, version: Column, options: Options = Map.empty): Column =
    call("kafka_encode_fault", value, lit(layout), version)(options)

  /** Explains why `kafka_decode` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def kafka_fault(value: Column, layout: String): Column =
    call("kafka_fault", value, lit(layout))(Map.empty)
  def kafka_fault(value: Column, layout: String, options: Options): Column =
    call("kafka_fault", value, lit(layout))(options)
  def kafka_fault(
      value: Column, layout: String, version: Column, options: Options = Map.empty): Column =
    call("kafka_fault", value, lit(layout), version)(options)

  /** Kafka's own messages that `kafka_decode` knows by name, with their versions and the releases
    * of Kafka that define these.
    */
  def kafka_layouts(): Column =
    call("kafka_layouts")(Map.empty)

  /** Decodes one record of __consumer_offsets, __transaction_state, __share_group_state,
    * __cluster_metadata or __remote_log_metadata. Unknown record types and value versions do not
    * fail: their fields are NULL. Malformed input fails the query.
    */
  def kafka_record_decode(
      topic: Column, key: Column, value: Column, options: Options = Map.empty): Column =
    call("kafka_record_decode", topic, key, value)(options)

  /** Like `kafka_record_decode`, but returns NULL for malformed input. */
  def try_kafka_record_decode(
      topic: Column, key: Column, value: Column, options: Options = Map.empty): Column =
    call("try_kafka_record_decode", topic, key, value)(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def kafka_record_dissect(
      topic: Column, key: Column, value: Column, options: Options = Map.empty): Column =
    call("kafka_record_dissect", topic, key, value)(options)

  /** Encodes one record of an internal topic. The value has the newest version unless another is
    * given. A value that the format cannot represent fails the query.
    */
  def kafka_record_encode(value: Column, topic: Column, options: Options = Map.empty): Column =
    call("kafka_record_encode", value, topic)(options)

  /** Like `kafka_record_encode`, but returns NULL for a value that the format cannot represent. */
  def try_kafka_record_encode(value: Column, topic: Column, options: Options = Map.empty): Column =
    call("try_kafka_record_encode", value, topic)(options)

  /** Explains why `kafka_record_encode` rejects a value: reason, path and message; NULL if the
    * value is accepted.
    */
  def kafka_record_encode_fault(
      value: Column, topic: Column, options: Options = Map.empty): Column =
    call("kafka_record_encode_fault", value, topic)(options)

  /** Explains why `kafka_record_decode` rejects its input: reason, byte offset, path and message;
    * NULL if the input is accepted.
    */
  def kafka_record_fault(
      topic: Column, key: Column, value: Column, options: Options = Map.empty): Column =
    call("kafka_record_fault", topic, key, value)(options)

  /** Encodes the records of all rows as record batches. An aggregate function; as for `listagg`,
    * `WITHIN GROUP (ORDER BY …)` sets the order.
    */
  def kafka_records_agg(value: Column, options: Options = Map.empty): Column =
    call("kafka_records_agg", value)(options)

  /** Decodes all record batches of a value, as log files and fields of type records contain them:
    * magic 0, 1 and 2, in any compression, with their checksums. Malformed input fails the query.
    */
  def kafka_records_decode(value: Column, options: Options = Map.empty): Column =
    call("kafka_records_decode", value)(options)

  /** Like `kafka_records_decode`, but returns NULL for malformed input. */
  def try_kafka_records_decode(value: Column, options: Options = Map.empty): Column =
    call("try_kafka_records_decode", value)(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def kafka_records_dissect(value: Column, options: Options = Map.empty): Column =
    call("kafka_records_dissect", value)(options)

  /** Encodes records as record batches of magic 2, in any compression. Lengths, counts and
    * checksums are computed. A value that the format cannot represent fails the query.
    */
  def kafka_records_encode(value: Column, options: Options = Map.empty): Column =
    call("kafka_records_encode", value)(options)

  /** Like `kafka_records_encode`, but returns NULL for a value that the format cannot represent. */
  def try_kafka_records_encode(value: Column, options: Options = Map.empty): Column =
    call("try_kafka_records_encode", value)(options)

  /** Explains why `kafka_records_encode` rejects a value: reason, path and message; NULL if the
    * value is accepted.
    */
  def kafka_records_encode_fault(value: Column, options: Options = Map.empty): Column =
    call("kafka_records_encode_fault", value)(options)

  /** Explains why `kafka_records_decode` rejects its input: reason, byte offset, path and message;
    * NULL if the input is accepted.
    */
  def kafka_records_fault(value: Column, options: Options = Map.empty): Column =
    call("kafka_records_fault", value)(options)

  /** Decodes one request of Kafka's protocol with its header. Malformed input fails the query. */
  def kafka_request_decode(value: Column, options: Options = Map.empty): Column =
    call("kafka_request_decode", value)(options)

  /** Like `kafka_request_decode`, but returns NULL for malformed input. */
  def try_kafka_request_decode(value: Column, options: Options = Map.empty): Column =
    call("try_kafka_request_decode", value)(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def kafka_request_dissect(value: Column, options: Options = Map.empty): Column =
    call("kafka_request_dissect", value)(options)

  /** Encodes one request of Kafka's protocol with its header. A value that the format cannot
    * represent fails the query.
    */
  def kafka_request_encode(value: Column, options: Options = Map.empty): Column =
    call("kafka_request_encode", value)(options)

  /** Like `kafka_request_encode`, but returns NULL for a value that the format cannot represent. */
  def try_kafka_request_encode(value: Column, options: Options = Map.empty): Column =
    call("try_kafka_request_encode", value)(options)

  /** Explains why `kafka_request_encode` rejects a value: reason, path and message; NULL if the
    * value is accepted.
    */
  def kafka_request_encode_fault(value: Column, options: Options = Map.empty): Column =
    call("kafka_request_encode_fault", value)(options)

  /** Explains why `kafka_request_decode` rejects its input: reason, byte offset, path and message;
    * NULL if the input is accepted.
    */
  def kafka_request_fault(value: Column, options: Options = Map.empty): Column =
    call("kafka_request_fault", value)(options)

  /** Decodes one response of Kafka's protocol with its header. A response does not contain its api
    * key and version: take them from the request with the same correlation id. Malformed input
    * fails the query.
    */
  def kafka_response_decode(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("kafka_response_decode", value, api_key, api_version)(options)

  /** Like `kafka_response_decode`, but returns NULL for malformed input. */
  def try_kafka_response_decode(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("try_kafka_response_decode", value, api_key, api_version)(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def kafka_response_dissect(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("kafka_response_dissect", value, api_key, api_version)(options)

  /** Encodes one response of Kafka's protocol with its header. A value that the format cannot
    * represent fails the query.
    */
  def kafka_response_encode(value: Column): Column =
    call("kafka_response_encode", value)(Map.empty)
  def kafka_response_encode(value: Column, options: Options): Column =
    call("kafka_response_encode", value)(options)
  def kafka_response_encode(value: Column, api_key: Column): Column =
    call("kafka_response_encode", value, api_key)(Map.empty)
  def kafka_response_encode(value: Column, api_key: Column, options: Options): Column =
    call("kafka_response_encode", value, api_key)(options)
  def kafka_response_encode(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("kafka_response_encode", value, api_key, api_version)(options)

  /** Like `kafka_response_encode`, but returns NULL for a value that the format cannot represent.
    */
  def try_kafka_response_encode(value: Column): Column =
    call("try_kafka_response_encode", value)(Map.empty)
  def try_kafka_response_encode(value: Column, options: Options): Column =
    call("try_kafka_response_encode", value)(options)
  def try_kafka_response_encode(value: Column, api_key: Column): Column =
    call("try_kafka_response_encode", value, api_key)(Map.empty)
  def try_kafka_response_encode(value: Column, api_key: Column, options: Options): Column =
    call("try_kafka_response_encode", value, api_key)(options)
  def try_kafka_response_encode(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("try_kafka_response_encode", value, api_key, api_version)(options)

  /** Explains why `kafka_response_encode` rejects a value: reason, path and message; NULL if the
    * value is accepted.
    */
  def kafka_response_encode_fault(value: Column): Column =
    call("kafka_response_encode_fault", value)(Map.empty)
  def kafka_response_encode_fault(value: Column, options: Options): Column =
    call("kafka_response_encode_fault", value)(options)
  def kafka_response_encode_fault(value: Column, api_key: Column): Column =
    call("kafka_response_encode_fault", value, api_key)(Map.empty)
  def kafka_response_encode_fault(value: Column, api_key: Column, options: Options): Column =
    call("kafka_response_encode_fault", value, api_key)(options)
  def kafka_response_encode_fault(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("kafka_response_encode_fault", value, api_key, api_version)(options)

  /** Explains why `kafka_response_decode` rejects its input: reason, byte offset, path and message;
    * NULL if the input is accepted.
    */
  def kafka_response_fault(
      value: Column, api_key: Column, api_version: Column, options: Options = Map.empty): Column =
    call("kafka_response_fault", value, api_key, api_version)(options)

  /** Decodes a section of tagged fields by itself. Malformed input fails the query. */
  def kafka_tags_decode(value: Column, options: Options = Map.empty): Column =
    call("kafka_tags_decode", value)(options)

  /** Like `kafka_tags_decode`, but returns NULL for malformed input. */
  def try_kafka_tags_decode(value: Column, options: Options = Map.empty): Column =
    call("try_kafka_tags_decode", value)(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def kafka_tags_dissect(value: Column, options: Options = Map.empty): Column =
    call("kafka_tags_dissect", value)(options)

  /** Encodes a section of tagged fields by itself, in ascending order of the tags. A value that the
    * format cannot represent fails the query.
    */
  def kafka_tags_encode(value: Column, options: Options = Map.empty): Column =
    call("kafka_tags_encode", value)(options)

  /** Like `kafka_tags_encode`, but returns NULL for a value that the format cannot represent. */
  def try_kafka_tags_encode(value: Column, options: Options = Map.empty): Column =
    call("try_kafka_tags_encode", value)(options)

  /** Explains why `kafka_tags_encode` rejects a value: reason, path and message; NULL if the value
    * is accepted.
    */
  def kafka_tags_encode_fault(value: Column, options: Options = Map.empty): Column =
    call("kafka_tags_encode_fault", value)(options)

  /** Explains why `kafka_tags_decode` rejects its input: reason, byte offset, path and message;
    * NULL if the input is accepted.
    */
  def kafka_tags_fault(value: Column, options: Options = Map.empty): Column =
    call("kafka_tags_fault", value)(options)

  // Layout

  /** Decodes one value of a format that a layout describes. Malformed input fails the query. */
  def layout_decode(value: Column, layout: String, options: Options = Map.empty): Column =
    call("layout_decode", value, lit(layout))(options)

  /** Like `layout_decode`, but returns NULL for malformed input. */
  def try_layout_decode(value: Column, layout: String, options: Options = Map.empty): Column =
    call("try_layout_decode", value, lit(layout))(options)

  /** Decodes all values of a layout that stand end to end in one value. Does not fail on malformed
    * bytes: it keeps the complete values before them, and `tail` says where and why it stopped.
    * With `resync` = `true`, for layouts that begin with `contents`, it continues with the next
    * value, and the result has another field, `gaps ARRAY<STRUCT<offset INT, length INT, reason
    * STRING>>`.
    */
  def layout_decode_all(value: Column, layout: String, options: Options = Map.empty): Column =
    call("layout_decode_all", value, lit(layout))(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def layout_dissect(value: Column, layout: String, options: Options = Map.empty): Column =
    call("layout_dissect", value, lit(layout))(options)

  /** Encodes one value of a format that a layout describes. A value that the format cannot
    * represent fails the query.
    */
  def layout_encode(value: Column, layout: String, options: Options = Map.empty): Column =
    call("layout_encode", value, lit(layout))(options)

  /** Like `layout_encode`, but returns NULL for a value that the format cannot represent. */
  def try_layout_encode(value: Column, layout: String, options: Options = Map.empty): Column =
    call("try_layout_encode", value, lit(layout))(options)

  /** Explains why `layout_encode` rejects a value: reason, path and message; NULL if the value is
    * accepted.
    */
  def layout_encode_fault(value: Column, layout: String, options: Options = Map.empty): Column =
    call("layout_encode_fault", value, lit(layout))(options)

  /** Explains why `layout_decode` rejects its input: reason, byte offset, path and message; NULL if
    * the input is accepted.
    */
  def layout_fault(value: Column, layout: String, options: Options = Map.empty): Column =
    call("layout_fault", value, lit(layout))(options)

  /** The type, as DDL, of the column that layout_decode returns for a layout. */
  def layout_schema(layout: String, options: Options = Map.empty): Column =
    call("layout_schema", lit(layout))(options)

  // Msgpack

  /** Encodes the values of all rows as MessagePack, one after the other, as `msgpack_decode_all`
    * reads them. Rows with NULL are skipped. An aggregate function; as for `listagg`, `WITHIN GROUP
    * (ORDER BY …)` sets the order.
    */
  def msgpack_agg(value: Column, options: Options = Map.empty): Column =
    call("msgpack_agg", value)(options)

  /** Decodes one MessagePack value, to VARIANT or to the type that `ddl` names. Malformed input
    * fails the query.
    */
  def msgpack_decode(value: Column): Column =
    call("msgpack_decode", value)(Map.empty)
  def msgpack_decode(value: Column, options: Options): Column =
    call("msgpack_decode", value)(options)
  def msgpack_decode(value: Column, ddl: String, options: Options = Map.empty): Column =
    call("msgpack_decode", value, lit(ddl))(options)

  /** Like `msgpack_decode`, but returns NULL for malformed input. */
  def try_msgpack_decode(value: Column): Column =
    call("try_msgpack_decode", value)(Map.empty)
  def try_msgpack_decode(value: Column, options: Options): Column =
    call("try_msgpack_decode", value)(options)
  def try_msgpack_decode(value: Column, ddl: String, options: Options = Map.empty): Column =
    call("try_msgpack_decode", value, lit(ddl))(options)

  /** Decodes all MessagePack values of a value that holds several, each to VARIANT or to the type
    * that `ddl` names. Does not fail on malformed bytes: it keeps the complete values before them,
    * and `tail` says where and why it stopped. A value that does not fit the type is NULL. With
    * `resync` = `true` and a `ddl` of fields, it continues with the next map that has some of these
    * fields, and the result has another field, `gaps ARRAY<STRUCT<offset INT, length INT, reason
    * STRING>>`.
    */
  def msgpack_decode_all(value: Column): Column =
    call("msgpack_decode_all", value)(Map.empty)
  def msgpack_decode_all(value: Column, options: Options): Column =
    call("msgpack_decode_all", value)(options)
  def msgpack_decode_all(value: Column, ddl: String, options: Options = Map.empty): Column =
    call("msgpack_decode_all", value, lit(ddl))(options)

  /** The meaning of each byte of the input, in the order of the bytes. A fault is one of the rows.
    */
  def msgpack_dissect(value: Column): Column =
    call("msgpack_dissect", value)(Map.empty)
  def msgpack_dissect(value: Column, options: Options): Column =
    call("msgpack_dissect", value)(options)
  def msgpack_dissect(value: Column, ddl: String, options: Options = Map.empty): Column =
    call("msgpack_dissect", value, lit(ddl))(options)

  /** Encodes a value as MessagePack, each part in its shortest form. A value that the format cannot
    * represent fails the query.
    */
  def msgpack_encode(value: Column, options: Options = Map.empty): Column =
    call("msgpack_encode", value)(options)

  /** Like `msgpack_encode`, but returns NULL for a value that the format cannot represent. */
  def try_msgpack_encode(value: Column, options: Options = Map.empty): Column =
    call("try_msgpack_encode", value)(options)

  /** Explains why `msgpack_encode` rejects a value: reason, path and message; NULL if the value is
    * accepted.
    */
  def msgpack_encode_fault(value: Column, options: Options = Map.empty): Column =
    call("msgpack_encode_fault", value)(options)

  /** Explains why `msgpack_decode` rejects its input: reason, byte offset, path and message; NULL
    * if the input is accepted.
    */
  def msgpack_fault(value: Column): Column =
    call("msgpack_fault", value)(Map.empty)
  def msgpack_fault(value: Column, options: Options): Column =
    call("msgpack_fault", value)(options)
  def msgpack_fault(value: Column, ddl: String, options: Options = Map.empty): Column =
    call("msgpack_fault", value, lit(ddl))(options)
}
