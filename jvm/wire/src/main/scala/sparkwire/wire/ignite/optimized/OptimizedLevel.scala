package sparkwire.wire.ignite
package optimized

import java.util.Arrays

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.ignite.optimized.Optimized.NotKnown

/** A container of the optimized marshaller that is being read; made once for each depth. */
private[ignite] final class OptimizedLevel {
  import OptimizedLevel._

  var form: OptimizedForm = _
  var step = 0

  /** What comes next: steps of the form, or parts of the content. */
  var parts = 0

  /** How many parts are to come; up to a null, how many less came. */
  var left = 0L

  /** What the form's count said. */
  var count = 0

  /** Where its code is. */
  var start = 0

  /** Who takes its parts; null if nobody does. */
  var sink: Sink = _
  var isAside = false

  /** What of the content is given. */
  var part = 0

  /** How many elements follow that are none of the list's. */
  private[this] var extra = 0

  /** Where to go on behind it, if a handle led here; else -1. */
  var returnTo = -1

  /** Where the one element is that comes again and again, and where to go on behind all of it. */
  var repeated = 0
  var behind = 0

  /** Whether the sink outside is to be told that this was passed over. */
  var isSkipped = false

  def begin(form: OptimizedForm, start: Int, sink: Sink, isAside: Boolean, part: Int): Unit = {
    this.form = form
    this.start = start
    this.sink = sink
    this.isAside = isAside
    this.part = part
    step = 0
    parts = Steps
    left = 0
    count = 0
    extra = 0
    returnTo = -1
    isSkipped = false
  }

  def nextStep(): Char = {
    step += 1
    form.steps.charAt(step - 1)
  }

  /** The content is a list.
    *
    * @param size
    *   -1 if a null ends it
    */
  def beginList(cursor: Cursor, size: Int): Unit = {
    val taken = if (part >= 0) part else size
    if (part == KeysOnly || taken > size) cursor.refuse(NotKnown)
    parts = if (size < 0) ElementsUpToNull else Elements
    left = math.max(taken, 0).toLong
    extra = size - taken
    if (sink != null && !sink.beginArray(taken)) sink = null
  }

  /** The content is a map, of which perhaps the keys are given as a list. */
  def beginMap(cursor: Cursor, size: Int): Unit = {
    if (part >= 0) cursor.refuse(NotKnown)
    parts = if (size < 0) EntriesUpToNull else Entries
    left = math.max(size, 0) * 2L
    val isTaken =
      sink != null && (if (part == KeysOnly) sink.beginArray(size) else sink.beginMap(size))
    if (!isTaken) sink = null
  }

  def endElements(): Unit = {
    if (sink != null) sink.endArray()
    if (extra > 0) {
      sink = null
      isAside = true
      left = extra.toLong
      extra = 0
    } else parts = Steps
  }

  def endEntries(): Unit = {
    if (sink != null) { if (part == KeysOnly) sink.endArray() else sink.endMap() }
    parts = Steps
  }
}

private[ignite] object OptimizedLevel {
  // Parts.
  final val Steps = 0
  final val Elements = 1
  final val Entries = 2
  final val ElementsUpToNull = 3
  final val EntriesUpToNull = 4
  final val Copies = 5

  // What of a value is given; so many elements of an array are from 0 on.
  final val WholeValue = -1
  final val KeysOnly = -2
}

/** Where the objects of one optimized value begin, in the order in which they were written: handles are
  * positions in this list. Texts and arrays are objects too; numbers, nulls and classes are none.
  */
private[ignite] final class OptimizedHandles {
  private[this] var starts = new Array[Int](16)
  private[this] var count = 0

  def begin(): Unit = count = 0

  /** An object begins here. It has its number already if it is read again. */
  def number(start: Int): Unit =
    if (count == 0 || start > starts(count - 1)) {
      if (count == starts.length) starts = Arrays.copyOf(starts, count * 2)
      starts(count) = start
      count += 1
    }

  /** Reads a handle behind its code, and says where the object begins. */
  def target(cursor: Cursor): Int = {
    val handle = cursor.position - 1
    val number = cursor.i32(NotKnown)
    if (number < 0 || number >= count || starts(number) >= handle) cursor.refuse(NotKnown)
    starts(number)
  }
}
