package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.US_ASCII

import sparkwire.wire.core._
import sparkwire.wire.writing._

/** LinkedIn Databus change events: fields, reasons, options. */
object Databus extends Format {
  val name = "databus"

  val ByteOrder: OptionSpec.Words = OptionSpec.Words("byteOrder", Seq("auto", "big", "little"),
    "the byte order of the producer; `auto` finds it by the magic or, in version 1, by the header's checksum")
  override val options: Seq[OptionSpec] = Seq(ByteOrder)

  // Positions of the fields in `Event`.
  final val Version = 0
  final val ByteOrderFound = 1
  final val Size = 2
  final val HeaderLength = 3
  final val Opcode = 4
  final val KeyType = 5
  final val Key = 6
  final val KeyBytes = 7
  final val KeyPart = 8
  final val Sequence = 9
  final val PhysicalPartition = 10
  final val LogicalPartition = 11
  final val Timestamp = 12
  final val TimestampNanos = 13
  final val SrcId = 14
  final val SourceKind = 15
  final val IsControl = 16
  final val IsPrivateControl = 17
  final val IsCheckpoint = 18
  final val IsEndOfPeriod = 19
  final val IsScnRegress = 20
  final val IsError = 21
  final val IsTrace = 22
  final val IsExtReplicated = 23
  final val SchemaId = 24
  final val SchemaDigestType = 25
  final val SchemaVersion = 26
  final val Attributes = 27
  final val HeaderCrc = 28
  final val BodyCrc = 29
  final val Metadata = 30
  final val Payload = 31
  // Bytes that frame other fields.
  final val Magic = 32
  final val KeyLength = 33
  final val PayloadLength = 34

  // Positions of the fields in `Part`.
  final val PartDigestType = 0
  final val PartDigest = 1
  final val PartSchemaVersion = 2
  final val PartData = 3
  final val PartLength = 4

  /** Data with the digest of the schema that it was written with. */
  val Part: Shape = Shape("part",
    Vector(
      Field("digest_type", Kind.Text, "bits"),
      Field("digest", Kind.Binary, "bytes"),
      Field("schema_version", Kind.Int16, "attributes"),
      Field("data", Kind.Binary, "bytes"),
      Field.frame("data", "length int32")
    ))

  val Event: Shape = Shape("event",
    Vector(
      Field("version", Kind.Int8, "int8"),
      Field("byte_order", Kind.Text, ""),
      Field("size", Kind.Int32, "int32"),
      Field("header_length", Kind.Int32, "int32"),
      Field("opcode", Kind.Text, ""),
      Field("key_type", Kind.Text, ""),
      Field("key", Kind.Int64, "int64"),
      Field("key_bytes", Kind.Binary, "bytes"),
      Field("key_part", Kind.Struct(Part), "part"),
      Field("sequence", Kind.Int64, "int64"),
      Field("physical_partition_id", Kind.Int16, "int16"),
      Field("logical_partition_id", Kind.Int16, "int16"),
      Field("timestamp", Kind.Timestamp, ""),
      Field("timestamp_nanos", Kind.Int64, "int64"),
      Field("src_id", Kind.Int32, "int"),
      Field("source_kind", Kind.Text, ""),
      Field("is_control", Kind.Bool, ""),
      Field("is_private_control", Kind.Bool, ""),
      Field("is_checkpoint", Kind.Bool, ""),
      Field("is_end_of_period", Kind.Bool, ""),
      Field("is_scn_regress", Kind.Bool, ""),
      Field("is_error", Kind.Bool, ""),
      Field("is_trace", Kind.Bool, ""),
      Field("is_ext_replicated", Kind.Bool, ""),
      Field("schema_id", Kind.Binary, "bytes"),
      Field("schema_digest_type", Kind.Text, ""),
      Field("schema_version", Kind.Int16, "attributes"),
      Field("attributes", Kind.Int32, "uint16"),
      Field("header_crc", Kind.Int64, "crc32"),
      Field("body_crc", Kind.Int64, "crc32"),
      Field("metadata", Kind.Struct(Part), "part"),
      Field("payload", Kind.Binary, "bytes"),
      Field.frame("", "magic"),
      Field.frame("key_bytes", "length int32"),
      Field.frame("payload", "length int32")
    ))

