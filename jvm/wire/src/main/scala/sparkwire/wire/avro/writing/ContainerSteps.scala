package sparkwire.wire.avro.writing

import sparkwire.wire.core.Shape
import sparkwire.wire.writing.{Family, Output, Source, Unencodable, VarintOutput}

/** A record: its fields, one after the other. A field that is not given has its default, or else is
  * NULL if its type allows that.
  *
  * @param fields
  *   the steps of the fields, set when all types are known
  * @param defaults
  *   the bytes of the defaults, null for a field without one
  */
private final class RecordStep(shape: Shape, limits: Limits)
    extends DatumStep(Families(Family.Struct, Family.Object)) {
  var fields: Array[DatumStep] = _
  var defaults: Array[Array[Byte]] = _

  override def fits(source: Source, field: Int): Boolean = source.matches(field, shape)

  protected def put(source: Source, field: Int, out: Output): Unit = {
    limits.enter(fields.length)
    val record = source.struct(field, shape)
    var i = 0
    while (i < fields.length) {
      writeField(record, i, out)
      i += 1
    }
    limits.leave()
  }

  private def writeField(record: Source, i: Int, out: Output): Unit = {
    val step = fields(i)
    if (record.has(i)) step.write(record, i, out)
    else if (step.takesNull && (record.names(i) || defaults(i) == null)) step.writeNull(out)
    else if (defaults(i) != null) out.put(defaults(i), 0, defaults(i).length)
    else throw new Unencodable(Unencodable.MissingField)
  }
}

/** An array: one block of a count and the items, then 0. */
private final class ArrayStep(limits: Limits) extends DatumStep(Families(Family.List)) {
  var item: DatumStep = _

  protected def put(source: Source, field: Int, out: Output): Unit = {
    val items = source.list(field)
    val count = items.count
    limits.enter(count)
    if (count > 0) VarintOutput.long(out, count.toLong)
    var i = 0
    while (i < count) {
      item.writeAny(items, i, out)
      i += 1
    }
    out.i8(0)
    limits.leave()
  }
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
      value.writeAny(entries, i + 1, out)
      i += 2
    }
    out.i8(0)
    limits.leave()
  }
}
