package sparkwire.wire

/** The fields of a whole value of known shape, for a reader that has looked at all of it before it gives anything:
  * by their positions in the shape, in ascending order, without a question for each. A value is of the kind that
  * its field has.
  */
abstract class WholeFields {

  /** The value begins.
    *
    * @param present
    *   a bit for each field that it has; the others are NULL
    * @return
    *   those of them that are needed: each is given, and no other
    */
  def begin(present: Long): Long
  def int(field: Int, value: Long): Unit
  def bool(field: Int, value: Boolean): Unit = int(field, if (value) 1L else 0L)
  def binary(field: Int, bytes: Array[Byte], from: Int, length: Int): Unit

  /** One of the format's own words. */
  def word(field: Int, constant: Array[Byte]): Unit
  def end(): Unit
}