  // The words that events contain, as bytes.
  private def ascii(word: String): Array[Byte] = word.getBytes(US_ASCII)
  private[databus] val Big = ascii("big")
  private[databus] val Little = ascii("little")
  private[databus] val Upsert = ascii("UPSERT")
  private[databus] val Delete = ascii("DELETE")
  private[databus] val LongKey = ascii("LONG")
  private[databus] val StringKey = ascii("STRING")
  private[databus] val SchemaKey = ascii("SCHEMA")
  private[databus] val Data = ascii("DATA")
  private[databus] val GlobalSystem = ascii("GLOBAL_SYSTEM")
  private[databus] val PrivateSystem = ascii("PRIVATE_SYSTEM")
  private[databus] val Md5 = ascii("MD5")
  private[databus] val Crc32 = ascii("CRC32")

  val EmptyInput = new Reason("empty-input", "there are no bytes, and an event has at least one")
  val RemoteException = new Reason("remote-exception-json",
    "the relay sent a JSON error text instead of an event")
  val BadVersion = new Reason("bad-version", "the version byte must be 0 or 2")
  val BadMagic =
    new Reason(
      "bad-magic",
      "the magic of a version 2 event must be CAFEDEED in the byte order of the stream")
  val TruncatedHeader = new Reason("truncated-header", "the input ends inside the header")
  val TruncatedBody =
    new Reason("truncated-body", "the length of the event is larger than the input")
  val NegativeLength = new Reason("negative-length", "the length of the event is negative")
  val LengthTooSmall =
    new Reason("length-too-small", "the length of the event is smaller than its header")
  val HeaderLengthTooSmall = new Reason(
    "header-length-too-small", "the header length must be at least 45")
  val TotalLessThanHeader =
    new Reason(
      "total-length-less-than-header",
      "the total length is smaller than the header length")
  val BadHeaderCrc = new Reason("bad-header-crc", "the checksum does not match the header")
  val BadBodyCrc = new Reason("bad-body-crc", "the checksum does not match the body")
  val BadOpcode = new Reason("bad-opcode", "the opcode bits must be 0, 1 or 2")
  val BadKeyType = new Reason(
    "bad-key-type", "the key type bits must be 1, 2 or 3")
  val KeyLengthNegative = new Reason("key-length-negative", "the length of the key is negative")
  val KeyLengthPastEnd = new Reason("key-length-past-end", "the key is longer than the event")
  val KeyPastHeader = new Reason("key-past-header", "the key is longer than the header")
  val HeaderLongerThanKey =
    new Reason(
      "header-longer-than-key",
      "there are bytes between the key and the end of the header")
  val PartLengthNegative = new Reason("part-length-negative", "the length of a part is negative")
  val BadDigestType =
    new Reason("bad-digest-type", "the digest type bits must be 0 (MD5) or 1 (CRC32)")
  val PartPastEnd = new Reason("part-past-end", "a part is longer than the bytes that enclose it")
  val TrailingBytesInBody = new Reason(
    "trailing-bytes-in-body", "there are bytes between the last part and the end of the event")
  val TrailingBytes = new Reason("trailing-bytes", "there are bytes after the end of the event")
  val BadJsonEvent = new Reason("bad-json-event", "the text is not a Databus event in JSON")
  val BadSchema = new Reason("bad-schema", "the text is not a valid Avro schema")

  def reasons: Seq[Reason] = Seq(
    EmptyInput, RemoteException, BadVersion, BadMagic, TruncatedHeader, TruncatedBody,
    NegativeLength, LengthTooSmall, HeaderLengthTooSmall, TotalLessThanHeader, BadHeaderCrc,
    BadBodyCrc, BadOpcode,
    BadKeyType, KeyLengthNegative, KeyLengthPastEnd, KeyPastHeader, HeaderLongerThanKey,
    PartLengthNegative,
    BadDigestType, PartPastEnd, TrailingBytesInBody, TrailingBytes, BadJsonEvent, BadSchema,
    Reason.TooLarge, Reason.NestingTooDeep)

  /** One event, with nothing after it. */
  case object OneEvent extends Root with Written {
    def kind: Kind = Kind.Struct(Event)
    def newReader(options: Options): Reader = new EventReader(options)
    def newWriter(options: Options, output: Output): Writer = new DatabusWriter(options, output)
  }
}
