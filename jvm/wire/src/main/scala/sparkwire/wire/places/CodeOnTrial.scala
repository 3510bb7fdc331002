package sparkwire.wire.places

/** Generated code for one place of plain structs, as long as it is worth it: it is generated after
  * `Many` structs have come to the place, and dropped if it declines more than one in five.
  */
abstract class CodeOnTrial[Code >: Null <: AnyRef] {
  import CodeOnTrial._

  private[this] val terms = CodeOnTrial.terms
  private[this] var seen = 0L
  private[this] var code: Code = _
  private[this] var credit = MaxCredit

  /** Returns null if there can be no code. */
  protected def generate(): Code

  /** Returns the code for `count` further structs, null if there is none. */
  private[wire] final def next(count: Int): Code = {
    if (seen <= terms.many) {
      seen += count
      if (seen > terms.many) code = generate()
    }
    code
  }

  private[wire] final def taken(): Unit = if (credit < MaxCredit) credit += 1
  private[wire] final def declined(): Unit = {
    credit -= terms.declineCost
    if (credit < 0) code = null
  }
}

object CodeOnTrial {
  private final val MaxCredit = 100

  /** @param many
    *   how many structs come to a place before there is code for it: generating code takes as long as
    *   reading some ten thousand structs
    * @param declineCost
    *   how many structs it must take for each one that it declines
    */
  private[sparkwire] final case class Terms(many: Long, declineCost: Int)

  /** The terms of all code that is asked for from now on. Only tests change them. */
  @volatile private[sparkwire] var terms = Terms(many = 4096, declineCost = 4)

  /** Code from the first struct on, whatever it declines. */
  private[sparkwire] val AtOnce = Terms(many = 0, declineCost = 0)
}
