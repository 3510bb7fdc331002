package sparkwire.wire.heads

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Arrays

import sparkwire.wire.core.Reason

/** Some bits of a number that stand for a field of the result: for a word, for a flag, for a number
  * of its own, or for whether there is such a field.
  *
  * @param words
  *   the bits of each word that the field may be, empty if it is not a word. If a word has two
  *   forms, the first one is written.
  * @param isOptional
  *   whether the field is NULL if none of the bits is set
  * @param isDerived
  *   whether the bits follow from other fields of a value that is written
  * @param reason
  *   the reason for bits that stand for no word, null if they are not checked
  */
final case class LayoutBits(from: String, mask: Int, words: Seq[(String, Int)] = Nil,
    isOptional: Boolean = false, isDerived: Boolean = false, reason: Reason = null) {

  def orNone: LayoutBits = copy(isOptional = true)
  def derived: LayoutBits = copy(isDerived = true)
  def refusing(reason: Reason): LayoutBits = copy(reason = reason)

  /** Returns the bits of a word. */
  def apply(word: String): Int = words.find(_._1 == word).getOrElse(
    throw new IllegalArgumentException(s"$from has no word $word"))._2

  /** By how much a flag or number is shifted to the left. */
  def shift: Int = Integer.numberOfTrailingZeros(mask)

  // The word of each value of the bits, null if it has none.
  @transient private[this] lazy val byValue: Array[Array[Byte]] = {
    val ascii = words.map(_._1).distinct.map(word => word -> word.getBytes(US_ASCII)).toMap
    val all = new Array[Array[Byte]]((mask >>> shift) + 1)
    words.foreach { case (word, bits) => all(bits >>> shift) = ascii(word) }
    all
  }

  /** Returns the word that a number has in these bits, null if there is none. */
  def word(number: Long): Array[Byte] = byValue((number.toInt & mask) >>> shift)

  def isSet(number: Long): Boolean = (number & mask) != 0

  /** Whether a number has no word in these bits, although it should. */
  def isUnknown(number: Long): Boolean =
    word(number) == null && !(isOptional && !isSet(number))

  /** Returns the bits of a word, -1 if it is not one of [[words]]. */
  private[heads] def find(bytes: Array[Byte], from: Int, until: Int): Int = {
    var i = 0
    while (i < words.length && !isWord(i, bytes, from, until)) i += 1
    if (i < words.length) words(i)._2 else -1
  }

  private def isWord(i: Int, bytes: Array[Byte], from: Int, until: Int): Boolean = {
    val word = this.word(words(i)._2.toLong)
    Arrays.equals(bytes, from, until, word, 0, word.length)
  }

  /** The values that the field may have, in words. */
  private[heads] def allowed: String = {
    val all = words.map(_._1).distinct ++ (if (isOptional) Seq("NULL") else Nil)
    s"$from is ${all.init.mkString(", ")} or ${all.last}"
  }

  private[heads] def shown: String =
    if (words.isEmpty) s"0x${mask.toHexString} `$from`"
    else words.map { case (word, bits) => s"0x${bits.toHexString} $word" }
      .mkString(s"`$from` ", ", ", "")
}
