package sparkwire.cost

import java.io.{BufferedReader, InputStreamReader}
import java.util.concurrent.TimeUnit

import sparkwire.FreshJvm

import org.scalatest.funsuite.AnyFunSuite

/** Tasks that read hostile files end when they are cancelled, and the JVM ends when it is told to. */
class TerminationSuite extends AnyFunSuite {
  private val size = 16 << 20
  private val families = Seq("capture-gaps", "capture-gzip", "capture-kafka-search",
    "capture-nested-claims", "kafka-log-false-heads", "kafka-log-offsets", "kafka-log-hiding",
    "kafka-log-zeros", "kafka-tiered-leading", "kafka-union-copies", "databus-file-gzip",
    "msgpack-file-nested", "msgpack-file-zipped", "ignite-wal-file-heads",
    "ignite-dump-file-zipped", "aerospike-backup-file-escapes", "aerospike-backup-file-longer")

  // Far more than is needed: the machine may be busy.
  private val mostMillis = 10000L

  test("a task that reads a hostile file ends when it is cancelled, and the JVM on SIGTERM") {
    val process = FreshJvm.start(Seq("-Xmx2g"), "sparkwire.cost.TerminationRun",
      size.toString +: families)
    try {
      val said = new BufferedReader(new InputStreamReader(process.getInputStream))
      val lines = Iterator.continually(said.readLine()).takeWhile(_ != null).to(LazyList)
      val (before, from) = lines.span(_ != TerminationRun.Reading)
      assert(from.nonEmpty, before.takeRight(40).mkString("\n"))
      val cancelled = before.map(_.split('\t')).collect {
        case Array(TerminationRun.Cancelled, family, millis) => family -> millis.toLong
      }
      info(cancelled.mkString(", "))
      assert(cancelled.map(_._1).toSet === families.toSet)
      assert(cancelled.filter(_._2 > mostMillis) === Nil)
      process.destroy()
      assert(process.waitFor(mostMillis, TimeUnit.MILLISECONDS), "the JVM still runs")
      assert(process.exitValue === FreshJvm.Terminated)
    } finally { val _ = process.destroyForcibly() }
  }
}
