package sparkwire.cost

/** The main class of a JVM that measures families of inputs at a size and at its next two doublings.
  *
  * A family whose cost is not linear grows by more than [[MostGrowth]] at a doubling. Work and
  * allocated bytes do not depend on the machine; times are compared only on demand.
  */
object CostRun {
  final val MostGrowth = 2.6

  // Below these, what a call costs whatever its input hides the growth.
  private final val LeastUnits = 100000L
  private final val LeastAllocated = 4L << 20
  private final val LeastSeconds = 0.5

  /** A call that takes longer than this at any size has not been measured on a machine that is
    * merely busy.
    */
  private final val MostSeconds = 30.0

  /** @param arguments
    *   the smallest size in bytes, whether times count (`time` or `work`), and names of families,
    *   of which none means all
    */
  def main(arguments: Array[String]): Unit = {
    val size = arguments(0).toInt
    val isTimed = arguments(1) == "time"
    val names = arguments.drop(2).toSet
    if (!isTimed) MeterAgent.start()
    for (family <- CostFamilies.named(names)) {
      val costs = Seq(size, 2 * size, 4 * size).map(measured(family, _))
      for ((call, at) <- costs.head.map(_._1).zipWithIndex)
        println(Growth.of(family.name, call, costs.map(_(at)._2), isTimed).line)
    }
  }

  private def measured(family: CostFamily, size: Int): Seq[(String, Cost)] =
    for ((name, call) <- family.growing(size)) yield {
      // What is made once and kept, such as classes and plans, belongs to no size.
      call()
      name -> Cost.of(call)
    }

  /** How the cost of a call grows with its input, at worst, from one size to the next. */
  final case class Growth(family: String, call: String, units: Double, allocated: Double,
      time: Double, seconds: Double) {
    def isLinear: Boolean =
      Seq(units, allocated, time).forall(_ <= MostGrowth) && seconds <= MostSeconds

    def line: String = s"$Mark\t$family\t$call\t$units\t$allocated\t$time\t$seconds"
  }

  object Growth {
    def of(family: String, call: String, costs: Seq[Cost], isTimed: Boolean): Growth = {
      def worst(least: Double, of: Cost => Double): Double =
        costs.map(of).sliding(2).collect {
          case Seq(small, large) if large >= least => large / math.max(small, 1e-9)
        }.maxOption.getOrElse(0.0)
      Growth(
        family, call, worst(LeastUnits.toDouble, _.units.toDouble),
        worst(LeastAllocated.toDouble, _.allocated.toDouble),
        if (isTimed) worst(LeastSeconds, _.seconds) else 0.0, costs.map(_.seconds).max)
    }

    /** Returns the growths that a run has printed. */
    def read(printed: String): Seq[Growth] =
      printed.linesIterator.map(_.split('\t')).collect {
        case Array(Mark, family, call, units, allocated, time, seconds) =>
          Growth(
            family, call, units.toDouble, allocated.toDouble, time.toDouble, seconds.toDouble)
      }.toSeq
  }

  private final val Mark = "growth"
}
