package sparkwire.wire.heads

import sparkwire.wire.core.{Cursor, Kind, Shape}
import sparkwire.wire.places.WholeFields

/** The fields of a result that a [[FixedLayout]] gives: the fields of the layout with their names,
  * and what is made from them.
  */
private[wire] final class HeadFields(layout: FixedLayout, shape: Shape) {
  private[this] val sources = new Array[LayoutField](shape.fields.length)
  private[this] val made = new Array[ResultField](shape.fields.length)

  for (field <- layout.fields if field.size >= 0) {
    for (position <- HeadFields.position(shape, field.name)) sources(position) = field
    for (part <- HeadFields.madeFrom(field, shape);
      position <- HeadFields.position(shape, part.name)) {
      sources(position) = field
      made(position) = part
    }
  }

  /** One bit for each field of the result that is here. */
  val all: Long = sources.indices.filter(sources(_) != null).map(1L << _).sum

  /** Gives a field of a head that begins at `start` and whose bytes are all there. */
  def give(field: Int, cursor: Cursor, start: Int, fields: WholeFields): Unit = {
    val source = sources(field)
    val value = source.in(cursor, start)
    if (made(field) != null) made(field).give(value, cursor, field, fields)
    else if (source.isNumber) fields.int(field, value)
    else fields.binary(field, cursor.bytes, value.toInt, source.size)
  }
}

private[wire] object HeadFields {

  /** Returns the position of the field of the result that has a name. */
  def position(shape: Shape, name: String): Option[Int] =
    Option(shape.positions.get(name)).map(_.intValue)

  /** Returns everything that is made from a field of a layout, in the order of the result. */
  def madeFrom(field: LayoutField, shape: Shape): Seq[ResultField] = {
    val bits = field.value match {
      case LayoutValue.Flags(all) => all.flatMap(part =>
          position(shape, part.from).flatMap(at => ofBits(part, shape.fields(at).kind)))
      case _ => Nil
    }
    (field.makes ++ bits).sortBy(made => shape.positions.get(made.name).intValue)
  }

  private def ofBits(bits: LayoutBits, kind: Kind): Option[ResultField] =
    if (bits.words.nonEmpty) Some(ResultField.word(bits.from)((number, _) => bits.word(number)))
    else if (kind == Kind.Bool) Some(ResultField.flag(bits.from)(bits.isSet(_)))
    else None
}
