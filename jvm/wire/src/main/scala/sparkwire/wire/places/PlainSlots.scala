package sparkwire.wire.places

import sparkwire.wire.core.Kind

/** A place of plain structs, for which code can be generated. */
trait PlainSlots {

  /** Returns generated code for this struct, null if that is not possible. */
  def filler(struct: PlainStruct): PlainFiller

  /** Returns generated code for whole values, null if that is not possible. */
  def filler(reader: CodedReader): PlainFiller = null
}

/** An array whose place is known. */
trait ListSlots extends PlainSlots {

  /** Takes a whole array of adjacent numbers of fixed size for which any bytes are valid. Returns
    * true if they were taken; else nothing has begun.
    *
    * @param code
    *   the type of the numbers, a constant of [[NumberRun]]
    */
  def tryBigEndian(code: Int, count: Int, bytes: Array[Byte], from: Int): Boolean

  /** Like [[tryBigEndian]], for little-endian numbers. */
  def tryLittleEndian(number: Kind, count: Int, bytes: Array[Byte], from: Int): Boolean
  def begin(count: Int): Unit

  /** The fields of each element of the array of structs that has begun. Long arrays have others than
    * short ones.
    */
  def structFields: WholeFields

  /** Announces that the next element begins here. */
  def next(): Unit
  def end(): Boolean
}
