package sparkwire

import java.lang.management.ManagementFactory

import scala.jdk.CollectionConverters._

import org.scalatest.Assertions

/** A separate JVM with the class path of the tests, for limits of stack and heap: exceeding them
  * would end the JVM of the tests.
  */
object FreshJvm extends Assertions {

  /** The exit code of a JVM that SIGTERM has ended. */
  final val Terminated = 128 + 15

  /** Runs a main class and returns its output; fails unless it exits with 0. */
  def run(flags: Seq[String], main: String, arguments: Seq[String],
      classPath: String = System.getProperty("java.class.path")): String = {
    val process = start(flags, main, arguments, classPath)
    val said = new String(process.getInputStream.readAllBytes())
    assert(process.waitFor() === 0, said.takeRight(4000))
    said
  }

  /** Starts a main class. Its standard output also has its errors. */
  def start(flags: Seq[String], main: String, arguments: Seq[String],
      classPath: String = System.getProperty("java.class.path")): Process = {
    val launcher = s"${System.getProperty("java.home")}/bin/java"
    val opens = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.filter(
      _.startsWith("--add-opens"))
    val command =
      Seq(launcher) ++ opens ++ flags ++ Seq("-cp", classPath, main) ++ arguments
    new ProcessBuilder(command: _*).redirectErrorStream(true).start()
  }
}
