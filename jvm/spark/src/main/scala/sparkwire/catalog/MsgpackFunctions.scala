package sparkwire.catalog

import sparkwire.catalog.Rows._
import sparkwire.wire.msgpack.Msgpack

/** MessagePack. */
private[catalog] object MsgpackFunctions {

  // {"compact": true, "schema": 0}
  private val hello = "X'82a7636f6d70616374c3a6736368656d6100'"

  val rows: Seq[Function] = family(
    name = "msgpack_decode",
    parameters = Seq(value, asked("ddl", "id BIGINT, tags ARRAY<STRING>"), options(Msgpack)),
    returns = "VARIANT, or the type that `ddl` says",
    usage = "Decodes one MessagePack value.",
    example = Example(s"SELECT to_json(msgpack_decode($hello))", """{"compact":true,"schema":0}"""),
    malformed = "X'c1'",
    reason = Msgpack.ReservedByte,
    since = "0.1.0",
    decoding = Decoding(Msgpack, _ => Msgpack.OneValue, asked = _.askedType("ddl")),
    dissects = true
  )
}
