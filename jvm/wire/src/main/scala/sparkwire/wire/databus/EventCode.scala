package sparkwire.wire.databus

import sparkwire.wire.core.{Options, Shape}
import sparkwire.wire.databus.Databus._
import sparkwire.wire.heads.{FixedLayout, HeadCode, LayoutField}
import sparkwire.wire.places.{CodedReader, PlaceText, RowText}

/** Events as the text of a Java class that writes them straight into rows: the fields of the header by
  * the [[EventLayouts]], the others from where [[EventParts]] has found them.
  */
private[databus] final class EventCode(options: Options) extends CodedReader {
  private type Refer = (AnyRef, Class[_]) => String

  def shape: Shape = Event
  def depth: Int = 0

  def members(row: RowText, refer: Refer): String = {
    val parts = refer(new EventParts(options), classOf[EventParts])
    s"""public int read(int at, int count) {
       |  final ${classOf[EventParts].getName} parts = $parts;
       |  if (!parts.tryFind(in(), at, end())) return -1;
       |  return parts.isVersion1() ? read1(parts, at) : read2(parts, at);
       |}
       |${method("read1", EventLayouts.Version1, row, refer)(ofVersion1(_, _))}
       |${method("read2", EventLayouts.Version2, row, refer)(ofVersion2(_, _, refer))}""".stripMargin
  }

  private def method(name: String, layout: FixedLayout, row: RowText, refer: Refer)(
      other: (Int, PlaceText) => String): String = {
    val head = new HeadCode(layout, Event)
    val fields = row.names.map { field =>
      val place = row.place(field)
      head.give(field, "start", place, refer)
        .getOrElse(other(Event.positions.get(field).intValue, place))
    }
    s"""private int $name(${classOf[EventParts].getName} parts, int start) {
       |  final byte[] in = in();
       |  final int row = start();
       |  final boolean ${HeadCode.IsBig} = parts.isBig();
       |  ${row.begin}
       |  ${fields.mkString("\n")}
       |  return parts.end();
       |}""".stripMargin
  }

  private def ofVersion1(field: Int, place: PlaceText): String = field match {
    case Payload => place.bytes("parts.payloadFrom()", "parts.end()")
    case _ => key(field, place)
  }

  private def ofVersion2(field: Int, place: PlaceText, refer: Refer): String = field match {
    case SchemaVersion => place.number("(parts.hasPayload() ? (long) parts.schemaVersion() : 0L)")
    case SchemaId => ofPayload(place)(_.bytes("parts.digestFrom()", "parts.payloadFrom()"))
    case SchemaDigestType =>
      val (md5, crc32) = (refer(Md5, classOf[Array[Byte]]), refer(Crc32, classOf[Array[Byte]]))
      ofPayload(place)(_.made(s"(parts.hasMd5() ? $md5 : $crc32)"))
    case Payload => ofPayload(place)(_.bytes("parts.payloadFrom()", "parts.end()"))
    case _ => key(field, place)
  }

  private def ofPayload(place: PlaceText)(give: PlaceText => String): String =
    either("parts.hasPayload()", give(place), place.nothing)

  private def key(field: Int, place: PlaceText): String = field match {
    case Key =>
      val key = LayoutField.int64("key", 0).code("parts.keyAt()")
      either("parts.hasLongKey()", place.number(key), place.nothing)
    case KeyBytes =>
      either("parts.hasLongKey()", place.nothing,
        place.bytes("parts.keyFrom()", "parts.keyUntil()"))
    // A key that is a part, and metadata, are read step by step.
    case _ => place.nothing
  }

  private def either(condition: String, yes: String, no: String): String =
    s"if ($condition) {\n$yes\n} else {\n$no\n}"
}
