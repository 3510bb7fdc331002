package sparkwire.wire.kafka

import sparkwire.wire.core._

/** Kafka's wire formats: reasons, options, and the options that each way of reading accepts. They
  * are one format with one name, and its functions differ in their options.
  */
object Kafka {
  val Absent: OptionSpec.Words = OptionSpec.Words("absent", Seq("null", "default"),
    "`default`: a field that the version does not have is its default, not NULL")
  val VersionPrefix: OptionSpec.Words = OptionSpec.Words("versionPrefix", Seq("false", "true"),
    "`true`: an INT16 with the version stands in front of the message")
  val TagHeader: OptionSpec.Words = OptionSpec.Words("tagHeader", Seq("standard", "interleaved"),
    "`interleaved`: tags and sizes share one number, as revision 6 of KIP-482 has it; for types only")
  val SizePrefix: OptionSpec.Words = OptionSpec.Words("sizePrefix", Seq("false", "true"),
    "`true`: an INT32 with the size of the frame stands in front")
  val Tail: OptionSpec.Words = OptionSpec.Words("tail", Seq("fail", "drop"),
    "`drop`: an incomplete last batch, as fetch responses end with, is left out")

  /** Messages and types. */
  private[kafka] def isInterleaved(options: Options): Boolean =
    options.word(TagHeader) == "interleaved"

  object Layouts extends KafkaFormat(Absent, VersionPrefix, TagHeader)

  /** Requests and responses. */
  object Frames extends KafkaFormat(SizePrefix)

  /** Record batches. */
  object Batches extends KafkaFormat(Tail)

  /** A tag section alone. */
  object Tags extends KafkaFormat(TagHeader)

  /** Records of internal topics. */
  object Topics extends KafkaFormat()

  val Truncated = new Reason("truncated", "the input ends inside a value")
  val TruncatedVarint = new Reason("truncated-varint", "the input ends inside a varint")
  val VarintTooLong =
    new Reason("varint-too-long", "a varint must have at most 5 bytes, or 10 for 64 bits")
  val VarintOverflow =
    new Reason("varint-overflow", "the value of a varint does not fit in 32 bits, or 64 for a long")
  val LengthPastEnd =
    new Reason("length-past-end", "a length or count is larger than the bytes left allow")
  val NegativeLength =
    new Reason("negative-length", "a length must be 0 or more, or -1 for null")
  val NullRefused =
    new Reason("null-in-non-nullable", "the field is null but not nullable")
  val StringTooLong = new Reason("string-too-long", "a string must have at most 32767 bytes")
  val TagsOutOfOrder = new Reason("tags-out-of-order", "tags must be in ascending order")
  val DuplicateTag = new Reason("duplicate-tag", "a tag occurs twice")
  val TagSizeMismatch =
    new Reason("tag-size-mismatch", "the size of a tag does not match its value")
  val TagNotValid = new Reason("tag-not-valid-for-version",
    "this version of the definition does not have this tag")
  val TrailingBytes = new Reason("trailing-bytes", "there are bytes after the end of the value")
  val UnsupportedVersion =
    new Reason("unsupported-version", "the definition does not have this version")
  val UnknownApiKey = new Reason("unknown-api-key", "the api key is unknown")
  val UnknownRecordType =
    new Reason("unknown-record-type", "the type of a metadata record must be at most 32767")
  val BadFrameVersion =
    new Reason("bad-frame-version", "the frame version of a metadata record must be 1")
  val BadCrc = new Reason("bad-crc", "the checksum does not match the batch")
  val BadOffset =
    new Reason(
      "bad-offset", "the offsets of the batch are not between those of the batches around it")
  val BadMagic = new Reason("bad-magic", "the magic of a batch must be 0, 1 or 2")
  val BadCompression =
    new Reason("bad-compression", "the records cannot be decompressed with the codec of the batch")
  val BadRecordCount =
    new Reason(
      "bad-record-count",
      "the number of records does not match the count in the batch header")
  val BadBatchLength =
    new Reason("bad-batch-length", "the length of the batch does not match its content")
  val BadWrapperOffset =
    new Reason(
      "bad-wrapper-offset",
      "the offset of a compressed message is neither 0 nor at least the last offset inside it")

  val reasons: Seq[Reason] = Seq(
    Truncated, TruncatedVarint, VarintTooLong, VarintOverflow, LengthPastEnd, NegativeLength,
    NullRefused, StringTooLong, TagsOutOfOrder, DuplicateTag, TagSizeMismatch, TagNotValid,
    TrailingBytes, UnsupportedVersion, UnknownApiKey, UnknownRecordType, BadFrameVersion, BadCrc,
    BadOffset,
    BadMagic, BadCompression, BadRecordCount, BadBatchLength, BadWrapperOffset, Reason.TooLarge,
    Reason.NestingTooDeep)

  // Positions in `UnknownTag`.
  private[kafka] final val Path = 0
  private[kafka] final val TagNumber = 1
  private[kafka] final val TagData = 2

  /** A tag that the definition does not have. */
  private[kafka] val UnknownTag: Shape = Shape("unknown tag",
    Vector(
      Field("path", Kind.Text, ""),
      Field("tag", Kind.Int64, "tag"),
      Field("data", Kind.Binary, "bytes")
    ))
  private[kafka] val UnknownTagsField: Field =
    Field("_unknown_tags", Kind.Sequence(Kind.Struct(UnknownTag)), "")
  private[kafka] val VersionField: Field = Field("_version", Kind.Int32, "int16")
}

/** One way of reading Kafka's bytes. All have the same name and reasons. */
abstract class KafkaFormat(own: OptionSpec*) extends Format {
  def name: String = "kafka"
  override val options: Seq[OptionSpec] = own
  def reasons: Seq[Reason] = Kafka.reasons
}

/** A layout that cannot be used. Thrown when a query is analysed, never because of data. */
final class BadKafkaLayout(message: String) extends IllegalArgumentException(message)
