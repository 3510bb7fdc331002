package sparkwire.wire.avro.framed

import sparkwire.wire.avro.{AvroTexts, Varint}
import sparkwire.wire.avro.Avro.{TrailingBytes, TruncatedFrame}
import sparkwire.wire.avro.container.Codecs
import sparkwire.wire.avro.framed.RegistryFrame._
import sparkwire.wire.core.{Bytes, Cursor, Options, Reader, Sink}

/** Reads the frame of a registry and gives the payload after it: see [[RegistryFrame]].
  *
  * @param hasIndexes
  *   whether message indexes precede the payload
  */
private[avro] final class RegistryReader(hasIndexes: Boolean, options: Options) extends Reader {
  private[this] val texts = new AvroTexts(replaces = false)
  private[this] lazy val codecs = new Codecs(options.maxSize, hasZlibHead = true)
  private[this] lazy val unpackedCursor = new Cursor

  override def readsAnywhere: Boolean = true

  def read(cursor: Cursor, sink: Sink): Unit = {
    val from = cursor.position
    sink.beginStruct(Parts)
    val magic = if (cursor.left == 0) -1 else cursor.bytes(cursor.position).toInt
    val kind = if (magic == AvroHeader.GuidMagic) FrameKind.Confluent else FrameKind.at(cursor)
    if (kind == FrameKind.Confluent) {
      readMagic(kind, cursor, sink)
      if (magic == AvroHeader.GuidMagic) readUuid(cursor, sink) else readId(cursor, sink)
      if (hasIndexes) readIndexes(cursor, sink)
      givePayload(from, cursor, sink)
    } else if (kind == FrameKind.Glue) {
      readMagic(kind, cursor, sink)
      readGlue(from, cursor, sink)
    } else {
      // A single object of Avro is not a value of a registry.
      if (sink.derives(Frame)) sink.word(FrameKind.names(FrameKind.Bare))
      givePayload(from, cursor, sink)
    }
    sink.endStruct()
  }

  private def readMagic(kind: Int, cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(Frame)
    cursor.skip(1, TruncatedFrame)
    if (want) sink.word(FrameKind.names(kind)) else sink.skipped()
  }

  private def readId(cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(Id)
    val from = cursor.take(SchemaId.IntBytes.toLong, TruncatedFrame)
    if (want) sink.int(Bytes.i32be(cursor.bytes, from).toLong) else sink.skipped()
  }

  private def readUuid(cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(Uuid)
    val from = cursor.take(SchemaId.UuidBytes.toLong, TruncatedFrame)
    if (want) texts.giveUuidOf(cursor.bytes, from, sink) else sink.skipped()
  }

  private def readIndexes(cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(Indexes)
    val count = Varint.int(cursor, TruncatedFrame, BadIndexes)
    if (count < 0) cursor.refuse(BadIndexes)
    // An index has at least one byte, and eight while a row is built.
    cursor.need(count.toLong, TruncatedFrame)
    cursor.allowance.spend(math.min(count, cursor.left) * RegistryReader.IndexBytes)
    if (want && sink.beginArray(math.max(count, 1))) {
      if (count == 0) giveFirst(sink) else readAll(count, cursor, sink, gives = true)
      sink.endArray()
    } else {
      readAll(count, cursor, sink, gives = false)
      sink.skipped()
    }
  }

  private def giveFirst(sink: Sink): Unit = {
    sink.tracer.beginAbsent()
    sink.element()
    sink.int(0)
    sink.tracer.endAbsent()
  }

  private def readAll(count: Int, cursor: Cursor, sink: Sink, gives: Boolean): Unit = {
    var read = 0
    while (read < count) {
      if (gives) sink.element()
      val index = Varint.int(cursor, TruncatedFrame, BadIndexes)
      if (index < 0) cursor.refuse(BadIndexes)
      if (gives) {
        sink.tracer.wire("varint")
        sink.int(index.toLong)
      }
      read += 1
    }
  }

  private def givePayload(from: Int, cursor: Cursor, sink: Sink): Unit = {
    if (sink.derives(Offset)) sink.int((cursor.position - from).toLong)
    giveRest(cursor, sink)
  }

  private def giveRest(cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(Payload)
    val payload = cursor.position
    cursor.moveTo(cursor.end)
    if (want) sink.binary(cursor.bytes, payload, cursor.end) else sink.skipped()
  }

  // Glue

  private def readGlue(from: Int, cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(Compression)
    val compression = cursor.u8(TruncatedFrame)
    if (want) sink.int(compression.toLong) else sink.skipped()
    readUuid(cursor, sink)
    if (compression != FrameKind.GlueZlib) {
      if (hasIndexes) readIndex(cursor, sink)
      givePayload(from, cursor, sink)
    } else {
      if (sink.derives(Offset)) sink.int((cursor.position - from).toLong)
      readPacked(cursor, sink)
    }
  }

  private def readPacked(cursor: Cursor, sink: Sink): Unit = {
    sink.tracer.frame("zlib", -1)
    codecs.begin()
    codecs.unpack(Codecs.Deflate, cursor, cursor.position, cursor.end)
    cursor.moveTo(cursor.end - codecs.unread)
    sink.tracer.packed(codecs.length.toLong)
    val unpacked = unpackedCursor.wrapUnpacked(codecs.bytes, codecs.length, cursor)
    if (hasIndexes) readIndex(unpacked, sink)
    giveRest(unpacked, sink)
    sink.tracer.unpacked()
    Reader.requireEnd(cursor, sink, TrailingBytes)
  }

  private def readIndex(cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(Indexes)
    val begins = want && sink.beginArray(1)
    if (begins) sink.element()
    val zigzag = Varint.int(cursor, TruncatedFrame, BadIndexes)
    val index = (zigzag << 1) ^ (zigzag >> 31)
    if (index < 0) cursor.refuse(BadIndexes)
    if (begins) {
      sink.tracer.wire("varint")
      sink.int(index.toLong)
      sink.endArray()
    } else sink.skipped()
  }
}

private object RegistryReader {
  private final val IndexBytes = 8L
}
