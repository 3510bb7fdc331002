package sparkwire.catalog

import org.apache.spark.sql.types._

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Accepts, Arguments, Example, Function, Parameter}
import sparkwire.expressions.Types
import sparkwire.wire.core.Kind
import sparkwire.wire.ignite.Ignite
import sparkwire.wire.ignite.cdc.Cdc.{Event, OneEvent}

/** Events of Ignite's change data capture. */
private[catalog] object IgniteCdcFunctions {

  // Key 7 of a cache has become "Ann".
  private val put = "X'" +
    "aced00057372002b6f72672e6170616368652e69676e6974652e696e7465726e616c2e6364632e43" +
    "64634576656e74496d706c0000000000000000020007490007636163686549644a000a6578706972" +
    "6554696d65490004706172745a00077072696d6172794c00036b65797400124c6a6176612f6c616e" +
    "672f4f626a6563743b4c00036f726474002b4c6f72672f6170616368652f69676e6974652f636163" +
    "68652f4361636865456e74727956657273696f6e3b4c000376616c71007e00017870fffffffb0000" +
    "0000000000000000001101737200116a6176612e6c616e672e496e746567657212e2a0a4f7818738" +
    "02000149000576616c7565787200106a6176612e6c616e672e4e756d62657286ac951d0b94e08b02" +
    "0000787000000007737200446f72672e6170616368652e69676e6974652e696e7465726e616c2e70" +
    "726f636573736f72732e63616368652e76657273696f6e2e47726964436163686556657273696f6e" +
    "00000000000000000c0000787077100000010e0000018bcfe5687b1800000578740003416e6e" + "'"

  private val types = Parameter("schema_ddl", Accepts.Text,
    "constant types of `key` and `value` as DDL, such as `key BIGINT, value STRUCT<id: INT, name: STRING>`; " +
      "what it does not name is VARIANT",
    optional = true)

  private def askedOf(arguments: Arguments): DataType =
    arguments.askedParts("schema_ddl", Seq("key", "value"))

  private def namesOf(asked: DataType, part: String): Kind =
    Types.namesOf(Types.partOf(asked, part))

  val rows: Seq[Function] = family(
    name = "ignite_cdc_decode",
    parameters = Seq(value, types, options(Ignite)),
    returns = Types.of(Kind.Struct(Event)).sql,
    usage =
      "Decodes one event of Apache Ignite's change data capture, as its streamer writes it to Kafka. " +
        "The marker that the streamer writes when there are new types becomes NULL.",
    example = Example(s"SELECT ignite_cdc_decode($put, 'key INT, value STRING').value", "Ann"),
    malformed = "X'ACED0005740000'",
    reason = Ignite.NotEvent,
    since = "0.1.0",
    decoding = Decoding(Ignite,
      arguments => {
        val asked = askedOf(arguments)
        OneEvent(namesOf(asked, "key"), namesOf(asked, "value"))
      },
      asked = askedOf),
    dissects = true
  )
}
