package sparkwire.sources

import sparkwire.wire.core.{Allowance, Options}
import sparkwire.wire.writing.Written

/** What all parts of the values of one encoder share. */
private[sparkwire] final class Writing(val format: Written, val options: Options) {

  /** What looking at the VARIANTs of one value may cost. */
  val costs = new Allowance(options.maxSize)
}
