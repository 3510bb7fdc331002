package sparkwire.sources

import sparkwire.wire.core.{Allowance, Options}
import sparkwire.wire.writing.Written

/** The state that all parts of the values of one encoder share. */
private[sparkwire] final class Writing(val format: Written, val options: Options) {

  /** The cost limit for looking at the VARIANTs of one value. */
  val costs = new Allowance(options.maxSize)
}
