package sparkwire.wire.variant.reading

import java.math.BigDecimal

import sparkwire.wire.core._
import sparkwire.wire.variant.Variant
import sparkwire.wire.writing.{Exact, Family, Source, Unencodable}

/** A VARIANT as a source for writers that ask for fields. The bytes may be anything: they are refused
  * as `bad-variant` where they contradict themselves.
  *
  * Traps: offsets may overlap, so that few bytes stand for many values: each value that a writer
  * looks at is charged. Numbers are converted where nothing is lost, because a VARIANT made from JSON
  * has decimals and the smallest integers.
  *
  * One file: the value at a place and its conversion are asked for through the same methods.
  */
private[reading] final class VariantSource(within: VariantBytes, depth: Int) extends Source {
  import VariantSource._

  private[this] val head = new VariantHead
  // The fields of a struct: their kinds, and where their values are, or -1. Otherwise the kind of
  // all elements.
  private[this] var shape: Shape = _
  private[this] var places = new Array[Int](8)
  private[this] var element: Kind = Kind.Dynamic
  private[this] var isMap = false
  // The entries of a map by the offsets of their values, if they do not come in that order.
  private[this] var order = new Array[Long](0)
  private[this] var isSorted = true
  private[this] var parts = 0

  private[this] var asked = -1
  // The name of a field that the struct does not have.
  private[this] var unknown: String = _
  private[this] var inner: VariantSource = _
  private[this] var inside: VariantSource = _

  // Where the text or binary is that was asked for last.
  private[this] var found: Array[Byte] = _
  private[this] var start = 0
  private[this] var stop = 0

  private def value: Array[Byte] = within.bytes
  private def refuse(reason: Reason): Nothing = throw new Unencodable(reason)
  private def bad(): Nothing = refuse(Unencodable.BadVariant)
  private def mismatch(): Nothing = refuse(Unencodable.TypeMismatch)

  // Where values are.

  private def placeOf(field: Int): Int =
    if (shape != null) places(field)
    else if (isMap) head.valueAt(value, entryOf(field))
    else head.valueAt(value, field)

  private def kindOf(field: Int): Kind = if (shape != null) shape.fields(field).kind else element

  override def count: Int = parts

  override def has(field: Int): Boolean = {
    asked = field
    inside = null
    isKey(field) || {
      val at = placeOf(field)
      at >= 0 && codeAt(at) != Variant.Null
    }
  }

  override def names(field: Int): Boolean = shape == null || places(field) >= 0

  private def isKey(field: Int): Boolean = isMap && (field & 1) == 0

  /** Returns the code of a primitive, or one of the codes for other values. */
  private def codeAt(at: Int): Int = {
    if (at >= within.until) bad()
    within.costs.spend(1)
    val first = value(at) & 0xff
    (first & 3) match {
      case Variant.PrimitiveKind =>
        if (Variants.sizeOf(first >> 2) > within.until - at - 1) bad()
        first >> 2
      case Variant.ShortStringKind => ShortString
      case Variant.ObjectKind => AnObject
      case _ => AnArray
    }
  }

  override def family(field: Int): Int = if (isKey(field)) Family.Text
  else codeAt(placeOf(field)) match {
    case Variant.True | Variant.False => Family.Bool
    case Variant.Int1 | Variant.Int2 | Variant.Int4 | Variant.Int8 => Family.Whole
    case Variant.Float => Family.Float
    case Variant.Double => Family.Double
    case Variant.Decimal4 | Variant.Decimal8 | Variant.Decimal16 => Family.Decimal
    case Variant.LongString | Variant.Uuid | ShortString => Family.Text
    case Variant.Binary => Family.Binary
    case Variant.Date => Family.Date
    case Variant.Timestamp => Family.Timestamp
    case Variant.TimestampNtz => Family.LocalTimestamp
    case AnArray => Family.List
    case AnObject => Family.Object
    case _ => bad()
  }

  // Scalars.

  override def bool(field: Int): Boolean = codeAt(placeOf(field)) match {
    case Variant.True => true
    case Variant.False => false
    case _ => mismatch()
  }

  override def int(field: Int): Long = {
    val at = placeOf(field)
    val code = codeAt(at)
    val number = code match {
      case Variant.Date => Bytes.i32le(value, at + 1).toLong
      case Variant.Timestamp | Variant.TimestampNtz => Bytes.i64le(value, at + 1)
      case _ => Exact.long(decimal(field))
    }
    if (!NumberKinds.fits(kindOf(field), code)) mismatch()
    val least = NumberKinds.least(kindOf(field))
    if (number < least || number > ~least) throw Unencodable.outOfRange(number, least, ~least)
    number
  }

  override def unsigned(field: Int): Long = Exact.unsigned(decimal(field))

  override def decimal(field: Int): BigDecimal = {
    val at = placeOf(field)
    val number = Variants.decimal(codeAt(at), value, at + 1)
    if (number == null) mismatch()
    number
  }

  override def double(field: Int): Double = {
    val at = placeOf(field)
    codeAt(at) match {
      case Variant.Double => java.lang.Double.longBitsToDouble(Bytes.i64le(value, at + 1))
      case Variant.Float => java.lang.Float.intBitsToFloat(Bytes.i32le(value, at + 1)).toDouble
      case _ => decimal(field).doubleValue
    }
  }

  override def bytes: Array[Byte] = found
  override def from: Int = start
  override def until: Int = stop

  override def text(field: Int): Unit = {
    if (isKey(field)) nameOf(entryOf(field))
    else {
      val at = placeOf(field)
      codeAt(at) match {
        case ShortString => take(at + 1, (value(at) & 0xff) >> 2)
        case Variant.LongString => takeCounted(at)
        case Variant.Uuid =>
          found = Variants.uuid(value, at + 1)
          start = 0
          stop = found.length
        case _ => mismatch()
      }
    }
    if (!Utf8.isValid(found, start, stop)) refuse(Unencodable.NotText)
  }

  override def binary(field: Int): Unit = {
    val at = placeOf(field)
    if (codeAt(at) != Variant.Binary) mismatch()
    takeCounted(at)
  }

  private def takeCounted(at: Int): Unit = take(at + 5, Bytes.i32le(value, at + 1))

  private def take(at: Int, length: Int): Unit = {
    if (length < 0 || length > within.until - at) bad()
    within.costs.spend(length.toLong)
    found = value
    start = at
    stop = at + length
  }

  /** Returns the name of an entry for a path: its number, if it has none. */
  private def entryName(entry: Int): String =
    if (within.names.tryFind(head.idOf(value, entry))) within.names.text else s"[$entry]"

  private def nameOf(entry: Int): Unit = {
    within.names.find(head.idOf(value, entry))
    found = within.names.bytes
    start = within.names.from
    stop = within.names.until
    within.costs.spend(stop.toLong - start)
  }

  // Containers.

  override def struct(field: Int): Source = kindOf(field) match {
    case Kind.Struct(known) => struct(field, known)
    case _ => mismatch()
  }

  override def struct(field: Int, shape: Shape): Source = {
    enter(field, AnObject)
    inner.beginStruct(placeOf(field), shape)
    inner
  }

  override def list(field: Int): Source = {
    enter(field, AnArray)
    inner.beginList(placeOf(field),
      kindOf(field) match {
        case Kind.Sequence(known) => known
        case _ => Kind.Dynamic
      })
    inner
  }

  override def entries(field: Int): Source = {
    enter(field, AnObject)
    inner.beginMap(placeOf(field),
      kindOf(field) match {
        case Kind.Mapping(_, known) => known
        case _ => Kind.Dynamic
      })
    inner
  }

  override def matches(field: Int, shape: Shape): Boolean =
    codeAt(placeOf(field)) == AnObject && container().hasOnly(placeOf(field), shape)

  private def enter(field: Int, code: Int): Unit = {
    if (codeAt(placeOf(field)) != code) mismatch()
    inside = container()
  }

  private def container(): VariantSource = {
    if (depth == Options.MaxDepth.to) refuse(Reason.NestingTooDeep)
    if (inner == null) inner = new VariantSource(within, depth + 1)
    inner
  }

  private def begin(at: Int): Unit = {
    forgetPath()
    head.read(value, at, within.until)
    within.costs.spend(head.count.toLong)
    isMap = false
    shape = null
  }

  private def beginList(at: Int, element: Kind): Unit = {
    begin(at)
    this.element = element
    parts = head.count
  }

  /** Begins a map. Its entries come in the order of their values, in which they were written, while
    * the object has them in the order of the names.
    */
  private def beginMap(at: Int, element: Kind): Unit = {
    begin(at)
    this.element = element
    isMap = true
    parts = 2 * head.count
    isSorted = true
    var entry = 1
    while (isSorted && entry < head.count) {
      isSorted = head.offset(value, entry) > head.offset(value, entry - 1)
      entry += 1
    }
    if (!isSorted) sortEntries()
  }

  private def sortEntries(): Unit = {
    if (order.length < head.count) order = new Array[Long](head.count)
    var entry = 0
    while (entry < head.count) {
      order(entry) = (head.offset(value, entry).toLong << 32) | entry
      entry += 1
    }
    java.util.Arrays.sort(order, 0, head.count)
  }

  private def entryOf(field: Int): Int = if (isSorted) field >> 1 else order(field >> 1).toInt

  private def beginStruct(at: Int, shape: Shape): Unit = {
    begin(at)
    if (places.length < shape.fields.length) places = new Array[Int](shape.fields.length)
    java.util.Arrays.fill(places, 0, shape.fields.length, -1)
    this.shape = shape
    val positions = shape.positions
    var entry = 0
    while (entry < head.count) {
      nameOf(entry)
      val position = positions.get(within.names.text)
      if (position == null) {
        unknown = within.names.text
        refuse(Unencodable.UnknownField)
      }
      places(position) = head.valueAt(value, entry)
      entry += 1
    }
  }

  private def hasOnly(at: Int, shape: Shape): Boolean = {
    begin(at)
    val positions = shape.positions
    var entry = 0
    var isKnown = true
    while (isKnown && entry < head.count) {
      nameOf(entry)
      isKnown = positions.containsKey(within.names.text)
      entry += 1
    }
    isKnown
  }

  override def dynamic(field: Int, sink: Sink): Unit = within.give(placeOf(field), sink)

  override def path: String = if (unknown != null) unknown
  else if (asked < 0) ""
  else {
    val name =
      if (shape != null) shape.fields(asked).name
      else if (isMap) entryName(entryOf(asked))
      else s"[$asked]"
    val rest = if (inside == null) "" else inside.path
    if (name.isEmpty || rest.isEmpty || rest.startsWith("[")) name + rest else s"$name.$rest"
  }

  private[reading] def beginOne(at: Int, one: Shape): Unit = {
    shape = one
    places(0) = at
    forgetPath()
  }

  private def forgetPath(): Unit = {
    asked = -1
    unknown = null
    inside = null
  }
}

private object VariantSource {
  // The codes of values that are not primitives.
  private final val ShortString = 64
  private final val AnObject = 65
  private final val AnArray = 66
}
