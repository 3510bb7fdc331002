package sparkwire.cost

import java.nio.file.{Files, Path}

import scala.concurrent.{Await, ExecutionContext, Future}
import scala.concurrent.duration.Duration
import scala.jdk.CollectionConverters._
import scala.util.Try

import sparkwire.FreshJvm
import sparkwire.fuzz.{FieldEdits, FuzzTarget}

import org.scalatest.funsuite.AnyFunSuite

/** Measures the cost of values that are as expensive as anybody could make them, up to 1 MiB and
  * with the heap of an executor. `make cost` measures the time of larger ones.
  */
class CostSuite extends AnyFunSuite {
  private val size = sys.env.get("KIB").fold(256)(_.toInt) << 10
  private val counts = sys.env.getOrElse("COST", "work")
  private val families =
    CostFamilies.named(sys.env.getOrElse("NAMES", "").split(' ').filter(_.nonEmpty).toSet)

  private def growths(size: Int, counts: String, names: Seq[String]): Seq[CostRun.Growth] =
    CostRun.Growth.read(
      FreshJvm.run(
        NativeMemory.flags("1g") :+ "-Djdk.attach.allowAttachSelf=true", "sparkwire.cost.CostRun",
        Seq(size.toString, counts) ++ names))

  // Two JVMs at a time: one has nothing to do with the other, and all families take minutes.
  // A run that ends early is not tried again for each family.
  private lazy val ofFamilies = Try {
    val halves = families.map(_.name).zipWithIndex.partition(_._2 % 2 == 0)
    val second = Future(growths(size, counts, halves._2.map(_._1)))(ExecutionContext.global)
    val all = growths(size, counts, halves._1.map(_._1)) ++ Await.result(second, Duration.Inf)
    // `make cost-table` writes them into the documentation.
    Files.write(Path.of("jvm/spark/target/costs.tsv"), all.map(_.line).asJava)
    all
  }

  test("a cost that is not linear is noticed") {
    val quadratic = growths(256 << 10, "work", Seq(CostFamilies.quadratic.name))
    assert(quadratic.map(_.isBounded) === Seq(false))
  }

  test("memory outside the heap is noticed") {
    val native = growths(256 << 10, "work", Seq(CostFamilies.outsideTheHeap.name))
    assert(native.map(_.isBounded) === Seq(false))
  }

  test("families have different names and say what they attack") {
    val names = CostFamilies.all.map(_.name)
    assert(names.distinct === names)
    assert(CostFamilies.all.forall(_.attacks.endsWith(".")))
  }

  for (family <- families)
    test(s"linear: ${family.name}. ${family.attacks}") {
      val measured = ofFamilies.get.filter(_.family == family.name)
      assert(measured.nonEmpty)
      measured.foreach(growth => info(growth.toString))
      assert(measured.filterNot(_.isBounded) === Nil)
    }

  test("each function that is fuzzed has a family") {
    val measured = ofFamilies.get.map(_.call).toSet
    val missing = FuzzTarget.calls.values.map(_.function).toSet.diff(measured)
    if (families == CostFamilies.all) assert(missing === Set.empty)
  }

  private val seed = FieldEdits.seed

  test(s"linear: known values that grow in random ways, SPARKWIRE_SEED=$seed") {
    val measured =
      growths(size / 16, counts, Seq("grown", seed.toString, sys.env.getOrElse("GROWN", "1")))
    assert(measured.length > FuzzTarget.calls.size)
    assert(measured.filterNot(_.isBounded) === Nil)
  }
}
