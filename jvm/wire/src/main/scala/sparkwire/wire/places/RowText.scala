package sparkwire.wire.places

import scala.util.control.NoStackTrace

import sparkwire.wire.core.Shape

/** A reader of whole values that can be written as Java. */
trait CodedReader {
  def shape: Shape

  /** The number of nested levels of containers, and of calls, that a value takes. Known once there
    * is code.
    */
  def depth: Int

  /** Returns the members of a class that reads a value, with a method `int read(int at, int count)`;
    * null if it cannot be written. The class extends the one that a [[RowText]] is made for.
    *
    * @param refer
    *   returns Java for an object that the code uses, as an object of a class
    */
  def members(row: RowText, refer: (AnyRef, Class[_]) => String): String
}

object CodedReader {

  /** Generated code cannot do this. */
  object Uncoded extends RuntimeException with NoStackTrace
  def refuse(): Nothing = throw Uncoded
}

/** Java that writes the row of a struct. */
trait RowText {

  /** The variable with the position of the row. */
  def variable: String

  /** The same row where another variable has its position. */
  def in(variable: String): RowText

  /** How many bytes are reserved for a row. */
  def size: Int

  /** Begins a row: all of its fields will be written. */
  def begin: String

  /** Begins a row in which everything is NULL, except for the fields that are written later. */
  def beginEmpty: String

  /** The fields of the row, in their order. Values of varying size must be written in this order. */
  def names: Seq[String]

  /** The place of a field, null if nobody wants it. */
  def place(name: String): PlaceText
}

/** Java that writes one value, as statements. A value that does not fit ends the code with `return -1;`. */
trait PlaceText {

  /** Makes the place present that [[RowText.beginEmpty]] has made NULL. */
  def present: String
  def nothing: String

  /** @param value
    *   a long: a number, a boolean as 0 or 1, microseconds, days, or the digits of a decimal
    */
  def number(value: String): String

  /** @param value
    *   a double
    */
  def real(value: String): String

  /** A long of 64 unsigned bits as a decimal. */
  def unsigned(value: String): String

  /** Text in UTF-8 that may be malformed. */
  def text(from: String, until: String): String

  /** Bytes, or text that is known to be valid. */
  def bytes(from: String, until: String): String

  /** Text in an encoding of a byte for each character.
    *
    * @param table
    *   an array of 256 characters, where U+FFFD marks a byte that has none
    */
  def encoded(table: String, from: String, until: String): String

  /** An array of bytes that is made. */
  def made(bytes: String): String

  /** Writes a struct, by the statements that `inner` returns. */
  def struct(inner: RowText => String): String

  /** Writes an array of as many elements as the variable `count` says.
    *
    * @param inner
    *   returns the statements for an element, from the variable with its index
    */
  def array(count: String)(inner: (PlaceText, String) => String): String

  /** Writes an array whose number of elements is known only after the last one.
    *
    * @param elements
    *   returns the statements for all elements, from the place of each; null if elements are numbers
    */
  def open(elements: PlaceText => String): String
}
