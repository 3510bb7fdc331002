package sparkwire.wire.heads

import sparkwire.wire.core.{Reason, Shape}
import sparkwire.wire.writing.{Output, Source, Unencodable}

/** A [[HeadWriter]] that takes the given fields from a source of the fields of the result, which have
  * the names of the layout's fields.
  *
  * A field of the result decides its own bits of a number; the field of the number itself gives the
  * bits that no field stands for, and the bits of fields that are missing.
  */
private[wire] abstract class SourceHeadWriter(layout: FixedLayout, shape: Shape, output: Output,
    sum: HeadSum)
    extends HeadWriter(layout, output, sum) {
  private[this] val fields =
    layout.fields.filter(field => field.size >= 0 && isGiven(field)).toArray
  private[this] val positions = fields.map(field => position(field.name))
  private[this] val bits = fields.map(
    _.value match {
      case LayoutValue.Flags(all) =>
        all.map(part => new HeadBits(part, position(part.from))).toArray
      case _ => null
    })

  private def isGiven(field: LayoutField): Boolean = field.value match {
    case LayoutValue.Given | _: LayoutValue.Flags => true
    case _ => false
  }

  private def position(name: String): Int = ResultFields.position(shape, name).get

  /** Writes the given fields.
    *
    * @param derived
    *   the values of the bits that the layout calls derived
    */
  final def write(source: Source, derived: Int): Unit = {
    var i = 0
    while (i < fields.length) {
      val field = fields(i)
      if (!field.isNumber) writeBytes(source, field, positions(i))
      else {
        val number = numberOf(source, field, positions(i))
        put(field,
          if (bits(i) == null) number
          else withBits(source, number, derived, bits(i), positions(i)))
      }
      i += 1
    }
  }

  /** Returns the number of a field. */
  protected def numberOf(source: Source, field: LayoutField, position: Int): Long =
    if (!source.has(position)) missing(field)
    else {
      val number = source.int(position)
      if (number < field.least || number > field.most)
        throw Unencodable.outOfRange(number, field.least, field.most)
      number
    }

  /** Returns the number of a field that is not given. */
  protected final def missing(field: LayoutField): Long =
    if (field.isNeeded) throw new Unencodable(Unencodable.MissingField) else 0

  /** Writes a field that is not a number, at its offset from [[start]]. */
  protected def writeBytes(source: Source, field: LayoutField, position: Int): Unit

  private def withBits(source: Source, base: Long, derived: Int, parts: Array[HeadBits],
      position: Int): Long = {
    var number = base.toInt
    var i = 0
    while (i < parts.length) {
      number = parts(i).put(source, number, derived, position)
      i += 1
    }
    number.toLong
  }
}

/** Puts the bits of one field of the result into a number. */
private final class HeadBits(bits: LayoutBits, position: Int) {
  private[this] val notAWord =
    if (bits.words.isEmpty) null else Unencodable.TypeMismatch.because(bits.allowed)

  /** @param around
    *   the field of the result with the whole number
    */
  def put(source: Source, number: Int, derived: Int, around: Int): Int =
    if (bits.isDerived) (number & ~bits.mask) | (derived & bits.mask)
    else if (source.has(position)) {
      if (bits.words.nonEmpty) putWord(source, number)
      else if (source.bool(position)) number | bits.mask
      else number & ~bits.mask
    } else {
      if (bits.reason != null && bits.isUnknown(number.toLong)) {
        val _ = source.has(around)
        refuse(notAWord)
      }
      number
    }

  private def putWord(source: Source, number: Int): Int = {
    source.text(position)
    val found = bits.find(source.bytes, source.from, source.until)
    if (found < 0) refuse(notAWord)
    // Another form of the same word stays.
    if (bits.word(number.toLong) eq bits.word(found.toLong)) number
    else (number & ~bits.mask) | found
  }

  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)
}
