package sparkwire.wire.ignite.writing

import java.math.BigInteger
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

import sparkwire.wire.core._
import sparkwire.wire.ignite.{DayZone, Hashes}
import sparkwire.wire.ignite.Ignite._
import sparkwire.wire.writing.{Output, Unencodable}

/** Writes one value; [[sparkwire.wire.ignite.values.IgniteReader]] has the table.
  * | given                         | written                                                     |
  * | an integer of a typed column  | byte, short, int or long, as its type is                    |
  * | another integer               | int if it fits, else long                                   |
  * | a date; a time; a timestamp   | date, its midnight in the zone; time in it; timestamp        |
  * | an array                      | a collection, ArrayList                                     |
  * | a map, an object without a type | a map, LinkedHashMap                                      |
  * | a struct, an object with `@type` | an object                                                |
  * | `{"@type", "ordinal"}`        | an enum                                                     |
  * | `{"@type": "optimized", "data"}`, `{"@type": "decimal", "scale", "unscaled"}` | serialized Java, a decimal |
  *
  * The type of an object is written as its id: the one that `types` has for the name, else the hash of
  * the name. Only in a VARIANT, a name that `types` does not have is written itself, because decoding
  * gives such a name only where it stands in the value.
  *
  * The first entry of a map decides its kind, so `@type` must come first. An object's header is
  * written when it ends, into room that was left for it.
  *
  * One file: there is a method for each kind of value, and all share the open containers.
  */
final class IgniteWriter(options: Options, output: Output) extends Sink {
  import IgniteWriter._
  import WriterState._

  private[this] val objects = new ObjectWriter(options, output)
  private[this] val standIns = new StandIns(objects, output)
  private[this] val zone = DayZone.of(options)
  private[this] val typeName = options.text(WrittenValue.TypeName)
  private[this] val maxDepth = options.maxDepth
  private[this] val takesSerialized = options.word(WrittenValue.SerializedJava) == "write"

  // The open containers: the kind of each, where it begins, how many parts it has so far, the type
  // and the first field of an object.
  private[this] val kinds = new Array[Int](Options.MaxDepth.to + 1)
  private[this] val starts = new Array[Int](Options.MaxDepth.to + 1)
  private[this] val counts = new Array[Int](Options.MaxDepth.to + 1)
  private[this] val typeIds = new Array[Int](Options.MaxDepth.to + 1)
  private[this] val data = new Array[Int](Options.MaxDepth.to + 1)
  private[this] val firsts = new Array[Int](Options.MaxDepth.to + 1)
  private[this] val shapes = new Array[ObjectShape](Options.MaxDepth.to + 1)
  private[this] val knownShapes = new ObjectShapes
  // Whether a value of the object has named its type.
  private[this] val areTyped = new Array[Boolean](Options.MaxDepth.to + 1)
  private[this] val raws = new Array[Array[Byte]](Options.MaxDepth.to + 1)
  private[this] var depth = 0
  // The role of the next scalar, if it is not a value.
  private[this] var next = AValue
  // The meaning of an object that stands for something else.
  private[this] val forms = new Array[Int](Options.MaxDepth.to + 1)

