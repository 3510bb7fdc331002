package sparkwire.wire.writing

import sparkwire.wire.core.Sink

/** The fields of one struct to be written, by their positions in its
  * [[sparkwire.wire.core.Shape]]: what a row is to a [[SourceWriter]]. A writer asks for a value only
  * if [[has]] says that there is one.
  *
  * A text or binary is not copied: [[bytes]], [[from]] and [[until]] say where the last one asked for
  * is.
  */
abstract class Source {

  /** Whether the field is given and not NULL. A refusal that follows is about this field. */
  def has(field: Int): Boolean

  /** Whether the field is given, even as NULL. Asks nothing. */
  def names(field: Int): Boolean
  def bool(field: Int): Boolean
  def int(field: Int): Long

  /** Returns a whole number from 0 to 2^64-1. */
  def unsigned(field: Int): Long
  def double(field: Int): Double

  /** Finds a text, which is well-formed UTF-8. */
  def text(field: Int): Unit
  def binary(field: Int): Unit
  def bytes: Array[Byte]
  def from: Int
  def until: Int

  /** Returns the fields of a struct. They are valid until another field is asked for. */
  def struct(field: Int): Source

  /** Returns the elements of a list, which are the fields 0, 1 .. of a source. They are valid as long
    * as the fields of a struct.
    */
  def list(field: Int): Source

  /** The number of elements, of a source that is a list. */
  def count: Int

  /** Gives a self-describing value to a sink. */
  def dynamic(field: Int, sink: Sink): Unit

  /** Returns the path of the field that was asked for last, which is where a refusal is. */
  def path: String
}
