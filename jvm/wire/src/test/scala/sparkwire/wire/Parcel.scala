package sparkwire.wire

import sparkwire.wire.core._

/** A small format for tests. Big-endian.
  * | offset | type | field                                       |
  * | 0      | u8   | version, 1                                  |
  * | 1      | u16  | n, number of tags                           |
  * | 3      |      | n tags: u8 id, u32 length of the data, data |
  */
object Parcel {
  val Cut = new Reason("cut", "the input ends early")
  val BadVersion = new Reason("bad-version", "the version must be 1")
  val TrailingBytes = new Reason("trailing-bytes", "there are bytes after the end of the parcel")

  val TagShape: Shape = Shape("tag",
    Vector(
      Field("id", Kind.Int16, "u8"),
      Field("data", Kind.Binary, "bytes"),
      Field.frame("data", "length u32")
    ))
  val ParcelShape: Shape = Shape("parcel",
    Vector(
      Field("version", Kind.Int8, "u8"),
      Field("tags", Kind.Sequence(Kind.Struct(TagShape)), "count u16")
    ))

  object Whole extends Root {
    def kind: Kind = Kind.Struct(ParcelShape)
    def newReader(options: Options): Reader = ParcelReader
  }

  object ParcelReader extends Reader {
    def read(cursor: Cursor, sink: Sink): Unit = {
      sink.beginStruct(ParcelShape)
      val wantVersion = sink.wanted(0)
      val version = cursor.u8(Cut)
      if (version != 1) cursor.refuse(BadVersion)
      if (wantVersion) sink.int(version.toLong) else sink.skipped()

      val wantTags = sink.wanted(1)
      val count = cursor.u16(Cut)
      if (wantTags) {
        sink.beginArray(count)
        (0 until count).foreach { _ =>
          sink.element()
          readTag(cursor, sink)
        }
        sink.endArray()
      } else {
        (0 until count).foreach(_ => readTag(cursor, Nowhere))
        sink.skipped()
      }
      sink.endStruct()
      if (cursor.left > 0) {
        sink.tracer.outside()
        cursor.refuse(TrailingBytes)
      }
    }

    private def readTag(cursor: Cursor, sink: Sink): Unit = {
      sink.beginStruct(TagShape)
      val wantId = sink.wanted(0)
      val id = cursor.u8(Cut)
      if (wantId) sink.int(id.toLong) else sink.skipped()
      val wantLength = sink.wanted(2)
      val length = cursor.u32(Cut)
      if (wantLength) sink.int(length) else sink.skipped()
      val wantData = sink.wanted(1)
      val data = cursor.take(length, Cut)
      if (wantData) sink.binary(cursor.bytes, data, cursor.position) else sink.skipped()
      sink.endStruct()
    }
  }
}
