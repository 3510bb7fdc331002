package sparkwire.sinks

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import org.apache.spark.unsafe.types.VariantVal

import sparkwire.wire._

/** Writes values as a VARIANT, in one pass: content as it comes, the header of a container when it
  * ends, and all put together when the value is complete, so that each byte is moved once however
  * deep it is. Nothing is made for a field or a level, where Spark's builder makes an object for
  * each; a test reads both back and finds them equal.
  */
final class VariantSink(maxSize: Int) extends Sink {
  private[this] val keys = new KeyTable
  private[this] val writer = new VariantWriter(maxSize)

  // The open containers, as a stack: where they start, the slot of the header, the first entry, the names of
  // a struct's fields.
  private[this] var starts = new Array[Int](32)
  private[this] var slots = new Array[Int](32)
  private[this] var firsts = new Array[Int](32)
  private[this] var names = new Array[Array[Array[Byte]]](32)
  private[this] var depth = 0
  // Their entries, as another: number of the key, start of the key, start of the value.
  private[this] val entries = new VariantEntries
  // The depth of the map whose key comes next, or -1.
  private[this] var keyDepth = -1

  def begin(): Unit = {
    keys.begin()
    writer.begin()
    depth = 0
    entries.count = 0
    keyDepth = -1
  }

  /** How many containers are open; none when the value is complete. */
  def openContainers: Int = depth
  def result: VariantVal = new VariantVal(writer.toBytes, keys.metadata(maxSize))

  override def beginStruct(shape: Shape): Boolean = {
    open()
    names(depth) = shape.names
    true
  }

  override def beginObject(layout: ObjectLayout): Boolean = {
    open()
    names(depth) = layout.keys
    true
  }

  override def needed: Long = -1L

  override def wanted(field: Int): Boolean = {
    val name = names(depth)(field)
    if (name == null) false
    else {
      entries.add(keys.idOf(name, 0, name.length), writer.position)
      true
    }
  }

  override def derives(field: Int): Boolean = wanted(field)
  override def skipped(): Unit = ()

  override def endStruct(): Unit = {
    entries.sort(firsts(depth), keys)
    closeObject()
  }

  override def beginArray(count: Int): Boolean = {
    open()
    true
  }

  override def element(): Unit = entries.add(VariantEntries.NoText, writer.position)

  override def endArray(): Unit = {
    val first = firsts(depth)
    writer.wrapArray(
      slots(depth), starts(depth), entries.valueStarts, first, entries.count - first)
    close()
  }

  override def beginMap(count: Int): Boolean = {
    open()
    true
  }

  override def key(): Unit = {
    entries.add(VariantEntries.NoText, writer.position)
    entries.setSlot(entries.count - 1, writer.slot())
    keyDepth = depth
  }

  override def value(): Boolean = {
    keyDepth = -1
    entries.setValueStart(entries.count - 1, writer.position)
    true
  }

  /** An object if all keys are text and none comes twice, else pairs in the order of the bytes. */
  override def endMap(): Unit = {
    val first = firsts(depth)
    if (entries.allText(first) && entries.allDifferent(first, keys)) {
      entries.sort(first, keys)
      writer.hasNoPairs(slots(depth))
      closeObject()
    } else closePairs()
  }

  private def closeObject(): Unit = {
    val first = firsts(depth)
    writer.wrapObject(
      slots(depth), starts(depth), entries.keys, entries.valueStarts, first, entries.count - first)
    close()
  }

  private def closePairs(): Unit = {
    val first = firsts(depth)
    val until = writer.position
    val keyId = keys.idOf(VariantSink.Key, 0, VariantSink.Key.length)
    val valueId = keys.idOf(VariantSink.Value, 0, VariantSink.Value.length)
    var entry = first
    var moved = 0
    while (entry < entries.count) {
      val keyStart = entries.keyStart(entry)
      val valueStart = entries.valueStart(entry)
      val end = if (entry + 1 < entries.count) entries.keyStart(entry + 1) else until
      val id = entries.key(entry)
      val text = if (id == VariantEntries.NoText) null else keys.name(id)
      writer.wrapPair(
        entries.slot(entry), keyId, valueId, valueStart - keyStart, text, end - valueStart)
      entries.setValueStart(entry, keyStart + moved)
      moved = writer.position - until
      entry += 1
    }
    endArray()
  }

  override def nothing(): Unit = writer.primitive(VariantBytes.Null)
  override def bool(
      value: Boolean): Unit = writer.primitive(if (value) VariantBytes.True else VariantBytes.False)
  override def int(value: Long): Unit = writer.int(value)

  override def unsigned(value: Long): Unit =
    if (value >= 0) int(value)
    else writer.decimal(new BigInteger(java.lang.Long.toUnsignedString(value)), 0)

  override def float(value: Float): Unit =
    writer.number(VariantBytes.Float, java.lang.Float.floatToRawIntBits(value).toLong, 4)

  override def double(value: Double): Unit =
    writer.number(VariantBytes.Double, java.lang.Double.doubleToRawLongBits(value), 8)

  override def decimal(unscaled: BigInteger, scale: Int): Unit = {
    val plain = Decimals.plain(unscaled, scale)
    if (plain != null) writer.decimal(plain, math.max(scale, 0)) else decimalParts(unscaled, scale)
  }

  private def decimalParts(unscaled: BigInteger, scale: Int): Unit = {
    // A digit takes more than three bits. Text that would not fit is not made: it costs the square.
    if (unscaled.bitLength / 4 > maxSize) throw Reason.TooLarge.signal
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
    if (keyDepth == depth && depth > 0)
      entries.setKey(entries.count - 1, keys.idOf(bytes, from, until))
    else writer.string(bytes, from, until)

  override def textForm(bytes: Array[Byte], from: Int, until: Int): Unit =
    writer.string(bytes, from, until)

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
    writer.binary(bytes, from, until)

  override def date(days: Int): Unit =
    if (days >= VariantBytes.MinDays && days <= VariantBytes.MaxDays)
      writer.number(VariantBytes.Date, days.toLong, 4)
    else int(days.toLong)

  override def timestamp(micros: Long): Unit = clock(VariantBytes.Timestamp, micros)
  override def localTimestamp(micros: Long): Unit = clock(VariantBytes.TimestampNtz, micros)

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

  private def open(): Unit = {
    depth += 1
    if (depth == starts.length) {
      starts = Arrays.copyOf(starts, depth * 2)
      slots = Arrays.copyOf(slots, depth * 2)
      firsts = Arrays.copyOf(firsts, depth * 2)
      names = Arrays.copyOf(names, depth * 2)
    }
    starts(depth) = writer.position
    slots(depth) = writer.slot()
    firsts(depth) = entries.count
  }

  private def close(): Unit = {
    entries.count = firsts(depth)
    depth -= 1
  }
}

private object VariantSink {
  private val Key = "key".getBytes(UTF_8)
  private val Value = "value".getBytes(UTF_8)
  private val DecimalMark = "decimal".getBytes(UTF_8)
}
