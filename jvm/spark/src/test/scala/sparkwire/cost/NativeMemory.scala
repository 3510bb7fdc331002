package sparkwire.cost

import java.lang.management.{ManagementFactory, MemoryType}
import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

/** The memory of this JVM that is neither heap nor code: the memory that the libraries of codecs
  * allocate, and threads, the collector and the JIT compilers. Only Linux tells it; elsewhere it is
  * 0.
  *
  * The heap must be resident from the start ([[NativeMemory.flags]]), so that it can be subtracted.
  */
object NativeMemory {

  /** The flags of a JVM with a heap of this size, in which native memory can be measured. */
  def flags(heap: String): Seq[String] = Seq(s"-Xms$heap", s"-Xmx$heap", "-XX:+AlwaysPreTouch")

  private val status = Path.of("/proc/self/status")
  // "5" resets the peak that the kernel keeps.
  private val clear = Path.of("/proc/self/clear_refs")
  private final val ResetPeak = "5"

  private val isTold = Files.isReadable(status) && Files.isWritable(clear)

  /** Runs a call, and returns its result and the greatest number of bytes during it. */
  def during[T](call: => T): (T, Long) =
    if (!isTold) (call, 0L)
    else {
      val _ = Files.writeString(clear, ResetPeak)
      val result = call
      (result, math.max(0, peak - heapAndCode))
    }

  private def peak: Long =
    Using.resource(Files.lines(status))(
      _.iterator.asScala.collectFirst {
        case line if line.startsWith("VmHWM:") => line.filter(_.isDigit).toLong << 10
      }).get

  private def heapAndCode: Long =
    ManagementFactory.getMemoryPoolMXBeans.asScala.map { pool =>
      if (pool.getType == MemoryType.HEAP) pool.getUsage.getCommitted else pool.getUsage.getUsed
    }.sum
}
