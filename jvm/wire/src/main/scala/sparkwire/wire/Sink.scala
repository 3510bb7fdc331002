package sparkwire.wire

import java.math.BigInteger

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
  * An abstract class and not a trait: calls through it cost a third less.
  */
abstract class Sink {

  /** A struct of known fields begins in the current place. */
  def beginStruct(shape: Shape): Boolean

  /** Of the struct just begun, a bit for each of its first 64 fields that is needed: for layouts that
    * are fixed, where asking for each field would cost more than the fields. What is not needed
    * need not be asked for.
    */
  def needed: Long

  /** The bytes of this field come next. True if its value is needed. */
  def wanted(field: Int): Boolean

  /** The places of the struct just begun, for a reader that fills them without asking; null where each
    * field is to be asked for. Who goes that way says with [[goTo]] and [[goInto]] where to go on
    * before anything is asked for or given here again.
    */
  def direct: StructSlots = null

  /** The whole value, of which nothing has begun yet, for a reader that has code fill it; null where that cannot
    * be. Who does so says [[wholeIsFilled]].
    */
  def wholeSlots: PlainSlots = null
  def wholeIsFilled(): Unit = ()

  /** The same for a reader that gives all fields of the whole value at once. */
  def wholeFields: WholeFields = null

  /** The same of an array in the current place, which has not begun. */
  def directList: ListSlots = null

  /** The current place, for a value that says itself what it is; null where it is to be given here. */
  def currentSlot: Slot = null

  /** The place of a field of the struct at hand, where nothing goes yet; null where it is to be asked for. */
  def slotOf(field: Int): Slot = null

  /** The next value comes to this place. */
  def goTo(slot: Slot): Unit = ()

  /** What comes next belongs to this struct, which has begun. */
  def goInto(slots: StructSlots): Unit = ()

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

  /** The sink that takes the whole of the value that comes next in the current place: this one, or one to which
    * it would only hand everything on. If it is another, [[endWhole]] follows behind the value.
    */
  def beginWhole(): Sink = this
  def endWhole(): Unit = ()

  /** Remembers the current place, which has no value yet, for [[takeBack]]. There is one mark at a time. */
  def mark(): Unit = ()

  /** Removes what was given since [[mark]], in whatever state a refusal left it: the place has no value again. */
  def takeBack(): Unit = ()

  /** Takes the array or map of MessagePack that begins at the cursor, as a whole. False where it is to be given
    * here part by part: then nothing has happened.
    */
  def takeMsgpack(cursor: Cursor): Boolean = false

  /** The same of `count` entries that stand at the cursor one after the other, as the fields of one object. */
  def takeMsgpackEntries(cursor: Cursor, count: Int, heads: EntryHeads): Boolean = false

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

  /** Whether what follows is of use: where bytes are, what they are called on the wire. */
  def traces: Boolean = false

  /** Whether the value in the current place goes anywhere but into a trace. */
  def takes: Boolean = true

  /** If the map that has begun last will be refused when it ends: the name of the entry that is why. */
  def refused: Array[Byte] = null

  /** What the value that comes in the current place is called on the wire. */
  def wire(name: String): Unit = ()

  /** The cursor was moved: the value in the current place, or what is wrong with it, is here. */
  def moved(): Unit = ()

  /** The bytes from `from` up to the cursor frame the value just given, as [[framed]] those in front. */
  def trailing(from: Int, wire: String, value: String): Unit = ()

  /** The bytes up to the cursor frame the value that is still to come in the current place: a length,
    * a type. A dissection shows them as `wire`.
    */
  def framed(wire: String, value: Long): Unit = ()

  /** The same for bytes that are no number: a dissection shows them as they are. */
  def framedBytes(wire: String): Unit = ()

  /** The bytes that come next hold the parts of the current container together and are none of them,
    * such as the head of a block of elements. `part` is the number of the element that they stand
    * in front of, or -1.
    */
  def frame(wire: String, part: Int): Unit = ()

  /** The frame ends at the cursor. */
  def frameEnd(value: Long): Unit = ()

  /** The frame that has just begun ends at the cursor too, and what comes next is read from what was
    * packed in it, whose bytes have no place in the input.
    */
  def packed(size: Long): Unit = ()

  /** What comes next is in the input again. */
  def unpacked(): Unit = ()

  /** The value that comes next was never written, it is what the schema has for such a case: neither it nor
    * anything in it has bytes. [[endAbsent]] follows behind it.
    */
  def beginAbsent(): Unit = ()
  def endAbsent(): Unit = ()

  /** What follows belongs to no field: a fault from here on is one of the whole. */
  def outside(): Unit = ()

  /** What comes next is in the input of this name: paths of faults and of bytes that belong to no field begin
    * with it.
    */
  def input(name: String): Unit = ()

  /** The rest of the value is in another input, around which the cursor is wrapped after this:
    * offsets count anew.
    */
  def nextInput(): Unit = ()

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

/** How a format writes instants, and how one is shown that no timestamp of years 1 to 9999 holds. */
sealed abstract class InstantForm(val unitsPerSecond: Long, val shape: Shape, val hasNanos: Boolean)
    extends Serializable {
  private def nanosPerUnit: Long = 1000000000L / unitsPerSecond
  // No divisions for each instant: one takes as long as all else that is done to it.
  private[this] val microsPerUnit = 1000000L / unitsPerSecond
  private[this] val mostUnits = Long.MaxValue / microsPerUnit - 1
  private[this] val leastUnits = Long.MinValue / microsPerUnit

  /** Whether microseconds fit 64 bits. */
  def fitsMicros(units: Long): Boolean = units <= mostUnits && units >= leastUnits
  def micros(units: Long, nanos: Int): Long = units * microsPerUnit + nanos / 1000

  /** Whether it is in years 1 to 9999. */
  def isInYears(units: Long, nanos: Int): Boolean = fitsMicros(units) && {
    val micros = this.micros(units, nanos)
    micros >= InstantForm.MinMicros && micros <= InstantForm.MaxMicros
  }

  def fitsMillis(units: Long): Boolean =
    unitsPerSecond == 1000L || (units <= Long.MaxValue / 1000L - 1 && units >= Long.MinValue / 1000L)
  def millis(units: Long, nanos: Int): Long =
    if (unitsPerSecond == 1000L) units else units * 1000L + nanos / 1000000
  def nanosOfMilli(nanos: Int): Int = if (nanosPerUnit == 1000000L) nanos else nanos % 1000000
}

object InstantForm {
  // Microseconds of 0001-01-01T00:00:00Z and of 9999-12-31T23:59:59.999999Z.
  final val MinMicros = -62135596800000000L
  final val MaxMicros = 253402300799999999L

  // Positions in the shapes.
  final val Mark = 0
  final val Units = 1
  final val Nanos = 2

  private def shape(name: String, fields: String*): Shape =
    Shape(name, Field("@type", Kind.Text, "") +: fields.map(Field(_, Kind.Int64, "")).toVector)

  /** Milliseconds. */
  case object Date extends InstantForm(1000L, shape("date", "ms"), false)

  /** Milliseconds, and nanoseconds within the millisecond. */
  case object Timestamp extends InstantForm(1000L, shape("timestamp", "ms", "nanos"), true)

  /** Seconds, and nanoseconds within the second. */
  case object Seconds extends InstantForm(1L, shape("timestamp", "seconds", "nanos"), true)
}
