package sparkwire.wire.msgpack

import java.math.{BigDecimal, BigInteger}

import scala.annotation.switch

import sparkwire.wire.core._
import sparkwire.wire.writing.{Output, Unencodable}

/** Writes one MessagePack value, each part in its shortest form; [[MsgpackReader]] has the table.
  *
  * The head of an array or map is written for the number of parts that is announced. If more or
  * fewer come, the head is written again when the container ends, and moves the bytes after it if
  * its size changes.
  *
  * One file: there is a method for each kind of value, and all share the open containers.
  */
final class MsgpackWriter(output: Output, maxDepth: Int) extends Sink {
  import MsgpackWriter._

  // The open containers: the first byte of a small one, the announced and the actual number of
  // parts, and where the head begins.
  private[this] val kinds = new Array[Int](Options.MaxDepth.to + 1)
  private[this] val announced = new Array[Int](Options.MaxDepth.to + 1)
  private[this] val counts = new Array[Int](Options.MaxDepth.to + 1)
  private[this] val starts = new Array[Int](Options.MaxDepth.to + 1)
  private[this] val shapes = new Array[Shape](Options.MaxDepth.to + 1)
  // Where the name or key of the last part begins, which goes away if no value follows, or -1.
  private[this] val names = new Array[Int](Options.MaxDepth.to + 1)
  private[this] var depth = 0

  // An ext value whose parts are coming: which part is next, and its type.
  private[this] var extPart = NoExt
  private[this] var extType = 0

