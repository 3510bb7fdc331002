package sparkwire.sinks
package containers

import java.util.Locale

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

import sparkwire.sinks.generated.FillerCode
import sparkwire.sinks.rows.{ArrayFrame, Budget, Cells, Frame, NumberCopy, RowBuffer}
import sparkwire.wire.core.Kind
import sparkwire.wire.places._

/** A struct, array or map that is being written to its place. */
private[sinks] abstract class Container(val place: Place, val outer: Container) {

  /** @param count
    *   of the elements of an array, -1 where it is not known
    */
  def begin(count: Int): Unit

  /** False if what came is no value of the type after all. */
  def end(): Boolean
  def asEntries: Entries = null

  /** Who goes on when a container inside has ended. */
  def acting: Container = this

  /** See [[sparkwire.wire.core.Sink.goesOn]]. */
  def goesOn(): Unit = ()

  /** The places of a struct's fields by their position in its shape, null where not needed. */
  def fields: Array[Place] = null

  /** The same as bits. */
  def needed: Long = 0L

  /** See [[sparkwire.wire.core.Sink.direct]]. */
  def direct: StructSlots = null
}

/** A container that a map can be read into. */
private[sinks] trait Entries extends Container {

  /** Makes ready for entries, behind [[begin]]. */
  def beginEntries(): Unit = ()
  def nextKey(): Place

  /** Null if the value is not needed. */
  def nextValue(): Place
}

/** An array. If its length is known, and small enough to be believed, elements are written where they
  * stay; else to [[Cells]] first. Either way is made ready when it is needed: what is
  * inside of them is made twice.
  */
private[sinks] final class ListWriter(element: Kind, elementType: DataType, place: Place,
    outer: Container, budget: Budget)
    extends Container(place, outer) with Entries with ListSlots {
  private[this] lazy val cells = {
    val buffer = place.frameOf.buffer
    new Cells(element, elementType, this, budget, side = buffer, target = buffer)
  }
  // No lazy val: reading one again costs as much as a field does.
  private[this] var frame: ArrayFrame = _
  private[this] var framePlace: Place = _
  private[this] var isKnown = false

  override def begin(count: Int): Unit = {
    isKnown = count >= 0 && count <= ArrayFrame.MaxCount
    if (isKnown) {
      if (frame == null) prepare()
      frame.begin(count)
    } else cells.begin()
    if (pair != null) pair.pairOf = null
    pair = null
  }

  private def prepare(): Unit = {
    frame = new ArrayFrame(
      place.frameOf.buffer, elementType, budget, isCounted = Frame.isCounted(element))
    framePlace = Places.of(element, elementType, frame, 0, this, budget)
  }

  def nextElement(): Place =
    if (isKnown) {
      frame.next()
      framePlace
    } else cells.next()

  /** Where elements are whole numbers in an array of known length that has just begun: that array, else null. */
  def numbers: ArrayFrame = if (isKnown && framePlace.isNumber) frame else null

  override def filler(struct: PlainStruct): PlainFiller = (element, elementType) match {
    case (Kind.Struct(shape), required: StructType) if shape == struct.shape =>
      val made = new FillerCode().ofArray(struct, required)
      if (made == null) null else made.attach(place)
    case _ => null
  }

  /** What is written where it stays goes to cells after all. */
  override def goesOn(): Unit = if (isKnown) {
    endPair()
    frame.end()
    cells.beginAt(frame.start)
    cells.adopt(frame)
    isKnown = false
  }

  override def structSlots: StructSlots = if (isKnown) framePlace.struct else cells.place.struct
  override def next(): Unit = if (isKnown) frame.next() else { val _ = cells.next() }

  override def tryNumbers(run: NumberRun, count: Int, stride: Int, bytes: Array[Byte],
      from: Int): Boolean =
    count <= ArrayFrame.MaxCount && {
      if (frame == null) prepare()
      val isTaken =
        if (run.shape != null) takesStructs(run, count, stride, bytes, from)
        else framePlace.tag == NumberCopy.tagOf(run.codes(0)) && {
          frame.begin(count)
          NumberCopy.fill(run.codes(0), count, stride, bytes, from, frame)
          true
        }
      if (isTaken) place.writtenFrom(frame.start)
      isTaken
    }

  override def tryLittleEndian(number: Kind, count: Int, bytes: Array[Byte],
      from: Int): Boolean =
    count <= ArrayFrame.MaxCount && {
      if (frame == null) prepare()
      val isTaken = NumberCopy.isLowFirst && framePlace.tag == NumberCopy.tagOf(number)
      if (isTaken) {
        frame.begin(count)
        Platform.copyMemory(bytes, RowBuffer.address(from), frame.buffer.bytes, frame.fillAll(),
          count.toLong * frame.elementSize)
        place.writtenFrom(frame.start)
      }
      isTaken
    }

  private def takesStructs(run: NumberRun, count: Int, stride: Int, bytes: Array[Byte],
      from: Int): Boolean = {
    val struct = if (framePlace.tag == Place.Struct) framePlace.struct else null
    val copy = if (struct != null && struct.isOf(run.shape)) struct.copyOf(run) else null
    if (copy != null) {
      frame.begin(count)
      copy.copyAll(bytes, from, stride, count, frame)
    }
    copy != null
  }

  override def end(): Boolean = {
    endPair()
    if (isKnown) {
      frame.end()
      place.writtenFrom(frame.start)
    } else {
      cells.end()
      place.writtenFrom(cells.toArray())
    }
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
    pair.pairOf = this
    pair.begin()
    part("key", ListWriter.NoKey)
  }

  override def nextValue(): Place = part("value", null)

  private def part(name: String, absent: Place): Place = {
    val found = pair.placeNamed(name)
    if (found == null) absent else found
  }

  private def endPair(): Unit = if (pair != null) {
    pair.pairOf = null
    val _ = pair.end()
    pair = null
  }
}

private object ListWriter {
  // A pair of which only the value is asked for.
  private val NoKey = new Place(Place.Nowhere, NullType, null, -1)
  private val PairNames = Set("key", "value")
}
