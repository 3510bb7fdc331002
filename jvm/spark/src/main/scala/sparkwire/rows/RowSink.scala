package sparkwire.rows

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8

import scala.annotation.switch

import org.apache.spark.sql.types.DataType

import sparkwire.rows.buffers.Tag
import sparkwire.wire.core.{Dated, InstantForm, Kind, Options}
import sparkwire.wire.variant.Variant

/** Writes values into Spark's binary rows as they arrive.
  *
  * The kinds of the values in the data ([[Kind]]) and the part of the Spark type that the query
  * needs are combined once, into a tree of [[Place]]s. A field of known shape finds its place by
  * one array lookup. A self-describing value goes to its place if it fits the type. The parts of a
  * VARIANT go to a [[VariantSink]]. The buffer is reused for the next value.
  */
final class RowSink(kind: Kind, required: DataType, options: Options,
    form: RowForm = RowForm.Apart)
    extends RowContainers(kind, required, options, form) {

  // Scalars. Inside a container of a VARIANT they are its parts; at a VARIANT place each is a whole
  // VARIANT.

  override def nothing(): Unit =
    if (inVariant) variant.nothing()
    else if (place.tag == Tag.Variant) {
      if (!place.tryVariantNumber(Variant.Null, 0, 0)) {
        beginVariant().nothing()
        endVariant()
      }
    } else if (place.tag == Tag.FieldName) mismatch()

  override def bool(value: Boolean): Unit =
    if (inVariant) variant.bool(value)
    else if (place.tag == Tag.Bool) place.write(value)
    else if (place.tag == Tag.Variant) {
      if (!place.tryVariantNumber(if (value) Variant.True else Variant.False, 0, 0)) {
        beginVariant().bool(value)
        endVariant()
      }
    } else mismatch()

  override def int(value: Long): Unit =
    if (inVariant) variant.int(value)
    else if (!place.tryInt(value)) {
      if (place.tag == Tag.Variant) {
        if (!place.tryVariantInt(value)) {
          beginVariant().int(value)
          endVariant()
        }
      } else if (!Numbers.writeInt(place, value)) mismatch()
    }

  override def unsigned(value: Long): Unit =
    if (value >= 0) int(value)
    else if (inVariant || place.tag != Tag.DecimalNumber || !place.writeUnsigned(value))
      decimal(new BigInteger(java.lang.Long.toUnsignedString(value)), 0)

  override def float(value: Float): Unit =
    if (inVariant) variant.float(value)
    else if (place.tag == Tag.Float32) place.write(value)
    else if (place.tag == Tag.Variant) {
      beginVariant().float(value)
      endVariant()
    } else if (!Numbers.writeFloat(place, value)) mismatch()

  override def double(value: Double): Unit =
    if (inVariant) variant.double(value)
    else if (place.tag == Tag.Float64) place.write(value)
    else if (place.tag == Tag.Variant) {
      val bits = java.lang.Double.doubleToRawLongBits(value)
      if (!place.tryVariantNumber(Variant.Double, bits, 8)) {
        beginVariant().double(value)
        endVariant()
      }
    } else if (!Numbers.writeDouble(place, value)) mismatch()

  override def decimal(unscaled: BigInteger, scale: Int): Unit =
    if (inVariant) variant.decimal(unscaled, scale)
    else if (place.tag == Tag.Variant) {
      beginVariant().decimal(unscaled, scale)
      endVariant()
    } else if (!Numbers.writeDecimal(place, unscaled, scale)) mismatch()

  override def smallDecimal(unscaled: Long, scale: Int): Unit =
    if (inVariant || place.tag != Tag.DecimalNumber || !place.writeUnscaled(unscaled, scale))
      decimal(BigInteger.valueOf(unscaled), scale)

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (inVariant) variant.text(bytes, from, until)
    else
      (place.tag: @switch) match {
        case Tag.Text => place.writeText(bytes, from, until - from)
        case Tag.FieldName => nameKey(inside.asInstanceOf[StructBuilder], bytes, from, until)
        case Tag.Variant =>
          if (!place.tryVariantText(bytes, from, until - from)) {
            beginVariant().text(bytes, from, until)
            endVariant()
          }
        case _ => mismatch()
      }

  override def repairedText(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (!inVariant && place.tag == Tag.Text) place.writeRepaired(bytes, from, until - from)
    else super.repairedText(bytes, from, until)

  override def textForm(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (inVariant) variant.textForm(bytes, from, until)
    else if (place.tag == Tag.FieldName) mismatch()
    else text(bytes, from, until)

  override def word(constant: Array[Byte]): Unit =
    if (place.tag == Tag.Text) place.writeWord(constant) else text(constant, 0, constant.length)

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (inVariant) variant.binary(bytes, from, until)
    else if (place.tag == Tag.Binary) place.writeBinary(bytes, from, until - from)
    else if (place.tag == Tag.Variant) {
      beginVariant().binary(bytes, from, until)
      endVariant()
    } else mismatch()

  override def date(days: Int): Unit =
    if (inVariant) variant.date(days)
    else if (place.tag == Tag.Date) place.write(days)
    else if (place.tag == Tag.Variant) {
      beginVariant().date(days)
      endVariant()
    } else mismatch()

  override def timestamp(micros: Long): Unit =
    if (inVariant) variant.timestamp(micros)
    else if (place.tag == Tag.Timestamp) place.write(micros)
    else if (place.tag == Tag.Variant) {
      beginVariant().timestamp(micros)
      endVariant()
    } else mismatch()

  override def localTimestamp(micros: Long): Unit =
    if (inVariant) variant.localTimestamp(micros)
    else if (place.tag == Tag.TimestampNtz) place.write(micros)
    else if (place.tag == Tag.Variant) {
      beginVariant().localTimestamp(micros)
      endVariant()
    } else mismatch()

  override def time(nanos: Long, number: Long): Unit =
    if (inVariant || place.tag != Tag.Time) int(number)
    else if (!place.writeTime(nanos)) mismatch()

  // A BIGINT takes no instant: it would hold milliseconds in one row and, in the next one, an integer
  // of another unit, as senders of MessagePack mix them.
  override def instant(form: InstantForm, units: Long, nanos: Int): Unit =
    if (inVariant) variant.instant(form, units, nanos)
    else
      (place.tag: @switch) match {
        case Tag.Timestamp if form.fitsMicros(units, nanos) =>
          place.write(form.micros(units, nanos))
        case Tag.Struct if form.fitsMillis(units, nanos) => instantParts(form, units, nanos)
        case Tag.Variant =>
          beginVariant().instant(form, units, nanos)
          endVariant()
        case _ => mismatch()
      }

  override def day(days: Long, millis: Long): Unit =
    if (inVariant) variant.day(days, millis)
    else
      (place.tag: @switch) match {
        case Tag.Date if days == days.toInt => place.write(days.toInt)
        case Tag.Variant =>
          beginVariant().day(days, millis)
          endVariant()
        case Tag.Date => mismatch()
        case _ => instant(InstantForm.Date, millis, 0)
      }

  override def dated(value: Dated): Unit =
    if (inVariant) variant.dated(value)
    else
      (place.tag: @switch) match {
        case Tag.Date if value.form == Dated.Date && value.units == value.units.toInt =>
          place.write(value.units.toInt)
        case Tag.TimestampNtz if value.form == Dated.Local && value.fitsMicros =>
          place.write(value.micros)
        case Tag.Timestamp | Tag.Struct if value.form == Dated.Zoned =>
          instant(InstantForm.Seconds, value.units, value.nanos)
        case Tag.Text =>
          val text = value.text
          place.writeText(text, 0, text.length)
        case Tag.Variant =>
          beginVariant().dated(value)
          endVariant()
        case _ => mismatch()
      }

  override def enumerated(typeName: Array[Byte], typeId: Int, ordinal: Int,
      name: Array[Byte]): Unit =
    if (inVariant) variant.enumerated(typeName, typeId, ordinal, name)
    else
      (place.tag: @switch) match {
        case Tag.Text if name != null => place.writeWord(name)
        case Tag.Text => mismatch()
        case Tag.Struct => enumParts(typeName, typeId, ordinal, name)
        case Tag.Variant =>
          beginVariant().enumerated(typeName, typeId, ordinal, name)
          endVariant()
        case _ => int(ordinal.toLong)
      }

  /** Writes an enum constant as STRUCT<type, ordinal, name>. A text field `type` gets the name of
    * the type, or its number if the name is unknown; any other field gets the number.
    */
  private def enumParts(typeName: Array[Byte], typeId: Int, ordinal: Int,
      name: Array[Byte]): Unit =
    if (enterOnly("type", "ordinal", "name")) {
      if (part("type")) {
        if (place.tag != Tag.Text) int(typeId.toLong)
        else word(if (typeName != null) typeName else typeId.toString.getBytes(UTF_8))
      }
      if (part("ordinal")) int(ordinal.toLong)
      if (part("name") && name != null) word(name)
      leave()
    }

  /** Writes an instant as STRUCT<ms, nanos>. */
  private def instantParts(form: InstantForm, units: Long, nanos: Int): Unit =
    if (enterOnly("ms", "nanos")) {
      if (part("ms")) int(form.millis(units, nanos))
      if (part("nanos")) int(form.nanosOfMilli(nanos).toLong)
      leave()
    }

  private def enterOnly(names: String*): Boolean =
    if (place.struct.isOnly(names: _*)) enter(place.struct) else containerMismatch()
  private def part(name: String): Boolean = {
    place = inside.asInstanceOf[StructBuilder].placeNamed(name)
    place != null
  }
}
