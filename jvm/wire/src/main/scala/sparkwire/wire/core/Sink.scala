package sparkwire.wire.core

import java.math.BigInteger

import scala.annotation.unused

/** The receiver of values. A reader knows the bytes and asks; a sink decides what becomes of the
  * values.
  *
  * A value goes to the current place: the field, element, key or map value that the reader asked
  * for last, or the root. A reader takes four steps for each field: ask, read, check, give.
  * {{{
  *   val wantSize = sink.wanted(Size)
  *   val size = cursor.i32(Truncated)
  *   if (size < 0) cursor.refuse(NegativeLength)
  *   if (wantSize) sink.int(size) else sink.skipped()
  * }}}
  * After [[wanted]], exactly one value or [[skipped]] follows, given when the cursor is past the
  * bytes of the field. A container begins when the cursor is past its header. If `begin…` returns
  * false, nothing has begun, and the reader skips the content by itself.
  *
  * The [[tracer]] is told where bytes are, which changes no value.
  *
  * This is an abstract class with few final subclasses. Measured with 20 fields: 18 ns with one
  * sink in use, 78 ns with three used equally, 100 ns as a trait.
  */
abstract class Sink {

  /** Receives the positions of bytes and their names on the wire. Off while values are decoded
    * normally.
    */
  def tracer: Tracer = Tracer.Off

  /** Begins a struct of known fields in the current place. */
  def beginStruct(shape: Shape): Boolean

  /** Returns which of the first 64 fields of the struct just begun are needed, one bit for each.
    * This is for fixed layouts, where asking for each field would cost more than the fields. A
    * reader need not ask for a field that is not needed.
    */
  def needed: Long

  /** Announces that the bytes of this field come next; returns true if its value is needed. */
  def wanted(field: Int): Boolean

  /** Announces a value that has no bytes of its own, made from other values; returns true if it is
    * needed.
    */
  def derives(field: Int): Boolean

  /** Announces that the cursor has passed the bytes of the part that was asked for, and no value
    * was given.
    */
  def skipped(): Unit
  def endStruct(): Unit

  /** Begins a struct whose fields are known only from the data, in the current place. It continues
    * like any struct, and the fields are named by their positions in the layout.
    */
  def beginObject(layout: ObjectLayout): Boolean = beginStruct(layout.shape)

  /** @param count
    *   the number of elements, -1 if it is known only at the end
    */
  def beginArray(count: Int): Boolean

  /** Announces that the next element begins here. */
  def element(): Unit
  def endArray(): Unit

  /** Announces that the current array or map has more than the `count` parts that have come so far. */
  def goesOn(): Unit = ()

  /** Begins a map with keys of any type; `count` as in [[beginArray]]. */
  def beginMap(count: Int): Boolean

  /** Announces that the next key begins here. */
  def key(): Unit

  /** Announces that the value of the last key begins here; returns true if it is needed. */
  def value(): Boolean
  def endMap(): Unit

  /** Remembers the current place, which has no value yet, for [[takeBack]]. There is one mark at a
    * time.
    */
  def mark(): Unit = ()

  /** Removes everything given since [[mark]], in whatever state a refusal left it. The place has no
    * value again.
    */
  def takeBack(): Unit = ()

  def nothing(): Unit
  def bool(value: Boolean): Unit
  def int(value: Long): Unit

  // Like `int`, for a number of a type of this size. Only a writer of a format that tells such types
  // apart makes a difference.

  def int8(value: Byte): Unit = int(value.toLong)
  def int16(value: Short): Unit = int(value.toLong)
  def int32(value: Int): Unit = int(value.toLong)
  def int64(value: Long): Unit = int(value)

  /** Like [[int]], but the 64 bits are unsigned. */
  def unsigned(value: Long): Unit
  def float(value: Float): Unit
  def double(value: Double): Unit
  def decimal(unscaled: BigInteger, scale: Int): Unit

