package sparkwire.wire.ignite

import java.lang.management.ManagementFactory

import sparkwire.wire._
import sparkwire.wire.core._
import sparkwire.wire.ignite.IgniteBytes._
import sparkwire.wire.ignite.values.OneIgniteValue

import org.scalatest.Assertion

/** Reads hostile values on a small stack and in little time. */
trait HostileChecks extends ReaderChecks {
  protected val one: Root = OneIgniteValue(Kind.Dynamic)

  /** Runs `body` on a thread with a stack of 256 KiB, within five seconds of its CPU time. */
  protected def frugally[A](body: => A): A = {
    var result: Option[A] = None
    var failed: Throwable = null
    var spent = 0L
    val thread = new Thread(null,
      () =>
        try {
          result = Some(body)
          spent = ManagementFactory.getThreadMXBean.getCurrentThreadCpuTime / 1000000
        } catch { case error: Throwable => failed = error },
      "small", 256L << 10)
    thread.start()
    thread.join()
    if (failed != null) throw failed
    assert(spent < 5000, "ms")
    result.get
  }

  /** Only checks a value, without a sink, and returns the reason if it is malformed. */
  protected def check(bytes: Encoded, options: Options): Option[Reason] = {
    val cursor = new Cursor
    cursor.setMaxDepth(options.maxDepth)
    cursor.setMaxSize(options.maxSize)
    try {
      one.newReader(options).read(cursor.wrap(bytes), null)
      None
    } catch { case malformed: Malformed => Some(malformed.reason) }
  }

  /** Asserts that a value is refused for this reason, with a sink and without, and that the second
    * walk agrees.
    */
  protected def refused(bytes: Encoded, reason: Reason,
      options: Options = Options.none): Assertion =
    frugally {
      assert(walk(one, bytes, options, _ => false).left.toOption === Some(reason))
      assert(check(bytes, options) === Some(reason))
      val fault = faultOf(one, bytes, options)
      assert(fault.map(_.reason.word) === Some(reason.word))
      assert(dissect(one, bytes, options).tiles.last.kind === "FAULT")
    }

  protected def good(bytes: Encoded, options: Options = Options.none): Assertion = frugally {
    assert(check(bytes, options) === None)
    assert(walk(one, bytes, options, _ => false).isRight)
  }
}
