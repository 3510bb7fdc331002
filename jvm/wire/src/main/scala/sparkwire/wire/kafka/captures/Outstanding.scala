package sparkwire.wire.kafka.captures

import java.util.{ArrayDeque, HashMap}

import sparkwire.wire.capture.Budget

/** The requests of a connection that have no response yet, in their order. A broker answers them in this
  * order, so a response says that the requests before its own will have none.
  */
private[captures] final class Outstanding(budget: Budget) {
  private[this] val requests = new ArrayDeque[Exchange]
  // How many requests have a correlation id: clients may use one again.
  private[this] val counts = new HashMap[Integer, Integer]
  private[this] var costs = 0L

  def isEmpty: Boolean = requests.isEmpty

  /** The memory that all of them take, in bytes. */
  def cost: Long = costs
  def has(correlationId: Int): Boolean = counts.containsKey(correlationId)
  def isFirst(correlationId: Int): Boolean =
    !requests.isEmpty && requests.peek().correlationId == correlationId

  def add(request: Exchange): Unit = {
    requests.add(request)
    val _ = counts.merge(request.correlationId, 1, (one, more) => one + more)
    costs += request.cost
    budget.take(request.cost)
  }

  /** Takes the first one. There is one. */
  def remove(): Exchange = {
    val request = requests.poll()
    val _ = counts.computeIfPresent(request.correlationId,
      (_, count) => if (count == 1) null else count - 1)
    costs -= request.cost
    budget.giveBack(request.cost)
    request
  }
}