  def begin(): Unit = {
    output.setBigEndian(true)
    depth = 0
    extPart = NoExt
  }

  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)

  private def open(kind: Int, count: Int): Boolean = {
    if (extPart != NoExt) refuse(NoExtPart)
    if (depth == maxDepth) refuse(Reason.NestingTooDeep)
    depth += 1
    kinds(depth) = kind
    announced(depth) = math.max(count, 0)
    counts(depth) = 0
    starts(depth) = output.position
    names(depth) = NoName
    putHead(output.reserve(headSize(announced(depth))), kind, announced(depth))
    true
  }

  private def close(): Unit = {
    val count = counts(depth)
    if (count != announced(depth)) {
      val start = starts(depth)
      val change = headSize(count) - headSize(announced(depth))
      if (change != 0) output.shift(start + headSize(announced(depth)), change)
      putHead(start, kinds(depth), count)
    }
    depth -= 1
  }

  private def putHead(at: Int, kind: Int, count: Int): Unit =
    if (count < 16) output.putI8(at, kind | count)
    else {
      val wide = if (kind == FirstByte.FixArray) FirstByte.Array16 else FirstByte.Map16
      if (count <= 0xffff) {
        output.putI8(at, wide)
        output.putI16(at + 1, count)
      } else {
        output.putI8(at, wide + 1)
        output.putI32(at + 1, count)
      }
    }

  override def beginStruct(shape: Shape): Boolean =
    if (shape eq Msgpack.Ext) {
      if (extPart != NoExt) refuse(NoExtPart)
      extPart = AtType
      extType = NoType
      true
    } else {
      open(FirstByte.FixMap, shape.fields.length)
      shapes(depth) = shape
      true
    }

  override def needed: Long = -1L

  override def wanted(field: Int): Boolean =
    if (extPart != NoExt) {
      extPart = if (field == Msgpack.ExtType) AtType else AtData
      true
    } else {
      val name = shapes(depth).names(field)
      if (name == null) names(depth) = NoName
      else {
        names(depth) = output.position
        counts(depth) += 1
        putText(name, 0, name.length)
      }
      name != null
    }

  override def derives(field: Int): Boolean = wanted(field)

  override def skipped(): Unit = if (extPart == NoExt && depth > 0 && names(depth) != NoName) {
    output.goBack(names(depth))
    counts(depth) -= 1
  }

  override def endStruct(): Unit =
    if (extPart == NoExt) close()
    else {
      if (extPart != AtEnd) refuse(NoExtPart)
      extPart = NoExt
    }

  override def beginArray(count: Int): Boolean = open(FirstByte.FixArray, count)
  override def element(): Unit = counts(depth) += 1
  override def endArray(): Unit = close()

  override def beginMap(count: Int): Boolean = open(FirstByte.FixMap, count)
  override def key(): Unit = {
    names(depth) = output.position
    counts(depth) += 1
  }
  override def value(): Boolean = true
  override def endMap(): Unit = close()

  override def nothing(): Unit = single(FirstByte.Nil)
  override def bool(value: Boolean): Unit = single(if (value) FirstByte.True else FirstByte.False)

  private def single(first: Int): Unit = {
    if (extPart != NoExt) refuse(NoExtPart)
    output.i8(first)
  }

  override def int(value: Long): Unit =
    if (extPart != NoExt) putExtType(value)
    else if (value >= FirstByte.MinFixInt && value < FirstByte.FixMap) output.i8(value.toInt)
    else if (value >= 0) putUnsigned(value)
    else putNegative(value)

  private def putUnsigned(value: Long): Unit =
    if (value > 0xffffffffL || value < 0) sized(FirstByte.UInt64, value)
    else if (value > 0xffffL) sized(FirstByte.UInt32, value.toInt)
    else if (value > 0xffL) sized(FirstByte.UInt16, value.toShort)
    else sized(FirstByte.UInt8, value.toByte)

  private def putNegative(value: Long): Unit =
    if (value != value.toInt) sized(FirstByte.Int64, value)
    else if (value != value.toShort) sized(FirstByte.Int32, value.toInt)
    else if (value != value.toByte) sized(FirstByte.Int16, value.toShort)
    else sized(FirstByte.Int8, value.toByte)

  private def sized(first: Int, value: Byte): Unit = {
    val at = output.reserve(2)
    output.putI8(at, first)
    output.putI8(at + 1, value.toInt)
  }

  private def sized(first: Int, value: Short): Unit = {
    val at = output.reserve(3)
    output.putI8(at, first)
    output.putI16(at + 1, value.toInt)
  }

  private def sized(first: Int, value: Int): Unit = {
    val at = output.reserve(5)
    output.putI8(at, first)
    output.putI32(at + 1, value)
  }

  private def sized(first: Int, value: Long): Unit = {
    val at = output.reserve(9)
    output.putI8(at, first)
    output.putI64(at + 1, value)
  }

  override def unsigned(value: Long): Unit =
    if (value >= 0 || extPart != NoExt) int(value) else putUnsigned(value)

  override def float(value: Float): Unit = {
    if (extPart != NoExt) refuse(NoExtPart)
    sized(FirstByte.Float32, java.lang.Float.floatToRawIntBits(value))
  }

  override def double(value: Double): Unit = {
    if (extPart != NoExt) refuse(NoExtPart)
    sized(FirstByte.Float64, java.lang.Double.doubleToRawLongBits(value))
  }

  override def smallDecimal(unscaled: Long, scale: Int): Unit =
    if (scale == 0) int(unscaled) else decimal(BigInteger.valueOf(unscaled), scale)

  /** Writes a whole number as an integer, any other as the double that decodes to the same decimal.
    */
  override def decimal(unscaled: BigInteger, scale: Int): Unit = {
    // A number of more digits fits neither, and might take long to convert.
    if (unscaled.bitLength > MaxBits || math.abs(scale.toLong) > MaxScale) refuse(NoSuchDecimal)
    val number = new BigDecimal(unscaled, scale)
    val whole = if (scale <= 0 || isWhole(number)) number.toBigInteger else null
    if (whole != null && whole.bitLength <= 63) int(whole.longValue)
    else if (whole != null && whole.signum > 0 && whole.bitLength == 64) unsigned(whole.longValue)
    else {
      val nearest = number.doubleValue
      if (nearest.isInfinite || new BigDecimal(nearest.toString).compareTo(number) != 0)
        refuse(NoSuchDecimal)
      double(nearest)
    }
  }

  private def isWhole(number: BigDecimal): Boolean =
    number.signum == 0 || number.stripTrailingZeros.scale <= 0

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit = {
    if (extPart != NoExt) refuse(NoExtPart)
    putText(bytes, from, until)
  }

  private def putText(bytes: Array[Byte], from: Int, until: Int): Unit = {
    val length = until - from
    if (length < 32) output.i8(FirstByte.FixStr | length)
    else if (length <= 0xff) sized(FirstByte.Str8, length.toByte)
    else if (length <= 0xffff) sized(FirstByte.Str16, length.toShort)
    else sized(FirstByte.Str32, length)
    output.put(bytes, from, until)
  }

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit = {
    val length = until - from
    if (extPart == AtData) {
      if (extType == NoType) refuse(NoExtPart)
      putExtHead(length)
      extPart = AtEnd
    } else if (extPart == AtType) refuse(NoExtPart)
    else if (length <= 0xff) sized(FirstByte.Bin8, length.toByte)
    else if (length <= 0xffff) sized(FirstByte.Bin16, length.toShort)
    else sized(FirstByte.Bin32, length)
    output.put(bytes, from, until)
  }

  private def putExtType(value: Long): Unit = {
    if (extPart != AtType) refuse(NoExtPart)
    if (value != value.toByte) refuse(NoExtType)
    extType = value.toInt
  }

  private def putExtHead(length: Int): Unit = {
    (length: @switch) match {
      case 1 | 2 | 4 | 8 | 16 =>
        output.i8(FirstByte.FixExt1 + Integer.numberOfTrailingZeros(length))
      case _ =>
        if (length <= 0xff) sized(FirstByte.Ext8, length.toByte)
        else if (length <= 0xffff) sized(FirstByte.Ext16, length.toShort)
        else sized(FirstByte.Ext32, length)
    }
    output.i8(extType)
  }

  override def date(days: Int): Unit = refuse(NoDate)
  override def localTimestamp(micros: Long): Unit = refuse(NoLocalTimestamp)

  override def timestamp(micros: Long): Unit =
    putTimestamp(
      Math.floorDiv(micros, 1000000L), Math.floorMod(micros, 1000000L).toInt * 1000)

  override def instant(form: InstantForm, units: Long, nanos: Int): Unit = {
    val perSecond = form.unitsPerSecond
    putTimestamp(Math.floorDiv(units, perSecond),
      Math.floorMod(units, perSecond).toInt * (1000000000L / perSecond).toInt + nanos)
  }

  private def putTimestamp(seconds: Long, nanos: Int): Unit = {
    if (extPart != NoExt) refuse(NoExtPart)
    extType = Msgpack.TimestampExt
    if ((seconds >>> 34) != 0) {
      putExtHead(12)
      output.i32(nanos)
      output.i64(seconds)
    } else if (nanos != 0 || (seconds >>> 32) != 0) {
      putExtHead(8)
      output.i64((nanos.toLong << 34) | seconds)
    } else {
      putExtHead(4)
      output.i32(seconds.toInt)
    }
  }
}

private object MsgpackWriter {
  // The part of an ext that comes next.
  private final val NoExt = 0
  private final val AtType = 1
  private final val AtData = 2
  private final val AtEnd = 3
  private final val NoType = Int.MinValue
  private final val NoName = -1

  private final val MaxBits = 2048
  private final val MaxScale = 1100

  private def headSize(count: Int): Int = if (count < 16) 1 else if (count <= 0xffff) 3 else 5

  private val NoExtPart = Unencodable.TypeMismatch.because(
    "an ext consists of the integer @ext and the BINARY data, both not NULL")
  private val NoExtType =
    Unencodable.OutOfRange.because("the type of an ext is a number from -128 to 127")
  private val NoSuchDecimal = Unencodable.OutOfRange.because(
    "MessagePack has integers from -2^63 to 2^64-1 and 64-bit floats, and none of them is this " +
      "decimal; cast it to DOUBLE or STRING")
  private val NoDate = Unencodable.TypeMismatch.because(
    "MessagePack has no dates; cast it to TIMESTAMP or STRING")
  private val NoLocalTimestamp = Unencodable.TypeMismatch.because(
    "MessagePack has no timestamps without a time zone; cast it to TIMESTAMP or STRING")
}
