package sparkwire.wire.variant

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import sparkwire.wire.core._
import sparkwire.wire.places.EntryHeads
import sparkwire.wire.sinks.Decimals

/** Writes values as a VARIANT in one pass: content as it arrives, and the header of a container
  * when it ends. All parts are joined when the value is complete, so that each byte is moved once
  * at any depth. Nothing is allocated for a field or a level, while Spark's builder allocates an
  * object for each. A test reads the results of both and compares them.
  *
  * One file: every method uses the stack of open containers, which is kept in plain arrays.
  */
private[sparkwire] final class VariantSink(maxSize: Int, maxDepth: Int, allowance: Allowance)
    extends Sink {
  private[this] val keys = new KeyTable
  private[this] val writer = new VariantWriter(maxSize)

  private[this] val forecast = new VariantForecast

  // The open containers, as a stack with `NumbersPerContainer` numbers for each, and the names of a struct's
  // fields.
  private[this] var frames = new Array[Int](32 * VariantSink.NumbersPerContainer)
  // The index of the numbers of the innermost container.
  private[this] var top = 0
  private[this] var names = new Array[Array[Array[Byte]]](32)
  // Whether a struct of this value has so many fields that their names must not be kept.
  private[this] var hasManyNames = false
  private[this] var depth = 0
  // The entries of the open containers, as another stack.
  private[this] val entries = new VariantEntries(maxSize)
  private[this] val whole = new WholeVariants(keys, entries, writer)
  // The depth of the map whose key comes next, or -1.
  private[this] var keyDepth = -1
  // The most levels that a VARIANT may have.
  private[this] val mostLevels = VariantLevels.most(maxDepth)

  def begin(): Unit = {
    keys.begin()
    writer.begin()
    depth = 0
    top = 0
    entries.begin()
    keyDepth = -1
    if (hasManyNames) {
      Arrays.fill(names.asInstanceOf[Array[AnyRef]], null)
      hasManyNames = false
    }
  }

  def holds(size: Int): Boolean = size <= maxSize

  /** The number of open containers; 0 when the value is complete. */
  def openContainers: Int = depth

  /** The complete value: its size in bytes, an array that begins with it, and its dictionary. The
    * arrays are valid until the next value begins.
    */
  def size: Int = writer.position
  def content: Array[Byte] = writer.content
  def metadata: Array[Byte] = keys.metadata(maxSize)

  override def beginStruct(shape: Shape): Boolean =
    openStruct(shape.names, if (shape.isMark) 0 else 1)
  override def beginObject(layout: ObjectLayout): Boolean = openStruct(layout.keys, 1)

  private def openStruct(fields: Array[Array[Byte]], levels: Int): Boolean = {
    val guess = beginGuess()
    open(guess, forecast.roomOfObject(guess, -1), 0)
    names(depth) = fields
    if (fields.length > VariantSink.ManyNames) hasManyNames = true
    frames(top + VariantSink.Levels) = levels
    true
  }

  override def needed: Long = -1L

  override def wanted(field: Int): Boolean = {
    val name = names(depth)(field)
    if (name == null) false
    else {
      entries.addField(keys.idOf(name, 0, name.length), writer.position)
      true
    }
  }

  override def derives(field: Int): Boolean = wanted(field)
  override def skipped(): Unit = ()

  override def endStruct(): Unit = {
    val _ = entries.sort(frame(VariantSink.First), keys)
    closeObject()
  }

  override def beginArray(count: Int): Boolean = {
    val guess = beginGuess()
    open(guess, forecast.roomOfArray(guess, count), 0)
    true
  }

  override def element(): Unit = entries.addElement(writer.position)

  override def endArray(): Unit = {
    wrapArray()
    close(0)
  }

  private def wrapArray(): Unit =
    writer.wrapArray(frame(VariantSink.HeaderAt), frame(VariantSink.Room), frame(VariantSink.Start),
      entries, frame(VariantSink.First))

  override def beginMap(count: Int): Boolean = {
    val guess = beginGuess()
    val pairRoom = forecast.pairRoom(guess)
    open(guess,
      if (pairRoom > 0) forecast.roomOfArray(guess, count)
      else forecast.roomOfObject(guess, count),
      pairRoom)
    true
  }

  override def key(): Unit = {
    val room = frame(VariantSink.PairRoom)
    entries.addEntry(writer.position, if (room == 0) writer.place else writer.leave(room))
    keyDepth = depth
  }

  override def value(): Boolean = {
    keyDepth = -1
    entries.setValueStart(entries.count - 1, writer.position)
    true
  }

  /** Writes an object if all keys are text and none occurs twice, else pairs in the order of the
    * bytes.
    */
  override def endMap(): Unit = {
    val first = frame(VariantSink.First)
    if (entries.areText(first) && entries.sort(first, keys)) {
      if (frame(VariantSink.PairRoom) > 0) dropPairHeaders()
      closeObject()
    } else closePairs()
  }

  private def dropPairHeaders(): Unit = {
    var entry = frame(VariantSink.First)
    while (entry < entries.count) {
      writer.close(entries.place(entry), frame(VariantSink.PairRoom))
      entry += 1
    }
  }

  private def closeObject(): Unit = {
    writer.wrapObject(frame(VariantSink.HeaderAt), frame(VariantSink.Room),
      frame(VariantSink.Start), entries, frame(VariantSink.First))
    close(0)
  }

  private def closePairs(): Unit = {
    val until = writer.position
    val keyId = keys.idOf(VariantSink.Key, 0, VariantSink.Key.length)
    val valueId = keys.idOf(VariantSink.Value, 0, VariantSink.Value.length)
    var entry = frame(VariantSink.First)
    var moved = 0
    while (entry < entries.count) {
      val keyStart = entries.keyStart(entry)
      val valueStart = entries.valueStart(entry)
      val end = if (entry + 1 < entries.count) entries.keyStart(entry + 1) else until
      val id = entries.key(entry)
      val text = if (id == VariantEntries.NoText) null else keys.name(id)
      writer.wrapPair(entries.place(entry), frame(VariantSink.PairRoom), keyId, valueId,
        valueStart - keyStart, text, end - valueStart)
      entries.setValueStart(entry, keyStart + moved)
      moved = writer.position - until
      entry += 1
    }
    val pairSize = writer.size
    wrapArray()
    // An array of pairs has two levels.
    frames(top + VariantSink.Levels) = 2
    close(pairSize)
  }

  /** Takes the array or map at the cursor from its bytes, or `count` adjacent entries as the fields
    * of one object. Returns false if the reader must give it part by part: then nothing has changed.
    *
    * @param heads
    *   finds the names and values of the entries, null for a value
    */
  def tryWhole(cursor: Cursor, by: VariantTranscoding, count: Int, heads: EntryHeads): Boolean = {
    // A transcoded container might have one level too many; only the general path detects that.
    val end =
      if (VariantLevels.mayExceed(depth, maxDepth)) -1
      else whole.take(by, cursor.bytes, cursor.position, cursor.end, count, heads)
    if (end >= 0) cursor.moveTo(end)
    end >= 0
  }

  /** Takes the array or map at `from`. Returns where it ends, or -1 if it must be given part by
    * part.
    */
  def tryWhole(bytes: Array[Byte], from: Int, end: Int, by: VariantTranscoding): Int =
    whole.take(by, bytes, from, end, 0, null)

  override def nothing(): Unit = writer.primitive(Variant.Null)
  override def bool(
      value: Boolean): Unit = writer.primitive(if (value) Variant.True else Variant.False)
  override def int(value: Long): Unit = writer.int(value)

  override def unsigned(value: Long): Unit =
    if (value >= 0) int(value)
    else writer.decimal(new BigInteger(java.lang.Long.toUnsignedString(value)), 0)

  override def float(value: Float): Unit =
    writer.number(Variant.Float, java.lang.Float.floatToRawIntBits(value).toLong, 4)

  override def double(value: Double): Unit =
    writer.number(Variant.Double, java.lang.Double.doubleToRawLongBits(value), 8)

  override def decimal(unscaled: BigInteger, scale: Int): Unit = {
    val plain = Decimals.plain(unscaled, scale)
    if (plain != null) writer.decimal(plain, math.max(scale, 0)) else decimalParts(unscaled, scale)
  }

  private def decimalParts(unscaled: BigInteger, scale: Int): Unit = {
    // The more digits a number has, the longer each digit takes to become text: about 0.2 us for
    // each byte of a number of 4096 bytes, ten times that for each of 65536. The charge keeps the
    // time for a value within the time for `maxSize` bytes.
    allowance.spend(Reader.costOfDecimal(unscaled.bitLength / 8L))
    beginStruct(Decimals.Parts)
    wanted(0)
    word(VariantSink.DecimalMark)
    wanted(1)
    word(unscaled.toString.getBytes(UTF_8))
    wanted(2)
    int(scale.toLong)
    endStruct()
  }

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (keyDepth == depth)
      entries.setKey(keys.idOf(bytes, from, until))
    else writer.string(bytes, from, until)

  override def textForm(bytes: Array[Byte], from: Int, until: Int): Unit =
    writer.string(bytes, from, until)

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
    writer.binary(bytes, from, until)

  override def date(days: Int): Unit =
    if (Dated.isInYears(days))
      writer.number(Variant.Date, days.toLong, 4)
    else int(days.toLong)

  override def timestamp(micros: Long): Unit = clock(Variant.Timestamp, micros)
  override def localTimestamp(micros: Long): Unit = clock(Variant.TimestampNtz, micros)

  private def clock(code: Int, micros: Long): Unit =
    if (micros >= InstantForm.MinMicros && micros <= InstantForm.MaxMicros)
      writer.number(code, micros, 8)
    else int(micros)

  override def instant(form: InstantForm, units: Long, nanos: Int): Unit =
    if (form.isInYears(units, nanos)) timestamp(form.micros(units, nanos))
    else {
      beginStruct(form.shape)
      wanted(InstantForm.Mark)
      word(form.shape.name.getBytes(UTF_8))
      wanted(InstantForm.Units)
      int(units)
      if (form.hasNanos) {
        wanted(InstantForm.Nanos)
        int(nanos.toLong)
      }
      endStruct()
    }

  private def frame(part: Int): Int = frames(top + part)

  private def beginGuess(): Int =
    forecast.indexOf(
      frame(VariantSink.Guess), entries.count - frame(VariantSink.First), keys.lastEntry)

  private def open(guess: Int, room: Int, pairRoom: Int): Unit = {
    depth += 1
    top += VariantSink.NumbersPerContainer
    if (depth == names.length) deepen()
    frames(top + VariantSink.First) = entries.count
    frames(top + VariantSink.PairRoom) = pairRoom
    frames(top + VariantSink.Levels) = 1
    frames(top + VariantSink.Inner) = 0
    frames(top + VariantSink.Guess) = guess
    frames(top + VariantSink.Room) = room
    frames(top + VariantSink.Start) = writer.position
    frames(top + VariantSink.HeaderAt) = writer.leave(room)
  }

  private def deepen(): Unit = {
    frames = Arrays.copyOf(frames, depth * 2 * VariantSink.NumbersPerContainer)
    names = Arrays.copyOf(names, depth * 2)
  }

  /** @param pairRoom
    *   the size of the header of a pair in bytes, 0 if there are no pairs
    */
  private def close(pairRoom: Int): Unit = {
    val first = frame(VariantSink.First)
    forecast.learn(
      frame(VariantSink.Guess), entries.count - first, writer.offsetSize, writer.idSize,
      pairRoom)
    entries.removeFrom(first)
    // Counted from the innermost container outwards, because only the end of a map decides whether
    // it becomes an array of pairs.
    val levels = frame(VariantSink.Levels) + frame(VariantSink.Inner)
    if (levels > mostLevels) throw VariantLevels.refusal(levels).signal
    depth -= 1
    top -= VariantSink.NumbersPerContainer
    if (levels > frame(VariantSink.Inner)) frames(top + VariantSink.Inner) = levels
  }
}

private[sparkwire] object VariantSink {
  // The numbers of an open container: where its content starts, the place of its header and the
  // room left for it, the room left for the header of each pair, the index of its forecast, its
  // first entry, the number of levels that it has itself, and the levels of its deepest part.
  private final val Start = 0
  private final val HeaderAt = 1
  private final val Room = 2
  private final val PairRoom = 3
  private final val Guess = 4
  private final val First = 5
  private final val Levels = 6
  private final val Inner = 7
  private final val NumbersPerContainer = 8

  private final val ManyNames = 4096

  private[sparkwire] val Key = "key".getBytes(UTF_8)
  private[sparkwire] val Value = "value".getBytes(UTF_8)
  private val DecimalMark = "decimal".getBytes(UTF_8)
}
