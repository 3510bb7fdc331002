package sparkwire.wire.databus

import java.util.Arrays

import sparkwire.wire.core._
import sparkwire.wire.databus.Databus._
import sparkwire.wire.writing.{Output, Source, Unencodable}

/** Compares the derived fields that are given with the fields of the event as it was written. */
private[databus] final class DerivedFields(output: Output) {
  private[this] val cursor = new Cursor
  private[this] val reader = new EventReader(Options(Map(Options.Verify.name -> "none")))
  private[this] val made = new EventFields

  def check(source: Source): Unit = {
    made.begin()
    val order = if (output.isBigEndian) "big" else "little"
    reader.readNext(cursor.wrap(output.bytes, 0, output.position), made, order)
    var field = 0
    while (field < Event.fields.length) {
      if (!Event.fields(field).isFrame && source.has(field) && !isSame(source, field))
        throw new Unencodable(Unencodable.DerivedMismatch)
      field += 1
    }
    checkPart(source, KeyPart, EventFields.InKeyPart)
    checkPart(source, Metadata, EventFields.InMetadata)
  }

  private def checkPart(source: Source, field: Int, base: Int): Unit = if (source.has(field)) {
    val part = source.struct(field)
    if (part.has(PartDigestType) && !isSameText(part, PartDigestType, base + PartDigestType))
      throw new Unencodable(Unencodable.DerivedMismatch)
  }

  private def isSame(source: Source, field: Int): Boolean = Event.fields(field).kind match {
    case Kind.Bool => made.has(field) && made.flag(field) == source.bool(field)
    case Kind.Text => isSameText(source, field, field)
    case Kind.Timestamp => source.int(field) == Math.floorDiv(made.number(TimestampNanos), 1000L)
    case Kind.Binary | _: Kind.Struct => true
    case _ => made.has(field) && made.number(field) == source.int(field)
  }

  private def isSameText(source: Source, field: Int, at: Int): Boolean = made.has(at) && {
    source.text(field)
    Arrays.equals(source.bytes, source.from, source.until,
      made.bytes(at), made.from(at), made.until(at))
  }
}
