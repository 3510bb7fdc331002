package sparkwire.wire.writing

/** A writer of whole values that can be written as Java: the counterpart of
  * [[sparkwire.wire.places.CodedReader]].
  */
trait CodedWriter {

  /** The number of nested levels of containers, and of calls, that a value takes. Known once there
    * is code.
    */
  def depth: Int

  /** Returns the members of a class that writes a row, with a method `boolean write(ROW row)`; null
    * if it cannot be written. The method returns false for a row that the general writer must write
    * or refuse.
    *
    * @param row
    *   the fields of the row in the variable `row`
    * @param refer
    *   returns Java for an object that the code uses, as an object of a class
    */
  def members(row: GivenRow, refer: (AnyRef, Class[_]) => String): String
}

/** Java that finds the fields of a row that is written. */
trait GivenRow {

  /** The type of the variable that has a row. */
  def typeName: String

  /** A field, null if the row does not have it. */
  def place(name: String): GivenPlace
}

/** Java that gets one value of a row or of an array. A value of another type than the layout's own is
  * refused with [[sparkwire.wire.places.CodedReader.Uncoded]].
  */
trait GivenPlace {
  def isNull: String

  /** A long: a whole number, a boolean as 0 or 1, microseconds, or days. */
  def number: String

  /** The 64 bits of an unsigned number. */
  def unsigned: String

  /** A double. */
  def real: String

  /** The digits of a decimal, as a long. */
  def digits(precision: Int, scale: Int): String

  /** A condition that finds a text, which the methods `found`, `foundFrom` and `foundUntil` then give.
    * It is false if the text is malformed.
    */
  def text: String

  /** A condition that finds bytes. */
  def binary: String

  /** The row of a struct, and its fields in a variable. */
  def struct: String
  def fields(variable: String): GivenRow

  /** The array, its type, and an element of the one in a variable. */
  def array: String
  def arrayType: String
  def element(array: String, index: String): GivenPlace
}
