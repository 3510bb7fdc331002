package sparkwire.fuzz

import scala.util.Random

import sparkwire.cost.{CostFamily, CostRun, MeterAgent}

/** The program that `tests/fuzz/run.py` runs after Jazzer: values of one target that grow up to 1
  * MiB in random ways. Their cost must grow like their size. Jazzer itself cannot run with the
  * meter, because both rewrite classes while they are loaded.
  */
object GrowthRun {
  private final val SmallestSize = 256 << 10

  /** @param arguments
    *   the name of the target, the time in seconds, and a seed
    */
  def main(arguments: Array[String]): Unit = {
    val target = FuzzTarget.all.find(_.name == arguments(0)).get
    val edits = new FieldEdits(target.calls.map(_._2): _*)
    MeterAgent.start()
    val end = System.nanoTime + arguments(1).toLong * 1000000000L
    var seed = arguments(2).toLong
    while (System.nanoTime < end) {
      check(edits.growing(new Random(seed).nextBytes(16)), seed)
      seed += 1
    }
    println(s"values: ${seed - arguments(2).toLong}")
  }

  private def check(value: Growing, seed: Long): Unit = {
    val family = new CostFamily(s"seed $seed", "", value.calls)
    CostRun.growths(family, SmallestSize, isTimed = false, CostRun.OfGrown)
      .filterNot(_.isBounded).foreach(growth => println(s"grows: $growth"))
  }
}
