package sparkwire.sinks
package variant

import java.util.Arrays

/** A set of small numbers that is emptied in constant time. */
private[sinks] final class SmallIntSet {
  private[this] var rounds = new Array[Int](64)
  private[this] var round = 0

  def begin(): SmallIntSet = {
    round += 1
    if (round == 0) {
      Arrays.fill(rounds, 0)
      round = 1
    }
    this
  }

  def has(number: Int): Boolean = number < rounds.length && rounds(number) == round

  /** Adds a number. Returns false if it was in the set. */
  def add(number: Int): Boolean = {
    if (number >= rounds.length)
      rounds = Arrays.copyOf(rounds, math.max(number + 1, rounds.length * 2))
    val isNew = rounds(number) != round
    rounds(number) = round
    isNew
  }
}
