package sparkwire.catalog

import sparkwire.catalog.Rows._
import sparkwire.catalog.arguments.{Accepts, Example, Function, Parameter}
import sparkwire.expressions.Types
import sparkwire.wire.beacon.Beacon
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.writing.{Unencodable, Written}

/** Beacons. */
private[catalog] object BeaconFunctions {
  private val sample = "beac001691be22b00000018bcfe5680020429587063b9452814e75727961"

  private val decode = family(
    name = "beacon_decode",
    parameters = Seq(value, options(Beacon)),
    returns = Types.of(Beacon.One.kind).sql,
    usage = "Decodes one beacon.",
    example = Example(s"SELECT beacon_decode(X'$sample').name", "Nurya"),
    malformed = "X'beac'",
    reason = Layouts.Truncated,
    since = "0.2.0",
    decoding = Decoding(Beacon, _ => Beacon.One),
    dissects = true
  )

  private val encode = encoded(
    name = "beacon_encode",
    value = Parameter("value", Accepts.Value("what beacon_decode gives", _ => None), "a STRUCT"),
    usage = "Encodes one beacon.",
    example = Example(
      s"SELECT hex(beacon_encode(beacon_decode(X'$sample'))) = upper('$sample')", "true"),
    refused = "named_struct('name', 'Nurya')",
    reason = Unencodable.MissingField,
    since = "0.2.0",
    encoding = Encoding(Beacon, _ => Beacon.Encoded, Written.options, _ => Nil)
  )

  val rows: Seq[Function] = decode ++ encode
}
