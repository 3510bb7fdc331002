package sparkwire.bench

import java.util.concurrent.TimeUnit

import org.openjdk.jmh.annotations._

/** A benchmark over many values, one after the other, in nanoseconds a call. */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
abstract class TimedBench {
  private var at = 0

  /** Returns the number of the next value of so many; after the last comes the first. */
  protected final def next(count: Int): Int = {
    at = if (at + 1 >= count) 0 else at + 1
    at
  }

  /** Makes the next value the last one again. */
  protected final def again(): Unit = at -= 1
}
