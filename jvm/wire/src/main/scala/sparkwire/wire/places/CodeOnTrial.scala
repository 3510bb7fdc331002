package sparkwire.wire.places

/** Generated code for one place of plain structs, as long as it is worth it: it is generated after
  * `Many` structs have come to the place, and dropped if it declines more than one in five.
  */
abstract class CodeOnTrial[Code >: Null <: AnyRef] {
  import CodeOnTrial._

  private[this] var seen = 0L
  private[this] var code: Code = _
  private[this] var credit = MaxCredit

  /** Returns null if there can be no code. */
  protected def generate(): Code

  /** Returns the code for `count` further structs, null if there is none. */
  private[wire] final def next(count: Int): Code = {
    if (seen <= Many) {
      seen += count
      if (seen > Many) code = generate()
    }
    code
  }

  private[wire] final def taken(): Unit = if (credit < MaxCredit) credit += 1
  private[wire] final def declined(): Unit = {
    credit -= DeclineCost
    if (credit < 0) code = null
  }
}

private object CodeOnTrial {
  // Generating code takes as long as reading some ten thousand structs.
  private final val Many = 4096L
  private final val MaxCredit = 100
  private final val DeclineCost = 4
}
