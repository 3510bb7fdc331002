package sparkwire.wire.avro.framed

import sparkwire.wire.avro.Avro
import sparkwire.wire.core.{Field, Format, Kind, Options, OptionSpec, Reader, Reason, Root, Shape}

/** The frame of a registry before a payload that is not Avro.
  *
  * | frame     | bytes                                                                             |
  * | confluent | 00, INT32 id, or 01, a GUID of 16 bytes; then the indexes of a Protobuf message  |
  * | glue      | 03, compression, UUID of 16 bytes; then the index of a Protobuf message          |
  *
  * The indexes lead from the schema to the type of the message: the index of a message of the file,
  * then the index of a message nested in it, and so on. Confluent's are zigzag varints after their
  * number; Glue's is one varint that is not zigzag, and is compressed with the payload.
  *
  * Traps: the number 0 stands for one index, 0. A value in JSON or Protobuf that has no frame does
  * not begin with the bytes of one: neither begins with 00, 01 or 03.
  */
object RegistryFrame extends Format {
  val name = "registry"

  // Positions in `Parts`.
  final val Frame = 0
  final val Id = 1
  final val Uuid = 2
  final val Indexes = 3
  final val Offset = 4
  final val Payload = 5
  final val Compression = 6

  val Parts: Shape = Shape("frame",
    Vector(
      Field("frame", Kind.Text, "magic"),
      Field("schema_id", Kind.Int32, "int32"),
      Field("schema_uuid", Kind.Text, "uuid"),
      Field("message_indexes", Kind.Sequence(Kind.Int32), "count varint"),
      Field("offset", Kind.Int32, ""),
      Field("payload", Kind.Binary, "bytes"),
      Field.frame("", "compression")
    ))

  val PayloadKind: OptionSpec.Words = OptionSpec.Words("payload", Vector("json", "protobuf"),
    "`protobuf`: the indexes of the message precede the payload")
  override val options: Seq[OptionSpec] = Seq(PayloadKind)

  val BadIndexes = new Reason("bad-message-indexes",
    "the number of message indexes, or one of them, is negative or has more than 32 bits")

  def reasons: Seq[Reason] = Seq(
    Avro.TruncatedFrame, BadIndexes, Avro.BadDeflate, Avro.TrailingBytes, Reason.TooLarge)

  /** One value: its frame is read, its payload is not. */
  case object OneFrame extends Root {
    def kind: Kind = Kind.Struct(Parts)
    def newReader(options: Options): Reader =
      new RegistryReader(options.word(PayloadKind) == "protobuf", options)
  }
}
