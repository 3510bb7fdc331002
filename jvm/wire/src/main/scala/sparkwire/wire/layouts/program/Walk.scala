package sparkwire.wire.layouts.program

import sparkwire.wire.core.{Cursor, Malformed, Reason}
import sparkwire.wire.layouts.Layouts

/** The state of reading one value, as expressions and fields see it. The fields of this class are
  * registers: a field that has been read stays in them until the next one.
  */
private[layouts] abstract class Walk {

  /** A number, a boolean (0 or 1), or the bits of a double. */
  var number = 0L

  /** Whether `number` stands for an unsigned number above 2^63 - 1. Only numbers of a wide type set
    * it.
    */
  var isHigh = false
  var bytes: Array[Byte] = Array.emptyByteArray
  var from = 0
  var until = 0

  /** A struct that has been read. */
  var struct: Scope = _

  /** The element that has been read last, for `_`, as registers hold it. */
  var itemNumber = 0L
  var itemIsHigh = false
  var item: AnyRef = _

  /** The number of the current element, for `_index`. */
  var index = 0L

  def cursor: Cursor
  def stream: Stream

  /** Computes or reads an instance into its slot. */
  def fill(scope: Scope, instance: InstancePlan): Unit

  /** The charset conversions of this reader. */
  def texts: LayoutTexts

  /** Drops the bits that are left of a byte, before anything that is not a bit field. */
  final def align(): Unit = if (stream.bitsLeft != 0) stream.bitsLeft = 0

  final def setBytes(array: Array[Byte], first: Int, end: Int): Unit = {
    bytes = array
    from = first
    until = end
  }
  final def span(): Span = new Span(bytes, from, until)

  /** Returns an array for bytes that are made, and charges for it. */
  final def newBytes(size: Int): Array[Byte] = {
    spend(size.toLong)
    new Array[Byte](size)
  }

  /** Replaces the bytes in the registers by the decompressed bytes. */
  def inflate(): Unit

  /** Replaces the bytes in the registers by the compressed bytes. */
  def deflate(): Unit

  /** Sets `_` to the value of an expression. */
  final def takeItem(value: Node, scope: Scope): Unit = value.kind match {
    case _: ValueType.Whole | _: ValueType.Label =>
      isHigh = false
      itemNumber = value.whole(scope, this)
      itemIsHigh = value.isWide && isHigh
    case ValueType.Real =>
      itemNumber = java.lang.Double.doubleToRawLongBits(value.real(scope, this))
    case ValueType.Truth => itemNumber = if (value.truth(scope, this)) 1L else 0L
    case _ => item = value.ref(scope, this)
  }

  /** Returns a size, count or position, Long.MaxValue for one that 64 bits do not hold. */
  final def natural(node: Node, scope: Scope): Long = {
    isHigh = false
    val value = node.whole(scope, this)
    if (node.isWide && isHigh) Long.MaxValue
    else if (value < 0) refuse(Layouts.NegativeSize)
    else value
  }

  /** Charges for work that is not proportional to the bytes that are read. */
  def spend(cost: Long): Unit = cursor.allowance.spend(cost)

  def refuse(reason: Reason): Nothing = throw reason.signal
  def noValue(): Nothing = throw Walk.NoValue

  /** The position in a stream, counted from its begin. */
  def positionIn(stream: Stream): Long =
    ((if (stream eq this.stream) cursor.position else stream.at) - stream.base).toLong
  def sizeOf(stream: Stream): Long = stream.size
  def isAtEnd(stream: Stream): Boolean =
    stream.bitsLeft == 0 && positionIn(stream) >= stream.size
}

private[layouts] object Walk {
  val NoValue: Malformed = Layouts.NoValue.signal
}
