package sparkwire.wire.layouts.checksums

import sparkwire.wire.layouts.program.{ChecksumPlan, DataPlan}

/** Compares or makes a checksum, for generated code. */
final class SumCheck private[layouts] (sum: ChecksumPlan) {

  /** @param own
    *   where the checksum is
    */
  def matches(bytes: Array[Byte], from: Int, until: Int, own: Int): Boolean =
    Sums.computed(sum, bytes, from, until, own) ==
      Sums.stored(sum, bytes, own, isBig = sum.order == DataPlan.Big)

  /** Stores the checksum over its zeros. */
  def store(bytes: Array[Byte], from: Int, until: Int, own: Int): Unit =
    Sums.store(sum, bytes, own, isBig = sum.order == DataPlan.Big,
      Sums.computed(sum, bytes, from, until, own))
}
