package sparkwire.rows

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._

import sparkwire.fast.{FillerCode, LayoutRows}
import sparkwire.rows.buffers.{FlatRow, Frame, RowBuffer, RowFrame}
import sparkwire.rows.buffers.Tag
import sparkwire.wire.core.{Allowance, Kind, ObjectLayout, Shape}
import sparkwire.wire.places._

/** Builds a struct. With a shape, `placesOfShape` lead from its fields to their places. Without a shape,
  * fields are found by name.
  */
private[sparkwire] final class StructBuilder(shape: Shape, required: StructType, frame: RowFrame,
    place: Place, outer: Container, allowance: Allowance)
    extends Container(place, outer) with Entries with PlainSlots with TypedStruct {
  private[this] val isRoot = place.frameOf == null
  private[this] var start = 0

  private[this] val kinds: Map[String, Kind] =
    if (shape == null) Map.empty
    else shape.results.reverseIterator.map(field => field.name -> field.kind).toMap
  private[this] val places: Array[Place] = required.fields.zipWithIndex.map {
    case (field, ordinal) =>
      val kind = if (shape == null) Kind.Dynamic else kinds(field.name)
      Places.of(kind, field.dataType, frame, ordinal, this, allowance)
  }
  // The first of several fields with the same name. The query determines the names.
  private[this] val placesByName: Map[String, Place] =
    required.fieldNames.zip(places).reverseIterator.toMap
  private[this] val placesOfShape: Array[Place] =
    if (shape == null) null
    else shape.fields.map { field =>
      if (field.isFrame) null else placeOf(field.name)
    }.toArray

  def row: InternalRow = frame.row
  def buffer: RowBuffer = frame.buffer
  def isOf(other: Shape): Boolean = shape != null && ((shape eq other) || shape == other)

  // The places of an object's fields, from its layout.
  private[this] var fitted: FittedFields = _

  def takesObjects: Boolean = shape == null

  /** Prepares for an object with this layout. */
  def fit(layout: ObjectLayout): Unit = {
    val known = layout.kept(this)
    if (known != null) {
      if (fitted ne known) fitted = known.asInstanceOf[FittedFields]
    } else {
      val found = layout.askedNames.map(name => if (name == null) null else placeOf(name))
      // A field of the object goes before a mark of the same name.
      val marks = ObjectLayout.Marks.map(mark =>
        if (layout.askedNames.contains(mark)) null else placeOf(mark))
      fitted = new FittedFields(found, marks)
      layout.keep(this, fitted)
    }
  }

  // The places of the last mark that was asked for.
  private[this] var fittedMark: FittedFields = _
  private[this] var markShape: Shape = _

  /** Whether the struct asks for a value such as `{"@ext": 5, "data": …}`: one of its fields has the
    * name of a field that begins with `@`.
    */
  def takesMark(mark: Shape): Boolean = shape == null && ((mark eq markShape) ||
    mark.fields.exists(field => field.name.startsWith("@") && placeOf(field.name) != null))

  /** Prepares for such a value. */
  def fitMark(mark: Shape): Unit = {
    if (mark ne markShape) {
      fittedMark = new FittedFields(mark.fields.map(field => placeOf(field.name)).toArray)
      markShape = mark
    }
    fitted = fittedMark
  }

  // If a map becomes an array of pairs and this struct is the current pair: the array, which
  // receives the keys and values.
  var pairOf: Container = _
  override def acting: Container = if (pairOf == null) this else pairOf

  private def placeOf(name: String): Place = placesByName.getOrElse(name, null)

  override def fields: Array[Place] =
    if (placesOfShape != null) placesOfShape else if (fitted == null) null else fitted.places
  private[this] val neededOfShape =
    if (placesOfShape == null) 0L else FittedFields.bits(placesOfShape)
  override def needed: Long = if (placesOfShape != null) neededOfShape else fitted.needed

  override def plain: PlainSlots = if (placesOfShape == null) null else this
  override def filler(struct: PlainStruct): PlainFiller =
    if (frame.isUntouched) fillerOf(struct) else null

  private def fillerOf(struct: PlainStruct): PlainFiller =
    if (frame.flat != null || !isOf(struct.shape)) null
    else {
      val made = new FillerCode().ofStruct(struct, required)
      if (made == null) null else made.attach(frame)
    }

  /** The slots of the whole value, for generated code that begins the row itself. */
  val rootSlots: PlainSlots = if (!isRoot || frame.flat != null) null
  else new PlainSlots {
    override def filler(struct: PlainStruct): PlainFiller = fillerOf(struct)
    override def filler(reader: CodedReader): PlainFiller =
      if (!isOf(reader.shape)) null
      else {
        val made = LayoutRows.filler(reader, required)
        if (made == null) null else made.attach(frame)
      }
  }

  // Created on first use: few structs are written in this way.
  private[this] var whole: WholeBuilder = _

  def wholeFields: WholeFields = {
    if (whole == null && placesOfShape != null && placesOfShape.length <= 64 && required.length <= 64)
      whole = new WholeBuilder(placesOfShape, required, frame, if (isRoot) null else place)
    whole
  }

  def placeNamed(name: String): Place =
    required.fieldNames.indexWhere(_.equalsIgnoreCase(name)) match {
      case -1 => null
      case ordinal => places(ordinal)
    }

  /** Whether the struct has at least one field, and only fields with these names. */
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
      // A value that turns out not to fit the struct leaves nothing behind, because rows with the
      // same content must have the same bytes.
      if (isMismatch) frame.buffer.giveBack(start) else place.writtenFrom(start)
    }
    !isMismatch
  }

  // Maps with text keys that become a struct.

  private[this] val names = if (shape == null) new FieldNames(required) else null
  private[this] val keyPlace = new Place(Tag.FieldName, StringType, frame, -1)
  private[this] var found: Place = _
  private[this] var isMismatch = false

  override def asEntries: Entries = if (shape == null) this else null
  override def beginEntries(): Unit = names.begin()

  override def nextKey(): Place = {
    found = null
    keyPlace
  }

  override def nextValue(): Place = found

  override def beginFields(count: Int): Unit = {
    begin(count)
    beginEntries()
  }

  override def knownName(bytes: Array[Byte], from: Int, until: Int): Int =
    names.knownName(bytes, from, until)

  override def nextName(bytes: Array[Byte], from: Int, until: Int): Unit =
    nextName(names.nameOf(bytes, from, until))

  override def nextName(known: Int): Unit = {
    found = null
    val ordinal = names.ordinalOf(known)
    if (ordinal >= 0) {
      // A name that matches better replaces the value of an earlier name.
      frame.setNull(ordinal)
      found = places(ordinal)
    } else if (ordinal == FieldNames.Repeated) isMismatch = true
    else if (ordinal == FieldNames.Clash) frame.setNull(names.clash)
  }

  // Arrays that become a struct, element by element.

  private[this] var position = -1
  def beginElements(): Unit = position = -1

  override def nextElement(): Place = {
    position += 1
    if (position < places.length) places(position) else Place.Nowhere
  }

  // Entries that match a field only regardless of case.

  /** The next enclosing struct whose current entry is also such a match. */
  var looseAround: StructBuilder = _
  override def isFoundByCase: Boolean = names.isFoundByCase

  /** Reports that the current value does not fit. The map then does not fit the struct, unless an
    * entry with the exact name of the field follows.
    */
  def refuse(): Unit = names.refuse()

  /** The name of the entry because of which the map does not fit the struct, or null. */
  def refused: Array[Byte] = if (names == null) null else names.refused

  /** A map with a key that is not text is not an object and does not fit a struct. */
  def keyIsNotText(): Unit = isMismatch = true
}

