package sparkwire.wire.writing

import java.math.BigDecimal

import sparkwire.wire.core.{Shape, Sink}

/** The fields of one struct to be written, by their positions in its
  * [[sparkwire.wire.core.Shape]]: the form of a row for a [[SourceWriter]]. A writer asks for a
  * value only if [[has]] says that there is one.
  *
  * A text or binary is not copied: [[bytes]], [[from]] and [[until]] say where the last one asked for
  * is.
  *
  * The source knows the type of a field of known kind. Of a self-describing field, a writer asks for
  * the [[family]] first.
  */
abstract class Source {

  /** Whether the field is given and not NULL. A refusal that follows is about this field. */
  def has(field: Int): Boolean

  /** Whether the field is given, even as NULL. Asks nothing. */
  def names(field: Int): Boolean
  def bool(field: Int): Boolean

  /** Returns a whole number, the days of a date, the microseconds of a timestamp, or the nanoseconds
    * of a time of day.
    */
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

  /** The number of elements of a list, or of keys and values of a map. */
  def count: Int

  /** Gives a self-describing value to a sink. */
  def dynamic(field: Int, sink: Sink): Unit

  /** The struct, for a writer that lets generated code write it; null if that is not possible. */
  def plain: PlainRows = null

  /** Returns the path of the field that was asked for last, which is where a refusal is. */
  def path: String

  // For formats whose schema comes with the values. Other sources do not have them.

  private def unexpected: Nothing =
    throw new UnsupportedOperationException(s"${getClass.getName} has only fields of known kinds")

  /** Returns the kind of a value, one of the constants of [[Family]]. */
  def family(field: Int): Int = unexpected

  /** Returns a number of the families [[Family.Whole]] and [[Family.Decimal]]. */
  def decimal(field: Int): BigDecimal = unexpected

  /** Whether each field that a struct has is one of the shape. */
  def matches(field: Int, shape: Shape): Boolean = unexpected

  /** Returns the fields of a self-describing struct, as the fields of a shape. Refuses a struct
    * that has others.
    */
  def struct(field: Int, shape: Shape): Source = unexpected

  /** Returns the keys and values of a map, in turn, as the fields 0, 1 .. of a source. */
  def entries(field: Int): Source = unexpected
}

/** The kind of a self-describing value, as far as a writer must know it to find its form. */
object Family {
  final val Bool = 0
  final val Whole = 1
  final val Float = 2
  final val Decimal = 3
  final val Text = 4
  final val Binary = 5
  final val Date = 6
  final val Timestamp = 7
  final val LocalTimestamp = 8
  final val Struct = 9
  final val List = 10
  final val Map = 11

  /** An object of a VARIANT: a struct or a map. */
  final val Object = 12
  final val Double = 13

  /** A value of a type that no format takes. */
  final val Other = 14
  final val Time = 15
  final val Count = 16
}
