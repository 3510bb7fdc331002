package sparkwire.wire.cernan

import sparkwire.wire.avro.Avro
import sparkwire.wire.avro.container.{AvroContainer, ContainerFields, RecordSchema}
import sparkwire.wire.core._
import sparkwire.wire.series.{Series, ValueBounds}
import sparkwire.wire.writing.{Output, Writer, Written}

/** Packets of Cernan's Avro source: fields, reasons, options. */
object Cernan extends Format {
  val name = "cernan"
  override val options: Seq[OptionSpec] = Seq(Options.InvalidUtf8, Avro.Unions, Avro.Time)

  // Positions of the fields of a packet.
  final val Version = 0
  final val Sync = 1
  final val Control = 2
  final val Id = 3
  final val ShardBy = 4
  final val KafkaKey = 5
  final val Metadata = 6
  final val Pairs = 7
  final val TheAvro = 11
  final val Length = 16
  final val PairCount = 17

  // Positions in `Pair`.
  final val PairKey = 0
  final val PairValue = 1

  val Pair: Shape = Shape("pair",
    Vector(
      Field("key", Kind.Binary, "bytes"),
      Field("value", Kind.Binary, "bytes")
    ))

  private[cernan] val positions = new ContainerFields(8, 12, 14)

  private def packet(record: Kind): Shape = Shape("packet",
    Vector(
      Field("version", Kind.Int64, "uint32"),
      Field("sync", Kind.Bool, ""),
      Field("control", Kind.Int64, "uint32"),
      Field("id", Kind.Decimal(20, 0), "uint64"),
      Field("shard_by", Kind.Decimal(20, 0), "uint64"),
      Field("kafka_key", Kind.Text, ""),
      Field("metadata", Kind.Mapping(Kind.Text, Kind.Binary), ""),
      Field("pairs", Kind.Sequence(Kind.Struct(Pair)), "")
    ) ++ AvroContainer.headFields ++ Vector(Field("avro", Kind.Binary, "")) ++
      AvroContainer.recordFields(record) ++ AvroContainer.frames ++ Vector(
        Field.frame("", "length uint32"),
        Field.frame("pairs", "count uint8")
      ))

  /** The shape of a packet. Its records have the types of the reader's schema, if there is one. */
  private[cernan] final class PacketShape(reader: Option[String], hasTimes: Boolean = false) {
    val records = new RecordSchema(reader, hasTimes)
    val shape: Shape = packet(records.kind)
  }

  val TruncatedLength = new Reason("truncated-length", "the input ends inside the length")
  val LengthPastEnd =
    new Reason("length-past-end", "the length of the packet is larger than the input")
  val TruncatedHeader = new Reason("truncated-header", "the packet ends inside the header")
  val TruncatedPairCount =
    new Reason("truncated-kv-count", "the packet ends before the number of pairs")
  val TruncatedKeyLength =
    new Reason("truncated-key-length", "the packet ends before the length of a key")
  val TruncatedKey = new Reason("truncated-key", "a key is longer than the packet")
  val TruncatedValueLength =
    new Reason("truncated-value-length", "the packet ends inside the length of a value")
  val TruncatedValue = new Reason("truncated-value", "a value is longer than the packet")
  val TrailingBytes = new Reason("trailing-bytes", "there are bytes after the end of the packet")

  def reasons: Seq[Reason] = Seq(
    TruncatedLength, LengthPastEnd, TruncatedHeader, TruncatedPairCount, TruncatedKeyLength,
    TruncatedKey, TruncatedValueLength, TruncatedValue, TrailingBytes) ++ AvroContainer.reasons

  /** One packet, with nothing after it. */
  final case class OnePacket(reader: Option[String], hasTimes: Boolean = false)
      extends Root with Written {
    @transient private lazy val packet = new PacketShape(reader, hasTimes)
    def kind: Kind = Kind.Struct(packet.shape)
    def newReader(options: Options): Reader = new PacketReader(packet, options)
    def newWriter(options: Options, output: Output): Writer =
      new PacketWriter(reader, options, output)
  }

  /** Packets end to end. */
  final case class ManyPackets(reader: Option[String], resyncs: Boolean = false,
      hasTimes: Boolean = false)
      extends Root {
    @transient private lazy val packet = new PacketShape(reader, hasTimes)
    @transient private lazy val stream =
      new Series("packets", "packet", Kind.Struct(packet.shape), "packet", rowBytes = 400,
        resyncs)
    def kind: Kind = Kind.Struct(stream.shape)
    def newReader(options: Options): Reader =
      new PacketSeriesReader(packet, stream, new PacketBounds(packet, options), options)
  }

  /** Where packets begin and end in a file. */
  def newBounds(options: Options): ValueBounds =
    new PacketBounds(new PacketShape(reader = None), options)

  /** The reply to a packet that requests one. */
  case object Ack extends Root {
    def kind: Kind = Kind.Binary
    def newReader(options: Options): Reader = new AckReader
  }
}
