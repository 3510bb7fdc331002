package sparkwire.bench

import java.lang.management.ManagementFactory

/** Compares the processor time of several ways to do the same, for machines that also run other
  * programs. The ways take turns in one JVM, and the minimum of many rounds counts.
  */
object CpuTime {
  private val threads = ManagementFactory.getThreadMXBean
  private val Rounds = 40
  private val RoundNanos = 20000000L

  /** Prints the time of each way, and its ratio to the first. */
  def compare(what: String)(ways: (String, () => Any)*): Unit = {
    val counts = ways.map { case (_, way) => timesIn(way, RoundNanos) }
    val least = Array.fill(ways.length)(Double.MaxValue)
    for (_ <- 1 to Rounds; number <- ways.indices)
      least(number) = math.min(least(number), once(ways(number)._2, counts(number)))
    for (number <- ways.indices)
      println(f"$what%-20s ${ways(number)._1}%-14s ${least(number)}%12.0f ns  " +
        f"${least(number) / least(0)}%5.2f x")
  }

  // Results are stored here, so that the JIT compiler cannot drop the work for them.
  @volatile private[bench] var last: Any = _

  private def once(way: () => Any, times: Int): Double = {
    val start = threads.getCurrentThreadCpuTime
    var count = 0
    while (count < times) {
      last = way()
      count += 1
    }
    (threads.getCurrentThreadCpuTime - start).toDouble / times
  }

  /** Returns how often a way runs in the given time, once it is compiled. */
  private def timesIn(way: () => Any, nanos: Long): Int = {
    var times = 1
    while (once(way, times) * times < nanos * 10) times *= 2
    math.max(1, (nanos / once(way, times)).toInt)
  }
}
