package sparkwire.catalog

import org.apache.spark.sql.types.StructType

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Arguments, Example, Function}
import sparkwire.errors.Twins
import sparkwire.expressions.{Ending, Types}
import sparkwire.wire.core.Root
import sparkwire.wire.msgpack.Msgpack
import sparkwire.wire.msgpack.series.ManyValues
import sparkwire.wire.series.Series
import sparkwire.wire.writing.Unencodable

/** MessagePack. */
private[catalog] object MsgpackFunctions {

  // {"compact": true, "schema": 0}
  private val hello = "X'82a7636f6d70616374c3a6736368656d6100'"

  private val ddl = asked("ddl", "id BIGINT, tags ARRAY<STRING>")

  private val decode = family(
    name = "msgpack_decode",
    parameters = Seq(value, ddl, options(Msgpack)),
    returns = "VARIANT",
    usage = "Decodes one MessagePack value, to VARIANT or to the type that `ddl` names.",
    example = Example(s"SELECT to_json(msgpack_decode($hello))", """{"compact":true,"schema":0}"""),
    malformed = "X'c1'",
    reason = Msgpack.ReservedByte,
    since = "0.1.0",
    decoding = Decoding(Msgpack, _ => Msgpack.OneValue, asked = _.askedType("ddl")),
    dissects = true
  )

  private val decodeAll = Function(
    name = "msgpack_decode_all",
    parameters = Seq(value, ddl, options(Msgpack.allOptions :+ Series.Resync)),
    returns = Types.of(ManyValues().kind).sql,
    usage =
      "Decodes all MessagePack values of a value that holds several, each to VARIANT or to the type " +
        "that `ddl` names. Does not fail on malformed bytes: it keeps the complete values before them, " +
        "and `tail` says where and why it stopped. A value that does not fit the type is NULL. With " +
        "`resync` = `true` and a `ddl` of fields, it continues with the next map that has " +
        "some of these fields, and the result has another field, " +
        "`gaps ARRAY<STRUCT<offset INT, length INT, reason STRING>>`.",
    example = Example("SELECT to_json(msgpack_decode_all(X'01a16193').values.value)", "[1,\"a\"]"),
    since = "0.1.0",
    build = Decoding(Msgpack, manyValues, asked = _.askedType("ddl"),
      further = Seq(Series.Resync)).call(
      _, Ending.Strict, Twins("try_msgpack_decode", "msgpack_fault"))
  )

  private def manyValues(arguments: Arguments): Root = ManyValues(
    Option.when(resyncs(arguments, Msgpack))(
      arguments.askedType("ddl") match {
        case _: StructType
            if !arguments.options(Msgpack.allOptions :+ Series.Resync).mapsFillStructs =>
          arguments.refuse(
            "resync = 'true' needs records that are maps, but structs = 'positional'. Nothing but the names " +
              "of its fields tells a MessagePack value from other bytes.")
        case StructType(fields) => fields.map(_.name).toSeq
        case _ => arguments.refuse(
            "resync = 'true' needs a ddl of fields, such as 'id BIGINT, name STRING'. Nothing but its " +
              "fields tells a MessagePack value from other bytes.")
      }))

  private val encoding = Encoding(Msgpack, Msgpack.OneValue)

  private val encode = encoded(
    name = "msgpack_encode",
    value = written(Msgpack.OneValue,
      "BOOLEAN, a number, STRING, BINARY, TIMESTAMP, VARIANT, or ARRAY, MAP, STRUCT of these",
      "what `msgpack_decode` gives, or any other value"),
    usage = "Encodes a value as MessagePack, each part in its shortest form.",
    example = Example(
      "SELECT lower(hex(msgpack_encode(named_struct('compact', true, 'schema', 0))))",
      "82a7636f6d70616374c3a6736368656d6100"),
    refused = "0.12345678901234567890",
    reason = Unencodable.OutOfRange,
    since = "0.1.0",
    encoding = encoding
  )

  val inFiles = new ValueEncoding(encode.head, encoding)

  private val encodeAll = joined(encode.head, encoding, "MessagePack",
    Example("SELECT lower(hex(msgpack_agg('a')))", "a161"))

  val rows: Seq[Function] = (decode :+ decodeAll) ++ encode :+ encodeAll
}
