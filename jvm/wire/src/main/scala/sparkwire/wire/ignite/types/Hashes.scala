package sparkwire.wire.ignite
package types

/** The numbers by which Ignite knows names. All wrap round at 32 bits.
  * | number    | begins with | for each    | becomes                  |
  * | id        | 0           | UTF-16 unit | 31 h + its lower case    |
  * | schema id | 811c9dc5    | byte of ids | (s xor b) * 01000193     |
  * | hash      | 1           | signed byte | 31 h + b                 |
  *
  * Trap: lower case is that of Java for one UTF-16 unit, so surrogates stay and "İ" becomes "i".
  */
object Hashes {

  /** The id of a type or a field by its name. */
  def id(name: String): Int = {
    var hash = 0
    var at = 0
    while (at < name.length) {
      hash = 31 * hash + Character.toLowerCase(name.charAt(at))
      at += 1
    }
    hash
  }

  /** What a schema of no fields has. */
  final val NoFields = 0x811c9dc5

  /** The id of the schema that goes on with this field. */
  def schemaId(before: Int, fieldId: Int): Int = {
    var hash = before
    hash = (hash ^ (fieldId & 0xff)) * Prime
    hash = (hash ^ ((fieldId >>> 8) & 0xff)) * Prime
    hash = (hash ^ ((fieldId >>> 16) & 0xff)) * Prime
    (hash ^ (fieldId >>> 24)) * Prime
  }

  def schemaId(fieldIds: Array[Int]): Int = fieldIds.foldLeft(NoFields)(schemaId(_, _))

  def ofData(bytes: Array[Byte], from: Int, until: Int): Int = {
    var hash = 1
    var at = from
    while (at < until) {
      hash = 31 * hash + bytes(at)
      at += 1
    }
    hash
  }

  private final val Prime = 0x01000193
}
