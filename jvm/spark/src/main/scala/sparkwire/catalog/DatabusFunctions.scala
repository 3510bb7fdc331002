package sparkwire.catalog

import org.apache.spark.sql.types.StringType

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Accepts, Example, Function, Parameter}
import sparkwire.errors.Twins
import sparkwire.expressions.{Ending, Types}
import sparkwire.wire.databus.Databus
import sparkwire.wire.databus.EventChecksums
import sparkwire.wire.databus.json.{EventToJson, FromJson, ToJson}
import sparkwire.wire.databus.schemas.SchemaIdentity
import sparkwire.wire.databus.series.ManyEvents
import sparkwire.wire.series.Series
import sparkwire.wire.writing.{Unencodable, Written}

/** LinkedIn Databus. */
private[catalog] object DatabusFunctions {
  private val since = "0.1.0"
  private val event = Types.of(Databus.OneEvent.kind).sql

  // An UPSERT of key 12345 with the payload "hello", version 1, big endian.
  private val hello = "X'008332d0ff0000004200010000057160881ae00001001e1334f4aad87fcd15000f" +
    "00112233445566778899aabbccddeefff032519b000000000000303968656c6c6f'"

  private val decode = family(
    name = "databus_decode",
    parameters = Seq(value, options(Databus)),
    returns = event,
    usage = "Decodes one Databus event, version 1 or 2, in either byte order.",
    example = Example(s"SELECT databus_decode($hello).key", "12345"),
    malformed = "X'01'",
    reason = Databus.BadVersion,
    since = since,
    decoding = Decoding(Databus, _ => Databus.OneEvent),
    dissects = true
  )

  private val decodeAll = Function(
    name = "databus_decode_all",
    parameters = Seq(value, options(Databus.allOptions :+ Series.Resync)),
    returns = Types.of(ManyEvents().kind).sql,
    usage =
      "Decodes all Databus events of a value that holds several. Does not fail on malformed bytes: " +
        "it keeps the complete events before them, and `tail` says where and why it stopped. With " +
        "`resync` = `true` it continues with the next event, and the result has another " +
        "field, `gaps ARRAY<STRUCT<offset: INT, length: INT, reason: STRING>>`.",
    example = Example(s"SELECT size(databus_decode_all($hello).events)", "1"),
    since = since,
    build = Decoding(Databus, arguments => ManyEvents(resyncs(arguments, Databus)),
      further = Seq(Series.Resync)).call(_, Ending.Strict,
      Twins("try_databus_decode", "databus_fault"))
  )

  private val toJson = family(
    name = "databus_to_json",
    parameters = Seq(value, word(EventToJson.ValueEnc), options(Databus)),
    returns = "STRING",
    usage =
      "The JSON line of one Databus event, exactly as Databus writes it, without the line " +
        "terminator.",
    example = Example(s"SELECT databus_to_json($hello)",
      "{\"opcode\":\"UPSERT\",\"key\":12345,\"sequence\":5984508975840,\"logicalPartitionId\":30," +
        "\"physicalPartitionId\":1,\"timestampInNanos\":1384000000123456789,\"srcId\":15," +
        "\"schemaId\":\"ABEiM0RVZneImaq7zN3u/w==\",\"valueEnc\":\"JSON\",\"isReplicated\":false,\"value\":\"aGVsbG8=\"}"),
    malformed = "X'01'",
    reason = Databus.BadVersion,
    since = since,
    decoding = Decoding(
      Databus, arguments => ToJson(plain = arguments.word(EventToJson.ValueEnc) != "JSON")),
    dissects = false
  )

  private val decodeJson = family(
    name = "databus_decode_json",
    parameters = Seq(Parameter("text", Accepts.Text, "one JSON line; NULL returns NULL")),
    returns = event,
    usage =
      "Reads the event from a JSON line that Databus or databus_to_json wrote. Fields that the line does " +
        "not contain are NULL.",
    example = Example(
      "SELECT databus_decode_json('{\"timestampInNanos\":1,\"sequence\":777,\"endOfPeriod\":true}').src_id",
      "-2"),
    malformed = "'{}'",
    reason = Databus.BadJsonEvent,
    since = since,
    decoding = Decoding(Databus, _ => FromJson, input = "text", inputType = StringType),
    dissects = false
  )

  private val encoding = Encoding(Databus, Databus.OneEvent, Written.options :+ Written.Derived)

  private val encode = encoded(
    name = "databus_encode",
    value = written(Databus.OneEvent, "a STRUCT as databus_decode gives it",
      "the fields of an event by their names, in any order; missing ones are NULL"),
    usage =
      "Encodes one Databus event, version 2 and big endian unless `version` and `byte_order` say " +
        "otherwise. Lengths and checksums are computed.",
    example = Example(
      s"SELECT databus_decode(databus_encode(databus_decode($hello))).key", "12345"),
    refused = "named_struct('sequence', 1, 'src_id', 15)",
    reason = Unencodable.MissingField,
    since = since,
    encoding = encoding
  )

  val inFiles = new ValueEncoding(encode.head, encoding)

  private val encodeAll = joined(encode.head, encoding, "Databus events",
    Example(s"SELECT databus_agg(databus_decode($hello)) = $hello", "true"))

  private val schemaId = family(
    name = "databus_schema_id",
    parameters = Seq(
      Parameter("avro_schema", Accepts.Text, "an Avro schema in JSON; NULL returns NULL")),
    returns = "BINARY",
    usage =
      "The id by which Databus events refer to an Avro schema: the MD5 of its text as Avro 1.4.0 prints it.",
    example = Example(
      "SELECT hex(databus_schema_id('{\"type\":\"record\",\"name\":\"R\",\"fields\":" +
        "[{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"b\",\"type\":\"string\"}]}'))",
      "29E2D6E0A68E172B0D068074660F709E"),
    malformed = "'no schema'",
    reason = Databus.BadSchema,
    since = since,
    decoding = Decoding(
      Databus, _ => SchemaIdentity, input = "avro_schema", inputType = StringType),
    dissects = false
  )

  private val checksum = family(
    name = "databus_checksum",
    parameters = Seq(value, options(Databus)),
    returns = Types.of(EventChecksums.kind).sql,
    usage =
      "The checksums of one event: the ones in its header and the correct ones. Both are " +
        "CRC-32 as Databus computes it. Wrong checksums are not a fault.",
    example = Example(s"SELECT databus_checksum($hello).right_body_crc", "4029829531"),
    malformed = "X'01'",
    reason = Databus.BadVersion,
    since = since,
    decoding = Decoding(Databus, _ => EventChecksums),
    dissects = false
  )

  val rows: Seq[Function] =
    (decode :+ decodeAll) ++ encode ++ Seq(
      encodeAll) ++ toJson ++ decodeJson ++ schemaId ++ checksum
}
