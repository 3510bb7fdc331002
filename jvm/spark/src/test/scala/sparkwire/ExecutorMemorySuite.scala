package sparkwire

import org.scalatest.funsuite.AnyFunSuite

/** `make memory` runs this suite with values of several sizes. */
class ExecutorMemorySuite extends AnyFunSuite {
  private val sizes = sys.env.getOrElse("MIB", "128").split(' ').toSeq

  test(s"values of ${sizes.mkString(", ")} MiB are decoded or refused with a heap of 1 GiB") {
    val said = FreshJvm.run(Seq("-Xmx1g"), "sparkwire.ExecutorMemory", sizes)
    assert(said.contains("enough memory"))
  }
}