  /** Like [[decimal]], for an unscaled value that fits in 64 bits. */
  def smallDecimal(unscaled: Long, scale: Int): Unit = decimal(BigInteger.valueOf(unscaled), scale)

  /** Takes UTF-8 that is known to be well formed. A sink may keep a reference to the array instead
    * of a copy, so the array of a text or binary must not change until the next value is read.
    */
  def text(bytes: Array[Byte], from: Int, until: Int): Unit
  def binary(bytes: Array[Byte], from: Int, until: Int): Unit

  /** Takes UTF-8 that may be malformed. Each malformed sequence becomes U+FFFD. */
  def repairedText(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (Utf8.isValid(bytes, from, until)) text(bytes, from, until)
    else {
      val repaired = Utf8.replaced(bytes, from, until)
      text(repaired, 0, repaired.length)
    }

  /** Takes text that represents another type on the wire, such as GeoJSON. As a map key it does
    * not name a field.
    */
  def textForm(bytes: Array[Byte], from: Int, until: Int): Unit = text(bytes, from, until)

  /** Takes days since the Unix epoch. */
  def date(days: Int): Unit

  /** Takes microseconds since the Unix epoch, UTC; any 64-bit value. */
  def timestamp(micros: Long): Unit

  /** Takes microseconds since 1970-01-01T00:00:00 in local time, without a time zone. */
  def localTimestamp(micros: Long): Unit

  /** Takes a time of day, which is a number where the place has no type for it.
    *
    * @param nanos
    *   the nanoseconds since midnight; negative if the number is not a time of day
    * @param number
    *   the number as it is on the wire
    */
  def time(@unused nanos: Long, number: Long): Unit = int(number)

  /** Takes an instant of a self-describing value: units of `form` since the Unix epoch, and the
    * nanoseconds within the unit.
    */
  def instant(form: InstantForm, units: Long, nanos: Int): Unit

  /** Takes a date that is stored as an instant, which is its midnight in some time zone.
    *
    * @param days
    *   the days since the Unix epoch
    * @param millis
    *   the instant, in milliseconds since the Unix epoch
    */
  def day(days: Long, millis: Long): Unit =
    if (Dated.isInYears(days)) date(days.toInt) else instant(InstantForm.Date, millis, 0)

  /** Takes a date or time that becomes text where the type of the place cannot hold it. */
  def dated(value: Dated): Unit =
    if (!value.isPlain) {
      val text = value.text
      textForm(text, 0, text.length)
    } else if (value.form == Dated.Date) date(value.units.toInt)
    else localTimestamp(value.micros)

  /** Takes a constant of an enumeration.
    *
    * @param typeName
    *   the name of the type, null if only its id is known
    * @param name
    *   the name of the constant, null if only the ordinal is known
    */
  def enumerated(typeName: Array[Byte], typeId: Int, ordinal: Int, name: Array[Byte]): Unit =
    if (name != null) textForm(name, 0, name.length)
    else if (beginStruct(Sink.Constant)) {
      if (wanted(Sink.ConstantType)) {
        if (typeName == null) int(typeId.toLong) else text(typeName, 0, typeName.length)
      } else skipped()
      if (wanted(Sink.ConstantOrdinal)) int(ordinal.toLong) else skipped()
      endStruct()
    }

  /** The type that the value in the current place must fit, in the user's words; null if any type
    * fits.
    */
  def asked: String = null

  /** If the map begun last will be refused when it ends, the name of the entry at fault; else null. */
  def refused: Array[Byte] = null

  /** Takes text that is a word of the format itself. Each word is always the same array. */
  def word(constant: Array[Byte]): Unit = text(constant, 0, constant.length)
}

object Sink {

  /** The form of a constant without a name. */
  private val Constant: Shape =
    Shape("enum", Vector(Field("@type", Kind.Text, ""), Field("ordinal", Kind.Int32, "")))
  private final val ConstantType = 0
  private final val ConstantOrdinal = 1
}
