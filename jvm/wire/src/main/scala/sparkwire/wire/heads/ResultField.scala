package sparkwire.wire.heads

import sparkwire.wire.core.{Cursor, Kind, Shape, Sink}
import sparkwire.wire.places.PlaceText

/** A field of the result that is made from a field of a layout, by a function of its number and of
  * the byte order.
  */
sealed abstract class ResultField(val name: String) extends Serializable {

  /** Whether the result has such a field for a number. */
  def isThere(number: Long, isBig: Boolean): Boolean

  /** @param number
    *   the number of the field of the layout; the position of its bytes, if it is not a number
    */
  def give(number: Long, cursor: Cursor, sink: Sink): Unit

  /** Returns Java that writes the field to its place.
    *
    * @param field
    *   the field of the layout
    * @param start
    *   Java for the position where the layout begins
    */
  def code(field: LayoutField, start: String, place: PlaceText,
      refer: (AnyRef, Class[_]) => String): String
}

/** Makes a number from another one. Generated code calls it, as well as the next two. */
trait NumberOf extends Serializable { def apply(number: Long, isBig: Boolean): Long }
trait FlagOf extends Serializable { def apply(number: Long): Boolean }

/** A text in ASCII, null for none. */
trait TextOf extends Serializable { def apply(number: Long, isBig: Boolean): Array[Byte] }

object ResultField {
  def number(name: String)(of: NumberOf): ResultField = new Number(name, of)

  /** Microseconds since the Unix epoch. */
  def timestamp(name: String)(of: NumberOf): ResultField = new Timestamp(name, of)
  def flag(name: String)(of: FlagOf): ResultField = new Flag(name, of)
  def text(name: String)(of: TextOf): ResultField = new Text(name, of)

  /** One of the words of the format, which is always the same array. */
  def word(name: String)(of: TextOf): ResultField = new Word(name, of)

  /** A number in the first bytes of a field. */
  def first(number: LayoutField): ResultField = new First(number)

  private class Number(name: String, of: NumberOf) extends ResultField(name) {
    def isThere(number: Long, isBig: Boolean): Boolean = true
    def give(number: Long, cursor: Cursor, sink: Sink): Unit =
      sink.int(of(number, cursor.isBigEndian))
    def code(field: LayoutField, start: String, place: PlaceText,
        refer: (AnyRef, Class[_]) => String): String =
      place.number(
        s"${refer(of, classOf[NumberOf])}.apply(${field.code(start)}, ${HeadCode.IsBig})")
  }

  private final class Timestamp(name: String, of: NumberOf) extends Number(name, of) {
    override def give(number: Long, cursor: Cursor, sink: Sink): Unit =
      sink.timestamp(of(number, cursor.isBigEndian))
  }

  private final class Flag(name: String, of: FlagOf) extends ResultField(name) {
    def isThere(number: Long, isBig: Boolean): Boolean = true
    def give(number: Long, cursor: Cursor, sink: Sink): Unit = sink.bool(of(number))
    def code(field: LayoutField, start: String, place: PlaceText,
        refer: (AnyRef, Class[_]) => String): String =
      place.number(s"(${refer(of, classOf[FlagOf])}.apply(${field.code(start)}) ? 1L : 0L)")
  }

  private class Text(name: String, of: TextOf) extends ResultField(name) {
    def isThere(number: Long, isBig: Boolean): Boolean = of(number, isBig) != null
    def give(number: Long, cursor: Cursor, sink: Sink): Unit = {
      val text = of(number, cursor.isBigEndian)
      sink.text(text, 0, text.length)
    }
    def code(field: LayoutField, start: String, place: PlaceText,
        refer: (AnyRef, Class[_]) => String): String =
      s"""{
         |  final byte[] text =
         |    ${refer(of, classOf[TextOf])}.apply(${field.code(start)}, ${HeadCode.IsBig});
         |  if (text == null) {
         |    ${place.nothing}
         |  } else {
         |    ${place.made("text")}
         |  }
         |}""".stripMargin
  }

  private final class Word(name: String, of: TextOf) extends Text(name, of) {
    override def give(number: Long, cursor: Cursor, sink: Sink): Unit =
      sink.word(of(number, cursor.isBigEndian))
  }

  private final class First(inner: LayoutField) extends ResultField(inner.name) {
    def isThere(number: Long, isBig: Boolean): Boolean = true
    def give(number: Long, cursor: Cursor, sink: Sink): Unit =
      sink.int(inner.in(cursor, number.toInt))
    def code(field: LayoutField, start: String, place: PlaceText,
        refer: (AnyRef, Class[_]) => String): String =
      place.number(inner.code(s"$start + ${field.at}"))
  }
}

/** Fields of a result that are made from the same number. */
private[wire] final class ResultFields(parts: Seq[ResultField], shape: Shape) {
  private[this] val made = parts.toArray
  private[this] val positions = made.map(part => shape.positions.get(part.name).intValue)
  private[this] val all = positions.map(1L << _).sum

  /** Whether any of them is needed, by the bits of `Sink.needed`. */
  def areIn(needed: Long): Boolean = (needed & all) != 0

  def give(number: Long, cursor: Cursor, sink: Sink, needed: Long): Unit =
    if (areIn(needed)) {
      var i = 0
      while (i < made.length) {
        val part = made(i)
        val isNeeded = (needed & (1L << positions(i))) != 0
        if (isNeeded && part.isThere(number, cursor.isBigEndian) && sink.derives(positions(i)))
          part.give(number, cursor, sink)
        i += 1
      }
    }
}

private[wire] object ResultFields {

  /** Returns the position of the field of the result that has a name. */
  def position(shape: Shape, name: String): Option[Int] =
    Option(shape.positions.get(name)).map(_.intValue)

  /** Returns everything that is made from a field of a layout, in the order of the result. */
  def of(field: LayoutField, shape: Shape): Seq[ResultField] = {
    val bits = field.value match {
      case LayoutValue.Flags(all) => all.flatMap(part =>
          position(shape, part.from).flatMap(at => ofBits(part, shape.fields(at).kind)))
      case _ => Nil
    }
    (field.makes ++ bits).sortBy(made => shape.positions.get(made.name).intValue)
  }

  private def ofBits(bits: LayoutBits, kind: Kind): Option[ResultField] =
    if (bits.words.nonEmpty)
      Some(ResultField.word(bits.from)((number, _) => bits.word(number)))
    else if (kind == Kind.Bool) Some(ResultField.flag(bits.from)(bits.isSet(_)))
    else None
}
