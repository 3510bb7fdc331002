package sparkwire.wire.layouts.reading

import sparkwire.wire.core.{Cursor, Nowhere, Options, Sink}
import sparkwire.wire.layouts.Layouts
import sparkwire.wire.layouts.checksums.Sums
import sparkwire.wire.layouts.program._
import sparkwire.wire.layouts.views._

/** The streams of a value, the one that is read, and how deep objects are nested. */
private[layouts] abstract class StreamWalk(options: Options) extends ObjectWalk(options) {
  protected[this] final val verifies: Boolean = options.verifies
  protected[this] final var outermost: Cursor = _
  private[this] var current: Cursor = _
  private[this] var open: Stream = _
  private[this] val inflating = new Inflating

  final def cursor: Cursor = current
  final def stream: Stream = open

  /** Where the field begins that is read. */
  protected[this] final var fieldStart = 0

  /** Begins a value, which goes to the end of the cursor. */
  protected final def begin(cursor: Cursor): Unit = {
    outermost = cursor
    current = cursor
    open = new Stream(cursor, cursor.position, cursor.end)
  }

  protected final def switchTo(next: Stream): Unit = if (next ne open) {
    open.at = current.position
    open = next
    current = next.cursor
    current.setEnd(next.end)
    current.moveTo(next.at)
  }

  /** Where the walk is, to return from another stream, or from wherever a refusal has left it. */
  protected final def here: StreamWalk.Place =
    new StreamWalk.Place(open, current.position, open.bitsLeft, outermost.room)

  protected final def returnTo(place: StreamWalk.Place): Unit = {
    switchTo(place.stream)
    current.moveTo(place.position)
    open.bitsLeft = place.bitsLeft
    outermost.leaveTo(place.room)
  }

  // The levels that `maxDepth` allows and the stack does not.
  private[this] val unusable = math.max(0, options.maxDepth - Layouts.MostLevels)

  protected final def deeper(levels: Int): Unit = {
    var left = levels
    while (left > 0) {
      outermost.enter()
      left -= 1
    }
    if (outermost.room < unusable) refuse(Layouts.TooManyLevels)
  }

  protected final def higher(levels: Int): Unit = {
    var left = levels
    while (left > 0) {
      outermost.leave()
      left -= 1
    }
  }

  /** Lets a fault be at a position, in a walk that explains it. */
  protected final def pointTo(position: Int, sink: Sink): Unit = if (sink.tracer.isOn) {
    if (current eq outermost) current.moveTo(position)
    sink.tracer.moved()
  }

  final def inflate(): Unit = inflating.inflate(this)
  final def deflate(): Unit =
    throw new IllegalStateException("nothing is compressed while it is read")

  // The sink of a field, for the place of a fault.
  protected[this] final var fieldSink: Sink = Nowhere

  protected final def refuseInvalid(kind: ValueType): Nothing = {
    if (kind.isInstanceOf[ValueType.Struct]) pointTo(fieldStart, fieldSink)
    refuse(Layouts.InvalidValue)
  }

  /** Compares the checksums of which all bytes have been read after a field. */
  protected final def compareChecksums(scope: Scope, after: Int, view: View, into: Sink): Unit =
    if (verifies) {
      val sums = scope.of.checksAfter(after)
      var at = 0
      while (at < sums.length) {
        val field = sums(at)
        val sum = field.checksum
        val own = scope.marks(sum.own)
        // A field whose `if` is false has no checksum to compare.
        if (own >= 0 && !Sums.matches(sum, scope, this)) {
          val position = cursor.position
          val found = Sums.stored(sum, scope, this)
          val expected = Sums.computed(sum, scope, cursor.bytes, position, this)
          cursor.moveTo(own)
          if (view != null) {
            val _ = into.wanted(view.fields(field.index).field)
          }
          cursor.refuseChecksum(Layouts.BadChecksum, expected, found)
        }
        at += 1
      }
    }
}

private[reading] object StreamWalk {

  /** Stands for a value that is not there. */
  val Missing = new Object

  /** @param room
    *   how many levels of objects may be nested there
    */
  final class Place(val stream: Stream, val position: Int, val bitsLeft: Int, val room: Int)

  /** The registers of a walk, while an instance is read for an expression. */
  final class Registers(walk: Walk) {
    private[this] val number = walk.number
    private[this] val isHigh = walk.isHigh
    private[this] val bytes = walk.bytes
    private[this] val from = walk.from
    private[this] val until = walk.until
    private[this] val struct = walk.struct
    private[this] val itemNumber = walk.itemNumber
    private[this] val itemIsHigh = walk.itemIsHigh
    private[this] val item = walk.item
    private[this] val index = walk.index

    def restore(walk: Walk): Unit = {
      walk.number = number
      walk.isHigh = isHigh
      walk.setBytes(bytes, from, until)
      walk.struct = struct
      walk.itemNumber = itemNumber
      walk.itemIsHigh = itemIsHigh
      walk.item = item
      walk.index = index
    }
  }
}
