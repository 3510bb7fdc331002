package sparkwire.wire.ignite.optimized

import sparkwire.wire.core.{Cursor, Options, Sink}
import sparkwire.wire.ignite.{Buffer, Leaves, Rereads, TypeDescriptions}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.types.TypeNames

/** Reads the output of Ignite's optimized marshaller: serialized Java. Only the classes of
  * [[OptimizedForms]] are read; no class is loaded and nothing is deserialized. After the code of
  * an optimized value: n, n bytes that are one of these:
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
  * A class is its id (4) and, if the id is 0, n and n bytes of its name. n is an int32.
  *
  * A value counts as known only if all of it is known, to its last byte; any other stays as it is.
  * So the bytes are walked twice: first to find out whether they are known, then to give their
  * content.
  */
private[ignite] final class OptimizedReader(options: Options, buffer: Buffer, rereads: Rereads,
    types: TypeDescriptions) {
  private[this] val isRaw = options.word(OptimizedValues) == "raw"
  private[this] val walk = new OptimizedWalk(options, buffer, rereads, types)

  /** Reads an optimized value after its code. The cursor's end is the end of the enclosing values.
    *
    * @param sink
    *   the receiver of the value, or null
    * @param looks
    *   whether the value is checked even if there is no sink
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

  /** Whether the value is an object of a class or properties. All others have their own codes in
    * binary objects, so no writer encodes them this way.
    */
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
