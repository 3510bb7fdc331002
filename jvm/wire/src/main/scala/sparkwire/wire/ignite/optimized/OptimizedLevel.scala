package sparkwire.wire.ignite.optimized

import java.util.Arrays

import sparkwire.wire.core.{Cursor, Sink}
import sparkwire.wire.ignite.optimized.Optimized.NotKnown

/** A container of the optimized marshaller that is being read. Created once for its depth. */
private[ignite] final class OptimizedLevel {
  import OptimizedLevel._

  var form: OptimizedForm = _
  var step = 0

  /** The parts that come next: steps of the form, or parts of the content. */
  var parts = 0

  /** The number of parts still to come; if a null ends them, minus the number already read. */
  var left = 0L

  /** The count that the form contains. */
  var count = 0

  /** The position of its code. */
  var start = 0

  /** The sink that takes its parts, or null. */
  var sink: Sink = _
  var isAside = false

  /** The part of the content that is given. */
  var part = 0

  /** The number of elements after the list that do not belong to it. */
  private[this] var extra = 0

  /** The position after the handle that led here, where reading goes on; -1 if no handle did. */
  var returnTo = -1

  /** The position of an element that is repeated, and the position after the whole content. */
  var repeated = 0
  var behind = 0

  /** Whether the enclosing sink must be told `skipped()` when this container ends. */
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

  /** Begins content that is a list.
    *
    * @param size
    *   the number of elements, -1 if a null ends them
    */
  def beginList(cursor: Cursor, size: Int): Unit = {
    val taken = if (part >= 0) part else size
    if (part == KeysOnly || taken > size) cursor.refuse(NotKnown)
    parts = if (size < 0) ElementsUpToNull else Elements
    left = math.max(taken, 0).toLong
    extra = size - taken
    if (sink != null && !sink.beginArray(taken)) sink = null
  }

  /** Begins content that is a map, perhaps with its keys given as a list. */
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
  // Values of `parts`.
  final val Steps = 0
  final val Elements = 1
  final val Entries = 2
  final val ElementsUpToNull = 3
  final val EntriesUpToNull = 4
  final val Copies = 5

  // Values of `part`. From 0 on, it is the number of elements of an array that are given.
  final val WholeValue = -1
  final val KeysOnly = -2
}

/** The positions of the objects in one optimized value, in the order in which they were written. A
  * handle is an index into this list. Strings and arrays are objects too; numbers, nulls and
  * classes are not.
  */
private[ignite] final class OptimizedHandles {
  private[this] var starts = new Array[Int](16)
  private[this] var count = 0

  def begin(): Unit = {
    // The memory of very many objects is released once there are few again.
    if (starts.length > OptimizedHandles.MaxKept && count < starts.length / 4)
      starts = new Array[Int](16)
    count = 0
  }

  /** Numbers the object at `start`, unless it is read again and has a number already. */
  def number(start: Int): Unit =
    if (count == 0 || start > starts(count - 1)) {
      if (count == starts.length) starts = Arrays.copyOf(starts, count * 2)
      starts(count) = start
      count += 1
    }

  /** Reads a handle after its code, and returns the position of the object. */
  def target(cursor: Cursor): Int = {
    val handle = cursor.position - 1
    val number = cursor.i32(NotKnown)
    if (number < 0 || number >= count || starts(number) >= handle) cursor.refuse(NotKnown)
    starts(number)
  }
}

private object OptimizedHandles {
  final val MaxKept = 1 << 18
}
