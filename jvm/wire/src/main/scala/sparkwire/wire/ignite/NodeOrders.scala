package sparkwire.wire.ignite

/** The number of 32 bits in which the version of an entry has two: the highest 5 bits are the id of
  * the cluster, the others the order of the node.
  */
private[ignite] object NodeOrders {
  private final val Bits = 27

  def nodeOrder(both: Int): Int = both & ((1 << Bits) - 1)
  def clusterId(both: Int): Int = both >>> Bits
}
