package sparkwire.wire.databus

import sparkwire.wire.core._

/** The checksums of one event: the ones in its header, and the correct ones. */
case object EventChecksums extends Root {
  def kind: Kind = Kind.Struct(Sums)
  def newReader(options: Options): Reader = new ChecksumReader(options)

  private[databus] val Sums: Shape = Shape(
    "checksums",
    Vector(
      Field("header_crc", Kind.Int64, ""),
      Field("right_header_crc", Kind.Int64, ""),
      Field("body_crc", Kind.Int64, ""),
      Field("right_body_crc", Kind.Int64, "")
    )
  )
  private[databus] final val HeaderCrc = 0
  private[databus] final val RightHeaderCrc = 1
  private[databus] final val BodyCrc = 2
  private[databus] final val RightBodyCrc = 3
}

/** Computes the checksums of one event. A wrong checksum is not a fault, anything else is: the
  * bytes that a checksum covers depend on the lengths.
  */
private final class ChecksumReader(options: Options) extends Reader {
  import EventChecksums._

  private[this] val event =
    new EventReader(Options(options.values.updated(Options.Verify.name, "none")))
  private[this] val askedOrder = options.word(Databus.ByteOrder)
  private[this] val headers = new EventHeaders

  def read(cursor: Cursor, sink: Sink): Unit = {
    val start = cursor.position
    event.readNext(cursor, Nowhere, askedOrder)
    Reader.requireEnd(cursor, sink, Databus.TrailingBytes)
    val header = headers.of(cursor.bytes(start).toInt)
    header.find(cursor, start)
    sink.beginStruct(Sums)
    if (sink.derives(HeaderCrc)) sink.int(header.headerCrc(cursor))
    if (sink.derives(RightHeaderCrc)) sink.int(header.rightHeaderCrc(cursor))
    if (sink.derives(BodyCrc)) sink.int(header.bodyCrc(cursor))
    if (sink.derives(RightBodyCrc)) sink.int(header.rightBodyCrc(cursor))
    sink.endStruct()
  }
}
