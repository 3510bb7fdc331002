package sparkwire.sinks

/** Whether a shorter way is tried for the next value. One that ends in nothing has cost time, and values of one column
  * are alike: so after each such value more of the next ones are not tried, up to 63, until one is taken again.
  */
private[sinks] final class Patience {
  // How many of the next values are not tried, and how many it were after the last that was not taken.
  private[this] var left = 0
  private[this] var most = 0

  /** Asked once for each value; [[ended]] is told of those that are tried. */
  def tries(): Boolean =
    if (left == 0) true
    else {
      left -= 1
      false
    }

  def ended(isTaken: Boolean): Unit =
    if (isTaken) most = 0
    else {
      most = math.min(most * 2 + 1, Patience.Most)
      left = most
    }
}

private object Patience {
  private final val Most = 63
}
