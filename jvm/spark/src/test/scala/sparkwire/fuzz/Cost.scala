package sparkwire.fuzz

import java.lang.management.ManagementFactory

/** The cost of calls.
  *
  * @param bytes
  *   the size of the input and the result
  * @param growth
  *   how many bytes may be made before a value is refused as too large
  */
private[fuzz] final case class Cost(bytes: Long, growth: Long, allocatedMib: Long, millis: Long) {

  /** Whether the cost is linear, for a check, which calls up to six functions. Jazzer's
    * instrumentation takes a few times as much as the functions themselves.
    */
  def isLinear: Boolean =
    allocatedMib <= 8 + (bytes * 1024 + growth * 100 >> 20) &&
      millis <= 2000 + (bytes * 10 + growth) / 1000
}

private[fuzz] object Cost {
  // The CPU time of a thread does not depend on other work of the machine.
  private val threads =
    ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]

  /** @param calls
    *   returns the size of the result
    */
  def of(input: Array[Byte], growth: Long)(calls: => Int): Cost = {
    val allocated = threads.getCurrentThreadAllocatedBytes
    val nanos = threads.getCurrentThreadCpuTime
    val result = calls
    Cost(input.length.toLong + result, growth,
      threads.getCurrentThreadAllocatedBytes - allocated >> 20,
      (threads.getCurrentThreadCpuTime - nanos) / 1000000)
  }
}
