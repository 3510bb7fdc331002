package sparkwire.cost

import java.lang.management.ManagementFactory

/** The cost of a call.
  *
  * @param units
  *   the work as [[Meter]] counts it
  * @param allocated
  *   the bytes that the thread has allocated
  * @param native
  *   the greatest number of bytes outside the heap, including the idle JVM
  * @param outcome the result of the call
  */
final case class Cost(units: Long, allocated: Long, native: Long, seconds: Double,
    outcome: Outcome)

object Cost {
  private val threads =
    ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]

  def of(call: () => Outcome): Cost = {
    val units = Meter.units
    val allocated = threads.getCurrentThreadAllocatedBytes
    val nanos = threads.getCurrentThreadCpuTime
    val (outcome, native) = NativeMemory.during(call())
    Cost(
      Meter.units - units, threads.getCurrentThreadAllocatedBytes - allocated, native,
      (threads.getCurrentThreadCpuTime - nanos) / 1e9, outcome)
  }
}
