package sparkwire.sinks

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8

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
  private[this] val budget = new Budget(options.maxSize)
  // A struct at the root is a row by itself; anything else is the one field of a row.
  private[this] val isStruct = required.isInstanceOf[StructType]
  private[this] val root = if (isStruct) null else RowFrame.root(1, budget)
  private[this] val rootPlace = Place.of(kind, required, root, 0, null, budget)
  private[this] val mismatchFails = options.mismatchFails
  private[this] val maxSize = options.maxSize
  // That of the place where a VARIANT is being written: each has its own, for each has its own names.
  private[this] var variant: VariantSink = _

  private[this] var place = rootPlace
  private[this] var inside: Container = _
  // Those of the struct inside, by its shape: the one look-up that every field of every row makes.
  private[this] var fields: Array[Place] = _
  // Values belong to containers of a VARIANT, not to ours.
  private[this] var inVariant = false
  private[this] var isNull = false
  // The innermost struct whose entry at hand fits a field by its name regardless of case: what does not
  // fit there is of no account if the field's very name comes too.
  private[this] var loose: StructWriter = _

  def begin(): Unit = {
    budget.begin()
    if (!isStruct) root.beginRoot()
    isNull = isStruct
    place = rootPlace
    inside = null
    inVariant = false
    loose = null
  }

  def result: Any =
    if (isNull) null
    else if (isStruct) rootPlace.struct.row
    else {
      root.end()
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

  override def beginObject(layout: ObjectLayout): Boolean =
    if (place.tag == Place.Struct && place.struct.takesObjects) {
      place.struct.fit(layout)
      enter(place.struct)
    } else if (place.tag == Place.Mapping) {
      place.mapping.layout = layout
      enter(place.mapping)
    } else if (place.tag == Place.Variant) {
      openVariant()
      variant.beginObject(layout)
    } else containerMismatch()

  override def needed: Long = if (inVariant) variant.needed else inside.needed

  override def wanted(field: Int): Boolean =
    if (inVariant) variant.wanted(field)
    else {
      val found =
        if (fields != null) fields(field) else inside.asInstanceOf[MapWriter].nextField(field)
      if (found == null) false
      else {
        place = found
        true
      }
    }

  override def takesRun(run: NumberRun, bytes: Array[Byte], from: Int): Boolean =
    !inVariant && inside.takesRun(run, bytes, from)
  override def takesArray(run: NumberRun, count: Int, stride: Int, bytes: Array[Byte],
      from: Int): Boolean =
    !inVariant && place.tag == Place.List && place.list.takes(run, count, stride, bytes, from)

  override def derives(field: Int): Boolean = wanted(field)
  override def skipped(): Unit = ()
  override def endStruct(): Unit = if (inVariant) {
    variant.endStruct()
    closeVariant()
  } else leave()

  // Arrays and maps.

  override def beginArray(count: Int): Boolean =
    if (place.tag == Place.List) enter(place.list, count)
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
      if (entries == null) containerMismatch() else enter(entries, count)
    }

  override def key(): Unit =
    if (inVariant) variant.key()
    else {
      if (loose eq inside) loose = loose.looseAround
      place = inside.asInstanceOf[Entries].nextKey()
    }

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

  private def enter(container: Container, count: Int = -1): Boolean = {
    container.begin(count)
    inside = container
    fields = container.fields
    true
  }

  private def leave(): Unit = {
    val ended = inside
    if (ended eq loose) loose = loose.looseAround
    inside = if (ended.outer == null) null else ended.outer.acting
    if (inside != null) fields = inside.fields
    place = ended.place
    if (!ended.end()) mismatch() else if (ended.outer == null) isNull = false
  }

  override def beginWhole(): Sink =
    if (!inVariant && place.tag == Place.Variant) alone() else this
  override def endWhole(): Unit = endAlone()

  // Values. Within a VARIANT they are its parts; a value without containers is a whole one.

  override def nothing(): Unit =
    if (inVariant) variant.nothing()
    else if (place.tag == Place.Variant) {
      alone().nothing()
      endAlone()
    } else if (place.tag == Place.FieldName) mismatch()

  override def bool(value: Boolean): Unit =
    if (inVariant) variant.bool(value)
    else if (place.tag == Place.Bool) place.write(value)
    else if (place.tag == Place.Variant) {
      alone().bool(value)
      endAlone()
    } else mismatch()

  override def int(value: Long): Unit =
    if (inVariant) variant.int(value)
    else
      (place.tag: @switch) match {
        case Place.Int64 => place.write(value)
        case Place.Int32 if value == value.toInt => place.write(value.toInt)
        case Place.Int16 if value == value.toShort => place.write(value.toShort)
        case Place.Int8 if value == value.toByte => place.write(value.toByte)
        case Place.Variant =>
          alone().int(value)
          endAlone()
        case _ => if (!Numbers.writeInt(place, value)) mismatch()
      }

  override def unsigned(value: Long): Unit =
    if (value >= 0) int(value)
    else if (inVariant || place.tag != Place.DecimalNumber || !place.writeUnsigned(value))
      decimal(new BigInteger(java.lang.Long.toUnsignedString(value)), 0)

  override def float(value: Float): Unit =
    if (inVariant) variant.float(value)
    else if (place.tag == Place.Float32) place.write(value)
    else if (place.tag == Place.Variant) {
      alone().float(value)
      endAlone()
    } else double(value.toDouble)

  override def double(value: Double): Unit =
    if (inVariant) variant.double(value)
    else if (place.tag == Place.Float64) place.write(value)
    else if (place.tag == Place.Variant) {
      alone().double(value)
      endAlone()
    } else if (!Numbers.writeDouble(place, value)) mismatch()

  override def decimal(unscaled: BigInteger, scale: Int): Unit =
    if (inVariant) variant.decimal(unscaled, scale)
    else if (place.tag == Place.Variant) {
      alone().decimal(unscaled, scale)
      endAlone()
    } else if (!Numbers.writeDecimal(place, unscaled, scale)) mismatch()

  override def smallDecimal(unscaled: Long, scale: Int): Unit =
    if (inVariant || place.tag != Place.DecimalNumber || !place.writeUnscaled(unscaled, scale))
      decimal(BigInteger.valueOf(unscaled), scale)

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (inVariant) variant.text(bytes, from, until)
    else
      (place.tag: @switch) match {
        case Place.Text => place.writeText(bytes, from, until - from)
        case Place.FieldName => nameKey(inside.asInstanceOf[StructWriter], bytes, from, until)
        case Place.Variant =>
          alone().text(bytes, from, until)
          endAlone()
        case _ => mismatch()
      }

  private def nameKey(struct: StructWriter, bytes: Array[Byte], from: Int, until: Int): Unit = {
    struct.nameKey(bytes, from, until)
    if (struct.isFoundByCase) {
      struct.looseAround = loose
      loose = struct
    }
  }

  override def textForm(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (inVariant) variant.textForm(bytes, from, until)
    else if (place.tag == Place.FieldName) mismatch()
    else text(bytes, from, until)

  override def word(constant: Array[Byte]): Unit =
    if (place.tag == Place.Text) place.writeWord(constant) else text(constant, 0, constant.length)

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (inVariant) variant.binary(bytes, from, until)
    else if (place.tag == Place.Binary) place.writeBinary(bytes, from, until - from)
    else if (place.tag == Place.Variant) {
      alone().binary(bytes, from, until)
      endAlone()
    } else mismatch()

  override def date(days: Int): Unit =
    if (inVariant) variant.date(days)
    else if (place.tag == Place.Date) place.write(days)
    else if (place.tag == Place.Variant) {
      alone().date(days)
      endAlone()
    } else mismatch()

  override def timestamp(micros: Long): Unit =
    if (inVariant) variant.timestamp(micros)
    else if (place.tag == Place.Timestamp) place.write(micros)
    else if (place.tag == Place.Variant) {
      alone().timestamp(micros)
      endAlone()
    } else mismatch()

  override def localTimestamp(micros: Long): Unit =
    if (inVariant) variant.localTimestamp(micros)
    else if (place.tag == Place.TimestampNtz) place.write(micros)
    else if (place.tag == Place.Variant) {
      alone().localTimestamp(micros)
      endAlone()
    } else mismatch()

  override def instant(form: InstantForm, units: Long, nanos: Int): Unit =
    if (inVariant) variant.instant(form, units, nanos)
    else
      (place.tag: @switch) match {
        case Place.Timestamp if form.fitsMicros(units) => place.write(form.micros(units, nanos))
        case Place.Int64 if form.fitsMillis(units) => place.write(form.millis(units, nanos))
        case Place.Struct if form.fitsMillis(units) => instantParts(form, units, nanos)
        case Place.Variant =>
          alone().instant(form, units, nanos)
          endAlone()
        case _ => mismatch()
      }

  override def enumerated(typeName: Array[Byte], typeId: Int, ordinal: Int,
      name: Array[Byte]): Unit =
    if (inVariant) variant.enumerated(typeName, typeId, ordinal, name)
    else
      (place.tag: @switch) match {
        case Place.Text if name != null => place.writeWord(name)
        case Place.Text => mismatch()
        case Place.Struct => enumParts(typeName, typeId, ordinal, name)
        case Place.Variant =>
          alone().enumerated(typeName, typeId, ordinal, name)
          endAlone()
        case _ => int(ordinal.toLong)
      }

  /** A constant as STRUCT<type, ordinal, name>. The type is its name, or its number. */
  private def enumParts(typeName: Array[Byte], typeId: Int, ordinal: Int,
      name: Array[Byte]): Unit =
    if (enterOnly("type", "ordinal", "name")) {
      if (part("type")) {
        if (place.tag != Place.Text) int(typeId.toLong)
        else word(if (typeName != null) typeName else typeId.toString.getBytes(UTF_8))
      }
      if (part("ordinal")) int(ordinal.toLong)
      if (part("name") && name != null) word(name)
      leave()
    }

  /** An instant as STRUCT<ms, nanos>. */
  private def instantParts(form: InstantForm, units: Long, nanos: Int): Unit =
    if (enterOnly("ms", "nanos")) {
      if (part("ms")) int(form.millis(units, nanos))
      if (part("nanos")) int(form.nanosOfMilli(nanos).toLong)
      leave()
    }

  private def enterOnly(names: String*): Boolean =
    if (place.struct.isOnly(names: _*)) enter(place.struct) else containerMismatch()
  private def part(name: String): Boolean = {
    place = inside.asInstanceOf[StructWriter].placeNamed(name)
    place != null
  }

  private def alone(): VariantSink = {
    variant = place.variant(maxSize)
    variant.begin()
    variant
  }

  private def endAlone(): Unit = place.write(variant.result)

  private def openVariant(): Unit =
    if (!inVariant) {
      val _ = alone()
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
    else if (mismatchFails && place.tag != Place.Nowhere) {
      if (loose == null) throw Reason.TypeMismatch.signal
      loose.refuse()
    }

  override def refused: Array[Byte] = inside match {
    case struct: StructWriter if !inVariant => struct.refused
    case _ => null
  }
}
