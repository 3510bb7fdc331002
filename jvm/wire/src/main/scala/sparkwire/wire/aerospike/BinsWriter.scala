package sparkwire.wire.aerospike

import java.math.BigInteger

import sparkwire.wire.aerospike.Aerospike._
import sparkwire.wire.core._
import sparkwire.wire.msgpack.{ByteFamily, MsgpackWriter}
import sparkwire.wire.writing.{Output, Unencodable}

/** Writes a map from names to values as bins: [[BinReader]] has the table. The type of a bin follows
  * from its value. Its flags are 0. A NULL field of a struct is not written as a bin.
  *
  * The parts of the map itself are written as arrays of four; everything inside of a bin goes to
  * the writer of MessagePack as it is.
  */
private[aerospike] final class BinsWriter(output: Output, values: MsgpackWriter) extends Sink {
  import BinsWriter._

  // How many containers are open: 0 before the map of the bins, 1 in it.
  private[this] var depth = 0
  private[this] var atName = false
  // Where the type of the current bin goes.
  private[this] var typeAt = 0
  private[this] var names: Array[Array[Byte]] = _
  // The name of a bin of a struct, until its value comes: a NULL field is not written.
  private[this] var pending: Array[Byte] = _

  def begin(): BinsWriter = {
    depth = 0
    atName = false
    pending = null
    this
  }

  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)

  /** Begins a bin, up to its name. */
  private def beginBin(): Unit = {
    values.element()
    values.beginArray(4)
    values.element()
    atName = true
  }

  /** Announces a value: if it is the value of a bin, its type is known now. */
  private def value(binType: Int): Unit = {
    if (depth == 0) refuse(NoBins)
    if (depth == 1) {
      if (pending != null) beginPending()
      if (atName) refuse(NoName)
      if (binType < 0) refuse(NoBinType)
      output.putI8(typeAt, binType)
    }
  }

  private def beginPending(): Unit = {
    beginBin()
    values.text(pending, 0, pending.length)
    afterName()
    pending = null
  }

  private def endValue(): Unit = if (depth == 1) values.endArray()

  private def afterName(): Unit = {
    atName = false
    values.element()
    typeAt = output.reserve(1)
    values.element()
    output.i8(0)
    values.element()
  }

  override def beginStruct(shape: Shape): Boolean =
    if (depth == 0) {
      names = shape.names
      beginBins(shape.fields.length)
    } else {
      value(if (shape.isMark) -1 else MapBin)
      depth += 1
      values.beginStruct(shape)
    }

  private def beginBins(count: Int): Boolean = {
    depth = 1
    values.beginArray(count)
  }

  override def needed: Long = -1L

  override def wanted(field: Int): Boolean =
    if (depth > 1) values.wanted(field)
    else {
      pending = names(field)
      pending != null
    }

  override def derives(field: Int): Boolean = wanted(field)
  override def skipped(): Unit = if (depth > 1) values.skipped()
  override def endStruct(): Unit = end(values.endStruct())

  private def end(inside: => Unit): Unit = {
    depth -= 1
    if (depth == 0) values.endArray()
    else {
      inside
      endValue()
    }
  }

  override def beginArray(count: Int): Boolean = {
    value(ListBin)
    depth += 1
    values.beginArray(count)
  }
  override def element(): Unit = values.element()
  override def endArray(): Unit = end(values.endArray())

  override def beginMap(count: Int): Boolean =
    if (depth == 0) beginBins(count)
    else {
      value(MapBin)
      depth += 1
      values.beginMap(count)
    }
  override def key(): Unit = if (depth == 1) beginBin() else values.key()
  override def value(): Boolean = depth == 1 || values.value()
  override def endMap(): Unit = end(values.endMap())

  override def nothing(): Unit =
    if (depth == 1 && pending != null) pending = null
    else {
      value(NullBin)
      values.nothing()
      endValue()
    }

  override def bool(value: Boolean): Unit = {
    this.value(BooleanBin)
    values.bool(value)
    endValue()
  }

  override def int(value: Long): Unit = {
    this.value(IntegerBin)
    values.int(value)
    endValue()
  }

  override def unsigned(value: Long): Unit = {
    if (depth == 1 && value < 0) refuse(NoUnsigned)
    this.value(IntegerBin)
    values.unsigned(value)
    endValue()
  }

  override def float(value: Float): Unit = {
    this.value(DoubleBin)
    values.float(value)
    endValue()
  }

  override def double(value: Double): Unit = {
    this.value(DoubleBin)
    values.double(value)
    endValue()
  }

  override def decimal(unscaled: BigInteger, scale: Int): Unit = {
    value(IntegerBin)
    val start = output.position
    values.decimal(unscaled, scale)
    if (depth == 1) {
      // An integer or a float, whichever holds the number.
      val family = ByteFamily.of(output.bytes(start) & 0xff)
      if (family == ByteFamily.UInt64 && output.bytes(start + 1) < 0) refuse(NoUnsigned)
      if (ByteFamily.isFloat(family)) output.putI8(typeAt, DoubleBin)
    }
    endValue()
  }

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (depth == 1 && atName) {
      values.text(bytes, from, until)
      afterName()
    } else {
      value(StringBin)
      values.text(bytes, from, until)
      endValue()
    }

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit = {
    value(BlobBin)
    values.binary(bytes, from, until)
    endValue()
  }

  override def date(days: Int): Unit = values.date(days)
  override def localTimestamp(micros: Long): Unit = values.localTimestamp(micros)

  override def timestamp(micros: Long): Unit = {
    value(-1)
    values.timestamp(micros)
  }

  override def instant(form: InstantForm, units: Long, nanos: Int): Unit = {
    value(-1)
    values.instant(form, units, nanos)
  }
}

private object BinsWriter {
  private val NoBins =
    Unencodable.TypeMismatch.because("bins are a STRUCT, MAP or object of names and values")
  private val NoName = Unencodable.TypeMismatch.because("the name of a bin is a STRING")
  private val NoBinType = Unencodable.TypeMismatch.because(
    "a bin is an integer, a float, a text, BINARY, BOOLEAN, an array or a map")
  private val NoUnsigned =
    Unencodable.OutOfRange.because("an integer bin has at most 63 bits and a sign")
}
