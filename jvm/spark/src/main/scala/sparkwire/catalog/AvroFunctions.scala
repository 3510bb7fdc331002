package sparkwire.catalog

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.types.StringType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{
  Accepts, Arguments, AskedType, Example, Function, Parameter, WriterSchemas, WrittenSchemas
}
import sparkwire.errors.Twins
import sparkwire.expressions.{AvroTypeName, AvroTypes, StaticCall, Types}
import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.container.AvroContainer
import sparkwire.wire.avro.framed.AvroFrame
import sparkwire.wire.avro.schemas.AvroSchemas
import sparkwire.wire.avro.writing.{EncodedContainer, EncodedValue}
import sparkwire.wire.core.Root
import sparkwire.wire.writing.Unencodable

/** Avro data and Avro containers. */
private[catalog] object AvroFunctions {
  private val since = "0.1.0"

  private val schema =
    "{\"type\":\"record\",\"name\":\"Hit\",\"fields\":[{\"name\":\"path\",\"type\":\"string\"}," +
      "{\"name\":\"ms\",\"type\":\"int\"}]}"
  // {"path": "/a", "ms": 42}
  private val hit = "X'042f6154'"

  private val decode = family(
    name = "avro_decode",
    parameters = Seq(value,
      writer(schema,
        "the Avro schema in JSON that the value was written with, a constant unless " +
          "there is a reader; NULL in a column gives NULL"),
      Parameter("reader", Accepts.Text,
        "a constant Avro schema in JSON that values are resolved to; needed where the writer is a " +
          "map or a column",
        optional = true),
      idBeside, options(Avro.ofTyped)),
    returns = "the type of `reader`, else of `writer`, as Spark's own Avro reader has it",
    usage =
      "Decodes one value in Avro's binary encoding, with or without the id of its " +
        "schema before it, to a typed column.",
    example = Example(s"SELECT avro_decode($hit, '$schema').ms", "42"),
    malformed = "X'04', '\"string\"'",
    reason = Avro.TruncatedDatum,
    since = since,
    decoding = Decoding(Avro, WriterSchemas.typed, beside = WriterSchemas.besideTyped,
      further = Seq(Avro.Time)),
    dissects = true,
    sampled = Some("STRUCT<path: STRING, ms: INT>")
  )

  private val variant = family(
    name = "avro_variant",
    parameters = Seq(value,
      writer(schema,
        "the Avro schema in JSON that the value was written with, constant or a " +
          "column; NULL returns NULL"),
      idBeside, options(Avro)),
    returns = "VARIANT",
    usage =
      "Decodes one value in Avro's binary encoding, with or without the id of its " +
        "schema before it, to VARIANT, by a schema that may differ from row to row.",
    example = Example(
      s"SELECT to_json(avro_variant($hit, '$schema'))", "{\"ms\":42,\"path\":\"/a\"}"),
    malformed = "X'04', '\"string\"'",
    reason = Avro.TruncatedDatum,
    since = since,
    decoding = Decoding(Avro, WriterSchemas.variant, beside = WriterSchemas.besideVariant),
    dissects = false
  )

  // A hit with the id 7 in front.
  private val frame = family(
    name = "avro_frame",
    parameters = Seq(value, options(AvroFrame)),
    returns = Types.of(AvroFrame.OneFrame.kind).sql,
    usage = "Reads the schema id that precedes an Avro value: in the frames of the Confluent and " +
      "Glue registries, and in Avro's single-object encoding.",
    example = Example("SELECT avro_frame(X'0000000007042f6154').schema_id", "7"),
    malformed = "X'0000'",
    reason = Avro.TruncatedFrame,
    since = since,
    decoding = Decoding(AvroFrame, _ => AvroFrame.OneFrame),
    dissects = true
  )

  private val fingerprint = family(
    name = "avro_fingerprint",
    parameters = Seq(
      Parameter("schema", Accepts.Text, "an Avro schema in JSON; NULL returns NULL"),
      word(AvroSchemas.Algorithm), options(AvroSchemas)),
    returns = "BINARY",
    usage =
      "The fingerprint of the canonical form of an Avro schema. Values in the single-object " +
        "encoding start with the CRC-64-AVRO fingerprint.",
    example = Example(
      "SELECT hex(avro_fingerprint('\"int\"')), hex(avro_fingerprint('\"int\"', 'MD5'))",
      "8F5C393F1AD57572\tEF524EA1B91E73173D938ADE36C1DB32"),
    malformed = "'no schema'",
    reason = Avro.BadSchema,
    since = since,
    decoding = Decoding(AvroSchemas,
      arguments => AvroSchemas.Fingerprint(arguments.word(AvroSchemas.Algorithm)),
      input = "schema", inputType = StringType),
    dissects = false
  )

  private val typeName = family(
    name = "avro_schema",
    parameters = Seq(
      Parameter("schema", Accepts.Text, "an Avro schema in JSON; NULL returns NULL"),
      options(AvroSchemas.ofTypes)),
    returns = "STRING",
    usage = "The type, as DDL, of the column that avro_decode returns for an Avro schema.",
    example = Example(s"SELECT avro_schema('$schema')", "STRUCT<path: STRING, ms: INT>"),
    malformed = "'no schema'",
    reason = Avro.BadSchema,
    since = since,
    decoding =
      Decoding(AvroSchemas, typeNameOf _, input = "schema", inputType = StringType,
        further = Seq(Avro.Time)),
    dissects = false
  )

  private def typeNameOf(arguments: Arguments): Root = {
    val _ = arguments.hasTimes(AvroSchemas.ofTypes)
    AvroTypeName
  }

  private val schemaOf = Function(
    name = "avro_schema_of",
    parameters = Seq(Parameter("ddl", Accepts.Constant("id INT, name STRING"), "a type as DDL")),
    returns = "STRING",
    usage =
      "The Avro schema of a Spark type, for use as a reader: values of other schemas then become a " +
        "column of this type. A missing field is NULL.",
    example = Example(
      "SELECT avro_schema_of('id BIGINT')",
      "{\"type\":\"record\",\"name\":\"Record\",\"fields\":[{\"name\":\"id\",\"type\":[\"null\",\"long\"]," +
        "\"default\":null}]}"),
    since = since,
    build = arguments => {
      val ddl = arguments.constantText("ddl")
      val asked = AskedType.parse("avro_schema_of", ddl, hasDates = true)
      AvroTypes.schemaOf(asked).left.foreach(unknown =>
        arguments.refuseSchema(s"ddl: Avro has no type for ${unknown.sql}."))
      StaticCall("avro_schema_of", AvroTypes.getClass, "schemaOf",
        Seq(Literal(UTF8String.fromString(ddl), StringType)), StringType)
    }
  )

  // Two hits, {"path": "/a", "ms": 42} and {"path": "/b", "ms": 7}.
  private[catalog] val container =
    "4f626a0102166176726f2e736368656d61c8017b2274797065223a227265636f7264222c226e616d65223a22486974" +
      "222c226669656c6473223a5b7b226e616d65223a2270617468222c2274797065223a22737472696e67227d2c7b22" +
      "6e616d65223a226d73222c2274797065223a22696e74227d5d7d0000112233445566778899aabbccddeeff041004" +
      "2f6154042f620e00112233445566778899aabbccddeeff"

  private val containerDecode = family(
    name = "avro_container_decode",
    parameters = Seq(value, readerSchema, options(AvroContainer)),
    returns = Types.of(AvroContainer.OneContainer(None).kind).sql,
    usage =
      "Decodes one Avro object container, as an Avro file or Cernan's Kafka sink has it, with " +
        "its records.",
    example = Example(s"SELECT avro_container_decode(X'$container').record_count", "2"),
    malformed = "X'4f626a02'",
    reason = AvroContainer.BadMagic,
    since = since,
    decoding = Decoding(
      AvroContainer,
      WriterSchemas.container(_, AvroContainer.allOptions)(AvroContainer.OneContainer)),
    dissects = true
  )

  private val writtenSchema =
    Parameter("schema", Accepts.Constant(schema), "the Avro schema in JSON, a constant")

  private val encode = encoded(
    name = "avro_encode",
    value = Parameter("value", Accepts.Value("any type", _ => None),
      "what `avro_decode` or `avro_variant` gives for the schema: fields by their names, in any " +
        "order; missing fields take their defaults; NULL returns NULL"),
    further = Seq(
      writtenSchema,
      Parameter("id", Accepts.SchemaId,
        "the id of the schema in the frame: INT for Confluent's registry, STRING with a UUID for " +
          "Glue's; NULL returns NULL",
        optional = true)),
    usage = "Encodes one value in Avro's binary encoding, with or without the id of its " +
      "schema before it.",
    example = Example(
      s"SELECT hex(avro_encode(named_struct('path', '/a', 'ms', 42), '$schema')), " +
        "hex(avro_encode(7, '\"int\"', map('frame', 'confluent', 'id', '42')))",
      "042F6154\t000000002A0E"),
    refused = "3000000000, '\"int\"'",
    reason = Unencodable.OutOfRange,
    since = since,
    encoding = Encoding(Avro, WrittenSchemas.value _, EncodedValue.options,
      WrittenSchemas.besideValue _)
  )

  private val containerEncode = encoded(
    name = "avro_container_encode",
    value = Parameter("value", Accepts.Value("what avro_container_decode gives", _ => None),
      "the schema, the metadata and the records; NULL returns NULL"),
    further = Seq(
      Parameter("schema", Accepts.Text,
        "a constant Avro schema in JSON, if the value does not name one", optional = true)),
    usage =
      "Encodes one Avro object container. The records are written with the schema that the " +
        "value names; counts and sizes are computed, and the sync marker is a hash of the content.",
    example = Example(
      "SELECT avro_container_decode(avro_container_encode(named_struct('records', array(1, 2)), " +
        "'\"int\"')).record_count",
      "2"),
    refused = "named_struct('records', array(1))",
    reason = Unencodable.MissingField,
    since = since,
    encoding = Encoding(
      AvroContainer, WrittenSchemas.container _, EncodedContainer.options, _ => Nil)
  )

  private val containerAgg = Function(
    name = "avro_container_agg",
    parameters = Seq(
      Parameter("value", Accepts.Value("any type", _ => None),
        "one record, as for `avro_encode`; rows with NULL are skipped"),
      writtenSchema, options(EncodedContainer.options)),
    returns = "BINARY",
    usage =
      "Encodes the records of all rows as one Avro object container. An aggregate function; " +
        "as for `listagg`, `WITHIN GROUP (ORDER BY …)` sets the order.",
    example = Example(
      "SELECT avro_container_decode(avro_container_agg(7, '\"int\"')).record_count", "1"),
    since = since,
    build = aggregate(_,
      Encoding(AvroContainer, WrittenSchemas.eachRecord _, EncodedContainer.options, _ => Nil),
      Twins("try_avro_container_encode", "avro_container_encode_fault"), list = Some("records"))
  )

  val rows: Seq[Function] =
    decode ++ encode ++ variant ++ frame ++ SchemaIdFunctions.rows ++ (fingerprint ++ typeName :+ schemaOf) ++
      containerDecode ++ containerEncode :+ containerAgg
}
