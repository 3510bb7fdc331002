package sparkwire.rows

import java.util.Locale

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform

import sparkwire.fast.FillerCode
import sparkwire.rows.buffers.{ArrayFrame, Frame, NumberCopy, RowBuffer}
import sparkwire.wire.core.{Allowance, Kind}
import sparkwire.wire.places._

/** A struct, array or map that is being written to its place. */
private[sparkwire] abstract class Container(val place: Place, val outer: Container) {

  /** @param count
    *   the number of elements or entries, -1 if it is not known
    */
  def begin(count: Int): Unit

  /** Ends the container. Returns false if the content turned out not to fit the type. */
  def end(): Boolean
  def asEntries: Entries = null

  /** The container that continues when a container inside this one has ended. */
  def acting: Container = this

  /** See [[sparkwire.wire.core.Sink.goesOn]]. */
  def goesOn(): Unit = ()

  /** Returns the place of the next element of an array. */
  def nextElement(): Place

  /** The places of a struct's fields by position in its shape; null for fields that are not needed.
    */
  def fields: Array[Place] = null

  /** A bit for each of the first 64 fields that is needed. */
  def needed: Long = 0L

  /** See [[sparkwire.wire.places.Offers.struct]]. */
  def plain: PlainSlots = null
}

/** A container that a map can be written to. */
private[sparkwire] trait Entries extends Container {

  /** Prepares for entries; called after [[begin]]. */
  def beginEntries(): Unit = ()
  def nextKey(): Place

  /** Returns the place of the value, or null if the value is not needed. */
  def nextValue(): Place
}

/** Builds an array. If its length is known, and small enough to be trusted, elements are written to
  * their final position; otherwise they are written to [[Cells]] first. Each of the two is created
  * on first use, with its own places for the content of the elements.
  */
private[sparkwire] final class ListBuilder(element: Kind, elementType: DataType, place: Place,
    outer: Container, allowance: Allowance)
    extends Container(place, outer) with Entries with ListSlots with TypedList {
  private[this] lazy val cells = {
    val buffer = place.frameOf.buffer
    new Cells(element, elementType, this, allowance, side = buffer, target = buffer)
  }
  // Not a lazy val: reading one costs as much as a field does.
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
      place.frameOf.buffer, elementType, allowance, isCounted = Frame.isCounted(element))
    framePlace = Places.of(element, elementType, frame, 0, this, allowance)
  }

  override def nextElement(): Place =
    if (isKnown) {
      frame.next()
      framePlace
    } else cells.next()

  override def numbers: NumberColumn = if (isKnown && framePlace.isNumber) frame else null

  override def filler(struct: PlainStruct): PlainFiller = (element, elementType) match {
    case (Kind.Struct(shape), required: StructType) if shape == struct.shape =>
      val made = new FillerCode().ofArray(struct, required)
      if (made == null) null else made.attach(place.frameOf.buffer, place)
    case _ => null
  }

  /** Moves the elements from their final position to cells, because more follow than were
    * announced.
    */
  override def goesOn(): Unit = if (isKnown) {
    endPair()
    frame.end()
    cells.beginAt(frame.start)
    cells.adopt(frame)
    isKnown = false
  }

  override def structFields: WholeFields =
    (if (isKnown) framePlace.struct else cells.place.struct).wholeFields
  override def next(): Unit = if (isKnown) frame.next() else { val _ = cells.next() }

  override def tryBigEndian(code: Int, count: Int, bytes: Array[Byte], from: Int): Boolean = {
    val isTaken = tryNumbers(NumberCopy.tagOf(code), count)
    if (isTaken) NumberCopy.fill(code, count, bytes, from, frame.buffer.bytes, frame.fillAll())
    isTaken
  }

  override def tryLittleEndian(number: Kind, count: Int, bytes: Array[Byte],
      from: Int): Boolean = {
    val isTaken = NumberCopy.isLowFirst && tryNumbers(NumberCopy.tagOf(number), count)
    if (isTaken)
      Platform.copyMemory(bytes, RowBuffer.address(from), frame.buffer.bytes, frame.fillAll(),
        count.toLong * frame.elementSize)
    isTaken
  }

  /** Makes room for all numbers of an array, unless the elements have another type. */
  private def tryNumbers(tag: Int, count: Int): Boolean = count <= ArrayFrame.MaxCount && {
    if (frame == null) prepare()
    val isTaken = framePlace.tag == tag
    if (isTaken) {
      frame.begin(count)
      place.writtenFrom(frame.start)
    }
    isTaken
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

  // A map as ARRAY<STRUCT<key, value>>, with its entries in the order of the bytes.

  private[this] val takesPairs = elementType match {
    case StructType(fields) =>
      element == Kind.Dynamic && fields.forall(field =>
        ListBuilder.PairNames(field.name.toLowerCase(Locale.ROOT)))
    case _ => false
  }
  private[this] var pair: StructBuilder = _

  override def asEntries: Entries = if (takesPairs) this else null

  override def nextKey(): Place = {
    endPair()
    pair = nextElement().struct
    pair.pairOf = this
    pair.begin()
    part("key", Place.Nowhere)
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

private object ListBuilder {
  private val PairNames = Set("key", "value")
}
