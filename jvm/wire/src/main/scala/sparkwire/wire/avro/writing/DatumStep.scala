package sparkwire.wire.avro.writing

import sparkwire.wire.places.PlainPart
import sparkwire.wire.writing.{Output, Source, Unencodable}

/** Writes the values of one type of a schema. A schema becomes a tree of steps once, in which a
  * recursive type is a cycle.
  *
  * @param own
  *   the families of the values that are of this type
  * @param taken
  *   the families of all values that are taken, also those that are converted
  */
private[avro] abstract class DatumStep(val own: Families, val taken: Families) {
  def this(own: Families) = this(own, own)

  /** Whether a value of one of its [[own]] families is of this type, without a look at its parts. It
    * decides which branch of a union a value takes.
    */
  def fits(source: Source, field: Int): Boolean = true

  /** Writes a value that is not NULL and of one of the families [[taken]]. */
  protected def put(source: Source, field: Int, out: Output): Unit

  /** Writes a value that is not NULL. */
  def write(source: Source, field: Int, out: Output): Unit = {
    if (!taken.has(source.family(field))) throw new Unencodable(Unencodable.TypeMismatch)
    put(source, field, out)
  }

  /** Whether the type has a form for NULL, which [[writeNull]] writes. */
  def takesNull: Boolean = false
  def writeNull(out: Output): Unit = throw new Unencodable(Unencodable.MissingField)

  /** Describes a value in this field of a record for generated code, which takes usual values of the
    * step's own type. Returns null if no code can write it.
    */
  def plain(field: Int): PlainPart.OneField = null

  /** Whether the type takes values of this family without converting them. */
  def isOwn(family: Int): Boolean = own.has(family)

  /** Writes a part of a value, which is not NULL. */
  final def writePart(source: Source, field: Int, out: Output, limits: Limits): Unit = {
    if (limits.isExact && !isOwn(source.family(field)))
      throw new Unencodable(Unencodable.TypeMismatch)
    write(source, field, out)
  }

  /** Writes a value that may be NULL. */
  final def writeAny(source: Source, field: Int, out: Output): Unit =
    if (source.has(field)) write(source, field, out) else writeNull(out)
}

/** A set of the constants of [[Family]]. */
private[avro] final class Families private (bits: Int) {
  def has(family: Int): Boolean = (bits >> family & 1) != 0
}

private[avro] object Families {
  def apply(families: Int*): Families = new Families(families.map(1 << _).foldLeft(0)(_ | _))
}
