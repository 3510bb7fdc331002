package sparkwire.catalog

import org.apache.spark.sql.types.StringType

import sparkwire.catalog.Rows._
import sparkwire.expressions.Types
import sparkwire.wire.avro.{Avro, AvroContainer}

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
      Parameter("schema", Accepts.Constant(schema),
        "the Avro schema in JSON that the value was written by"),
      options(Avro)),
    returns = "the type of `schema`, as Spark's own Avro reader has it",
    usage = "Decodes one value in Avro's binary form, without a header, by a known schema.",
    example = Example(s"SELECT avro_decode($hit, '$schema').ms", "42"),
    malformed = "X'04', '\"string\"'",
    reason = Avro.TruncatedDatum,
    since = since,
    decoding = Decoding(Avro, _.ofSchema("schema")(text => Avro.Typed(text.get))),
    dissects = true,
    sampled = Some("STRUCT<path: STRING, ms: INT>")
  )

  private val variant = family(
    name = "avro_variant",
    parameters = Seq(value,
      Parameter("schema", Accepts.Text,
        "the Avro schema in JSON that the value was written by; may be a column, NULL gives NULL"),
      options(Avro)),
    returns = "VARIANT",
    usage =
      "Decodes one value in Avro's binary form to VARIANT, by a schema that may differ from " +
        "row to row.",
    example = Example(
      s"SELECT to_json(avro_variant($hit, '$schema'))", "{\"ms\":42,\"path\":\"/a\"}"),
    malformed = "X'04', '\"string\"'",
    reason = Avro.TruncatedDatum,
    since = since,
    decoding = Decoding(
      Avro, _ => Avro.Dynamic, beside = arguments => Seq(arguments.column("schema", StringType))),
    dissects = false
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
    decoding = Decoding(AvroContainer, _.ofSchema("reader_schema")(AvroContainer.OneContainer(_))),
    dissects = true
  )

  val rows: Seq[Function] = decode ++ variant ++ containerDecode
}
