package sparkwire.catalog

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.types.{ArrayType, BinaryType, NullType, StructField, StructType}

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Accepts, Arguments, Example, Function, Parameter}
import sparkwire.errors.Twins
import sparkwire.expressions.{StaticCall, Types}
import sparkwire.sources.Encodable
import sparkwire.wire.kafka._
import sparkwire.wire.kafka.batches.ManyBatches
import sparkwire.wire.kafka.messages.{OneRequest, OneResponse, TopicRecord, WrittenResponse}
import sparkwire.wire.kafka.tags.TagSection
import sparkwire.wire.writing.{Unencodable, Written}

/** Kafka's own bytes.
  *
  * One file: every function is mostly its description and its example.
  */
private[catalog] object KafkaFunctions {
  private val since = "0.1.0"

  private val layout = Parameter("layout", Accepts.Constant("id INT16, name COMPACT_STRING"),
    "the name of one of Kafka's messages (`kafka_layouts` lists them), the text of a message " +
      "definition, or types such as `COMPACT_STRING` or `id INT16, name COMPACT_STRING`")
  private val version = Parameter("version", Accepts.Whole,
    "the version of the message, constant or a column; the newest by default; NULL returns NULL",
    optional = true)

  private val decode = family(
    name = "kafka_decode",
    parameters = Seq(value, layout, version, options(Kafka.Layouts)),
    returns = "a STRUCT of the fields and `_unknown_tags` for a message or a list of types, the " +
      "value itself for a single type",
    usage =
      "Decodes one value in Kafka's wire types, by the definition of a message or by a list of types.",
    example = Example(
      "SELECT kafka_decode(X'00070561626364', 'id INT16, name COMPACT_STRING').name", "abcd"),
    malformed = "X'0007', 'INT32'",
    reason = Kafka.Truncated,
    since = since,
    decoding = Decoding(Kafka.Layouts, KafkaLayouts.root, beside = KafkaLayouts.beside),
    dissects = true,
    sampled = Some("STRUCT<id SMALLINT, name STRING, " +
      "_unknown_tags ARRAY<STRUCT<path STRING, tag BIGINT, data BINARY>>>")
  )

  private val encode = encoded(
    name = "kafka_encode",
    value = Parameter("value", Accepts.Value("what kafka_decode gives", _ => None),
      "the fields of a message or of a list by their names, in any order, or the value of one type; " +
        "NULL returns NULL"),
    further = Seq(layout, version),
    usage =
      "Encodes one value in Kafka's wire types, by the definition of a message or by a list of " +
        "types. Missing fields take their defaults, and tagged fields with default values " +
        "are omitted, as in Kafka's own software.",
    example = Example(
      "SELECT hex(kafka_encode(named_struct('name', 'abcd', 'id', 7), " +
        "'id INT16, name COMPACT_STRING'))",
      "00070561626364"),
    refused = "named_struct('name', 'abcd'), 'id INT16, name COMPACT_STRING'",
    reason = Unencodable.MissingField,
    since = since,
    encoding = Encoding(Kafka.Layouts, KafkaLayouts.written _, KafkaLayouts.writtenOptions,
      KafkaLayouts.besideWritten _)
  )

  // The group g1 has read partition 10 of the topic t up to 100.
  private val commit =
    "'__consumer_offsets', X'0001000267310001740000000a', " +
      "X'00030000000000000064ffffffff00000000018bcfe568ab'"

  private val frameOptions = Written.options :+ Written.Derived

  private val record = family(
    name = "kafka_record_decode",
    parameters = Seq(
      Parameter("topic", Accepts.Text,
        "the internal topic; for any other topic, a column returns NULL and a constant is refused"),
      Parameter("key", Accepts.Binary, "the key of the record"),
      Parameter("value", Accepts.Binary, "the value of the record; NULL is a tombstone"),
      options(Kafka.Topics)
    ),
    returns = Types.of(TopicRecord.kind).sql,
    usage =
      "Decodes one record of __consumer_offsets, __transaction_state, __share_group_state, " +
        "__cluster_metadata or __remote_log_metadata. Unknown record types and value versions do " +
        "not fail: their fields are NULL.",
    example = Example(s"SELECT kafka_record_decode($commit).value",
      "{\"commitTimestamp\":1700000000171," +
        "\"leaderEpoch\":-1,\"metadata\":\"\",\"offset\":100}"),
    malformed = "'__consumer_offsets', X'00', NULL",
    reason = Kafka.Truncated,
    since = since,
    decoding = Decoding(Kafka.Topics, _ => TopicRecord, input = "key",
      beside = arguments =>
        Seq(arguments.columnOrWord("topic", TopicRecord.topics),
          arguments.column("value", BinaryType))),
    dissects = true
  )

  private val recordEncode = encoded(
    name = "kafka_record_encode",
    value = written(TopicRecord, "a STRUCT or VARIANT as kafka_record_decode gives it",
      "the type of the record, its key and its value; without a value the record is a tombstone"),
    further = Seq(Parameter("topic", Accepts.Text, "the internal topic; NULL returns NULL")),
    usage =
      "Encodes one record of an internal topic. The value has the newest version unless another is " +
        "given.",
    example = Example(
      s"SELECT hex(kafka_record_encode(kafka_record_decode($commit), '__consumer_offsets').key)",
      "0001000267310001740000000A"),
    refused = "named_struct('record_type', 1), '__consumer_offsets'",
    reason = Unencodable.MissingField,
    since = since,
    returns = "STRUCT<key BINARY, value BINARY>",
    encoding = Encoding(Kafka.Topics, _ => TopicRecord, frameOptions,
      arguments => Seq(arguments.columnOrWord("topic", TopicRecord.topics)))
  )

  private val request = family(
    name = "kafka_request_decode",
    parameters = Seq(value, options(Kafka.Frames)),
    returns = Types.of(OneRequest.kind).sql,
    usage = "Decodes one request of Kafka's protocol with its header.",
    example = Example("SELECT kafka_request_decode(X'00120000000000010000').api", "ApiVersions"),
    malformed = "X'00'",
    reason = Kafka.Truncated,
    since = since,
    decoding = Decoding(Kafka.Frames, _ => OneRequest),
    dissects = true
  )

  private val response = family(
    name = "kafka_response_decode",
    parameters = Seq(value,
      Parameter("api_key", Accepts.Whole, "the api key of the request; NULL returns NULL"),
      Parameter("api_version", Accepts.Whole, "the api version of the request; NULL returns NULL"),
      options(Kafka.Frames)),
    returns = Types.of(OneResponse.kind).sql,
    usage =
      "Decodes one response of Kafka's protocol with its header. A response does not contain its " +
        "api key and version: take them from the request with the same correlation id.",
    example =
      Example("SELECT kafka_response_decode(X'00000007000000000000', 18, 0).correlation_id", "7"),
    malformed = "X'00', 18, 0",
    reason = Kafka.Truncated,
    since = since,
    decoding = Decoding(Kafka.Frames, _ => OneResponse,
      beside = arguments => Seq(arguments.whole("api_key"), arguments.whole("api_version"))),
    dissects = true
  )

  private val requestEncode = encoded(
    name = "kafka_request_encode",
    value = written(OneRequest, "a STRUCT or VARIANT as kafka_request_decode gives it",
      "the header and the body of the request"),
    usage = "Encodes one request of Kafka's protocol with its header.",
    example = Example(
      "SELECT hex(kafka_request_encode(kafka_request_decode(X'00120000000000010000')))",
      "00120000000000010000"),
    refused = "named_struct('api_key', 18)",
    reason = Unencodable.MissingField,
    since = since,
    encoding = Encoding(Kafka.Frames, OneRequest, frameOptions :+ Kafka.SizePrefix)
  )

  private val responseEncode = encoded(
    name = "kafka_response_encode",
    value = written(WrittenResponse(areBeside = false),
      "a STRUCT or VARIANT as kafka_response_decode gives it",
      "the header and the body of the response"),
    further = Seq(
      Parameter("api_key", Accepts.Whole,
        "the api key, for values that do not name it; NULL returns NULL", optional = true),
      Parameter("api_version", Accepts.Whole,
        "the api version, for values that do not name it; NULL returns NULL", optional = true)),
    usage = "Encodes one response of Kafka's protocol with its header.",
    example = Example(
      "SELECT hex(kafka_response_encode(kafka_response_decode(X'00000007000000000000', 18, 0)))",
      "00000007000000000000"),
    refused = "named_struct('api_key', 18)",
    reason = Unencodable.MissingField,
    since = since,
    encoding = Encoding(Kafka.Frames,
      arguments => WrittenResponse(areBeside = besideResponse(arguments).nonEmpty),
      frameOptions :+ Kafka.SizePrefix, besideResponse _)
  )

  private def besideResponse(arguments: Arguments): Seq[Expression] = {
    val passed = Seq("api_key", "api_version").flatMap(arguments.optionalWhole)
    if (passed.length == 1) arguments.refuse("api_key and api_version go together.")
    passed
  }

  // One record, key 6b and value 76.
  private val batch =
    "X'000000000000000000000042000000070281165ece0030000000000000018bcfe56800000001" +
      "8bcfe56800000000000000004d0003ffffffff000000012000000008000000010c00000000000400'"

  private val records = family(
    name = "kafka_records_decode",
    parameters = Seq(value, options(Kafka.Batches)),
    returns = Types.of(ManyBatches.kind).sql,
    usage =
      "Decodes all record batches of a value, as log files and fields of type records contain them: " +
        "magic 0, 1 and 2, in any compression, with their checksums.",
    example = Example(
      s"SELECT kafka_records_decode($batch)[0].record.timestamp_ms", "1700000000000"),
    malformed = "X'00'",
    reason = Kafka.Truncated,
    since = since,
    decoding = Decoding(Kafka.Batches, _ => ManyBatches),
    dissects = true
  )

  private val recordsEncode = encoded(
    name = "kafka_records_encode",
    value = written(ManyBatches, "an ARRAY as kafka_records_decode gives it",
      "one STRUCT for each record, with the records of a batch next to each other; missing " +
        "fields are as in a batch that a producer writes"),
    usage =
      "Encodes records as record batches of magic 2, in any compression. Lengths, counts and " +
        "checksums are computed.",
    example = Example(
      "SELECT kafka_records_decode(kafka_records_encode(array(named_struct('codec', 'gzip', " +
        "'record', named_struct('value', X'76')))))[0].record.offset",
      "0"),
    refused = "array(named_struct('magic', 1, 'record', named_struct('value', X'76')))",
    reason = Unencodable.OutOfRange,
    since = since,
    encoding = Encoding(Kafka.Batches, ManyBatches)
  )

  private val recordsAgg = Function(
    name = "kafka_records_agg",
    parameters = Seq(
      Parameter("value",
        Accepts.Value("STRUCT, a record or a row as kafka_records_decode gives it", _ => None),
        "one record: `key`, `value`, `headers` and so on, or a row with such a `record` and the " +
          "fields of its batch; rows with NULL are skipped"),
      options(Written.options)),
    returns = "BINARY",
    usage =
      "Encodes the records of all rows as record batches. An aggregate function; as for " +
        "`listagg`, `WITHIN GROUP (ORDER BY …)` sets the order.",
    example = Example(
      "SELECT size(kafka_records_decode(kafka_records_agg(named_struct('value', X'76'))))", "1"),
    since = since,
    build = aggregate(_, Encoding(Kafka.Batches, ManyBatches),
      Twins("try_kafka_records_encode", "kafka_records_encode_fault"), elementOf _)
  )

  /** A struct without a field `record` is a record itself. */
  private def elementOf(arguments: Arguments): Option[String] = {
    val found = arguments.column("value", NullType).dataType
    val element = found match {
      case struct: StructType if struct.fieldNames.exists(_.equalsIgnoreCase("record")) => None
      case _ => Some("record")
    }
    val one = element.fold(found)(name => StructType(Seq(StructField(name, found))))
    Encodable.whyNot(ArrayType(one), ManyBatches).foreach(arguments.refuseType)
    element
  }

  private val tags = family(
    name = "kafka_tags_decode",
    parameters = Seq(value, options(Kafka.Tags)),
    returns = Types.of(TagSection.kind).sql,
    usage = "Decodes a section of tagged fields by itself.",
    example = Example("SELECT kafka_tags_decode(X'010503616263')[0].tag", "5"),
    malformed = "X'01'",
    reason = Kafka.TruncatedVarint,
    since = since,
    decoding = Decoding(Kafka.Tags, _ => TagSection),
    dissects = true
  )

  private val tagsEncode = encoded(
    name = "kafka_tags_encode",
    value = written(TagSection, "ARRAY<STRUCT<tag BIGINT, data BINARY>>",
      "the tags, in any order"),
    usage = "Encodes a section of tagged fields by itself, in ascending order of the tags.",
    example = Example(
      "SELECT hex(kafka_tags_encode(array(named_struct('tag', 5, 'data', X'616263'))))",
      "010503616263"),
    refused = "array(named_struct('tag', -1, 'data', X''))",
    reason = Unencodable.OutOfRange,
    since = since,
    encoding = Encoding(Kafka.Tags, TagSection, Written.options :+ Kafka.TagHeader)
  )

  private val layouts = Function(
    name = "kafka_layouts",
    parameters = Nil,
    returns = KafkaLayouts.ListType.sql,
    usage =
      "Kafka's own messages that `kafka_decode` knows by name, with their versions and the releases " +
        "of Kafka that define these.",
    example = Example("SELECT size(kafka_layouts())", "287"),
    since = since,
    build = _ =>
      StaticCall("kafka_layouts", KafkaLayouts.getClass, "list", Nil, KafkaLayouts.ListType)
  )

  val rows: Seq[Function] =
    decode ++ encode ++ record ++ recordEncode ++ request ++ requestEncode ++ response ++
      responseEncode ++ records ++ (recordsEncode :+ recordsAgg) ++ tags ++ tagsEncode :+ layouts
}
