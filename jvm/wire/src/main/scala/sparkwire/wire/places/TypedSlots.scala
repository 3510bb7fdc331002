package sparkwire.wire.places

/** A sink that lets code which knows the bytes of whole typed values write them to their slots. A
  * part that a slot does not take is given to the sink, after [[Offers.goTo]].
  */
abstract class TypedTarget {

  /** Begins an attempt at the value of the current place, and returns its slot. */
  def begin(): TypedSlot

  /** Ends the attempt. Unless the value `isTaken`, nothing of it stays. */
  def end(isTaken: Boolean): Unit
}

/** A place for a self-describing value. Its container, if it has one, is one of the three below;
  * the others are null.
  */
abstract class TypedSlot {
  def isVariant: Boolean
  def isText: Boolean
  def typedList: TypedList
  def typedMap: TypedMap

  /** A struct whose fields are found by their names. */
  def typedStruct: TypedStruct

  /** Writes a whole number. Returns false, and writes nothing, if the type of the place is not a
    * whole number that can hold it.
    */
  def tryInt(value: Long): Boolean

  /** Writes text that may be malformed. Returns false, and writes nothing, if it is. */
  def tryText(bytes: Array[Byte], from: Int, length: Int): Boolean
}

/** Begins with a known number of parts. If `end` returns false, the content does not fit. */
trait TypedList {
  def begin(count: Int): Unit

  /** The elements if they are whole numbers of 32 or 64 bits, else null. */
  def numbers: NumberColumn
  def nextElement(): TypedSlot
  def end(): Boolean
}

trait TypedMap {
  def begin(count: Int): Unit

  /** The keys if keys and values are whole numbers of 32 or 64 bits, else null. */
  def numberKeys: NumberColumn
  def numberValues: NumberColumn

  /** Continues after the first `written` entries of the columns. */
  def goBehind(written: Int): Unit
  def nextKey(): TypedSlot
  def nextValue(): TypedSlot
  def end(): Boolean
}

trait TypedStruct {
  def beginFields(count: Int): Unit

  /** Returns the number of a name that occurred before in this column, else -1. */
  def knownName(bytes: Array[Byte], from: Int, until: Int): Int

  /** Sets the name of the next field, which is well-formed text. */
  def nextName(bytes: Array[Byte], from: Int, until: Int): Unit

  /** Sets the name of the next field by its number. */
  def nextName(known: Int): Unit

  /** Whether the name matches only regardless of case: then the sink must take the value. */
  def isFoundByCase: Boolean

  /** The slot of the field, null if it is not needed. */
  def nextValue(): TypedSlot
  def end(): Boolean
}

/** Whole numbers side by side. */
trait NumberColumn {

  /** Writes a number to its final position. Returns false if it does not fit the type. */
  def put(nth: Int, number: Long): Boolean

  /** Continues after the first `written` numbers. */
  def goBehind(written: Int): Unit
}
