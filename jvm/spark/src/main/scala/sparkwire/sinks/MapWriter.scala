package sparkwire.sinks

import org.apache.spark.sql.types.MapType
import org.apache.spark.unsafe.Platform

import sparkwire.wire.{Kind, ObjectLayout}

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
  private[this] var keyFrame: ArrayFrame = _
  private[this] var valueFrame: ArrayFrame = _
  private[this] var keyPlace: Place = _
  private[this] var valuePlace: Place = _
  // Entries are counted as they come: a fault in one of them comes before what is too large behind it.
  private[this] val keyCost = if (key == Kind.Dynamic) Cells.Bytes.toLong else 0L
  private[this] val valueCost = if (value == Kind.Dynamic) Cells.Bytes.toLong else 0L

  private[this] var keys: Cells = _
  private[this] var values: Cells = _

  // Of the object that is read into it, if it is one.
  var layout: ObjectLayout = _

  override def asEntries: Entries = this

  override def begin(count: Int): Unit = {
    isKnown = count >= 0 && count <= ArrayFrame.MaxCount
    if (isKnown) {
      if (keyFrame == null) prepareFrames()
      from = buffer.reserve(8)
      keyFrame.begin(count)
      aside.clear()
      valueFrame.begin(count)
    } else beginCells()
  }

  private def prepareFrames(): Unit = {
    keyFrame = new ArrayFrame(buffer, required.keyType, budget, isCounted = false)
    keyPlace = Place.of(key, required.keyType, keyFrame, 0, this, budget)
    valueFrame = new ArrayFrame(aside, required.valueType, budget, isCounted = false)
    valuePlace = Place.of(value, required.valueType, valueFrame, 0, this, budget)
  }

  private def beginCells(): Unit = {
    if (keys == null) {
      keys = new Cells(key, required.keyType, this, budget, buffer)
      values = new Cells(value, required.valueType, this, budget, buffer)
    }
    keys.begin()
    values.begin()
  }

  override def nextKey(): Place =
    if (isKnown) {
      budget.spend(keyCost)
      keyFrame.next()
      keyPlace
    } else keys.next()

  override def nextValue(): Place =
    if (isKnown) {
      budget.spend(valueCost)
      valueFrame.next()
      valuePlace
    } else values.next()

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

  override def goesOn(): Unit = if (isKnown) {
    endFrames()
    adopt()
  }

  private def endFrames(): Unit = {
    keyFrame.end()
    valueFrame.end()
  }

  private def adopt(): Unit = {
    beginCells()
    keys.adopt(keyFrame)
    values.adopt(valueFrame)
    buffer.giveBack(from)
    isKnown = false
  }

  /** Spark's maps have neither NULL keys nor one key twice. */
  override def end(): Boolean =
    if (!isKnown) endCells()
    else {
      endFrames()
      if (keyFrame.areKeys) writeBehindKeys()
      else if (lastCounts) {
        adopt()
        endCells()
      } else {
        buffer.giveBack(from)
        false
      }
    }

  private def writeBehindKeys(): Boolean = {
    val valuesAt = buffer.reserve(aside.size)
    System.arraycopy(aside.bytes, 0, buffer.bytes, valuesAt, aside.size)
    written(valuesAt - keyFrame.start)
  }

  private def endCells(): Boolean = {
    keys.end()
    values.end()
    val areKeys = keys.areKeys
    if (!areKeys && lastCounts) {
      val last = keys.lastOfEach
      keys.keepOnly(last)
      values.keepOnly(last)
    }
    (areKeys || lastCounts) && writeCells()
  }

  private def writeCells(): Boolean = {
    from = buffer.reserve(8)
    val keysAt = keys.copied()
    val valuesAt = values.copied()
    written(valuesAt - keysAt)
  }

  private def written(keysSize: Int): Boolean = {
    Platform.putLong(buffer.bytes, RowBuffer.address(from), keysSize.toLong)
    place.writtenFrom(from)
    true
  }
}
