package sparkwire.sinks

import java.math.BigInteger

import scala.annotation.switch

import org.apache.spark.sql.types.{DataType, StructType}

import sparkwire.wire._

/** Writes values into Spark's own binary rows, as they come.
  *
  * What the bytes have ([[Kind]]) and what the query needs (a part of its Spark type) are put
  * together once, into a tree of [[Place]]s. A field of known shape is one array look-up away from
  * its place; a value that says itself what it is goes to the place as far as it fits the type. What
  * goes into a VARIANT is handed on to a [[VariantSink]]. The buffer is used again for the next value.
  */
final class RowSink(kind: Kind, required: DataType, options: Options) extends Sink {
  // A struct at the root is a row by itself; anything else is the one field of a row.
  private[this] val isStruct = required.isInstanceOf[StructType]
  private[this] val root = if (isStruct) null else RowFrame.root()
  private[this] val rootPlace = Place.of(kind, required, root, 0, null)
  private[this] val mismatchFails = options.mismatchFails
  private[this] lazy val variant = new VariantSink(options.maxSize)

  private[this] var place = rootPlace
  private[this] var inside: Container = _
  // Those of the struct inside, by its shape: the one look-up that every field of every row makes.
  private[this] var fields: Array[Place] = _
  // Values belong to containers of a VARIANT, not to ours.
  private[this] var inVariant = false
  private[this] var isNull = false

  def begin(): Unit = {
    if (!isStruct) root.beginRoot()
    isNull = isStruct
    place = rootPlace
    inside = null
    inVariant = false
  }

  def result: Any =
    if (isNull) null
    else if (isStruct) rootPlace.struct.row
    else {
      val row = root.row
      if (row.isNullAt(0)) null else row.get(0, required)
    }

  // Structs of a known shape.

  override def beginStruct(shape: Shape): Boolean =
    if (place.tag == Place.Struct && place.struct.isOf(shape)) enter(place.struct)
    else if (place.tag == Place.Variant) {
      openVariant()
      variant.beginStruct(shape)
    } else containerMismatch()

  override def needed: Long = if (inVariant) variant.needed else inside.needed

  override def wanted(field: Int): Boolean =
    if (inVariant) variant.wanted(field)
    else {
      val found = fields(field)
      if (found == null) false
      else {
        place = found
        true
      }
    }

  override def derives(field: Int): Boolean = wanted(field)
  override def skipped(): Unit = ()
  override def endStruct(): Unit = if (inVariant) {
    variant.endStruct()
    closeVariant()
  } else leave()

  // Arrays and maps.

  override def beginArray(count: Int): Boolean =
    if (place.tag == Place.List) enter(place.list)
    else if (place.tag == Place.Variant) {
      openVariant()
      variant.beginArray(count)
    } else containerMismatch()

  override def element(): Unit =
    if (inVariant) variant.element() else place = inside.asInstanceOf[ListWriter].nextElement()

  override def endArray(): Unit = if (inVariant) {
    variant.endArray()
    closeVariant()
  } else leave()

  override def beginMap(count: Int): Boolean =
    if (place.tag == Place.Variant) {
      openVariant()
      variant.beginMap(count)
    } else {
      val entries = place.asEntries
      if (entries == null) containerMismatch() else enter(entries)
    }

  override def key(): Unit =
    if (inVariant) variant.key() else place = inside.asInstanceOf[Entries].nextKey()

  override def value(): Boolean =
    if (inVariant) variant.value()
    else {
      val found = inside.asInstanceOf[Entries].nextValue()
      place = found
      found != null
    }

  override def endMap(): Unit = if (inVariant) {
    variant.endMap()
    closeVariant()
  } else leave()

  private def enter(container: Container): Boolean = {
    container.begin()
    inside = container
    fields = container.fields
    true
  }

  private def leave(): Unit = {
    val ended = inside
    inside = ended.outer
    if (inside != null) fields = inside.fields
    place = ended.place
    if (!ended.end()) mismatch() else if (ended.outer == null) isNull = false
  }

  // Values.

  override def nothing(): Unit = if (place.tag == Place.Variant) toVariant(_.nothing())

  override def bool(value: Boolean): Unit =
    if (place.tag == Place.Bool) place.write(value)
    else if (place.tag == Place.Variant) toVariant(_.bool(value))
    else mismatch()

