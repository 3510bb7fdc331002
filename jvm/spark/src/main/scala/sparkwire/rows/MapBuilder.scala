package sparkwire.rows

import org.apache.spark.sql.types.{DataType, MapType}
import org.apache.spark.unsafe.Platform

import sparkwire.rows.buffers.{ArrayFrame, RowBuffer}
import sparkwire.rows.buffers.Tag
import sparkwire.wire.core.{Allowance, Kind, ObjectLayout}
import sparkwire.wire.places.{NumberColumn, TypedMap}

/** Builds a map: the size of the key array in bytes, the key array, and the value array. If the
  * number of entries is known, keys are written to their final position, and values to a separate
  * array that is copied after the keys. Otherwise both are written to cells first. The frames and
  * cells are created on first use.
  *
  * @param lastCounts
  *   whether the last of several values with the same key counts; if not, a repeated key means that
  *   the value does not fit
  */
private[sparkwire] final class MapBuilder(key: Kind, value: Kind, required: MapType, place: Place,
    outer: Container, allowance: Allowance, lastCounts: Boolean)
    extends Container(place, outer) with Entries with TypedMap {
  private[this] val buffer = place.frameOf.buffer
  private[this] var isKnown = false
  // Where the map begins in the buffer.
  private[this] var from = 0

  private[this] val aside = new RowBuffer
  private[this] val keys = new MapSide(key, required.keyType, buffer, this, buffer, allowance)
  private[this] val values = new MapSide(value, required.valueType, aside, this, buffer, allowance)

  // The layout of the object that is written as a map, if it is an object.
  var layout: ObjectLayout = _

  override def asEntries: Entries = this

  override def begin(count: Int): Unit = {
    isKnown = count >= 0 && count <= ArrayFrame.MaxCount
    if (isKnown) {
      from = buffer.reserve(8)
      aside.clear()
      keys.begin(count)
      values.begin(count)
    } else {
      keys.beginCells()
      values.beginCells()
    }
  }

  override def nextElement(): Place = throw new IllegalStateException("a map has no elements")
  override def nextKey(): Place = keys.next(isKnown)
  override def nextValue(): Place = values.next(isKnown)

  override def numberKeys: NumberColumn =
    if (isKnown && keys.isNumber && values.isNumber) keys.frame else null
  override def numberValues: NumberColumn = values.frame

  override def goBehind(written: Int): Unit = {
    keys.goBehind(written)
    values.goBehind(written)
  }

  /** Every field of an object is wanted. */
  override def needed: Long = -1L

  /** Writes the name of an object's field as a key, and returns the place of the value. Returns
    * null for a mark, which is not a field.
    */
  def nextField(field: Int): Place =
    if (field >= layout.count) null
    else {
      val key = nextKey()
      if (key.tag == Tag.Text) key.writeText(layout.keys(field), 0, layout.keys(field).length)
      nextValue()
    }

  override def goesOn(): Unit = if (isKnown) adopt()

  private def adopt(): Unit = {
    keys.adopt()
    values.adopt()
    buffer.giveBack(from)
    isKnown = false
  }

  /** Spark's maps have neither NULL keys nor repeated keys. */
  override def end(): Boolean =
    if (!isKnown) endCells()
    else {
      keys.frame.end()
      values.frame.end()
      if (keys.frame.areKeys) writeBehindKeys()
      else if (lastCounts) {
        adopt()
        endCells()
      } else {
        buffer.giveBack(from)
        false
      }
    }

  private def writeBehindKeys(): Boolean = {
    val valuesAt = buffer.append(aside.bytes, 0, aside.size)
    written(valuesAt - keys.frame.start)
  }

  private def endCells(): Boolean = {
    keys.cells.end()
    values.cells.end()
    val areKeys = keys.cells.areKeys
    if (!areKeys && lastCounts) {
      val last = keys.cells.lastOfEach
      keys.cells.keepOnly(last)
      values.cells.keepOnly(last)
    }
    (areKeys || lastCounts) && writeCells()
  }

  private def writeCells(): Boolean = {
    from = buffer.reserve(8)
    val keysAt = keys.cells.toArray()
    val valuesAt = values.cells.toArray()
    written(valuesAt - keysAt)
  }

  private def written(keysSize: Int): Boolean = {
    Platform.putLong(buffer.bytes, RowBuffer.address(from), keysSize.toLong)
    place.writtenFrom(from)
    true
  }
}

/** The keys or the values of a map.
  *
  * @param known
  *   the buffer for entries whose number is known
  * @param target
  *   the buffer that cells are copied to
  */
private final class MapSide(kind: Kind, dataType: DataType, known: RowBuffer, map: MapBuilder,
    target: RowBuffer, allowance: Allowance) {
  // Entries are charged as they arrive, so that a fault in an entry is reported before a later
  // entry exceeds the limit.
  private[this] val cost = if (kind == Kind.Dynamic) ArrayFrame.ElementCost.toLong else 0L
  private[this] var framePlace: Place = _
  var frame: ArrayFrame = _
  var cells: Cells = _

  def begin(count: Int): Unit = {
    if (frame == null) {
      frame = new ArrayFrame(known, dataType, allowance, isCounted = false)
      framePlace = Places.of(kind, dataType, frame, 0, map, allowance)
    }
    frame.begin(count)
  }

  def beginCells(): Unit = {
    if (cells == null)
      cells = new Cells(kind, dataType, map, allowance, side = new RowBuffer, target = target)
    cells.begin()
  }

  def next(isKnown: Boolean): Place =
    if (isKnown) {
      allowance.spend(cost)
      frame.next()
      framePlace
    } else cells.next()

  /** Whether the values are whole numbers of 32 or 64 bits. Requires a known number of entries. */
  def isNumber: Boolean = framePlace.isNumber
  def goBehind(written: Int): Unit = {
    allowance.spend(cost * written)
    frame.goBehind(written)
  }

  /** Moves the values that were written as if their number were known to cells. */
  def adopt(): Unit = {
    frame.end()
    beginCells()
    cells.adopt(frame)
  }
}
