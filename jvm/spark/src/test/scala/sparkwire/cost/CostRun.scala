package sparkwire.cost

/** The main class of a JVM that measures families of inputs at a size and at its next two doublings.
  *
  * A family whose cost is not linear grows by more than [[MostGrowth]] at a doubling. Work and
  * allocated bytes do not depend on the machine; times are compared only on demand.
  */
object CostRun {
  final val MostGrowth = 2.6

  // Growth counts from here on, for each byte of input: below, the fixed cost of a call hides the
  // growth. A value that grows in a random way may break off at its first bytes at one size, and at
  // its last ones at the next, so there only high costs count.
  private final val LeastUnits = 16.0
  private final val LeastAllocated = 64.0
  private final val LeastSeconds = 0.5

  /** The leniency towards values that grow in random ways. */
  final val OfGrown = 8

  /** A call that takes longer than this at any size has not been measured on a machine that is
    * merely busy.
    */
  private final val MostSeconds = 30.0

  /** A window of zstd of 128 MiB, and up to 300 MiB of the JVM itself, with room for other JVMs. */
  private final val MostNative = 768L << 20

  private final val Attempts = 3

  /** @param arguments
    *   the smallest size in bytes, whether times count (`time` or `work`), and names of families,
    *   of which none means all; or `grown`, a seed and a number for each call
    */
  def main(arguments: Array[String]): Unit = {
    val size = arguments(0).toInt
    val isTimed = arguments(1) == "time"
    if (!isTimed) MeterAgent.start()
    val families = arguments.drop(2) match {
      case Array("grown", seed, count) => CostFamilies.grown(seed.toLong, count.toInt)
      case names => CostFamilies.named(names.toSet)
    }
    val leniency = if (arguments.lift(2).contains("grown")) OfGrown else 1
    // Classes are loaded first, because that cost belongs to no size.
    for (family <- families; (_, call) <- family.growing(size / 64)) call()
    for (family <- families; growth <- repeated(growths(family, size, isTimed, leniency)))
      println(growth.line)
  }

  /** Measures again if something is not bounded. Whether small objects are allocated at all depends
    * on the state of the JIT compiler's code at that moment, and times depend on the machine. A
    * cost without a bound is so each time.
    */
  private def repeated(measure: => Seq[Growth]): Seq[Growth] =
    Iterator.fill(Attempts)(measure).zipWithIndex.collectFirst {
      case (measured, attempt) if attempt == Attempts - 1 || measured.forall(_.isBounded) =>
        measured
    }.get

  /** Measures each call of a family at a size and its next two doublings. */
  def growths(family: CostFamily, size: Int, isTimed: Boolean, leniency: Int): Seq[Growth] = {
    val sizes = Seq(size, 2 * size, 4 * size)
    val costs = sizes.map(family.growing(_).map { case (name, call) => name -> Cost.of(call) })
    for ((call, at) <- costs.head.map(_._1).zipWithIndex)
      yield Growth.of(family.name, call, sizes.zip(costs.map(_(at)._2)), isTimed, leniency)
  }

  /** How the cost of a call grows with its input, for each doubling of it. */
  final case class Growth(family: String, call: String, units: Double, allocated: Double,
      time: Double, seconds: Double, native: Long) {
    def isBounded: Boolean =
      Seq(units, allocated, time).forall(_ <= MostGrowth) && seconds <= MostSeconds &&
        native <= MostNative

    def line: String = s"$Mark\t$family\t$call\t$units\t$allocated\t$time\t$seconds\t$native"
  }

  object Growth {
    def of(family: String, call: String, costs: Seq[(Int, Cost)], isTimed: Boolean,
        leniency: Int): Growth = {
      // The run of sizes with the outcome of the largest.
      val (sizes, alike) =
        costs.reverse.takeWhile(_._2.outcome.what == costs.last._2.outcome.what).reverse.unzip
      val size = sizes.last.toDouble
      // Twice the input may be four times the result, and the cost may be proportional to both.
      val room = alike.last.outcome.sizeWith(sizes.last) / alike.head.outcome.sizeWith(sizes.head) /
        (size / sizes.head)
      def each(least: Double, of: Cost => Double): Double =
        if (alike.length == 1 || of(alike.last) < least) 0.0
        else
          math.pow(
            of(alike.last) / math.max(of(alike.head), 1e-9) / math.max(room, 1.0),
            1.0 / (alike.length - 1))
      Growth(
        family, call, each(leniency * LeastUnits * size, _.units.toDouble),
        each(leniency * LeastAllocated * size, _.allocated.toDouble),
        if (isTimed) each(LeastSeconds, _.seconds) else 0.0, costs.map(_._2.seconds).max,
        costs.map(_._2.native).max)
    }

    /** Returns the growths that a run has printed. */
    def read(printed: String): Seq[Growth] =
      printed.linesIterator.map(_.split('\t')).collect {
        case Array(Mark, family, call, units, allocated, time, seconds, native) =>
          Growth(
            family, call, units.toDouble, allocated.toDouble, time.toDouble, seconds.toDouble,
            native.toLong)
      }.toSeq
  }

  private final val Mark = "growth"
}
