package sparkwire.wire.core

/** Receives the information that dissections and fault paths need beside the values: the positions
  * of bytes and their names on the wire. Readers report as they go. While values are decoded
  * normally, all methods do nothing.
  */
class Tracer {

  def isOn: Boolean = false

  /** Whether the value in the current place has a receiver other than the trace. */
  def takes: Boolean = true

  /** Sets the name on the wire of the value that comes next in the current place. */
  def wire(name: String): Unit = ()

  /** Announces that the cursor was moved: the value in the current place, or its fault, is here. */
  def moved(): Unit = ()

  /** Reports that the bytes from `from` to the cursor frame the value just given and follow it. */
  def trailing(from: Int, wire: String, value: String): Unit = ()

  /** Reports that the bytes up to the cursor frame the value that is still to come in the current
    * place, such as a length or a type. A dissection shows them as `wire`.
    */
  def framed(wire: String, value: Long): Unit = ()

  /** Like [[framed]], for bytes that are not a number: a dissection shows the bytes themselves. */
  def framedBytes(wire: String): Unit = ()

  /** Announces bytes that frame parts of the current container, such as the head of a block of
    * elements. `part` is the index of the element after them, or -1.
    */
  def frame(wire: String, part: Int): Unit = ()

  /** Ends the frame at the cursor. */
  def frameEnd(value: Long): Unit = ()

  /** Also ends the frame at the cursor, but the bytes that come next are read from the data that
    * was compressed in it. Those bytes have no offset in the input.
    */
  def packed(size: Long): Unit = ()

  /** Announces that the next bytes are in the input again. */
  def unpacked(): Unit = ()

  /** Announces a value that is not on the wire but is a default from the schema: neither it nor
    * anything in it has bytes. [[endAbsent]] follows after it.
    */
  def beginAbsent(): Unit = ()
  def endAbsent(): Unit = ()

  /** Announces that the bytes that follow belong to no field: a fault from here on is one of the
    * whole value.
    */
  def outside(): Unit = ()

  /** Announces that the next bytes are in the input of this name. The paths of faults, and of bytes
    * that belong to no field, begin with it.
    */
  def input(name: String): Unit = ()

  /** Announces that the rest of the value is in another input. The cursor is wrapped around that
    * input after this call, and offsets begin at 0 again.
    */
  def nextInput(): Unit = ()
}

object Tracer {
  val Off: Tracer = new Tracer
}
