package sparkwire.wire.ignite.values

import sparkwire.wire.core._
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.ignite.types.Asked

/** Reads one value: a code (int8) and its payload. Simple values are [[Leaves]], objects begin with
  * their [[ObjectHead]], and these are all others:
  * | code   | value        | payload                                                              |
  * | 23     | object array | type, n, n values                                                    |
  * | 24     | collection   | n, kind int8 (-1 to 5), n values                                     |
  * | 25     | map          | n, kind int8 (0, 1, 2), n keys and values in turn                    |
  * | 27     | wrapped      | n, n bytes, offset (4) of the root value in them                     |
  * | 28 38  | enum         | type, ordinal (4)                                                    |
  * | 29     | enum array   | type, n, n values of code 28, 38 or 101                              |
  * | 32     | class        | type                                                                 |
  * | 35     | proxy        | n, n types, a value: the handler                                     |
  * | 101    | null         |                                                                      |
  * | 102    | handle       | distance (4) back to the code of the value that it refers to         |
  * | fe     | optimized    | n, n bytes of serialized Java: see [[optimized.OptimizedReader]]     |
  *
  * A type is its id (4) and, if the id is 0, a string: the class name. n is an int32.
  *
  * Traps: handles count back within their buffer, which is the whole value or the payload of
  * wrapped data. Handles, and fields that share an offset, can turn a few bytes into gigabytes, so
  * [[Rereads]] limits the bytes that are read again. A value can contain itself.
  *
  * A walk over a value keeps a stack of the containers that are open ([[IgniteWalk]]). [[ValueHeads]] reads
  * a value without parts, or the head of a container, which it then opens; [[ContainerParts]] reads
  * the next parts of the innermost container by it, or closes the container.
  */
final class IgniteReader(askedKind: Kind, options: Options) extends Reader {
  private[this] val asked = Asked.of(askedKind)
  private[this] val walk = new IgniteWalk(options)
  private[this] val heads = new ValueHeads(walk, options)
  private[this] val parts = new ContainerParts(walk, heads)

  /** @param sink
    *   the receiver of the value, or null if the value is only checked
    */
  def read(cursor: Cursor, sink: Sink): Unit = {
    if (cursor.left == 0) cursor.refuse(EmptyInput)
    readNext(cursor, sink, cursor.position)
    Reader.requireEnd(cursor, if (sink == null) Nowhere else sink, TrailingBytes)
  }

  /** Reads the value at the cursor, regardless of the bytes after it.
    *
    * @param from
    *   how far back handles may lead
    */
  private[ignite] def readNext(cursor: Cursor, sink: Sink, from: Int): Unit = {
    walk.begin(cursor, sink, from)
    var open = heads.read(cursor, sink, asked, 0)
    while (open > 0) open = parts.next(cursor, open)
  }

  /** Counts bytes once more for each handle that led to them. */
  override def mayBecome(length: Long): Long =
    Reader.mostOf(length + walk.rereads.inAll)
}
