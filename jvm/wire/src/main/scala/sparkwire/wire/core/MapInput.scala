package sparkwire.wire.core

/** A map that is passed beside a value, as another input. Its entries are accessed by index and
  * read in place. Text is UTF-8.
  */
abstract class MapInput {
  def size: Int
  def intKey(entry: Int): Int
  def longKey(entry: Int): Long
  def textKey(entry: Int): Array[Byte]
  def binaryKey(entry: Int): Array[Byte]

  /** Returns a value that is text, null for NULL. */
  def textValue(entry: Int): Array[Byte]
}
