package sparkwire.cost

/** The main class of a JVM that measures families of inputs at a size and at its next two doublings.
  *
  * A family whose cost is not linear grows by more than [[MostGrowth]] at a doubling. Work and
  * allocated bytes do not depend on the machine; times are compared only on demand.
  */
object CostRun {
  final val MostGrowth = 2.6

  /** The cost from which on growth counts. Below it, what a call costs whatever its input hides the
    * growth.
    */
  final case class Least(units: Double, allocated: Double, seconds: Double)

  private val Usual = Least(1e5, 4 << 20, 0.5)

  /** A value that grows in a random way may be refused at once at one size, and be valid at the
    * next. So only what costs much for each byte counts.
    */
  def ofGrown(size: Int): Least = Least(64.0 * size, 256.0 * size, 0.5)

  /** A call that takes longer than this at any size has not been measured on a machine that is
    * merely busy.
    */
  private final val MostSeconds = 30.0

  /** @param arguments
    *   the smallest size in bytes, whether times count (`time` or `work`), and names of families,
    *   of which none means all; or `grown`, a seed and a number for each call
    */
  def main(arguments: Array[String]): Unit = {
    val size = arguments(0).toInt
    val isTimed = arguments(1) == "time"
    if (!isTimed) MeterAgent.start()
    val (families, least) = arguments.drop(2) match {
      case Array("grown", seed, count) =>
        CostFamilies.grown(seed.toLong, count.toInt) -> (ofGrown _)
      case names => CostFamilies.named(names.toSet) -> ((_: Int) => Usual)
    }
    for (family <- families; growth <- growths(family, size, isTimed, least))
      println(growth.line)
  }

  /** Measures each call of a family at a size and its next two doublings. */
  def growths(family: CostFamily, size: Int, isTimed: Boolean,
      least: Int => Least): Seq[Growth] = {
    val costs = Seq(size, 2 * size, 4 * size).map(measured(family, _))
    for ((call, at) <- costs.head.map(_._1).zipWithIndex)
      yield Growth.of(family.name, call, costs.map(_(at)._2), isTimed, least(size))
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
    def of(family: String, call: String, costs: Seq[Cost], isTimed: Boolean,
        least: Least): Growth = {
      def worst(least: Double, of: Cost => Double): Double =
        costs.map(of).sliding(2).collect {
          case Seq(small, large) if large >= least => large / math.max(small, 1e-9)
        }.maxOption.getOrElse(0.0)
      Growth(
        family, call, worst(least.units, _.units.toDouble),
        worst(least.allocated, _.allocated.toDouble),
        if (isTimed) worst(least.seconds, _.seconds) else 0.0, costs.map(_.seconds).max)
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
