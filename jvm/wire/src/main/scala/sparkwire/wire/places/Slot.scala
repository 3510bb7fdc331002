package sparkwire.wire.places

import sparkwire.wire.core.{InstantForm, Kind}

/** A place of a sink, known before its value comes: what a reader that knows the order of fields fills
  * with no question for each value. Where nothing is given it is NULL. A value is of the kind that its
  * field has: others are not for a slot.
  *
  * Measured: a small Kafka message takes a quarter less time with slots.
  */
abstract class Slot {

  /** Text of which what is malformed becomes U+FFFD. */
  def writeRepaired(bytes: Array[Byte], from: Int, length: Int): Unit
  def writeBinary(bytes: Array[Byte], from: Int, length: Int): Unit

  /** A number that its field is wide enough for. */
  def writeInt(value: Long): Unit

  /** One of the format's own words, the same array each time. */
  def writeWord(constant: Array[Byte]): Unit

  /** The place of an array; null if it is none. */
  def listSlots: ListSlots

  // A value that says itself what it is. False where it is not of this place's own type, or does not fit:
  // then nothing is written, and the value is to be given to the sink, which knows more ways.

  def tryNothing: Boolean
  def tryBool(value: Boolean): Boolean
  def tryInt(value: Long): Boolean
  def tryDouble(value: Double): Boolean
  def tryDecimal(unscaled: Long, scale: Int): Boolean
  def tryInstant(form: InstantForm, units: Long, nanos: Int): Boolean

  /** As [[writeRepaired]]. */
  def tryRepaired(bytes: Array[Byte], from: Int, length: Int): Boolean
}

/** Places of plain structs, which code can be made for. */
trait PlainSlots {

  /** Null where that cannot be. */
  def filler(struct: PlainStruct): PlainFiller
}

/** The places of a struct's fields. */
trait StructSlots extends PlainSlots {
  def begin(): Unit

  /** Where a field goes, null if it is not needed. */
  def slot(field: Int): Slot

  /** Where the numbers of a run go, null where they must be given one by one. */
  def target(run: NumberRun): NumberTarget

  /** The same struct for a reader that gives all its fields at once, in place of [[begin]] to [[end]]; null where
    * it has too many.
    */
  def wholeFields: WholeFields
  def end(): Boolean
}

/** The places of an array's elements. */
trait ListSlots extends PlainSlots {

  /** A whole array of numbers of fixed size: each element is a struct of the run's numbers and no
    * others, or its one number, and begins `stride` bytes behind the one before. True if they were taken; else
    * nothing has begun.
    */
  def tryNumbers(run: NumberRun, count: Int, stride: Int, bytes: Array[Byte], from: Int): Boolean

  /** The same for numbers that are little endian and stand side by side. */
  def tryLittleEndian(number: Kind, count: Int, bytes: Array[Byte], from: Int): Boolean
  def begin(count: Int): Unit

  /** The places of each element of the array that has begun, of structs: long arrays have others. */
  def structSlots: StructSlots

  /** The next element begins here. */
  def next(): Unit
  def end(): Boolean
}

/** Where the numbers of a [[NumberRun]] go. */
abstract class NumberTarget {
  def copy(bytes: Array[Byte], from: Int): Unit
}
