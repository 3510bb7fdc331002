package sparkwire.wire.trace

import java.math.BigInteger

import sparkwire.wire.core._

/** Wraps a sink and keeps track of the place: the level, and the offset of the last part asked for.
  *
  * One file: it has to pass on every method of a sink, most of them in one line.
  *
  * @param all
  *   whether to ask for everything, as `verify = full` checks everything; else only for the values
  *   that `inner` wants
  * @param tiles
  *   the rows of the dissection, null if only the fault is needed
  */
private[wire] final class TraceSink(cursor: Cursor, inner: Sink, all: Boolean, val tiles: Tiles)
    extends Sink {
  private[this] var level: TraceLevel = TraceLevel.root()
  // Whether the inner sink receives the part that was asked for last.
  private[this] var forward = true
  private[this] var open = true
  private[this] var start = 0
  // The offset of the value in the current place, before any frames before it.
  private[this] var valueStart = 0
  private[this] var ledFrom = -1
  // The name of the value on the wire, if the value itself determines it.
  private[this] var valueWire: String = _
  private[this] val last = new LastAsked(level)
  // The name of the current frame.
  private[this] var frameWire = ""
  // The offset of the compressed bytes that hold the current values, or -1.
  private[this] var packedAt = -1
  // How many values that are not on the wire enclose the current place.
  private[this] var absent = 0

  private[this] val lastGiven = new LastGiven(inner)

  /** Returns which value does not fit the requested type, in words; null if no single value is at
    * fault.
    */
  def unfit: String = lastGiven.unfit

  /** Returns the value that the inner sink has refused, in words; null if there is none. */
  def refusedValue: String = lastGiven.refused

  // The input that the cursor is in, if there are several.
  private[this] var nameOfInput = ""
  def inputName: String = nameOfInput

  /** Returns the offset of a fault. A value of a wrong type is at fault from its first byte, even
    * if a handle led elsewhere.
    */
  def startOf(reason: Reason): Int =
    if (last.isPart && ledFrom == valueStart && (reason eq Reason.TypeMismatch)) valueStart
    else start
  private def here: Int = if (packedAt >= 0) packedAt else cursor.position

  def lastPath: String = last.path

  // Containers. A header that has bytes is a tile of its own.

  override def beginStruct(shape: Shape): Boolean = {
    val forwards = forward && lastGiven.begins("object")(inner.beginStruct(shape))
    header(shape.name, "")
    enter(forwards, TraceLevel.Struct, shape)
  }

  override def beginObject(layout: ObjectLayout): Boolean = {
    val headEnd = start
    start = valueStart
    val forwards = forward && lastGiven.begins("object")(inner.beginObject(layout))
    start = headEnd
    open = false
    enter(forwards, TraceLevel.Struct, layout.shape)
  }

  // All fields, whatever `inner` needs: each part that is asked for gets a name and an offset.
  override def needed: Long = -1L

  override def wanted(field: Int): Boolean = {
    level.field = level.shape.fields(field)
    name() // A writer may refuse the field itself.
    forward = level.forwards && inner.wanted(field)
    all || forward
  }

  override def derives(field: Int): Boolean = {
    forward = level.forwards && inner.derives(field)
    // A dissection also shows values derived from bytes that were read before.
    val isAsked = forward || tiles != null
    if (isAsked) level.field = level.shape.fields(field)
    open = false
    isAsked
  }

  override def skipped(): Unit = {
    close("null", "")
    if (forward) inner.skipped()
  }

  override def endStruct(): Unit = {
    ends()
    if (level.forwards) inner.endStruct()
    up()
  }

  override def beginArray(count: Int): Boolean = {
    val forwards = forward && lastGiven.begins("array")(inner.beginArray(believed(count)))
    header("array", if (count < 0) "" else count.toString)
    enter(forwards, TraceLevel.Array, null)
  }

  override def element(): Unit = {
    level.index += 1
    forward = level.forwards
    name()
    if (forward) inner.element()
  }

  override def endArray(): Unit = {
    ends()
    if (level.forwards) inner.endArray()
    up()
  }

  override def beginMap(count: Int): Boolean = {
    val forwards = forward && lastGiven.begins("map")(inner.beginMap(believed(count)))
    header("map", if (count < 0) "" else count.toString)
    enter(forwards, TraceLevel.Map, null)
  }

  override def key(): Unit = {
    level.index += 1
    level.beginKey()
    forward = level.forwards
    name()
    if (forward) inner.key()
  }

  override def value(): Boolean = {
    level.beginValue()
    forward = level.forwards && inner.value()
    name()
    all || forward
  }

  /** Hides a count that promises more than is present, so that no sink allocates for it. */
  private def believed(count: Int): Int = if (cursor.deferredReason == null) count else -1

  override def endMap(): Unit = {
    ends()
    if (level.forwards) {
      nameRefused()
      inner.endMap()
    }
    up()
  }

  /** Names the map entry that is refused at the end of the map. Its key is known then, its offset
    * is not.
    */
  private def nameRefused(): Unit = {
    val key = inner.refused
    if (key != null) {
      level.beginKey()
      level.nameKey(key, 0, key.length)
      level.beginValue()
      last.entry()
      valueStart = start
    }
  }

  private def enter(forwards: Boolean, kind: Int, shape: Shape): Boolean = {
    open = false
    if (all || forwards) {
      level = new TraceLevel(level, kind, shape)
      level.forwards = forwards
      level.start = start
      true
    } else false
  }

  /** A fault of a container as a whole is found when the container ends. */
  private def ends(): Unit = {
    start = level.start
    last.whole(level)
  }

  private def up(): Unit = {
    level = level.outer
    open = false
  }

  // Values. The inner sink gets each value first, because it may refuse it.

  private def pass(kind: String, value: => String)(give: => Unit): Unit = {
    if (forward) lastGiven.give(kind)(give)
    close(kind, value)
  }

  /** Passes a number with its value, because a number of a type that fits may still be too large. */
  private def passNumber(kind: String, value: => String)(give: => Unit): Unit = {
    if (forward) lastGiven.give(kind, () => s" $value")(give)
    close(kind, value)
  }

  override def nothing(): Unit = pass("null", "")(inner.nothing())
  override def bool(value: Boolean): Unit = pass("bool", value.toString)(inner.bool(value))
  override def int(value: Long): Unit = passNumber("int", value.toString)(inner.int(value))
  override def unsigned(value: Long): Unit =
    passNumber("uint", java.lang.Long.toUnsignedString(value))(inner.unsigned(value))
  override def float(value: Float): Unit = passNumber("float", value.toString)(inner.float(value))
  override def double(value: Double): Unit =
    passNumber("double", value.toString)(inner.double(value))
  override def decimal(unscaled: BigInteger, scale: Int): Unit =
    passNumber("decimal", Show.decimal(unscaled, scale))(inner.decimal(unscaled, scale))

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit = {
    level.nameKey(bytes, from, until)
    if (forward) lastGiven.give("string")(inner.text(bytes, from, until))
    close("string", Show.text(bytes, from, until))
  }
  override def textForm(bytes: Array[Byte], from: Int, until: Int): Unit =
    pass("string", Show.text(bytes, from, until))(inner.textForm(bytes, from, until))
  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
    pass("bytes", Show.bytes(bytes, from, until))(inner.binary(bytes, from, until))
  override def date(days: Int): Unit = pass("date", days.toString)(inner.date(days))
  override def timestamp(micros: Long): Unit =
    pass("timestamp", micros.toString)(inner.timestamp(micros))
  override def localTimestamp(micros: Long): Unit =
    pass("local timestamp", micros.toString)(inner.localTimestamp(micros))
  override def time(nanos: Long, number: Long): Unit =
    passNumber(lastGiven.wordForTime, number.toString)(inner.time(nanos, number))
  override def instant(form: InstantForm, units: Long, nanos: Int): Unit =
    pass(form.shape.name, Show.instant(form, units, nanos))(inner.instant(form, units, nanos))
  override def day(days: Long, millis: Long): Unit =
    pass("date", days.toString)(inner.day(days, millis))
  override def dated(value: Dated): Unit = pass("date", value.toString)(inner.dated(value))

  override def enumerated(typeName: Array[Byte], typeId: Int, ordinal: Int,
      name: Array[Byte]): Unit = {
    if (forward) lastGiven.give("enum")(inner.enumerated(typeName, typeId, ordinal, name))
    close("enum", Show.constant(ordinal, name))
  }

  private[this] var marked = level
  private[this] var markedForward = true

  override def mark(): Unit = {
    marked = level
    markedForward = forward
    if (forward) inner.mark()
  }

  override def takeBack(): Unit = {
    level = marked
    open = false
    forward = markedForward
    if (forward) inner.takeBack()
  }

  override val tracer: Tracer = new Tracer {
    override def input(name: String): Unit = {
      nameOfInput = name
      if (tiles != null) tiles.input(name)
    }

    override def isOn: Boolean = true
    // Without a receiver the whole value is checked.
    override def takes: Boolean = forward || (inner eq Nowhere)
    override def wire(name: String): Unit = valueWire = name
    override def moved(): Unit = {
      ledFrom = valueStart
      start = cursor.position
    }

    override def trailing(from: Int, wire: String, value: String): Unit =
      if (tiles != null)
        tiles.add(from, cursor.position - from, level.depth, level.pathOfPart, wire, value)

    override def framed(wire: String, value: Long): Unit = if (open) {
      add(level.pathOfPart, wire, value.toString)
      start = here
    }

    override def framedBytes(wire: String): Unit = if (open) {
      add(level.pathOfPart, wire, Show.bytes(cursor.bytes, start, cursor.position))
      start = here
    }

    override def frame(wire: String, part: Int): Unit = {
      outside()
      frameWire = wire
      last.frameOf(level, part)
    }

    override def frameEnd(value: Long): Unit = {
      add(lastPath, frameWire, value.toString)
      start = here
    }

    override def packed(size: Long): Unit = {
      add(lastPath, frameWire, s"$size bytes unpacked")
      packedAt = start
    }

    override def unpacked(): Unit = packedAt = -1

    override def beginAbsent(): Unit = absent += 1
    override def endAbsent(): Unit = absent -= 1

    override def nextInput(): Unit = {
      if (tiles != null) tiles.nextInput(cursor.bytes.length)
      if (forward) inner.tracer.nextInput()
    }

    override def outside(): Unit = {
      open = false
      start = here
      last.whole(level)
    }
  }

  private def name(): Unit = {
    open = true
    start = here
    valueStart = start
    valueWire = null
    last.partOf(level)
  }

  private def header(kind: String, value: String): Unit =
    if (open && cursor.position > start) close(kind, value)

  // The value is converted to text only for a dissection.

  private def close(kind: String, value: => String): Unit =
    if (open) {
      open = false
      if (tiles != null) {
        val wire = if (valueWire == null) level.wireOfPart else valueWire
        add(level.pathOfPart, if (wire.isEmpty) kind else wire, value)
      }
    }

  private def add(path: => String, kind: String, value: => String): Unit =
    if (tiles != null && packedAt < 0 && absent == 0)
      tiles.add(start, cursor.position - start, level.depth, path, kind, value)
}
