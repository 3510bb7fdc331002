package sparkwire.wire.avro.writing

import sparkwire.wire.writing.{Output, Source, Unencodable}

/** Writes the values of one type of a schema. A schema becomes a tree of steps once, in which a
  * recursive type is a cycle.
  */
private[avro] abstract class DatumStep {

  /** Whether a value that is not NULL is of this type, without a look at its parts. It decides which
    * branch of a union a value takes.
    */
  def fits(source: Source, field: Int): Boolean

  /** Whether a value of another type is also accepted: where a union has no branch that [[fits]]. */
  def converts(source: Source, field: Int): Boolean = fits(source, field)

  /** Writes a value that is not NULL. */
  def write(source: Source, field: Int, out: Output): Unit

  /** Whether the type has a form for NULL, which [[writeNull]] writes. */
  def takesNull: Boolean = false
  def writeNull(out: Output): Unit = throw new Unencodable(Unencodable.MissingField)

  /** Writes a value that may be NULL. */
  final def writeAny(source: Source, field: Int, out: Output): Unit =
    if (source.has(field)) write(source, field, out) else writeNull(out)

  protected final def mismatch(): Nothing = throw new Unencodable(Unencodable.TypeMismatch)
}
