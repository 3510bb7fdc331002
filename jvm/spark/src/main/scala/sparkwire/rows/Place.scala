package sparkwire.rows

import java.math.BigInteger
import java.util.Arrays

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.{UTF8String, VariantVal}

import sparkwire.linkage.SparkTime
import sparkwire.rows.buffers.{Frame, RowBuffer, VariantLeaf}
import sparkwire.rows.buffers.AppendedTo
import sparkwire.rows.buffers.Tag
import sparkwire.wire.core.{Allowance, Options, Reason, Utf8}
import sparkwire.wire.places.{TypedList, TypedMap, TypedSlot, TypedStruct}
import sparkwire.wire.variant.{Variant, VariantSink}
import sparkwire.wire.writing.Family

/** Where one value goes in a row under construction: the ordinal of a field in a frame, and the
  * type.
  *
  * One file: it has a method for each kind of value, and all write to the same field.
  */
private[sparkwire] final class Place(val tag: Int, val dataType: DataType, frame: Frame,
    val ordinal: Int)
    extends TypedSlot with AppendedTo {
  private[this] var container: Container = _

  private[this] var variantSink: VariantSink = _

  def variant(options: Options, allowance: Allowance): VariantSink = {
    if (variantSink == null)
      variantSink = new VariantSink(options.maxSize, options.maxDepth, allowance)
    variantSink
  }

  def struct: StructBuilder = container.asInstanceOf[StructBuilder]
  def list: ListBuilder = container.asInstanceOf[ListBuilder]
  def mapping: MapBuilder = container.asInstanceOf[MapBuilder]
  override def isVariant: Boolean = tag == Tag.Variant
  override def isText: Boolean = tag == Tag.Text
  override def typedList: TypedList = if (tag == Tag.List) list else null
  override def typedMap: TypedMap = if (tag == Tag.Mapping) mapping else null
  override def typedStruct: TypedStruct =
    if (tag == Tag.Struct && struct.asEntries != null) struct else null

  /** Whether the type is a whole number of 32 or 64 bits. */
  def isNumber: Boolean = tag == Tag.Int64 || tag == Tag.Int32

  /** Returns the container that a map is written to, or null if the type takes no map. */
  def asEntries: Entries = if (container == null) null else container.asEntries

  def decimalType: DecimalType = dataType.asInstanceOf[DecimalType]
  def frameOf: Frame = frame
  def holds(inner: Container): Place = {
    container = inner
    this
  }

  private[this] val isFramed = frame != null && ordinal >= 0
  private[this] val flat = if (isFramed) frame.flat else null
  private[this] val buffer = if (isFramed) frame.buffer else null
  private[this] val isPacked = isFramed && frame.isPacked
  // The bit of the value in `filled`, and the offset of its bytes from the frame's base.
  private[this] val filled = if (isFramed) frame.filled else null
  private[this] val word = ordinal >> 6
  private[this] val bit = 1L << ordinal
  private[this] val offset = if (isFramed) frame.offsetOf(ordinal) else 0

  /** Marks the field as filled and returns the address of its bytes. */
  private def fill(): Long = {
    filled(word) |= bit
    frame.base + offset
  }

  // In a field of 8 bytes, the bytes after a shorter value must be zero.
  private def fillShort(): Long = {
    val address = fill()
    if (!isPacked) Platform.putLong(buffer.bytes, address, 0L)
    address
  }

  def write(value: Boolean): Unit = Platform.putBoolean(buffer.bytes, fillShort(), value)
  def write(value: Byte): Unit = Platform.putByte(buffer.bytes, fillShort(), value)
  def write(value: Short): Unit = Platform.putShort(buffer.bytes, fillShort(), value)
  def write(value: Int): Unit = Platform.putInt(buffer.bytes, fillShort(), value)
  def write(value: Long): Unit = Platform.putLong(buffer.bytes, fill(), value)
  def write(value: Float): Unit = Platform.putFloat(buffer.bytes, fillShort(), value)
  def write(value: Double): Unit = Platform.putDouble(buffer.bytes, fill(), value)

  // Whether the decimal type has more digits than a long holds. Every long fits such a type.
  private[this] val isWide = Frame.isWide(dataType)

  // The smallest part of a second that a TIME has, in nanoseconds; 0 for other types.
  private[this] val timeUnit = if (tag == Tag.Time) SparkTime.unitOf(dataType) else 0L

  /** Writes a time of day. Returns false for one that is negative, and for one with more digits of the
    * second than the type has.
    */
  def writeTime(nanos: Long): Boolean = {
    val fits = nanos >= 0 && nanos % timeUnit == 0
    if (fits) write(nanos)
    fits
  }

  def write(value: Decimal): Unit =
    if (!isWide) write(value.toUnscaledLong)
    else if (flat != null) keep(value)
    else {
      val unscaled = value.toJavaBigDecimal.unscaledValue.toByteArray
      val from = buffer.reserve(Frame.WideSize)
      Platform.putLong(buffer.bytes, RowBuffer.address(from), 0L)
      Platform.putLong(buffer.bytes, RowBuffer.address(from + 8), 0L)
      System.arraycopy(unscaled, 0, buffer.bytes, from, unscaled.length)
      referWide(from, unscaled.length)
    }

  // The exclusive limit of the absolute unscaled value; 0 for wide decimals and for other types.
  private[this] val unscaledLimit = dataType match {
    case decimal: DecimalType if !isWide =>
      BigInteger.TEN.pow(decimal.precision).longValue
    case _ => 0L
  }

  /** Writes a decimal without allocating an object; returns false where that is not possible. */
  def writeUnscaled(unscaled: Long, scale: Int): Boolean = {
    val fits = unscaled < unscaledLimit && unscaled > -unscaledLimit && scale == decimalType.scale
    if (fits) {
      write(unscaled)
      true
    } else if (isWide && flat == null && scale == decimalType.scale) {
      writeWide(unscaled, 64 - java.lang.Long.numberOfLeadingZeros(unscaled ^ (unscaled >> 63)))
      true
    } else false
  }

  /** Writes an unsigned number of 64 bits. Returns false if the place does not take all of them. */
  def writeUnsigned(value: Long): Boolean = {
    val fits = isWide && flat == null && decimalType.scale == 0 && decimalType.precision >= 20
    if (fits) writeWide(value, 64)
    fits
  }

  private def writeWide(value: Long, bitLength: Int): Unit =
    referWide(buffer.appendWide(value, bitLength), bitLength / 8 + 1)

  // Spark keeps 16 bytes for each wide decimal in a row, but only the bytes needed in an array.
  private def referWide(from: Int, size: Int): Unit = {
    if (isPacked && size <= 8) buffer.giveBack(from + 8)
    refer(from, size)
  }

  /** @param size
    *   the size of the value in bytes; `content` may be longer
    */
  def writeVariant(content: Array[Byte], size: Int, names: Array[Byte]): Unit = {
    frame.count(size.toLong + names.length)
    if (flat != null) keep(new VariantVal(Arrays.copyOf(content, size), names))
    else {
      val total = 4L + size + names.length
      if (total > RowBuffer.MaxBytes) throw Reason.TooLarge.signal
      val from = buffer.reserveWords(total.toInt)
      Platform.putInt(buffer.bytes, RowBuffer.address(from), size)
      System.arraycopy(content, 0, buffer.bytes, from + 4, size)
      System.arraycopy(names, 0, buffer.bytes, from + 4 + size, names.length)
      refer(from, total.toInt)
    }
  }

  def writeText(bytes: Array[Byte], from: Int, length: Int): Unit =
    if (flat != null) keep(UTF8String.fromBytes(bytes, from, length))
    else writeBytes(bytes, from, length)

  override def tryText(bytes: Array[Byte], from: Int, length: Int): Boolean =
    if (flat != null) {
      val isText = Utf8.isValid(bytes, from, from + length)
      if (isText) writeText(bytes, from, length)
      isText
    } else {
      val at = buffer.appendIfText(bytes, from, length)
      if (at >= 0) refer(at, length)
      at >= 0
    }

  /** Writes text. Malformed UTF-8 becomes U+FFFD. */
  def writeRepaired(bytes: Array[Byte], from: Int, length: Int): Unit =
    if (flat == null) refer(buffer.appendText(bytes, from, length))
    else if (Utf8.isValid(bytes, from, from + length)) writeText(bytes, from, length)
    else {
      val text = Utf8.replaced(bytes, from, from + length)
      writeText(text, 0, text.length)
    }

  // Simple VARIANTs. After false, the value must go to the VARIANT sink of this place.

  def tryVariantNumber(code: Int, bits: Long, size: Int): Boolean =
    takesLeaves && writeLeaf(VariantLeaf.number(buffer, code, bits, size))

  def tryVariantInt(value: Long): Boolean =
    takesLeaves && writeLeaf(VariantLeaf.int(buffer, value))

  def tryVariantText(bytes: Array[Byte], from: Int, length: Int): Boolean =
    length <= Variant.MaxShortString && takesLeaves &&
      writeLeaf(VariantLeaf.text(buffer, bytes, from, length))

  private def takesLeaves: Boolean =
    flat == null && variantSink != null && variantSink.holds(VariantLeaf.MaxBytes)

  private def writeLeaf(extent: Long): Boolean = {
    // As for every VARIANT, the 4 bytes that hold the size of the value are not counted.
    frame.count(extent.toInt - 4L)
    refer(extent)
    true
  }

  // Making a UTF8String costs more than all else for a field (it has volatile fields), so the
  // strings of the format's own words are kept.
  private[this] var words = new Array[Array[Byte]](0)
  private[this] var wordTexts = new Array[UTF8String](0)

  /** Writes a word of the format itself. Each word is always the same array. */
  def writeWord(constant: Array[Byte]): Unit =
    if (flat == null) writeBytes(constant, 0, constant.length)
    else {
      var at = 0
      while (at < words.length && (words(at) ne constant)) at += 1
      if (at == words.length && at < Place.MaxWords) {
        words = words :+ constant
        wordTexts = wordTexts :+ UTF8String.fromBytes(constant)
      }
      keep(if (at < words.length) wordTexts(at) else UTF8String.fromBytes(constant))
    }

  def writeBinary(bytes: Array[Byte], from: Int, length: Int): Unit =
    if (flat != null) {
      flat.keep(ordinal, bytes)
      write(RowBuffer.extent(from, length))
    } else writeBytes(bytes, from, length)

  // How many of 64 bits a whole number of the type does not use; -1 for other types.
  private[this] val spareBits =
    if (Tag.familyOf(tag) == Family.Whole) 64 - 8 * Tag.sizeOf(tag) else -1

  // The types share one way: which type comes next is hard for the processor to predict.
  override def tryInt(value: Long): Boolean = {
    val fits = spareBits >= 0 && (value << spareBits >> spareBits) == value
    if (fits) {
      if (isPacked) writePacked(value) else write(value & (-1L >>> spareBits))
    }
    fits
  }

  private def writePacked(value: Long): Unit = spareBits match {
    case 0 => write(value)
    case 32 => write(value.toInt)
    case 48 => write(value.toShort)
    case _ => write(value.toByte)
  }

  private def keep(value: Any): Unit = {
    flat.keep(ordinal, value)
    filled(word) |= bit
  }

  private def writeBytes(bytes: Array[Byte], from: Int, length: Int): Unit =
    refer(buffer.append(bytes, from, length), length)

  /** Copies bytes of a row and their padding. The source may be later in the same buffer. */
  def moveBytes(bytes: Array[Byte], from: Int, length: Int): Unit = {
    val size = (length + 7) & ~7
    val at = buffer.reserve(size)
    System.arraycopy(bytes, from, buffer.bytes, at, size)
    refer(at, length)
  }

  // Offsets count from the start of the row or array; the size excludes the padding.
  private def refer(position: Int, size: Int): Unit =
    write(RowBuffer.extent(position - frame.start, size))

  private def refer(extent: Long): Unit = refer((extent >>> 32).toInt, extent.toInt)

  override def writtenFrom(position: Int): Unit = refer(position, buffer.size - position)
}

private[rows] object Place {

  /** The place of a value that is not needed: it takes values of any type. */
  val Nowhere = new Place(Tag.Nowhere, NullType, null, -1)

  private final val MaxWords = 8
}
