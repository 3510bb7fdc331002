package sparkwire.fuzz

/** Choices that a fuzzer makes: the next bytes of its input decide each, and zeros after its end. */
private[fuzz] final class Choices(input: Array[Byte]) {
  private var at = 0

  def areLeft: Boolean = at < input.length

  def byte(): Int = {
    val next = if (areLeft) input(at) & 0xff else 0
    at += 1
    next
  }

  def chance(inTen: Int): Boolean = below(10) < inTen

  /** Returns a number from 0 until `count`, or 0 if there are no such numbers. */
  def below(count: Int): Int =
    if (count <= 1) 0
    else if (count <= 256) byte() % count
    else (byte() << 8 | byte()) % count

  def oneOf[A](choices: IndexedSeq[A]): A = choices(below(choices.length))
}
