package sparkwire.sinks
package containers

import java.util.IdentityHashMap

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

import sparkwire.sinks.generated.FillerCode
import sparkwire.sinks.names.FieldNames
import sparkwire.sinks.rows.{Budget, FlatRow, Frame, NumberCopy, RowBuffer, RowFrame}
import sparkwire.wire.core.{Kind, Shape}
import sparkwire.wire.places._

/** A struct. With a shape, `slots` lead from its fields to their places; without one, fields are
  * found by name.
  */
private[sinks] final class StructWriter(shape: Shape, required: StructType, frame: RowFrame,
    place: Place, outer: Container, budget: Budget)
    extends Container(place, outer) with Entries with StructSlots {
  private[this] val isRoot = place.frameOf == null
  private[this] var start = 0

  private[this] val places: Array[Place] = required.fields.zipWithIndex.map { case (field, slot) =>
    val kind =
      if (shape == null) Kind.Dynamic else shape.results.find(_.name == field.name).get.kind
    Places.of(kind, field.dataType, frame, slot, this, budget)
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
  def buffer: RowBuffer = frame.buffer
  def isOf(other: Shape): Boolean = shape != null && ((shape eq other) || shape == other)

  // Of an object the layout tells them.
  private[this] var fitted: FittedFields = _

  def takesObjects: Boolean = shape == null

  /** Makes ready for an object. */
  def fit(layout: ObjectLayout): Unit = {
    val known = layout.kept(this)
    if (known != null) {
      if (fitted ne known) fitted = known.asInstanceOf[FittedFields]
    } else {
      val found = layout.askedNames.map(name => placeOf(name))
      // Behind the fields stand the marks.
      fitted = new FittedFields(found ++ Array[Place](null, null))
      layout.keep(this, fitted)
    }
  }

  // Of a pair that a map becomes: the array of them, to which keys and values are given.
  var pairOf: Container = _
  override def acting: Container = if (pairOf == null) this else pairOf

  private def placeOf(name: String): Place = required.fieldNames.indexOf(name) match {
    case -1 => null
    case slot => places(slot)
  }

  override def fields: Array[Place] =
    if (slots != null) slots else if (fitted == null) null else fitted.places
  private[this] val neededOfShape = if (slots == null) 0L else FittedFields.bits(slots)
  override def needed: Long = if (slots != null) neededOfShape else fitted.needed

  override def direct: StructSlots = if (slots == null) null else this
  override def filler(struct: PlainStruct): PlainFiller =
    if (frame.isUntouched) filler(struct, isRoot = false) else null

  private def filler(struct: PlainStruct, isRoot: Boolean): PlainFiller =
    if (frame.flat != null || !isOf(struct.shape)) null
    else {
      val made = new FillerCode().ofStruct(struct, required)
      if (made == null) null else made.attach(frame, isRoot)
    }

  /** The row of the whole value, for code that begins it. */
  val rootSlots: PlainSlots = if (!isRoot || frame.flat != null) null
  else new PlainSlots {
    override def filler(
        struct: PlainStruct): PlainFiller = StructWriter.this.filler(struct, isRoot = true)
  }

  // Made where it is asked for: few structs are given in this way.
  private[this] var whole: WholeWriter = _

  override def wholeFields: WholeFields = {
    if (whole == null && slots != null && slots.length <= 64 && required.length <= 64)
      whole = new WholeWriter(slots, required, frame, if (isRoot) null else place)
    whole
  }

  override def slot(field: Int): Slot = slots(field)
  override def target(run: NumberRun): NumberTarget = copyOf(run)

  // At each version a message has other runs.
  private[this] val copies = new IdentityHashMap[NumberRun, NumberCopy]
  private[this] var lastRun: NumberRun = _
  private[this] var lastCopy: NumberCopy = _

  /** Null if its fields cannot be copied. */
  def copyOf(run: NumberRun): NumberCopy = {
    if (run ne lastRun) {
      lastCopy = copies.computeIfAbsent(run, NumberCopy.of(_, slots, frame))
      lastRun = run
    }
    lastCopy
  }

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
    if (names != null) names.forget()
    isMismatch = false
  }

  override def end(): Boolean = {
    frame.end()
    if (refused != null) isMismatch = true
    if (!isMismatch) frame.order()
    if (!isRoot) {
      // Of what is no struct after all nothing stays: rows that hold the same are the same bytes.
      if (isMismatch) frame.buffer.giveBack(start) else place.writtenFrom(start)
    }
    !isMismatch
  }

  // Maps with text keys.

  private[this] val names = if (shape == null) new FieldNames(required) else null
  private[this] val keyPlace = new Place(Place.FieldName, StringType, frame, -1)
  private[this] var found: Place = _
  private[this] var isMismatch = false

  override def asEntries: Entries = if (shape == null) this else null
  override def beginEntries(): Unit = names.begin()

  override def nextKey(): Place = {
    found = null
    keyPlace
  }

  override def nextValue(): Place = found

  /** The number of a name that came before in this column; else -1. */
  def knownName(bytes: Array[Byte], from: Int, until: Int): Int =
    names.knownName(bytes, from, until)

  def nameKey(bytes: Array[Byte], from: Int, until: Int): Unit =
    nameKey(names.nameOf(bytes, from, until))

  /** The next entry has the name with that number. */
  def nameKey(name: Int): Unit = {
    val slot = names.slotOf(name)
    if (slot >= 0) {
      // A name that fits better takes the place of one that came before.
      frame.setNull(slot)
      found = places(slot)
    } else if (slot == FieldNames.Repeated) isMismatch = true
    else if (slot == FieldNames.Clash) frame.setNull(names.clash)
  }

  // Of entries that fit regardless of case only.

  /** The struct further out whose entry is such a one too. */
  var looseAround: StructWriter = _
  def isFoundByCase: Boolean = names.isFoundByCase

  /** The value at hand does not fit: the struct is none, but if the field's very name comes yet. */
  def refuse(): Unit = names.refuse()

  /** The name of the entry for whose sake the struct is none, or null. */
  def refused: Array[Byte] = if (names == null) null else names.refused

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

  // The number of structs of known shape is up to the data alone only in an array.
  private def isCounted(shape: Shape, outer: Container): Boolean =
    shape == null || (outer.isInstanceOf[ListWriter] && Frame.isCounted(Kind.Struct(shape)))

  /** Behind what is there of the row that holds it, or, at a place outside of any, a row of its own. */
  def apply(shape: Shape, required: StructType, place: Place, outer: Container, budget: Budget,
      form: RowForm): StructWriter = {
    val types = required.fields.map(_.dataType)
    val frame =
      if (place.frameOf != null)
        new RowFrame(place.frameOf.buffer, types, budget, isCounted = isCounted(shape, outer),
          if (shape == null) types.length else shape.results.length)
      else if (form == RowForm.Apart && FlatRow.holds(required.fields)) RowFrame.flat(types, budget)
      else RowFrame.root(types, budget, isColumn = form == RowForm.Column)
    new StructWriter(shape, required, frame, place, outer, budget)
  }
}