  override def int(value: Long): Unit =
    (place.tag: @switch) match {
      case Place.Int64 => place.write(value)
      case Place.Int32 if value == value.toInt => place.write(value.toInt)
      case Place.Int16 if value == value.toShort => place.write(value.toShort)
      case Place.Int8 if value == value.toByte => place.write(value.toByte)
      case Place.Variant => toVariant(_.int(value))
      case _ => if (!Numbers.writeInt(place, value)) mismatch()
    }

  override def unsigned(value: Long): Unit =
    if (place.tag == Place.Variant) toVariant(_.unsigned(value))
    else if (value >= 0) int(value)
    else decimal(new BigInteger(java.lang.Long.toUnsignedString(value)), 0)

  override def float(value: Float): Unit =
    if (place.tag == Place.Float32) place.write(value)
    else if (place.tag == Place.Variant) toVariant(_.float(value))
    else double(value.toDouble)

  override def double(value: Double): Unit =
    if (place.tag == Place.Float64) place.write(value)
    else if (place.tag == Place.Variant) toVariant(_.double(value))
    else if (!Numbers.writeDouble(place, value)) mismatch()

  override def decimal(unscaled: BigInteger, scale: Int): Unit =
    if (place.tag == Place.Variant) toVariant(_.decimal(unscaled, scale))
    else if (!Numbers.writeDecimal(place, unscaled, scale)) mismatch()

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (place.tag == Place.Text) place.writeText(bytes, from, until - from)
    else if (place.tag == Place.Variant) toVariant(_.text(bytes, from, until))
    else if (place.tag == Place.FieldName)
      inside.asInstanceOf[StructWriter].nameKey(bytes, from, until)
    else mismatch()

  override def word(constant: Array[Byte]): Unit =
    if (place.tag == Place.Text) place.writeWord(constant) else text(constant, 0, constant.length)

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (place.tag == Place.Binary) place.writeBinary(bytes, from, until - from)
    else if (place.tag == Place.Variant) toVariant(_.binary(bytes, from, until))
    else mismatch()

  override def date(days: Int): Unit =
    if (place.tag == Place.Date) place.write(days)
    else if (place.tag == Place.Variant) toVariant(_.date(days))
    else mismatch()

  override def timestamp(micros: Long): Unit =
    if (place.tag == Place.Timestamp) place.write(micros)
    else if (place.tag == Place.Variant) toVariant(_.timestamp(micros))
    else mismatch()

  override def localTimestamp(micros: Long): Unit =
    if (place.tag == Place.TimestampNtz) place.write(micros)
    else if (place.tag == Place.Variant) toVariant(_.localTimestamp(micros))
    else mismatch()

  override def instant(form: InstantForm, units: Long, nanos: Int): Unit =
    (place.tag: @switch) match {
      case Place.Timestamp if form.fitsMicros(units) => place.write(form.micros(units, nanos))
      case Place.Int64 if form.fitsMillis(units) => place.write(form.millis(units, nanos))
      case Place.Variant => toVariant(_.instant(form, units, nanos))
      case Place.Struct if form.fitsMillis(units) => instantParts(form, units, nanos)
      case _ => mismatch()
    }

  /** An instant as STRUCT<ms, nanos>. */
  private def instantParts(form: InstantForm, units: Long, nanos: Int): Unit = {
    val struct = place.struct
    val millis = struct.placeNamed("ms")
    val rest = struct.placeNamed("nanos")
    if (millis == null || rest == null) mismatch()
    else {
      enter(struct)
      place = millis
      int(form.millis(units, nanos))
      place = rest
      int(form.nanosOfMilli(nanos).toLong)
      leave()
    }
  }

  /** A value without containers: if it stands for itself, it is the whole VARIANT. */
  @inline private def toVariant(give: VariantSink => Unit): Unit =
    if (inVariant) give(variant)
    else {
      variant.begin()
      give(variant)
      place.write(variant.result)
    }

  private def openVariant(): Unit =
    if (!inVariant) {
      variant.begin()
      inVariant = true
    }

  private def closeVariant(): Unit =
    if (variant.openContainers == 0) {
      inVariant = false
      place.write(variant.result)
    }

  private def containerMismatch(): Boolean = {
    mismatch()
    false
  }

  /** The value does not fit. What is not written stays NULL. */
  private def mismatch(): Unit =
    if (place.tag == Place.FieldName) inside.asInstanceOf[StructWriter].keyIsNoText()
    else if (mismatchFails && place.tag != Place.Nowhere) throw Reason.TypeMismatch.signal
}
