package sparkwire.cost

import sparkwire.wire.ignite.IgniteBytes._

/** Families of the functions for Ignite, and the values that they are made of. */
private[cost] trait IgniteCalls {
  // For values of more than 1 MiB a decoder drops its buffers, which looks like growth.
  protected final val Slack = 1024

  protected def decode(name: String, attacks: String)(bytes: Int => Encoded): CostFamily =
    CostFamily(s"ignite-$name", attacks, "ignite_decode")(size => Seq(bytes(size - Slack)))

  protected def typed(name: String, attacks: String, asked: String)(
      bytes: Int => Encoded): CostFamily =
    CostFamily(s"ignite-typed-$name", attacks, "ignite_decode")(size =>
      Seq(bytes(size - Slack), asked))

  protected def unverified(name: String, attacks: String)(bytes: Int => Encoded): CostFamily =
    CostFamily(s"ignite-unverified-$name", attacks, "ignite_decode")(size =>
      Seq(bytes(size - Slack), Map("verify" -> "none")))

  protected def hash(name: String, attacks: String)(bytes: Int => Encoded): CostFamily =
    CostFamily(s"ignite-hash-$name", attacks, "ignite_hash")(size => Seq(bytes(size - Slack)))

  protected def types(name: String, attacks: String)(bytes: Int => Encoded): CostFamily =
    CostFamily(s"ignite-types-$name", attacks, "ignite_types")(size => Seq(bytes(size - Slack)))

  protected def many(count: Int)(value: Int => Encoded): Seq[Encoded] = (0 until count).map(value)
  protected def listOf(count: Int)(value: Int => Encoded): Encoded = list(many(count)(value): _*)
  protected def name(number: Int): String = f"n$number%07d"
}
