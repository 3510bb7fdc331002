package sparkwire.wire.trace

/** What a dissection and the place of a fault are made of, beside the values: where bytes are and what they are called
  * on the wire. Readers tell it as they go. While values are good nobody listens, and all of it does nothing.
  */
class Tracer {

  def isOn: Boolean = false

  /** Whether the value in the current place goes anywhere but into a trace. */
  def takes: Boolean = true

  /** What the value that comes in the current place is called on the wire. */
  def wire(name: String): Unit = ()

  /** The cursor was moved: the value in the current place, or what is wrong with it, is here. */
  def moved(): Unit = ()

  /** The bytes from `from` up to the cursor frame the value just given, as [[framed]] those in front. */
  def trailing(from: Int, wire: String, value: String): Unit = ()

  /** The bytes up to the cursor frame the value that is still to come in the current place: a length,
    * a type. A dissection shows them as `wire`.
    */
  def framed(wire: String, value: Long): Unit = ()

  /** The same for bytes that are no number: a dissection shows them as they are. */
  def framedBytes(wire: String): Unit = ()

  /** The bytes that come next hold the parts of the current container together and are none of them,
    * such as the head of a block of elements. `part` is the number of the element that they stand
    * in front of, or -1.
    */
  def frame(wire: String, part: Int): Unit = ()

  /** The frame ends at the cursor. */
  def frameEnd(value: Long): Unit = ()

  /** The frame that has just begun ends at the cursor too, and what comes next is read from what was
    * packed in it, whose bytes have no place in the input.
    */
  def packed(size: Long): Unit = ()

  /** What comes next is in the input again. */
  def unpacked(): Unit = ()

  /** The value that comes next was never written, it is what the schema has for such a case: neither it nor
    * anything in it has bytes. [[endAbsent]] follows behind it.
    */
  def beginAbsent(): Unit = ()
  def endAbsent(): Unit = ()

  /** What follows belongs to no field: a fault from here on is one of the whole. */
  def outside(): Unit = ()

  /** What comes next is in the input of this name: paths of faults and of bytes that belong to no field begin
    * with it.
    */
  def input(name: String): Unit = ()

  /** The rest of the value is in another input, around which the cursor is wrapped after this:
    * offsets count anew.
    */
  def nextInput(): Unit = ()
}

object Tracer {
  val Off: Tracer = new Tracer
}
