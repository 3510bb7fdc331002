package sparkwire.wire

/** Where values go. A reader knows bytes and asks; a sink knows what becomes of the values.
  *
  * A value goes to the current place: the field or element that was asked for last, or the root.
  * A reader takes four steps for each field: ask, read, check, give.
  * {{{
  *   if (sink.wanted(Size)) sink.int(cursor.i32(Truncated)) else { cursor.skip(4, Truncated); sink.skipped() }
  * }}}
  * After [[wanted]] exactly one value or [[skipped]] follows, given when the cursor stands behind
  * its bytes. An abstract class and not a trait: calls through it cost a third less.
  */
abstract class Sink {

  /** A struct begins in the current place. */
  def beginStruct(shape: Shape): Unit

  /** The bytes of this field come next. True if its value is needed. */
  def wanted(field: Int): Boolean

  /** A value that has no bytes of its own, made from others. True if it is needed. */
  def derives(field: Int): Boolean

  /** The field asked for was passed over, its bytes are behind the cursor. */
  def skipped(): Unit
  def endStruct(): Unit

  def beginArray(): Unit

  /** The next element of the array begins here. */
  def element(): Unit
  def endArray(): Unit

  def bool(value: Boolean): Unit
  def int(value: Long): Unit

  /** UTF-8, known to be well formed. */
  def text(bytes: Array[Byte], from: Int, until: Int): Unit
  def binary(bytes: Array[Byte], from: Int, until: Int): Unit

  /** Microseconds since the Unix epoch, UTC. */
  def timestamp(micros: Long): Unit

  /** What follows belongs to no field: a fault from here on is one of the whole. */
  def outside(): Unit = ()

  final def text(constant: Array[Byte]): Unit = text(constant, 0, constant.length)
}

/** Wants nothing: a walk into it only validates. */
object Nowhere extends Sink {
  def beginStruct(shape: Shape): Unit = ()
  def wanted(field: Int): Boolean = false
  def derives(field: Int): Boolean = false
  def skipped(): Unit = ()
  def endStruct(): Unit = ()
  def beginArray(): Unit = ()
  def element(): Unit = ()
  def endArray(): Unit = ()
  def bool(value: Boolean): Unit = ()
  def int(value: Long): Unit = ()
  def text(bytes: Array[Byte], from: Int, until: Int): Unit = ()
  def binary(bytes: Array[Byte], from: Int, until: Int): Unit = ()
  def timestamp(micros: Long): Unit = ()
}
