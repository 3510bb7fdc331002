package sparkwire.wire.avro.writing

import java.util.IdentityHashMap

import sparkwire.wire.core.Shape
import sparkwire.wire.places.{PlainPart, PlainStruct}
import sparkwire.wire.writing._

/** A record: its fields, one after the other. A field that is not given has its default, or else is
  * NULL if its type allows that.
  */
private final class RecordStep(shape: Shape, limits: Limits)
    extends DatumStep(Families(Family.Struct, Family.Object)) {
  private[this] var fields: Array[DatumStep] = _
  private[this] var defaults: Array[Array[Byte]] = _
  // Null if no code can write all fields, for example the fields of a recursive type.
  private[this] var described: PlainStruct = _
  private[this] var byCode: PlainRecords = _

  /** Sets the steps of the fields, when all types but those that contain this one are known, and the
    * bytes of their defaults, null for a field without one.
    */
  def setFields(all: Array[DatumStep], defaults: Array[Array[Byte]]): Unit = {
    fields = all
    this.defaults = defaults
    val parts: Array[PlainPart] = all.indices.map(i => all(i).plain(i)).toArray
    if (!parts.contains(null)) {
      described = new PlainStruct(shape, parts, null, Array.empty, 0)
      byCode = new PlainRecords(described)
    }
  }

  override def fits(source: Source, field: Int): Boolean = source.matches(field, shape)

  protected def put(source: Source, field: Int, out: Output): Unit = {
    limits.enter(fields.length)
    val record = source.struct(field, shape)
    // Only a value that is written field by field is charged for being tried.
    if (byCode == null || limits.isTrying || !byCode.tryWrite(record.plain, out, limits.levels))
      fieldByField(record, out)
    limits.leave()
  }

  private def fieldByField(record: Source, out: Output): Unit = {
    var i = 0
    while (i < fields.length) {
      writeField(record, i, out)
      i += 1
    }
  }

  private def writeField(record: Source, i: Int, out: Output): Unit = {
    val step = fields(i)
    if (record.has(i)) step.writePart(record, i, out, limits)
    else if (step.takesNull && (record.names(i) || defaults(i) == null)) step.writeNull(out)
    else if (defaults(i) != null) out.put(defaults(i), 0, defaults(i).length)
    else throw new Unencodable(Unencodable.MissingField)
  }

  override def plain(field: Int): PlainPart.OneField =
    if (described == null) null else PlainPart.Nested(field, described)
}

/** Generated code for one type of records, at each place where there are such records. */
private final class PlainRecords(plain: PlainStruct) {
  import PlainRecords._

  private[this] lazy val known = new IdentityHashMap[PlainRows, PlainWrite]
  private[this] var place: PlainRows = _
  private[this] var current: PlainWrite = _

  /** See [[PlainWrite.tryWrite]]. */
  def tryWrite(rows: PlainRows, out: Output, levels: Int): Boolean =
    rows != null && {
      if (rows ne place) go(rows)
      current.tryWrite(rows, out, levels)
    }

  private def go(rows: PlainRows): Unit = {
    // Places come without end if each value has a schema of its own.
    if (known.size == MostPlaces) known.clear()
    place = rows
    current = known.computeIfAbsent(rows, _ => new PlainWrite(plain))
  }
}

private object PlainRecords {
  private final val MostPlaces = 64
}

/** An array: one block of a count and the items, then 0. */
private final class ArrayStep(limits: Limits) extends DatumStep(Families(Family.List)) {
  private[this] var item: DatumStep = _
  private[this] var element: PlainPart.OneField = _

  def setItem(step: DatumStep): Unit = {
    item = step
    element = step.plain(0)
  }

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val items = source.list(field)
    val count = items.count
    limits.enter(count)
    if (count > 0) VarintOutput.long(out, count.toLong)
    var i = 0
    while (i < count) {
      if (items.has(i)) item.writePart(items, i, out, limits) else item.writeNull(out)
      i += 1
    }
    out.i8(0)
    limits.leave()
  }

  override def plain(field: Int): PlainPart.OneField =
    if (element == null) null else PlainPart.Block(field, element)
}

/** A map: one block of a count, the keys and values in turn, then 0. */
private final class MapStep(limits: Limits) extends DatumStep(Families(Family.Map, Family.Object)) {
  var value: DatumStep = _

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val entries = source.entries(field)
    val count = entries.count
    limits.enter(count)
    if (count > 0) VarintOutput.long(out, (count / 2).toLong)
    var i = 0
    while (i < count) {
      if (!entries.has(i) || entries.family(i) != Family.Text)
        throw new Unencodable(Unencodable.TypeMismatch)
      entries.text(i)
      ScalarSteps.counted(entries.bytes, entries.from, entries.until, out)
      if (entries.has(i + 1)) value.writePart(entries, i + 1, out, limits)
      else value.writeNull(out)
      i += 2
    }
    out.i8(0)
    limits.leave()
  }
}
