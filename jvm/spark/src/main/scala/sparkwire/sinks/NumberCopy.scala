package sparkwire.sinks

import java.nio.ByteOrder
import java.util.{Arrays, IdentityHashMap}

import scala.annotation.switch

import org.apache.spark.unsafe.Platform

import sparkwire.wire.{Bytes, NumberRun}

/** Copies the numbers of one [[NumberRun]] to their places in a row.
  *
  * @param codes
  *   of those that are needed, and so for the others
  * @param sources
  *   where they are, from the start of the run
  * @param targets
  *   where they go, from the frame's base
  * @param filled
  *   a bit for each, as in [[Frame.filled]]
  */
private[sinks] final class NumberCopy(codes: Array[Int], sources: Array[Int],
    targets: Array[Int], filled: Array[Long]) {

  // How far the 8 bytes from the start of each are shifted to leave the number; none is a truth value.
  private[this] val shifts = codes.map(code => 64 - 8 * NumberRun.sizeOf(code))
  private[this] val isShifted = !codes.contains(NumberRun.Bool)
  private[this] val reach = if (sources.isEmpty) 0 else sources.last + 8

  def copy(bytes: Array[Byte], from: Int, frame: RowFrame): Unit = {
    val row = frame.buffer.bytes
    val base = frame.base
    // The way of all but the last bytes of a value: without a look at what each number is.
    val isShort = isShifted && from <= bytes.length - reach
    var at = 0
    while (at < codes.length) {
      val source = from + sources(at)
      val number =
        if (isShort) Bytes.i64be(bytes, source) >>> shifts(at)
        else NumberCopy.slot(codes(at), bytes, source)
      Platform.putLong(row, base + targets(at), number)
      at += 1
    }
    var word = 0
    while (word < filled.length) {
      frame.filled(word) |= filled(word)
      word += 1
    }
  }
}

private[sinks] object NumberCopy {

  /** In the 8 bytes of a field a shorter number comes first, and zeros behind it: on machines whose low
    * byte comes first it is the low bytes.
    */
  private val isLowFirst = ByteOrder.nativeOrder == ByteOrder.LITTLE_ENDIAN

  /** Null if a number and its place are not of one type. */
  def of(run: NumberRun, places: Array[Place], frame: RowFrame): NumberCopy = {
    val needed = (0 until run.count).filter(at => places(run.fields(at)) != null)
    if (!isLowFirst || needed.exists(at => places(run.fields(at)).tag != tagOf(run.codes(at))))
      null
    else {
      val filled = new Array[Long](frame.filled.length)
      val slots = needed.map(at => places(run.fields(at)).slot)
      slots.foreach(slot => filled(slot >> 6) |= 1L << slot)
      new NumberCopy(needed.map(run.codes(_)).toArray, needed.map(run.offsets(_)).toArray,
        slots.map(frame.offsetOf).toArray, filled)
    }
  }

  /** The place of a number in an array or row. */
  def tagOf(code: Int): Int = code match {
    case NumberRun.Bool => Place.Bool
    case NumberRun.Int8 => Place.Int8
    case NumberRun.Int16 => Place.Int16
    case NumberRun.UInt16 | NumberRun.Int32 => Place.Int32
    case NumberRun.UInt32 | NumberRun.Int64 => Place.Int64
    case NumberRun.Float64 => Place.Float64
  }

  /** The 8 bytes of the field. */
  private def slot(code: Int, bytes: Array[Byte], at: Int): Long = (code: @switch) match {
    case NumberRun.Bool => if (bytes(at) != 0) 1L else 0L
    case NumberRun.Int8 => bytes(at) & 0xffL
    case NumberRun.Int16 | NumberRun.UInt16 => Bytes.i16be(bytes, at) & 0xffffL
    case NumberRun.Int32 | NumberRun.UInt32 => Bytes.i32be(bytes, at) & 0xffffffffL
    case _ => Bytes.i64be(bytes, at)
  }

  /** Writes all elements of an array that has just begun. */
  def fill(code: Int, count: Int, stride: Int, bytes: Array[Byte], from: Int,
      frame: ArrayFrame): Unit = {
    val array = frame.buffer.bytes
    var to = frame.fillAll()
    var at = from
    var left = count
    while (left > 0) {
      (code: @switch) match {
        case NumberRun.Bool => Platform.putBoolean(array, to, bytes(at) != 0)
        case NumberRun.Int8 => Platform.putByte(array, to, bytes(at))
        case NumberRun.Int16 => Platform.putShort(array, to, Bytes.i16be(bytes, at))
        case NumberRun.UInt16 => Platform.putInt(array, to, Bytes.i16be(bytes, at) & 0xffff)
        case NumberRun.Int32 => Platform.putInt(array, to, Bytes.i32be(bytes, at))
        case NumberRun.UInt32 => Platform.putLong(array, to, Bytes.i32be(bytes, at) & 0xffffffffL)
        case _ => Platform.putLong(array, to, Bytes.i64be(bytes, at))
      }
      at += stride
      left -= 1
      to += frame.elementSize
    }
  }
}

/** How the runs of a struct are copied, each made when it first comes: at each version a message has
  * others.
  */
private[sinks] final class NumberCopies(struct: StructWriter, frame: RowFrame) {
  // By the number of a run: the run that came last, and the copy of it.
  private[this] var runs = new Array[NumberRun](4)
  private[this] var copies = new Array[NumberCopy](4)
  private[this] val known = new IdentityHashMap[NumberRun, NumberCopy]

  /** Null if the numbers cannot be copied. */
  def of(run: NumberRun): NumberCopy = {
    if (run.number >= runs.length || (runs(run.number) ne run)) find(run)
    copies(run.number)
  }

  private def find(run: NumberRun): Unit = {
    if (run.number >= runs.length) {
      runs = Arrays.copyOf(runs, run.number * 2)
      copies = Arrays.copyOf(copies, run.number * 2)
    }
    if (!known.containsKey(run)) known.put(run, NumberCopy.of(run, struct.fields, frame))
    runs(run.number) = run
    copies(run.number) = known.get(run)
  }
}
