package sparkwire.files.capture

import sparkwire.FreshJvm

import org.scalatest.funsuite.AnyFunSuite

/** Captures that would exceed any heap stay within `maxMemory`, and are read to their end. */
class CaptureMemorySuite extends AnyFunSuite {
  test("a heap of three times maxMemory is enough, whatever a capture makes wait") {
    val heap = 3L * CaptureMemory.MaxMemory >> 20
    val said = FreshJvm.run(Seq(s"-Xmx${heap}m"), "sparkwire.files.capture.CaptureMemory", Nil)
    info(said)
  }
}
