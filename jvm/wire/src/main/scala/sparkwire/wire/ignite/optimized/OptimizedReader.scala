package sparkwire.wire.ignite
package optimized

import sparkwire.wire.core.{Cursor, Options, Sink}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.types.{TypeDescriptions, TypeNames}

/** What Ignite's optimized marshaller wrote: serialized Java, of which the classes of [[OptimizedForms]] are
  * read. No class is loaded and nothing is deserialized. Behind the code of an optimized value: n, n bytes
  * that are one of these:
  * | code     | value                                 | payload                                     |
  * | 0        | null                                  |                                             |
  * | 1 to 8   | as the codes of [[Leaves]]            | the same                                    |
  * | 9 to 16  | arrays of these                       | n, n payloads                               |
  * | 17       | object array                          | class, n, n values                          |
  * | 18       | string                                | n, n bytes of [[ModifiedUtf8]]              |
  * | 19       | uuid                                  | 8 its first half, 8 its last                |
  * | 20 to 26 | properties, lists, maps, sets         | see [[OptimizedForms]]                      |
  * | 27       | java.util.Date                        | 8 milliseconds                              |
  * | 28       | class                                 | class                                       |
  * | 101 102  | an object of another class            | class, 2 checksum, see [[OptimizedForms]]   |
  * | -1       | handle                                | 4: see [[OptimizedHandles]]                 |
  *
  * A class is its id (4), and if that is 0 n and n bytes of its name. n is an int32.
  *
  * A value counts as known only if all of it is, to its last byte; any other is left as it is. So the bytes
  * are walked twice: to find out whether they are known, and to give what they hold.
  */
private[ignite] final class OptimizedReader(options: Options, buffer: Buffer, rereads: Rereads,
    types: TypeDescriptions) {
  private[this] val isRaw = options.word(OptimizedValues) == "raw"
  private[this] val walk = new OptimizedWalk(options, buffer, rereads, types)

  /** Reads an optimized value behind its code. The cursor's end is that of the values around it.
    *
    * @param sink
    *   null if nobody takes it
    * @param looks
    *   whether it is to be looked at all the same
    */
  def read(cursor: Cursor, sink: Sink, looks: Boolean): Unit = {
    val length = Leaves.count(cursor).toLong
    val from = cursor.take(length, LengthPastEnd)
    val until = cursor.position
    if (sink != null || looks) {
      val outerEnd = cursor.end
      cursor.setEnd(until)
      cursor.moveTo(from)
      val isKnown = !isRaw && isOfClass(cursor) && walk.isKnown(cursor)
      cursor.moveTo(from)
      if (sink != null) { if (isKnown) walk.give(cursor, sink) else giveBytes(cursor, until, sink) }
      cursor.setEnd(outerEnd)
      cursor.moveTo(until)
    }
  }

  /** The other values have codes of their own in binary objects, so nobody writes them so. */
  private def isOfClass(cursor: Cursor): Boolean =
    cursor.left > 0 && {
      val code = cursor.bytes(cursor.position).toInt
      code >= Optimized.Externalizable || code == Optimized.Properties
    }

  private def giveBytes(cursor: Cursor, until: Int, sink: Sink): Unit =
    if (sink.beginStruct(OptimizedShape)) {
      if (sink.derives(Mark)) sink.word(TypeNames.OptimizedMark)
      val wantData = sink.wanted(Data)
      val from = cursor.position
      cursor.moveTo(until)
      if (wantData) sink.binary(cursor.bytes, from, until) else sink.skipped()
      sink.endStruct()
    }
}
