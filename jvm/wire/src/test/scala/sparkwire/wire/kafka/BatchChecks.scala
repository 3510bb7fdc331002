package sparkwire.wire.kafka

import sparkwire.wire.ReaderChecks
import sparkwire.wire.core.Options
import sparkwire.wire.kafka.batches.ManyBatches

import org.scalatest.Suite

/** The checks that the suites of malformed batches make. */
trait BatchChecks extends ReaderChecks { this: Suite =>
  protected val unverified: Options = Options(Map("verify" -> "none"))

  /** Returns the reason why batches are refused, if they are. */
  protected def reason(bytes: Array[Byte], options: Options = Options.none): Option[String] =
    faultOf(ManyBatches, bytes, options).map(_.reason.word)
}
