package sparkwire.catalog

import org.apache.spark.sql.catalyst.expressions.{Cast, Expression, Literal}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Accepts, Arguments, Example, Function, Parameter}
import sparkwire.expressions.{StaticCall, Types}
import sparkwire.registries.KafkaHeaders
import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.framed.{AvroHeader, RegistryFrame}

/** The ids of schemas in the headers of Kafka, and before payloads that are not Avro. */
private[catalog] object SchemaIdFunctions {
  private val since = "0.1.0"

  private def headers(value: String) =
    s"array(named_struct('key', '__value_schema_id', 'value', $value))"

  private val headerId = family(
    name = "avro_header_id",
    parameters = Seq(
      Parameter("headers", Accepts.Headers,
        "the column `headers` of Spark's Kafka source; NULL returns NULL"),
      word(AvroHeader.Part), options(AvroHeader)),
    returns = Types.of(AvroHeader.OneHeader.kind).sql,
    usage =
      "Reads the schema id in the headers of a Kafka record, as Confluent's serializers write " +
        "it: from `__value_schema_id` or `__key_schema_id`, the last one if there are several. " +
        "NULL without such a header.",
    example = Example(s"SELECT avro_header_id(${headers("X'000000002a'")}).schema_id", "42"),
    malformed = headers("X'0000'"),
    reason = AvroHeader.Truncated,
    since = since,
    decoding = Decoding(AvroHeader, _ => AvroHeader.OneHeader, bytes = Some(lastHeader)),
    dissects = false
  )

  private def lastHeader(arguments: Arguments): Expression = {
    val name = AvroHeader.names.toMap.apply(arguments.word(AvroHeader.Part))
    StaticCall("last_header", KafkaHeaders.getClass, "last",
      Seq(Cast(arguments.column("headers", KafkaHeaders.dataType), KafkaHeaders.dataType),
        Literal(UTF8String.fromString(name), StringType)),
      BinaryType, isShown = false)
  }

  private val header = Function(
    name = "avro_header",
    parameters = Seq(
      Parameter("id", Accepts.AnySchemaId,
        "INT, a GUID as STRING, or the bytes of either; NULL returns NULL")),
    returns = "BINARY",
    usage =
      "The value of the header `__value_schema_id` or `__key_schema_id` for the id of a schema. NULL " +
        "if the id in a column is neither.",
    example = Example(
      "SELECT hex(avro_header(42)), hex(avro_header('f81d4fae-7dec-11d0-a765-00a0c91e6bf6'))",
      "000000002A\t01F81D4FAE7DEC11D0A76500A0C91E6BF6"),
    since = since,
    build = made
  )

  private def made(arguments: Arguments): Expression = {
    val id = arguments.column("id", IntegerType)
    val passed = if (Accepts.Whole(id.dataType)) Cast(id, IntegerType) else id
    val call =
      StaticCall("avro_header", KafkaHeaders.getClass, "header", Seq(passed), BinaryType)
    if (call.foldable && passed.eval() != null && call.eval() == null)
      arguments.refuse("id is not the id of a schema. Accepted: INT, a UUID, or 4 or 16 bytes.")
    call
  }

  private val registry = family(
    name = "registry_frame",
    parameters = Seq(value, options(RegistryFrame)),
    returns = Types.of(RegistryFrame.OneFrame.kind).sql,
    usage =
      "Reads the schema id that a registry's serializer writes before JSON or Protobuf, and " +
        "returns the decompressed payload after it.",
    example = Example(
      "SELECT frame.schema_id, string(frame.payload) FROM (SELECT registry_frame(X'00000000077b7d') AS frame)",
      "7\t{}"),
    malformed = "X'0000'",
    reason = Avro.TruncatedFrame,
    since = since,
    decoding = Decoding(RegistryFrame, _ => RegistryFrame.OneFrame),
    dissects = true
  )

  val rows: Seq[Function] = (headerId :+ header) ++ registry
}
