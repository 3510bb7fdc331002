package sparkwire.wire.variant

import sparkwire.wire.core.Reason

/** The limit on the nesting of a VARIANT.
  *
  * Spark's own functions on VARIANT recurse, and a stack overflow ends the executor. `to_json` and
  * casts overflow from about 900 levels on, in a JVM that has not compiled them yet and with the
  * default stack of 1 MiB.
  */
private[sparkwire] object VariantLevels {
  private final val Max = 600

  def most(maxDepth: Int): Int = math.min(maxDepth, Max)

  private val tooManyLevels =
    Reason.NestingTooDeep.because(
      s"a VARIANT of more than $Max levels would overflow Spark's stack")

  /** Returns the reason why a VARIANT of `levels` levels is refused. */
  def refusal(levels: Int): Reason = if (levels > Max) tooManyLevels else Reason.NestingTooDeep

  /** Whether a value with this many nested containers on the wire may have too many levels as a
    * VARIANT. Each container may become an array of pairs, which has two levels. The same holds for
    * the containers inside a transcoded one.
    */
  def mayExceed(containers: Int, maxDepth: Int): Boolean =
    2 * (containers + VariantTranscoding.MaxLevels) > most(maxDepth)
}
