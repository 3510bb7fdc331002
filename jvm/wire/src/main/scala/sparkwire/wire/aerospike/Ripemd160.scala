package sparkwire.wire.aerospike

import java.util.Arrays

import sparkwire.wire.core.Bytes

/** RIPEMD-160, which neither the JDK nor Spark's class path offers. It takes the bytes in blocks of
  * 64. Two lines of 80 steps each process a block, and their results are added to the state at the
  * end.
  */
private[aerospike] final class Ripemd160 {
  private[this] val block = new Array[Byte](64)
  private[this] val words = new Array[Int](16)
  private[this] val state = new Array[Int](5)
  private[this] val left = new Array[Int](5)
  private[this] val right = new Array[Int](5)
  private[this] val out = new Array[Byte](Digest.Size)
  private[this] var length = 0L

  def begin(): Unit = {
    System.arraycopy(Ripemd160.Start, 0, state, 0, 5)
    length = 0
  }

  def update(bytes: Array[Byte], from: Int, until: Int): Unit = {
    var at = from
    while (at < until) {
      val filled = (length & 63).toInt
      val taken = math.min(64 - filled, until - at)
      System.arraycopy(bytes, at, block, filled, taken)
      length += taken
      at += taken
      if (filled + taken == 64) mix()
    }
  }

  /** Returns the 20 bytes, in an array that is reused. */
  def result(): Array[Byte] = {
    val bits = length * 8
    val filled = (length & 63).toInt
    block(filled) = 0x80.toByte
    Arrays.fill(block, filled + 1, 64, 0.toByte)
    if (filled >= 56) {
      mix()
      Arrays.fill(block, 0.toByte)
    }
    putLittle(block, 56, bits, 8)
    mix()
    var i = 0
    while (i < 5) {
      putLittle(out, i * 4, state(i).toLong, 4)
      i += 1
    }
    out
  }

  private def putLittle(bytes: Array[Byte], at: Int, value: Long, size: Int): Unit = {
    var i = 0
    while (i < size) {
      bytes(at + i) = (value >>> (8 * i)).toByte
      i += 1
    }
  }

  private def mix(): Unit = {
    var i = 0
    while (i < 16) {
      words(i) = Bytes.i32le(block, i * 4)
      i += 1
    }
    line(left, Ripemd160.LeftWords, Ripemd160.LeftShifts, Ripemd160.LeftConstants, 0, 1)
    line(right, Ripemd160.RightWords, Ripemd160.RightShifts, Ripemd160.RightConstants, 4, -1)
    val sum = state(1) + left(2) + right(3)
    state(1) = state(2) + left(3) + right(4)
    state(2) = state(3) + left(4) + right(0)
    state(3) = state(4) + left(0) + right(1)
    state(4) = state(0) + left(1) + right(2)
    state(0) = sum
  }

  /** Runs one of the two lines. The functions come in the order 0 to 4 on the left, 4 to 0 on the
    * right.
    */
  private def line(result: Array[Int], order: Array[Byte], shifts: Array[Byte],
      constants: Array[Int],
      first: Int, direction: Int): Unit = {
    var a = state(0)
    var b = state(1)
    var c = state(2)
    var d = state(3)
    var e = state(4)
    var round = 0
    var function = first
    while (round < 5) {
      val constant = constants(round)
      val until = round * 16 + 16
      var step = round * 16
      while (step < until) {
        val mixed = a + Ripemd160.function(function, b, c, d) + words(order(step).toInt) + constant
        a = e
        e = d
        d = Integer.rotateLeft(c, 10)
        c = b
        b = Integer.rotateLeft(mixed, shifts(step).toInt) + a
        step += 1
      }
      round += 1
      function += direction
    }
    result(0) = a
    result(1) = b
    result(2) = c
    result(3) = d
    result(4) = e
  }
}

private object Ripemd160 {
  private val Start = Array(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0)
  private val LeftConstants = Array(0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e)
  private val RightConstants = Array(0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0)

  private def function(number: Int, x: Int, y: Int, z: Int): Int =
    if (number == 0) x ^ y ^ z
    else if (number == 1) (x & y) | (~x & z)
    else if (number == 2) (x | ~y) ^ z
    else if (number == 3) (x & z) | (y & ~z)
    else x ^ (y | ~z)

  // The word that each step uses: each round of a line applies the permutation rho once more than
  // the round before. The right line begins with the permutation pi, which maps i to 9i + 5 modulo
  // 16.
  private val rho = Array[Byte](7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8)
  private def rounds(first: Array[Byte]): Array[Byte] =
    Iterator.iterate(first)(_.map(word => rho(word.toInt))).take(5).toArray.flatten
  private val LeftWords = rounds(Array.tabulate(16)(_.toByte))
  private val RightWords = rounds(Array.tabulate(16)(i => ((9 * i + 5) & 15).toByte))

  // The rotation of each step. It depends on the round and the word and is the same in both lines.
  private val byWord = Array(
    Array[Byte](11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8),
    Array[Byte](12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7),
    Array[Byte](13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9),
    Array[Byte](14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6),
    Array[Byte](15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5)
  )
  private def shifts(order: Array[Byte]): Array[Byte] =
    order.zipWithIndex.map { case (word, step) => byWord(step / 16)(word.toInt) }
  private val LeftShifts = shifts(LeftWords)
  private val RightShifts = shifts(RightWords)
}
