package sparkwire.wire.sinks

/** Decides whether a fast path is tried for the next value. A failed attempt costs time, and the
  * values of one column are alike. So after each failure more of the following values skip the
  * attempt (1, 3, 7, up to 63), until an attempt succeeds.
  */
private[sparkwire] final class Backoff {
  // How many of the next values skip the attempt, and how many did after the last failure.
  private[this] var left = 0
  private[this] var most = 0

  /** Called once for each value. [[ended]] takes the result of each attempt. */
  def tryNext(): Boolean =
    if (left == 0) true
    else {
      left -= 1
      false
    }

  def ended(isTaken: Boolean): Unit =
    if (isTaken) most = 0
    else {
      most = math.min(most * 2 + 1, Backoff.Max)
      left = most
    }
}

private object Backoff {
  private final val Max = 63
}
