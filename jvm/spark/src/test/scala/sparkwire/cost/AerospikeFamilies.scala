package sparkwire.cost

import sparkwire.cost.MsgpackFamilies._
import sparkwire.wire.sinks.SameHash

object AerospikeFamilies {
  private def key(userKey: Encoded): Encoded =
    join(Seq(raw(0x94), text("ns"), text("set"), raw(0xc4, 20), new Array[Byte](20), userKey))
  private def write(bins: Seq[Encoded], userKey: Encoded = nil): Encoded =
    join(Seq(raw(0x93, 1, 1, 0x95), key(userKey), raw(1, 0, 0), array(bins)))
  private def bin(name: String, kind: Int, value: Encoded): Encoded =
    join(Seq(raw(0x94), text(name), raw(kind, 0), value))
  private def number(name: String): Encoded = bin(name, 1, raw(7))
  private def list(elements: Seq[Encoded]): Encoded = bin("l", 20, array(elements))

  private def names(size: Int): Seq[Encoded] = many(size / 11)(at => number(name(at)))

  private[cost] def manyBins(size: Int): Encoded = write(names(size))
  private[cost] def longKey(size: Int): Encoded = key(text("k" * size))

  private def decode(name: String, attacks: String)(bytes: Int => Encoded): CostFamily =
    CostFamily(s"aerospike-$name", attacks, "aerospike_decode")(size => Seq(bytes(size - Slack)))
  private def bins(name: String, attacks: String)(bytes: Int => Encoded): CostFamily =
    CostFamily(s"aerospike-bins-$name", attacks, "aerospike_bins")(size => Seq(bytes(size - Slack)))

  val all: Seq[CostFamily] = Seq(
    decode("bins", "As many bins with different names as fit.")(size => write(names(size))),
    decode("repeated-bins", "Bins that all have the same name.")(size =>
      write(many(size / 6)(_ => number("a")))),
    decode("same-hash", "Bins of which the names have the same hash.")(size =>
      write(SameHash.names(size / 30).map(number))),
    decode("long-names", "Bins of which the names have a long common beginning.")(size =>
      write(many(size / 1000)(at => number("x" * 1000 + name(size - at))))),
    decode("lists", "Bins that are lists.")(size =>
      write(many(size / 16)(_ => list(Seq(nil, nil))))),
    decode("nested", "Lists that are as deep as allowed, again and again.")(size =>
      write(Seq(list(many(size / 400)(_ => deep(390)))))),
    decode("blobs", "A list of blobs of one byte.")(size =>
      write(Seq(list(many(size / 3)(_ => raw(0xd4, 4, 0)))))),
    decode("geo", "A list of GeoJSON values of one byte.")(size =>
      write(Seq(list(many(size / 3)(_ => raw(0xd4, 23, 65)))))),
    decode("damaged", "Bins of which only the last is malformed.")(size =>
      write(names(size) :+ raw(0xc1))),
    decode("user-key", "One long user key.")(size => write(Nil, text("k" * size))),
    bins("names", "As many bins with different names as fit.")(size => write(names(size))),
    bins("lists", "Bins that are lists.")(size =>
      write(many(size / 16)(_ => list(Seq(nil, nil))))),
    CostFamily("aerospike-typed-bins", "Bins of which a type asks for one.", "aerospike_decode")(
      size => Seq(write(names(size)), "a INT")),
    CostFamily("aerospike-digest", "The digest of one long user key.", "aerospike_key_decode")(
      size => Seq(key(binary(new Array[Byte](size))), Map("verifyDigest" -> "true")))
  )
}