/** The places of an object's fields by position in its layout; the marks come after the fields. */
private final class FittedFields(fields: Array[Place], marks: Array[Place] = Array.empty) {
  val places: Array[Place] = fields ++ marks
  val needed: Long = FittedFields.bits(fields)
}

private object FittedFields {

  /** Returns a bit for each of the first 64 fields that is needed. */
  def bits(places: Array[Place]): Long =
    places.indices.filter(at => at < 64 && places(at) != null).map(1L << _).sum
}

private[sparkwire] object StructBuilder {

  // For structs of known shape, the data alone determines their number only in an array.
  private def isCounted(shape: Shape, outer: Container): Boolean =
    shape == null || (outer.isInstanceOf[ListBuilder] && Frame.isCounted(Kind.Struct(shape)))

  /** Returns a builder that appends to the buffer of the place's row, or, if the place is outside of
    * any row, builds a row of its own.
    */
  def apply(shape: Shape, required: StructType, place: Place, outer: Container,
      allowance: Allowance,
      form: RowForm): StructBuilder = {
    val types = required.fields.map(_.dataType)
    val frame =
      if (place.frameOf != null)
        new RowFrame(place.frameOf.buffer, types, allowance, isCounted = isCounted(shape, outer),
          if (shape == null) types.length else shape.results.length)
      else if (form == RowForm.Apart && FlatRow.holds(required.fields))
        RowFrame.flat(types, allowance)
      else RowFrame.root(types, allowance, isColumn = form == RowForm.Column)
    new StructBuilder(shape, required, frame, place, outer, allowance)
  }
}
