package sparkwire.wire.layouts.program

import java.lang.Double.doubleToRawLongBits

import sparkwire.wire.core.Cursor

/** A stream of a value: bytes of an array, and how far they have been read. A type with a size of
  * its own has a stream of its own.
  *
  * @param base
  *   where positions are counted from
  */
private[layouts] final class Stream(val cursor: Cursor, val base: Int, val end: Int) {

  /** The position, while another stream is read. */
  var at: Int = base

  /** How many bits of the byte before the position have not been read. */
  var bitsLeft = 0
  def size: Long = (end - base).toLong
}

/** The values of an object that expressions may ask for: the bytes, numbers and lists of its fields
  * as far as a layout uses them, in slots. A value that no expression uses is not kept.
  */
private[layouts] final class Scope(
    val of: TypePlan, val parent: Scope, givenRoot: Scope, val stream: Stream) {
  val root: Scope = if (givenRoot == null) this else givenRoot
  val longs: Array[Long] = if (of.longs == 0) Scope.NoLongs else new Array[Long](of.longs)
  val refs: Array[AnyRef] = if (of.refs == 0) Scope.NoRefs else new Array[AnyRef](of.refs)
  private[this] val states: Array[Byte] =
    if (of.slots == 0) Scope.NoStates else new Array[Byte](of.slots)

  /** Where the object begins, and how many bits were left there. */
  var start = 0
  var startBits = 0

  /** The knowledge of a writer about the fields that it computes; null where objects are read. */
  var made: Array[MadeField] = _

  /** Whether all fields have been read, so that nothing has to be kept when they are read again. */
  var isComplete = false

  /** Whether numbers without an order of their own are big-endian, where data decide that. */
  var isBig = true

  /** Where the fields begin that checksums cover; null if there are none. */
  val marks: Array[Int] = if (of.marks == 0) null else new Array[Int](of.marks)

  def state(slot: Slot): Int = states(slot.number).toInt
  def setState(slot: Slot, state: Int): Unit = states(slot.number) = state.toByte
}

private[layouts] object Scope {
  private val NoLongs = new Array[Long](0)
  private val NoRefs = new Array[AnyRef](0)
  private val NoStates = new Array[Byte](0)

  // States of a slot.
  final val Unset = 0
  final val Present = 1

  /** Its `if` is false, or its expression uses a value that is not there. */
  final val Absent = 2

  /** Being computed. */
  final val Begun = 3
}

/** A field that a writer makes, in one object: zeros that are filled in once its value is known.
  *
  * @param at
  *   the byte in which it begins
  * @param bitsLeft
  *   how many bits of that byte it may use, 0 for all
  */
private[layouts] final class MadeField(val at: Int, val bitsLeft: Int) {
  var isKnown = false
  var value = 0L
}

/** Where a scope keeps a member. It exists once an expression uses the member.
  *
  * @param number
  *   the number of the slot in its type
  * @param at
  *   the index of the value: in `longs` for numbers, in `refs` for all else
  */
private[layouts] final class Slot(
    val name: String, val kind: ValueType, val number: Int, val at: Int)

/** Bytes that are kept. Immutable as long as the value is decoded. */
private[layouts] final class Span(val bytes: Array[Byte], val from: Int, val until: Int) {
  def length: Int = until - from
  def compare(other: Span): Int = java.util.Arrays.compareUnsigned(
    bytes, from, until, other.bytes, other.from, other.until)
}

/** A whole number above 2^63 - 1 that stands among other values. */
private[layouts] final class HighWhole(val bits: Long)

/** The elements of a field that repeats, as far as they have been read. */
private[layouts] final class ListElements {
  private[this] var longs = new Array[Long](4)
  private[this] var refs: Array[AnyRef] = _
  private[this] var count = 0
  def size: Int = count
  def clear(): Unit = count = 0

  def addLong(value: Long): Unit = {
    if (count == longs.length) longs = java.util.Arrays.copyOf(longs, 2 * count)
    longs(count) = value
    count += 1
  }

  def addRef(value: AnyRef): Unit = {
    if (refs == null) refs = new Array[AnyRef](4)
    if (count == refs.length) refs = java.util.Arrays.copyOf(refs, 2 * count)
    refs(count) = value
    count += 1
  }

  def long(at: Int): Long = longs(at)
  def ref(at: Int): AnyRef = refs(at)
}

/** Stores values of expressions in slots and lists. */
private[layouts] object Keep {

  /** Adds the value of an expression to a list.
    *
    * @param element
    *   the type of the list's elements, to which the expression may have to be widened
    */
  def element(to: ListElements, value: Node, element: ValueType, scope: Scope, walk: Walk): Unit =
    element match {
      case whole: ValueType.Whole =>
        walk.isHigh = false
        val bits = value.whole(scope, walk)
        addWhole(to, bits, value.isWide && walk.isHigh, whole.isWide)
      case label: ValueType.Label =>
        walk.isHigh = false
        val bits = value.whole(scope, walk)
        addWhole(to, bits, value.isWide && walk.isHigh, label.number.isWide)
      case ValueType.Real => to.addLong(doubleToRawLongBits(value.real(scope, walk)))
      case ValueType.Truth => to.addLong(if (value.truth(scope, walk)) 1L else 0L)
      case _ => to.addRef(value.ref(scope, walk))
    }

  def addWhole(to: ListElements, bits: Long, isHigh: Boolean, isWide: Boolean): Unit =
    if (isWide) to.addRef(WideElements.put(bits, isHigh)) else to.addLong(bits)

  /** Stores the value of an expression in a slot of a scope. */
  def value(to: Scope, slot: Slot, value: Node, scope: Scope, walk: Walk): Unit = {
    slot.kind match {
      case _: ValueType.Whole | _: ValueType.Label =>
        walk.isHigh = false
        val bits = value.whole(scope, walk)
        whole(to, slot, bits, value.isWide && walk.isHigh)
      case ValueType.Real =>
        to.longs(slot.at) = doubleToRawLongBits(value.real(scope, walk))
      case ValueType.Truth => to.longs(slot.at) = if (value.truth(scope, walk)) 1L else 0L
      case _ => to.refs(slot.at) = value.ref(scope, walk)
    }
    to.setState(slot, Scope.Present)
  }

  /** A slot for wide numbers has a second long for whether the number is high. */
  def whole(to: Scope, slot: Slot, bits: Long, isHigh: Boolean): Unit = {
    to.longs(slot.at) = bits
    if (isWide(slot.kind)) to.longs(slot.at + 1) = if (isHigh) 1L else 0L
    to.setState(slot, Scope.Present)
  }

  def isWide(kind: ValueType): Boolean = kind match {
    case whole: ValueType.Whole => whole.isWide
    case label: ValueType.Label => label.number.isWide
    case _ => false
  }
}
