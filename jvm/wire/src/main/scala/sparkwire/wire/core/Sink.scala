package sparkwire.wire.core

import java.math.BigInteger

import sparkwire.wire.places.{ObjectLayout, Offers}
import sparkwire.wire.trace.Tracer

/** Where values go. A reader knows bytes and asks; a sink knows what becomes of the values.
  *
  * A value goes to the current place: the field, element, key or value that was asked for last, or
  * the root. A reader takes four steps for each field: ask, read, check, give.
  * {{{
  *   val wantSize = sink.wanted(Size)
  *   val size = cursor.i32(Truncated)
  *   if (size < 0) cursor.refuse(NegativeLength)
  *   if (wantSize) sink.int(size) else sink.skipped()
  * }}}
  * After [[wanted]] exactly one value or [[skipped]] follows, given when the cursor stands behind
  * its bytes. Containers are begun when the cursor stands behind their header; where `begin…` says
  * false nothing has begun, and the reader goes over the content by itself.
  *
  * Readers that know where a field goes before they read it may take its [[offers]]; what shows bytes is told to the
  * [[tracer]]. Neither changes what values are: a reader that uses them gives what it would give step by step.
  *
  * An abstract class with few final subclasses. Measured with 20 fields: 18 ns with one sink in use, 78 ns with three used
  * equally, 100 ns if it is a trait.
  */
abstract class Sink {

  /** Shorter ways to give values, of which most sinks have none. */
  def offers: Offers = Offers.None

  /** Who listens to where bytes are and what they are called: nobody while values are good. */
  def tracer: Tracer = Tracer.Off

  /** A struct of known fields begins in the current place. */
  def beginStruct(shape: Shape): Boolean

  /** Of the struct just begun, a bit for each of its first 64 fields that is needed: for layouts that
    * are fixed, where asking for each field would cost more than the fields. What is not needed
    * need not be asked for.
    */
  def needed: Long

  /** The bytes of this field come next. True if its value is needed. */
  def wanted(field: Int): Boolean

  /** A value that has no bytes of its own, made from others. True if it is needed. */
  def derives(field: Int): Boolean

  /** What was asked for was passed over, its bytes are behind the cursor. */
  def skipped(): Unit
  def endStruct(): Unit

  /** A struct whose fields are known from the data alone begins in the current place. Then as for any
    * struct, the fields named by their positions in the layout.
    */
  def beginObject(layout: ObjectLayout): Boolean = beginStruct(layout.shape)

  /** @param count
    *   how many elements come, -1 if only the end will tell
    */
  def beginArray(count: Int): Boolean

  /** The next element begins here. */
  def element(): Unit
  def endArray(): Unit

  /** The array or map at hand, of which `count` parts have come, has more than that. */
  def goesOn(): Unit = ()

  /** A map with keys of any type; `count` as for arrays. */
  def beginMap(count: Int): Boolean

  /** The next key begins here. */
  def key(): Unit

  /** The value of the last key begins here. True if it is needed. */
  def value(): Boolean
  def endMap(): Unit

  /** Remembers the current place, which has no value yet, for [[takeBack]]. There is one mark at a time. */
  def mark(): Unit = ()

  /** Removes what was given since [[mark]], in whatever state a refusal left it: the place has no value again. */
  def takeBack(): Unit = ()

  def nothing(): Unit
  def bool(value: Boolean): Unit
  def int(value: Long): Unit

  /** The same 64 bits without a sign. */
  def unsigned(value: Long): Unit
  def float(value: Float): Unit
  def double(value: Double): Unit
  def decimal(unscaled: BigInteger, scale: Int): Unit

  /** The same for what a reader has as a number already. */
  def smallDecimal(unscaled: Long, scale: Int): Unit = decimal(BigInteger.valueOf(unscaled), scale)

  /** UTF-8, known to be well formed. A sink may keep the array instead of a copy: of text and binary it
    * must stay as it is until the next value is read.
    */
  def text(bytes: Array[Byte], from: Int, until: Int): Unit
  def binary(bytes: Array[Byte], from: Int, until: Int): Unit

  /** Text that stands for something else on the wire, such as GeoJSON: as a key it is no name. */
  def textForm(bytes: Array[Byte], from: Int, until: Int): Unit = text(bytes, from, until)

  /** Days since the Unix epoch. */
  def date(days: Int): Unit

  /** Microseconds since the Unix epoch, UTC; any of 64 bits. */
  def timestamp(micros: Long): Unit

  /** Microseconds of a clock on some wall. */
  def localTimestamp(micros: Long): Unit

  /** An instant of a value that says itself what it is: units of `form` since the Unix epoch, and
    * the nanoseconds within the unit.
    */
  def instant(form: InstantForm, units: Long, nanos: Int): Unit

  /** A day that is kept as an instant, its midnight in some zone.
    *
    * @param days
    *   since the Unix epoch
    * @param millis
    *   the instant
    */
  def day(days: Long, millis: Long): Unit =
    if (Dated.isInYears(days)) date(days.toInt) else instant(InstantForm.Date, millis, 0)

  /** A date or time that is text where it is no type of the place's. */
  def dated(value: Dated): Unit =
    if (!value.isPlain) {
      val text = value.text
      textForm(text, 0, text.length)
    } else if (value.form == Dated.Date) date(value.units.toInt)
    else localTimestamp(value.micros)

  /** A constant of an enumeration.
    *
    * @param typeName
    *   null if only the number of the type is known
    * @param name
    *   null if only the ordinal is known
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

  /** The type that the value in the current place should fit, in the user's words; null if it may be anything. */
  def asked: String = null

  /** If the map that has begun last will be refused when it ends: the name of the entry that is why. */
  def refused: Array[Byte] = null

  /** Text that is one of the format's own words, the same array each time. */
  def word(constant: Array[Byte]): Unit = text(constant, 0, constant.length)
}

object Sink {

  /** How a constant without a name is shown. */
  private val Constant: Shape =
    Shape("enum", Vector(Field("@type", Kind.Text, ""), Field("ordinal", Kind.Int32, "")))
  private final val ConstantType = 0
  private final val ConstantOrdinal = 1
}
