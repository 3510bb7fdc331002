package sparkwire.catalog

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Example, Function}
import sparkwire.errors.Twins
import sparkwire.expressions.{Ending, Types}
import sparkwire.wire.msgpack.Msgpack

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
    parameters = Seq(value, ddl, options(Msgpack)),
    returns = Types.of(Msgpack.ManyValues.kind).sql,
    usage =
      "Decodes all MessagePack values of a value that holds several, each to VARIANT or to the type " +
        "that `ddl` names. Does not fail on malformed bytes: it keeps the complete values before them, " +
        "and `tail` says where and why it stopped. A value that does not fit the type is NULL.",
    example = Example("SELECT to_json(msgpack_decode_all(X'01a16193').values.value)", "[1,\"a\"]"),
    since = "0.1.0",
    build = Decoding(Msgpack, _ => Msgpack.ManyValues, asked = _.askedType("ddl")).call(
      _, Ending.Strict, Twins("try_msgpack_decode", "msgpack_fault"))
  )

  val rows: Seq[Function] = decode :+ decodeAll
}
