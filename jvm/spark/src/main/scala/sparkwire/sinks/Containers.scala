package sparkwire.sinks

import java.util.Locale

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

import sparkwire.wire.{Kind, ObjectLayout, Shape}

/** A struct, array or map that is being written to its place. */
private[sinks] abstract class Container(val place: Place, val outer: Container) {

  /** @param count
    *   of the elements of an array, -1 where it is not known
    */
  def begin(count: Int): Unit

  /** False if what came is no value of the type after all. */
  def end(): Boolean
  def asEntries: Entries = null

  /** The places of a struct's fields by their position in its shape, null where not needed. */
  def fields: Array[Place] = null

  /** The same as bits. */
  def needed: Long = 0L
}

/** A container that a map can be read into. */
private[sinks] trait Entries extends Container {
  def nextKey(): Place

  /** Null if the value is not needed. */
  def nextValue(): Place
}

/** A struct. With a shape, `slots` lead from its fields to their places; without one, fields are
  * found by name.
  */
private[sinks] final class StructWriter(shape: Shape, required: StructType, frame: RowFrame,
    place: Place, outer: Container, budget: Budget)
    extends Container(place, outer) with Entries {
  private[this] val isRoot = place.frameOf == null
  private[this] var start = 0

  private[this] val places: Array[Place] = required.fields.zipWithIndex.map { case (field, slot) =>
    val kind =
      if (shape == null) Kind.Dynamic else shape.results.find(_.name == field.name).get.kind
    Place.of(kind, field.dataType, frame, slot, this, budget)
  }
  private[this] val slots: Array[Place] =
    if (shape == null) null
    else shape.fields.map { field =>
      if (field.isFrame) null
      else required.fieldNames.indexOf(field.name) match {
        case -1 => null
        case slot => places(slot)
      }
    }.toArray

  def row: InternalRow = frame.row
  def isOf(other: Shape): Boolean = shape != null && ((shape eq other) || shape == other)

  // Of an object the layout tells them.
  private[this] var fitted: FittedFields = _

  def takesObjects: Boolean = shape == null

  /** Makes ready for an object. */
  def fit(layout: ObjectLayout): Unit = {
    val known = layout.kept(this)
    if (known != null) fitted = known.asInstanceOf[FittedFields]
    else {
      val found = layout.askedNames.map(name => placeOf(name))
      // Behind the fields stand the marks.
      fitted = new FittedFields(found ++ Array[Place](null, null))
      layout.keep(this, fitted)
    }
  }

  private def placeOf(name: String): Place = required.fieldNames.indexOf(name) match {
    case -1 => null
    case slot => places(slot)
  }

  override def fields: Array[Place] =
    if (slots != null) slots else if (fitted == null) null else fitted.places
  private[this] val neededOfShape = if (slots == null) 0L else FittedFields.bits(slots)
  override def needed: Long = if (slots != null) neededOfShape else fitted.needed

  def placeNamed(name: String): Place =
    required.fieldNames.indexWhere(_.equalsIgnoreCase(name)) match {
      case -1 => null
      case slot => places(slot)
    }

  /** Whether it has these fields, or some of them, and no other. */
  def isOnly(names: String*): Boolean =
    required.nonEmpty && required.forall(field => names.exists(_.equalsIgnoreCase(field.name)))

  def begin(): Unit = begin(-1)

  override def begin(count: Int): Unit = {
    if (isRoot) frame.beginRoot() else start = frame.begin()
    if (names != null) names.begin()
    isMismatch = false
  }

  override def end(): Boolean = {
    frame.end()
    if (!isMismatch && !isRoot) place.writtenFrom(start)
    !isMismatch
  }

  // Maps with text keys.

  private[this] val names = if (shape == null) new FieldNames(required) else null
  private[this] val keyPlace = new Place(Place.FieldName, StringType, frame, -1)
  private[this] var found: Place = _
  private[this] var isMismatch = false

  override def asEntries: Entries = if (shape == null) this else null

  override def nextKey(): Place = {
    found = null
    keyPlace
  }

  override def nextValue(): Place = found

  def nameKey(bytes: Array[Byte], from: Int, until: Int): Unit = {
    val slot = names.slotOf(bytes, from, until)
    if (slot >= 0) {
      // A name that fits better takes the place of one that came before.
      frame.setNull(slot)
      found = places(slot)
    } else if (slot == FieldNames.Repeated) isMismatch = true
    else if (slot == FieldNames.Clash) frame.setNull(names.clash)
  }

  /** A map with other keys than text is no object, so no struct. */
  def keyIsNoText(): Unit = isMismatch = true
}

/** The places of an object's fields by their position in its layout. */
private final class FittedFields(val places: Array[Place]) {
  val needed: Long = FittedFields.bits(places)
}

private object FittedFields {

  /** A bit for each of the first 64 fields that is needed. */
  def bits(places: Array[Place]): Long =
    places.indices.filter(at => at < 64 && places(at) != null).map(1L << _).sum
}

