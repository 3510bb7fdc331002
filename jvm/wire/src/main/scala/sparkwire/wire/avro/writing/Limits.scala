package sparkwire.wire.avro.writing

import sparkwire.wire.core.{Allowance, Options, Reader, Reason}
import sparkwire.wire.writing.Unencodable

/** The limits for writing one value, whatever its schema asks for: how deep it goes, and how many
  * steps write nothing that stays. A recursive type is not bounded by itself; a union that tries
  * its branches can do the same work again and again.
  *
  * Steps are charged only inside a union that tries: elsewhere each of them writes the data that it
  * looks at.
  */
private[avro] final class Limits(options: Options) {
  private[this] val costs = new Allowance(Limits.Steps)
  private[this] var depth = 0
  private[this] var tries = 0
  private[this] var exact = false

  def begin(): Unit = {
    depth = 0
    tries = 0
    exact = false
    costs.begin()
  }

  /** Enters a value of so many parts. */
  def enter(parts: Int): Unit = {
    depth += 1
    if (depth > options.maxDepth) throw new Unencodable(Reason.NestingTooDeep)
    if (tries > 0) costs.spend(1L + parts)
  }
  def leave(): Unit = depth -= 1

  /** How many levels the value may have that was entered last, itself included. */
  def levels: Int = options.maxDepth - depth + 1

  /** Whether a union may take back the written bytes, so that steps are charged. */
  def isTrying: Boolean = tries > 0

  /** Whether a union tries its branches with values of their parts' own types only: see
    * [[UnionStep]].
    */
  def isExact: Boolean = exact
  def setExact(value: Boolean): Unit = exact = value

  /** Charges a look at a branch. */
  def look(): Unit = costs.spend(1)

  /** Returns the depth, for [[takenBack]]. */
  def beginTry(): Int = {
    tries += 1
    depth
  }
  def endTry(): Unit = tries -= 1

  /** Counts bytes that stay, unless a union around them takes them back. Each pays for a few steps, so
    * that many values may have many branches.
    */
  def stays(bytes: Int): Unit = if (tries == 0) costs.grant(Limits.StepsOfByte * bytes)

  /** Goes back to a depth, and charges the bytes that are taken back. */
  def takenBack(depth: Int, bytes: Int): Unit = {
    this.depth = depth
    costs.spend(bytes.toLong / Limits.BytesOfStep)
  }

  /** Charges the making of a number with so many further digits. */
  def spendDigits(digits: Long): Unit = costs.spend(Reader.costOfDecimal(digits))
}

private object Limits {
  private final val Steps = 1 << 20
  private final val StepsOfByte = 64L
  // Copying bytes is that much faster than a step.
  private final val BytesOfStep = 8
}
