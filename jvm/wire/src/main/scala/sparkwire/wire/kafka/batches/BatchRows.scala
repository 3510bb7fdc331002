package sparkwire.wire.kafka.batches

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire.core._

/** The result of record batches, whatever their magic: one row for each record. */
private[kafka] object BatchRows {
  // Positions in `Row`.
  final val BaseOffset = 0
  final val Magic = 1
  final val CodecName = 2
  final val LeaderEpoch = 3
  final val ProducerId = 4
  final val ProducerEpoch = 5
  final val Transactional = 6
  final val Control = 7
  final val OneRecord = 8
  final val Length = 9
  final val Crc = 10
  final val LastOffsetDelta = 11
  final val BaseTimestamp = 12
  final val MaxTimestamp = 13
  final val BaseSequence = 14
  final val Count = 15
  final val WrapperOffset = 16
  final val WrapperTimestamp = 17
  final val WrapperKey = 18
  final val Compressed = 19

  // Positions in `Record`.
  final val Offset = 0
  final val Timestamp = 1
  final val TimestampMs = 2
  final val Sequence = 3
  final val Key = 4
  final val Value = 5
  final val Headers = 6
  final val RecordLength = 7
  final val RecordAttributes = 8

  // Positions in `Header`.
  final val HeaderKey = 0
  final val HeaderValue = 1

  val Header: Shape =
    Shape("header", Vector(Field("key", Kind.Text, "string"), Field("value", Kind.Binary, "bytes")))

  val Record: Shape = Shape("record",
    Vector(
      Field("offset", Kind.Int64, "offset delta"),
      Field("timestamp", Kind.Timestamp, ""),
      Field("timestamp_ms", Kind.Int64, "timestamp"),
      Field("sequence", Kind.Int32, ""),
      Field("key", Kind.Binary, "bytes"),
      Field("value", Kind.Binary, "bytes"),
      Field("headers", Kind.Sequence(Kind.Struct(Header)), "header count"),
      Field.frame("", "record length"),
      Field.frame("", "attributes")
    ))

  val Row: Shape = Shape("batch",
    Vector(
      Field("base_offset", Kind.Int64, "int64"),
      Field("magic", Kind.Int8, "int8"),
      Field("codec", Kind.Text, "attributes"),
      Field("partition_leader_epoch", Kind.Int32, "int32"),
      Field("producer_id", Kind.Int64, "int64"),
      Field("producer_epoch", Kind.Int16, "int16"),
      Field("transactional", Kind.Bool, ""),
      Field("control", Kind.Bool, ""),
      Field("record", Kind.Struct(Record), ""),
      Field.frame("", "length int32"),
      Field.frame("", "crc"),
      Field.frame("", "last offset delta"),
      Field.frame("", "base timestamp"),
      Field.frame("", "max timestamp"),
      Field.frame("", "base sequence"),
      Field.frame("", "record count"),
      Field.frame("", "last offset"),
      Field.frame("", "timestamp"),
      Field.frame("", "key"),
      Field.frame("record", "compressed records")
    ))

  final val CodecBits = 0x07
  final val LogAppendBit = 0x08
  final val TransactionalBit = 0x10
  final val ControlBit = 0x20

  /** The names of the codecs, by their numbers. */
  val codecs: Array[Array[Byte]] =
    Array("none", "gzip", "snappy", "lz4", "zstd").map(_.getBytes(US_ASCII))

  /** The timestamp of a record that has none. */
  final val NoTimestamp = -1L

  // About the least size of a record in a row, and the size of a header without its bytes.
  final val RecordBytes = 160
  final val HeaderBytes = 48

  /** Whether a record has this timestamp, and a TIMESTAMP can hold it. */
  def isTimestamp(millis: Long): Boolean =
    millis != NoTimestamp && InstantForm.Date.isInYears(millis, 0)

  def giveTimestamp(sink: Sink, millis: Long): Unit =
    if (isTimestamp(millis) && sink.derives(Timestamp))
      sink.timestamp(InstantForm.Date.micros(millis, 0))

  /** Asks for a field that has its own bytes only if the records are not compressed. */
  def ask(sink: Sink, field: Int, hasBytes: Boolean): Boolean =
    if (hasBytes) sink.wanted(field) else sink.derives(field)

  def give(sink: Sink, isWanted: Boolean, value: Long, hasBytes: Boolean): Unit =
    if (isWanted) sink.int(value) else if (hasBytes) sink.skipped()

  def derive(sink: Sink, field: Int, value: Long): Unit = if (sink.derives(field)) sink.int(value)
  def derive(sink: Sink, field: Int, value: Boolean): Unit =
    if (sink.derives(field)) sink.bool(value)
}
