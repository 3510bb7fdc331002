package sparkwire.wire.avro.container

import java.util.Arrays

import sparkwire.wire.avro.{Avro, Varint}
import sparkwire.wire.avro.container.AvroContainer._
import sparkwire.wire.avro.data.Plan
import sparkwire.wire.avro.schemas.Schemas
import sparkwire.wire.core._

/** Reads the header of a container.
  * | 4 bytes  | magic, 4f 62 6a 01                                                   |
  * | map      | metadata: text to bytes, in blocks like every map in Avro            |
  * | 16 bytes | sync marker, which ends every block                                  |
  *
  * `avro.schema` is required; `avro.codec` is null if absent. If a key occurs twice, its last value
  * counts.
  */
private[wire] final class ContainerHeaderReader(positions: ContainerFields, records: RecordSchema,
    options: Options) {
  private[this] val plans = records.newPlans(options)
  // The schema and the codec: the position of each value with its length, and the range of its
  // bytes.
  private[this] var schemaAt = -1
  private[this] var schemaFrom = 0
  private[this] var schemaUntil = 0
  private[this] var codecAt = -1
  private[this] var codecFrom = 0
  private[this] var codecUntil = 0
  private[this] var planFound: Plan = _
  private[this] var codecFound = 0
  private[this] var syncFrom = 0

  // Of the header read last.
  def plan: Plan = planFound
  def codec: Int = codecFound

  /** The position of the sync marker. */
  def syncAt: Int = syncFrom

  def read(cursor: Cursor, sink: Sink): Unit = {
    sink.wanted(positions.magic)
    if (cursor.left == 0) cursor.refuse(EmptyAvro)
    readMagic(cursor)
    sink.skipped()

    val wantMetadata = sink.wanted(positions.metadata)
    val metadataAt = cursor.position
    schemaAt = -1
    codecAt = -1
    readMetadata(cursor, sink, wantMetadata)

    sink.wanted(positions.sync)
    syncFrom = cursor.take(AvroContainer.SyncBytes, TruncatedHeader)
    sink.skipped()

    val end = cursor.position
    cursor.moveTo(if (schemaAt < 0) metadataAt else schemaAt)
    giveSchema(cursor, sink)
    cursor.moveTo(if (codecAt < 0) metadataAt else codecAt)
    giveCodec(cursor, sink)
    cursor.moveTo(end)
  }

  /** Whether the magic is at the cursor. */
  def startsAt(cursor: Cursor): Boolean = cursor.left >= ContainerHeaderReader.Magic.length &&
    Arrays.equals(
      cursor.bytes, cursor.position, cursor.position + ContainerHeaderReader.Magic.length,
      ContainerHeaderReader.Magic, 0, ContainerHeaderReader.Magic.length)

  private def readMagic(cursor: Cursor): Unit = {
    val at = cursor.position
    val there = math.min(4, cursor.left)
    if (!Arrays.equals(cursor.bytes, at, at + there, ContainerHeaderReader.Magic, 0, there))
      cursor.refuse(BadMagic)
    cursor.skip(4, TruncatedHeader)
  }

  private def readMetadata(cursor: Cursor, sink: Sink, isWanted: Boolean): Unit = {
    var left = count(cursor)
    val into = if (isWanted && sink.beginMap(Avro.countAhead(sink, left))) sink else Nowhere
    while (left > 0) {
      while (left > 0) {
        readEntry(cursor, into)
        left -= 1
      }
      into.tracer.frame("block", -1)
      left = count(cursor)
      into.tracer.frameEnd(left)
      if (left > 0) into.goesOn()
    }
    if (into eq sink) sink.endMap() else sink.skipped()
  }

  private def count(cursor: Cursor): Long = {
    val count = number(cursor)
    if (count < 0) number(cursor)
    if (count == Long.MinValue) cursor.refuse(BadHeader)
    // An entry takes at least two bytes.
    if (math.abs(count) > cursor.left / 2) cursor.refuseLater(TruncatedHeader)
    math.abs(count)
  }

  private def number(cursor: Cursor): Long = Varint.long(cursor, TruncatedHeader, BadHeader)

  private def body(cursor: Cursor): Int = {
    val length = number(cursor)
    if (length < 0) cursor.refuse(BadHeader)
    cursor.take(length, TruncatedHeader)
  }

  private def readEntry(cursor: Cursor, sink: Sink): Unit = {
    val bytes = cursor.bytes
    sink.key()
    val keyFrom = body(cursor)
    val keyUntil = cursor.position
    if (!Utf8.isValid(bytes, keyFrom, keyUntil)) cursor.refuse(BadHeader)
    sink.text(bytes, keyFrom, keyUntil)

    val isWanted = sink.value()
    val at = cursor.position
    val from = body(cursor)
    if (isWanted) sink.binary(bytes, from, cursor.position) else sink.skipped()
    if (ContainerHeaderReader.is(ContainerHeaderReader.SchemaKey, bytes, keyFrom, keyUntil)) {
      schemaAt = at
      schemaFrom = from
      schemaUntil = cursor.position
    } else if (ContainerHeaderReader.is(ContainerHeaderReader.CodecKey, bytes, keyFrom, keyUntil)) {
      codecAt = at
      codecFrom = from
      codecUntil = cursor.position
    }
  }

  private def giveSchema(cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(positions.schema)
    if (schemaAt < 0) cursor.refuse(NoSchema)
    planFound = plans.of(cursor.bytes, schemaFrom, schemaUntil)
    if (planFound == null)
      cursor.refuse(Schemas.refusal(sink, cursor.bytes, schemaFrom, schemaUntil))
    if (want) sink.text(cursor.bytes, schemaFrom, schemaUntil) else sink.skipped()
  }

  private def giveCodec(cursor: Cursor, sink: Sink): Unit = {
    val want = sink.wanted(positions.codec)
    codecFound =
      if (codecAt < 0) Codecs.Null else Codecs.of(cursor.bytes, codecFrom, codecUntil)
    if (codecFound < 0) cursor.refuse(UnsupportedCodec)
    if (want) sink.word(Codecs.names(codecFound)) else sink.skipped()
  }
}

private[avro] object ContainerHeaderReader {
  val Magic: Array[Byte] = Array[Byte](0x4f, 0x62, 0x6a, 1)
  final val SchemaName = "avro.schema"
  final val CodecName = "avro.codec"
  private val SchemaKey = SchemaName.getBytes
  private val CodecKey = CodecName.getBytes

  private def is(name: Array[Byte], bytes: Array[Byte], from: Int, until: Int): Boolean =
    Arrays.equals(name, 0, name.length, bytes, from, until)
}
