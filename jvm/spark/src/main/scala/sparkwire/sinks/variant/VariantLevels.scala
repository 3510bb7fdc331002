package sparkwire.sinks
package variant

import sparkwire.wire.core.Reason

/** How deep a VARIANT may be nested.
  *
  * Spark's own functions on VARIANT recurse, and a stack that overflows ends the executor. `to_json` and casts overflow from
  * some 900 levels on, in a JVM that has not compiled them yet and with the default stack of 1 MiB.
  */
private[sparkwire] object VariantLevels {
  private final val Most = 600

  def most(maxDepth: Int): Int = math.min(maxDepth, Most)

  private val tooManyLevels =
    Reason.NestingTooDeep.because(
      s"a VARIANT of more than $Most levels would overflow Spark's stack")

  /** Why a VARIANT of so many levels is refused. */
  def refusal(levels: Int): Reason = if (levels > Most) tooManyLevels else Reason.NestingTooDeep

  /** Whether a value in which so many containers of the wire were nested may have too many levels as a VARIANT: each of them
    * may become an array of pairs, which has two, and so may those in a container that was taken whole.
    */
  def mayExceed(containers: Int, maxDepth: Int): Boolean =
    2 * (containers + Transcoding.MostLevels) > most(maxDepth)
}
