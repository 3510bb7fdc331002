package sparkwire.wire.places

/** Entries of a format on top of MessagePack that become the fields of an object. Each entry is a
  * head, which has the name, followed by a value.
  *
  * For code that takes the entries as a whole. Anything malformed or unusual is left to the reader,
  * which starts again at the first entry.
  */
abstract class EntryHeads {

  /** Returns the position of the value of the entry at `at`, if its head is valid and has the usual
    * form, and the head allows the family of the value; else -1.
    */
  def valueAt(bytes: Array[Byte], at: Int, until: Int): Int

  /** Returns where the name of the entry at `at` begins; [[nameUntil]] is its end. It may be
    * malformed UTF-8.
    */
  def nameFrom(at: Int): Int
  def nameUntil(valueAt: Int): Int
}
