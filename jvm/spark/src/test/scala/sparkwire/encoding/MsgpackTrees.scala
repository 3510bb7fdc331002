package sparkwire.encoding

import sparkwire.wire.Tree
import sparkwire.wire.Tree._
import sparkwire.wire.msgpack.MsgpackGenerator

import org.scalacheck.Gen
import org.scalacheck.rng.Seed

/** Values of MessagePack for tests of the way back. */
object MsgpackTrees {

  /** Returns random values as msgpack-core writes them, always the same. */
  def some(count: Int): Seq[Array[Byte]] = {
    val parameters = Gen.Parameters.default.withSize(20)
    (1 to count).map { seed =>
      MsgpackGenerator.write(MsgpackGenerator.values.pureApply(parameters, Seed(seed.toLong)))
    }
  }

  /** Returns the part of a value that a VARIANT keeps: of an instant in years 1 to 9999, the
    * microseconds.
    */
  def asVariant(tree: Tree): Tree = tree match {
    case Instant(form, units, nanos) if form.isInYears(units, nanos) =>
      Instant(form, units, nanos / 1000 * 1000)
    case Items(items) => Items(items.map(asVariant))
    case Entries(entries) =>
      Entries(entries.map { case (key, value) => asVariant(key) -> asVariant(value) })
    case other => other
  }
}