private[sinks] object StructWriter {

  /** Behind what is there of the row that holds it, or, at a place outside of any, a row of its own. */
  def apply(shape: Shape, required: StructType, place: Place, outer: Container,
      budget: Budget): StructWriter = {
    val frame =
      if (place.frameOf != null)
        new RowFrame(
          place.frameOf.buffer, required.length, budget, isCounted = shape == null)
      else if (FlatRow.holds(required.fields))
        RowFrame.flat(required.fields.map(_.dataType), budget)
      else RowFrame.root(required.length, budget)
    new StructWriter(shape, required, frame, place, outer, budget)
  }
}

/** An array. If its length is known, and small enough to be believed, elements are written where they
  * stay; else to a buffer of their own first. Either way is made ready when it is needed: what is
  * inside of them is made twice.
  */
private[sinks] final class ListWriter(element: Kind, elementType: DataType, place: Place,
    outer: Container, budget: Budget)
    extends Container(place, outer) with Entries {
  private[this] lazy val cells = new Cells(element, elementType, this, budget, place.frameOf.buffer)
  private[this] lazy val frame = new ArrayFrame(
    place.frameOf.buffer, elementType, budget, isCounted = element == Kind.Dynamic)
  private[this] lazy val framePlace = Place.of(element, elementType, frame, 0, this, budget)
  private[this] var isKnown = false

  override def begin(count: Int): Unit = {
    isKnown = count >= 0 && count <= ArrayFrame.MaxCount
    if (isKnown) frame.begin(count) else cells.begin()
    pair = null
  }

  def nextElement(): Place =
    if (isKnown) {
      frame.next()
      framePlace
    } else cells.next()

  override def end(): Boolean = {
    endPair()
    if (isKnown) {
      frame.end()
      place.writtenFrom(frame.start)
    } else place.writtenFrom(cells.copied())
    true
  }

  // A map as ARRAY<STRUCT<key, value>>, in the order of the bytes.

  private[this] val takesPairs = elementType match {
    case StructType(fields) =>
      element == Kind.Dynamic && fields.forall(field =>
        ListWriter.PairNames(field.name.toLowerCase(Locale.ROOT)))
    case _ => false
  }
  private[this] var pair: StructWriter = _

  override def asEntries: Entries = if (takesPairs) this else null

  override def nextKey(): Place = {
    endPair()
    pair = nextElement().struct
    pair.begin()
    part("key", ListWriter.NoKey)
  }

  override def nextValue(): Place = part("value", null)

  private def part(name: String, absent: Place): Place = {
    val found = pair.placeNamed(name)
    if (found == null) absent else found
  }

  private def endPair(): Unit = if (pair != null) {
    val _ = pair.end()
    pair = null
  }
}

private object ListWriter {
  // A pair of which only the value is asked for.
  private val NoKey = new Place(Place.Nowhere, NullType, null, -1)
  private val PairNames = Set("key", "value")
}

/** A map: all keys, then all values.
  *
  * @param lastCounts
  *   of values with the same key the last one counts; else they are no map
  */
private[sinks] final class MapWriter(key: Kind, value: Kind, required: MapType, place: Place,
    outer: Container, budget: Budget, lastCounts: Boolean)
    extends Container(place, outer) with Entries {
  private[this] val buffer = place.frameOf.buffer
  private[this] val keys = new Cells(key, required.keyType, this, budget, buffer)
  private[this] val values = new Cells(value, required.valueType, this, budget, buffer)

  // Of the object that is read into it, if it is one.
  var layout: ObjectLayout = _

  override def asEntries: Entries = this
  override def nextKey(): Place = keys.next()
  override def nextValue(): Place = values.next()

  /** Every field of an object is wanted. */
  override def needed: Long = -1L

  /** The place of a field of an object: its key is the name. Marks are no fields. */
  def nextField(field: Int): Place =
    if (field >= layout.count) null
    else {
      val key = nextKey()
      if (key.tag == Place.Text) key.writeText(layout.keys(field), 0, layout.keys(field).length)
      nextValue()
    }

  override def begin(count: Int): Unit = {
    keys.begin()
    values.begin()
  }

  /** Spark's maps have neither NULL keys nor one key twice. */
  override def end(): Boolean = {
    val areKeys = keys.areKeys
    if (!areKeys && lastCounts) {
      val last = keys.lastOfEach
      keys.keepOnly(last)
      values.keepOnly(last)
    }
    (areKeys || lastCounts) && write()
  }

  private def write(): Boolean = {
    // The size of the array of keys, then both arrays.
    val from = buffer.reserve(8)
    val keysAt = keys.copied()
    val valuesAt = values.copied()
    Platform.putLong(buffer.bytes, RowBuffer.address(from), (valuesAt - keysAt).toLong)
    place.writtenFrom(from)
    true
  }
}
