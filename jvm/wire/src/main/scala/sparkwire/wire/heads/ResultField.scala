package sparkwire.wire.heads

import scala.annotation.unused

import sparkwire.wire.core.{Cursor, Shape, Sink}
import sparkwire.wire.places.WholeFields

/** A field of the result that is made from a field of a layout. Its functions take the number of
  * that field, or the position of its bytes, and the cursor, which has the byte order.
  */
sealed abstract class ResultField(val name: String) extends Serializable {

  /** Whether the result has such a field for a number. */
  def isThere(@unused number: Long, @unused cursor: Cursor): Boolean = true
  def give(number: Long, cursor: Cursor, sink: Sink): Unit
  def give(number: Long, cursor: Cursor, field: Int, fields: WholeFields): Unit
}

object ResultField {
  trait NumberOf extends Serializable { def apply(number: Long, cursor: Cursor): Long }
  trait FlagOf extends Serializable { def apply(number: Long): Boolean }
  trait TextOf extends Serializable { def apply(number: Long): Array[Byte] }
  trait WordOf extends Serializable { def apply(number: Long, cursor: Cursor): Array[Byte] }

  def number(name: String)(of: NumberOf): ResultField = new Number(name, of)

  /** Microseconds since the Unix epoch. */
  def timestamp(name: String)(of: NumberOf): ResultField = new Timestamp(name, of)
  def flag(name: String)(of: FlagOf): ResultField = new Flag(name, of)

  /** A text in ASCII. */
  def text(name: String)(of: TextOf): ResultField = new Text(name, of)

  /** One of the words of the format; null for none. */
  def word(name: String)(of: WordOf): ResultField = new Word(name, of)

  private class Number(name: String, of: NumberOf) extends ResultField(name) {
    def give(number: Long, cursor: Cursor, sink: Sink): Unit = sink.int(of(number, cursor))
    def give(number: Long, cursor: Cursor, field: Int, fields: WholeFields): Unit =
      fields.int(field, of(number, cursor))
  }

  private final class Timestamp(name: String, of: NumberOf) extends Number(name, of) {
    override def give(number: Long, cursor: Cursor, sink: Sink): Unit =
      sink.timestamp(of(number, cursor))
  }

  private final class Flag(name: String, of: FlagOf) extends ResultField(name) {
    def give(number: Long, cursor: Cursor, sink: Sink): Unit = sink.bool(of(number))
    def give(number: Long, cursor: Cursor, field: Int, fields: WholeFields): Unit =
      fields.bool(field, of(number))
  }

  private final class Text(name: String, of: TextOf) extends ResultField(name) {
    def give(number: Long, cursor: Cursor, sink: Sink): Unit = {
      val text = of(number)
      sink.text(text, 0, text.length)
    }
    def give(number: Long, cursor: Cursor, field: Int, fields: WholeFields): Unit = {
      val text = of(number)
      fields.text(field, text, 0, text.length)
    }
  }

  private final class Word(name: String, of: WordOf) extends ResultField(name) {
    override def isThere(number: Long, cursor: Cursor): Boolean = of(number, cursor) != null
    def give(number: Long, cursor: Cursor, sink: Sink): Unit = sink.word(of(number, cursor))
    def give(number: Long, cursor: Cursor, field: Int, fields: WholeFields): Unit =
      fields.word(field, of(number, cursor))
  }
}

/** Fields of a result that are made from the same number. */
private[wire] final class ResultFields(parts: Seq[ResultField], shape: Shape) {
  private[this] val made = parts.toArray
  private[this] val positions = made.map(part => shape.positions.get(part.name).intValue)
  private[this] val all = positions.map(1L << _).sum

  /** @param needed
    *   the fields of the result that are needed, as in `Sink.needed`
    */
  def give(number: Long, cursor: Cursor, sink: Sink, needed: Long): Unit =
    if ((needed & all) != 0) {
      var i = 0
      while (i < made.length) {
        val part = made(i)
        val isNeeded = (needed & (1L << positions(i))) != 0
        if (isNeeded && part.isThere(number, cursor) && sink.derives(positions(i)))
          part.give(number, cursor, sink)
        i += 1
      }
    }
}
