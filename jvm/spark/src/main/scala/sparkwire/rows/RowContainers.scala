package sparkwire.rows

import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StructType}

import sparkwire.rows.buffers.{FlatRow, RowBuffer, RowFrame}
import sparkwire.rows.buffers.Tag
import sparkwire.wire.core._
import sparkwire.wire.places._
import sparkwire.wire.variant.VariantSink

/** Builds the structs, arrays and maps of a row and tracks where the next value goes. [[RowSink]]
  * adds the scalars.
  *
  * One file: every method uses the stack of open containers and the place of the next value.
  */
private[sparkwire] abstract class RowContainers(kind: Kind, required: DataType, options: Options,
    form: RowForm)
    extends OfferingSink {
  private[this] val allowance = new Allowance(options.maxSize)
  private[this] val isApart = form == RowForm.Apart
  // A struct at the root is a row itself; any other value is the single field of a row.
  private[this] val isStruct = required.isInstanceOf[StructType]
  private[this] val root =
    if (isStruct) null
    else if (isApart && FlatRow.isSingle(required)) RowFrame.flat(Array(required), allowance)
    else RowFrame.root(Array(required), allowance)
  private[this] val rootPlace = Places.of(kind, required, root, 0, null, allowance, form)
  private[this] val rootBuffer = if (isStruct) rootPlace.struct.buffer else root.buffer
  private[this] val mismatchFails = options.mismatchFails
  private[this] val mapsFillStructs = options.mapsFillStructs
  private[this] val arraysFillStructs = options.arraysFillStructs
  // The sink of the place where a VARIANT is being written. Each place has its own, because each
  // keeps its own names.
  protected[this] final var variant: VariantSink = _

  protected[this] final var place: Place = rootPlace
  protected[this] final var inside: Container = _
  // The places of the innermost struct by position in its shape. Every field of every row makes
  // this lookup.
  private[this] var fields: Array[Place] = _
  // True while values belong to containers of a VARIANT, not of the row.
  protected[this] final var inVariant = false
  private[this] var isNull = false
  // The innermost struct whose current entry matches a field only regardless of case. A value that
  // does not fit there is no mismatch if an entry with the exact name also comes.
  private[this] var loose: StructBuilder = _

  /** @param size
    *   the size of the value in bytes
    */
  def begin(size: Int = 0): Unit = {
    rootBuffer.expect(size)
    allowance.begin()
    if (!isStruct) root.beginRoot()
    isNull = isStruct
    moveTo(rootPlace)
    if (inside != null) inside = null
    inVariant = false
    if (loose != null) loose = null
  }

  /** Returns the value, or the row that holds it, as [[RowForm]] says; null if there is no value.
    */
  def result: Any =
    if (isNull) null
    else if (isStruct) rootPlace.struct.row
    else {
      root.end()
      val row = root.row
      if (row.isNullAt(0)) null else if (isApart) row.get(0, required) else row
    }

  // Structs of a known shape.

  override def beginStruct(shape: Shape): Boolean =
    if (place.tag == Tag.Struct && place.struct.isOf(shape)) enter(place.struct)
    else if (place.tag == Tag.Variant) {
      openVariant()
      variant.beginStruct(shape)
    } else if (place.tag == Tag.Struct && place.struct.takesMark(shape)) {
      place.struct.fitMark(shape)
      enter(place.struct)
    } else containerMismatch()

  override def beginObject(layout: ObjectLayout): Boolean =
    if (place.tag == Tag.Struct && place.struct.takesObjects) {
      place.struct.fit(layout)
      enter(place.struct)
    } else if (place.tag == Tag.Mapping) {
      place.mapping.layout = layout
      enter(place.mapping)
    } else if (place.tag == Tag.Variant) {
      openVariant()
      variant.beginObject(layout)
    } else containerMismatch()

  override def needed: Long = if (inVariant) variant.needed else inside.needed

  override def wanted(field: Int): Boolean =
    if (inVariant) variant.wanted(field)
    else {
      val found =
        if (fields != null) fields(field) else inside.asInstanceOf[MapBuilder].nextField(field)
      if (found == null) false
      else {
        place = found
        true
      }
    }

  override def derives(field: Int): Boolean = wanted(field)
  override def skipped(): Unit = ()
  override def endStruct(): Unit = if (inVariant) {
    variant.endStruct()
    closeVariant()
  } else leave()

  // Arrays and maps.

  override def beginArray(count: Int): Boolean =
    if (place.tag == Tag.List) enter(place.list, count)
    else if (place.tag == Tag.Variant) {
      openVariant()
      variant.beginArray(count)
    } else if (arraysFillStructs && place.tag == Tag.Struct && place.struct.takesObjects) {
      place.struct.beginElements()
      enter(place.struct, count)
    } else containerMismatch()

  override def element(): Unit =
    if (inVariant) variant.element() else moveTo(inside.nextElement())

  override def goesOn(): Unit = if (!inVariant) inside.goesOn()

  override def endArray(): Unit = if (inVariant) {
    variant.endArray()
    closeVariant()
  } else leave()

  override def beginMap(count: Int): Boolean =
    if (place.tag == Tag.Variant) {
      openVariant()
      variant.beginMap(count)
    } else {
      val entries = place.asEntries
      if (entries == null || (!mapsFillStructs && place.tag == Tag.Struct)) containerMismatch()
      else {
        val isEntered = enter(entries, count)
        entries.beginEntries()
        isEntered
      }
    }

  override def key(): Unit =
    if (inVariant) variant.key()
    else {
      if (loose eq inside) loose = loose.looseAround
      moveTo(inside.asInstanceOf[Entries].nextKey())
    }

  override def value(): Boolean =
    if (inVariant) variant.value()
    else {
      val found = inside.asInstanceOf[Entries].nextValue()
      moveTo(found)
      found != null
    }

  // Most elements, keys and values have the same place as the one before, and each store of a
  // reference also informs the garbage collector.
  private def moveTo(next: Place): Unit = if (place ne next) place = next

  override def endMap(): Unit = if (inVariant) {
    variant.endMap()
    closeVariant()
  } else leave()

  protected[this] final def enter(container: Container, count: Int = -1): Boolean = {
    container.begin(count)
    inside = container
    fields = container.fields
    true
  }

  protected[this] final def leave(): Unit = {
    val ended = inside
    if (ended eq loose) loose = loose.looseAround
    inside = if (ended.outer == null) null else ended.outer.acting
    if (inside != null) fields = inside.fields
    place = ended.place
    if (!ended.end()) mismatch() else if (ended.outer == null) isNull = false
  }

  // Offers.

  /** The whole value, for code that reads it without this sink; null if that is not possible. */
  val wholeSlots: PlainSlots = if (isStruct) rootPlace.struct.rootSlots else null

  override val offers: Offers = new Offers {
    override def struct: PlainSlots = if (inVariant) null else inside.plain
    override def list: ListSlots =
      if (!inVariant && place.tag == Tag.List) place.list else null
    override def goTo(slot: TypedSlot): Unit = place = slot.asInstanceOf[Place]
    override def beginWhole(sink: Sink): Sink =
      if (!inVariant && place.tag == Tag.Variant) beginVariant() else sink
    override def endWhole(): Unit = endVariant()

    // The target takes maps for structs.
    override def typed: TypedTarget =
      if (inVariant || loose != null || !mapsFillStructs) null else ofTyped
  }

  private[this] val ofTyped = new TypedTarget {
    private[this] var target: Place = _
    private[this] var buffer: RowBuffer = _
    private[this] var size = 0
    private[this] var spent = 0L

    override def begin(): TypedSlot = {
      target = place
      buffer = if (place.frameOf == null) null else place.frameOf.buffer
      size = if (buffer == null) 0 else buffer.size
      spent = allowance.mark
      place
    }

    override def end(isTaken: Boolean): Unit = {
      place = target
      if (!isTaken) {
        if (buffer != null) buffer.giveBack(size)
        allowance.goBack(spent)
      } else if (inside == null) isNull = false
    }
  }

  // The state at the last `mark`.
  private[this] var markedPlace: Place = _
  private[this] var markedInside: Container = _
  private[this] var markedSize = 0
  private[this] var markedSpent = 0L

  /** Remembers the current place, which must be in a row that is being written to a buffer. */
  override def mark(): Unit = {
    markedPlace = place
    markedInside = inside
    markedSize = place.frameOf.buffer.size
    markedSpent = allowance.mark
  }

  override def takeBack(): Unit = {
    place = markedPlace
    inside = markedInside
    fields = inside.fields
    inVariant = false
    loose = null
    place.frameOf.buffer.giveBack(markedSize)
    allowance.goBack(markedSpent)
  }

  protected[this] final def nameKey(struct: StructBuilder, bytes: Array[Byte], from: Int,
      until: Int): Unit = {
    struct.nextName(bytes, from, until)
    if (struct.isFoundByCase) {
      struct.looseAround = loose
      loose = struct
    }
  }

  protected[this] final def beginVariant(): VariantSink = {
    variant = place.variant(options, allowance)
    variant.begin()
    variant
  }

  protected[this] final def endVariant(): Unit = {
    val names = variant.metadata
    place.writeVariant(variant.content, variant.size, names)
  }

  private def openVariant(): Unit =
    if (!inVariant) {
      val _ = beginVariant()
      inVariant = true
    }

  private def closeVariant(): Unit =
    if (variant.openContainers == 0) {
      inVariant = false
      endVariant()
    }

  protected[this] final def containerMismatch(): Boolean = {
    mismatch()
    false
  }

  /** Reports that the value does not fit. If mismatches are allowed, the place stays NULL. */
  protected[this] final def mismatch(): Unit =
    if (place.tag == Tag.FieldName) inside.asInstanceOf[StructBuilder].keyIsNotText()
    else if (mismatchFails && place.tag != Tag.Nowhere) {
      if (loose == null) throw Reason.TypeMismatch.signal
      loose.refuse()
    }

  override def asked: String = place.dataType match {
    case null => null
    case _: StructType => "STRUCT"
    case _: ArrayType => "ARRAY"
    case _: MapType => "MAP"
    case other => other.sql
  }

  override def refused: Array[Byte] = inside match {
    case struct: StructBuilder if !inVariant => struct.refused
    case _ => null
  }
}