  def begin(): Unit = {
    output.setBigEndian(false)
    objects.begin()
    depth = 0
    next = AValue
  }

  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)
  private def mismatch(): Nothing = refuse(Unencodable.TypeMismatch)

  private def open(kind: Int): Boolean = {
    if (next == AType || next == RawData) mismatch()
    // The first key of a map is a container itself.
    if (next == AKey && depth > 0 && kinds(depth) == Undecided) becomeMap()
    next = AValue
    if (depth == maxDepth) refuse(Reason.NestingTooDeep)
    depth += 1
    kinds(depth) = kind
    starts(depth) = output.position
    counts(depth) = 0
    true
  }

  private def becomeMap(): Unit = {
    kinds(depth) = AMap
    output.i8(MapCode)
    output.i32(0)
    output.i8(LinkedHashMap)
  }

  private def becomeObject(): Unit = {
    kinds(depth) = AnObject
    starts(depth) = objects.open()
    data(depth) = output.position
    forms(depth) = AsObject
    areTyped(depth) = false
    firsts(depth) = objects.count
    raws(depth) = null
  }

  // Objects of known fields.

  override def beginStruct(shape: Shape): Boolean = {
    open(Undecided)
    becomeObject()
    shapes(depth) = knownShapes.of(shape)
    if (!shapes(depth).isNamed) {
      if (depth > 1 || typeName.isEmpty) refuse(IgniteWriting.NoType)
      typeIds(depth) = objects.typeNamed(typeName.get).getOrElse(Hashes.id(typeName.get))
    }
    true
  }

  override def needed: Long = -1L

  override def wanted(field: Int): Boolean = {
    val shape = shapes(depth)
    val name = shape.name(field)
    if (shape.isField(field)) begin(shape.id(field), shape.idsDiffer)
    else if (name != null) fieldNamed(name, 0, name.length)
    name != null
  }

  override def derives(field: Int): Boolean = wanted(field)
  override def skipped(): Unit = next = AValue
  override def endStruct(): Unit = endObject()

  /** Prepares for the value of a field. */
  private def fieldNamed(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (ObjectMark.Type.is(bytes, from, until)) mark(AType, areTyped(depth))
    else if (ObjectMark.Raw.is(bytes, from, until)) mark(RawData, raws(depth) != null)
    else if (ObjectMark.Cycle.is(bytes, from, until)) refuse(IgniteWriting.Stands)
    else begin(ObjectWriter.fieldId(bytes, from, until), isOther = false)

  private def mark(what: Int, isThere: Boolean): Unit = {
    if (isThere) refuse(IgniteWriting.SameMark)
    next = what
  }

  /** @param isOther
    *   whether the object surely has no field of the same id
    */
  private def begin(fieldId: Int, isOther: Boolean): Unit = {
    if (isOther) objects.add(fieldId, starts(depth))
    else objects.addOther(fieldId, starts(depth), firsts(depth))
    next = AValue
  }

  private def endObject(): Unit = {
    val from = firsts(depth)
    if (next == AType) refuse(IgniteWriting.NoType)
    if (forms(depth) != AsObject && raws(depth) != null) mismatch()
    if (forms(depth) == AsOptimized) standIns.optimized(starts(depth), data(depth), from)
    else if (forms(depth) == AsDecimal) standIns.decimal(this, starts(depth), from)
    else if (isEnum(from)) standIns.constant(starts(depth), data(depth), typeIds(depth))
    else objects.close(starts(depth), data(depth), typeIds(depth), from, raws(depth))
    objects.goBack(from)
    raws(depth) = null
    depth -= 1
  }

  /** Whether the object just ended has only a field `ordinal`, an int: a constant without a name. */
  private def isEnum(from: Int): Boolean =
    objects.count == from + 1 && objects.idOf(from) == OrdinalId &&
      raws(depth) == null && shapes(depth) == null &&
      output.position == data(depth) + 5 && output.bytes(data(depth)) == IntCode

  // Arrays and maps.

  override def beginArray(count: Int): Boolean = {
    open(AList)
    output.i8(CollectionCode)
    output.i32(0)
    output.i8(ArrayList)
    true
  }

  override def element(): Unit = counts(depth) += 1
  override def endArray(): Unit = {
    output.putI32(starts(depth) + 1, counts(depth))
    depth -= 1
  }

  override def beginMap(count: Int): Boolean = {
    open(Undecided)
    shapes(depth) = null
    true
  }

  override def key(): Unit = {
    counts(depth) += 1
    next = AKey
  }

  override def value(): Boolean = {
    // The name of an entry of an object determines the role of its value.
    if (kinds(depth) == AMap) next = AValue
    true
  }

  override def endMap(): Unit =
    if (kinds(depth) == AnObject) endObject()
    else {
      if (kinds(depth) == Undecided) becomeMap()
      output.putI32(starts(depth) + 1, counts(depth))
      depth -= 1
    }

  // Scalars.

  /** Begins a scalar that is neither a text nor a whole number. */
  private def scalar(code: Int, size: Int): Int = {
    if (next != AValue) otherPlace()
    val at = output.reserve(1 + size)
    output.putI8(at, code)
    at + 1
  }

  private def otherPlace(): Unit = {
    if (next != AKey || kinds(depth) == AnObject) mismatch()
    if (kinds(depth) == Undecided) becomeMap()
    next = AValue
  }

  override def nothing(): Unit =
    if (next == RawData) next = AValue
    else if (next == AType) refuse(IgniteWriting.NoType)
    else {
      val _ = scalar(NullCode, 0)
    }

  override def bool(value: Boolean): Unit =
    output.putI8(scalar(BoolCode, 1), if (value) 1 else 0)

  override def int(value: Long): Unit =
    if (value == value.toInt) int32(value.toInt) else int64(value)

  override def int8(value: Byte): Unit =
    if (next == AType) typed(value.toLong) else output.putI8(scalar(ByteCode, 1), value.toInt)
  override def int16(value: Short): Unit =
    if (next == AType) typed(value.toLong) else output.putI16(scalar(ShortCode, 2), value.toInt)
  override def int32(value: Int): Unit =
    if (next == AType) typed(value.toLong) else output.putI32(scalar(IntCode, 4), value)
  override def int64(value: Long): Unit =
    if (next == AType) typed(value) else output.putI64(scalar(LongCode, 8), value)

  /** Takes the id of a type. */
  private def typed(id: Long): Unit = {
    if (id != id.toInt)
      throw Unencodable.outOfRange(id, Int.MinValue.toLong, Int.MaxValue.toLong)
    areTyped(depth) = true
    typeIds(depth) = id.toInt
    next = AValue
  }

  override def unsigned(value: Long): Unit =
    if (value >= 0) int(value)
    else decimal(new BigInteger(java.lang.Long.toUnsignedString(value)), 0)

  override def float(value: Float): Unit =
    output.putI32(scalar(FloatCode, 4), java.lang.Float.floatToRawIntBits(value))
  override def double(value: Double): Unit =
    output.putI64(scalar(DoubleCode, 8), java.lang.Double.doubleToRawLongBits(value))

  /** The magnitude is big endian; its first bit is the sign. */
  override def decimal(unscaled: BigInteger, scale: Int): Unit = {
    val magnitude = unscaled.abs.toByteArray
    if (unscaled.signum < 0) magnitude(0) = (magnitude(0) | 0x80).toByte
    val at = scalar(DecimalCode, 8 + magnitude.length)
    output.putI32(at, scale)
    output.putI32(at + 4, magnitude.length)
    System.arraycopy(magnitude, 0, output.bytes, at + 8, magnitude.length)
  }

  override def text(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (next == AType) typeNamed(new String(bytes, from, until - from, UTF_8))
    else if (next == AKey && kinds(depth) == AnObject) fieldNamed(bytes, from, until)
    else if (next == AKey && kinds(depth) == Undecided && ObjectMark.Type.is(bytes, from, until)) {
      becomeObject()
      next = AType
    } else if (next == AKey && ObjectMark.Cycle.is(bytes, from, until)) refuse(IgniteWriting.Stands)
    else counted(StringCode, bytes, from, until)

  private def typeNamed(name: String): Unit = {
    if (name == "proxy") refuse(IgniteWriting.Stands)
    if (name == "optimized" && !takesSerialized) refuse(IgniteWriting.Serialized)
    areTyped(depth) = true
    next = AValue
    if (name == "optimized") forms(depth) = AsOptimized
    else if (name == "decimal") forms(depth) = AsDecimal
    else {
      val known = objects.typeNamed(name)
      // Only a typed column has a shape.
      if (known.isDefined || shapes(depth) != null)
        typeIds(depth) = known.getOrElse(Hashes.id(name))
      else {
        typeIds(depth) = 0
        val bytes = name.getBytes(UTF_8)
        counted(StringCode, bytes, 0, bytes.length)
        data(depth) = output.position
      }
    }
  }

  override def binary(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (next == RawData) {
      raws(depth) = Arrays.copyOfRange(bytes, from, until)
      next = AValue
    } else counted(ByteArray, bytes, from, until)

  private def counted(code: Int, bytes: Array[Byte], from: Int, until: Int): Unit = {
    val at = scalar(code, 4)
    output.putI32(at, until - from)
    output.put(bytes, from, until)
  }

  override def date(days: Int): Unit =
    output.putI64(scalar(DateCode, 8), IgniteWriting.millisOf(days.toLong, zone.name))
  override def time(nanos: Long, number: Long): Unit =
    output.putI64(scalar(TimeCode, 8), IgniteWriting.millisOfTime(nanos, zone))
  override def timestamp(micros: Long): Unit = moment(
    Math.floorDiv(micros, 1000L), Math.floorMod(micros, 1000L).toInt * 1000)
  override def localTimestamp(micros: Long): Unit = mismatch()

  override def instant(form: InstantForm, units: Long, nanos: Int): Unit =
    if (form == InstantForm.Date) output.putI64(scalar(DateCode, 8), units)
    else {
      if (nanos < 0 || nanos > 999999)
        throw Unencodable.outOfRange(nanos.toLong, 0, 999999)
      moment(units, nanos)
    }

  private def moment(millis: Long, nanos: Int): Unit = {
    val at = scalar(TimestampCode, 12)
    output.putI64(at, millis)
    output.putI32(at + 8, nanos)
  }
}

private object IgniteWriter {
  // The kinds of a collection and of a map.
  private final val ArrayList = 1
  private final val LinkedHashMap = 2

  private val OrdinalId = Hashes.id("ordinal")
}
