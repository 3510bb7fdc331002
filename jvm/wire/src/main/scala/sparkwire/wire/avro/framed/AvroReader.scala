package sparkwire.wire.avro.framed

import sparkwire.wire.avro.Avro._
import sparkwire.wire.avro.container.Codecs
import sparkwire.wire.avro.data.{DatumReader, Plan}
import sparkwire.wire.core.{Cursor, Options, Reader, Sink}

/** Reads one value with the frame before it: see [[AvroFrame]].
  *
  * @param frame
  *   the kind of the frame, or [[AvroReader.Auto]]
  */
private[avro] final class AvroReader(frame: Int, plans: WriterPlans, options: Options,
    isTyped: Boolean)
    extends Reader {
  private[this] val values = new OneDatum(options, isTyped)
  private[this] lazy val packed = new PackedValue(values, options)
  private[this] var plan: Plan = _
  // How many bytes a compressed value has become, in addition to its bytes on the wire.
  private[this] var unpacked = 0L

  override def readsAnywhere: Boolean = true
  override def setOtherInputs(inputs: Array[AnyRef]): Unit = plans.setOtherInputs(inputs)
  override def mayBecome(length: Long): Long = super.mayBecome(length + unpacked) + plan.beside

  def read(cursor: Cursor, sink: Sink): Unit = {
    unpacked = 0
    val kind = if (frame == FrameKind.Bare) frame else FrameKind.at(cursor)
    if (kind == FrameKind.Bare && (frame == kind || frame == AvroReader.Auto)) {
      plan = plans.ofBare(cursor, sink)
      values.read(plan, cursor, sink)
    } else {
      if (kind != frame && frame != AvroReader.Auto)
        cursor.refuse(if (cursor.left == 0) TruncatedFrame else BadFrame)
      readFramed(kind, cursor, sink)
    }
  }

  private def readFramed(kind: Int, cursor: Cursor, sink: Sink): Unit = {
    cursor.skip(FrameKind.magicBytes(kind).toLong, TruncatedFrame)
    sink.tracer.framedBytes("magic")
    val isPacked =
      kind == FrameKind.Glue && cursor.u8(TruncatedFrame) == FrameKind.GlueZlib
    if (kind == FrameKind.Glue) sink.tracer.framedBytes("compression")
    cursor.skip(FrameKind.idBytes(kind).toLong, TruncatedFrame)
    plan = plans.of(kind, cursor, sink)
    sink.tracer.framedBytes("schema id")
    if (isPacked) {
      unpacked = packed.read(plan, cursor, sink)
      values.end(cursor, sink)
    } else values.read(plan, cursor, sink)
  }
}

private object AvroReader {

  /** The first bytes determine the frame. */
  final val Auto = -1
}

/** Reads the value that is the rest of the input. Bytes after it mean that it was written with
  * another schema, or that a frame precedes it, so they are refused unless `trailing` is
  * `ignore`.
  */
private final class OneDatum(options: Options, isTyped: Boolean) {
  private[this] val datum = new DatumReader(options, isTyped)
  private[this] val ignoresRest = options.word(Trailing) == "ignore"

  def read(plan: Plan, cursor: Cursor, sink: Sink): Unit = {
    readDatum(plan, cursor, sink)
    end(cursor, sink)
  }

  /** Reads or refuses the bytes after the value. */
  def end(cursor: Cursor, sink: Sink): Unit =
    if (!ignoresRest) Reader.requireEnd(cursor, sink, TrailingBytes)
    else if (cursor.left > 0) {
      sink.tracer.frame("unread", -1)
      val from = cursor.position
      cursor.moveTo(cursor.end)
      sink.tracer.frameEnd((cursor.end - from).toLong)
    }

  /** Like [[read]], for a decompressed value: bytes after it have no offset in the input. */
  def readUnpacked(plan: Plan, cursor: Cursor, sink: Sink): Unit = {
    readDatum(plan, cursor, sink)
    if (cursor.left > 0 && !ignoresRest) cursor.refuse(TrailingBytes)
  }

  private def readDatum(plan: Plan, cursor: Cursor, sink: Sink): Unit = {
    datum.begin(TruncatedDatum)
    datum.charge(cursor, 1, plan.root.excess)
    datum.read(plan.root, cursor, sink)
  }
}

/** Reads a value that is compressed by zlib. A fault in it has the offset of the first compressed
  * byte.
  */
private final class PackedValue(values: OneDatum, options: Options) {
  private[this] val codecs = new Codecs(options.maxSize, hasZlibHead = true)
  private[this] val unpackedCursor = new Cursor
  unpackedCursor.setMaxDepth(options.maxDepth)

  /** Returns the size of the decompressed value in bytes. */
  def read(plan: Plan, cursor: Cursor, sink: Sink): Long = {
    sink.tracer.frame("zlib", -1)
    val from = cursor.position
    codecs.begin()
    codecs.unpack(Codecs.Deflate, cursor, from, cursor.end)
    cursor.moveTo(cursor.end - codecs.unread)
    sink.tracer.packed(codecs.length.toLong)
    values.readUnpacked(
      plan, unpackedCursor.wrapUnpacked(codecs.bytes, codecs.length, cursor), sink)
    sink.tracer.unpacked()
    codecs.length.toLong
  }
}
