package sparkwire.wire.avro.framed

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.avro.{Avro, AvroTexts}
import sparkwire.wire.avro.framed.AvroFrame._
import sparkwire.wire.core.{
  Bytes, Cursor, Format, Kind, Options, OptionSpec, Reader, Reason, Root, Sink
}

/** The id of a schema in the headers of a Kafka record. The value of the record has no frame then.
  *
  * | bytes | id                     |
  * | 00    | INT32 big endian       |
  * | 01    | a GUID of 16 bytes     |
  *
  * Traps: a record may have several headers of one name, of which consumers take the last. A last
  * header without a value counts as none.
  */
object AvroHeader extends Format {
  val name = "avro"

  /** The names of the headers, by the parts of the record that their ids belong to. */
  val names: Seq[(String, String)] =
    Seq("value" -> "__value_schema_id", "key" -> "__key_schema_id")
  val Part: OptionSpec.Words = OptionSpec.Words("part", names.map(_._1).toIndexedSeq,
    "the part of the record that the schema belongs to")

  /** The name of this kind of frame. */
  final val Word = "confluent-header"
  private[framed] val word = Word.getBytes(UTF_8)

  // Other words than for a frame before a value, of the same meaning.
  val Truncated: Reason = Avro.TruncatedFrame.because("the header ends inside the id of the schema")
  val BadMagic: Reason = Avro.BadFrame.because(
    "the header must begin with 00, before an INT32, or with 01, before a GUID of 16 bytes")
  val Trailing: Reason =
    Avro.TrailingBytes.because("there are bytes after the id of the schema in the header")

  def reasons: Seq[Reason] = Seq(Truncated, BadMagic, Trailing)

  private[avro] val IdMagic = AvroFrameLayouts.HeaderId.constant("magic").toInt
  private[avro] val GuidMagic = AvroFrameLayouts.HeaderGuid.constant("magic").toInt

  /** The value of one header. */
  case object OneHeader extends Root {
    def kind: Kind = Kind.Struct(Parts)
    def newReader(options: Options): Reader = new HeaderIdReader
  }

  /** Returns the value of the header for an id, null if no header has such an id. */
  def of(id: SchemaId): Array[Byte] = id.length match {
    case SchemaId.IntBytes => IdMagic.toByte +: id.bytes
    case SchemaId.UuidBytes => GuidMagic.toByte +: id.bytes
    case _ => null
  }
}

/** Reads the id in a header as the struct that frames have: see [[AvroHeader]]. */
private[avro] final class HeaderIdReader extends Reader {
  private[this] val texts = new AvroTexts(replaces = false)

  override def readsAnywhere: Boolean = true

  def read(cursor: Cursor, sink: Sink): Unit = {
    sink.beginStruct(Parts)
    val wantFrame = sink.wanted(Frame)
    val magic = cursor.u8(AvroHeader.Truncated)
    if (magic != AvroHeader.IdMagic && magic != AvroHeader.GuidMagic)
      cursor.refuse(AvroHeader.BadMagic)
    if (wantFrame) sink.word(AvroHeader.word) else sink.skipped()

    if (magic == AvroHeader.IdMagic) {
      val want = sink.wanted(Id)
      val from = cursor.take(SchemaId.IntBytes.toLong, AvroHeader.Truncated)
      if (want) sink.int(Bytes.i32be(cursor.bytes, from).toLong) else sink.skipped()
    } else {
      val want = sink.wanted(Uuid)
      val from = cursor.take(SchemaId.UuidBytes.toLong, AvroHeader.Truncated)
      if (want) texts.giveUuidOf(cursor.bytes, from, sink) else sink.skipped()
    }
    // The value of the record begins with the datum.
    if (sink.derives(Offset)) sink.int(0)
    Reader.requireEnd(cursor, sink, AvroHeader.Trailing)
    sink.endStruct()
  }
}
