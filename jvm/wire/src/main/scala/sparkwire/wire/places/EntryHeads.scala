package sparkwire.wire.places

/** Entries of a format on top of MessagePack that become the fields of an object: each is a head, in which there is a
  * name, and behind it a value.
  *
  * For whoever takes them as a whole. What is not right and usual is left to the reader, from the beginning.
  */
abstract class EntryHeads {

  /** Where the value begins of the entry at `at`, if its head is right and usual and the value of a family that it
    * allows; else -1.
    */
  def valueAt(bytes: Array[Byte], at: Int, until: Int): Int

  /** Where the name of the same entry begins and ends. It need not be well-formed text. */
  def nameFrom(at: Int): Int
  def nameUntil(valueAt: Int): Int
}
