package sparkwire.wire.core

/** A map that stands beside a value, in another input: its entries by their numbers, read where they lie. Texts are
  * UTF-8.
  */
abstract class MapInput {
  def size: Int
  def intKey(entry: Int): Int
  def longKey(entry: Int): Long
  def textKey(entry: Int): Array[Byte]
  def binaryKey(entry: Int): Array[Byte]

  /** A value that is text, null for NULL. */
  def textValue(entry: Int): Array[Byte]
}
