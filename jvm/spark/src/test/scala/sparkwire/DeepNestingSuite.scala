package sparkwire

import scala.jdk.CollectionConverters._

import org.scalatest.funsuite.AnyFunSuite

class DeepNestingSuite extends AnyFunSuite {

  for ((what, flags, kilobytes) <- Seq(
      ("that only interprets, on a stack of 512 kB", Seq("-Xint"), 512),
      ("that compiles, on a stack of 512 kB", Nil, 512)))
    test(s"values nested as deep as can be are read in a JVM $what") {
      val launcher = s"${System.getProperty("java.home")}/bin/java"
      val opens =
        java.lang.management.ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.filter(
          _.startsWith("--add-opens"))
      val command = Seq(launcher) ++ opens ++ flags ++
        Seq(
          "-cp", System.getProperty("java.class.path"), "sparkwire.DeepNesting", kilobytes.toString)
      val process = new ProcessBuilder(command: _*).redirectErrorStream(true).start()
      val said = new String(process.getInputStream.readAllBytes())
      assert(process.waitFor() === 0, said.take(4000))
      assert(said.contains("deep enough"))
    }
}
