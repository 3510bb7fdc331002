package sparkwire.wire.places

/** The fields of a struct of known shape, the whole value or one inside of it, for a reader that knows which of them it
  * has before it gives the first: by their positions in the shape, in ascending order, without a question for each. A
  * value is of the kind that its field has.
  *
  * Measured: ten fields of a Databus event take 67 instead of 126 ns, 200 records of a Kafka batch 17 instead of 37 µs.
  * Records are checked one by one while they are given, because a walk for checks alone would take as long; what has been
  * given is dropped with the value.
  */
abstract class WholeFields {

  /** The struct begins.
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

  /** Text of which what is malformed becomes U+FFFD. */
  def text(field: Int, bytes: Array[Byte], from: Int, length: Int): Unit

  /** One of the format's own words. */
  def word(field: Int, constant: Array[Byte]): Unit

  /** What was given of the struct since it began is the same in those that [[beginLike]] begins. */
  def keep(): Unit

  /** A struct begins that has the same fields, and of them those that were kept: they are not given again. It is in the
    * same array as the one that was given last.
    *
    * @return
    *   false where that cannot be: nothing has begun then
    */
  def beginLike(): Boolean

  /** The struct in a field, null if it is not needed. It begins and ends where the field is to be given. */
  def struct(field: Int): WholeFields

  /** The same of an array. */
  def list(field: Int): ListSlots
  def end(): Unit
}
