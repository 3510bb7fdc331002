package sparkwire.wire.avro.framed

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire.avro.Avro.TruncatedFrame
import sparkwire.wire.avro.AvroTexts
import sparkwire.wire.avro.framed.AvroFrame._
import sparkwire.wire.core.{Bytes, Cursor, Reader, Sink}

/** Reads the frame before a value as a struct: see [[AvroFrame]]. */
private[avro] final class AvroFrameReader extends Reader {
  private[this] val texts = new AvroTexts(replaces = false)

  override def readsAnywhere: Boolean = true

  def read(cursor: Cursor, sink: Sink): Unit = {
    val from = cursor.position
    sink.beginStruct(Parts)
    val kind = FrameKind.at(cursor)
    if (kind == FrameKind.Bare) {
      if (sink.derives(Frame)) sink.word(FrameKind.names(kind))
    } else {
      val wantFrame = sink.wanted(Frame)
      cursor.skip(FrameKind.magicBytes(kind).toLong, TruncatedFrame)
      if (wantFrame) sink.word(FrameKind.names(kind)) else sink.skipped()
      if (kind == FrameKind.Glue) readCompression(cursor, sink)
      readId(kind, cursor, sink)
    }
    if (sink.derives(Offset)) sink.int((cursor.position - from).toLong)
    val wantDatum = sink.wanted(Datum)
    val datum = cursor.position
    cursor.moveTo(cursor.end)
    if (wantDatum) sink.binary(cursor.bytes, datum, cursor.end) else sink.skipped()
    sink.endStruct()
  }

  private def readCompression(cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(Compression)
    val compression = cursor.u8(TruncatedFrame)
    if (want) sink.word(AvroFrameReader.compressionName(compression)) else sink.skipped()
  }

  private def readId(kind: Int, cursor: Cursor, sink: Sink): Unit = {
    val length = FrameKind.idBytes(kind)
    val want = sink.wanted(AvroFrameReader.idField(kind))
    val from = cursor.take(length.toLong, TruncatedFrame)
    if (!want) sink.skipped()
    else kind match {
      case FrameKind.Confluent => sink.int(Bytes.i32be(cursor.bytes, from).toLong)
      case FrameKind.SingleObject => sink.binary(cursor.bytes, from, cursor.position)
      case FrameKind.Glue => texts.giveUuidOf(cursor.bytes, from, sink)
    }
  }
}

private object AvroFrameReader {
  private val Plain = "none".getBytes(UTF_8)
  private val Zlib = "zlib".getBytes(UTF_8)

  private def compressionName(compression: Int): Array[Byte] =
    if (compression == FrameKind.GlueZlib) Zlib else Plain

  private def idField(kind: Int): Int = kind match {
    case FrameKind.Confluent => Id
    case FrameKind.SingleObject => Fingerprint
    case FrameKind.Glue => Uuid
  }
}
