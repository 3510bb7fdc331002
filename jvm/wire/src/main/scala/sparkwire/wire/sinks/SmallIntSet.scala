package sparkwire.wire.sinks

import java.util.Arrays

/** A set of small numbers that is emptied in constant time. */
private[sparkwire] final class SmallIntSet {
  private[this] var rounds = new Array[Int](64)
  private[this] var round = 0

  // One more than the largest number of this round.
  private[this] var most = 0

  def begin(): SmallIntSet = {
    // The memory of one round of very many numbers is released after a round of few.
    if (rounds.length > SmallIntSet.MaxKept && most < rounds.length / 4) {
      rounds = new Array[Int](64)
      round = 0
    }
    most = 0
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
    if (number >= most) most = number + 1
    val isNew = rounds(number) != round
    rounds(number) = round
    isNew
  }
}

private object SmallIntSet {
  final val MaxKept = 1 << 16
}
