package sparkwire

import java.lang.management.ManagementFactory

import scala.jdk.CollectionConverters._

import org.scalatest.funsuite.AnyFunSuite

/** `make memory` runs it with values of several sizes. */
class ExecutorMemorySuite extends AnyFunSuite {
  private val sizes = sys.env.getOrElse("MIB", "128").split(' ').toSeq

  test(s"values of ${sizes.mkString(", ")} MiB are decoded or refused with a heap of 1 GiB") {
    val launcher = s"${System.getProperty("java.home")}/bin/java"
    val opens = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.filter(
      _.startsWith("--add-opens"))
    val command = Seq(launcher) ++ opens ++
      Seq("-Xmx1g", "-cp", System.getProperty("java.class.path"), "sparkwire.ExecutorMemory") ++
      sizes
    val process = new ProcessBuilder(command: _*).redirectErrorStream(true).start()
    val said = new String(process.getInputStream.readAllBytes())
    assert(process.waitFor() === 0, said.takeRight(4000))
    assert(said.contains("enough memory"))
  }
}
