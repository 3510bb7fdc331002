package sparkwire.catalog

import sparkwire.catalog.Rows._
import sparkwire.expressions.Types
import sparkwire.wire.databus.Databus

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
    since = since,
    decoding = Decoding(Databus, _ => Databus.OneEvent),
    dissects = true
  )

  private val decodeAll = Function(
    name = "databus_decode_all",
    parameters = Seq(value, options(Databus)),
    returns = Types.of(Databus.ManyEvents.kind).sql,
    usage = "Decodes Databus events end to end in one value. Never fails on bad bytes: the whole " +
      "events before them are kept, the tail says where and why it stopped.",
    example = Example(s"SELECT size(databus_decode_all($hello).events)", "1"),
    since = since,
    build = Decoding(Databus, _ => Databus.ManyEvents).call(_, sparkwire.expressions.Ending.Strict,
      sparkwire.errors.Twins("try_databus_decode", "databus_fault"))
  )

  val rows: Seq[Function] = decode :+ decodeAll
}
