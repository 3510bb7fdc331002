package sparkwire.sinks
package containers

import org.apache.spark.sql.types.{DataType, MapType}
import org.apache.spark.unsafe.Platform

import sparkwire.sinks.rows.{ArrayFrame, Budget, Cells, RowBuffer}
import sparkwire.wire.core.Kind
import sparkwire.wire.places.ObjectLayout

/** A map: the size of the array of keys, that array, and the array of values. If the number of entries is
  * known, keys are written where they stay and values to an array that is copied behind them; else both to
  * cells first. Either way is made ready when it is needed.
  *
  * @param lastCounts
  *   of values with the same key the last one counts; else they are no map
  */
private[sinks] final class MapWriter(key: Kind, value: Kind, required: MapType, place: Place,
    outer: Container, budget: Budget, lastCounts: Boolean)
    extends Container(place, outer) with Entries {
  private[this] val buffer = place.frameOf.buffer
  private[this] var isKnown = false
  // Where it begins.
  private[this] var from = 0

  private[this] val aside = new RowBuffer
  private[this] val keys = new MapSide(key, required.keyType, buffer, this, buffer, budget)
  private[this] val values = new MapSide(value, required.valueType, aside, this, buffer, budget)

  // Of the object that is read into it, if it is one.
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

  override def nextKey(): Place = keys.next(isKnown)
  override def nextValue(): Place = values.next(isKnown)

  /** Where keys and values are whole numbers in a map of known length that has just begun: the keys, else null. */
  def numberKeys: ArrayFrame = if (isKnown && keys.isNumber && values.isNumber) keys.frame else null
  def numberValues: ArrayFrame = values.frame

  /** Goes behind the first entries, which were written by the caller. */
  def goBehind(written: Int): Unit = {
    keys.goBehind(written)
    values.goBehind(written)
  }

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

  override def goesOn(): Unit = if (isKnown) adopt()

  private def adopt(): Unit = {
    keys.adopt()
    values.adopt()
    buffer.giveBack(from)
    isKnown = false
  }

  /** Spark's maps have neither NULL keys nor one key twice. */
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

/** The keys of a map, or its values.
  *
  * @param known
  *   where they are written if their number is known
  * @param target
  *   where they are copied to if not
  */
private final class MapSide(kind: Kind, dataType: DataType, known: RowBuffer, map: MapWriter,
    target: RowBuffer, budget: Budget) {
  // Entries are counted as they come: a fault in one of them comes before what is too large behind it.
  private[this] val cost = if (kind == Kind.Dynamic) Cells.Bytes.toLong else 0L
  private[this] var framePlace: Place = _
  var frame: ArrayFrame = _
  var cells: Cells = _

  def begin(count: Int): Unit = {
    if (frame == null) {
      frame = new ArrayFrame(known, dataType, budget, isCounted = false)
      framePlace = Places.of(kind, dataType, frame, 0, map, budget)
    }
    frame.begin(count)
  }

  def beginCells(): Unit = {
    if (cells == null)
      cells = new Cells(kind, dataType, map, budget, side = new RowBuffer, target = target)
    cells.begin()
  }

  def next(isKnown: Boolean): Place =
    if (isKnown) {
      budget.spend(cost)
      frame.next()
      framePlace
    } else cells.next()

  /** Of a number that is known. */
  def isNumber: Boolean = framePlace.isNumber
  def goBehind(written: Int): Unit = {
    budget.spend(cost * written)
    frame.goBehind(written)
  }

  /** Takes over what was written as if its number were known. */
  def adopt(): Unit = {
    frame.end()
    beginCells()
    cells.adopt(frame)
  }
}
