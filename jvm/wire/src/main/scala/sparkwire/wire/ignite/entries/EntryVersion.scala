package sparkwire.wire.ignite.entries

/** The version of an entry of a cache. The greater of two has the greater topology version, then
  * order, then node order.
  */
final case class EntryVersion(topologyVersion: Int, order: Long, nodeOrder: Int, clusterId: Int)

object EntryVersion {
  private final val NodeBits = 27

  /** @param node
    *   a number of 32 bits: the highest 5 are the id of the cluster, the others the order of the node
    */
  def of(topologyVersion: Int, order: Long, node: Int): EntryVersion =
    EntryVersion(topologyVersion, order, nodeOrder(node), clusterId(node))

  def nodeOrder(node: Int): Int = node & ((1 << NodeBits) - 1)
  def clusterId(node: Int): Int = node >>> NodeBits
}
